"""The plots: that each is drawn, whatever the figures are, and what it shows."""

from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from ratio_spark.retrieval.report import plots
from ratio_spark.retrieval.report.plots import Bar


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that were saved, to look into."""
    saved: list[Figure] = []
    save = plots._save

    def keep(picture: Figure, file: Path) -> str:
        saved.append(picture)
        return save(picture, file)

    monkeypatch.setattr(plots, "_save", keep)
    return saved


BARS = [Bar("bm25", 10, 8, 12), Bar("best", 30, 25, 35, is_best=True), Bar("prior", 15, nan, nan, is_control=True)]


def draw_bars(file: Path) -> str:
    return plots.bars({"ADDRESS": BARS, "SPECIFY": BARS[:1]}, {"ADDRESS": 15}, "MRR@10 (%)", file)


def draw_forest(file: Path) -> str:
    return plots.forest({"ADDRESS": BARS, "SPECIFY": [Bar("best", -1, -2, 0.5, is_solid=False)]}, "points", file)


def draw_curves(file: Path) -> str:
    lines = {"mpnet": {1: 0.3, 10: 0.2}, "mpnet-tuned": {1: 0.2, 10: 0.1}, "bm25": {1: 0.4}}
    return plots.curves({"ADDRESS": lines, "SPECIFY": lines}, {"ADDRESS": 0.08}, file)


def draw_matrices(file: Path) -> str:
    square = (["A", "B"], ["A", "B"], [[30.0, 5.0], [nan, 20.0]])
    return plots.matrices({"one": square, "two": square}, file)


@pytest.mark.parametrize("draw", [draw_bars, draw_forest, draw_curves, draw_matrices])
def test_a_plot_is_a_picture_with_ink_that_is_the_same_each_time(tmp_path: Path, draw: Callable[[Path], str]) -> None:
    assert draw(tmp_path / "one.png") == "one.png"
    draw(tmp_path / "two.png")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
    picture = imread(tmp_path / "one.png")
    assert picture.shape[1] == 1080
    assert 0.005 < (picture[:, :, :3].min(axis=2) < 0.9).mean() < 0.7


def labels(axis: Any) -> list[str]:
    return [text.get_text() for text in axis.get_yticklabels()]


def test_bars_show_each_system_once_with_the_control_to_beat(tmp_path: Path, drawn: list[Figure]) -> None:
    draw_bars(tmp_path / "bars.png")
    first, second = drawn[0].axes
    assert [first.get_title(loc="left"), second.get_title(loc="left")] == ["ADDRESS", "SPECIFY"]
    assert labels(first) == ["bm25", "best", "prior"]
    assert [patch.get_width() for patch in first.patches] == [10, 30, 15]
    assert [patch.get_width() for patch in second.patches] == [10]
    assert [line.get_xdata() for line in first.lines if line.get_label() == "control to beat"] == [[15, 15]]
    assert first.get_ylim()[0] > first.get_ylim()[1]


def test_a_forest_fills_what_is_told_apart(tmp_path: Path, drawn: list[Figure]) -> None:
    draw_forest(tmp_path / "forest.png")
    points = [line for line in drawn[0].axes[1].lines if line.get_marker() == "o" and len(line.get_xdata())]
    assert [(point.get_xdata()[0], point.get_markerfacecolor()) for point in points] == [(-1, "w")]


def test_curves_give_a_system_before_and_after_tuning_one_colour(tmp_path: Path, drawn: list[Figure]) -> None:
    draw_curves(tmp_path / "curves.png")
    lines = {line.get_label(): line for line in drawn[0].axes[0].lines}
    assert list(lines) == ["gold", "mpnet", "mpnet-tuned", "bm25"]
    assert lines["mpnet"].get_color() == lines["mpnet-tuned"].get_color() != lines["bm25"].get_color()
    assert (lines["mpnet"].get_linestyle(), lines["mpnet-tuned"].get_linestyle()) == ("--", "-")
    assert list(lines["mpnet"].get_ydata()) == [0.3, 0.2]
    assert "gold" not in [line.get_label() for line in drawn[0].axes[1].lines]


def test_matrices_frame_the_best_of_each_column_and_leave_gaps_empty(tmp_path: Path, drawn: list[Figure]) -> None:
    draw_matrices(tmp_path / "cross.png")
    axis = drawn[0].axes[0]
    assert sorted(text.get_text() for text in axis.texts) == ["20.0", "30.0", "5.0"]
    assert [(round(frame.get_x()), round(frame.get_y())) for frame in axis.patches] == [(0, 0), (1, 1)]


@pytest.mark.parametrize("moves", [1, 5])
def test_any_number_of_moves_is_drawn(tmp_path: Path, drawn: list[Figure], moves: int) -> None:
    by_move = {f"MOVE{number}": BARS for number in range(moves)}
    plots.bars(by_move, {}, "MRR@10 (%)", tmp_path / "bars.png")
    shown = [axis for axis in drawn[0].axes if axis.get_visible()]
    assert [axis.get_title(loc="left") for axis in shown] == list(by_move)


def test_marks_of_systems_and_figures_are_explained(tmp_path: Path, drawn: list[Figure]) -> None:
    square = (["A", "B"], ["A", "B"], [[30.0, 5.0], [4.0, 20.0]])
    lines = {"mpnet": {1: 0.3, 10: 0.2}, "mpnet-tuned†": {1: 0.2, 10: 0.1}}
    plots.bars({"ADDRESS": [Bar("new†", 10, 8, 12, mark=" ‡")]}, {}, "MRR@10 (%)", tmp_path / "bars.png")
    plots.forest({"ADDRESS": [Bar("new†", 10, 8, 12, mark=" ‡")]}, "points", tmp_path / "forest.png")
    plots.curves({"ADDRESS": lines}, {}, tmp_path / "curves.png")
    plots.matrices({"new†": square}, tmp_path / "cross.png")
    legends = [[text.get_text() for text in picture.legends[0].get_texts()] for picture in drawn]
    newer, unbeaten = "released after the test period began", "does not beat the controls"
    assert [(newer in legend, unbeaten in legend) for legend in legends] == [(True, True)] * 2 + [(True, False)] * 2
    assert [text.get_text() for text in drawn[0].axes[0].texts] == ["10.0 ‡"]
    curves = {line.get_label(): line for line in drawn[2].axes[0].lines}
    assert curves["mpnet"].get_color() == curves["mpnet-tuned†"].get_color()
    assert curves["mpnet-tuned†"].get_linestyle() == "-"


def test_systems_that_score_nothing_are_drawn(tmp_path: Path) -> None:
    assert plots.bars({"ADDRESS": [Bar("none", 0, 0, 0)]}, {}, "MRR@10 (%)", tmp_path / "zero.png") == "zero.png"


def test_no_line_leaves_the_panels_that_share_an_axis(tmp_path: Path, drawn: list[Figure]) -> None:
    low, high = {"bm25": {1: 0.1, 10: 0.1}}, {"bm25": {1: 0.9, 10: 0.5}}
    plots.curves({"ADDRESS": low, "SPECIFY": high}, {}, tmp_path / "curves.png")
    for axis in drawn[0].axes:
        bottom, top = axis.get_ylim()
        assert bottom == 0
        assert top > 0.9
