"""Our figure for a cell of a paper's table: made of results and counts, or what it lacks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.config import shipped_lexicons
from ratio_spark.retrieval.collection import BenchmarkName
from ratio_spark.retrieval.pairs import Floats
from ratio_spark.retrieval.report.figures_text import interval_text, percent, points
from ratio_spark.retrieval.report.marks import label, unbeaten_mark
from ratio_spark.retrieval.report.standing import Standing, standings
from ratio_spark.retrieval.report.stored_results import PerQuery, Results, check_same_queries
from ratio_spark.retrieval.reproduce import spec as spec
from ratio_spark.retrieval.scores.significance import interval
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.schemas import ALL_TABLES, BENCHMARK_QUERIES, BENCHMARKS
from ratio_spark.text.entries import DISTRACTOR
from ratio_spark.text.lexicon import Lexicon


@dataclass(frozen=True)
class Ours:
    """Our figure for a cell; empty: there is none.

    lacking: the systems whose results it lacks, or does without: the best of some systems may be made of those that
        are there.
    why: where there is none though no system lacks, why that is, in a few words.
    """

    text: str = ""
    lacking: tuple[str, ...] = ()
    why: str = ""


class Source:
    """What figures are made of: the tables of a root, and the results of systems on one split of a benchmark.

    Args:
        results: None where there are none yet.
    """

    def __init__(self, tables: ArrowTables, benchmark: BenchmarkName, results: Results | None) -> None:
        self.tables, self.benchmark, self.results = tables, benchmark, results
        self.rows = lru_cache(maxsize=8)(self._rows)
        self.standing = cache(self._standing)

    def figure(self, figure: spec.Figure, column: str) -> Ours:
        """Our figure under a column.

        Raises:
            ConfigurationError: systems that are compared were not asked the same queries.
            DataContractError: a table or a result is damaged.
        """
        try:
            return _MAKERS[figure.of](self, figure, column)
        except _LackingError as lacking:
            return Ours(lacking=lacking.systems, why=lacking.why)

    def scores(self, figure: Any, system: str, column: str, tuned_on: str | None = None) -> PerQuery:
        """What a system scores query by query, as a figure asks for. Raises _LackingError."""
        if self.results is None or system not in self.results.systems:
            raise _LackingError((system,))
        move = figure.move.format(column=column)
        found = self.results.per_query(system, figure.setting, move, [figure.metric], tuned_on=tuned_on)
        if found is None:
            raise _LackingError((), f"no queries of {move}")
        return found

    def mean(self, figure: Any, system: str, column: str, tuned_on: str | None = None) -> float:
        """The mean of these scores. Raises _LackingError."""
        return float(self.scores(figure, system, column, tuned_on).values[figure.metric].mean())

    def name(self, system: str) -> str:
        """What a system that has results is called in a figure: with its mark."""
        assert self.results is not None
        return label(self.results, system)

    def time_mark(self, *systems: str) -> str:
        """The mark of systems one of which was released after the test period had begun; empty: none was."""
        return max((self.name(system).removeprefix(system) for system in systems), default="")

    def mark(self, figure: Any, system: str, column: str) -> str:
        """The mark of what a system scores where it does not beat the controls; empty where it does."""
        standing = self.standing(figure.setting, figure.metric)
        return unbeaten_mark(standing, figure.move.format(column=column), system)

    def _standing(self, setting: str, metric: str) -> dict[str, Standing]:
        assert self.results is not None
        return standings(self.results, setting, metric)

    def _rows(self, table: str, column: str) -> pa.ChunkedArray:
        """A column of a table; of this benchmark alone, where it is one of the benchmarks'."""
        found = {each.name: each for each in (*ALL_TABLES, BENCHMARKS, BENCHMARK_QUERIES)}[table]
        where = [("benchmark_id", "=", self.benchmark.benchmark_id)] if "benchmark_id" in found.column_names else []
        return self.tables.read(found, [column], where)[column]


class _LackingError(Exception):
    def __init__(self, systems: tuple[str, ...], why: str = "") -> None:
        super().__init__(systems, why)
        self.systems, self.why = systems, why


def _score(source: Source, figure: spec.Score, column: str) -> Ours:
    value = source.mean(figure, figure.system, column)
    return Ours(f"{percent(value)}{source.time_mark(figure.system)}{source.mark(figure, figure.system, column)}")


def _there(source: Source, figure: spec.Best | spec.BestGain, column: str) -> tuple[dict[str, float], tuple[str, ...]]:
    """What each of some systems scores, those without results left out and named."""
    means: dict[str, float] = {}
    lacking: list[str] = []
    why = ""
    for system in figure.systems:
        try:
            means[system] = source.mean(figure, system, column)
        except _LackingError as error:
            lacking += error.systems
            why = why or error.why
    if not means:
        raise _LackingError(tuple(lacking), why)
    return means, tuple(lacking)


def _best(source: Source, figure: spec.Best, column: str) -> Ours:
    means, lacking = _there(source, figure, column)
    best = max(means, key=means.__getitem__)
    text = f"{percent(means[best])}{source.mark(figure, best, column)}"
    return Ours(f"{text} ({_of(source, best, means, figure)})", lacking)


def _of(source: Source, best: str, means: Mapping[str, float], figure: spec.Best | spec.BestGain) -> str:
    """Which is the best, and of how many where not all were evaluated."""
    number, name = len(figure.systems), source.name(best)
    return name if len(means) == number else f"{name}; {len(means)} of {number} evaluated"


def _both(source: Source, figure: Any, system: str, column: str) -> tuple[Floats, Floats, list[str]]:
    """What a system and the one that it is held against score on the same queries, and the works of these."""
    one, other = source.scores(figure, system, column), source.scores(figure, figure.over, column)
    check_same_queries(system, one, figure.over, other)
    return one.values[figure.metric], other.values[figure.metric], one.works.to_pylist()


def _gain_over(source: Source, figure: spec.Gain | spec.BestGain, system: str, column: str) -> str:
    one, other, works = _both(source, figure, system, column)
    bounds = interval_text(*interval(one - other, works), signed=True)
    return f"{points(float((one - other).mean()))} {bounds}{source.mark(figure, system, column)}"


def _gain(source: Source, figure: spec.Gain, column: str) -> Ours:
    found = _gain_over(source, figure, figure.system, column)
    return Ours(f"{found}{source.time_mark(figure.system, figure.over)}")


def _best_gain(source: Source, figure: spec.BestGain, column: str) -> Ours:
    means, lacking = _there(source, figure, column)
    best = max(means, key=means.__getitem__)
    return Ours(f"{_gain_over(source, figure, best, column)} ({_of(source, best, means, figure)})", lacking)


def _factor(source: Source, figure: spec.Factor, column: str) -> Ours:
    one, other, _ = _both(source, figure, figure.system, column)
    if not other.any():
        return Ours("– (the other scores 0)")
    marks = source.time_mark(figure.system, figure.over) + source.mark(figure, figure.system, column)
    return Ours(f"{one.mean() / other.mean():.1f}×{marks}")


def _overlap(source: Source, figure: spec.Overlap, column: str) -> Ours:
    source.scores(figure, figure.system, column)
    assert source.results is not None
    found = source.results.overlap(figure.system, figure.setting, figure.move.format(column=column))
    mark = source.time_mark(figure.system)
    return Ours(f"{found[figure.k]:.3f}{mark}") if figure.k in found else Ours(why="not measured")


def _fewer_words(source: Source, figure: spec.FewerWords, column: str) -> Ours:
    results = source.results
    lacking = [name for name in (figure.system, figure.over) if results is None or name not in results.systems]
    if results is None or lacking:
        raise _LackingError(tuple(lacking))
    fewer = []
    for move in results.moves(figure.setting):
        one, other = (results.overlap(name, figure.setting, move) for name in (figure.system, figure.over))
        fewer += [one[k] < other[k] for k in one if k and k in other]
    return Ours(f"{sum(fewer)} of {len(fewer)}{source.time_mark(figure.system, figure.over)}")


def _best_on_own(source: Source, figure: spec.BestOnOwn, column: str) -> Ours:
    own = source.mean(figure, figure.system, column)
    assert source.results is not None
    others = [move for move in source.results.tuned(figure.system, figure.setting) if move != column]
    reached = {move: source.mean(figure, figure.system, column, move) for move in others}
    if not reached:
        return Ours("– (tuned on this move alone)")
    best = max(reached, key=reached.__getitem__)
    found = f"own {percent(own)}, {best} {percent(reached[best])}"
    return Ours(f"{'yes' if own > reached[best] else 'no'}{source.time_mark(figure.system)} ({found})")


def _count(source: Source, figure: spec.Count, column: str) -> Ours:
    (found,) = source.rows("benchmarks", "counts").to_pylist()
    counts = dict(found or ())
    return _number(sum(counts.get(key.format(column=column), 0) for key in figure.keys))


def _distinct(source: Source, figure: spec.Distinct, column: str) -> Ours:
    return _number(pc.count_distinct(source.rows("benchmark_queries", figure.column)).as_py())


def _total(source: Source, figure: spec.Total, column: str) -> Ours:
    return _number(pc.sum(source.rows(figure.table, figure.column)).as_py() or 0)


def _markers(source: Source, figure: spec.Markers, column: str) -> Ours:
    groups = [group for group in Lexicon.load(shipped_lexicons()).groups if group.move != DISTRACTOR]
    return _number(len({marker for group in groups for marker, _ in group.markers()}))


def _number(value: int) -> Ours:
    return Ours(f"{value:,}") if value else Ours(why="none")


_MAKERS: Mapping[str, Callable[[Source, Any, str], Ours]] = {
    "score": _score,
    "best": _best,
    "gain": _gain,
    "best_gain": _best_gain,
    "factor": _factor,
    "overlap": _overlap,
    "fewer_words": _fewer_words,
    "best_on_own": _best_on_own,
    "count": _count,
    "distinct": _distinct,
    "total": _total,
    "markers": _markers,
}
