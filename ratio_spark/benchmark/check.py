"""`benchmark check`: what a benchmark, built or imported, promises and holds, recomputed from its tables."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark import check_report, contracts
from ratio_spark.benchmark.contracts import OFFENDER, Contents
from ratio_spark.benchmark.dates import outside_periods
from ratio_spark.benchmark.exclusions import exclusions_of
from ratio_spark.benchmark.findings import Checked, Finding
from ratio_spark.benchmark.options import CheckConfig
from ratio_spark.benchmark.oracles import figures
from ratio_spark.benchmark.rows import lexicon_of
from ratio_spark.benchmark.spec import NEAR_DUPLICATES, Specification, parse_specification
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.benchmark.stored import Stored, open_benchmark
from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining.held import held
from ratio_spark.published import Say
from ratio_spark.tables.publish import find_run
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES, EXCLUSIONS, PAPERS, QRELS, WORKS
from ratio_spark.text.lexicon import Lexicon

SHOWN = 5
"""Offenders that a finding names."""


def run(config: CheckConfig) -> dict[str, Any]:
    """The command.

    Returns:
        The JSON object that ends its output. Where a promise is broken it is printed here, for an error follows.

    Raises:
        ConfigurationError: there is no such benchmark, or the lexicon has faults.
        DataContractError: a promise is broken.
    """
    lexicon = Lexicon.load(config.lexicon_folder)
    with open_benchmark("benchmark check", config.tables, config.benchmark) as (stored, say):
        checked = check(stored, lexicon, say)
    check_report.write(STDERR, checked)
    result = checked.to_json()
    if not result["kept"]:
        print(json.dumps(result, ensure_ascii=False))
    checked.raise_if_broken()
    return result


def check(stored: Stored, lexicon: Lexicon, say: Say) -> Checked:
    """Check a benchmark.

    Args:
        lexicon: whose markers must not stand at the head of a gold; of a built benchmark that of its run.
    """
    tables = (BENCHMARK_QUERIES, BENCHMARK_CANDIDATES, QRELS, EXCLUSIONS)
    rows = Contents(*[stored.read(table) for table in tables])
    findings = tuple(_findings(stored, rows, lexicon, say))
    say("counting")
    return Checked(stored.benchmark, findings, figures(rows))


def _findings(stored: Stored, rows: Contents, lexicon: Lexicon, say: Say) -> Iterator[Finding]:
    def find(promise: str, offenders: DataFrame) -> Finding:
        say(f"checking that {promise}")
        return _find(promise, offenders)

    built = stored.benchmark.kind == "built"
    specification = parse_specification(stored.benchmark.specification, stored.benchmark.name) if built else None
    near = specification.near_duplicates if specification else NEAR_DUPLICATES
    yield find("ids are unique", contracts.repeated_ids(rows))
    yield find("every query has a gold, and every gold is in the pool", contracts.missing_judgments(rows))
    # A publisher may have one pool for all splits.
    with held(contracts.texts_by_key(rows if built else contracts.without_shared_pool(rows))) as texts:
        yield find("no text stands in two splits", contracts.copies_across_splits(texts))
        without_opener = contracts.queries_across_splits(rows, texts)
        yield find("no query, without its opener, stands in another split", without_opener)
        near_copies = contracts.near_copies_across_splits(texts, Fraction(str(near)))
        yield find("no near-copy of a text stands in another split", near_copies)
    yield find("no work stands in two splits", contracts.torn_works(rows))
    yield _dates(stored, rows, specification, find)
    yield _markers(stored, rows, lexicon, find)
    yield find("no gold is excluded, and what is excluded is there", contracts.excluded_golds(rows))
    promise = "every self and twin is excluded, and nothing else"
    if built:
        with held(exclusions_of(rows.queries, rows.candidates, rows.qrels, near)) as found:
            yield find(promise, contracts.other_exclusions(found, rows))
    else:
        yield Finding(promise, None, why="the publisher decides what is excluded")


def _dates(
    stored: Stored, rows: Contents, specification: Specification | None, find: Callable[[str, DataFrame], Finding]
) -> Finding:
    promise = "every paper, and its work first, was published in the period of its split"
    if specification is None or not isinstance(specification.split, DateSplit):
        return Finding(promise, None, why="its splits are no periods")
    versions, store = stored.benchmark.versions, stored.store
    if PAPERS.name not in versions or not store.exists(PAPERS):
        return Finding(promise, None, why="the papers that it was built from are not here")
    papers = store.read(PAPERS, versions[PAPERS.name])
    works = store.read(WORKS, versions[WORKS.name]) if WORKS.name in versions else store.empty(WORKS)
    return find(promise, outside_periods(rows, papers, works, specification.split))


def _markers(stored: Stored, rows: Contents, lexicon: Lexicon, find: Callable[[str, DataFrame], Finding]) -> Finding:
    promise = "no gold opens with a marker of a move"
    if stored.benchmark.kind == "built":
        try:
            run = find_run(stored.store, str(stored.benchmark.run_id))
        except ConfigurationError:
            return Finding(promise, None, why="the run that it was built from is not here")
        if lexicon_of(run) != lexicon.fingerprint:
            return Finding(promise, None, why="its run was mined with another lexicon: name that one with --lexicon")
    return find(promise, contracts.golds_with_marker(rows, lexicon))


def _find(promise: str, offenders: DataFrame) -> Finding:
    row = offenders.agg(F.count("*").alias("number"), F.min(OFFENDER).alias("first")).collect()[0]
    if not row.number:
        return Finding(promise, 0)
    first = (row.first,)
    if row.number > 1:
        first = tuple(each[0] for each in offenders.orderBy(OFFENDER).limit(SHOWN).collect())
    return Finding(promise, row.number, first)
