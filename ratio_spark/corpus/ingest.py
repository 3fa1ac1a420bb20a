"""Spark: input files to rows of `papers`, `quarantine` and `sources`.

The text is read once, into one DataFrame of records. What becomes of each record is decided on its small
columns alone (the `verdicts`), so that no text is moved to find duplicates or to join metadata.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from ratio_spark.corpus.files import InputFile
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.overrides import with_overrides
from ratio_spark.corpus.read import METADATA_FORMAT, RECORDS_SCHEMA, read_files
from ratio_spark.corpus.refusals import Reason
from ratio_spark.tables.schemas import CITATIONS, PARAGRAPHS

_BYTES_PER_TASK = 64 * 2**20
# An object store takes some 20 ms to open a file, whatever its size.
_FILES_PER_TASK = 2_000

_SPARK_TYPES = {
    pa.string(): "STRING",
    pa.int64(): "BIGINT",
    pa.bool_(): "BOOLEAN",
    pa.date32(): "DATE",
    pa.list_(pa.string()): "ARRAY<STRING>",
    RECORDS_SCHEMA.field("citations").type: CITATIONS,
    RECORDS_SCHEMA.field("paragraphs").type: PARAGRAPHS,
}
_FILES = pa.list_(pa.struct([("path", pa.string()), ("format", pa.string())]))
_RECORDS_DDL = ", ".join(f"`{field.name}` {_SPARK_TYPES[field.type]}" for field in RECORDS_SCHEMA)


@dataclass(frozen=True)
class Scope:
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
        first: stop after so many papers of each file.
    """

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for files in batch.column("files").to_pylist():
                yield from read_files([(file["path"], file["format"]) for file in files], limits, first)

    return dealt_out(spark, inputs).mapInArrow(read, _RECORDS_DDL)


def dealt_out(spark: SparkSession, inputs: Sequence[tuple[InputFile, str]]) -> DataFrame:
    """The input files as tasks: a row and a partition each, with the column `files` of {path, format}."""
    tasks = _tasks(inputs)
    frame = spark.createDataFrame(pa.table({"files": pa.array(tasks, _FILES)}))
    # From a single partition, repartition deals the rows out one by one.
    return frame.coalesce(1).repartition(len(tasks))


def _tasks(inputs: Sequence[tuple[InputFile, str]]) -> list[list[dict[str, str]]]:
    """Small files share a task, up to 64 MiB; a compressed file cannot be split and is one task."""
    tasks: list[list[dict[str, str]]] = []
    size = _BYTES_PER_TASK
    for file, format_name in inputs:
        if size + file.size > _BYTES_PER_TASK or len(tasks[-1]) >= _FILES_PER_TASK:
            tasks.append([])
            size = 0
        tasks[-1].append({"path": file.path, "format": format_name})
        size += file.size
    return tasks


def listed(spark: SparkSession, inputs: Sequence[tuple[InputFile, str]]) -> DataFrame:
    """The input files: source_file, size, mtime, etag."""
    files = [file for file, _ in inputs]
    columns = {
        "source_file": pa.array([file.path for file in files], pa.string()),
        "size": pa.array([file.size for file in files], pa.int64()),
        "mtime": pa.array([file.mtime for file in files], pa.timestamp("us", "UTC")),
        "etag": pa.array([file.etag for file in files], pa.string()),
    }
    return spark.createDataFrame(pa.table(columns))


@dataclass(frozen=True)
class Standing:
    """Rows that stand already, of the tables of these names."""

    papers: DataFrame
    sources: DataFrame
    withdrawn: DataFrame


def judge(
    records: DataFrame, scope: Scope, files: DataFrame, standing: Standing, has_overrides: bool = False
) -> DataFrame:
    """What becomes of each record, without its text.

    Of the records of a paper that may be taken the newest is: by what they say of their last change (`updated`),
    those that say nothing behind those that do; then by the time of the file, its name, and the place in it.

    Args:
        records: rows of `read_records`, of papers, of their metadata, of withdrawals and of dates to override.
        files: of `listed`, those that the records are from.
        standing: a paper that stands, and is not from one of these files, competes with the records.
        has_overrides: whether dates to override are among the records.

    Returns:
        One row per record (not per file): the small columns of `records`, those of a paper completed from its
        metadata and its date override, `date_reason`, and `verdict`: `taken`, `refused`, `superseded` or
        `left_out`; `reason` and `detail` for the second and third.
    """
    small = records.where(F.col("record").isNotNull()).drop("paragraphs", "citations", "records", "complete", "digest")
    read = small.join(files.select("source_file", "mtime"), "source_file", "left")
    is_withdrawal = F.col("kind") == "withdrawal"
    ids = read.select("paper_id")
    named = standing.withdrawn.join(ids, "paper_id", "left_semi")
    withdrawn = named.select("paper_id", F.lit("withdrawal").alias("kind"), F.lit(True).alias("stands"))
    rivals = read.withColumn("stands", F.lit(False)).unionByName(withdrawn, allowMissingColumns=True)
    # A record without an id meets no other.
    own_place = F.concat_ws(":", "source_file", "record")
    keyed = rivals.withColumn("key", F.coalesce("paper_id", own_place))
    newest_first = Window.partitionBy("key", "kind").orderBy(*_newest_first())
    ranked = keyed.withColumns(
        {
            "is_older": F.col("kind").isin("metadata", "override") & (F.row_number().over(newest_first) > 1),
            "is_withdrawn": (F.col("kind") == "paper") & F.max(is_withdrawal).over(Window.partitionBy("key")),
        }
    ).where(~F.col("stands"))
    dated = _with_metadata(ranked)
    no_reason = F.lit(None).cast("string")
    dated = with_overrides(dated) if has_overrides else dated.withColumn("date_reason", no_reason)
    judged = _superseded(dated.withColumn("verdict", _verdict(scope)), ids, files, standing)
    return _limited(judged.drop("key", "is_older", "is_withdrawn", "stands", "mtime"), scope.limit)


def _newest_first() -> list[Column]:
    return [F.col(name).desc_nulls_last() for name in ("updated", "mtime", "source_file", "record")]


def _superseded(judged: DataFrame, ids: DataFrame, files: DataFrame, standing: Standing) -> DataFrame:
    """The records with those superseded of which a newer one is taken or stands; ids: `paper_id` of all of them."""
    of_records = standing.papers.join(ids, "paper_id", "left_semi")
    # A paper whose file holds no record of it any more gives way to any record.
    from_others = of_records.join(files.select("source_file"), "source_file", "left_anti")
    is_there = F.col("record").isNotNull()
    rivals = from_others.join(standing.sources.select("source_file", "mtime"), "source_file", "left").select(
        F.lit("paper").alias("kind"), F.lit("taken").alias("verdict"), F.lit(True).alias("stands"),
        F.col("paper_id").alias("key"), "source_file", "record",
        *[F.when(is_there, F.col(name)).alias(name) for name in ("updated", "mtime")],
    )  # fmt: skip
    is_rival = (F.col("kind") == "paper") & (F.col("verdict") == "taken")
    newest_first = Window.partitionBy("key").orderBy(is_rival.desc(), *_newest_first())
    is_superseded = is_rival & (F.row_number().over(newest_first) > 1)
    return (
        judged.unionByName(rivals, allowMissingColumns=True)
        .withColumn("is_superseded", is_superseded)
        .where(~F.col("stands"))
        .withColumns(
            {
                "verdict": F.when(F.col("is_superseded"), "superseded").otherwise(F.col("verdict")),
                "reason": F.when(F.col("is_superseded"), Reason.SUPERSEDED.value).otherwise(F.col("reason")),
                "detail": F.when(F.col("is_superseded"), newer_record()).otherwise(F.col("detail")),
            }
        )
        .drop("is_superseded")
    )


def _with_metadata(ranked: DataFrame) -> DataFrame:
    """Papers with date, title, fields and DOI of their newest metadata; refused metadata refuses its paper."""
    dates = ("pub_date", "pub_month", "date_precision", "date_source")
    names = ("title", "doi", "arxiv_id", "first_author")
    of_paper = Window.partitionBy("key")
    is_paper = F.col("kind") == "paper"
    is_metadata = (F.col("kind") == "metadata") & ~F.col("is_older")
    is_refused_metadata = (F.col("kind") == "refusal") & (F.col("format") == METADATA_FORMAT)
    joined = ranked.withColumns(
        {
            "meta": F.first(F.when(is_metadata, F.struct(*dates, *names, "fields")), ignorenulls=True).over(of_paper),
            "fault": F.min(F.when(is_refused_metadata, F.struct("reason", "detail"))).over(of_paper),
        }
    )
    has_meta = is_paper & F.col("meta").isNotNull()
    has_date = has_meta & (F.col("meta.date_precision") != "none")
    has_fields = has_meta & (F.size("meta.fields") > 0)
    has_fault = is_paper & F.col("meta").isNull() & F.col("fault").isNotNull()
    columns = {name: F.when(has_date, F.col("meta")[name]).otherwise(F.col(name)) for name in dates}
    columns |= {
        name: F.when(has_meta, F.coalesce(F.col("meta")[name], F.col(name))).otherwise(F.col(name)) for name in names
    }
    columns["fields"] = F.when(has_fields, F.col("meta.fields")).otherwise(F.col("fields"))
    columns["reason"] = (
        F.when(F.col("is_withdrawn"), Reason.WITHDRAWN.value)
        .when(F.col("is_older"), Reason.SUPERSEDED.value)
        .when(has_fault, F.col("fault.reason"))
        .otherwise(F.col("reason"))
    )
    columns["detail"] = (
        F.when(F.col("is_withdrawn"), withdrawn_record())
        .when(F.col("is_older"), newer_record())
        .when(has_fault, F.concat(F.lit("its metadata: "), F.col("fault.detail")))
        .otherwise(F.col("detail"))
    )
    return joined.withColumns(columns).drop("meta", "fault")


def newer_record() -> Column:
    """The detail of a superseded record."""
    return F.concat(F.lit("a newer record has the paper_id "), F.col("paper_id"))


def withdrawn_record() -> Column:
    """The detail of a record of a withdrawn paper."""
    return F.concat(F.lit("a list of withdrawn papers names "), F.col("paper_id"))


def _verdict(scope: Scope) -> Column:
    is_wanted = F.lit(True)
    if scope.fields:
        wanted = F.array(*[F.lit(field) for field in scope.fields])
        is_wanted &= F.coalesce(F.arrays_overlap("fields", wanted), F.lit(False))
    if scope.since:
        is_wanted &= F.coalesce(F.col("pub_date") >= F.lit(scope.since), F.lit(False))
    if scope.until:
        is_wanted &= F.coalesce(last_day() <= F.lit(scope.until), F.lit(False))
    is_wanted |= F.col("kind").isin("metadata", "withdrawal", "override")
    return (
        F.when(F.col("is_withdrawn"), "refused")
        .when(F.col("is_older"), "superseded")
        .when(F.col("reason").isNotNull(), "refused")
        .when(is_wanted, "taken")
        .otherwise("left_out")
    )


def last_day() -> Column:
    """The last day of the known period of publication, of `pub_date` and `date_precision`; NULL where none is known."""
    precision, first = F.col("date_precision"), F.col("pub_date")
    return (
        F.when(precision == "day", first)
        .when(precision == "month", F.last_day(first))
        .when(precision == "year", F.make_date(F.year(first), F.lit(12), F.lit(31)))
    )


def _limited(papers: DataFrame, limit: int | None) -> DataFrame:
    if limit is None:
        return papers
    is_taken = (F.col("verdict") == "taken") & (F.col("kind") == "paper")
    place = ["source_file", "record"]
    first = papers.where(is_taken).orderBy(*place).limit(limit).select(*place, F.lit(True).alias("within"))
    is_beyond = is_taken & F.col("within").isNull()
    marked = papers.join(F.broadcast(first), place, "left")
    return marked.withColumn("verdict", F.when(is_beyond, "left_out").otherwise(F.col("verdict"))).drop("within")


def paper_rows(records: DataFrame, verdicts: DataFrame, run_id: str) -> DataFrame:
    """The rows of `papers` for the papers that were taken: the judged columns joined back to their text."""
    place = ["source_file", "record"]
    texts = records.where(F.col("kind") == "paper").select(*place, "citations", "paragraphs")
    return texts.join(taken_papers(verdicts), place, "inner").withColumn("run_id", F.lit(run_id))


def taken_papers(verdicts: DataFrame) -> DataFrame:
    """The papers that were taken, without their text, with `content_hash`: the hash of what mining reads.

    That is the date, which the mined rows carry, and the paragraphs with their sections and citation marks.
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


def withdrawn_rows(verdicts: DataFrame, run_id: str) -> DataFrame:
    """The rows of `withdrawn` that the lists give: a paper once per list, at its first place there."""
    lists = verdicts.where((F.col("kind") == "withdrawal") & (F.col("verdict") == "taken"))
    first = lists.groupBy("paper_id", "source_file").agg(F.min("record").alias("record"))
    return first.withColumn("run_id", F.lit(run_id))


def source_rows(
    records: DataFrame, verdicts: DataFrame, files: DataFrame, scopes: Mapping[str, str], run_id: str
) -> DataFrame:
    """The rows of `sources`: for each file the reader's own count, and what became of the records.

    Args:
        files: of `listed`.
        scopes: by path, the fingerprint of what is taken from a file.
    """

    def how_many(verdict: str) -> Column:
        return F.count_if(F.col("verdict") == verdict)

    counts = verdicts.groupBy("source_file").agg(
        how_many("taken").alias("papers"),
        how_many("refused").alias("quarantined"),
        how_many("superseded").alias("duplicates"),
        how_many("left_out").alias("left_out"),
    )
    of_readers = records.where(F.col("kind") == "file").select("source_file", "format", "records", "complete", "digest")
    scoped = records.sparkSession.createDataFrame(
        pa.table({"source_file": pa.array(scopes, pa.string()), "scope": pa.array(scopes.values(), pa.string())})
    )
    return (
        files.join(scoped, "source_file")
        .join(of_readers, "source_file", "left")
        .join(counts, "source_file", "left")
        .fillna(0, ["papers", "quarantined", "duplicates", "left_out"])
        .withColumn("run_id", F.lit(run_id))
    )
