"""Spark: the rows of a benchmark that an export takes, by the licences of their texts, and the texts it passes on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_stream import stream
from ratio_spark.benchmark.exports import contents
from ratio_spark.benchmark.stored import Stored
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES, EXCLUSIONS, QRELS

_MAY_PASS = "may_pass"
_TEXTS = "array<struct<candidate_id: string, text: string>>"
_QUERY, _CANDIDATE = ["split", "pair_id"], ["split", "candidate_id"]


@dataclass(frozen=True)
class Passing:
    """Which texts are passed on.

    licenses: in small letters, those whose texts are; (): with `is_ids_only` none, else all. A text that stands in
        several papers needs one of them to have such a licence.
    is_ids_only: a text that is not passed on leaves its row, which keeps the hash; else the row leaves the export,
        and with it a query that has lost all of its golds.
    """

    licenses: tuple[str, ...] = ()
    is_ids_only: bool = False

    @property
    def may_pass(self) -> Column:
        if not self.licenses:
            return F.lit(not self.is_ids_only)
        return F.exists("licenses", lambda name: F.lower(name).isin(*self.licenses))

    @property
    def drops_rows(self) -> bool:
        return bool(self.licenses) and not self.is_ids_only


class TableContents:
    """The contents of an export (`contents.Contents`), read from the tables.

    Args:
        splits: those that are exported.
        negatives: of a query in its training example, at most.
    """

    def __init__(self, stored: Stored, splits: Sequence[str], passing: Passing, negatives: int = 0) -> None:
        self._stored, self._splits, self._negatives = stored, splits, negatives
        may_pass = F.coalesce(passing.may_pass, F.lit(False))
        self._queries = stored.read(BENCHMARK_QUERIES).withColumn(_MAY_PASS, may_pass)
        self._candidates = stored.read(BENCHMARK_CANDIDATES).withColumn(_MAY_PASS, may_pass)
        self._qrels, self._exclusions = stored.read(QRELS), stored.read(EXCLUSIONS)
        if passing.drops_rows:
            self._drop_rows()

    def _drop_rows(self) -> None:
        self._candidates = self._candidates.where(_MAY_PASS)
        there = self._candidates.select(*_CANDIDATE)
        of_queries = self._queries.where(_MAY_PASS)
        self._qrels = self._qrels.join(of_queries, _QUERY, "semi").join(there, _CANDIDATE, "semi")
        self._queries = of_queries.join(self._qrels, _QUERY, "semi")
        self._exclusions = self._exclusions.join(self._queries, _QUERY, "semi").join(there, _CANDIDATE, "semi")

    def not_passed_on(self) -> tuple[dict[str, int], dict[str, int]]:
        """By table, the rows that are left out, and the texts that are withheld of rows that are not."""
        kept = {"queries": self._queries, "candidates": self._candidates, "qrels": self._qrels}
        tables = {"queries": BENCHMARK_QUERIES, "candidates": BENCHMARK_CANDIDATES, "qrels": QRELS}
        in_splits = F.col("split").isin(*self._splits)
        left_out, withheld = {}, {}
        for name, rows in kept.items():
            left_out[name] = self._stored.read(tables[name]).where(in_splits).count() - rows.where(in_splits).count()
            if name != "qrels":
                withheld[name] = rows.where(in_splits & ~F.col(_MAY_PASS)).count()
        return left_out, withheld

    def queries(self, split: str) -> Iterator[pa.RecordBatch]:
        return stream(_texts(self._queries, split).orderBy("pair_id"), contents.QUERIES)

    def candidates(self, split: str) -> Iterator[pa.RecordBatch]:
        return stream(_texts(self._candidates, split).orderBy("candidate_id"), contents.CANDIDATES)

    def qrels(self, split: str) -> Iterator[pa.RecordBatch]:
        return stream(_of(self._qrels, split).orderBy("pair_id", "candidate_id"), contents.QRELS)

    def exclusions(self, split: str) -> Iterator[pa.RecordBatch]:
        moves = self._queries.select(*_QUERY, "move")
        rows = _of(self._exclusions.join(moves, _QUERY), split)
        return stream(rows.orderBy("pair_id", "candidate_id", "reason"), contents.EXCLUSIONS)

    def examples(self, split: str) -> Iterator[pa.RecordBatch]:
        queries = _of(self._queries, split).select("pair_id", "move", "papers", F.col("text").alias("anchor"))
        candidates = _of(self._candidates, split).select("candidate_id", "papers", "text")
        golds = _of(self._qrels, split).select("pair_id", "candidate_id")
        examples = queries.join(_listed(golds.join(candidates, "candidate_id"), "positives", F.lit(0)), "pair_id")
        if self._negatives:
            excluded = _of(self._exclusions, split).select("pair_id", "candidate_id")
            asked = queries.select("pair_id", F.explode("papers").alias("paper_id"))
            there = candidates.select("candidate_id", "text", F.explode("papers").alias("paper_id"))
            of_papers = asked.join(there, "paper_id").select("pair_id", "candidate_id", "text").distinct()
            free = of_papers.join(golds.unionByName(excluded), ["pair_id", "candidate_id"], "anti")
            drawn = F.xxhash64("pair_id", "candidate_id")
            examples = examples.join(_listed(free, "negatives", drawn, self._negatives), "pair_id", "left")
        else:
            examples = examples.withColumn("negatives", F.lit(None))
        negatives = F.coalesce(F.col("negatives").cast(_TEXTS), F.array().cast(_TEXTS))
        return stream(examples.withColumn("negatives", negatives).orderBy("pair_id"), contents.EXAMPLES)


def _of(rows: DataFrame, split: str) -> DataFrame:
    return rows.where(F.col("split") == split).drop("split")


def _texts(rows: DataFrame, split: str) -> DataFrame:
    hashed = {"characters": F.length("text"), "sha256": F.sha2("text", 256)}
    return _of(rows, split).withColumns(hashed).withColumn("text", F.when(F.col(_MAY_PASS), F.col("text")))


def _listed(rows: DataFrame, name: str, order: Column, most: int | None = None) -> DataFrame:
    """The candidates of each query as a list, in an order and then by id, at most so many."""
    one = F.struct(order.alias("order"), "candidate_id", "text")
    found = F.array_sort(F.collect_list(one))
    kept = F.slice(found, 1, most) if most else found
    return rows.groupBy("pair_id").agg(kept.alias(name)).withColumn(name, F.transform(name, _without_order))


def _without_order(listed: Column) -> Column:
    return F.struct(*[listed[name].alias(name) for name in ("candidate_id", "text")])
