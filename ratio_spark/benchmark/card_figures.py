"""Spark: the figures of a benchmark's data card. What comes to the driver has a row per group, never one per text."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_columns import arrow_column
from ratio_spark.benchmark.split_rules import in_order
from ratio_spark.benchmark.stored import Benchmark, Stored
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES, QRELS
from ratio_spark.text.word_lists import read_word_lists

OVERLAP_BINS = 20
LONGEST = 120
"""Words from which on texts are counted together."""

_TOP = 10
_WORD = re.compile(r"\w+")

Histogram = dict[int, int]
Groups = dict[tuple[str, str], int]
"""A number by split and another key."""


@dataclass(frozen=True)
class CardFigures:
    """What a card tells.

    by_month: queries by move, month ('YYYY-MM'; the year alone where the month is not known) and split.
    undated: queries without a date.
    markers: by move the markers that most queries have, with their number; distinct_markers: how many there are.
    lengths: words (divided by white space) by what the text is: query, gold, distractor.
    overlaps: by move, pairs by the bin of their overlap (of OVERLAP_BINS, from 0 to 1); overlap_means: the mean by
        split and move. The overlap of a pair is the Jaccard similarity of its two sets of words (runs of letters and
        digits in small letters), without the commonest English words.
    licenses: queries and candidates by licence ("": none is known), of the licences that most texts have.
    papers, works: how many the queries and candidates of a split come from.
    """

    benchmark: Benchmark
    by_month: Mapping[str, Mapping[str, Mapping[str, int]]]
    undated: int
    markers: Mapping[str, list[tuple[str, int]]]
    distinct_markers: Mapping[str, int]
    lengths: Mapping[str, Histogram]
    overlaps: Mapping[str, Histogram]
    overlap_means: Mapping[tuple[str, str], float]
    licenses: Mapping[str, tuple[int, int]]
    papers: Mapping[str, int]
    works: Mapping[str, int]

    @property
    def splits(self) -> tuple[str, ...]:
        return in_order({key.split(":")[1] for key in self.benchmark.counts if key.startswith("candidates:")})

    @property
    def moves(self) -> tuple[str, ...]:
        keys = [key.split(":") for key in self.benchmark.counts if key.startswith("queries:")]
        return tuple(sorted({key[2] for key in keys if len(key) > 2}))

    def count(self, *key: str) -> int:
        """A count of the benchmark, such as `queries`, `test`, `ADDRESS`."""
        return self.benchmark.counts.get(":".join(key), 0)


def figures_of(stored: Stored) -> CardFigures:
    """Compute the figures of a benchmark."""
    queries, candidates = stored.read(BENCHMARK_QUERIES), stored.read(BENCHMARK_CANDIDATES)
    by_month, undated = _by_month(queries)
    overlaps, means = _overlaps(queries, candidates, stored.read(QRELS))
    markers, distinct = _markers(queries)
    return CardFigures(
        benchmark=stored.benchmark,
        by_month=by_month,
        undated=undated,
        markers=markers,
        distinct_markers=distinct,
        lengths=_lengths(queries, candidates),
        overlaps=overlaps,
        overlap_means=means,
        licenses=_licenses(queries, candidates),
        papers=_sources(queries, candidates, "papers"),
        works=_sources(queries, candidates, "works"),
    )


def _by_month(queries: DataFrame) -> tuple[dict[str, dict[str, dict[str, int]]], int]:
    known = F.date_format("pub_date", "yyyy-MM")
    month = F.when(F.col("date_precision").isin("day", "month"), known).when(
        F.col("date_precision") == "year", F.substring(known, 1, 4)
    )
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    undated = 0
    for row in queries.groupBy("move", month.alias("month"), "split").count().collect():
        if row.month is None:
            undated += row["count"]
        else:
            found[row.move][row.month][row.split] = row["count"]
    return {move: dict(sorted(months.items())) for move, months in sorted(found.items())}, undated


def _markers(queries: DataFrame) -> tuple[dict[str, list[tuple[str, int]]], dict[str, int]]:
    """A marker is the line of the lexicon that fired; it is shown as authors write it most."""
    named = F.coalesce("marker_id", F.lower("marker"))
    there = queries.withColumn("line", named).where(F.col("line").isNotNull())
    counted = there.groupBy("move", "line").agg(F.count("*").alias("n"), F.mode("marker", True).alias("marker"))
    distinct = {row.move: row["count"] for row in counted.groupBy("move").count().collect()}
    ranked: dict[str, list[tuple[str, int]]] = {}
    for move in sorted(distinct):
        most = counted.where(F.col("move") == move).orderBy(F.col("n").desc(), "line").limit(_TOP).collect()
        ranked[move] = [(row.marker, row.n) for row in most]
    return ranked, distinct


def _lengths(queries: DataFrame, candidates: DataFrame) -> dict[str, Histogram]:
    words = F.least(F.size(F.split("text", r"\s+")), F.lit(LONGEST)).alias("words")
    is_gold = F.exists("roles", lambda role: F.startswith(role, F.lit("gold:")))
    what = F.when(is_gold, "gold").otherwise("distractor").alias("what")
    texts = queries.select(F.lit("query").alias("what"), words).unionByName(candidates.select(what, words))
    found: dict[str, Histogram] = defaultdict(dict)
    for row in texts.groupBy("what", "words").count().orderBy("what", "words").collect():
        found[row.what][row.words] = row["count"]
    return dict(found)


def _overlaps(
    queries: DataFrame, candidates: DataFrame, qrels: DataFrame
) -> tuple[dict[str, Histogram], dict[tuple[str, str], float]]:
    asked = queries.select("split", "pair_id", F.col("text").alias("query"))
    found = candidates.select("split", "candidate_id", F.col("text").alias("gold"))
    pairs = qrels.join(asked, ["split", "pair_id"]).join(found, ["split", "candidate_id"])
    measured = pairs.select("split", "move", arrow_column(_overlap_column, "DOUBLE", "query", "gold").alias("overlap"))
    place = F.least(F.floor(F.col("overlap") * OVERLAP_BINS), F.lit(OVERLAP_BINS - 1)).cast("int")
    rows = measured.groupBy("split", "move", place.alias("bin")).agg(
        F.count("*").alias("n"), F.sum("overlap").alias("sum")
    )
    histograms: dict[str, Histogram] = defaultdict(Counter)
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0])
    for row in rows.orderBy("split", "move", "bin").collect():
        histograms[row.move][row.bin] += row.n
        sums[row.split, row.move][0] += row.sum
        sums[row.split, row.move][1] += row.n
    return dict(histograms), {key: total / number for key, (total, number) in sums.items()}


def _overlap_column(queries: pa.Array, golds: pa.Array) -> pa.Array:
    pairs = zip(queries.to_pylist(), golds.to_pylist(), strict=True)
    return pa.array([overlap(query, gold) for query, gold in pairs], pa.float64())


def overlap(query: str, gold: str) -> float:
    """The Jaccard similarity of the words of two texts, without the commonest English words; 0 where none is left.

    >>> round(overlap("The cache is slow.", "The cache is dropped."), 2)
    0.33
    """
    one, other = (set(_WORD.findall(text.lower())) - _commonest() for text in (query, gold))
    either = one | other
    return len(one & other) / len(either) if either else 0.0


@cache
def _commonest() -> frozenset[str]:
    return read_word_lists("flags.yaml")["english"]


def _licenses(queries: DataFrame, candidates: DataFrame) -> dict[str, tuple[int, int]]:
    named = F.when(F.size("licenses") > 0, F.concat_ws(" or ", "licenses")).otherwise("").alias("license")
    texts = queries.select(named, F.lit(1).alias("query"), F.lit(0).alias("candidate")).unionByName(
        candidates.select(named, F.lit(0).alias("query"), F.lit(1).alias("candidate"))
    )
    counted = texts.groupBy("license").agg(F.sum("query").alias("queries"), F.sum("candidate").alias("candidates"))
    ranked = counted.orderBy((F.col("queries") + F.col("candidates")).desc(), "license").limit(_TOP)
    return {row.license: (row.queries, row.candidates) for row in ranked.collect()}


def _sources(queries: DataFrame, candidates: DataFrame, name: str) -> dict[str, int]:
    """How many papers, or works, the texts of a split come from."""
    of_queries, of_candidates = (rows.select("split", F.explode(name).alias("id")) for rows in (queries, candidates))
    both = of_queries.unionByName(of_candidates)
    rows = both.groupBy("split").agg(F.count_distinct("id").alias("n")).collect()
    return {row.split: row.n for row in rows}
