"""Every promise of a benchmark is seen to be kept, and seen to be broken."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.benchmark import contracts
from ratio_spark.benchmark.contracts import Contents
from ratio_spark.benchmark.dates import outside_periods
from ratio_spark.benchmark.exclusions import exclusions_of
from ratio_spark.benchmark.oracles import figures
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.benchmark.stored import Benchmark
from ratio_spark.benchmark.writing import Rows, write
from ratio_spark.cli import main
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES, EXCLUSIONS, QRELS, Table
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon

LONG = "the parser reads every one of the seven hundred annotated treebanks before lunch and writes a table"

QUERIES = [
    {"split": "train", "pair_id": "q1", "paper_id": "p1", "text": "Labels are scarce in old archives."},
    {"split": "test", "pair_id": "q2", "paper_id": "p2", "text": "However, the parser is slow."},
    {"split": "test", "pair_id": "q3", "paper_id": "p3", "text": "Rules are hard to read for many people."},
]
CANDIDATES = [
    {"split": "train", "candidate_id": "c1", "papers": ["p1"], "text": "we ask a crowd."},
    {"split": "test", "candidate_id": "c2", "papers": ["p2"], "text": f"{LONG} of numbers."},
    {"split": "test", "candidate_id": "c3", "papers": ["p3", "p4"], "text": "we print the rules."},
    {"split": "test", "candidate_id": "d1", "papers": ["p2"], "text": "the parser is slow."},
    {"split": "test", "candidate_id": "d2", "papers": ["p2"], "text": f"{LONG} of numbers now."},
    {"split": "test", "candidate_id": "d3", "papers": ["p2"], "text": "the weather was fine."},
]
QRELS_OF = {"q1": "c1", "q2": "c2", "q3": "c3"}
SELF = ("test", "q2", "d1", "self")
TWIN = ("test", "q2", "d2", "twin")


def rows_of(spark: SparkSession, table: Table, rows: list[dict[str, Any]]) -> DataFrame:
    columns = table.columns[1:]  # not the benchmark_id
    ddl = ", ".join(f"`{column.name}` {column.type}" for column in columns)
    return spark.createDataFrame([tuple(row.get(column.name) for column in columns) for row in rows], ddl)


@pytest.fixture(scope="module")
def good(spark: SparkSession) -> Contents:
    papers = ({"papers": [row["paper_id"]], "works": [row["paper_id"]], **row} for row in QUERIES)
    queries = [{"move": "ADDRESS", "pub_date": date(2026, 1, 2), **row} for row in papers]
    golds = set(QRELS_OF.values())
    candidates = [
        {"works": row["papers"], "roles": ["gold:ADDRESS" if row["candidate_id"] in golds else "distractor:contrast"],
         **row} for row in CANDIDATES
    ]  # fmt: skip
    qrels = [
        {"split": row["split"], "pair_id": row["pair_id"], "candidate_id": QRELS_OF[str(row["pair_id"])], "move": "ADDRESS",  # noqa: E501
         "relevance": 1} for row in queries
    ]  # fmt: skip
    excluded = [dict(zip(("split", "pair_id", "candidate_id", "reason"), row, strict=True)) for row in (SELF, TWIN)]
    return Contents(
        rows_of(spark, BENCHMARK_QUERIES, queries),
        rows_of(spark, BENCHMARK_CANDIDATES, candidates),
        rows_of(spark, QRELS, qrels),
        rows_of(spark, EXCLUSIONS, excluded),
    )


def text(where: str, value: str) -> Callable[[DataFrame], DataFrame]:
    return lambda rows: rows.withColumn("text", F.when(F.expr(where), value).otherwise(F.col("text")))


def found(offenders: DataFrame) -> set[str]:
    return {row[0] for row in offenders.collect()}


def test_a_sound_benchmark_breaks_no_promise(good: Contents, small_lexicon: Path) -> None:
    texts = contracts.texts_by_key(good)
    exclusions = exclusions_of(good.queries, good.candidates, good.qrels)
    looked_at = [
        contracts.repeated_ids(good), contracts.missing_judgments(good), contracts.copies_across_splits(texts),
        contracts.queries_across_splits(good, texts),
        contracts.near_copies_across_splits(texts, Fraction(9, 10)), contracts.torn_works(good),
        contracts.golds_with_marker(good, Lexicon.load(small_lexicon)), contracts.excluded_golds(good),
        contracts.other_exclusions(exclusions, good),
    ]  # fmt: skip
    assert reduce(DataFrame.unionByName, looked_at).collect() == []


def test_ids_that_come_twice_are_named(good: Contents) -> None:
    twice = {name: table.union(table.limit(1)) for name, table in vars(good).items()}
    offenders = found(contracts.repeated_ids(Contents(**twice)))
    assert {each.split(" twice:")[0] for each in offenders} == {"query", "candidate", "judgment", "exclusion"}


def test_judgments_that_are_missing_or_lead_nowhere_are_named(good: Contents) -> None:
    without = replace(
        good,
        queries=good.queries.withColumn("move", F.when(F.col("pair_id") == "q3", "CAUSE").otherwise(F.col("move"))),
        candidates=good.candidates.where("candidate_id <> 'c1'"),
        qrels=good.qrels.where("pair_id <> 'q2'"),
    )
    assert found(contracts.missing_judgments(without)) == {
        "query without a gold: test q2",
        "gold that is not in the pool: train c1",
        "judgment of another move than its query: test q3",
        "role without a judgment: test c2 gold:ADDRESS",
    }
    roleless = replace(good, candidates=good.candidates.withColumn("roles", F.array(F.lit("distractor:contrast"))))
    unasked = replace(roleless, queries=good.queries.where("pair_id <> 'q1'"))
    assert found(contracts.missing_judgments(unasked)) == {
        "judgment of no query: train q1", *[f"gold without the role: {gold} gold:ADDRESS" for gold in
                                            ("train c1", "test c2", "test c3")],
    }  # fmt: skip


def test_texts_of_two_splits_are_named_whatever_their_role(good: Contents) -> None:
    copied = replace(
        good, candidates=good.candidates.transform(text("candidate_id = 'd3'", "LABELS are scarce in  old archives."))
    )
    texts = contracts.texts_by_key(copied)
    assert found(contracts.copies_across_splits(texts)) == {"test candidate d3 test, train"}
    near = replace(good, queries=good.queries.transform(text("pair_id = 'q1'", f"{LONG} of figures.")))
    pairs = found(contracts.near_copies_across_splits(contracts.texts_by_key(near), Fraction(4, 5)))
    assert pairs == {"test candidate c2 and train query q1", "test candidate d2 and train query q1"}


def test_queries_that_stand_in_another_split_without_their_opener_are_named(good: Contents) -> None:
    # The query of test has its self in test; now a text of train is the same.
    copied = replace(good, candidates=good.candidates.transform(text("candidate_id = 'c1'", "The parser is slow.")))
    assert found(contracts.queries_across_splits(copied, contracts.texts_by_key(copied))) == {"test q2 train"}
    asked = replace(good, queries=good.queries.transform(text("pair_id = 'q1'", "Thus, the weather was fine.")))
    assert found(contracts.queries_across_splits(asked, contracts.texts_by_key(asked))) == {"train q1 test"}
    ends_alike = good.queries.transform(text("pair_id = 'q1'", "As it is, the parser is quick, and so on."))
    both = replace(good, queries=ends_alike.transform(text("pair_id = 'q2'", "Labels cost, and so on.")))
    assert found(contracts.queries_across_splits(both, contracts.texts_by_key(both))) == set()


def test_a_pool_that_a_publisher_shares_among_splits_leaks_nothing_but_a_gold_does(good: Contents) -> None:
    everywhere = F.explode(F.lit(["train", "test"]))
    shared = replace(good, candidates=good.candidates.where("split = 'test'").withColumn("split", everywhere))
    assert len(found(contracts.copies_across_splits(contracts.texts_by_key(shared)))) == 5
    assert found(contracts.copies_across_splits(contracts.texts_by_key(contracts.without_shared_pool(shared)))) == set()
    also_asked = good.queries.where("pair_id = 'q1'").withColumn("text", F.lit("we print the rules."))
    leaking = contracts.without_shared_pool(replace(shared, queries=good.queries.unionByName(also_asked)))
    assert found(contracts.copies_across_splits(contracts.texts_by_key(leaking))) == {"test candidate c3 test, train"}


def test_works_of_two_splits_are_named(good: Contents) -> None:
    works = F.when(F.col("candidate_id") == "d3", F.lit(["p9", "p1"])).otherwise(F.col("works"))
    torn = replace(good, candidates=good.candidates.withColumn("works", works))
    assert found(contracts.torn_works(torn)) == {"p1 test, train"}
    of_query = F.when(F.col("pair_id") == "q3", F.lit(["p3", "p1"])).otherwise(F.col("works"))
    assert found(contracts.torn_works(replace(good, queries=good.queries.withColumn("works", of_query)))) == {
        "p1 test, train"
    }


def test_golds_that_open_with_a_marker_of_a_move_are_named(good: Contents, small_lexicon: Path) -> None:
    opened = good.candidates.transform(text("candidate_id = 'c1'", "to address this issue, we ask a crowd."))
    contrast = opened.transform(text("candidate_id = 'c2'", "however, we do."))
    marked = replace(
        good, candidates=contrast.transform(text("candidate_id = 'd3'", "To address this issue, it rains."))
    )
    assert found(contracts.golds_with_marker(marked, Lexicon.load(small_lexicon))) == {"train c1"}


def test_exclusions_that_are_wrong_are_named(good: Contents) -> None:
    gold = good.qrels.where("pair_id = 'q1'").select("split", "pair_id", "candidate_id", F.lit("twin").alias("reason"))
    nothing = gold.withColumns({"pair_id": F.lit("q9"), "candidate_id": F.lit("c9")})
    wrong = replace(good, exclusions=good.exclusions.where("reason = 'self'").unionByName(gold).unionByName(nothing))
    assert found(contracts.excluded_golds(wrong)) == {
        "gold that is excluded: train q1 c1", "exclusion for no query: train q9", "exclusion of no candidate: train c9",
    }  # fmt: skip
    exclusions = exclusions_of(good.queries, good.candidates, good.qrels)
    assert found(contracts.other_exclusions(exclusions, wrong)) == {
        "missing: test q2 d2 twin", "unfounded: train q1 c1 twin", "unfounded: train q9 c9 twin",
    }  # fmt: skip


RULE = DateSplit.model_validate({"rule": "date", "ranges": {
    "train": {"first": "2015-01-01", "last": "2025-09-30"}, "test": {"first": "2026-01-01", "last": "2026-05-31"},
}})  # fmt: skip
FINE = {"p1": ("2015-01-01", "day"), "p2": ("2026-05-01", "month"), "p3": ("2026-01-01", "day"),
        "p4": ("2026-02-01", "month")}  # fmt: skip


@pytest.mark.parametrize(
    ("papers", "works", "expected"),
    [
        (FINE, {}, set()),
        (FINE | {"p1": ("2025-01-01", "year")}, {}, {"train p1 of 2025-01-01 to 2025-12-31"}),
        (FINE | {"p3": (None, "none")}, {}, {"test p3 of unknown date"}),
        (FINE | {"p4": ("2025-12-31", "day")}, {}, {"test p4 of 2025-12-31 to 2025-12-31"}),
        # A test paper of which a preprint is older.
        (
            FINE | {"p0": ("2024-01-01", "day")},
            {"p0": "p0", "p3": "p0"},
            {"test p3 of 2026-01-01 to 2026-01-01, its work of 2024-01-01 to 2024-01-01"},
        ),
        # A train paper that is the later version of an older work.
        (
            FINE | {"p0": ("2020-01-01", "day"), "p1": ("2026-03-01", "day")},
            {"p0": "p0", "p1": "p0"},
            {"train p1 of 2026-03-01 to 2026-03-01, its work of 2020-01-01 to 2020-01-01"},
        ),
        (FINE | {"p0": (None, "none")}, {"p0": "p0", "p3": "p0"}, set()),
    ],
    ids=[
        "inside",
        "year alone at the border",
        "no date",
        "a day too early",
        "older preprint",
        "later version",
        "undated preprint",
    ],
)
def test_papers_outside_the_period_of_their_split_are_named(
    spark: SparkSession, good: Contents, papers: dict[str, Any], works: dict[str, str], expected: set[str]
) -> None:
    dated = [(name, day and date.fromisoformat(day), precision) for name, (day, precision) in papers.items()]
    frame = spark.createDataFrame(dated, "paper_id STRING, pub_date DATE, date_precision STRING")
    of_works = spark.createDataFrame(list(works.items()), "paper_id STRING, work_id STRING")
    assert found(outside_periods(good, frame, of_works, RULE)) == expected


def test_figures_tell_what_orders_score_that_do_not_read_the_query(good: Contents) -> None:
    of_test = figures(good)["test", "ADDRESS"]
    assert (of_test.queries, of_test.pool, of_test.with_self, of_test.masked) == (2, 5, 1, {"self": 1, "twin": 1})
    # q2: 3 candidates are not masked, of its own paper 2, one of them the gold. q3: 5, its paper has the gold alone.
    assert of_test.scores["random"]["recall@1"] == pytest.approx((1 / 3 + 1 / 5) / 2)
    assert of_test.scores["same_paper"]["recall@1"] == pytest.approx((1 / 2 + 1) / 2)
    assert of_test.scores["same_paper"]["mrr@10"] == pytest.approx(((1 + 1 / 2) / 2 + 1) / 2)
    # Two golds of the move in the pool of either.
    assert of_test.scores["same_move"]["mrr@10"] == pytest.approx((1 + 1 / 2) / 2)
    assert of_test.scores["random"]["recall@100"] == 1


def test_the_candidates_of_all_papers_of_a_query_are_those_of_its_papers(good: Contents) -> None:
    papers = F.when(F.col("pair_id") == "q2", F.lit(["p2", "p3"])).otherwise(F.col("papers"))
    of_test = figures(replace(good, queries=good.queries.withColumn("papers", papers)))["test", "ADDRESS"]
    # q2: c2, c3 and d3 are of its papers and not masked; c3 counts once, although it is of two papers.
    assert of_test.scores["same_paper"]["recall@1"] == pytest.approx((1 / 3 + 1) / 2)


def test_a_gold_that_cannot_be_found_scores_nothing_and_is_no_fault_of_the_check(good: Contents) -> None:
    excluded = good.qrels.where("pair_id = 'q3'").select(
        "split", "pair_id", "candidate_id", F.lit("twin").alias("reason")
    )
    masked = figures(replace(good, exclusions=good.exclusions.unionByName(excluded)))["test", "ADDRESS"]
    assert masked.scores["random"]["recall@100"] == 0.5
    assert masked.scores["same_paper"]["recall@1"] == pytest.approx(1 / 2 / 2)
    lost = figures(replace(good, candidates=good.candidates.where("candidate_id <> 'c3'")))["test", "ADDRESS"]
    assert {order: scores["recall@100"] for order, scores in lost.scores.items()} == {
        "random": 0.5, "same_paper": 0.5, "same_move": 0.5,
    }  # fmt: skip
    twice = replace(good, qrels=good.qrels.union(good.qrels), exclusions=good.exclusions.union(good.exclusions))
    assert figures(twice)["test", "ADDRESS"].scores["random"]["mrr@10"] <= 1
    nothing = replace(good, candidates=good.candidates.limit(0))
    assert figures(nothing)["train", "ADDRESS"].scores["same_move"]["mrr@10"] == 0


@pytest.mark.parametrize("leaks", [False, True], ids=["sound", "leaking"])
def test_the_command_ends_with_what_it_found(
    spark: SparkSession, good: Contents, tmp_path: Path, capsys: pytest.CaptureFixture[str], leaks: bool
) -> None:
    store = Store(spark, str(tmp_path))
    candidates = good.candidates
    if leaks:
        candidates = candidates.transform(text("candidate_id = 'd3'", QUERIES[0]["text"].upper()))
    with Claim(store, "test") as claim:
        rows = Rows(good.queries, candidates, good.qrels, good.exclusions)
        write(claim, Benchmark("0f" * 16, "invented", "imported", "benchmark: invented\n"), rows, lambda _: None)
    arguments = ["benchmark", "check", "--tables", str(tmp_path), "--benchmark", "invented"]
    if leaks:
        with pytest.raises(SystemExit, match="3"):
            main(arguments)
    else:
        main(arguments)
    printed = capsys.readouterr()
    result = json.loads(printed.out.splitlines()[-1])
    broken = {each["promise"]: each["offenders"] for each in result["findings"] if each["offenders"]}
    assert result["kept"] is not leaks
    assert broken == ({"no text stands in two splits": 1} if leaks else {})
    assert ("no text stands in two splits: 1 (test candidate d3 test, train)" in printed.err) is leaks
    assert result["figures"]["test"]["ADDRESS"]["queries"] == 2
