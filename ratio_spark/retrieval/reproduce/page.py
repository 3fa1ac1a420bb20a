"""The page that sets our figures beside a paper's, and the state of each: made, lacking, or not to be made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ratio_spark.retrieval.report import plots
from ratio_spark.retrieval.report.figures_text import number_of
from ratio_spark.retrieval.report.folder import in_percent, overlap_lines
from ratio_spark.retrieval.report.marks import control_notes, label, seed_notes, time_notes
from ratio_spark.retrieval.report.stored_results import Results
from ratio_spark.retrieval.report.table_text import Block, Cell, Table
from ratio_spark.retrieval.report.tables import cross_matrix, cross_systems
from ratio_spark.retrieval.reproduce.figures import Ours, Source
from ratio_spark.retrieval.reproduce.spec import Figure, Item, Row, Specification, needed_by

PAGE = "page.md"
MADE, LACKING, IMPOSSIBLE = "made", "lacking", "cannot be made here"
STATES = (MADE, LACKING, IMPOSSIBLE)


@dataclass(frozen=True)
class Found:
    """What there is for a cell that the paper or we can fill.

    state: MADE, LACKING or IMPOSSIBLE. text: our figure, or in a few words what it lacks.
    """

    state: str
    text: str
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ready:
    """An item with its cells, by row and column; None: neither the paper nor we show anything there."""

    item: Item
    cells: tuple[tuple[Found | None, ...], ...]

    def count(self, state: str) -> int:
        """How many cells are in a state; an item without cells is one that cannot be made."""
        if not self.cells:
            return int(state == IMPOSSIBLE)
        return sum(found is not None and found.state == state for row in self.cells for found in row)

    @property
    def lacking(self) -> list[str]:
        """The systems whose results it lacks."""
        named = [system for row in self.cells for found in row if found for system in found.lacking]
        return list(dict.fromkeys(named))


def ready(specification: Specification, source: Source) -> list[Ready]:
    """Every item with our figures.

    Raises:
        ConfigurationError: systems that are compared were not asked the same queries.
        DataContractError: a table or a result is damaged.
    """
    return [
        Ready(item, tuple(_row(specification, source, item, row) for row in item.rows)) for item in specification.items
    ]


def _row(specification: Specification, source: Source, item: Item, row: Row) -> tuple[Found | None, ...]:
    found: list[Found | None] = []
    for place, column in enumerate(item.columns):
        figure, reasons = row.figure_at(place), (*row.cannot, *item.cannot)
        if figure:
            found.append(_found(specification, figure, source.figure(figure, column)))
        elif reasons and row.paper[place] is not None:
            found.append(Found(IMPOSSIBLE, specification.reasons[reasons[0]].cell))
        else:
            found.append(None)
    return tuple(found)


def _found(specification: Specification, figure: Figure, ours: Ours) -> Found:
    if ours.text:
        return Found(MADE, ours.text, ours.lacking)
    needs_model = any(specification.systems[system].needs for system in ours.lacking)
    return Found(LACKING, ours.why or ("needs a model" if needs_model else "to be made"), ours.lacking)


def state_table(readies: Sequence[Ready]) -> Table:
    """How many figures of each item are made, lack something, or cannot be made."""
    rows = []
    for each in readies:
        counts = [each.count(state) for state in STATES]
        rows.append((Cell(each.item.id), *(Cell(str(count) if count else "") for count in counts)))
    columns = ("table or figure", *STATES)
    return Table("state", "Figures of the paper", columns, (Block("", tuple(rows)),))


def item_table(each: Ready) -> Table:
    """The paper's figures and ours, side by side under each column; the paper's alone where none can be made here."""
    item, title = each.item, each.item.title
    papers = [[Cell("" if paper is None else _number(paper)) for paper in row.paper] for row in item.rows]
    if each.count(IMPOSSIBLE) and not each.count(MADE) and not each.count(LACKING):
        rows = [(Cell(row.title), *cells) for row, cells in zip(item.rows, papers, strict=True)]
        return Table(item.id, title, ("the paper's", *item.columns), (Block("", tuple(rows)),))
    ours = [[Cell(found.text if found else "") for found in cells] for cells in each.cells]
    rows = [
        (Cell(row.title), *(cell for pair in zip(of_paper, of_us, strict=True) for cell in pair))
        for row, of_paper, of_us in zip(item.rows, papers, ours, strict=True)
    ]
    groups = tuple((column, 2) for column in item.columns)
    return Table(item.id, title, ("", *("paper", "ours") * len(item.columns)), (Block("", tuple(rows)),), groups)


def _number(value: str | int | float) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def write_page(
    specification: Specification, readies: Sequence[Ready], source: Source, split: str, limit: int | None,
    commands: Mapping[str, str], failed: Mapping[str, str], folder: Path,
) -> None:  # fmt: skip
    """Write page.md and its pictures.

    Args:
        split, limit: of the queries, so many of each move at most; None: all.
        commands: by system, the command that evaluates it.
        failed: by system, why that command failed.
    """
    benchmark = source.benchmark
    lines = [
        f"# {specification.title}",
        f"Figures of {specification.source}, beside ours on benchmark {benchmark.name} (`{benchmark.benchmark_id}`, "
        f"digest `{benchmark.digest}`). [How each system is evaluated](#systems) stands at the end.",
        _asked(source.results, split, limit),
        *_limits(source, readies),
        state_table(readies).markdown(),
        *(line for each in readies for line in _section(specification, each, source, folder)),
        _systems_table(specification, source.results, commands, failed).markdown(),
    ]
    (folder / PAGE).write_text("\n\n".join(line.strip() for line in lines if line) + "\n", encoding="utf-8")


def _asked(results: Results | None, split: str, limit: int | None) -> str:
    """Which queries the scores are of, and how many."""
    asked = f"Scores are of split `{split}`" + (f", of at most {limit:,} queries of each move" if limit else "")
    if results is None:
        return f"{asked}; nothing has been evaluated yet."
    numbers = {
        move: max(len(results.per_query(name, setting, move, []) or ()) for name in results.systems)
        for setting in results.settings()
        for move in results.moves(setting)
    }
    by_move = ", ".join(f"{move} {number:,}" for move, number in sorted(numbers.items()))
    return f"{asked}: {number_of(sum(numbers.values()), 'query', 'queries')} ({by_move})."


def _limits(source: Source, readies: Sequence[Ready]) -> list[str]:
    """What the marks of the page mean, and what is not known."""
    results = source.results
    if results is None:
        return []
    systems = [name for each in readies for name in needed_by(each.item) if name in results.systems]
    figures = [figure for each in readies for row in each.item.rows for figure in (row.figure, *row.figures) if figure]
    settings = [figure.setting for figure in figures if hasattr(figure, "setting")]
    return [*control_notes(results.systems), *time_notes(results, systems), *seed_notes(results, settings)]


def _section(specification: Specification, each: Ready, source: Source, folder: Path) -> list[str]:
    item = each.item
    lines = [item_table(each).markdown() if item.rows else f"## {item.title}"]
    if picture := _draw(item, source.results, folder):
        lines.append(f"![{item.title}]({picture})")
    lines += [f"The paper: {item.says}" if item.says else "", item.differs]
    reasons = dict.fromkeys([*item.cannot, *(name for row in item.rows for name in row.cannot)])
    lines += [f"Not made here: {specification.reasons[name].why}" for name in reasons]
    kinds = dict.fromkeys(figure.of for row in item.rows for figure in (row.figure, *row.figures) if figure)
    made_by = dict.fromkeys(specification.commands[kind] for kind in kinds if kind in specification.commands)
    if made_by:
        ran = ", ".join(f"`{command.format(tables=source.tables.root)}`" for command in made_by)
        lines.append(f"Ours are counted in what was made by {ran}.")
    if systems := needed_by(item):
        lines.append(f"Systems: {', '.join(systems)}.")
    return lines


def _systems_table(
    specification: Specification, results: Results | None, commands: Mapping[str, str], failed: Mapping[str, str]
) -> Table:
    """How each system is evaluated, and what is in its way."""
    rows = []
    for name, system in specification.systems.items():
        state = "evaluated" if results and name in results.systems else failed.get(name, "not yet")
        called = label(results, name) if results and name in results.systems else name
        rows.append((Cell(called), Cell(state), Cell(system.needs or "nothing"), Cell(f"`{commands[name]}`")))
    columns = ("system", "state", "needs", "command")
    return Table("systems", "Systems", columns, (Block("", tuple(rows)),), texts=len(columns))


def _draw(item: Item, results: Results | None, folder: Path) -> str | None:
    """The picture of an item, of those of its systems that have results; None where there is nothing to draw."""
    there = [name for name in item.systems if results and name in results.systems]
    if results is None or not there or item.picture is None:
        return None
    if item.picture == "overlap":
        lines, gold = overlap_lines(results, there)
        return plots.curves(lines, gold, folder / f"{item.id}.png") if lines else None
    crossed = [name for name in there if name in cross_systems(results)]
    by_system = {label(results, name): in_percent(cross_matrix(results, name, "mrr_at_10")) for name in crossed}
    return plots.matrices(by_system, folder / f"{item.id}.png") if crossed else None
