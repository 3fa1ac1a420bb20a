"""The plots of an evaluation, as PNG files in one style: bars, overlap curves, cross matrices, forest plots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any

from ratio_spark.retrieval.report.marks import NEWER, SHORT

_SYSTEM, _BEST, _CONTROL, _GRID = "#33608c", "#b5432a", "#b9bec6", "#e4e6ea"
_LINES = ("#33608c", "#b5432a", "#4f8f4f", "#8a5fa8", "#c08a2d", "#3a9a9a", "#5f5f5f", "#d07ba8")
_WIDTH = 9.0
_ROW = 0.27


@dataclass(frozen=True)
class Bar:
    """A figure in percent with its interval, NaN where that is not known.

    is_solid: it is told apart from what it is compared with.
    mark: a sign that stands beside it.
    """

    name: str
    value: float
    low: float
    high: float
    is_control: bool = False
    is_best: bool = False
    is_solid: bool = True
    mark: str = ""

    @property
    def end(self) -> float:
        """The end of its interval, or of itself."""
        return self.value if isnan(self.high) else self.high


def bars(by_move: Mapping[str, Sequence[Bar]], to_beat: Mapping[str, float], label: str, file: Path) -> str:
    """A bar per system with its interval, a panel per move, the best in red, controls in grey.

    Args:
        by_move: the same systems in the same order for each move; one that a move lacks is left empty there.
        to_beat: by move, what a system must beat before anything is claimed for it: a dashed line.
        label: of the axis.
        file: to write to, replaced if it is there.

    Returns:
        The name of the file.
    """
    names = _names(by_move)
    picture, axes = _panels(len(by_move), 1.1 + _ROW * len(names), share_y=True)
    for axis, (move, given) in zip(axes, by_move.items(), strict=True):
        for bar in given:
            row = names.index(bar.name)
            colour = _BEST if bar.is_best else _CONTROL if bar.is_control else _SYSTEM
            axis.barh(row, bar.value, 0.68, color=colour)
            axis.plot([bar.low, bar.high], [row, row], color="#222222", linewidth=1.1)
            axis.annotate(
                f"{bar.value:.1f}{bar.mark}", (bar.end, row), (4, 0), textcoords="offset points", va="center",
                fontsize=8, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
            )  # fmt: skip
        if move in to_beat:
            axis.axvline(to_beat[move], color="#555555", linestyle="--", linewidth=0.9, label="control to beat")
        axis.set_title(move, loc="left", fontsize=10)
        axis.set_xlim(0, 1.16 * max([bar.end for bar in given if bar.end > 0], default=1.0))
        axis.set_xlabel(label, fontsize=9)
    _rows(axes[0], names)
    _legend(picture, axes, _signed(by_move))
    return _save(picture, file)


def forest(by_move: Mapping[str, Sequence[Bar]], label: str, file: Path) -> str:
    """A difference per system with its interval, a panel per move; filled where it is told apart from none.

    Args:
        by_move: as for `bars`. label: of the axis.
        file: to write to, replaced if it is there.

    Returns:
        The name of the file.
    """
    names = _names(by_move)
    picture, axes = _panels(len(by_move), 1.1 + _ROW * len(names), share_y=True)
    for axis, (move, given) in zip(axes, by_move.items(), strict=True):
        axis.axvline(0, color="#555555", linewidth=0.9, zorder=0)
        for bar in given:
            row, colour = names.index(bar.name), "#7f858e" if bar.is_control else _SYSTEM
            axis.plot([bar.low, bar.high], [row, row], color=colour, linewidth=1.6)
            axis.plot(bar.value, row, "o", markersize=6, color=colour, markerfacecolor=colour if bar.is_solid else "w")
            axis.annotate(bar.mark, (bar.end, row), (2, 0), textcoords="offset points", va="center", fontsize=8)
        axis.plot([], [], "o", color=_SYSTEM, label="told apart from the baseline")
        axis.plot([], [], "o", color=_SYSTEM, markerfacecolor="w", label="not told apart")
        axis.set_title(move, loc="left", fontsize=10)
        axis.grid(axis="x", color=_GRID, linewidth=0.8)
        axis.set_axisbelow(True)
        axis.set_xlabel(label, fontsize=9)
    _rows(axes[0], names)
    _legend(picture, axes, _signed(by_move))
    return _save(picture, file)


def curves(by_move: Mapping[str, Mapping[str, Mapping[int, float]]], gold: Mapping[str, float], file: Path) -> str:
    """Shared words of a query and its top k over k, a line per system, a panel per move, the gold as a level.

    A system NAME-tuned has the colour of NAME; lines of tuned systems are whole, others broken.

    Args:
        by_move: by move and system, the mean Jaccard similarity by k ≥ 1.
        gold: that of query and gold, by move.
        file: to write to, replaced if it is there.

    Returns:
        The name of the file.
    """
    picture, axes = _panels(len(by_move), 3.6, share_y=True)
    stems = list(dict.fromkeys(_stem(name) for lines in by_move.values() for name in lines))
    for axis, (move, lines) in zip(axes, by_move.items(), strict=True):
        depths = sorted({k for line in lines.values() for k in line})
        if move in gold:
            axis.axhline(gold[move], color="#222222", linewidth=1, label="gold")
        for name, line in lines.items():
            found = sorted(line.items())
            is_tuned = name.removesuffix(NEWER) != _stem(name)
            colour = _LINES[stems.index(_stem(name)) % len(_LINES)]
            axis.plot(
                [depths.index(k) for k, _ in found], [value for _, value in found], "-" if is_tuned else "--",
                color=colour, label=name, marker="o", markersize=4, linewidth=1.4,
                markerfacecolor=colour if is_tuned else "w",
            )  # fmt: skip
        axis.set_xticks(range(len(depths)), [str(k) for k in depths])
        axis.set_title(move, loc="left", fontsize=10)
        axis.set_xlabel("k", fontsize=9)
    # The panels share their axis: to fix its lower end before all are drawn would fix the upper one as well.
    axes[0].set_ylim(bottom=0)
    axes[0].set_ylabel("shared words of query and top k (Jaccard)", fontsize=9)
    _legend(picture, axes, [name for lines in by_move.values() for name in lines])
    return _save(picture, file)


def matrices(
    by_system: Mapping[str, tuple[Sequence[str], Sequence[str], Sequence[Sequence[float]]]], file: Path
) -> str:
    """What each system scores on each move, tuned on each: a heat map per system, the best of a column framed.

    Args:
        by_system: the moves tuned on (rows), the moves tested on (columns) and the figures in percent; NaN: none.
        file: to write to, replaced if it is there.

    Returns:
        The name of the file.
    """
    from matplotlib.patches import Rectangle

    most = max(len(rows) for rows, _, _ in by_system.values())
    picture, axes = _panels(len(by_system), 1.5 + 0.42 * most, across=3, share_y=False)
    for axis, (name, (rows, columns, values)) in zip(axes, by_system.items(), strict=True):
        axis.imshow(_by_column(values), cmap="Blues", vmin=0, vmax=1.9, aspect="auto")
        for column in range(len(columns)):
            of_column = [row[column] for row in values]
            for row, value in enumerate(of_column):
                if not isnan(value):
                    axis.text(column, row, f"{value:.1f}", ha="center", va="center", fontsize=9)
            best = max(range(len(rows)), key=lambda row: -1 if isnan(of_column[row]) else of_column[row])
            axis.add_patch(Rectangle((column - 0.47, best - 0.45), 0.94, 0.9, fill=False, edgecolor=_BEST, linewidth=2))
        axis.set_xticks(range(len(columns)), columns, fontsize=8.5)
        axis.set_yticks(range(len(rows)), rows, fontsize=8.5)
        axis.set_xlabel("tested on", fontsize=9)
        axis.set_title(name, loc="left", fontsize=10)
        axis.spines[:].set_visible(False)
        axis.tick_params(length=0)
    axes[0].set_ylabel("tuned on", fontsize=9)
    _legend(picture, axes, list(by_system))
    return _save(picture, file)


def _by_column(values: Sequence[Sequence[float]]) -> list[list[float]]:
    """Each figure as a share of the greatest of its column, as columns differ in how hard they are."""
    greatest = [
        max((value for value in column if not isnan(value)), default=1.0) or 1.0 for column in zip(*values, strict=True)
    ]
    return [[value / great for value, great in zip(row, greatest, strict=True)] for row in values]


def _names(by_move: Mapping[str, Sequence[Bar]]) -> list[str]:
    return list(dict.fromkeys(bar.name for given in by_move.values() for bar in given))


def _panels(number: int, height: float, share_y: bool, across: int | None = None) -> tuple[Any, list[Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    columns = min(number, across or 4)
    rows = -(-number // columns)
    picture = Figure(figsize=(_WIDTH if columns > 1 else _WIDTH / 2, height * rows), layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.subplots(rows, columns, sharey=share_y, squeeze=False)
    found = [axis for row in axes for axis in row]
    for axis in found:
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8.5)
    for axis in found[number:]:
        axis.set_visible(False)
    return picture, found[:number]


def _rows(axis: Any, names: Sequence[str]) -> None:
    """Name the rows, the first one on top."""
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)


def _signed(by_move: Mapping[str, Sequence[Bar]]) -> list[str]:
    return [bar.name + bar.mark for given in by_move.values() for bar in given]


def _legend(picture: Any, axes: Sequence[Any], names: Sequence[str]) -> None:
    """Name once, below all panels, what has a label, and the signs in names."""
    for sign, meaning in SHORT.items():
        if any(sign in name for name in names):
            axes[0].plot([], [], linestyle="none", marker=f"${sign}$", color="#222222", label=meaning)
    named: dict[str, Any] = {}
    for axis in axes:
        for handle, name in zip(*axis.get_legend_handles_labels(), strict=True):
            named.setdefault(name, handle)
    if named:
        across = int(picture.get_figwidth() / (0.065 * max(map(len, named)) + 0.6))
        columns = max(1, min(4, len(named), across))
        picture.set_figheight(picture.get_figheight() + 0.2 * (-(-len(named) // columns) - 1))
        picture.legend(named.values(), named, loc="outside lower center", ncols=columns, frameon=False, fontsize=8.5)


def _stem(name: str) -> str:
    return name.removesuffix(NEWER).removesuffix("-tuned")


def _save(picture: Any, file: Path) -> str:
    picture.savefig(file, dpi=120, metadata={"Software": None})
    return file.name
