"""The build of a benchmark: in which order the rules apply, and what is refused before anything is written."""

from dataclasses import dataclass

from pyspark.sql import DataFrame

from ratio_spark.benchmark import pool
from ratio_spark.benchmark.duplicates import copies
from ratio_spark.benchmark.funnel import MERGED, MINED, FunnelRow, funnel_of
from ratio_spark.benchmark.rows import Mined, lexicon_of, texts_of
from ratio_spark.benchmark.spec import Specification, benchmark_id
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.benchmark.stored import Benchmark, Stored, list_benchmarks
from ratio_spark.benchmark.writing import Rows, write
from ratio_spark.config import shipped_lexicons
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining.held import held
from ratio_spark.published import Published, Say
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Run, find_run
from ratio_spark.tables.schemas import DISTRACTORS, GOLDS, PAPERS, QUERIES, WORKS
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon


@dataclass(frozen=True)
class Built:
    """stored: the benchmark; is_new: whether it was written now, or stood there already."""

    stored: Stored
    is_new: bool


def build(published: Published, specification: Specification, say: Say, lexicon: Lexicon | None = None) -> Built:
    """Build the benchmark of a specification, unless it is there.

    Args:
        lexicon: the one that its run was mined with; None: that which comes with ratio-spark.

    Raises:
        ConfigurationError: the specification names a run, move or distractor kind that is not there, its run was mined
            with another lexicon, or a split comes out empty. Nothing is written.
        RetryableError: another job writes here.
    """
    store = published.store
    tables = Published(store, find_run(store, specification.run)) if specification.run else published
    mined = _mined(tables, specification, lexicon or Lexicon.load(shipped_lexicons()))
    read = (QUERIES, GOLDS, DISTRACTORS, PAPERS, WORKS)
    versions = {table.name: tables.run.versions[table.name] for table in read if table.name in tables.run.versions}
    identity = benchmark_id(specification, tables.run.run_id, versions)
    for benchmark in list_benchmarks(store):
        if benchmark.benchmark_id == identity:
            return Built(Stored(store, benchmark), is_new=False)
    planned = Benchmark(
        identity,
        specification.benchmark,
        "built",
        specification.canonical(),
        run_id=tables.run.run_id,
        versions=versions,
    )
    return Built(_build(store, planned, mined, say), is_new=True)


def _mined(tables: Published, specification: Specification, lexicon: Lexicon) -> Mined:
    """The rows that the specification takes; `counts` of a run tell which moves and kinds its tables hold."""
    moves = _wanted(specification.moves, tables.run, QUERIES.name, "move")
    kinds = _wanted(specification.pool.distractors, tables.run, DISTRACTORS.name, "distractor kind")
    if not moves:
        raise ConfigurationError(f"{tables.store.root}: the run {tables.run.run_id} has mined no pair of any move")
    if lexicon.fingerprint != lexicon_of(tables.run):
        raise ConfigurationError(
            f"the run {tables.run.run_id} was mined with another lexicon: name that one with --lexicon, or mine again"
        )
    return Mined(tables, specification, lexicon, moves, kinds)


def _wanted(named: tuple[str, ...] | None, run: Run, table: str, what: str) -> tuple[str, ...]:
    there = sorted(key.removeprefix(f"{table}:") for key, n in run.counts.items() if key.startswith(f"{table}:") and n)
    missing = sorted(set(named or ()).difference(there))
    if missing:
        raise ConfigurationError(
            f"the run {run.run_id} has mined nothing of the {what} {missing[0]}; it has {', '.join(there) or 'none'}"
        )
    return tuple(there if named is None else sorted(set(named)))


def _build(store: Store, planned: Benchmark, mined: Mined, say: Say) -> Stored:
    """Nothing is written, not even a claim, before it is clear that there is a benchmark to write."""
    specification = mined.specification
    say("placing pairs in splits")
    with (
        held(mined.rows()) as rows,
        copies(texts_of(rows, specification.split), specification.near_duplicates) as leaving,
        held(_members(rows, leaving, specification)) as members,
    ):
        say("looking for copies, and counting what each rule removes")
        funnel = funnel_of(members)
        _check(funnel, specification)
        benchmark = Benchmark(**{**vars(planned), "funnel": tuple(funnel)})
        made = Rows(
            pool.query_rows(rows, members),
            pool.candidate_rows(rows, members),
            pool.qrel_rows(members),
            near=specification.near_duplicates,
        )
        with Claim(store, "ratio-spark benchmark build") as claim:
            return write(claim, benchmark, made, say)


def _members(rows: DataFrame, leaving: DataFrame, specification: Specification) -> DataFrame:
    """What the rules leave, in their order: dates, fields and flags stand in `rows`; copies, caps and pool follow.

    Copies leave before caps apply, so that a paper or marker gives as much as its cap allows; identical texts become
    one before the pool is cut to size, so that it has that many candidates.
    """
    capped = pool.cap(pool.members_of(rows, leaving), specification.caps, specification.seed)
    return pool.limit(pool.merge(capped), specification.pool.size, specification.seed)


def _check(funnel: list[FunnelRow], specification: Specification) -> None:
    """Refuse a benchmark without a query in one of its splits, or of a move that is named."""
    queries = [row for row in funnel if row.step == MERGED and row.left and not row.move.startswith("distractor:")]
    for split in specification.splits:
        if not any(row.split == split for row in queries):
            raise ConfigurationError(f"the split {split} is empty: {_why(funnel, split, specification)}")
    for move in specification.moves or ():
        if not any(row.move == move for row in queries):
            raise ConfigurationError(f"no pair of {move} is left: the rules of the specification remove all of them")


def _why(funnel: list[FunnelRow], split: str, specification: Specification) -> str:
    of_split = [row for row in funnel if row.split == split and not row.move.startswith("distractor:")]
    if not of_split:
        rule = specification.split
        period = rule.ranges[split] if isinstance(rule, DateSplit) else None
        return f"no pair was published from {period.first} to {period.last}" if period else "no work comes to it"
    mined = sum(row.left for row in of_split if row.step == MINED)
    worst = max((row for row in of_split if row.step != MINED), key=lambda row: row.removed)
    return f"of its {mined:,} pairs the rule {worst.step} ({worst.rule}) alone removes {worst.removed:,}"
