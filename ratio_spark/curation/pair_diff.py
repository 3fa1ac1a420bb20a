"""`lexicon diff --tables`: the pairs that a change of lexicon adds, removes and changes, before any re-mining."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ratio_spark.command import STDERR
from ratio_spark.curation.lines import Line, lines_by_id
from ratio_spark.published import open_published
from ratio_spark.tables.schemas import PAPERS
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.mine import text_core

SAME = "same"
CHANGES = {
    "added": "found with the second lexicon only",
    "removed": "found with the first lexicon only",
    "moved": "of another move or distractor kind",
    "cut": "of the same move or kind, but cut behind another marker",
    "line": "the same texts, but another line fired or other words fill its slot",
    "flags": "the same, but flagged otherwise: some flags depend on the other pairs of the paper",
}
"""Every way in which a pair may differ, with what it means; the first that holds is the pair's."""

_SIDE = pa.struct([(name, pa.string()) for name in ("label", "marker_id", "marker", "gold")])
_ROW = pa.schema(
    [
        ("change", pa.string()),
        ("pairs", pa.int64()),
        ("pair_id", pa.string()),
        ("paper_id", pa.string()),
        ("query", pa.string()),
        ("before", _SIDE),
        ("after", _SIDE),
    ]
)
_SIDE_DDL = "STRUCT<label: STRING, marker_id: STRING, marker: STRING, gold: STRING>"
_DDL = (
    f"change STRING, pairs BIGINT, pair_id STRING, paper_id STRING, query STRING, before {_SIDE_DDL}, after {_SIDE_DDL}"
)
_Pair = dict[str, Any]


def run(root: str, first: Lexicon, second: Lexicon, limit: int | None, top: int) -> dict[str, Any]:
    """Mine the published papers of a root with two lexicons, report what differs, and write nothing.

    Args:
        limit: mine only so many papers.
        top: changes that the report shows.

    Raises:
        ConfigurationError: no run was published.
    """
    with open_published("lexicon diff", root) as (tables, say):
        there = tables.run.counts["papers"]
        number = min(limit or there, there)
        say(f"mining {number:,} papers with both lexicons")
        papers = tables.read(PAPERS)
        found = diff_pairs(random_papers(papers, number) if number < there else papers, first, second)
    write(STDERR, f"{number:,} of {there:,} papers", found, top)
    return {
        "papers": number,
        "counts": found.counts(),
        "moves": found.by_label(),
        "changes": [change.to_json() for change in found.changes],
    }


def random_papers(papers: DataFrame, number: int) -> DataFrame:
    """So many papers, chosen by their id alone: the same ones each time, from all months."""
    chosen = papers.select("paper_id").orderBy(F.xxhash64("paper_id"), "paper_id").limit(number)
    return papers.join(chosen, "paper_id", "left_semi")


def compare_pairs(papers: DataFrame, first: Lexicon, second: Lexicon) -> DataFrame:
    """Mine papers with two lexicons in one pass and keep what differs.

    A Python function over Arrow batches, as in mining, whose text cores it runs.

    Args:
        papers: rows of `papers`.

    Returns:
        A row per pair that differs: change (see CHANGES), `pairs` 1, pair_id, paper_id, query, and the two sides
        before and after, NULL where there is no pair. Per batch and label one row more, that says how many
        pairs are the same (change `same`, no texts).
    """

    def compare_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        cores = text_core(first), text_core(second)
        for batch in batches:
            before, after = ({row["pair_id"]: row for row in core.mine(batch)[0].to_pylist()} for core in cores)
            rows = _compare(before, after, batch.column("paper_id").to_pylist())
            yield pa.RecordBatch.from_pylist(rows, schema=_ROW)

    return papers.select("paper_id", "paragraphs").mapInArrow(compare_batches, _DDL)


def _compare(before: dict[str, _Pair], after: dict[str, _Pair], paper_ids: list[str]) -> list[_Pair]:
    """Rows of `compare_pairs` for one batch, from its pairs by pair_id."""
    rows, same = [], Counter[str]()
    for pair_id, pair in (before | after).items():
        old, new = before.get(pair_id), after.get(pair_id)
        change = _change(old, new)
        if change == SAME:
            same[_label(pair)] += 1
            continue
        row = {"change": change, "pairs": 1, "pair_id": pair_id, "paper_id": paper_ids[pair["paper"]]}
        rows.append(row | {"query": pair["query"], "before": _side(old), "after": _side(new)})
    for label, pairs in same.items():
        rows.append({"change": SAME, "pairs": pairs, "before": {"label": label}, "after": {"label": label}})
    return rows


def _change(old: _Pair | None, new: _Pair | None) -> str:
    if old is None:
        return "added"
    if new is None:
        return "removed"
    if old == new:
        return SAME
    if _label(old) != _label(new):
        return "moved"
    if old["marker"] != new["marker"]:
        return "cut"
    by_line = ("marker_id", "extension")
    return "line" if any(old[name] != new[name] for name in by_line) else "flags"


def _label(pair: _Pair) -> str:
    return str(pair["kind"] or pair["move"])


def _side(pair: _Pair | None) -> dict[str, str] | None:
    return pair and {"label": _label(pair), **{name: pair[name] for name in ("marker_id", "marker", "gold")}}


@dataclass(frozen=True)
class PairChange:
    """Pairs that differ in one way by one line (or from one line to another), with a random one of them.

    before, after: the line that fires, None where there is no pair.
    cuts: marker and gold of the random pair, before and after.
    """

    change: str
    pairs: int
    before: Line | None
    after: Line | None
    paper_id: str
    query: str
    cuts: tuple[tuple[str, str] | None, tuple[str, str] | None]

    def to_json(self) -> dict[str, Any]:
        """The change as plain data."""
        sides = {"before": self.before, "after": self.after}
        return {"change": self.change, "pairs": self.pairs} | {
            name: line and {"label": line.label, "marker": line.entry.text, "place": line.place}
            for name, line in sides.items()
        }

    def __rich__(self) -> Text:
        """The change for a person."""
        lines = [line for line in (self.before, self.after) if line]
        places = dict.fromkeys(f"{line.entry.text}  {line.label}  {line.place}" for line in lines)
        text = Text.assemble(f"\n{self.pairs:>10,} {self.change}  ", (" → ".join(places), "bold"))
        text.append(f"\n{'':>11}{self.query}")
        for cut in dict.fromkeys(filter(None, self.cuts)):
            text.append(f"\n{'':>11}")
            text.append("▸ ", "dim").append(cut[0], "bold green").append(f" {cut[1]}")
        return text


@dataclass(frozen=True)
class PairDiff:
    """How the pairs of two lexicons differ: the pairs that are the same by move or kind, and the changes."""

    same: dict[str, int]
    changes: tuple[PairChange, ...]

    def counts(self) -> dict[str, int]:
        """The pairs that are the same, and those of each change."""
        counts = Counter({SAME: sum(self.same.values())})
        for change in self.changes:
            counts[change.change] += change.pairs
        return {name: counts[name] for name in (SAME, *CHANGES)}

    def by_label(self) -> dict[str, dict[str, int]]:
        """By move or kind: pairs `before` and `after`, and those of each change; a moved pair is `moved_in` to one
        move or kind and `moved_out` of another.
        """
        totals = {label: Counter(before=pairs, after=pairs) for label, pairs in self.same.items()}
        for change in self.changes:
            for side, line, moved in (("before", change.before, "moved_out"), ("after", change.after, "moved_in")):
                if line is None:
                    continue
                total = totals.setdefault(line.label, Counter())
                total[side] += change.pairs
                if change.change == "moved":
                    total[moved] += change.pairs
                elif side == "after" or change.after is None:
                    total[change.change] += change.pairs
        return {label: {name: total[name] for name in COLUMNS} for label, total in sorted(totals.items())}


COLUMNS = ("before", "after", "added", "removed", "moved_in", "moved_out", "cut", "line", "flags")


def diff_pairs(papers: DataFrame, first: Lexicon, second: Lexicon) -> PairDiff:
    """Sum up what differs. A row per line, or pair of lines, comes to the driver: the lexicons bound them."""
    sides = [
        F.col(f"{side}.{name}").alias(f"{side}_{name}")
        for side in ("before", "after")
        for name in ("label", "marker_id")
    ]
    some = F.min_by(F.struct("paper_id", "query", "before", "after"), "pair_id")
    rows = (
        compare_pairs(papers, first, second)
        .groupBy("change", *sides)
        .agg(F.sum("pairs").alias("pairs"), some.alias("some"))
        .orderBy(F.desc("pairs"), "before_marker_id", "after_marker_id", "change")
        .collect()
    )
    old, new = lines_by_id(first), lines_by_id(second)
    return PairDiff(
        same={row.before_label: row.pairs for row in rows if row.change == SAME},
        changes=tuple(
            PairChange(
                change=row.change,
                pairs=row.pairs,
                before=old.get(row.before_marker_id),
                after=new.get(row.after_marker_id),
                paper_id=row.some.paper_id,
                query=row.some.query,
                cuts=(_cut(row.some.before), _cut(row.some.after)),
            )
            for row in rows
            if row.change != SAME
        ),
    )


def _cut(side: Row | None) -> tuple[str, str] | None:
    return (side.marker, side.gold) if side else None


def write(console: Console, papers: str, diff: PairDiff, top: int) -> None:
    """The report for a person."""
    counts = diff.counts()
    console.print(f"\nPairs of {papers}: {counts.pop(SAME):,} are the same")
    for name, pairs in counts.items():
        if pairs:
            console.print(f"[bold]{pairs:>10,}[/bold] {name}: {CHANGES[name]}")
    totals = diff.by_label()
    columns = [name for name in COLUMNS if name in ("before", "after") or any(total[name] for total in totals.values())]
    table = Table("move or kind", box=None, header_style="bold")
    for name in columns:
        table.add_column(name.replace("_", " "), justify="right")
    for label, total in totals.items():
        table.add_row(label, *(f"{total[name]:,}" for name in columns))
    console.print(table)
    for change in diff.changes[:top]:
        console.print(change)
    if len(diff.changes) > top:
        console.print(f"\n  and {len(diff.changes) - top:,} smaller changes", style="dim")
