"""Spark: what a run's reading does to papers that the tables already hold.

A paper is not withdrawn by its absence from a file: it stands until a newer record or a list of withdrawn papers
names it. Whatever file it came from, the counts of that file then follow.
"""

from collections.abc import Sequence

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.corpus.ingest import newer_record, taken_papers, withdrawn_record
from ratio_spark.corpus.refusals import Reason

_PLACE = ("source_file", "record", "paper_id")


def absent_papers(
    published: DataFrame, verdicts: DataFrame, withdrawn: DataFrame, read_now: Sequence[str]
) -> DataFrame:
    """Published papers of which a file that was read again holds no record any more: rows of `papers`, `record` NULL.

    Args:
        published: rows of `papers`, with or without their text.
        withdrawn: column `paper_id`; such papers leave and are not absent.
        read_now: the files that this run reads.
    """
    of_these = published.where(F.col("source_file").isin(list(read_now)))
    left = of_these.join(taken_papers(verdicts).select("paper_id"), "paper_id", "left_anti")
    return left.join(withdrawn, "paper_id", "left_anti").withColumn("record", F.lit(None).cast("bigint"))


def displaced_records(
    published: DataFrame, verdicts: DataFrame, withdrawn: DataFrame, read_now: Sequence[str]
) -> DataFrame:
    """Rows for the quarantine: records of files not read now whose paper is replaced from elsewhere, or withdrawn."""
    elsewhere = published.where(~F.col("source_file").isin(list(read_now)) & F.col("record").isNotNull())
    elsewhere = elsewhere.select(*_PLACE)
    replaced = elsewhere.join(taken_papers(verdicts).select("paper_id"), "paper_id", "left_semi")
    gone = elsewhere.join(withdrawn, "paper_id", "left_semi")
    return (
        replaced.withColumns({"reason": F.lit(Reason.SUPERSEDED.value), "detail": newer_record()})
        .unionByName(gone.withColumns({"reason": F.lit(Reason.WITHDRAWN.value), "detail": withdrawn_record()}))
        .select(*_PLACE, "reason", "detail")
    )


def without_displaced(sources: DataFrame, displaced: DataFrame) -> DataFrame:
    """Rows of `sources` with the records of `displaced` counted as duplicates or quarantined, no longer as papers."""
    is_withdrawn = F.col("reason") == Reason.WITHDRAWN.value
    lost = displaced.groupBy("source_file").agg(
        F.count_if(is_withdrawn).alias("withdrawn"), F.count_if(~is_withdrawn).alias("replaced")
    )
    joined = sources.join(lost, "source_file", "left").fillna(0, ["withdrawn", "replaced"])
    return joined.withColumns(
        {
            "papers": F.col("papers") - F.col("withdrawn") - F.col("replaced"),
            "quarantined": F.col("quarantined") + F.col("withdrawn"),
            "duplicates": F.col("duplicates") + F.col("replaced"),
        }
    ).select(sources.columns)
