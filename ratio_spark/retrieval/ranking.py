"""What a system gives and what it is asked: scores of candidates, views of a pool, and the ranking of each query."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from ratio_spark.retrieval.pairs import Floats, Ints, Pairs

if TYPE_CHECKING:
    import torch

DEPTH = 200
"""So many candidates of each query are kept, re-scored in double precision and put in order."""


class Scorer(Protocol):
    """Scores of all candidates of a pool for all queries of a collection, tile by tile. Higher is better.

    query_tile, candidate_tile: how many queries and candidates a tile takes.
    """

    query_tile: int
    candidate_tile: int

    def scores(self, queries: slice, candidates: slice) -> "torch.Tensor":
        """float32 of shape (queries, candidates), on the device that the scorer computes on."""

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """The same scores in double precision, summed in an order that no tile, device or thread changes.

        Args:
            queries: shape (n,); candidates: shape (n, k).

        Returns:
            float64 of shape (n, k).
        """


@dataclass(frozen=True, eq=False)
class View:
    """Which queries are asked and which candidates each may find.

    queries: places of queries, ascending.
    candidates: bool of shape (pool,); None: the whole pool.
    besides: candidates that a query may find as well, by place in the whole collection, not in `queries`.
    without: candidates that a query may not find; this wins.
    """

    queries: Ints
    candidates: NDArray[np.bool_] | None
    besides: Pairs | None
    without: Pairs | None


@dataclass(frozen=True, eq=False)
class Ranking:
    """The best candidates of each query of a view, best first; ties in the order of the pool.

    queries: places, shape (n,).
    candidates: places, shape (n, k) with k ≤ DEPTH; -1 where fewer could be found.
    scores: float64, shape (n, k); NaN beside -1.
    tied_beyond: shape (n,); how many candidates after the last have its very score.
    """

    queries: Ints
    candidates: Ints
    scores: Floats
    tied_beyond: Ints
