"""The table of metrics: what was evaluated last stands, and nothing that is no figure."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.collection import BenchmarkName
from ratio_spark.retrieval.scores.metrics_table import Figure, read_metrics, write_metrics
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.schemas import METRICS

BENCHMARK = BenchmarkName("0123abcd", "ratio", "built", "d" * 64, 3)
FIGURE = Figure("pool", None, "ADDRESS", "all", "mrr_at_10", 0.25, 0.2, 0.3, 12)
MONDAY, TUESDAY = datetime(2026, 11, 30, 8, tzinfo=UTC), datetime(2026, 12, 1, 8, tzinfo=UTC)


@pytest.fixture
def tables(tmp_path: Path) -> ArrowTables:
    return ArrowTables(str(tmp_path))


def test_a_figure_is_read_as_it_was_written(tables: ArrowTables) -> None:
    write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [FIGURE], {"ADDRESS": "run7"}, MONDAY)
    assert read_metrics(tables, "0123abcd").to_pylist() == [
        {
            "evaluation_id": "aa", "benchmark_id": "0123abcd", "digest": "d" * 64, "split": "test", "system": "bm25",
            "tuned_on": None, "setting": "pool", "move": "ADDRESS", "part": "all", "metric": "mrr_at_10",
            "value": 0.25, "low": 0.2, "high": 0.3, "queries": 12, "created": MONDAY, "mlflow_run": "run7",
        }
    ]  # fmt: skip


def test_the_time_of_writing_is_noted_and_what_was_not_tracked_has_no_run(tables: ArrowTables) -> None:
    before = datetime.now(UTC)
    write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [replace(FIGURE, low=None, high=None)])
    (row,) = read_metrics(tables, "0123abcd").to_pylist()
    assert before <= row["created"] <= datetime.now(UTC)
    assert (row["low"], row["high"], row["mlflow_run"]) == (None, None, None)


def test_the_same_evaluation_takes_its_own_place(tables: ArrowTables) -> None:
    other = replace(FIGURE, move="SPECIFY")
    write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [FIGURE, other], created=MONDAY)
    write_metrics(tables, "bb", BENCHMARK, "test", "random", [FIGURE], created=MONDAY)
    write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [replace(FIGURE, value=0.28)], created=TUESDAY)
    rows = tables.read(METRICS).to_pylist()
    assert sorted((row["system"], row["move"], row["value"]) for row in rows) == [
        ("bm25", "ADDRESS", 0.28),
        ("random", "ADDRESS", 0.25),
    ]


def test_of_several_evaluations_the_newest_figure_of_each_cell_counts(tables: ArrowTables) -> None:
    unmasked, tuned = replace(FIGURE, setting="unmasked"), replace(FIGURE, tuned_on="SPECIFY")
    write_metrics(tables, "bb", BENCHMARK, "test", "bm25", [replace(FIGURE, value=0.28)], created=TUESDAY)
    write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [FIGURE, unmasked, tuned], created=MONDAY)
    found = [(row["tuned_on"], row["setting"], row["value"]) for row in read_metrics(tables, "0123abcd").to_pylist()]
    assert found == [(None, "pool", 0.28), (None, "unmasked", 0.25), ("SPECIFY", "pool", 0.25)]
    assert tables.read(METRICS).num_rows == 4


def test_a_benchmark_has_its_own_figures_only(tables: ArrowTables) -> None:
    assert read_metrics(tables, "0123abcd").num_rows == 0
    write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [FIGURE])
    assert read_metrics(tables, "0123abce").num_rows == 0
    assert read_metrics(tables, "0123abcd").column("queries").to_pylist() == [12]


def test_what_is_no_number_is_refused_and_nothing_is_written(tables: ArrowTables) -> None:
    for fault in (replace(FIGURE, value=float("nan")), replace(FIGURE, high=float("inf"))):
        with pytest.raises(DataContractError, match="bm25: mrr_at_10 for ADDRESS in pool is no number"):
            write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [FIGURE, replace(fault, part="abstract")])
    assert tables.version(METRICS) is None


def test_one_cell_cannot_have_two_figures(tables: ArrowTables) -> None:
    with pytest.raises(ValueError, match=r"two figures for \('pool', None, 'ADDRESS', 'all', 'mrr_at_10'\)"):
        write_metrics(tables, "aa", BENCHMARK, "test", "bm25", [FIGURE, replace(FIGURE, value=0.3)])
