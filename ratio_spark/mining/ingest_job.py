"""The `ingest` job: read files into `papers`, group by group, each group a published run."""

import math
from dataclasses import dataclass

from pyspark.sql import SparkSession

from ratio_spark.config import IngestConfig, ReadingConfig
from ratio_spark.mining.counts import check_files, count_root
from ratio_spark.mining.estimate import Estimate, estimate
from ratio_spark.mining.inputs import Inputs, list_all
from ratio_spark.mining.plan import Plan, make_plan
from ratio_spark.mining.reading import Read, Say, read_and_commit
from ratio_spark.mining.works import commit_works
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Publication, Run, last_run, published_runs
from ratio_spark.tables.store import Store, check_writable
from ratio_spark.tables.troubles import in_one_sentence

JOB = "ingest"
_BYTES_PER_GIB = 2**30
_RUNS_LOOKED_AT = 100


@dataclass(frozen=True)
class Ingested:
    """What an ingest came to.

    run: the run that stands then, None for a mere plan over an empty root; groups: how many runs were published.
    notes: what a person should know, a sentence each; estimate: where no more than a plan was asked for.
    """

    plan: Plan
    store: Store
    run: Run | None
    groups: int = 0
    notes: tuple[str, ...] = ()
    estimate: Estimate | None = None


def prepare(config: IngestConfig) -> Inputs:
    """List the input and look at the root, which needs no Spark.

    Raises:
        ConfigurationError: a path names nothing, or the root cannot be written to.
    """
    check_writable(config.tables)
    return list_all(config)


def run(spark: SparkSession, config: IngestConfig, inputs: Inputs, say: Say = lambda _: None) -> Ingested:
    """Bring `papers` up to date with the input; `mine` mines later what is not mined yet.

    Raises:
        ConfigurationError: the tables cannot be read or written, or the format does not fit.
        DataContractError: counts do not add up.
        RetryableError: an input file cannot be read now, or another writer came in between.
            Groups that were published before stay.
    """
    with in_one_sentence(config.tables):
        store = Store(spark, config.tables)
        say("looking at the tables")
        previous = last_run(store)
        plan = make_plan(config, {}, inputs, store, previous)
        if plan.is_empty:
            return Ingested(plan, store, previous)
        if config.plan:
            runs = published_runs(store, _RUNS_LOOKED_AT)
            return Ingested(plan, store, previous, estimate=estimate(plan, runs))
        with Claim(store, "ratio-spark ingest") as claim:
            standing, previous = previous, last_run(store)
            plan = plan if standing == previous else make_plan(config, {}, inputs, store, previous)
            return read_in_groups(claim, plan, previous, config, config.group_gib * _BYTES_PER_GIB, say)


def read_in_groups(
    claim: Claim, plan: Plan, previous: Run | None, config: ReadingConfig, group_bytes: float, say: Say
) -> Ingested:
    """Read the files of a plan in groups, in their order, and publish each.

    The first one takes the lists as well; in the last it is looked which papers are one work.
    """
    notes: list[str] = []
    # The first so many papers of all files are known only when all were read.
    groups = plan.groups(math.inf if config.limit else group_bytes)
    is_to_link = previous is None or plan.unlinked
    for number, texts in enumerate(groups):
        is_last = number == len(groups) - 1
        part = plan.part(texts, plan.lists if number == 0 else (), previous, is_last)
        publication = Publication(claim.store, part.run_id, previous, claim)
        notes += publication.begin()
        of_groups = f", group {number + 1} of {len(groups)}" if len(groups) > 1 else ""

        def say_of_group(sentence: str, of_groups: str = of_groups) -> None:
            say(f"{sentence}{of_groups}")

        read = Read()
        if part.read:
            say_of_group(f"reading {len(part.read)} file(s)")
            read = read_and_commit(publication, part, config, say_of_group)
        is_to_link = is_to_link or read.has_changed
        if is_last and is_to_link:
            say_of_group("looking for papers of one work")
            commit_works(publication)
        previous = _publish_group(publication, part, read, say_of_group)
    return Ingested(plan, claim.store, previous, len(groups), tuple(notes))


def _publish_group(publication: Publication, part: Plan, read: Read, say: Say) -> Run:
    say("counting")
    counts = count_root(publication)
    check_files(publication)
    work = {
        "files": len(part.read),
        "bytes": sum(file.size for file, _ in part.read),
        "read": read.papers,
        "papers_added": read.added,
        "papers_removed": read.removed,
        "papers_changed": read.replaced,
    }
    return publication.publish(JOB, part.fingerprints, counts, part.options, work)
