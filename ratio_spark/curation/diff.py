"""`lexicon diff`: the lines and markers in which two lexicons differ. Needs no Spark."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from ratio_spark.command import STDERR
from ratio_spark.curation.lines import Line, live_lines, rejected_lines
from ratio_spark.curation.options import DiffConfig
from ratio_spark.text.entries import SLOT
from ratio_spark.text.lexicon import Lexicon

ADDED, REMOVED, MOVED, ALTERED = "added", "removed", "moved", "altered"

SIGNS = {ADDED: ("+", "green"), REMOVED: ("-", "red"), MOVED: ("~", "yellow"), ALTERED: ("~", "yellow")}
_EXAMPLES = 3


def run(config: DiffConfig) -> dict[str, Any]:
    """`lexicon diff`.

    Raises:
        ConfigurationError: a lexicon has faults, or no run was published.
    """
    first, second = Lexicon.load(config.a), Lexicon.load(config.b)
    if config.tables:
        from ratio_spark.tables.store import check_readable

        check_readable(config.tables)
    found = diff(first, second)
    write(STDERR, found, config.top)
    result: dict[str, Any] = {"fingerprints": {"a": first.fingerprint, "b": second.fingerprint}} | found.to_json()
    if config.tables:
        from ratio_spark.curation import pair_diff

        result["pairs"] = pair_diff.run(config.tables, first, second, config.limit, config.top)
    return result


@dataclass(frozen=True)
class LineChange:
    """A line that differs.

    change: added, removed, moved (to another move or kind), or altered: it stands for other markers, or its slot
        takes another number of words.
    before, after: the line in the first and in the second lexicon.
    added, removed: markers that only the second, only the first of them stands for.
    reason: the status of a removed line that the second lexicon rejects.
    """

    change: str
    before: Line | None
    after: Line | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    reason: str = ""

    @property
    def line(self) -> Line:
        """The line as it is now, or as it was."""
        line = self.after or self.before
        assert line is not None
        return line

    def to_json(self) -> dict[str, Any]:
        """The change as plain data."""
        return {
            "change": self.change,
            "marker": self.line.entry.text,
            "before": {"label": self.before.label, "place": self.before.place} if self.before else None,
            "after": {"label": self.after.label, "place": self.after.place} if self.after else None,
            "markers_added": len(self.added),
            "markers_removed": len(self.removed),
        }

    def __rich__(self) -> Text:
        """The change for a person, on a line."""
        sign, style = SIGNS[self.change]
        label = self.line.label
        if self.change == MOVED and self.before:
            label = f"{self.before.label} → {label}"
        return Text.assemble(
            (f"  {sign} ", style), (self.line.entry.text, "bold"), f"  {label}  {self.line.place}", (self._why, "dim")
        )

    @property
    def _why(self) -> str:
        if self.reason:
            return f"  {self.reason}"
        if self.change != ALTERED:
            return ""
        sides = (("+", self.added), ("-", self.removed))
        parts = [f"markers: {sign}{len(markers):,} ({_some(markers)})" for sign, markers in sides if markers]
        if self.before and self.after and _slot(self.before) != _slot(self.after):
            parts.append(f"slot of {_slot(self.before)} → {_slot(self.after)} words")
        return "  " + "; ".join(parts)


def _some(markers: tuple[str, ...]) -> str:
    return ", ".join([*markers[:_EXAMPLES], *(["…"] if len(markers) > _EXAMPLES else [])])


@dataclass(frozen=True)
class LexiconDiff:
    """How a second lexicon differs from a first.

    lines: in the order of their files. markers: numbers of markers added, removed and moved to another move or kind.
    """

    lines: tuple[LineChange, ...]
    markers: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """The difference as plain data."""
        counts = Counter(change.change for change in self.lines)
        return {
            "lines": {name: counts[name] for name in SIGNS},
            "markers": self.markers,
            "changed_lines": [change.to_json() for change in self.lines],
        }


def diff(first: Lexicon, second: Lexicon) -> LexiconDiff:
    """Compare two lexicons line by line and marker by marker."""
    reasons = {line.marker_id: line.entry.status for line in rejected_lines(second)}
    changes = (_change(before, after, reasons) for before, after in _side_by_side(first, second))
    found = sorted(filter(None, changes), key=lambda change: (change.line.group.file, change.line.entry.line))
    old, new = _labels(first), _labels(second)
    return LexiconDiff(
        lines=tuple(found),
        markers={
            ADDED: len(new.keys() - old.keys()),
            REMOVED: len(old.keys() - new.keys()),
            MOVED: sum(label != new.get(marker, label) for marker, label in old.items()),
        },
    )


def _labels(lexicon: Lexicon) -> dict[str, str]:
    return {marker: group.label for group in lexicon.groups for marker, _ in group.markers()}


def _side_by_side(first: Lexicon, second: Lexicon) -> Iterator[tuple[Line | None, Line | None]]:
    """Every live line before and after; a line that stands in another file now is the same line."""
    before = {line.marker_id: line for line in live_lines(first)}
    after = {line.marker_id: line for line in live_lines(second)}
    gone: dict[str, list[Line]] = defaultdict(list)
    for marker_id, line in before.items():
        if marker_id not in after:
            gone[line.entry.text].append(line)
    for marker_id, line in after.items():
        namesakes = gone[line.entry.text]
        yield before.get(marker_id) or (namesakes.pop() if namesakes else None), line
    yield from ((line, None) for lines in gone.values() for line in lines)


def _change(before: Line | None, after: Line | None, reasons: Mapping[str, str]) -> LineChange | None:
    """How a line differs; None where it does not."""
    old, new = (tuple(line.markers()) if line else () for line in (before, after))
    known, wanted = set(old), set(new)
    added = tuple(marker for marker in new if marker not in known)
    removed = tuple(marker for marker in old if marker not in wanted)
    if before is None or after is None:
        reason = reasons.get(before.marker_id, "") if before else ""
        return LineChange(REMOVED if before else ADDED, before, after, added, removed, reason)
    if before.label != after.label:
        return LineChange(MOVED, before, after, added, removed)
    if added or removed or _slot(before) != _slot(after):
        return LineChange(ALTERED, before, after, added, removed)
    return None


def _slot(line: Line) -> int:
    """The most words that the slot of a line takes; 0 without a slot."""
    return line.group.max_words if SLOT in line.entry.text else 0


def write(console: Console, diff: LexiconDiff, top: int) -> None:
    """The report for a person."""
    counts = Counter(change.change for change in diff.lines)
    for name, figures in (("Lines", counts), ("Markers", diff.markers)):
        told = ", ".join(f"{figures[change]:,} {change}" for change in SIGNS if figures.get(change))
        console.print(f"{name}: {told or 'the same'}")
    for change in diff.lines[:top]:
        console.print(change)
    if len(diff.lines) > top:
        console.print(f"  and {len(diff.lines) - top:,} lines more", style="dim")
