"""`compare`: each system against a baseline, move by move, with what chance alone could do."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import isnan
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.whole_folder import check_free, whole_folder
from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError
from ratio_spark.progress import Progress
from ratio_spark.published import Say
from ratio_spark.retrieval.options import CompareConfig
from ratio_spark.retrieval.pairs import Floats
from ratio_spark.retrieval.report import plots
from ratio_spark.retrieval.report.figures_text import interval_text, p_text, percent, points, size_of
from ratio_spark.retrieval.report.folder import write_report
from ratio_spark.retrieval.report.marks import UNBEATEN, control_notes, label, time_notes
from ratio_spark.retrieval.report.standing import PERMUTATIONS, Standing, standings
from ratio_spark.retrieval.report.stored_results import Results, check_same_candidates, check_same_queries, find_results
from ratio_spark.retrieval.report.table_text import Block, Cell, Table
from ratio_spark.retrieval.scores import significance
from ratio_spark.retrieval.scores.metrics import METRICS
from ratio_spark.retrieval.scores.significance import LEVEL, Comparison, holm
from ratio_spark.retrieval.settings import SETTINGS


@dataclass(frozen=True)
class Question:
    """What is compared: a metric in a setting, over the queries of a part of papers (None: all), with a baseline."""

    baseline: str
    metric: str = "mrr_at_10"
    setting: str = "pool"
    part: str | None = None

    @property
    def words(self) -> str:
        """The question in words, without the baseline."""
        title = METRICS.get(self.metric, self.metric)
        return f"{title}, {SETTINGS[self.setting].title}" + (f", {self.part} only" if self.part else "")


@dataclass(frozen=True)
class Compared:
    """A system and the baseline on a move.

    label: its name with the mark of one that may have seen test texts.
    unbeaten: the controls that it does not beat; no claim stands on a difference where there are any.
    value, baseline: the means of both over the same queries.
    comparison: their difference and its test. p_holm: its p-value, adjusted for all comparisons made with it.
    """

    system: str
    label: str
    is_control: bool
    unbeaten: tuple[str, ...]
    move: str
    value: float
    baseline: float
    comparison: Comparison
    p_holm: float

    @property
    def is_told_apart(self) -> bool:
        """Whether chance alone would hardly give such a difference."""
        return self.p_holm < LEVEL

    @property
    def mark(self) -> str:
        """What stands beside its difference, after a space."""
        return f" {UNBEATEN}" if self.unbeaten else ""


def run(config: CompareConfig) -> dict[str, Any]:
    """The command; gives the JSON object that ends its output. Raises ConfigurationError, DataContractError."""
    if config.to:
        check_free(config.to)
    folder = find_results(config.results, config.benchmark, config.split)
    names = (config.baseline, *config.systems) if config.systems else ()
    results = Results(folder, names)
    question = Question(config.baseline, config.metric, config.setting, config.part)
    with Progress(STDERR) as progress:
        standing = standing_of(results, question, config.seed, config.permutations, progress.say)
        compared = compare(results, question, standing, config.seed, config.permutations, progress.say)
        table = table_of(compared, question, limits(results, question, standing))
        told = _told(results, compared, question, table)
        if config.to:
            if question.part:
                of_all = replace(question, part=None)
                standing = standing_of(results, of_all, config.seed, config.permutations, progress.say)
            with whole_folder(config.to) as unfinished:
                _write(table, told, compared, question, unfinished)
                write_report(results, standing, config.setting, config.metric, unfinished, progress.say)
    table.print_to(STDERR)
    if config.to:
        STDERR.print(f"Tables and plots: {config.to}", markup=False)
    return told | {"to": str(config.to) if config.to else None}


def standing_of(
    results: Results, question: Question, seed: int = 0, permutations: int = PERMUTATIONS,
    say: Say = lambda _: None,
) -> dict[str, Standing]:  # fmt: skip
    """How all systems stand on the queries of a question: whom its claims are held against.

    Raises:
        ConfigurationError: the baseline or metric is not there, nothing is to be compared, or two systems were not
            asked the same queries, or had other candidates.
    """
    # Before the tests, which take their time.
    _pairs(results, question)
    return standings(results, question.setting, question.metric, seed, permutations, say, question.part)


def compare(
    results: Results, question: Question, standing: Mapping[str, Standing], seed: int = 0,
    permutations: int = PERMUTATIONS, say: Say = lambda _: None,
) -> list[Compared]:  # fmt: skip
    """Compare every system that was asked for with the baseline, on each move; all of it is one family of tests.

    Args:
        standing: see `standing_of`.

    Raises:
        ConfigurationError: as `standing_of`.
    """
    pairs = _pairs(results, question)
    tested = []
    for system, move, one, other, works in pairs:
        say(f"comparing {system} on {move}")
        tested.append(
            significance.compare(one, other, works, seed=seed, permutations=permutations, level=LEVEL / len(pairs))
        )
    adjusted = holm([each.p for each in tested])
    return [
        Compared(
            system, label(results, system), results.systems[system].is_control, standing[move].unbeaten.get(system, ()),
            move, float(one.mean()), float(other.mean()), each, p,
        )
        for (system, move, one, other, _), each, p in zip(pairs, tested, adjusted, strict=True)
    ]  # fmt: skip


def limits(results: Results, question: Question, standing: Mapping[str, Standing]) -> list[str]:
    """What the marks of a comparison mean, and what is not known."""
    baseline = label(results, question.baseline)
    marked = [f"The baseline is marked as well: {baseline}."] if baseline != question.baseline else []
    evaluated = {name for found in standing.values() for name in found.values}
    return [*control_notes(evaluated), *time_notes(results, results.named), *marked]


def _pairs(results: Results, question: Question) -> "list[tuple[str, str, Floats, Floats, list[str]]]":
    """System, move, what it and what the baseline scores, and the works of the queries."""
    if question.baseline not in results.systems:
        named = ", ".join(results.systems)
        raise ConfigurationError(f"{results.folder} holds no results of {question.baseline}: name one of {named}")
    systems = [name for name in results.systems if name in results.named and name != question.baseline]
    found = []
    for move in results.moves(question.setting):
        wanted = (question.setting, move, [question.metric], question.part)
        other = results.per_query(question.baseline, *wanted)
        for system in systems if other else ():
            one = results.per_query(system, *wanted)
            if one and other:
                check_same_queries(system, one, question.baseline, other)
                check_same_candidates(results.systems[system], results.systems[question.baseline], question.setting)
                values = (one.values[question.metric], other.values[question.metric])
                found.append((system, move, *values, one.works.to_pylist()))
    if not found:
        raise ConfigurationError(
            f"{results.folder} holds no system to compare with {question.baseline} ({question.words}): evaluate more"
        )
    return found


def table_of(compared: Sequence[Compared], question: Question, limits: Sequence[str]) -> Table:
    """The comparisons as a table, a block of rows for each move. limits: sentences on what its marks mean."""
    moves = list(dict.fromkeys(each.move for each in compared))
    blocks = [Block(move, tuple(_row(each) for each in compared if each.move == move)) for move in moves]
    firsts = [next(each for each in compared if each.move == move) for move in moves]
    asked = [
        f"{each.move} {percent(each.baseline)} ({size_of(each.comparison.queries, each.comparison.works)})"
        for each in firsts
    ]
    exact = (
        "; exact where so few works differ that all are tried" if any(e.comparison.is_exact for e in compared) else ""
    )
    notes = (
        f"{question.baseline}: {', '.join(asked)}.",
        f"Difference from {question.baseline} in percent points, with its 95 % bootstrap interval by work. "
        f"p: two-sided sign-flip permutation test by work{exact}. p (Holm): adjusted over the {len(compared)} "
        f"comparisons of this table, which are one family. Bold: p (Holm) < {LEVEL}.",
        f"Detectable: the smallest difference that such a test would find with 80 % power, at {LEVEL} / "
        f"{len(compared)}. A smaller one may be there unseen.",
        *limits,
    )
    columns = ("system", "value", "difference", "95 % interval", "p", "p (Holm)", "detectable")
    title = f"Systems against {question.baseline}: {question.words}"
    return Table("compare", title, columns, tuple(blocks), notes=notes)


def _row(each: Compared) -> tuple[Cell, ...]:
    found = each.comparison
    bounds = interval_text(found.interval.low, found.interval.high, signed=True)
    return (
        Cell(each.label + (" (control)" if each.is_control else "")),
        Cell(percent(each.value)),
        Cell(points(found.difference) + each.mark, is_best=each.is_told_apart),
        Cell(bounds),
        Cell(p_text(found.p)),
        Cell(p_text(each.p_holm)),
        Cell(percent(found.detectable)),
    )


def _told(results: Results, compared: Sequence[Compared], question: Question, table: Table) -> dict[str, Any]:
    """All of it as a JSON object."""
    return {
        "benchmark": results.benchmark,
        "split": results.split,
        **asdict(question),
        "family": len(compared),
        "comparisons": [
            _record(each) | {"after_test_start": results.systems[each.system].is_newer} for each in compared
        ],
        "notes": list(table.notes),
    }


def _write(table: Table, told: dict[str, Any], compared: Sequence[Compared], question: Question, folder: Path) -> None:
    (folder / "compare.md").write_text(table.markdown(), encoding="utf-8")
    (folder / "compare.tex").write_text(table.latex(), encoding="utf-8")
    (folder / "compare.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    by_move: dict[str, list[plots.Bar]] = {}
    for each in compared:
        found = each.comparison
        bar = plots.Bar(
            each.label, 100 * found.difference, 100 * found.interval.low, 100 * found.interval.high,
            is_control=each.is_control, is_solid=each.is_told_apart, mark=each.mark,
        )  # fmt: skip
        by_move.setdefault(each.move, []).append(bar)
    title = METRICS.get(question.metric, question.metric)
    plots.forest(by_move, f"{title} points over {question.baseline}", folder / "compare.png")


def _record(each: Compared) -> dict[str, Any]:
    found = asdict(each.comparison)
    low, high = found.pop("interval")
    record = {
        "system": each.system, "move": each.move, "value": each.value, "baseline_value": each.baseline, **found,
        "low": low, "high": high, "p_holm": each.p_holm, "is_control": each.is_control,
        "does_not_beat": list(each.unbeaten),
    }  # fmt: skip
    return {name: None if isinstance(value, float) and isnan(value) else value for name, value in record.items()}
