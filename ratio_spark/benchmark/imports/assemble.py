"""Spark: the rows of a published benchmark as those of the benchmark tables, refused where they do not fit together."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.benchmark.imports.raw import (
    CANDIDATE,
    EXCLUSION,
    FAULT,
    GOLD,
    QREL,
    QUERY,
    RAW_DDL,
    Source,
    batched,
)
from ratio_spark.benchmark.split_rules import SPLITS
from ratio_spark.benchmark.writing import Rows
from ratio_spark.errors import DataContractError
from ratio_spark.tables.schemas import LISTS_OF_QUERIES

_QUERY_KEY, _CANDIDATE_KEY = ["split", "pair_id"], ["split", "candidate_id"]
_UNKNOWN = "distractor:unknown"
_PLACE = ("file", "line")
_QUERY_VALUES = ("move", "paper_id", "work_id", "pub_date", "date_precision", "marker", "marker_id", "section",
                 "paragraph", "sentence", "license", "text")  # fmt: skip

ReadRows = Callable[[Source], Iterator[Mapping[str, Any]]]


@dataclass(frozen=True)
class Left:
    """What an import does not take over as it is: counts by what was done."""

    queries_named_by_move: int
    queries_without_gold: int
    judged_irrelevant: int
    same_candidates: int
    golds_added: int


def read_raw(spark: SparkSession, sources: Sequence[Source], rows: ReadRows) -> DataFrame:
    """The rows of all files, each file in a task; a file that cannot be read to its end gives a row of kind FAULT."""

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column("id").to_pylist():
                try:
                    yield from batched(rows(sources[number]))
                except DataContractError as error:
                    yield from batched([{"kind": FAULT, "file": sources[number].path, "text": str(error)}])

    return spark.range(0, len(sources), 1, len(sources)).mapInArrow(read, RAW_DDL)


def has_ids_of_several_moves(raw: DataFrame) -> bool:
    """Whether one id stands for queries of several moves: the subsets of a data set may number theirs alike."""
    known = raw.where(F.col("kind").isin(QUERY, QREL) & F.col("move").isNotNull())
    moves = known.groupBy("pair_id").agg(F.min("move").alias("one"), F.max("move").alias("other"))
    return moves.where("one <> other").limit(1).count() > 0


def named_by_move(raw: DataFrame) -> DataFrame:
    """The rows with `MOVE:id` for the id of a query, wherever its move is said.

    A query of no move that is judged under several is one of each.
    """
    moves = raw.where((F.col("kind") == QREL) & F.col("move").isNotNull()).select("pair_id", F.col("move").alias("of"))
    of_no_move = (F.col("kind") == QUERY) & F.col("move").isNull()
    spread = raw.where(of_no_move).join(moves.distinct(), "pair_id", "left").withColumn("move", F.col("of")).drop("of")
    rows = raw.where(~of_no_move).unionByName(spread)
    name = F.concat("move", F.lit(":"), "pair_id")
    return rows.withColumn("pair_id", F.when(F.col("move").isNull(), F.col("pair_id")).otherwise(name))


class Assembly:
    """A published benchmark in the making.

    Args:
        raw: of `read_raw`; it is read many times.
        splits: only these; (): all that its judgments name.
        move: of queries of which nothing says one.
    """

    def __init__(self, raw: DataFrame, splits: Sequence[str], move: str) -> None:
        self._refuse_first(raw.where(F.col("kind") == FAULT), F.col("text"), named=False)
        self._is_named_by_move = has_ids_of_several_moves(raw)
        self._raw = named_by_move(raw) if self._is_named_by_move else raw
        judged = self._of(QREL)
        self._judged = judged.where(F.col("split").isin(*splits)) if splits else judged
        self.splits = self._splits(splits)
        self._golds = self._judged.where(F.col("relevance") > 0)
        self._queries = self._query_rows(move)
        self._pool = self._spread(self._of(CANDIDATE, GOLD))

    def _splits(self, wanted: Sequence[str]) -> list[str]:
        there = sorted(row.split for row in self._judged.select("split").distinct().collect())
        missing = [split for split in wanted if split not in there]
        if missing or not there:
            raise DataContractError(f"no judgment of the split {missing[0]}" if missing else "there is no judgment")
        other = F.concat(F.lit("judges a split '"), "split", F.lit(f"', which is none of {', '.join(SPLITS)}: name "
                         "those to take with --split, or rename it"))  # fmt: skip
        self._refuse_first(self._judged.where(~F.col("split").isin(*SPLITS)), other)
        return there

    def rows(self) -> Rows:
        """The rows of the benchmark.

        Raises:
            DataContractError: an id stands for two texts, or a judgment for a query or candidate that is not there;
                the message names the file and line.
        """
        self._refuse_double(self._of(QUERY), ["split", "pair_id"], "query")
        self._refuse_double(self._pool, _CANDIDATE_KEY, "candidate")
        self._refuse_dangling(self._queries, _QUERY_KEY, "query")
        self._refuse_dangling(self._pool, _CANDIDATE_KEY, "candidate")
        moves = self._queries.select(*_QUERY_KEY, F.col("move").alias("of_query"))
        qrels = self._golds.join(moves, _QUERY_KEY).groupBy(*_QUERY_KEY, "candidate_id").agg(
            F.first("of_query").alias("move"), F.max("relevance").alias("relevance")
        )  # fmt: skip
        return Rows(self._queries, self._candidate_rows(qrels), qrels, self._exclusions())

    def left(self) -> Left:
        """What was not taken over as it is."""
        asked = self._of(QUERY).select("pair_id").distinct()
        in_pool = self._pool.groupBy(*_CANDIDATE_KEY).agg(
            F.count_if(F.col("kind") == CANDIDATE).alias("rows"), F.count_if(F.col("kind") == GOLD).alias("golds")
        )
        merged = F.coalesce(F.sum(F.greatest(F.col("rows") - 1, F.lit(0))), F.lit(0))
        row = in_pool.agg(merged.alias("merged"), F.count_if(F.col("rows") == 0).alias("added")).collect()[0]
        return Left(
            queries_named_by_move=self._queries.count() if self._is_named_by_move else 0,
            queries_without_gold=asked.join(self._golds, "pair_id", "anti").count() if not self._is_partial() else 0,
            judged_irrelevant=self._judged.where(F.col("relevance") <= 0).count(),
            same_candidates=row.merged,
            golds_added=row.added,
        )

    def _is_partial(self) -> bool:
        """Whether only some splits are taken, so that queries of others have no gold here."""
        return self._of(QREL).where(~F.col("split").isin(*self.splits)).limit(1).count() > 0

    def _of(self, *kinds: str) -> DataFrame:
        return self._raw.where(F.col("kind").isin(*kinds))

    def _query_rows(self, move: str) -> DataFrame:
        """A row per query and split in which it has a gold."""
        golds = self._golds.groupBy("pair_id", F.col("split").alias("of_gold")).agg(F.max("move").alias("gold_move"))
        asked = (
            self._of(QUERY).join(golds, "pair_id").where(F.coalesce(F.col("split") == F.col("of_gold"), F.lit(True)))
        )
        said = asked.withColumns(
            {"split": F.col("of_gold"), "move": F.coalesce("move", "gold_move", F.lit(move))}
        ).withColumn("date_precision", F.coalesce("date_precision", F.lit("none")))
        values = [F.min_by(name, F.struct(*_PLACE)).alias(name) for name in _QUERY_VALUES]
        merged = said.groupBy(*_QUERY_KEY).agg(*values, *[_union(name) for name in ("flags", *LISTS_OF_QUERIES)])
        merged = merged.withColumn("work_id", F.coalesce("work_id", "paper_id"))
        return merged.withColumns(
            {name: F.array_distinct(F.array_compact(F.array_sort(F.array_append(name, F.col(one)))))
             for name, one in LISTS_OF_QUERIES.items()}
        )  # fmt: skip

    def _spread(self, rows: DataFrame) -> DataFrame:
        """Candidates in every split that they are for."""
        every = F.lit(self.splits)
        splits = F.when(F.col("split").isNull(), every).otherwise(F.array_intersect(F.array("split"), every))
        return rows.withColumn("split", F.explode(splits))

    def _candidate_rows(self, qrels: DataFrame) -> DataFrame:
        roles = qrels.groupBy(*_CANDIDATE_KEY).agg(F.collect_set(F.concat(F.lit("gold:"), "move")).alias("gold_roles"))
        lists = [_union(name) for name in ("roles", "papers", "works", "markers", "licenses", "flags")]
        values = [F.min("pub_date").alias("pub_date"), F.min_by("text", F.struct(*_PLACE)).alias("text")]
        merged = self._pool.groupBy(*_CANDIDATE_KEY).agg(*values, *lists).join(roles, _CANDIDATE_KEY, "left")
        others = F.filter("roles", lambda role: ~F.startswith(role, F.lit("gold:")))
        said = F.array_sort(F.array_union(F.coalesce("gold_roles", F.array().cast("array<string>")), others))
        with_roles = merged.withColumn("roles", F.when(F.size(said) > 0, said).otherwise(F.array(F.lit(_UNKNOWN))))
        works = F.when(F.size("works") > 0, F.col("works")).otherwise(F.col("papers"))
        return with_roles.withColumn("works", works).drop("gold_roles")

    def _exclusions(self) -> DataFrame | None:
        """The excluded candidates that the benchmark names; None where it has no such file."""
        if not self._of(EXCLUSION).limit(1).count():
            return None
        rows = self._of(EXCLUSION).where(F.col("split").isin(*self.splits))
        merged = rows.groupBy(*_QUERY_KEY, "candidate_id").agg(F.min("reason").alias("reason"))
        return merged.join(self._queries, _QUERY_KEY, "semi").join(self._pool, _CANDIDATE_KEY, "semi")

    def _refuse_double(self, rows: DataFrame, key: list[str], what: str) -> None:
        same = rows.groupBy(*key).agg(
            F.min("text").alias("one"), F.max("text").alias("other"), F.max(F.struct(*_PLACE)).alias("place")
        )
        double = same.where(F.col("one") != F.col("other")).select("place.file", "place.line", key[1])
        why = F.concat(F.lit(f"the {what} "), key[1], F.lit(" is there before with another text"))
        self._refuse_first(double, why)

    def _refuse_dangling(self, there: DataFrame, key: list[str], what: str) -> None:
        several = " under the name of one move" if self._is_named_by_move and what == "query" else ""
        why = F.concat(F.lit(f"the {what} "), key[1], F.lit(f" is not there{several}"))
        self._refuse_first(self._golds.join(there, key, "anti"), why)

    @staticmethod
    def _refuse_first(rows: DataFrame, why: Column, named: bool = True) -> None:
        found = rows.select("file", "line", why.alias("why")).orderBy("file", "line").limit(1).collect()
        if found:
            place = f"{found[0].file}:{found[0].line}: " if named else ""
            raise DataContractError(f"{place}{found[0].why}")


def _union(name: str) -> Column:
    """The values of a list column over all rows of a group, each once, sorted."""
    lists = F.collect_list(F.coalesce(name, F.array().cast("array<string>")))
    return F.array_sort(F.array_distinct(F.flatten(lists))).alias(name)
