"""What changed between two published states of a root: papers and pairs, by move and marker, with samples."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.tables.schemas import DISTRACTORS, GOLDS, PAPERS, QUERIES, Table

ADDED, REMOVED, CHANGED = WHAT = ("added", "removed", "changed")
_SAMPLES = 3
_SEEN = ("label", "marker_id", "marker", "extension", "flags", "gold_flags", "text")

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


def find_difference(before: Tables, after: Tables, papers: dict[str, int], months: Sequence[str] | None) -> Difference:
    """Compare the pairs of two states.

    Args:
        papers: how many papers were added, removed and changed.
        months: outside these months both states are known to be the same; None compares all.
    """
    old, new = (_pairs(tables, months) for tables in (before, after))
    both = old.alias("old").join(new.alias("new"), F.expr("old.pair_id = new.pair_id"), "full_outer")
    what = (
        F.when(F.col("old.pair_id").isNull(), ADDED)
        .when(F.col("new.pair_id").isNull(), REMOVED)
        .when(F.col("old.seen") != F.col("new.seen"), CHANGED)
    )
    columns = {name: F.coalesce(F.col(f"new.{name}"), F.col(f"old.{name}")) for name in ("label", "marker_id")}
    found = both.select(
        *[value.alias(name) for name, value in columns.items()],
        F.lower(F.coalesce("new.marker", "old.marker")).alias("marker"),
        F.coalesce("new.pair_id", "old.pair_id").alias("pair_id"),
        what.alias("what"),
    ).where(F.col("what").isNotNull())
    # As many rows as lexicon lines fired, at most three times.
    lines = found.groupBy("label", "marker_id", "what").agg(
        F.mode("marker", deterministic=True).alias("marker"),
        F.count("*").alias("pairs"),
        F.min("pair_id").alias("pair_id"),
    )
    changes = sorted(
        (Change(row.label, row.marker_id, row.marker, row.what, row.pairs, row.pair_id) for row in lines.collect()),
        key=lambda change: (-change.pairs, change.label, change.marker_id, change.what),
    )
    return Difference(papers, tuple(changes), tuple(_samples(before, after, changes)))


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


def _pairs(tables: Tables, months: Sequence[str] | None) -> DataFrame:
    """pair_id, label, marker_id, marker and `seen`, the hash of all that a reader of the pair sees."""

    def of(table: Table) -> DataFrame:
        rows = tables(table)
        return rows if months is None else rows.where(F.col("pub_month").isin(list(months)))

    golds = of(GOLDS).select("pair_id", F.col("flags").alias("gold_flags"))
    pairs = of(QUERIES).withColumnRenamed("move", "label").join(golds, "pair_id", "left")
    distractors = of(DISTRACTORS).withColumnRenamed("kind", "label")
    others = distractors.withColumn("gold_flags", F.lit(None).cast("array<string>"))
    shown: list[Column | str] = ["pair_id", "label", "marker_id", "marker", F.xxhash64(*_SEEN).alias("seen")]
    return pairs.select(shown).unionByName(others.select(shown))


def _samples(before: Tables, after: Tables, changes: Iterable[Change]) -> list[Sample]:
    chosen: dict[str, Change] = {}
    for what in WHAT:
        few = [change for change in changes if change.what == what][:_SAMPLES]
        chosen |= {change.pair_id: change for change in few}
    frames = []
    for tables, is_old in ((before, True), (after, False)):
        ids = [pair_id for pair_id, change in chosen.items() if (change.what == REMOVED) == is_old]
        if ids:
            frames += [_texts(tables, ids)]
    rows: list[Any] = reduce(DataFrame.unionByName, frames).collect() if frames else []
    samples = [
        Sample(chosen[row.pair_id].what, chosen[row.pair_id].label, row.query, row.marker, row.gold) for row in rows
    ]
    return sorted(samples, key=attrgetter("what", "label", "query"))


def _texts(tables: Tables, ids: Sequence[str]) -> DataFrame:
    is_chosen = F.col("pair_id").isin(list(ids))
    golds = tables(GOLDS).where(is_chosen).select("pair_id", F.col("text").alias("gold"))
    queries = tables(QUERIES).where(is_chosen).select("pair_id", F.col("text").alias("query"), "marker")
    distractors = tables(DISTRACTORS).where(is_chosen)
    others = distractors.select("pair_id", F.col("previous").alias("query"), "marker", F.col("text").alias("gold"))
    return queries.join(golds, "pair_id").unionByName(others)
