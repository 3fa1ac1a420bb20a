"""The `mine` job: read what is new, mine what must be mined, commit table by table, publish."""

from dataclasses import dataclass

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.config import MineConfig
from ratio_spark.mining import mine
from ratio_spark.mining.changes import Changes, all_added, changes_against, commit_rows, leaving_rows
from ratio_spark.mining.counts import check_files, check_mined, count_root
from ratio_spark.mining.difference import ADDED, CHANGED, REMOVED, Difference, find_difference, pairs_of
from ratio_spark.mining.estimate import Estimate, estimate
from ratio_spark.mining.held import held
from ratio_spark.mining.inputs import Inputs, list_all
from ratio_spark.mining.plan import Plan, make_plan
from ratio_spark.mining.reading import Read, Say, read_and_commit
from ratio_spark.mining.works import commit_works
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Publication, Run, last_run, published_runs
from ratio_spark.tables.schemas import (
    DISTRACTORS,
    GOLDS,
    MINED_PAPERS,
    PAPERS,
    QUERIES,
)
from ratio_spark.tables.side_by_side import side_by_side
from ratio_spark.tables.store import Store, check_writable
from ratio_spark.tables.troubles import in_one_sentence
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.version import ENGINE_VERSION

_SAME_MINING = " AND ".join(
    f"papers.{column} = published.{column}" for column in ("content_hash", "lexicon_fingerprint", "engine_version")
)
# Of so many runs the largest tells how fast a run will be.
_RUNS_LOOKED_AT = 100


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    run: the published run: this one, or the standing one where there was nothing to do; None for a mere plan
        over an empty root.
    notes: what a person should know, a sentence each.
    estimate: how much work the plan is, where no more than a plan was asked for.
    difference: what the run changed; None for a first run.
    """

    plan: Plan
    store: Store
    run: Run | None
    published: bool
    notes: tuple[str, ...] = ()
    estimate: Estimate | None = None
    difference: Difference | None = None


@dataclass(frozen=True)
class Prepared:
    """What is checked before a Spark session is needed."""

    config: MineConfig
    lexicon: Lexicon
    inputs: Inputs


def prepare(config: MineConfig) -> Prepared:
    """Load the lexicon, list the input and look at the root.

    Raises:
        ConfigurationError: a path names nothing, a lexicon line is wrong, or the root cannot be written to.
    """
    check_writable(config.tables)
    return Prepared(config, Lexicon.load(config.lexicon_folder), list_all(config))


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

    engine = {"lexicon": prepared.lexicon.fingerprint, "engine": ENGINE_VERSION}

    def plan() -> Plan:
        return make_plan(config, engine, prepared.inputs, store, previous)

    first = plan()
    if first.is_empty:
        return Outcome(first, store, previous, published=False)
    if config.plan:
        runs = published_runs(store, _RUNS_LOOKED_AT)
        return Outcome(first, store, previous, published=False, estimate=estimate(first, runs))
    with Claim(store, "ratio-spark mine") as claim:
        standing, previous = previous, last_run(store)
        final = first if standing == previous else plan()
        if final.is_empty:
            return Outcome(final, store, previous, published=False)
        return _bring_up_to_date(Publication(store, final.run_id, previous, claim), final, prepared, say)


def _bring_up_to_date(publication: Publication, plan: Plan, prepared: Prepared, say: Say) -> Outcome:
    notes = publication.begin()
    read = Read()
    if plan.read:
        say(f"reading {len(plan.read)} file(s)")
        read = read_and_commit(publication, plan, prepared.config, say)
    if publication.previous is None or plan.unlinked or read.has_changed:
        say("looking for papers of one work")
        commit_works(publication)
    difference = _commit_mined(publication, plan, read, prepared.lexicon, say)
    say("counting")
    counts = count_root(publication)
    check_files(publication)
    check_mined(counts)
    work = {
        "files": len(plan.read),
        "bytes": sum(file.size for file, _ in plan.read),
        "read": read.papers,
        "mined": difference.papers[ADDED] + difference.papers[CHANGED],
        **{f"papers_{what}": number for what, number in difference.papers.items()},
        **{f"pairs_{what}": number for what, number in difference.pairs().items()},
    }
    run = publication.publish("mine", plan.fingerprints, counts, plan.options, work)
    shown = difference if publication.previous else None
    return Outcome(plan, publication.store, run, True, tuple(notes), difference=shown)


def _commit_mined(publication: Publication, plan: Plan, read: Read, lexicon: Lexicon, say: Say) -> Difference:
    """Mine the papers that the ledger does not hold as they are, and commit what they gave; gives what that changed."""
    papers = publication.now(PAPERS)
    if publication.previous is None:
        return _mine_and_commit(publication, papers, all_added(papers), lexicon, say)
    ledger = publication.before(MINED_PAPERS)
    # All that stood was mined as it is, unless the plan knows otherwise: only what this run wrote or removed differs.
    compares_all = plan.remine or plan.unmined
    leaves = ledger.join(papers.select("paper_id"), "paper_id", "left_anti")
    going = leaves if compares_all or read.removed else ledger.limit(0)
    papers = papers if compares_all else papers.where(F.col("run_id") == publication.run_id)
    stamped = papers.select("paper_id", "pub_month", "content_hash", *mine.stamps(lexicon))
    with changes_against(stamped, ledger, _SAME_MINING, going) as changes:
        to_mine = papers if changes.everything else papers.join(changes.to_write, "paper_id", "left_semi")
        return _mine_and_commit(publication, to_mine, changes, lexicon, say)


def _mine_and_commit(
    publication: Publication, papers: DataFrame, changes: Changes, lexicon: Lexicon, say: Say
) -> Difference:
    run_id = publication.run_id
    say(f"mining {changes.added + changes.replaced:,} papers")
    with held(mine.mine(papers, lexicon)) as mined:
        # The ledger takes a row of every paper, and so computes what is held, once, for all that follows.
        commit_rows(publication, MINED_PAPERS, mine.ledger_rows(mined, lexicon, run_id), changes)
        say("writing queries, golds and distractors")
        side_by_side(
            lambda: commit_rows(publication, QUERIES, mine.query_rows(mined, run_id), changes),
            lambda: commit_rows(publication, GOLDS, mine.gold_rows(mined, run_id), changes),
            lambda: commit_rows(publication, DISTRACTORS, mine.distractor_rows(mined, run_id), changes),
        )
        figures = {ADDED: changes.added, REMOVED: changes.removed, CHANGED: changes.replaced}
        if changes.is_empty:
            return Difference(figures, (), ())
        leaving = pairs_of(lambda table: leaving_rows(publication, table, changes)) if changes.any_leave else None
        return find_difference(leaving, mine.pairs(mined), figures)
