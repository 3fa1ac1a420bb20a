"""The lines of a lexicon, and the way from what a person writes to the lines that are meant."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from ratio_spark.errors import ConfigurationError
from ratio_spark.text.entries import SLOT, Entry, Group
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.markers import Matcher
from ratio_spark.text.normalise import fold

_SUGGESTIONS = 4
# A misspelling changes few letters; comparing it with every marker of a large lexicon would take a minute.
_LETTERS_APART = 3


@dataclass(frozen=True)
class Line:
    """A line of a lexicon file."""

    group: Group
    entry: Entry

    @property
    def label(self) -> str:
        """The move or distractor kind."""
        return self.group.label

    @property
    def marker_id(self) -> str:
        """The id that mined rows carry for this line."""
        return self.group.marker_id(self.entry)

    @property
    def place(self) -> str:
        """Where it stands, as `file:line`."""
        return f"{self.group.file}:{self.entry.line}"

    @property
    def standing(self) -> str:
        """The status for a person: what nobody has judged is called unvetted."""
        return "unvetted" if self.entry.unvetted else self.entry.status

    def markers(self) -> Iterator[str]:
        """Every marker that the line stands for and that may fire."""
        return (marker for marker in self.entry.expand(self.group.words) if marker not in self.group.vetoed)


@dataclass(frozen=True)
class Meant:
    """What a person means: lines, and the one marker of them that was written out, None for all."""

    lines: tuple[Line, ...]
    marker: str | None = None


def live_lines(lexicon: Lexicon) -> list[Line]:
    """The lines that may fire, file by file."""
    return [Line(group, entry) for group in lexicon.groups for entry in group.entries]


def rejected_lines(lexicon: Lexicon) -> list[Line]:
    """The lines that are kept for the record only, file by file."""
    return [Line(group, entry) for group in lexicon.groups for entry in group.rejected]


def lines_by_id(lexicon: Lexicon) -> dict[str, Line]:
    """Every line by its marker_id, live or rejected."""
    return {line.marker_id: line for line in [*rejected_lines(lexicon), *live_lines(lexicon)]}


def group_of(lexicon: Lexicon, label: str) -> Group:
    """The file of a move or distractor kind.

    Raises:
        ConfigurationError: the lexicon has no such move or kind.
    """
    for group in lexicon.groups:
        if group.label == label:
            return group
    labels = ", ".join(group.label for group in lexicon.groups)
    raise ConfigurationError(f"--move: the lexicon has no move or distractor kind {label!r}; choose from {labels}")


def find_lines(lexicon: Lexicon, written: str) -> Meant:
    """The lines that a person means.

    Args:
        written: a line as it stands in its file ("to {solve} {this} …"), a marker written out ("to address
            this issue"), with or without its comma, or a marker_id.

    Raises:
        ConfigurationError: no line knows it; the message suggests close ones.
    """
    text = _folded(written)
    lines = live_lines(lexicon)
    if whole := tuple(line for line in lines if text in (line.marker_id, _folded(line.entry.text))):
        return Meant(whole)
    if line := _line_that_fires(lexicon, lines, text):
        return Meant((line,), text)
    for line in rejected_lines(lexicon):
        if text in (line.marker_id, *line.entry.expand(line.group.words)):
            raise ConfigurationError(f"{written!r} never fires: {line.place} is {line.entry.status}")
    raise ConfigurationError(f"no line of the lexicon knows {written!r}{_suggestions(lines, text)}")


def _folded(marker: str) -> str:
    """A marker as mining compares it, without its comma. Folding makes three dots of `…`; a person may write both."""
    return fold(marker).removesuffix(",").rstrip().replace("...", SLOT)


def _line_that_fires(lexicon: Lexicon, lines: list[Line], marker: str) -> Line | None:
    """The line of a written-out marker, by the rule of mining where words of the author fill its slot."""
    for line in lines:
        if marker in line.markers():
            return line
    match = Matcher(lexicon).match(f"{marker}, so") if SLOT not in marker else None
    if match is None or match.end <= len(marker):
        return None
    return next(line for line in lines if line.marker_id == match.label.marker_id)


def _suggestions(lines: list[Line], text: str) -> str:
    known = {line.entry.text for line in lines}
    known |= {marker for line in lines for marker in line.markers() if abs(len(marker) - len(text)) <= _LETTERS_APART}
    close = get_close_matches(text, sorted(known), _SUGGESTIONS)
    return (
        f"; did you mean {', '.join(map(repr, close))}?"
        if close
        else "; `ratio-spark lexicon expand` lists all markers"
    )


def is_marker_id(written: str) -> bool:
    """Whether something has the form of a marker_id.

    >>> is_marker_id("0123456789abcdef"), is_marker_id("however")
    (True, False)
    """
    return re.fullmatch(r"[0-9a-f]{16}", written) is not None
