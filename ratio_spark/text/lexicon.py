"""The lexicon: moves and distractor kinds with their markers, as plain data read from `lexicons/*.lex`."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ratio_spark.errors import LexiconError
from ratio_spark.text.entries import SLOT, Group, Move
from ratio_spark.text.lexicon_file import read_lexicon_file

__all__ = ["Lexicon", "Move"]


@dataclass(frozen=True)
class Lexicon:
    """All moves and distractor kinds of a directory; plain data that travels to workers by pickle."""

    moves: tuple[Move, ...]
    kinds: tuple[str, ...]
    groups: tuple[Group, ...]
    fingerprint: str

    @classmethod
    def load(cls, directory: Path) -> "Lexicon":
        """Reads and checks every `*.lex` file of a directory.

        The fingerprint is the SHA-256 of what decides a mining result: the markers that may fire, the ids
        they carry and the slot limits; the order of files and lines, comments and sources have no part in it.

        Raises:
            LexiconError: one line `file:line: what is wrong; what to do` for every fault in any file.
        """
        directory = Path(directory)
        paths = sorted(directory.glob("*.lex"))
        if not paths:
            raise LexiconError(f"{directory}:1: no *.lex file here; name a directory that holds lexicon files")
        files = [read_lexicon_file(path) for path in paths]
        errors = [error for file in files for error in file.errors]
        errors += _repeated_labels([(file.path, file.group.label) for file in files if file.group])
        groups = [(file.path, file.group) for file in files if file.group]
        repeats, lines = _check_disjoint(groups)
        if errors + repeats:
            raise LexiconError("\n".join(errors + repeats))
        return cls(
            moves=tuple(sorted((file.move for file in files if file.move), key=lambda move: move.name)),
            kinds=tuple(sorted(group.kind for _, group in groups if group.kind)),
            groups=tuple(sorted((group for _, group in groups), key=lambda group: group.label)),
            fingerprint=hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest(),
        )


def _repeated_labels(labels: list[tuple[Path, str]]) -> list[str]:
    first: dict[str, Path] = {}
    errors = []
    for path, label in labels:
        if label in first:
            errors.append(f"{path}:1: {label} already has the file {first[label].name}; merge the two files")
        first.setdefault(label, path)
    return errors


def _check_disjoint(groups: list[tuple[Path, Group]]) -> tuple[list[str], list[str]]:
    """Errors for markers that two lines give, and one line of text per marker for the fingerprint."""
    seen: dict[str, tuple[Path, int]] = {}
    told: set[tuple[Path, int, Path, int]] = set()
    errors, lines = [], []
    for path, group in groups:
        ids = {entry.line: group.marker_id(entry) for entry in group.entries}
        for marker, entry in group.markers():
            here = (path, entry.line)
            there = seen.setdefault(marker, here)
            if there is here:
                limit = group.max_words if SLOT in marker else 0
                lines.append(f"{group.move}\t{group.kind}\t{ids[entry.line]}\t{limit}\t{marker}")
            elif (*there, *here) not in told:
                told.add((*there, *here))
                place = f"{there[0].name}:{there[1]}"
                errors.append(f"{path}:{entry.line}: {marker!r} is a marker of {place} too; delete one of the two")
    return errors, lines
