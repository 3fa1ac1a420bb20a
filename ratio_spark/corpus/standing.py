"""Spark: what a run's reading does to papers that the tables already hold.

A paper is not withdrawn by its absence from a file: it stands until a newer record or a list of withdrawn papers
names it. Whatever file it came from, the counts of that file then follow.
"""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.corpus.ingest import newer_record, taken_papers, withdrawn_record
from ratio_spark.corpus.refusals import Reason

_PLACE = ("source_file", "record", "paper_id")
_PAPER, _DUPLICATE = "paper", "duplicate"


def absent_papers(published: DataFrame, verdicts: DataFrame, withdrawn: DataFrame, files: DataFrame) -> DataFrame:
    """Published papers of which a file that was read again holds no record any more: rows of `papers`, `record` NULL.

    Args:
        published: rows of `papers`, with or without their text.
        withdrawn: column `paper_id`; such papers leave and are not absent.
        files: column `source_file`, the files that this run reads.
    """
    of_these = published.join(files.select("source_file"), "source_file", "left_semi")
    left = of_these.join(taken_papers(verdicts).select("paper_id"), "paper_id", "left_anti")
    return left.join(withdrawn, "paper_id", "left_anti").withColumn("record", F.lit(None).cast("bigint"))


def displaced_records(
    published: DataFrame, refused: DataFrame, verdicts: DataFrame, withdrawn: DataFrame, files: DataFrame
) -> DataFrame:
    """Rows for the quarantine: records of files not read now whose paper is replaced from elsewhere, or withdrawn.

    Args:
        refused: rows of `quarantine` that stand.

    Returns:
        source_file, record, paper_id, reason, detail; and `was`, what the record counted as in its file.
    """
    columns = [*_PLACE, "was"]
    papers = published.where(F.col("record").isNotNull()).withColumn("was", F.lit(_PAPER)).select(columns)
    superseded = refused.where(F.col("reason") == Reason.SUPERSEDED.value).withColumn("was", F.lit(_DUPLICATE))
    elsewhere = papers.unionByName(superseded.select(columns)).join(
        files.select("source_file"), "source_file", "left_anti"
    )
    taken = taken_papers(verdicts).select("paper_id")
    replaced = elsewhere.where(F.col("was") == _PAPER).join(taken, "paper_id", "left_semi")
    gone = elsewhere.join(withdrawn, "paper_id", "left_semi")
    return (
        replaced.withColumns({"reason": F.lit(Reason.SUPERSEDED.value), "detail": newer_record()})
        .unionByName(gone.withColumns({"reason": F.lit(Reason.WITHDRAWN.value), "detail": withdrawn_record()}))
        .select(*columns, "reason", "detail")
    )


def without_displaced(sources: DataFrame, displaced: DataFrame) -> DataFrame:
    """Rows of `sources` with the records of `displaced` counted as what they are now, no longer as what they were."""
    is_withdrawn, was_paper = F.col("reason") == Reason.WITHDRAWN.value, F.col("was") == _PAPER
    moved = displaced.groupBy("source_file").agg(
        F.count_if(was_paper).alias("of_papers"),
        F.count_if(is_withdrawn).alias("to_quarantined"),
        (F.count_if(~is_withdrawn) - F.count_if(~was_paper)).alias("to_duplicates"),
    )
    changes = ["of_papers", "to_quarantined", "to_duplicates"]
    joined = sources.join(moved, "source_file", "left").fillna(0, changes)
    return joined.withColumns(
        {
            "papers": F.col("papers") - F.col("of_papers"),
            "quarantined": F.col("quarantined") + F.col("to_quarantined"),
            "duplicates": F.col("duplicates") + F.col("to_duplicates"),
        }
    ).select(sources.columns)
