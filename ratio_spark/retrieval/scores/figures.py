"""From scores by query to figures: means over the queries of a move, by setting and part, with intervals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ratio_spark.benchmark.bounds import MRR_AT
from ratio_spark.retrieval.collection import Collection
from ratio_spark.retrieval.results import Scored
from ratio_spark.retrieval.scores.metrics_table import Figure
from ratio_spark.retrieval.scores.significance import interval
from ratio_spark.retrieval.settings import part

ALL = "all"
MAIN_METRIC = f"mrr_at_{MRR_AT}"
"""The metric that intervals are computed for."""


def figures(collection: Collection, scored: Sequence[Scored], seed: int) -> list[Figure]:
    """The mean of each metric: of all queries of a move, and where they stand in both, of abstracts and full text."""
    return [figure for each in scored for figure in _figures(collection, each, seed)]


def _figures(collection: Collection, scored: Scored, seed: int) -> Iterator[Figure]:
    places = scored.ranking.queries.tolist()
    works = np.array([collection.works[place] for place in places])
    parts = np.array([part(collection.sections[place]) for place in places])
    several = sorted(set(parts.tolist())) if len(set(parts.tolist())) > 1 else []
    for name in (ALL, *several):
        chosen = np.ones(len(parts), bool) if name == ALL else parts == name
        for metric, values in scored.values.items():
            low, high = None, None
            if metric == MAIN_METRIC and len(set(works[chosen].tolist())) > 1:
                bounds = interval(values[chosen], works[chosen].tolist(), seed=seed)
                low, high = bounds.low, bounds.high
            yield Figure(
                scored.setting, scored.tuned_on, scored.move, name, metric, float(values[chosen].mean()), low, high,
                int(chosen.sum()),
            )  # fmt: skip


@dataclass(frozen=True)
class Child:
    """What the MLflow run of a system and move holds: metrics by `setting/metric`."""

    move: str
    metrics: Mapping[str, float]


def of_children(means: Sequence[Figure]) -> list[Child]:
    """The figures of all queries of each move, by the system as it is meant for the move; and as tuned on others."""
    children: dict[str, dict[str, float]] = {}
    for figure in means:
        if figure.part != ALL:
            continue
        is_own = figure.tuned_on in (None, figure.move)
        name = f"{figure.setting}/{figure.metric}" if is_own else f"tuned_on_{figure.tuned_on}/{figure.metric}"
        found = children.setdefault(figure.move, {})
        found[name] = figure.value
        if is_own and figure.low is not None and figure.high is not None:
            found |= {f"{name}_low": figure.low, f"{name}_high": figure.high}
    return [Child(move, metrics) for move, metrics in children.items()]
