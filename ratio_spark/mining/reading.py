"""The first half of a run: read the files of the plan and commit `papers`, `withdrawn`, `sources` and `quarantine`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Self

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.config import ReadingConfig
from ratio_spark.corpus import ingest, standing
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import DATES_FORMATS, METADATA_FORMAT
from ratio_spark.corpus.refusals import Reason
from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.mining.changes import Changes, all_added, changes_against, commit_rows
from ratio_spark.mining.held import held, side_by_side
from ratio_spark.mining.plan import Plan
from ratio_spark.mining.works import commit_works
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import PAPERS, QUARANTINE, SOURCES, WITHDRAWN

# A paper whose record says the same in all of these stays as it is.
_TOLD = (
    "content_hash",
    "title",
    "fields",
    "language",
    "doi",
    "arxiv_id",
    "first_author",
    "license",
    "date_source",
    "date_reason",
    "source_file",
    "record",
    "updated",
)
_SAME_PAPER = " AND ".join(f"papers.{column} IS NOT DISTINCT FROM published.{column}" for column in _TOLD)

Say = Callable[[str], None]
"""Called with what the job does now, for a progress line."""


@dataclass(frozen=True)
class Reading:
    """What the files of a plan gave, against what stands in the tables.

    records: the rows of the readers; verdicts: what becomes of each record.
    read_now: the paths of the files; published: the rows of `papers` that stand.
    lists: new rows of `withdrawn`; withdrawn: column `paper_id`, these and all before.
    """

    plan: Plan
    records: DataFrame
    verdicts: DataFrame
    read_now: tuple[str, ...]
    published: DataFrame
    lists: DataFrame
    withdrawn: DataFrame

    @classmethod
    def of(cls, publication: Publication, plan: Plan, records: DataFrame, verdicts: DataFrame) -> Self:
        before = publication.before(WITHDRAWN)
        lists = ingest.withdrawn_rows(verdicts, publication.run_id).join(
            before, ["paper_id", "source_file"], "left_anti"
        )
        withdrawn = before.unionByName(lists).select("paper_id").distinct()
        read_now = tuple(file.path for file, _ in plan.read)
        return cls(plan, records, verdicts, read_now, publication.before(PAPERS), lists, withdrawn)

    @property
    def against(self) -> tuple[DataFrame, DataFrame, DataFrame, tuple[str, ...]]:
        """What `standing` asks for."""
        return self.published, self.verdicts, self.withdrawn, self.read_now


@dataclass(frozen=True)
class Read:
    """papers: how many were read; added, replaced, removed: what that did to the papers of the root."""

    papers: int
    added: int
    replaced: int
    removed: int


def read_and_commit(publication: Publication, plan: Plan, config: ReadingConfig, say: Say) -> Read:
    """Read the files of a plan and commit what they hold, and which papers are then one work.

    Raises:
        RetryableError: a file cannot be read.
        ConfigurationError: the files are not what the options say.
        DataContractError: a paper was lost on its way.
    """
    spark = publication.store.spark
    with held(_read(spark, plan, config)) as records:
        scope = ingest.Scope(config.fields, config.since, config.until, config.limit)
        has_overrides = any(name in DATES_FORMATS for _, name in plan.about)
        standing_rows = (publication.before(PAPERS), publication.before(WITHDRAWN))
        with held(ingest.judge(records, scope, *standing_rows, has_overrides)) as verdicts:
            _check_files(records, verdicts, [file.path for file, _ in (*plan.about, *plan.lists)])
            taken = ingest.taken_papers(verdicts)
            reading = Reading.of(publication, plan, records, verdicts)
            say("writing papers")
            is_first = publication.previous is None
            with nullcontext(all_added(taken)) if is_first else _changes(reading, taken) as changes:
                if is_first:
                    _commit_first(publication, reading, changes)
                else:
                    _commit_further(publication, reading, changes)
                figures = (changes.added, changes.replaced, changes.removed)
            read = Read(_check_papers(publication, taken), *figures)
    if is_first or any(figures):
        say("looking for papers of one work")
        commit_works(publication)
    return read


def _read(spark: SparkSession, plan: Plan, config: ReadingConfig) -> DataFrame:
    texts, others = plan.texts, (*plan.about, *plan.lists)
    limits = Limits()
    # Where all papers are wanted, no more than the first so many of each file can be among the first of all.
    wants_all = not (config.fields or config.since or config.until)
    if not others:
        return ingest.read_records(spark, texts, limits, first=config.limit if wants_all else None)
    records = ingest.read_records(spark, others, limits)
    return records.unionByName(ingest.read_records(spark, texts, limits)) if texts else records


def _commit_first(publication: Publication, reading: Reading, changes: Changes) -> None:
    run_id = publication.run_id
    papers = ingest.paper_rows(reading.records, reading.verdicts, run_id)
    sources, quarantine = _file_rows(reading, run_id)
    side_by_side(
        lambda: commit_rows(publication, PAPERS, papers, changes),
        lambda: publication.append(WITHDRAWN, reading.lists),
        lambda: publication.append(SOURCES, sources),
        lambda: publication.append(QUARANTINE, quarantine),
    )


def _changes(reading: Reading, taken: DataFrame) -> AbstractContextManager[Changes]:
    """What the papers that were taken change in those that stand."""
    told = ["paper_id", "pub_month", *_TOLD]
    stated = taken.select(told).unionByName(standing.absent_papers(*reading.against).select(told))
    going = reading.published.join(reading.withdrawn, "paper_id", "left_semi")
    return changes_against(stated, reading.published, _SAME_PAPER, going)


def _commit_further(publication: Publication, reading: Reading, changes: Changes) -> None:
    """Commit against what stands: changed papers are replaced, withdrawn ones go, the counts of their files follow."""
    run_id = publication.run_id
    absent = standing.absent_papers(*reading.against)
    papers = ingest.paper_rows(reading.records, reading.verdicts, run_id).select(PAPERS.column_names)
    papers = papers.unionByName(absent.withColumn("run_id", F.lit(run_id)).select(PAPERS.column_names))
    with held(standing.displaced_records(*reading.against)) as displaced:
        to_write = papers.join(changes.to_write, "paper_id", "left_semi")
        sources, quarantine = _all_file_rows(publication, reading, displaced)
        commits = [
            lambda: commit_rows(publication, PAPERS, to_write, changes),
            lambda: publication.overwrite(SOURCES, sources),
            lambda: publication.overwrite(QUARANTINE, quarantine),
        ]
        if reading.plan.lists:
            commits.append(lambda: publication.append(WITHDRAWN, reading.lists))
        side_by_side(*commits)


def _all_file_rows(publication: Publication, reading: Reading, displaced: DataFrame) -> tuple[DataFrame, DataFrame]:
    """The rows of `sources` and `quarantine` after this run: of other files as they stand, less what was displaced."""
    sources, quarantine = _file_rows(reading, publication.run_id)
    is_of_others = ~F.col("source_file").isin(list(reading.read_now))
    others = standing.without_displaced(publication.before(SOURCES).where(is_of_others), displaced)
    stamped = displaced.withColumn("run_id", F.lit(publication.run_id))
    refused = publication.before(QUARANTINE).where(is_of_others).unionByName(stamped)
    return (
        others.unionByName(sources.select(SOURCES.column_names)),
        refused.unionByName(quarantine.select(QUARANTINE.column_names)),
    )


def _file_rows(reading: Reading, run_id: str) -> tuple[DataFrame, DataFrame]:
    """The rows of `sources` and `quarantine` of the files that were read."""
    scopes = [reading.plan.scope(name) for _, name in reading.plan.read]
    sources = ingest.source_rows(reading.records, reading.verdicts, reading.plan.read, scopes, run_id)
    return sources, ingest.quarantine_rows(reading.records, reading.verdicts, run_id)


def _check_files(records: DataFrame, verdicts: DataFrame, beside_texts: Sequence[str]) -> None:
    """Stop before anything is written where a file cannot be opened, or the input is not what the options say.

    Raises:
        RetryableError: a file cannot be read (now, or from the machine of a worker).
        ConfigurationError: no file is in a known format, or in the named one; or a metadata file among the texts.
    """
    is_text = ~F.col("source_file").isin(list(beside_texts))
    is_unreadable = F.col("reason") == Reason.UNREADABLE.value
    is_misplaced = is_text & (F.col("format") == METADATA_FORMAT)
    is_known = is_text & F.coalesce(F.col("reason") != Reason.UNKNOWN_FORMAT.value, F.lit(True))
    files = records.where(F.col("kind") == "file").agg(
        F.min(F.when(is_unreadable, F.struct("source_file", "detail"))).alias("unreadable"),
        F.min(F.when(is_misplaced, F.col("source_file"))).alias("misplaced"),
        F.min(F.when(is_text, F.col("source_file"))).alias("first"),
        F.count_if(is_known).alias("known"),
    ).collect()[0]  # fmt: skip
    if files.unreadable:
        name, detail = files.unreadable
        raise RetryableError(f"{name}: {detail}; every worker must be able to read it; run again")
    if files.misplaced:
        raise ConfigurationError(f"{files.misplaced} holds S2ORC metadata: give it by --papers, not by --input")
    if files.first and not files.known:
        raise ConfigurationError(f"{files.first}: its records are in no known format; name one by --format")
    is_misfit = F.coalesce(F.col("reason") == Reason.WRONG_LAYOUT.value, F.lit(False))
    fits, misfits, name = (
        verdicts.where(is_text).agg(F.count_if(~is_misfit), F.count_if(is_misfit), F.min("format")).collect()[0]
    )
    if misfits and not fits:
        raise ConfigurationError(
            f"{files.first}: no record of the input is in the format {name}; name another one by --format, or none"
        )


def _check_papers(publication: Publication, taken: DataFrame) -> int:
    """How many papers were taken. Raises DataContractError where one is not in the table as it was read."""
    committed = publication.now(PAPERS).select("paper_id", "content_hash", F.lit(True).alias("is_there"))
    found = taken.join(committed, ["paper_id", "content_hash"], "left")
    lost = F.min(F.when(F.col("is_there").isNull(), F.struct("source_file", "record", "paper_id")))
    row = found.agg(F.count("*").alias("papers"), lost.alias("lost")).collect()[0]
    if row.lost:
        file, record, paper_id = row.lost
        raise DataContractError(f"{file}, record {record}: {paper_id} was read but not written")
    return int(row.papers)
