"""Spark: what every benchmark promises, each promise as the rows that break it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_columns import arrow_column, key_column, rest_keys_column
from ratio_spark.benchmark.left_markers import opens_with_marker
from ratio_spark.benchmark.near_pairs import near_pairs
from ratio_spark.text.lexicon import Lexicon

OFFENDER = "offender"
"""The one column of the rows that break a promise: what is wrong, in a few words."""

_QUERY, _CANDIDATE = ["split", "pair_id"], ["split", "candidate_id"]
_BOTH = ["split", "pair_id", "candidate_id"]
_GOLD = "gold:"


@dataclass(frozen=True)
class Contents:
    """The rows of a benchmark, in the columns of its tables."""

    queries: DataFrame
    candidates: DataFrame
    qrels: DataFrame
    exclusions: DataFrame


def repeated_ids(rows: Contents) -> DataFrame:
    """Ids that stand for two queries, two candidates, two judgments or two exclusions of a split."""
    keyed = ((rows.queries, _QUERY), (rows.candidates, _CANDIDATE), (rows.qrels, _BOTH), (rows.exclusions, _BOTH))
    names = ("query", "candidate", "judgment", "exclusion")
    return _all(
        _told(table.groupBy(*key).count().where("count > 1"), f"{name} twice:", *key)
        for name, (table, key) in zip(names, keyed, strict=True)
    )


def missing_judgments(rows: Contents) -> DataFrame:
    """Queries without a gold, judgments of what is not there, roles and moves that the judgments do not bear out."""
    qrels, with_move = rows.qrels, rows.qrels.withColumn("role", F.concat(F.lit(_GOLD), "move"))
    roles = rows.candidates.select(*_CANDIDATE, F.explode("roles").alias("role"))
    of_golds = roles.where(F.startswith("role", F.lit(_GOLD)))
    other_move = qrels.join(rows.queries.select(*_QUERY, F.col("move").alias("of_query")), _QUERY)
    in_pool = with_move.join(rows.candidates, _CANDIDATE, "semi")
    return _all([
        _told(rows.queries.join(qrels, _QUERY, "anti"), "query without a gold:", *_QUERY),
        _told(qrels.join(rows.queries, _QUERY, "anti"), "judgment of no query:", *_QUERY),
        _told(qrels.join(rows.candidates, _CANDIDATE, "anti"), "gold that is not in the pool:", *_CANDIDATE),
        _told(other_move.where("move <> of_query"), "judgment of another move than its query:", *_QUERY),
        _told(in_pool.join(of_golds, [*_CANDIDATE, "role"], "anti"), "gold without the role:", *_CANDIDATE, "role"),
        _told(of_golds.join(with_move, [*_CANDIDATE, "role"], "anti"), "role without a judgment:", *_CANDIDATE, "role"),
    ])  # fmt: skip


def without_shared_pool(rows: Contents) -> Contents:
    """The rows without the candidates that stand in several splits under one id and are no gold where they stand."""
    shared = rows.candidates.groupBy("candidate_id").agg(F.count_distinct("split").alias("splits")).where("splits > 1")
    free = rows.candidates.join(shared, "candidate_id", "left_anti")
    golds = rows.candidates.join(shared, "candidate_id", "left_semi").join(rows.qrels, _CANDIDATE, "left_semi")
    return replace(rows, candidates=free.unionByName(golds))


def texts_by_key(rows: Contents) -> DataFrame:
    """All texts of the queries and candidates, those that fold to the same as one row.

    Returns:
        id (folding.text_key), splits, sorted; first, the smallest split and id of those; text, any of them.
    """
    queries = rows.queries.select("split", F.concat(F.lit("query "), "pair_id").alias("name"), "text")
    candidates = rows.candidates.select("split", F.concat(F.lit("candidate "), "candidate_id").alias("name"), "text")
    keyed = queries.unionByName(candidates).withColumn("id", key_column("text"))
    return keyed.groupBy("id").agg(
        F.array_sort(F.collect_set("split")).alias("splits"),
        F.min(F.concat_ws(" ", "split", "name")).alias("first"),
        F.any_value("text").alias("text"),
    )


def copies_across_splits(texts: DataFrame) -> DataFrame:
    """Texts that stand in several splits; of `texts_by_key`."""
    return _told(
        texts.where(F.size("splits") > 1).withColumn("where", F.concat_ws(", ", "splits")), "", "first", "where"
    )


def queries_across_splits(rows: Contents, texts: DataFrame) -> DataFrame:
    """Queries of which a text of another split is all but the opener; `texts` of `texts_by_key`."""
    rests = rows.queries.select("split", "pair_id", F.explode(rest_keys_column("text")).alias("id"))
    there = texts.select("id", "splits", F.col("first").alias("text_of"))
    elsewhere = F.array_except("splits", F.array("split"))
    found = rests.join(there, "id").where(F.size(elsewhere) > 0).withColumn("where", F.concat_ws(", ", elsewhere))
    return _told(found.groupBy("split", "pair_id").agg(F.min("where").alias("where")), "", *_QUERY, "where")


def near_copies_across_splits(texts: DataFrame, near: Fraction) -> DataFrame:
    """Pairs of texts of two splits that are near-copies; of `texts_by_key`."""
    apart = "one.id < other.id AND (one.splits <> other.splits OR size(one.splits) > 1)"
    pairs = near_pairs(texts.select("id", "splits", "text"), apart, near)
    for side in ("one", "other"):
        pairs = pairs.join(texts.select(F.col("id").alias(side), F.col("first").alias(f"{side}_first")), side)
    both = F.array_join(F.array_sort(F.array("one_first", "other_first")), " and ")
    return pairs.select(both.alias(OFFENDER))


def torn_works(rows: Contents) -> DataFrame:
    """Works that stand in several splits."""
    of_queries, of_candidates = (
        table.select("split", F.explode("works").alias("work_id")) for table in (rows.queries, rows.candidates)
    )
    splits = (
        of_queries.unionByName(of_candidates)
        .groupBy("work_id")
        .agg(F.array_sort(F.collect_set("split")).alias("splits"))
    )
    torn = splits.where(F.size("splits") > 1).withColumn("where", F.concat_ws(", ", "splits"))
    return _told(torn, "", "work_id", "where")


def golds_with_marker(rows: Contents, lexicon: Lexicon) -> DataFrame:
    """Golds that open with a marker of a move: it tells what they are golds of."""

    def opens(texts: pa.Array) -> pa.Array:
        return pa.array(map(opens_with_marker(lexicon), texts.to_pylist()), pa.bool_())

    is_gold = F.exists("roles", lambda role: F.startswith(role, F.lit(_GOLD)))
    golds = rows.candidates.where(is_gold)
    return _told(golds.where(arrow_column(opens, "BOOLEAN", "text")), "", *_CANDIDATE)


def excluded_golds(rows: Contents) -> DataFrame:
    """Exclusions of a gold of the query, or of what is not there."""
    return _all([
        _told(rows.exclusions.join(rows.qrels, _BOTH, "semi"), "gold that is excluded:", *_BOTH),
        _told(rows.exclusions.join(rows.queries, _QUERY, "anti"), "exclusion for no query:", *_QUERY),
        _told(rows.exclusions.join(rows.candidates, _CANDIDATE, "anti"), "exclusion of no candidate:", *_CANDIDATE),
    ])  # fmt: skip


def other_exclusions(found: DataFrame, rows: Contents) -> DataFrame:
    """Exclusions that are missing or too many, measured by those that `exclusions_of` finds."""
    key = [*_BOTH, "reason"]
    return _all([
        _told(found.join(rows.exclusions, key, "anti"), "missing:", *key),
        _told(rows.exclusions.join(found, key, "anti"), "unfounded:", *key),
    ])  # fmt: skip


def _told(rows: DataFrame, what: str, *columns: str) -> DataFrame:
    words: list[Column | str] = [F.lit(what)] if what else []
    return rows.select(F.concat_ws(" ", *words, *columns).alias(OFFENDER))


def _all(frames: Iterable[DataFrame]) -> DataFrame:
    union: Callable[[DataFrame, DataFrame], DataFrame] = DataFrame.unionByName
    return reduce(union, frames)
