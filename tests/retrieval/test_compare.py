"""Systems against a baseline: what is compared, what is said of it, and what is written."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ratio_spark.config import load_config
from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.options import CompareConfig
from ratio_spark.retrieval.report import plots
from ratio_spark.retrieval.report.compare import Compared, Question, limits, run, standing_of, table_of
from ratio_spark.retrieval.report.compare import compare as compare_with
from ratio_spark.retrieval.report.standing import standings
from ratio_spark.retrieval.report.stored_results import Results
from tests.retrieval.invented_results import BENCHMARK, Invented, plain, rows, write_results, write_system

SPLIT = Path(BENCHMARK) / "test"
MOVES = ("ADDRESS", "SPECIFY")


def two_systems(folder: Path) -> Results:
    """bm25 and mpnet on four queries of two works for ADDRESS, two queries of one work for SPECIFY."""
    write_system(folder, "bm25", [rows("ADDRESS", [2, 2, 11, 1]), rows("SPECIFY", [1, 1])], kind="bm25")
    write_system(folder, "mpnet", [rows("ADDRESS", [1, 1, 1, 1]), rows("SPECIFY", [2, 2])])
    return Results(folder / SPLIT)


def compare(results: Results, question: Question, seed: int = 0, permutations: int = 1000) -> list[Compared]:
    """Compare as the command does."""
    standing = standing_of(results, question, seed, permutations)
    return compare_with(results, question, standing, seed, permutations)


def test_a_difference_is_tested_by_flipping_works_and_adjusted_over_all_moves(tmp_path: Path) -> None:
    found = {each.move: each for each in compare(two_systems(tmp_path), Question("bm25"))}
    address, specify = found["ADDRESS"], found["SPECIFY"]
    assert (address.value, address.baseline, address.comparison.difference) == (1.0, 0.5, 0.5)
    # The works differ by 1.0 and by 1.0: of the four ways to flip them, two are as far from 0.
    assert (address.comparison.p, address.comparison.is_exact, address.comparison.works) == (0.5, True, 2)
    assert (specify.comparison.difference, specify.comparison.p, specify.comparison.works) == (-0.5, 1.0, 1)
    assert (address.p_holm, specify.p_holm) == (1.0, 1.0)


def test_a_part_and_another_metric_are_compared_alone(tmp_path: Path) -> None:
    question = Question("bm25", metric="recall_at_1", part="abstract")
    found = {each.move: each for each in compare(two_systems(tmp_path), question)}
    assert found["ADDRESS"].comparison.queries == 2
    assert (found["ADDRESS"].value, found["ADDRESS"].baseline) == (1.0, 0.0)
    assert question.words == "R@1, whole pool, abstract only"


def test_the_family_is_every_comparison_of_the_table(tmp_path: Path) -> None:
    systems = [plain("bm25", 0.1, kind="bm25"), plain("good", 0.5), plain("same", 0.1)]
    results = Results(write_results(tmp_path, systems, {"ADDRESS": 300, "SPECIFY": 200}))
    found = compare(results, Question("bm25"))
    assert [(each.system, each.move) for each in found] == [
        ("good", "ADDRESS"), ("same", "ADDRESS"), ("good", "SPECIFY"), ("same", "SPECIFY"),
    ]  # fmt: skip
    assert [each.is_told_apart for each in found] == [True, False, True, False]
    # Both of `good` reach the smallest p-value that 1,000 permutations can give, and there are four comparisons.
    assert found[0].comparison.p == pytest.approx(1 / 1001)
    assert found[0].p_holm == pytest.approx(4 / 1001)
    notes = " ".join(table_of(found, Question("bm25"), ["That is all."]).notes)
    assert notes.endswith(" That is all.")
    assert "over the 4 comparisons of this table, which are one family" in notes
    assert "(300 queries of 150 works)" in notes


def test_systems_that_were_asked_other_queries_are_refused(tmp_path: Path) -> None:
    write_system(tmp_path, "bm25", [rows("ADDRESS", [1, 2, 3])])
    write_system(tmp_path, "mpnet", [rows("ADDRESS", [1, 2])])
    with pytest.raises(ConfigurationError, match="mpnet was evaluated on 2 queries and bm25 on 3"):
        compare(Results(tmp_path / SPLIT), Question("bm25"))


def test_nothing_to_compare_is_said(tmp_path: Path) -> None:
    write_system(tmp_path, "bm25", [rows("ADDRESS", [1])])
    results = Results(tmp_path / SPLIT)
    with pytest.raises(ConfigurationError, match=r"no results of bm52: name one of bm25"):
        compare(results, Question("bm52"))
    with pytest.raises(ConfigurationError, match=r"no system to compare with bm25 \(MRR@10, whole pool\): evaluate"):
        compare(results, Question("bm25"))


def test_random_pools_of_other_seeds_are_refused(tmp_path: Path) -> None:
    for name, seed in (("bm25", 0), ("mpnet", 1)):
        write_system(tmp_path, name, [rows("ADDRESS", [1, 2], "random_pool")], seed=seed)
    with pytest.raises(ConfigurationError, match="mpnet and bm25 were evaluated with different seeds"):
        compare(Results(tmp_path / SPLIT), Question("bm25", setting="random_pool"))


def standing_systems(folder: Path, numbers: dict[str, int]) -> Results:
    tuned = {f"{on}>{move}": 0.7 if on == move else 0.2 for on, move in product(MOVES, MOVES)}
    prior = {f"{on}>{move}": 0.3 if on == move else 0.01 for on, move in product(MOVES, MOVES)}
    systems = [
        plain("bm25", 0.2, kind="bm25"),
        plain("twin-a", 0.69),
        Invented("best", tuned, tuned_on=MOVES),
        Invented("bm25+move-prior", prior, "control", MOVES, is_control=True),
        plain("same-paper", 9.0, kind="control", is_control=True),
    ]
    return Results(write_results(folder, systems, numbers))


def test_the_best_retriever_and_those_not_told_apart_from_it_are_found(tmp_path: Path) -> None:
    found = standings(standing_systems(tmp_path, {"ADDRESS": 400, "SPECIFY": 300}), "pool", "mrr_at_10")
    for standing in found.values():
        assert standing.best in ("best", "twin-a")
        assert standing.near == {"best", "twin-a"} - {standing.best}
        assert standing.unbeaten == {"bm25": ("bm25+move-prior",)}
        assert standing.lead
        assert standing.lead.system in standing.near
        low, high = standing.intervals[standing.best]
        assert low < standing.values[standing.best] < high
        assert standing.values["same-paper"] > standing.values[standing.best]
    assert (found["ADDRESS"].queries, found["ADDRESS"].works) == (400, 200)


def test_a_gain_over_the_controls_that_may_be_chance_is_no_gain(tmp_path: Path) -> None:
    # Six works: even if all of them differ one way, p is 2 / 64, and three retrievers are tested at two moves.
    found = standings(standing_systems(tmp_path, {"ADDRESS": 12, "SPECIFY": 12}), "pool", "mrr_at_10")
    for standing in found.values():
        assert set(standing.unbeaten) == {"bm25", "best", "twin-a"}


def test_pairs_that_are_not_tested_count_in_the_family(tmp_path: Path) -> None:
    for name, ranks in (("a", [1] * 12), ("b", [2] * 12), ("c", [2] * 12)):
        write_system(tmp_path, name, [rows("ADDRESS", ranks)])
    (standing,) = standings(Results(tmp_path / SPLIT), "pool", "mrr_at_10").values()
    assert standing.lead
    # p of six works that all differ one way is 2 / 64; of three pairs, b against c is not tested.
    assert standing.lead.p == pytest.approx(3 * 2 / 64)
    assert standing.lead.difference == 0.5
    assert standing.near == {"b", "c"}


def config(tmp_path: Path, **options: Any) -> CompareConfig:
    return load_config(CompareConfig, {"results": tmp_path / "results", "to": tmp_path / "out", **options})


def test_the_command_writes_all_forms_and_gives_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two_systems(tmp_path / "results")
    told = run(config(tmp_path, permutations=1000))
    assert told["family"] == 2
    assert [each["system"] for each in told["comparisons"]] == ["mpnet", "mpnet"]
    assert told["comparisons"][0]["low"] <= 0.5 <= told["comparisons"][0]["high"]
    # The interval of a single work is not known, and JSON has no NaN.
    assert told["comparisons"][1]["low"] is None
    assert "+50.0" in capsys.readouterr().err
    to = tmp_path / "out"
    assert json.loads((to / "compare.json").read_text())["comparisons"] == told["comparisons"]
    for name in ("compare.md", "compare.tex", "compare.png", "tables.md", "main.tex", "main.png", "metrics.tex"):
        assert (to / name).stat().st_size, name


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    two_systems(tmp_path / "results")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").touch()
    with pytest.raises(ConfigurationError, match="out: is there already"):
        run(config(tmp_path))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]


@pytest.mark.parametrize("wrong", [{"metric": "map"}, {"baseline": "bm52"}, {"systems": ["x"]}, {"split": "train"}])
def test_what_is_not_there_is_refused_and_leaves_nothing_behind(tmp_path: Path, wrong: dict[str, Any]) -> None:
    two_systems(tmp_path / "results")
    with pytest.raises(ConfigurationError):
        run(config(tmp_path, **wrong))
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_an_unknown_setting_is_answered_with_the_settings(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="--setting: 'silver' is no setting; choose of pool, unmasked, "):
        config(tmp_path, setting="silver")


def guarded_systems(results: Path, settings: tuple[str, ...] = ("pool",)) -> None:
    """`style` beats bm25 and not bm25+move-prior; `strong` beats both, and may have seen the test texts."""
    prior = {f"{on}>{on}": 0.4 for on in MOVES}
    systems = [
        plain("bm25", 0.1, kind="bm25", settings=settings),
        plain("style", 0.35, settings=settings),
        plain("strong", 5.0, is_newer=True, settings=settings),
        Invented("bm25+move-prior", prior, "control", MOVES, is_control=True, settings=settings),
    ]
    write_results(results, systems, {"ADDRESS": 400, "SPECIFY": 300})


UNBEATEN = "‡ does not beat bm25+move-prior (sign-flip test by work, Holm over all systems and moves)"
NEWER = "† released after the test period had begun"


@pytest.mark.parametrize("systems", [(), ("style", "strong")])
def test_a_claim_below_the_controls_and_a_model_that_may_know_the_test_are_marked_in_all_forms(
    tmp_path: Path, systems: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    guarded_systems(tmp_path / "results")
    told = run(config(tmp_path, permutations=1000, systems=systems))
    by_name = {each["system"]: each for each in told["comparisons"] if each["move"] == "ADDRESS"}
    # Only what was asked for is compared, and it is held against the controls all the same.
    assert list(by_name) == ["strong", "style", *(["bm25+move-prior"] if not systems else [])]
    assert told["family"] == 2 * len(by_name)
    assert {name: each["does_not_beat"] for name, each in by_name.items()} == {
        "style": ["bm25+move-prior"], "strong": [], **({} if systems else {"bm25+move-prior": []}),
    }  # fmt: skip
    assert (by_name["style"]["after_test_start"], by_name["strong"]["after_test_start"]) == (False, True)
    assert by_name["style"]["p_holm"] < 0.05
    to = tmp_path / "out"
    markdown, latex = (to / "compare.md").read_text(), (to / "compare.tex").read_text()
    (style,) = (line for line in markdown.split("*SPECIFY*")[0].splitlines() if line.startswith("| style"))
    (strong,) = (line for line in markdown.split("*SPECIFY*")[0].splitlines() if line.startswith("| strong"))
    assert re.match(r"\| style \| [\d.]+ \| \*\*\+[\d.]+ ‡\*\* \|", style)
    assert re.match(r"\| strong† \| [\d.]+ \| \*\*\+[\d.]+\*\* \|", strong)
    for text in (markdown, " ".join(told["notes"]), " ".join(capsys.readouterr().err.split())):
        assert UNBEATEN in text
        assert NEWER in text
        assert "Not evaluated, and so not held against: move-prior." in text
    assert r"\textdaggerdbl{} does not beat bm25+move-prior" in latex
    assert r"\textdagger{} released after the test period" in latex


def test_what_is_not_known_of_the_test_period_is_said(tmp_path: Path) -> None:
    for name, kind in (("bm25", "bm25"), ("mpnet", "dense")):
        write_system(tmp_path, name, [rows("ADDRESS", [1, 2])], kind=kind, after_test_start=None)
    results, question = Results(tmp_path / SPLIT), Question("bm25")
    notes = " ".join(limits(results, question, standing_of(results, question)))
    assert "The benchmark has no test period that is known, so that no model is marked" in notes
    assert "†" not in notes
    # BM25 has learned from no texts.
    alone = Results(tmp_path / SPLIT, ["bm25"])
    assert "test period" not in " ".join(limits(alone, question, {}))


def test_a_report_is_of_the_setting_that_is_compared(tmp_path: Path) -> None:
    guarded_systems(tmp_path / "results", ("unmasked",))
    run(config(tmp_path, permutations=1000, setting="unmasked", part="abstract"))
    made = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"main.tex", "main.png", "parts.tex", "metrics.tex", "settings.tex", "ties.tex"} <= made
    page = (tmp_path / "out" / "tables.md").read_text()
    assert "## MRR@10 on invented-0123abcd, test: nothing masked" in page
    assert "ADDRESS (400 queries of 200 works): strong is best" in page
    assert "## All metrics, nothing masked" in page


def test_the_plot_of_a_comparison_bears_the_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guarded_systems(tmp_path / "results")
    drawn: dict[str, Any] = {}
    monkeypatch.setattr(plots, "_save", lambda picture, file: drawn.setdefault(file.stem, picture) and file.name)
    run(config(tmp_path, permutations=1000))
    for name in ("compare", "main"):
        axis = drawn[name].axes[0]
        assert "strong†" in [text.get_text() for text in axis.get_yticklabels()]
        assert [text.get_text()[-1] for text in axis.texts if "‡" in text.get_text()].count("‡") in (1, 2)
        legend = [text.get_text() for text in drawn[name].legends[0].get_texts()]
        assert {"released after the test period began", "does not beat the controls"} <= set(legend)


def test_the_same_seed_gives_the_same_figures(tmp_path: Path) -> None:
    results = standing_systems(tmp_path, {"ADDRESS": 80, "SPECIFY": 60})
    first, second, other = (compare(results, Question("bm25"), seed, 2000) for seed in (1, 1, 2))
    assert first == second
    assert not np.allclose([each.comparison.p for each in first], [each.comparison.p for each in other], atol=0)
