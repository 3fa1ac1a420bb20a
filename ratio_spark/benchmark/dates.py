"""Spark: whether the papers of a benchmark were published in the periods of their splits, from the mined tables."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.contracts import OFFENDER, Contents
from ratio_spark.benchmark.split_rules import DateSplit


def outside_periods(rows: Contents, papers: DataFrame, works: DataFrame, rule: DateSplit) -> DataFrame:
    """Papers of a split that, or whose work, may have been published first on a day outside the period of the split.

    What is known of the first publication: it is not before the first day on which any paper of the work may have
    appeared, and not after the first day by which one of them surely had.

    Args:
        papers, works: of the run that the benchmark was built from.
    """
    of_queries, of_candidates = (
        table.select("split", F.explode("papers").alias("paper_id")) for table in (rows.queries, rows.candidates)
    )
    standing = of_queries.unionByName(of_candidates).distinct()
    dated = papers.join(works.select("paper_id", "work_id"), "paper_id", "left").select(
        "paper_id",
        F.coalesce("work_id", "paper_id").alias("work_id"),
        F.col("pub_date").alias("first"),
        _last_day().alias("last"),
    )
    of_works = dated.groupBy("work_id").agg(F.min("first").alias("work_first"), F.min("last").alias("work_last"))
    placed = standing.join(dated, "paper_id", "left").join(of_works, "work_id", "left")
    is_inside = _inside(rule, "first", "last") & _inside(rule, "work_first", "work_last")
    own, of_work = _known("first", "last"), _known("work_first", "work_last")
    told = F.concat_ws(" ", "split", "paper_id", F.lit("of"), own)
    told = F.when(own == of_work, told).otherwise(F.concat(told, F.lit(", its work of "), of_work))
    return placed.where(~F.coalesce(is_inside, F.lit(False))).select(told.alias(OFFENDER))


def _inside(rule: DateSplit, first: str, last: str) -> Column:
    inside = F.lit(False)
    for split, period in rule.ranges.items():
        inside |= (F.col("split") == split) & (F.col(first) >= period.first) & (F.col(last) <= period.last)
    return inside


def _known(first: str, last: str) -> Column:
    return F.coalesce(F.concat(F.col(first).cast("string"), F.lit(" to "), last), F.lit("unknown date"))


def _last_day() -> Column:
    """The last day of the known period of a paper; NULL where nothing is known."""
    first = F.col("pub_date")
    year_ends = F.make_date(F.year(first), F.lit(12), F.lit(31))
    by_precision = {"day": first, "month": F.last_day(first), "year": year_ends}
    return F.coalesce(*[F.when(F.col("date_precision") == name, day) for name, day in by_precision.items()])
