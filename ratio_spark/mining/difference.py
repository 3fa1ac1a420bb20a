"""What changed between two published states of a root: papers and pairs, by move and marker, with samples."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.tables.schemas import DISTRACTORS, GOLDS, PAPERS, QUERIES, Table

ADDED, REMOVED, CHANGED = WHAT = ("added", "removed", "changed")
_SAMPLES = 3
# All that a reader of a pair sees. A hash over two arrays in a row is the same wherever the first one ends.
_SEEN = ("label", "marker_id", "marker", "extension", "query_flags", "query", "gold_flags", "gold")
PAIR = ("pair_id", *_SEEN)
_COUNTED = ("pair_id", "label", "marker_id", "marker")

Tables = Callable[[Table], DataFrame]
"""The rows of a table in one state of a root."""


@dataclass(frozen=True)
class Change:
    """How many pairs of one lexicon line were added, removed or changed, and one of them.

    label: the move, or the kind of a distractor.
    """

    label: str
    marker_id: str
    marker: str
    what: str
    pairs: int
    pair_id: str


@dataclass(frozen=True)
class Sample:
    """A pair that was added, removed or changed, as it stands now (removed: as it stood)."""

    what: str
    label: str
    query: str
    marker: str
    gold: str


@dataclass(frozen=True)
class Difference:
    """papers: how many were added, removed and changed; changes: one row per lexicon line and kind of change."""

    papers: dict[str, int]
    changes: tuple[Change, ...]
    samples: tuple[Sample, ...]

    def pairs(self, label: str | None = None) -> dict[str, int]:
        """How many pairs were added, removed and changed, of one label or of all."""
        of_label = [change for change in self.changes if label in (None, change.label)]
        return {what: sum(change.pairs for change in of_label if change.what == what) for what in WHAT}

    @property
    def labels(self) -> list[str]:
        return sorted({change.label for change in self.changes})


def find_difference(old: DataFrame | None, new: DataFrame, papers: dict[str, int]) -> Difference:
    """Compare the pairs of two states, or of the papers that differ between them.

    Args:
        old, new: pairs in the columns `PAIR`; None stands for no pairs.
        papers: how many papers were added, removed and changed.
    """
    # As many rows as lexicon lines fired, at most three times.
    lines = (
        _compared(old, new)
        .groupBy("label", "marker_id", "what")
        .agg(
            F.mode(F.lower("marker"), deterministic=True).alias("marker"),
            F.count("*").alias("pairs"),
            F.min("pair_id").alias("pair_id"),
        )
    )
    changes = sorted(
        (Change(row.label, row.marker_id, row.marker, row.what, row.pairs, row.pair_id) for row in lines.collect()),
        key=lambda change: (-change.pairs, change.label, change.marker_id, change.what),
    )
    return Difference(papers, tuple(changes), tuple(_samples(old, new, changes)))


def _compared(old: DataFrame | None, new: DataFrame) -> DataFrame:
    """pair_id, label, marker_id, marker and `what` of the pairs that were added, removed or changed."""
    if old is None:
        return new.select(*_COUNTED, F.lit(ADDED).alias("what"))
    seen = F.xxhash64(*_SEEN).alias("seen")
    before, after = (pairs.select(*_COUNTED, seen).alias(name) for pairs, name in ((old, "old"), (new, "new")))
    both = before.join(after, F.expr("old.pair_id = new.pair_id"), "full_outer")
    what = (
        F.when(F.col("old.pair_id").isNull(), ADDED)
        .when(F.col("new.pair_id").isNull(), REMOVED)
        .when(F.col("old.seen") != F.col("new.seen"), CHANGED)
    )
    either = [F.coalesce(F.col(f"new.{name}"), F.col(f"old.{name}")).alias(name) for name in _COUNTED]
    return both.select(*either, what.alias("what")).where(F.col("what").isNotNull())


def find_paper_difference(before: Tables, after: Tables) -> dict[str, int]:
    """How many papers were added, removed and changed."""
    columns = ["paper_id", "content_hash"]
    old, new = (tables(PAPERS).select(columns) for tables in (before, after))
    both = old.alias("old").join(new.alias("new"), F.expr("old.paper_id = new.paper_id"), "full_outer")
    is_changed = F.col("old.content_hash") != F.col("new.content_hash")
    figures = both.agg(
        F.count_if(F.col("old.paper_id").isNull()).alias(ADDED),
        F.count_if(F.col("new.paper_id").isNull()).alias(REMOVED),
        F.count_if(is_changed).alias(CHANGED),
    ).collect()[0]
    return {what: figures[what] for what in WHAT}


def pairs_of(tables: Tables) -> DataFrame:
    """The pairs that tables hold, in the columns `PAIR`."""
    golds = tables(GOLDS).select("pair_id", F.col("text").alias("gold"), F.col("flags").alias("gold_flags"))
    queries = tables(QUERIES).withColumnsRenamed({"move": "label", "text": "query", "flags": "query_flags"})
    renamed = {"kind": "label", "previous": "query", "text": "gold", "flags": "gold_flags"}
    others = tables(DISTRACTORS).withColumnsRenamed(renamed).withColumn("query_flags", F.lit(None))
    return queries.join(golds, "pair_id", "left").select(*PAIR).unionByName(others.select(*PAIR))


def _samples(old: DataFrame | None, new: DataFrame, changes: Iterable[Change]) -> list[Sample]:
    chosen: dict[str, Change] = {}
    for what in WHAT:
        few = [change for change in changes if change.what == what][:_SAMPLES]
        chosen |= {change.pair_id: change for change in few}
    frames = []
    for pairs, is_old in ((old, True), (new, False)):
        ids = [pair_id for pair_id, change in chosen.items() if (change.what == REMOVED) == is_old]
        if pairs is not None and ids:
            frames += [pairs.where(F.col("pair_id").isin(ids)).select("pair_id", "query", "marker", "gold")]
    rows: list[Any] = reduce(DataFrame.unionByName, frames).collect() if frames else []
    samples = [
        Sample(chosen[row.pair_id].what, chosen[row.pair_id].label, row.query, row.marker, row.gold) for row in rows
    ]
    return sorted(samples, key=attrgetter("what", "label", "query"))
