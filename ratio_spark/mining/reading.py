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
from ratio_spark.mining.held import held
from ratio_spark.mining.plan import Plan
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import PAPERS, QUARANTINE, SOURCES, WITHDRAWN
from ratio_spark.tables.side_by_side import side_by_side

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

    files: those that were read (`ingest.listed`); records: the rows of the readers; verdicts: what becomes of each.
    published, refused: the rows of `papers` and `quarantine` that stand.
    lists: new rows of `withdrawn`; withdrawn: column `paper_id`, these and all before.
    """

    plan: Plan
    files: DataFrame
    records: DataFrame
    verdicts: DataFrame
    published: DataFrame
    refused: DataFrame
    lists: DataFrame
    withdrawn: DataFrame

    @classmethod
    def of(
        cls, publication: Publication, plan: Plan, files: DataFrame, records: DataFrame, verdicts: DataFrame
    ) -> Self:
        lists = ingest.withdrawn_rows(verdicts, publication.run_id)
        named = publication.before(WITHDRAWN).select("paper_id").unionByName(lists.select("paper_id"))
        published, refused = publication.before(PAPERS), publication.before(QUARANTINE)
        return cls(plan, files, records, verdicts, published, refused, lists, named.distinct())

    def absent(self) -> DataFrame:
        """Published papers that their files, read again, hold no longer."""
        if not self.plan.reads_again:
            return self.published.limit(0)
        return standing.absent_papers(self.published, self.verdicts, self.withdrawn, self.files)

    def going(self) -> DataFrame:
        """Published papers that new lists withdraw."""
        if not self.plan.lists:  # those that older lists name have gone
            return self.published.limit(0)
        return self.published.join(self.withdrawn, "paper_id", "left_semi")

    def displaced(self, changes: Changes) -> DataFrame:
        """Records of other files whose papers are replaced or withdrawn."""
        if not (changes.any_leave or self.plan.lists):
            return self.refused.withColumn("was", F.lit("")).limit(0)
        return standing.displaced_records(self.published, self.refused, self.verdicts, self.withdrawn, self.files)


@dataclass(frozen=True)
class Read:
    """papers: how many were read; added, replaced, removed: what that did to the papers of the root."""

    papers: int = 0
    added: int = 0
    replaced: int = 0
    removed: int = 0

    @property
    def has_changed(self) -> bool:
        """Whether the papers of the root are others now."""
        return bool(self.added or self.replaced or self.removed)


def read_and_commit(publication: Publication, plan: Plan, config: ReadingConfig, say: Say) -> Read:
    """Read the files of a plan and commit what they hold.

    Raises:
        RetryableError: a file cannot be read.
        ConfigurationError: the files are not what the options say.
        DataContractError: a paper was lost on its way.
    """
    spark = publication.store.spark
    files = ingest.listed(spark, plan.read)
    with held(_read(spark, plan, config)) as records:
        scope = ingest.Scope(config.fields, config.since, config.until, config.limit)
        has_overrides = any(name in DATES_FORMATS for _, name in plan.about)
        stands = ingest.Standing(*[publication.before(table) for table in (PAPERS, SOURCES, WITHDRAWN)])
        with held(ingest.judge(records, scope, files, stands, has_overrides)) as verdicts:
            _check_files(records, verdicts, [file.path for file, _ in (*plan.about, *plan.lists)])
            taken = ingest.taken_papers(verdicts)
            reading = Reading.of(publication, plan, files, records, verdicts)
            say("writing papers")
            is_first = publication.previous is None
            with nullcontext(all_added(taken)) if is_first else _changes(reading, taken) as changes:
                if is_first or not (changes.any_leave or plan.reads_again or plan.about or plan.lists):
                    _commit_beside_standing(publication, reading, changes)
                else:
                    _commit_to_standing(publication, reading, changes)
                figures = (changes.added, changes.replaced, changes.removed)
            return Read(_check_papers(publication, taken), *figures)


def _read(spark: SparkSession, plan: Plan, config: ReadingConfig) -> DataFrame:
    texts, others = plan.texts, (*plan.about, *plan.lists)
    limits = Limits()
    # Where all papers are wanted, no more than the first so many of each file can be among the first of all.
    wants_all = not (config.fields or config.since or config.until)
    if not others:
        return ingest.read_records(spark, texts, limits, first=config.limit if wants_all else None)
    records = ingest.read_records(spark, others, limits)
    return records.unionByName(ingest.read_records(spark, texts, limits)) if texts else records


def _commit_beside_standing(publication: Publication, reading: Reading, changes: Changes) -> None:
    """Commit new papers of new files: every row that stands stays."""
    run_id = publication.run_id
    papers = ingest.paper_rows(reading.records, reading.verdicts, run_id)
    sources, quarantine = _file_rows(reading, run_id)
    commits = [
        lambda: commit_rows(publication, PAPERS, papers, changes),
        lambda: publication.append(SOURCES, sources),
        lambda: publication.append(QUARANTINE, quarantine),
    ]
    if publication.previous is None:
        commits.append(lambda: publication.append(WITHDRAWN, reading.lists))
    side_by_side(*commits)


def _changes(reading: Reading, taken: DataFrame) -> AbstractContextManager[Changes]:
    """What the papers that were taken change in those that stand."""
    told = ["paper_id", "pub_month", *_TOLD]
    stated = taken.select(told).unionByName(reading.absent().select(told))
    return changes_against(stated, reading.published, _SAME_PAPER, reading.going())


def _commit_to_standing(publication: Publication, reading: Reading, changes: Changes) -> None:
    """Commit what touches rows that stand: papers are replaced or go, and the counts of their files follow."""
    run_id = publication.run_id
    papers = ingest.paper_rows(reading.records, reading.verdicts, run_id).select(PAPERS.column_names)
    absent = reading.absent().withColumn("run_id", F.lit(run_id)).select(PAPERS.column_names)
    with held(reading.displaced(changes)) as displaced:
        to_write = papers.unionByName(absent).join(changes.to_write, "paper_id", "left_semi")
        sources, quarantine = _all_file_rows(publication, reading, displaced)
        commits = [
            lambda: commit_rows(publication, PAPERS, to_write, changes),
            lambda: publication.overwrite(SOURCES, sources),
            lambda: publication.overwrite(QUARANTINE, quarantine),
        ]
        if reading.plan.lists:
            commits.append(lambda: publication.overwrite(WITHDRAWN, _all_lists(publication, reading)))
        side_by_side(*commits)


def _all_file_rows(publication: Publication, reading: Reading, displaced: DataFrame) -> tuple[DataFrame, DataFrame]:
    """The rows of `sources` and `quarantine` after this run: of other files as they stand, less what was displaced."""
    sources, quarantine = _file_rows(reading, publication.run_id)
    read_now = reading.files.select("source_file")
    others = publication.before(SOURCES).join(read_now, "source_file", "left_anti")
    place = ["source_file", "record"]
    were = reading.refused.join(read_now, "source_file", "left_anti").join(displaced.select(place), place, "left_anti")
    stamped = displaced.drop("was").withColumn("run_id", F.lit(publication.run_id))
    return (
        standing.without_displaced(others, displaced).unionByName(sources.select(SOURCES.column_names)),
        were.unionByName(stamped).unionByName(quarantine.select(QUARANTINE.column_names)),
    )


def _all_lists(publication: Publication, reading: Reading) -> DataFrame:
    """The rows of `withdrawn` after this run. What a list names no more stays: its absence takes nothing back."""
    lists = reading.lists.select(WITHDRAWN.column_names)
    before = publication.before(WITHDRAWN).join(lists, ["paper_id", "source_file"], "left_anti")
    return before.select(WITHDRAWN.column_names).unionByName(lists)


def _file_rows(reading: Reading, run_id: str) -> tuple[DataFrame, DataFrame]:
    """The rows of `sources` and `quarantine` of the files that were read."""
    scopes = {file.path: reading.plan.scope(name) for file, name in reading.plan.read}
    sources = ingest.source_rows(reading.records, reading.verdicts, reading.files, scopes, run_id)
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
    if beside_texts:
        _check_beside(verdicts.where(~is_text))


def _check_beside(verdicts: DataFrame) -> None:
    """A file that an option names and of which nothing is of use is a slip of the person, not one bad record."""
    is_of_use = F.col("verdict").isin("taken", "superseded")
    of_files = verdicts.groupBy("source_file").agg(
        F.max(is_of_use).alias("is_of_use"), F.min_by("detail", "record").alias("detail")
    )
    for row in of_files.where(~F.col("is_of_use")).orderBy("source_file").limit(1).collect():
        raise ConfigurationError(f"{row.source_file}: nothing in it can be used; the first record: {row.detail}")


def _check_papers(publication: Publication, taken: DataFrame) -> int:
    """How many papers were taken. Raises DataContractError where one is not in the table as it was read."""
    of_taken = publication.now(PAPERS).join(taken.select("paper_id"), "paper_id", "left_semi")
    committed = of_taken.select("paper_id", "content_hash", F.lit(True).alias("is_there"))
    found = taken.join(committed, ["paper_id", "content_hash"], "left")
    lost = F.min(F.when(F.col("is_there").isNull(), F.struct("source_file", "record", "paper_id")))
    row = found.agg(F.count("*").alias("papers"), lost.alias("lost")).collect()[0]
    if row.lost:
        file, record, paper_id = row.lost
        raise DataContractError(f"{file}, record {record}: {paper_id} was read but not written")
    return int(row.papers)
