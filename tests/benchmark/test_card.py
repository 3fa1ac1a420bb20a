"""The page of a data card: what stands on it, from figures that are given."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.card import page, quantile
from ratio_spark.benchmark.card_figures import CardFigures, overlap
from ratio_spark.benchmark.card_plots import draw
from ratio_spark.benchmark.findings import Checked, Finding
from ratio_spark.benchmark.funnel import FunnelRow
from ratio_spark.benchmark.oracles import Figures
from ratio_spark.benchmark.stored import Benchmark

FUNNEL = (
    FunnelRow("mined", "mined", "train", "ADDRESS", 0, 900),
    FunnelRow("mined", "mined", "test", "ADDRESS", 0, 100),
    FunnelRow("mined", "mined", "test", "distractor:contrast", 0, 50),
    FunnelRow("split", "no date", None, "ADDRESS", 7, 0),
    FunnelRow("copies", "query is a copy", "test", "ADDRESS", 30, 70),
    FunnelRow("merge", "same text in the split", "train", "ADDRESS", 100, 800),
    FunnelRow("merge", "same text in the split", "test", "ADDRESS", 0, 70),
    FunnelRow("merge", "same text in the split", "test", "distractor:contrast", 5, 45),
)
COUNTS = {
    "queries": 870, "queries:train": 800, "queries:test": 70, "queries:train:ADDRESS": 800, "queries:test:ADDRESS": 70,
    "candidates": 915, "candidates:train": 800, "candidates:train:gold:ADDRESS": 800, "candidates:test": 115,
    "candidates:test:gold:ADDRESS": 70, "candidates:test:distractor:contrast": 45, "exclusions": 3,
    "exclusions:test": 3, "exclusions:test:self": 3,
}  # fmt: skip


def figures(**changes: Any) -> CardFigures:
    benchmark = Benchmark(
        "0f" * 16, "invented", "built", "benchmark: invented\n", run_id="r1", funnel=FUNNEL, counts=COUNTS,
        digest="d" * 64, created=datetime(2026, 11, 1, 9, 30, tzinfo=UTC),
    )  # fmt: skip
    given: dict[str, Any] = {
        "benchmark": benchmark,
        "by_month": {"ADDRESS": {"2024": {"train": 20}, "2025-03": {"train": 780}, "2026-02": {"test": 70}}},
        "undated": 4,
        "markers": {"ADDRESS": [("To address this | that,", 435)]},
        "distinct_markers": {"ADDRESS": 12},
        "lengths": {"query": {9: 800, 20: 70}, "gold": {7: 870}, "distractor": {12: 45}},
        "overlaps": {"ADDRESS": {0: 500, 3: 370}},
        "overlap_means": {("train", "ADDRESS"): 0.0712, ("test", "ADDRESS"): 0.1},
        "licenses": {"": (70, 915), "cc-by": (800, 0)},
        "papers": {"train": 600, "test": 50},
        "works": {"train": 590, "test": 50},
    }
    return CardFigures(**{**given, **changes})


def lines(text: str) -> list[str]:
    return text.splitlines()


def test_the_page_counts_queries_candidates_and_exclusions_by_split() -> None:
    text = lines(page(figures(), {}, None))
    for line in (
        "|  | train | test |",
        "| ADDRESS | 800 | 70 |",
        "| distractor contrast | 0 | 45 |",
        "| **all candidates** | 800 | 115 |",
        "| excluded: self | 0 | 3 |",
        "| works | 590 | 50 |",
    ):
        assert line in text


def test_the_funnel_on_the_page_adds_up() -> None:
    text = lines(page(figures(), {}, None))
    for line in (
        "| mined |  | 1,000 | 50 |",
        "| split | no date | -7 | 0 |",
        "| copies | query is a copy | -30 | 0 |",
        "| merge | same text in the split | -100 | -5 |",
        "| **left** |  | 870 | 45 |",
    ):
        assert line in text


def test_a_marker_with_a_bar_does_not_break_its_table() -> None:
    assert "| To address this \\| that, | 435 | 50.0% |" in lines(page(figures(), {}, None))


def test_the_page_tells_whether_leaks_were_looked_for() -> None:
    assert "Not checked when this card was written" in page(figures(), {}, None)
    findings = (
        Finding("ids are unique", 0),
        Finding("no text stands in two splits", 3, ("c1 in train and test",)),
        Finding("every work is in its period", None, why="its splits are no periods"),
    )
    of_move = Figures(queries=70, pool=115, with_self=7)
    of_move.scores["same_paper"]["recall@10"] = 0.5
    checked = page(figures(), {}, Checked(figures().benchmark, findings, {("test", "ADDRESS"): of_move}))
    for line in (
        "| ids are unique | kept |",
        "| no text stands in two splits | **broken by 3**, first c1 in train and test |",
        "| every work is in its period | not checked: its splits are no periods |",
        "| test | ADDRESS | 10% | 0.00% | 0.00% | 0.00% | 50.00% | 0.00% | 0.00% |",
    ):
        assert line in lines(checked)
    assert "Not checked when" not in checked


def test_the_page_of_an_imported_benchmark_has_no_funnel() -> None:
    benchmark = Benchmark("0f" * 16, "other", "imported", "format: beir\n", counts=COUNTS)
    text = page(figures(benchmark=benchmark), {}, None)
    assert "imported from a published one" in text
    assert "From mined pairs" not in text


def test_plots_are_drawn_for_what_there_is(tmp_path: Path) -> None:
    drawn = draw(figures(), tmp_path)
    assert sorted(drawn.values()) == ["lengths.png", "overlap.png", "pairs_by_month.png"]
    for name in drawn.values():
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    assert "![months](pairs_by_month.png)" in page(figures(), drawn, None)
    assert draw(figures(by_month={}, lengths={}, overlaps={}), tmp_path) == {}


def test_the_overlap_leaves_the_commonest_words_out() -> None:
    assert overlap("The cache of the node is slow.", "The node has no cache") == 0.5
    assert overlap("It is.", "We have it, and it is.") == 1.0
    assert overlap("The of.", "And the.") == 0.0


def test_a_quantile_is_a_value_of_the_histogram() -> None:
    assert [quantile({1: 1, 5: 98, 300: 1}, share) for share in (0.0, 0.05, 0.5, 0.99, 1.0)] == [1, 5, 5, 5, 300]


def test_licences_are_counted_for_queries_and_candidates_alike_and_add_up() -> None:
    every = lines(page(figures(), {}, None))
    assert "| not known | 70 | 915 |" in every
    assert "| cc-by | 800 | 0 |" in every
    assert not any(line.startswith("| others |") for line in every)
    some = lines(page(figures(licenses={"": (70, 900), "cc-by": (790, 3)}), {}, None))
    assert "| others | 10 | 12 |" in some
    assert "| others | 870 | 915 |" in lines(page(figures(licenses={}), {}, None))
