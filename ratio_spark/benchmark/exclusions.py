"""Spark: the candidates that a query must not be judged by: its `self` and the `twin`s of its golds.

Nearly every sentence that opens with a marker stands in the pool without it. Where it is a query too, the pool holds
all of the query but its opener: the most similar candidate by any measure, and no answer.
"""

from fractions import Fraction

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_columns import key_column, rest_keys_column
from ratio_spark.benchmark.near_pairs import near_pairs
from ratio_spark.benchmark.similarity import NEAR

SELF, TWIN = "self", "twin"
REASONS = (SELF, TWIN)

_ROW = ("split", "pair_id", "candidate_id", "reason")


def exclusions_of(
    queries: DataFrame, candidates: DataFrame, qrels: DataFrame, near: Fraction | float = NEAR
) -> DataFrame:
    """The exclusions of a benchmark. A gold of the query is never one; a candidate that is both is a self.

    A self is a candidate with the text of the query, whole or behind one of its first commas: a marker ends with its
    comma. So it is found in a benchmark that does not tell where its sentences stood, and where the sentence stands
    in another version of the paper; the candidate of its own sentence is among them, for the pool holds that text.

    Args:
        queries: pair_id, split, text.
        candidates: candidate_id, split, text; a text once per split.
        qrels: pair_id, candidate_id, split.
        near: the Jaccard similarity from which on texts are near-copies.

    Returns:
        split, pair_id, candidate_id, reason (SELF or TWIN).
    """
    golds = qrels.select("split", "pair_id", "candidate_id")
    found = _selves(queries, candidates).unionByName(_twins(golds, candidates, Fraction(str(near))))
    masked = found.groupBy("split", "pair_id", "candidate_id").agg(F.min("reason").alias("reason"))
    return masked.join(golds, ["split", "pair_id", "candidate_id"], "left_anti").select(*_ROW)


def _selves(queries: DataFrame, candidates: DataFrame) -> DataFrame:
    whole_and_rests = F.array_append(rest_keys_column("text"), key_column("text"))
    asked = queries.select("split", "pair_id", F.explode(F.array_distinct(whole_and_rests)).alias("key"))
    there = candidates.select("split", "candidate_id", key_column("text").alias("key"))
    return asked.join(there, ["split", "key"], "inner").select(
        "split", "pair_id", "candidate_id", F.lit(SELF).alias("reason")
    )


def _twins(golds: DataFrame, candidates: DataFrame, near: Fraction) -> DataFrame:
    is_gold = golds.select("split", "candidate_id", F.lit(True).alias("is_gold")).distinct()
    texts = candidates.join(is_gold, ["split", "candidate_id"], "left").select(
        F.struct("split", "candidate_id").alias("id"), "is_gold", "text"
    )
    pairs = near_pairs(texts, "one.is_gold AND one.id.split = other.id.split AND one.id <> other.id", near)
    of_golds = pairs.select("one.split", "one.candidate_id", F.col("other.candidate_id").alias("twin"))
    return golds.join(of_golds, ["split", "candidate_id"], "inner").select(
        "split", "pair_id", F.col("twin").alias("candidate_id"), F.lit(TWIN).alias("reason")
    )
