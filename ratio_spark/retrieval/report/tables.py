"""Tables of results in the layout of the paper: settings, parts, the cross-move matrix, all metrics, ties, overlap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan

from ratio_spark.retrieval.report.figures_text import percent, points
from ratio_spark.retrieval.report.main_table import blocks_of
from ratio_spark.retrieval.report.marks import label, seed_notes, time_notes
from ratio_spark.retrieval.report.stored_results import Results
from ratio_spark.retrieval.report.table_text import Block, Cell, Table
from ratio_spark.retrieval.scores.metrics import METRICS
from ratio_spark.retrieval.scores.overlap import GOLD
from ratio_spark.retrieval.settings import DEFAULT, SETTINGS

UNMASKED = "unmasked"


@dataclass(frozen=True)
class Column:
    """A column of figures. write: makes text of one; has_best: whether the greatest of a retriever is the best."""

    heading: str
    write: Callable[[float], str] = percent
    has_best: bool = True


def tables_of(results: Results, metric: str, setting: str = DEFAULT) -> list[Table]:
    """All tables but the main one that the results have figures for.

    Args:
        metric: of the tables that show one; setting: of those that show one, where there is a choice.
    """
    made = [
        settings_table(results, metric),
        masking_table(results, metric),
        parts_table(results, metric, setting),
        cross_table(results, metric),
        metrics_table(results, setting),
        ties_table(results, setting),
        overlap_table(results),
    ]
    return [table for table in made if table.blocks]


def settings_table(results: Results, metric: str) -> Table:
    """A metric in every setting, side by side."""
    settings = [setting for setting in SETTINGS if setting in results.settings()]

    def values(name: str, move: str) -> list[float | None]:
        return [_mean(results, name, setting, move, metric) for setting in settings]

    columns = [Column(SETTINGS[setting].title) for setting in settings]
    notes = [
        f"{SETTINGS[setting].title[0].upper()}{SETTINGS[setting].title[1:]}: {SETTINGS[setting].purpose}."
        for setting in settings
    ]
    moves = sorted({move for setting in settings for move in results.moves(setting)})
    notes += seed_notes(results, settings)
    return _by_move(results, moves, "settings", f"{METRICS[metric]} by setting", columns, values, notes)


def masking_table(results: Results, metric: str) -> Table:
    """A metric with selfs and twins masked, beside nothing masked, which is how the paper scores."""
    moves = results.moves(DEFAULT) if UNMASKED in results.settings() else []

    def cells(name: str) -> list[Cell]:
        found = []
        for move in moves:
            masked, unmasked = (_mean(results, name, setting, move, metric) for setting in (DEFAULT, UNMASKED))
            gain = "" if masked is None or unmasked is None else points(masked - unmasked)
            found += [*(Cell("" if value is None else percent(value)) for value in (masked, unmasked)), Cell(gain)]
        return found

    by_system = {name: cells(name) for name in results.systems}
    shown = [name for name, row in by_system.items() if any(cell.text for cell in row)]
    return Table(
        "masking",
        f"{METRICS[metric]}, masked beside unmasked",
        ("system", *("masked", "unmasked", "gain") * len(moves)),
        blocks_of(results, by_system),
        tuple((move, 3) for move in moves),
        (
            "Masked: a query is not judged by the candidate of its own sentence, nor by near-copies of its golds.",
            *time_notes(results, shown),
        ),
    )


def parts_table(results: Results, metric: str, setting: str = DEFAULT) -> Table:
    """A metric over the queries of abstracts and of full texts."""
    parts = results.parts(setting)

    def values(name: str, move: str) -> list[float | None]:
        return [_mean(results, name, setting, move, metric, part) for part in parts]

    numbers = []
    for move in results.moves(setting):
        found = [
            max(len(results.per_query(name, setting, move, [], part) or ()) for name in results.systems)
            for part in parts
        ]
        numbers.append(f"{move} {', '.join(f'{number:,} {part}' for number, part in zip(found, parts, strict=True))}")
    title = f"{METRICS[metric]} by part of the paper, {SETTINGS[setting].title}"
    columns, notes = [Column(part) for part in parts], [f"Queries: {'; '.join(numbers)}."]
    notes += seed_notes(results, [setting])
    return _by_move(results, results.moves(setting), "parts", title, columns, values, notes)


def metrics_table(results: Results, setting: str = DEFAULT) -> Table:
    """All metrics of rank."""
    metrics = [name for name in METRICS if name not in _NO_RANKS]

    def values(name: str, move: str) -> list[float | None]:
        return [_mean(results, name, setting, move, metric) for metric in metrics]

    title, columns = f"All metrics, {SETTINGS[setting].title}", [Column(METRICS[name]) for name in metrics]
    notes = list(seed_notes(results, [setting]))
    return _by_move(results, results.moves(setting), "metrics", title, columns, values, notes)


_NO_RANKS = ("mrr_at_10_any_order", "tied_golds", "same_paper_at_10")


def ties_table(results: Results, setting: str = DEFAULT) -> Table:
    """Whether ties or the query's own paper decide a score."""
    metrics = ["mrr_at_10", *_NO_RANKS]

    def values(name: str, move: str) -> list[float | None]:
        found = results.per_query(name, setting, move, metrics)
        return [None if found is None else float(found.values[metric].mean()) for metric in metrics]

    columns = [Column(METRICS[name], has_best=False) for name in metrics]
    note = (
        "In any order of ties: the mean over all orders of candidates with the same score. Tied golds: golds for each "
        "100 queries that share their score with a candidate that is no gold. Same paper@10: the share of the top 10 "
        "that comes from the query's own paper."
    )
    title = f"Ties and the query's own paper, {SETTINGS[setting].title}"
    return _by_move(results, results.moves(setting), "ties", title, columns, values, [note])


def overlap_table(results: Results) -> Table:
    """Shared words of query and top k."""
    found = {
        (name, move): results.overlap(name, DEFAULT, move)
        for name in results.systems
        for move in results.moves(DEFAULT)
    }
    depths = sorted({k for by_depth in found.values() for k in by_depth})

    def values(name: str, move: str) -> list[float | None]:
        return [found[name, move].get(k) for k in depths]

    columns = [Column("gold" if k == GOLD else f"k = {k}", "{:.3f}".format, has_best=False) for k in depths]
    note = (
        "Mean over queries. Words are lower-cased and stemmed, without stop words; the column gold is query and gold."
    )
    title = "Shared words of query and top k (Jaccard similarity)"
    return _by_move(results, results.moves(DEFAULT), "overlap", title, columns, values, [note])


def cross_matrix(results: Results, name: str, metric: str) -> tuple[list[str], list[str], list[list[float]]]:
    """The moves that a system is tuned on, those it was tested on, and what it scores: rows by columns, NaN: none."""
    tuned, moves = results.tuned(name, DEFAULT), results.moves(DEFAULT)
    found = [[_mean(results, name, DEFAULT, move, metric, tuned_on=on) for move in moves] for on in tuned]
    return tuned, moves, [[nan if value is None else value for value in row] for row in found]


def cross_systems(results: Results) -> list[str]:
    """The systems that were tested on other moves than the one they are tuned on."""
    of_system = {name: (results.tuned(name, DEFAULT), results.moves(DEFAULT)) for name in results.systems}
    return [
        name for name, (tuned, moves) in of_system.items()
        if any(on != move and _mean(results, name, DEFAULT, move, "mrr_at_10", tuned_on=on) is not None
               for on in tuned for move in moves)
    ]  # fmt: skip


def cross_table(results: Results, metric: str) -> Table:
    """What each tuned system scores on each move, tuned on each; the best of a column in bold."""
    blocks, crossed = [], cross_systems(results)
    for name in crossed:
        tuned, _, values = cross_matrix(results, name, metric)
        best = [
            max((value for value in column if not isnan(value)), default=None) for column in zip(*values, strict=True)
        ]
        rows = [
            (Cell(on), *(Cell(percent(value), is_best=value == top) for value, top in zip(row, best, strict=True)))
            for on, row in zip(tuned, values, strict=True)
        ]
        blocks.append(Block(label(results, name), tuple(rows)))
    title = f"{METRICS[metric]} across moves: tuned on one (rows), tested on another (columns)"
    notes = ("Bold: the best of a column within a system.", *time_notes(results, crossed))
    return Table("cross", title, ("tuned on", *results.moves(DEFAULT)), tuple(blocks), notes=notes)


def _mean(
    results: Results, name: str, setting: str, move: str, metric: str, part: str | None = None,
    tuned_on: str | None = None,
) -> float | None:  # fmt: skip
    found = results.per_query(name, setting, move, [metric], part, tuned_on)
    return None if found is None else float(found.values[metric].mean())


def _by_move(
    results: Results, moves: Sequence[str], name: str, title: str, columns: Sequence[Column],
    values: Callable[[str, str], Sequence[float | None]], notes: Sequence[str] = (),
) -> Table:  # fmt: skip
    """A block of systems for each move, controls ruled off below, the best retriever of a column in bold.

    Args:
        values: the figures of a system at a move, None where it has none.
    """
    blocks: list[Block] = []
    shown: dict[str, None] = {}
    for move in moves:
        found = {system: values(system, move) for system in results.systems}
        shown |= {system: None for system, row in found.items() if any(value is not None for value in row)}
        retrievers = [row for system, row in found.items() if not results.systems[system].is_control]
        best = _best(retrievers) or [None] * len(columns)
        none = [None] * len(columns)
        rows = {
            system: _row(row, columns, none if results.systems[system].is_control else best)
            for system, row in found.items()
        }
        blocks += blocks_of(results, rows, move)
    has_best = any(column.has_best for column in columns)
    notes = [*notes, *(["Bold: the best retriever."] if has_best else []), *time_notes(results, list(shown))]
    return Table(name, title, ("system", *(column.heading for column in columns)), tuple(blocks), notes=tuple(notes))


def _best(rows: Sequence[Sequence[float | None]]) -> list[float | None]:
    """The greatest of each column."""
    columns = zip(*rows, strict=True)
    return [max((value for value in column if value is not None), default=None) for column in columns]


def _row(values: Sequence[float | None], columns: Sequence[Column], best: Sequence[float | None]) -> list[Cell]:
    return [
        Cell("" if value is None else column.write(value), column.has_best and value is not None and value == top)
        for value, column, top in zip(values, columns, best, strict=True)
    ]
