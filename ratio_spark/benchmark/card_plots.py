"""The plots of a data card, as PNG files."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.card_figures import LONGEST, OVERLAP_BINS, CardFigures, Histogram

_SPLIT_COLOURS = {"train": "#7a8da6", "validation": "#e0a030", "test": "#b5432a"}
_LINE_COLOURS = ("#33608c", "#b5432a", "#4f8f4f", "#8a5fa8", "#c08a2d", "#5f5f5f")
_WIDTH = 9


def draw(figures: CardFigures, folder: Path) -> dict[str, str]:
    """Draw what there is to draw; gives the names of the files by what they show."""
    drawn = {}
    if any(figures.by_month.values()):
        drawn["months"] = _months(figures, folder / "pairs_by_month.png")
    if any(figures.lengths.values()):
        drawn["lengths"] = _lines(
            figures.lengths, folder / "lengths.png", f"words of a text ({LONGEST} or more as {LONGEST})", 1
        )
    if any(figures.overlaps.values()):
        drawn["overlaps"] = _lines(
            figures.overlaps, folder / "overlap.png", "shared words of query and gold (Jaccard)", 1 / OVERLAP_BINS
        )
    return drawn


def _picture(rows: int, height: float) -> tuple[Any, list[Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    picture = Figure(figsize=(_WIDTH, height), layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.subplots(rows, 1, sharex=True, squeeze=False)
    found = [axis for row in axes for axis in row]
    for axis in found:
        axis.spines[["top", "right"]].set_visible(False)
    return picture, found


def _save(picture: Any, file: Path) -> str:
    picture.savefig(file, dpi=110, metadata={"Software": None})
    return file.name


def _months(figures: CardFigures, file: Path) -> str:
    """Queries a month, a row for each move; a year whose months are not known is a broad bar behind."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    moves = [move for move in figures.moves if figures.by_month.get(move)]
    picture, axes = _picture(len(moves), 1.0 + 1.5 * len(moves))
    for move, axis in zip(moves, axes, strict=True):
        for period, by_split in figures.by_month[move].items():
            is_month = len(period) > 4
            start = date(int(period[:4]), int(period[5:7]) if is_month else 1, 1)
            below = 0
            for split in figures.splits:
                number = by_split.get(split, 0)
                colour, days = _SPLIT_COLOURS[split], 31 if is_month else 365
                axis.bar(start, number, days, below, align="edge", color=colour, alpha=1 if is_month else 0.35)
                below += number
        axis.set_ylabel(move)
        axis.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        axis.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    from matplotlib.patches import Patch

    handles = [Patch(color=_SPLIT_COLOURS[split], label=split) for split in figures.splits]
    axes[0].legend(handles=handles, ncols=len(handles), frameon=False, loc="lower right", bbox_to_anchor=(1, 1))
    axes[0].set_title("queries a month (pale: a year, where the month is not known)", loc="left", fontsize=10)
    return _save(picture, file)


def _lines(histograms: Mapping[str, Histogram], file: Path, label: str, width: float) -> str:
    """The shares of some histograms, as steps over one another."""
    from matplotlib.ticker import PercentFormatter

    picture, [axis] = _picture(1, 3.2)
    last = max(place for histogram in histograms.values() for place in histogram)
    for (name, histogram), colour in zip(sorted(histograms.items()), _LINE_COLOURS * len(histograms), strict=False):
        total = sum(histogram.values())
        shares = [histogram.get(place, 0) / total for place in range(last + 1)]
        edges = [place * width for place in range(last + 2)]
        axis.stairs(shares, edges, color=colour, label=f"{name} ({total:,})", linewidth=1.6)
    axis.set_xlabel(label)
    axis.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axis.set_ylabel("share of texts" if width == 1 else "share of pairs")
    axis.legend(frameon=False)
    return _save(picture, file)
