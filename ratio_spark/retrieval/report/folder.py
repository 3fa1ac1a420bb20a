"""Tables and plots of all results, written to a folder."""

from collections.abc import Mapping
from pathlib import Path

from ratio_spark.published import Say
from ratio_spark.retrieval.report import plots
from ratio_spark.retrieval.report.main_table import main_table
from ratio_spark.retrieval.report.marks import label, unbeaten_mark
from ratio_spark.retrieval.report.standing import Standing
from ratio_spark.retrieval.report.stored_results import TO_BEAT, Results
from ratio_spark.retrieval.report.tables import cross_matrix, cross_systems, tables_of
from ratio_spark.retrieval.scores.metrics import METRICS
from ratio_spark.retrieval.scores.overlap import GOLD
from ratio_spark.retrieval.settings import DEFAULT

PAGE = "tables.md"


def write_report(
    results: Results, standing: Mapping[str, Standing], setting: str, metric: str, folder: Path,
    say: Say = lambda _: None,
) -> None:  # fmt: skip
    """Write tables.md with all tables, a LaTeX file of each, and the plots.

    Args:
        standing: in this setting by this metric, over the queries of all parts; of one move at least.
        setting, metric: of the main table, and of those that show one.
        folder: is there; what is in it stays, but for files of the same names.

    Raises:
        ConfigurationError: a metric is not there.
    """
    say("writing tables and plots")
    tables = [main_table(results, standing, setting, metric), *tables_of(results, metric, setting)]
    drawn = _draw(results, standing, metric, folder)
    for table in tables:
        (folder / f"{table.name}.tex").write_text(table.latex(), encoding="utf-8")
    parts = [f"# {results.benchmark}, {results.split}\n"]
    for table in tables:
        parts += [table.markdown(), *([f"![{table.title}]({drawn[table.name]})\n"] if table.name in drawn else [])]
    (folder / PAGE).write_text("\n".join(parts), encoding="utf-8")


def _draw(results: Results, standing: Mapping[str, Standing], metric: str, folder: Path) -> dict[str, str]:
    """Draw what there is to draw; gives the files by the table that they show."""
    to_beat = {
        move: 100 * max(found.values[name] for name in TO_BEAT if name in found.values)
        for move, found in standing.items()
        if not found.values.keys().isdisjoint(TO_BEAT)
    }
    drawn = {"main": plots.bars(_bars(results, standing), to_beat, f"{METRICS[metric]} (%)", folder / "main.png")}
    retrievers = [name for name, system in results.systems.items() if not system.is_control]
    lines, gold = overlap_lines(results, retrievers)
    if lines:
        drawn["overlap"] = plots.curves(lines, gold, folder / "overlap.png")
    if crossed := [name for name in cross_systems(results) if name in retrievers]:
        drawn["cross"] = plots.matrices(
            {label(results, name): in_percent(cross_matrix(results, name, metric)) for name in crossed},
            folder / "cross.png",
        )
    return drawn


def _bars(results: Results, standing: Mapping[str, Standing]) -> dict[str, list[plots.Bar]]:
    return {
        move: [
            plots.Bar(
                label(results, name), 100 * value, 100 * found.intervals[name].low, 100 * found.intervals[name].high,
                is_control=results.systems[name].is_control, is_best=name == found.best,
                mark=unbeaten_mark(standing, move, name),
            )
            for name, value in found.values.items()
        ]
        for move, found in standing.items()
    }  # fmt: skip


def overlap_lines(
    results: Results, systems: list[str]
) -> tuple[dict[str, dict[str, dict[int, float]]], dict[str, float]]:
    """Overlap of query and top k by move, label of the system, and k; and that of query and gold by move."""
    lines: dict[str, dict[str, dict[int, float]]] = {}
    gold: dict[str, float] = {}
    for move in results.moves(DEFAULT):
        for name in systems:
            found = results.overlap(name, DEFAULT, move)
            gold |= {move: found[GOLD]} if GOLD in found else {}
            if by_depth := {k: value for k, value in found.items() if k != GOLD}:
                lines.setdefault(move, {})[label(results, name)] = by_depth
    return lines, gold


def in_percent(
    matrix: tuple[list[str], list[str], list[list[float]]],
) -> tuple[list[str], list[str], list[list[float]]]:
    rows, columns, values = matrix
    return rows, columns, [[100 * value for value in row] for row in values]
