"""Spark: input files to rows of `papers`, `quarantine` and `sources`.

The text is read once, into one DataFrame of records. What becomes of each record is decided on its small
columns alone (the `verdicts`), so that no text is moved to find duplicates or to join metadata.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from ratio_spark.corpus.files import InputFile
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import RECORDS_SCHEMA, read_files
from ratio_spark.corpus.refusals import Reason
from ratio_spark.tables.schemas import PARAGRAPHS

METADATA_FORMAT = "s2orc_papers"
_BYTES_PER_TASK = 64 * 2**20
_FILES_PER_TASK = 10_000

_SPARK_TYPES = {
    pa.string(): "STRING",
    pa.int64(): "BIGINT",
    pa.bool_(): "BOOLEAN",
    pa.date32(): "DATE",
    pa.list_(pa.string()): "ARRAY<STRING>",
    RECORDS_SCHEMA.field("paragraphs").type: PARAGRAPHS,
}
_RECORDS_DDL = ", ".join(f"`{field.name}` {_SPARK_TYPES[field.type]}" for field in RECORDS_SCHEMA)


@dataclass(frozen=True)
class Selection:
    """Which papers are taken.

    fields: a paper must have one of these fields; empty takes all.
    since, until: the whole known period of publication lies within, both ends included.
    limit: the first so many papers, in the order of source file and record.
    """

    fields: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    limit: int | None = None


def read_records(
    spark: SparkSession, inputs: Sequence[tuple[InputFile, str]], limits: Limits, first: int | None = None
) -> DataFrame:
    """The records of the input files, one row each, and one row of kind `file` per file.

    Args:
        inputs: each file with the name of its format, or `auto`.
        first: read at most so many records of each file.
    """
    tasks = _tasks(inputs)
    frame = spark.createDataFrame([(task,) for task in tasks], "files ARRAY<STRUCT<path: STRING, format: STRING>>")

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for files in batch.column("files").to_pylist():
                yield from read_files([(file["path"], file["format"]) for file in files], limits, first)

    # One row is one task: from a single partition, repartition deals the rows out one by one.
    return frame.coalesce(1).repartition(len(tasks)).mapInArrow(read, _RECORDS_DDL)


def _tasks(inputs: Sequence[tuple[InputFile, str]]) -> list[list[tuple[str, str]]]:
    """Small files share a task, up to 64 MiB; a compressed file cannot be split and is one task."""
    tasks: list[list[tuple[str, str]]] = []
    size = _BYTES_PER_TASK
    for file, format_name in inputs:
        if size + file.size > _BYTES_PER_TASK or len(tasks[-1]) >= _FILES_PER_TASK:
            tasks.append([])
            size = 0
        tasks[-1].append((file.path, format_name))
        size += file.size
    return tasks


def judge(records: DataFrame, selection: Selection) -> DataFrame:
    """What becomes of each record, without its text.

    Args:
        records: rows of `read_records`, of papers and of their metadata.

    Returns:
        One row per record (not per file): the small columns of `records`, those of a paper completed from its
        metadata, and `verdict`: `taken`, `refused`, `superseded` or `left_out`; `reason` and `detail` for the
        second and third.
    """
    small = records.where(F.col("record").isNotNull()).drop("paragraphs", "records", "complete")
    refused = small.where(F.col("kind") == "refusal").withColumn("verdict", F.lit("refused"))
    newest_first = Window.partitionBy("kind", "paper_id").orderBy(
        F.col("updated").desc_nulls_last(), F.col("source_file").desc(), F.col("record").desc()
    )
    ranked = small.where(F.col("kind") != "refusal").withColumn("rank", F.row_number().over(newest_first))
    is_newest = F.col("rank") == 1
    newest = ranked.where(is_newest).drop("rank")
    superseded = (
        ranked.where(~is_newest)
        .drop("rank")
        .withColumn("reason", F.lit(Reason.SUPERSEDED.value))
        .withColumn("detail", F.concat(F.lit("a newer record has the paper_id "), F.col("paper_id")))
        .withColumn("verdict", F.lit("superseded"))
    )
    metadata = newest.where(F.col("kind") == "metadata")
    papers = _with_metadata(newest.where(F.col("kind") == "paper"), metadata, refused)
    papers = _limited(papers.withColumn("verdict", _verdict(selection)), selection.limit)
    taken_metadata = metadata.withColumn("verdict", F.lit("taken"))
    return papers.unionByName(taken_metadata).unionByName(superseded).unionByName(refused)


def _with_metadata(papers: DataFrame, metadata: DataFrame, refused: DataFrame) -> DataFrame:
    """Papers with date, title, fields and DOI of their metadata; refused metadata refuses its paper."""
    about = ("pub_date", "pub_month", "date_precision", "date_source", "title", "fields", "doi")
    known = metadata.select("paper_id", F.struct(*about).alias("meta"))
    faults = (
        refused.where((F.col("format") == METADATA_FORMAT) & F.col("paper_id").isNotNull())
        .groupBy("paper_id")
        .agg(F.max_by(F.struct("reason", "detail"), "record").alias("fault"))
    )
    joined = papers.join(known, "paper_id", "left").join(faults, "paper_id", "left")
    has_fault = F.col("meta").isNull() & F.col("fault").isNotNull()
    has_date = F.col("meta.date_precision") != "none"
    columns = {
        name: F.when(has_date, F.col("meta")[name]).otherwise(F.col(name))
        for name in ("pub_date", "pub_month", "date_precision", "date_source")
    }
    columns |= {name: F.coalesce(F.col("meta")[name], F.col(name)) for name in ("title", "doi")}
    columns["fields"] = F.when(F.size("meta.fields") > 0, F.col("meta.fields")).otherwise(F.col("fields"))
    columns["reason"] = F.when(has_fault, F.col("fault.reason"))
    columns["detail"] = F.when(has_fault, F.concat(F.lit("its metadata: "), F.col("fault.detail")))
    return joined.withColumns(columns).drop("meta", "fault")


def _verdict(selection: Selection) -> Column:
    is_wanted = F.lit(True)
    if selection.fields:
        wanted = F.array(*[F.lit(field) for field in selection.fields])
        is_wanted &= F.coalesce(F.arrays_overlap("fields", wanted), F.lit(False))
    if selection.since:
        is_wanted &= F.coalesce(F.col("pub_date") >= F.lit(selection.since), F.lit(False))
    if selection.until:
        is_wanted &= F.coalesce(_last_day() <= F.lit(selection.until), F.lit(False))
    return F.when(F.col("reason").isNotNull(), "refused").when(is_wanted, "taken").otherwise("left_out")


def _last_day() -> Column:
    """The last day of the known period of publication."""
    year_end = F.make_date(F.year("pub_date"), F.lit(12), F.lit(31))
    return (
        F.when(F.col("date_precision") == "year", year_end)
        .when(F.col("date_precision") == "month", F.last_day("pub_date"))
        .otherwise(F.col("pub_date"))
    )


def _limited(papers: DataFrame, limit: int | None) -> DataFrame:
    if limit is None:
        return papers
    is_taken = F.col("verdict") == "taken"
    place = ["source_file", "record"]
    first = papers.where(is_taken).orderBy(*place).limit(limit).select(*place, F.lit(True).alias("within"))
    is_beyond = is_taken & F.col("within").isNull()
    marked = papers.join(F.broadcast(first), place, "left")
    return marked.withColumn("verdict", F.when(is_beyond, "left_out").otherwise(F.col("verdict"))).drop("within")


def paper_rows(records: DataFrame, verdicts: DataFrame, run_id: str) -> DataFrame:
    """The rows of `papers` for the papers that were taken: the judged columns joined back to their text."""
    place = ["source_file", "record"]
    texts = records.where(F.col("kind") == "paper").select(*place, "paragraphs")
    return texts.join(taken_papers(verdicts), place, "inner").withColumn("run_id", F.lit(run_id))


def taken_papers(verdicts: DataFrame) -> DataFrame:
    """The papers that were taken, without their text, with `content_hash`: the hash of what mining reads.

    That is the date, which the mined rows carry, and the paragraphs with their sections.
    """
    content = F.md5(F.concat_ws("|", "text_hash", "pub_month", "pub_date", "date_precision"))
    is_taken = (F.col("kind") == "paper") & (F.col("verdict") == "taken")
    return verdicts.where(is_taken).withColumn("content_hash", content)


def quarantine_rows(records: DataFrame, verdicts: DataFrame, run_id: str) -> DataFrame:
    """The rows of `quarantine`: refused and superseded records, and files at fault."""
    columns = ["source_file", "record", "paper_id", "reason", "detail"]
    files = records.where((F.col("kind") == "file") & F.col("reason").isNotNull())
    refused = verdicts.where(F.col("verdict").isin("refused", "superseded"))
    return files.select(columns).unionByName(refused.select(columns)).withColumn("run_id", F.lit(run_id))


def source_rows(
    records: DataFrame,
    verdicts: DataFrame,
    inputs: Sequence[tuple[InputFile, str]],
    selection_key: str,
    run_id: str,
) -> DataFrame:
    """The rows of `sources`: for each file the reader's own count, and what became of the records."""

    def how_many(verdict: str) -> Column:
        return F.count_if(F.col("verdict") == verdict)

    counts = verdicts.groupBy("source_file").agg(
        how_many("taken").alias("papers"),
        how_many("refused").alias("quarantined"),
        how_many("superseded").alias("duplicates"),
        how_many("left_out").alias("left_out"),
    )
    files = records.where(F.col("kind") == "file").select("source_file", "format", "records", "complete")
    listed = records.sparkSession.createDataFrame(
        [(file.path, file.size, file.mtime, file.etag) for file, _ in inputs],
        "source_file STRING, size BIGINT, mtime TIMESTAMP, etag STRING",
    )
    return (
        listed.join(files, "source_file", "left")
        .join(counts, "source_file", "left")
        .fillna(0, ["papers", "quarantined", "duplicates", "left_out"])
        .withColumn("selection", F.lit(selection_key))
        .withColumn("run_id", F.lit(run_id))
    )
