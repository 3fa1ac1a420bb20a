"""The `mine` job: read what is new, mine what must be mined, commit table by table, publish."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.config import MineConfig
from ratio_spark.corpus import ingest
from ratio_spark.corpus.files import InputFile, list_inputs
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import METADATA_FORMAT
from ratio_spark.corpus.refusals import Reason
from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.mining import mine
from ratio_spark.mining.changes import commit_rows, find_changes
from ratio_spark.mining.counts import count_root
from ratio_spark.mining.plan import Plan, make_plan
from ratio_spark.tables.publish import Publication, Run, last_run
from ratio_spark.tables.schemas import (
    DISTRACTORS,
    GOLDS,
    MINED_PAPERS,
    PAPERS,
    QUARANTINE,
    QUERIES,
    SOURCES,
    Table,
)
from ratio_spark.tables.store import Store, check_writable, in_one_sentence
from ratio_spark.text.lexicon import Lexicon

_SAME_PAPER = " AND ".join(
    f"papers.{column} IS NOT DISTINCT FROM published.{column}"
    for column in (
        "content_hash",
        "title",
        "fields",
        "language",
        "doi",
        "license",
        "date_source",
        "source_file",
    )
)
_SAME_MINING = " AND ".join(
    f"papers.{column} = published.{column}" for column in ("content_hash", "lexicon_fingerprint", "engine_version")
)

Say = Callable[[str], None]
"""Called with what the job does now, for a progress line."""


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    run: the published run: this one, or the standing one where there was nothing to do; None for a mere plan
        over an empty root.
    notes: what a person should know, a sentence each.
    """

    plan: Plan
    store: Store
    run: Run | None
    published: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prepared:
    """What is checked before a Spark session is needed."""

    config: MineConfig
    lexicon: Lexicon
    inputs: list[InputFile]
    metadata: list[InputFile]


def prepare(config: MineConfig) -> Prepared:
    """Load the lexicon, list the input and look at the root.

    Raises:
        ConfigurationError: a path names nothing, a lexicon line is wrong, or the root cannot be written to.
    """
    check_writable(config.tables)
    lexicon = Lexicon.load(config.lexicon_folder)
    inputs = list_inputs(config.input) if config.input else []
    metadata = list_inputs(config.papers) if config.papers else []
    of_metadata = {file.path for file in metadata}
    inputs = [file for file in inputs if file.path not in of_metadata]
    if metadata and not inputs:
        raise ConfigurationError("--papers describes full texts: give them by --input")
    return Prepared(config, lexicon, inputs, metadata)


def run(spark: SparkSession, prepared: Prepared, say: Say = lambda _: None) -> Outcome:
    """Bring the tables up to date with the input, the lexicon and the engine.

    Raises:
        ConfigurationError: the tables cannot be read or written, or the format does not fit.
        DataContractError: counts do not add up.
        RetryableError: an input file cannot be read now, or another writer came in between.
            Nothing is published in any of these cases.
    """
    with in_one_sentence(prepared.config.tables):
        return _run(spark, prepared, say)


def _run(spark: SparkSession, prepared: Prepared, say: Say) -> Outcome:
    config = prepared.config
    store = Store(spark, config.tables)
    say("looking at the tables")
    previous = last_run(store)
    plan = make_plan(config, prepared.lexicon, prepared.inputs, prepared.metadata, store, previous)
    if plan.is_empty or config.plan:
        return Outcome(plan, store, previous, published=False)
    with ExitStack() as held:
        if plan.read:
            say(f"reading {len(plan.read)} file(s)")
            records = held.enter_context(_held(_read(spark, plan, config)))
            standing = store.read(PAPERS, previous.versions[PAPERS.name]) if previous else None
            verdicts = held.enter_context(_held(ingest.judge(records, _scope(config), standing)))
            _check_files(records, verdicts, [file.path for file in prepared.metadata])
        publication = Publication(store, plan.run_id, previous)
        notes = publication.begin()
        if plan.read:
            say("writing papers")
            _commit_papers(publication, plan, records, verdicts)
            _check_papers(publication, verdicts)
    _commit_mined(publication, prepared.lexicon, say)
    say("counting")
    counts = count_root(publication)
    _check_counts(publication, counts)
    published = publication.publish("mine", plan.fingerprints, counts, plan.options)
    return Outcome(plan, store, published, published=True, notes=tuple(notes))


@contextmanager
def _held(rows: DataFrame) -> Iterator[DataFrame]:
    """Compute the rows once for several uses; they are kept in memory, and on disk where that is short."""
    rows = rows.persist()
    try:
        yield rows
    finally:
        rows.unpersist()


def _side_by_side(*commits: Callable[[], None]) -> None:
    with ThreadPoolExecutor(len(commits)) as pool:
        for done in [pool.submit(commit) for commit in commits]:
            done.result()


def _scope(config: MineConfig) -> ingest.Scope:
    return ingest.Scope(config.fields, config.since, config.until, config.limit)


def _read(spark: SparkSession, plan: Plan, config: MineConfig) -> DataFrame:
    texts = [(file, name) for file, name in plan.read if name != METADATA_FORMAT]
    metadata = [(file, name) for file, name in plan.read if name == METADATA_FORMAT]
    limits = Limits()
    # Where all papers are wanted, no more than the first so many of each file can be among the first of all.
    wants_all = not (config.fields or config.since or config.until)
    records = ingest.read_records(spark, texts, limits, first=config.limit if wants_all else None)
    return records.unionByName(ingest.read_records(spark, metadata, limits)) if metadata else records


def _check_files(records: DataFrame, verdicts: DataFrame, metadata: Sequence[str]) -> None:
    """Stop before anything is written where a file cannot be opened, or the input is not what the options say.

    Raises:
        RetryableError: a file cannot be read (now, or from the machine of a worker).
        ConfigurationError: no file is in a known format, or in the named one; or a metadata file among the texts.
    """
    is_metadata = F.col("source_file").isin(list(metadata))
    is_unreadable = F.col("reason") == Reason.UNREADABLE.value
    is_misplaced = ~is_metadata & (F.col("format") == METADATA_FORMAT)
    files = records.where(F.col("kind") == "file")
    for row in files.where(is_unreadable | is_misplaced).orderBy("source_file").limit(1).collect():
        if row.reason == Reason.UNREADABLE.value:
            raise RetryableError(f"{row.source_file}: {row.detail}; every worker must be able to read it; run again")
        raise ConfigurationError(f"{row.source_file} holds S2ORC metadata: give it by --papers, not by --input")
    texts = files.where(~is_metadata)
    is_known = F.coalesce(F.col("reason") != Reason.UNKNOWN_FORMAT.value, F.lit(True))
    is_misfit = F.coalesce(F.col("reason") == Reason.WRONG_LAYOUT.value, F.lit(False))
    known, first = texts.agg(F.count_if(is_known), F.min("source_file")).collect()[0]
    if not known:
        raise ConfigurationError(f"{first}: its records are in no known format; name one by --format")
    fits, misfits, name = (
        verdicts.where(~is_metadata).agg(F.count_if(~is_misfit), F.count_if(is_misfit), F.min("format")).collect()[0]
    )
    if misfits and not fits:
        raise ConfigurationError(
            f"{first}: no record of the input is in the format {name}; name another one by --format, or none"
        )


def _commit_papers(publication: Publication, plan: Plan, records: DataFrame, verdicts: DataFrame) -> None:
    """Commit `papers`, and `sources` and `quarantine` of the files that were read."""
    run_id = publication.run_id
    sources = ingest.source_rows(records, verdicts, plan.read, plan.scope_key, run_id)
    quarantine = ingest.quarantine_rows(records, verdicts, run_id)
    papers = ingest.paper_rows(records, verdicts, run_id)
    published = publication.before(PAPERS).drop("paragraphs") if publication.previous else None
    changes = find_changes(ingest.taken_papers(verdicts), published, _SAME_PAPER)
    to_write = papers.join(changes.paper_ids, "paper_id", "left_semi") if publication.previous else papers
    _side_by_side(
        lambda: commit_rows(publication, PAPERS, to_write, changes),
        lambda: _commit_files(publication, SOURCES, sources, sources),
        lambda: _commit_files(publication, QUARANTINE, quarantine, sources),
    )


def _commit_files(publication: Publication, table: Table, rows: DataFrame, read: DataFrame) -> None:
    """Commit the rows of the files that were read; rows of an earlier reading of these files leave."""
    if publication.previous is None:
        publication.append(table, rows)
        return
    kept = publication.before(table).join(read.select("source_file"), "source_file", "left_anti")
    publication.overwrite(table, kept.unionByName(rows.select(table.column_names)))


def _commit_mined(publication: Publication, lexicon: Lexicon, say: Say) -> None:
    """Mine the papers that the ledger does not hold as they are, and commit what they gave."""
    run_id = publication.run_id
    papers = publication.now(PAPERS)
    ledger = publication.before(MINED_PAPERS) if publication.previous else None
    stamps = papers.select("paper_id", "pub_month", "content_hash", *mine.stamps(lexicon))
    changes = find_changes(stamps, ledger, _SAME_MINING)
    is_all = ledger is None or changes.everything
    to_mine = papers if is_all else papers.join(changes.paper_ids, "paper_id", "left_semi")
    say(f"mining {changes.added + changes.replaced:,} papers")
    with _held(mine.mine(to_mine, lexicon)) as mined:
        # The ledger takes a row of every paper, and so computes what is held, once, for the three others.
        commit_rows(publication, MINED_PAPERS, mine.ledger_rows(mined, lexicon, run_id), changes)
        say("writing queries, golds and distractors")
        _side_by_side(
            lambda: commit_rows(publication, QUERIES, mine.query_rows(mined, run_id), changes),
            lambda: commit_rows(publication, GOLDS, mine.gold_rows(mined, run_id), changes),
            lambda: commit_rows(publication, DISTRACTORS, mine.distractor_rows(mined, run_id), changes),
        )


def _check_papers(publication: Publication, verdicts: DataFrame) -> None:
    """Every paper that was taken is in the table as it was read."""
    committed = publication.now(PAPERS).select("paper_id", "content_hash")
    lost = ingest.taken_papers(verdicts).join(committed, ["paper_id", "content_hash"], "left_anti")
    for row in lost.select("source_file", "record", "paper_id").limit(1).collect():
        raise DataContractError(f"{row.source_file}, record {row.record}: {row.paper_id} was read but not written")


def _check_counts(publication: Publication, counts: dict[str, int]) -> None:
    """Nothing is lost: of each file, every record is a paper, quarantined, a duplicate or left out.

    The reader's own count stands against the committed rows, and the mined papers against the papers.
    """
    refused = publication.now(QUARANTINE).groupBy("source_file").agg(F.count("record").alias("refused"))
    files = publication.now(SOURCES).join(refused, "source_file", "left").fillna(0, ["refused"])
    lost = files.where(
        "records IS NULL OR records <> papers + quarantined + duplicates + left_out "
        "OR refused <> quarantined + duplicates"
    )
    for row in lost.orderBy("source_file").limit(1).collect():
        raise DataContractError(
            f"{row.source_file}: {row.records} records were read, but {row.papers} papers, {row.quarantined} "
            f"quarantined, {row.duplicates} duplicates and {row.left_out} left out were counted, and {row.refused} "
            "rows of quarantine written"
        )
    if counts["mined_papers"] != counts["papers"]:
        raise DataContractError(f"{counts['papers']} papers are in the tables, but {counts['mined_papers']} were mined")
