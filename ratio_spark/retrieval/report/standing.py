"""Which system is best at each move, which are not told apart from it, and which do not beat what reads no query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ratio_spark.published import Say
from ratio_spark.retrieval.pairs import Floats
from ratio_spark.retrieval.report.stored_results import TO_BEAT, PerQuery, Results, check_same_queries
from ratio_spark.retrieval.scores.significance import LEVEL, ByWork, Interval, holm, interval, sign_flip

PERMUTATIONS = 100_000

Test = tuple[str, str, str]
"""A move, a system and the one that it is tested against."""


@dataclass(frozen=True)
class Lead:
    """How far the best retriever is ahead of `system`, with the 95 % interval and the adjusted p-value of that."""

    system: str
    difference: float
    interval: Interval
    p: float


@dataclass(frozen=True)
class Standing:
    """How the systems stand at one move.

    queries, works: how many there are.
    values, intervals: the mean of each system, controls among them, and its 95 % interval.
    best: the retriever with the greatest mean; None: there is none.
    lead: how far it is ahead of the one after it; None: there is no other.
    near: retrievers that are not told apart from the best, best left out.
    unbeaten: for each retriever that does not beat all of TO_BEAT that were evaluated, those that it does not.
    """

    queries: int
    works: int
    values: Mapping[str, float]
    intervals: Mapping[str, Interval]
    best: str | None
    lead: Lead | None
    near: frozenset[str]
    unbeaten: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class _Field:
    """What every system scores at each move, and the tests between them."""

    metric: str
    seed: int
    permutations: int
    say: Say
    scores: Mapping[str, Mapping[str, PerQuery]]
    retrievers: Mapping[str, Sequence[str]]

    def mean(self, move: str, system: str) -> float:
        return float(self.scores[move][system].values[self.metric].mean())

    def interval(self, move: str, system: str) -> Interval:
        self.say(f"{move}: {system}")
        found = self.scores[move][system]
        return interval(found.values[self.metric], found.works.to_pylist(), seed=self.seed)

    def differences(self, move: str, system: str, other: str) -> tuple[Floats, list[str]]:
        """By query, and the works of the queries."""
        one, two = self.scores[move][system], self.scores[move][other]
        check_same_queries(system, one, other, two)
        return one.values[self.metric] - two.values[self.metric], one.works.to_pylist()

    def p(self, move: str, system: str, other: str) -> float:
        self.say(f"{move}: {system} against {other}")
        return sign_flip(ByWork.of(*self.differences(move, system, other)), self.permutations, self.seed)[0]

    def lead(self, move: str, system: str, best: str, p: float) -> Lead:
        differences, works = self.differences(move, best, system)
        return Lead(system, float(differences.mean()), interval(differences, works, seed=self.seed), p)

    def adjusted(self, tests: Sequence[Test], family: int) -> dict[Test, float]:
        """Their p-values, adjusted within a family of so many, of which the others count as 1."""
        found = holm([self.p(*test) for test in tests] + [1.0] * (family - len(tests)))
        return dict(zip(tests, found[: len(tests)], strict=True))


def standings(
    results: Results, setting: str, metric: str, seed: int = 0, permutations: int = PERMUTATIONS,
    say: Say = lambda _: None, part: str | None = None,
) -> dict[str, Standing]:  # fmt: skip
    """How the systems stand at each move that has queries.

    Two families of sign-flip tests by work, each adjusted by Holm over all moves: every retriever against every control
    of TO_BEAT; and every two retrievers. Of the second only those with the best are tested, and the others count as
    if their p-value were 1, so that choosing the best from the same queries makes no finding of it.

    Args:
        seed, permutations: of the tests; seed: of the intervals as well.
        say: is told what is tested now.
        part: only queries from this part of papers.

    Raises:
        ConfigurationError: a metric is not there, or two systems were not asked the same queries.
    """
    of_moves = {move: _scores(results, setting, move, metric, part) for move in results.moves(setting)}
    scores = {move: found for move, found in of_moves.items() if found}
    retrievers = {
        move: [name for name in found if not results.systems[name].is_control] for move, found in scores.items()
    }
    field = _Field(metric, seed, permutations, say, scores, retrievers)
    orders = {move: sorted(names, key=lambda name: -field.mean(move, name)) for move, names in retrievers.items()}
    with_best = [(move, name, order[0]) for move, order in orders.items() for name in order[1:]]
    with_controls = [
        (move, name, control)
        for move, order in orders.items()
        for name, control in product(order, TO_BEAT)
        if control in scores[move]
    ]
    pairs = sum(len(order) * (len(order) - 1) // 2 for order in orders.values())
    p = field.adjusted(with_best, pairs)
    beaten = {
        test for test, value in field.adjusted(with_controls, len(with_controls)).items()
        if value < LEVEL and field.mean(test[0], test[1]) > field.mean(test[0], test[2])
    }  # fmt: skip
    unbeaten = [test for test in with_controls if test not in beaten]
    return {move: _standing(field, move, order, p, unbeaten) for move, order in orders.items()}


def _scores(results: Results, setting: str, move: str, metric: str, part: str | None) -> dict[str, PerQuery]:
    found = {name: results.per_query(name, setting, move, [metric], part) for name in results.systems}
    return {name: scores for name, scores in found.items() if scores}


def _standing(
    field: _Field, move: str, order: Sequence[str], p: Mapping[Test, float], unbeaten: Sequence[Test]
) -> Standing:
    by_system: dict[str, tuple[str, ...]] = {}
    for of_move, name, control in unbeaten:
        if of_move == move:
            by_system[name] = (*by_system.get(name, ()), control)
    systems = field.scores[move]
    works = {work for scores in systems.values() for work in scores.works.to_pylist()}
    return Standing(
        queries=max(len(scores) for scores in systems.values()),
        works=len(works),
        values={name: field.mean(move, name) for name in systems},
        intervals={name: field.interval(move, name) for name in systems},
        best=order[0] if order else None,
        lead=field.lead(move, order[1], order[0], p[move, order[1], order[0]]) if len(order) > 1 else None,
        near=frozenset(name for name in order[1:] if p[move, name, order[0]] >= LEVEL),
        unbeaten=by_system,
    )
