"""The main table: systems by moves, with intervals; who wins, who is not told apart, who does not beat the controls."""

from collections.abc import Iterator, Mapping, Sequence

from ratio_spark.retrieval.report.figures_text import interval_text, p_text, percent, points, size_of
from ratio_spark.retrieval.report.marks import control_notes, label, seed_notes, time_notes, unbeaten_mark
from ratio_spark.retrieval.report.standing import Standing
from ratio_spark.retrieval.report.stored_results import Results
from ratio_spark.retrieval.report.table_text import Block, Cell, Table
from ratio_spark.retrieval.scores.metrics import METRICS
from ratio_spark.retrieval.scores.significance import LEVEL
from ratio_spark.retrieval.settings import SETTINGS

_CONTROLS = {
    "random": "an order by lot",
    "same-paper": "knows the query's paper and nothing else",
    "move-prior": "the style of the move, learned on train, without reading the query",
    "bm25+move-prior": "BM25 and that style together",
}
_BESIDE = ("recall_at_10", "recall_at_100")


def main_table(results: Results, standing: Mapping[str, Standing], setting: str, metric: str) -> Table:
    """Systems by moves: the metric with its interval, and recall beside it.

    Args:
        standing: of the same setting and metric.
    """
    beside = [name for name in _BESIDE if name != metric]
    columns = [METRICS[metric], *(METRICS[name] for name in beside)]
    blocks = blocks_of(
        results, {name: list(_cells(results, standing, name, setting, beside)) for name in results.systems}
    )
    return Table(
        "main",
        f"{columns[0]} on {results.benchmark}, {results.split}: {SETTINGS[setting].title}",
        ("system", *columns * len(standing)),
        blocks,
        tuple((move, len(columns)) for move in standing),
        (*(_sentence(move, found, results) for move, found in standing.items()), *_marks(results, standing, setting)),
    )


def blocks_of(results: Results, rows: Mapping[str, Sequence[Cell]], title: str = "") -> tuple[Block, ...]:
    """A row for each system that has figures, controls ruled off below the retrievers.

    Args:
        rows: what stands behind the name of each system.
        title: of the rows; without one, the controls are called so.
    """
    there = [name for name in results.systems if any(cell.text for cell in rows[name])]
    written = {name: (Cell(label(results, name)), *rows[name]) for name in there}
    retrievers = [written[name] for name in there if not results.systems[name].is_control]
    controls = [written[name] for name in there if results.systems[name].is_control]
    blocks = [
        Block(title, tuple(retrievers)),
        Block("" if title and retrievers else title or "controls", tuple(controls)),
    ]
    return tuple(block for block in blocks if block.rows)


def _cells(
    results: Results, standing: Mapping[str, Standing], name: str, setting: str, beside: Sequence[str]
) -> Iterator[Cell]:
    for move, found in standing.items():
        if name not in found.values:
            yield from [Cell("")] * (1 + len(beside))
            continue
        mark = unbeaten_mark(standing, move, name)
        text = f"{percent(found.values[name])} {interval_text(*found.intervals[name])}{mark}"
        yield Cell(text, is_best=name == found.best, is_near=name in found.near)
        scores = results.per_query(name, setting, move, beside)
        assert scores is not None
        for metric in beside:
            yield Cell(percent(float(scores.values[metric].mean())))


def _sentence(move: str, found: Standing, results: Results) -> str:
    """Who wins a move, and whether that is more than chance and more than style."""
    if found.best is None:
        return f"{move}: only controls were evaluated."
    value, bounds = found.values[found.best], interval_text(*found.intervals[found.best])
    text = f"{move} ({size_of(found.queries, found.works)}): {found.best} is best, {percent(value)} {bounds}"
    near = [other for other in results.systems if other in found.near]
    if near:
        text += f", and not told apart from {', '.join(near)}"
    elif found.lead:
        lead, by = found.lead, interval_text(*found.lead.interval, signed=True)
        text += f", ahead of {lead.system} by {points(lead.difference)} {by}, p {_written(lead.p)}"
    if found.best in found.unbeaten:
        text += f"; it does not beat {' and '.join(found.unbeaten[found.best])}, so that nothing can be claimed for it"
    return f"{text}."


def _written(p: float) -> str:
    text = p_text(p)
    return text if text.startswith("<") else f"= {text}"


def _marks(results: Results, standing: Mapping[str, Standing], setting: str) -> Iterator[str]:
    yield (
        "In percent; [95 % bootstrap interval by work]. Bold: the best retriever of the move; underlined or in "
        "italics: not told apart from it (sign-flip test by work, Holm over all pairs of retrievers and moves, "
        f"p ≥ {LEVEL})."
    )
    yield from control_notes({name for found in standing.values() for name in found.values})
    if named := [f"{name}: {what}" for name, what in _CONTROLS.items() if name in results.systems]:
        yield f"Controls. {'; '.join(named)}."
    yield from time_notes(results, list(results.systems))
    yield from seed_notes(results, [setting])
