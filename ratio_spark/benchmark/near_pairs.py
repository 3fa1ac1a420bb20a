"""Spark: near-copies among the texts of a table."""

from fractions import Fraction

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_columns import arrow_column
from ratio_spark.benchmark.similarity import NEAR, SIGNATURE, near_column, signatures


def near_pairs(texts: DataFrame, where: str, near: Fraction = NEAR) -> DataFrame:
    """Pairs of texts that are near-copies (`similarity.are_near`), every one that there is.

    Args:
        texts: `id`, of any type and each once; `text`; and what `where` looks at.
        where: of which pairs to look for, in SQL on a row `one` and a row `other`; near-copies are so both ways, and
            every text of itself.
        near: the Jaccard similarity from which on texts are near-copies.

    Returns:
        one, other: the ids of a pair.
    """
    members = F.struct(*[name for name in texts.columns if name != "text"], "words")
    posted = texts.select(*[name for name in texts.columns if name != "text"], F.inline(_signatures(near)))
    alike = posted.groupBy("signature").agg(F.collect_list(members).alias("members")).where(F.size("members") > 1)
    length_fits = (
        f"one.words * {near.numerator} <= other.words * {near.denominator} "
        f"AND other.words * {near.numerator} <= one.words * {near.denominator}"
    )
    pairs = (
        alike.select("members", F.explode("members").alias("one"))
        .select("one", F.explode("members").alias("other"))
        .where(f"({where}) AND {length_fits}")
        .select(F.col("one.id").alias("one"), F.col("other.id").alias("other"))
        .distinct()
    )
    for side in ("one", "other"):
        pairs = pairs.join(texts.select(F.col("id").alias(side), F.col("text").alias(f"{side}_text")), side, "inner")
    return pairs.where(_are_near(near)).select("one", "other")


def _signatures(near: Fraction) -> Column:
    def found(texts: pa.Array) -> pa.Array:
        return signatures(texts, near)

    return arrow_column(found, f"ARRAY<{SIGNATURE}>", "text")


def _are_near(near: Fraction) -> Column:
    def found(texts: pa.Array, others: pa.Array) -> pa.Array:
        return near_column(texts, others, near)

    return arrow_column(found, "BOOLEAN", "one_text", "other_text")
