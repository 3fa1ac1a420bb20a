"""Spark: whether the papers of a benchmark were published in the periods of their splits, from the mined tables."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.contracts import OFFENDER, Contents
from ratio_spark.benchmark.split_rules import DateSplit


def outside_periods(rows: Contents, papers: DataFrame, works: DataFrame, rule: DateSplit) -> DataFrame:
    """Papers of a split whose work may have been published first on a day outside the period of the split.

    What is known of the first publication: it is not before the first day on which any paper of the work may have
    appeared, and not after the first day by which one of them surely had.

    Args:
        papers, works: of the run that the benchmark was built from.
    """
    of_candidates = rows.candidates.select("split", F.explode("papers").alias("paper_id"))
    standing = rows.queries.select("split", "paper_id").unionByName(of_candidates).distinct()
    dated = papers.join(works.select("paper_id", "work_id"), "paper_id", "left").select(
        "paper_id",
        F.coalesce("work_id", "paper_id").alias("work_id"),
        F.col("pub_date").alias("first"),
        _last_day().alias("last"),
    )
    published = dated.groupBy("work_id").agg(F.min("first").alias("first"), F.min("last").alias("last"))
    placed = standing.join(dated.select("paper_id", "work_id"), "paper_id", "left").join(published, "work_id", "left")
    inside = F.lit(False)
    for split, period in rule.ranges.items():
        inside |= (F.col("split") == split) & (F.col("first") >= period.first) & (F.col("last") <= period.last)
    known = F.coalesce(F.concat(F.col("first").cast("string"), F.lit(" to "), "last"), F.lit("unknown date"))
    told = F.concat_ws(" ", "split", "paper_id", F.lit("of"), known)
    return placed.where(~F.coalesce(inside, F.lit(False))).select(told.alias(OFFENDER))


def _last_day() -> Column:
    """The last day of the known period of a paper; NULL where nothing is known."""
    first = F.col("pub_date")
    year_ends = F.make_date(F.year(first), F.lit(12), F.lit(31))
    by_precision = {"day": first, "month": F.last_day(first), "year": year_ends}
    return F.coalesce(*[F.when(F.col("date_precision") == name, day) for name, day in by_precision.items()])
