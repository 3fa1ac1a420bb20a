"""Proposed markers: read from a model's answer, spelled as the lexicon spells, and sifted from what it knows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from ratio_spark.text.entries import SLOT, Entry, Group
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.lexicon_file import read_lexicon_file
from ratio_spark.text.markers import Matcher
from ratio_spark.text.normalise import collapse, fold

MAX_WORDS = 12


class _Answer(BaseModel):
    markers: list[Any]


def read_answer(text: str) -> list[Any]:
    """The items of the JSON object in an answer; what stands around the object is left aside.

    Raises:
        ValueError: there is no such object; the message says what is wrong with it.

    >>> read_answer('Here you are: {"markers": ["to mend this", 7]}')
    ['to mend this', 7]
    """
    try:
        return _Answer.model_validate_json(text[text.find("{") : text.rfind("}") + 1]).markers
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from error


def as_marker(text: str) -> str:
    """A proposal as a lexicon writes it: folded, its slot as one sign, without a comma at its end.

    >>> as_marker("To address these ... issues,")
    'to address these … issues'
    """
    pieces = text.replace("...", SLOT).split(SLOT)
    return collapse(f" {SLOT} ".join(map(fold, pieces))).rstrip(", ")


class Refusal(StrEnum):
    """Why a proposal does not become a candidate."""

    NO_TEXT = "no text"
    REPEATED = "proposed before"
    TOO_LONG = f"longer than {MAX_WORDS} words"
    UNPRINTABLE = "characters that cannot be printed"
    MISSPELT = "spelling"
    KNOWN = "in the lexicon"
    FIRES = "fires already"


@dataclass(frozen=True)
class Refused:
    """A proposal that was refused, and what exactly is wrong with it where the reason does not say it all."""

    proposal: str
    reason: Refusal
    detail: str = ""


@dataclass(frozen=True)
class Sifted:
    """What proposals come to, each once: a lexicon line or a refusal."""

    lines: tuple[str, ...]
    refused: tuple[Refused, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Refusals by reason."""
        counts = Counter(item.reason for item in self.refused)
        return {str(reason): counts[reason] for reason in Refusal if counts[reason]}


def sift(proposals: Iterable[tuple[str, Any]], lexicon: Lexicon, folder: Path, group: Group) -> Sifted:
    """Turn proposals into candidate lines for the file of a group.

    Args:
        proposals: model and item of its answer.
        folder: of the lexicon; the header of the group's file says which word lists a proposal may use.
    """
    models, refused = _gather(proposals)
    fit = list(models)
    trial = _read_as_lexicon(fit, folder / group.file)
    refused += [Refused(fit[at], Refusal.MISSPELT, fault) for at, fault in trial.faults]
    matcher = Matcher(lexicon)
    known = {marker for each in lexicon.groups for marker, _ in each.markers()}
    known.update(*(each.vetoed for each in lexicon.groups))
    lines = []
    for entry in trial.entries:
        markers = set(entry.expand(group.words))
        if markers & known:
            refused.append(Refused(entry.text, Refusal.KNOWN))
        elif label := _fires_as(markers, matcher):
            refused.append(Refused(entry.text, Refusal.FIRES, f"as {label}"))
        else:
            known |= markers
            lines.append(f"{entry.text}\tgeneration: {', '.join(models[entry.text])}\tcandidate")
    return Sifted(tuple(lines), tuple(refused))


def _gather(proposals: Iterable[tuple[str, Any]]) -> tuple[dict[str, list[str]], list[Refused]]:
    """Each fit marker once with the models that proposed it, and what was refused at sight."""
    models: dict[str, list[str]] = {}
    refused = []
    for model, item in proposals:
        marker = as_marker(item) if isinstance(item, str) else ""
        reason = _unfit(item, marker)
        if reason is None and marker in models:
            reason = Refusal.REPEATED
            models[marker] += [model] if model not in models[marker] else []
        if reason:
            refused.append(Refused(marker or repr(item), reason))
        else:
            models[marker] = [model]
    return models, refused


def _unfit(item: object, marker: str) -> Refusal | None:
    if not isinstance(item, str):
        return Refusal.NO_TEXT
    if len(marker.split(" ")) > MAX_WORDS:
        return Refusal.TOO_LONG
    return None if marker.isprintable() else Refusal.UNPRINTABLE


class _Trial(NamedTuple):
    """Proposals as the reader of lexicons sees them: usable entries, and faults by the place of the proposal."""

    entries: Sequence[Entry]
    faults: Sequence[tuple[int, str]]


def _read_as_lexicon(markers: Sequence[str], path: Path) -> _Trial:
    """Have the reader judge markers below the header of a lexicon file, so that its rules stand in one place."""
    content = path.read_text(encoding="utf-8-sig").splitlines()
    fences = [at for at, line in enumerate(content) if line.rstrip() == "---"]
    header = content[: fences[1] + 1]
    with TemporaryDirectory() as folder:
        trial = Path(folder, path.name)
        # A blank keeps a sign that would open a comment; the reader refuses it.
        body = [f"{' ' if marker.startswith('#') else ''}{marker}\tgeneration\tcandidate" for marker in markers]
        trial.write_text("\n".join([*header, *body]), encoding="utf-8")
        read = read_lexicon_file(trial)
    assert read.group is not None, "the lexicon was loaded before"
    faults = [error.removeprefix(f"{trial}:").split(": ", 1) for error in read.errors]
    return _Trial(read.group.entries, [(int(line) - len(header) - 1, fault) for line, fault in faults])


def _fires_as(markers: Iterable[str], matcher: Matcher) -> str | None:
    """The move or kind that a sentence opened by one of the markers is mined as already."""
    for marker in sorted(markers):
        match = matcher.match(f"{marker}, so") if SLOT not in marker else None
        if match and match.end > len(marker):
            return match.label.kind or match.label.move
    return None
