"""Spark: whether the papers of a benchmark were published in the periods of their splits, from the mined tables."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.contracts import OFFENDER, Contents
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.benchmark.splits import dated_works, holding


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
    placed = standing.join(dated_works(papers, works), "paper_id", "left")
    is_inside = (F.col("split") == holding(rule, "own_since", "own_until")) & (
        F.col("split") == holding(rule, "since", "until")
    )
    own, of_work = _known("own_since", "own_until"), _known("since", "until")
    told = F.concat_ws(" ", "split", "paper_id", F.lit("of"), own)
    told = F.when(own == of_work, told).otherwise(F.concat(told, F.lit(", its work of "), of_work))
    return placed.where(~F.coalesce(is_inside, F.lit(False))).select(told.alias(OFFENDER))


def _known(first: str, last: str) -> Column:
    return F.coalesce(F.concat(F.col(first).cast("string"), F.lit(" to "), last), F.lit("unknown date"))
