"""What a lexicon is made of: moves, entries with their word lists and slots, and the markers they stand for."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from ratio_spark.text.normalise import fold

DISTRACTOR = "DISTRACTOR"
"""The move of every pair whose marker belongs to a distractor kind."""

SLOT = "…"
"""Stands in an entry for words that the author chooses."""

MAX_EXPANSIONS = 200_000
"""Markers that one file may expand to."""

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Move:
    """A relation between a sentence and the one before it, as its file describes it."""

    name: str
    definition: str
    query_role: str
    gold_role: str


@dataclass(frozen=True)
class Entry:
    """One line of a lexicon file: a marker as written, where it comes from and who accepted it."""

    text: str
    source: str
    status: str
    line: int

    @property
    def rejected(self) -> bool:
        """Whether the entry is kept for the record only."""
        return self.status.startswith("rejected")

    @property
    def unvetted(self) -> bool:
        """Whether nobody has judged the entry yet."""
        return self.status == "candidate"

    @property
    def names(self) -> tuple[str, ...]:
        """The word lists that the entry refers to, in order."""
        return tuple(_PLACEHOLDER.findall(self.text))

    def expand(self, words: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        """Every marker of the entry, folded: each `{name}` replaced by each word of that list.

        >>> entry = Entry("to {solve} this …", "manual", "candidate", 9)
        >>> list(entry.expand({"solve": ("fix", "avoid")}))
        ['to fix this …', 'to avoid this …']
        """
        parts = _PLACEHOLDER.split(self.text)
        parts[::2] = [_fold_literal(part) for part in parts[::2]]
        choices = [words[part] if at % 2 else (part,) for at, part in enumerate(parts)]
        return map("".join, product(*choices))


@dataclass(frozen=True)
class Group:
    """One lexicon file: a move, or a distractor kind (`move` is DISTRACTOR), with its live and its rejected entries.

    `vetoed` holds the markers that the rejected entries stand for.
    """

    file: str
    move: str
    kind: str | None
    max_words: int
    words: Mapping[str, tuple[str, ...]]
    entries: tuple[Entry, ...]
    rejected: tuple[Entry, ...]
    vetoed: frozenset[str]

    @property
    def label(self) -> str:
        """The name that the file goes by: its move or its kind."""
        return self.kind or self.move

    def marker_id(self, entry: Entry) -> str:
        """The id that mined rows carry for an entry: it depends on the file's label and the entry's text only."""
        return hashlib.sha256(f"{self.label}\x1f{entry.text}".encode()).hexdigest()[:16]

    def markers(self) -> Iterator[tuple[str, Entry]]:
        """Every marker that may fire (folded, `…` for a slot) with its entry.

        What a rejected line names is left out, so that one line takes an exception out of a pattern.
        """
        for entry in self.entries:
            for marker in entry.expand(self.words):
                if marker not in self.vetoed:
                    yield marker, entry


def _fold_literal(part: str) -> str:
    """The folded literal between two placeholders: its outer blanks and the slot sign are kept."""
    return SLOT.join(" ".join(map(fold, piece.split(" "))) for piece in part.split(SLOT))
