"""Pairs of queries and candidates by their places: golds, exclusions, candidates of the same paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Pairs:
    """For every query the candidates that go with it, in ascending order, each once.

    offsets: int64 of shape (queries + 1,); candidates: int64 of shape (pairs,). Those of query q are
        candidates[offsets[q]:offsets[q + 1]].

    >>> pairs = Pairs.of(3, [2, 0, 0], [5, 9, 1])
    >>> pairs[0].tolist(), pairs[1].tolist(), pairs[2].tolist()
    ([1, 9], [], [5])
    >>> [pair.tolist() for pair in pairs.rows()]
    [[0, 0, 2], [1, 9, 5]]
    """

    offsets: Ints
    candidates: Ints

    @classmethod
    def of(cls, queries: int, query: Sequence[int] | Ints, candidate: Sequence[int] | Ints) -> Self:
        """Pairs from two columns of places, in any order; `queries` is how many queries there are."""
        columns = np.stack([np.asarray(query, np.int64), np.asarray(candidate, np.int64)], axis=1)
        distinct = np.unique(columns.reshape(-1, 2), axis=0)
        offsets = np.zeros(queries + 1, np.int64)
        np.cumsum(np.bincount(distinct[:, 0], minlength=queries), out=offsets[1:])
        return cls(offsets, np.ascontiguousarray(distinct[:, 1]))

    @classmethod
    def none(cls, queries: int) -> Self:
        """No pair for any of the queries."""
        return cls(np.zeros(queries + 1, np.int64), np.zeros(0, np.int64))

    def __len__(self) -> int:
        """How many queries there are."""
        return len(self.offsets) - 1

    def __getitem__(self, query: int) -> Ints:
        return self.candidates[self.offsets[query] : self.offsets[query + 1]]

    @property
    def counts(self) -> Ints:
        """How many candidates each query has: int64 of shape (queries,)."""
        return np.diff(self.offsets)

    def rows(self) -> tuple[Ints, Ints]:
        """The pairs as two columns, by query and candidate."""
        return np.repeat(np.arange(len(self)), self.counts), self.candidates

    def at(self, queries: Ints) -> "Pairs":
        """The pairs of some queries, which become 0, 1, … in the order given."""
        chosen = [self[query] for query in queries.tolist()]
        offsets = np.zeros(len(chosen) + 1, np.int64)
        np.cumsum([len(each) for each in chosen], out=offsets[1:])
        return Pairs(offsets, np.concatenate([np.zeros(0, np.int64), *chosen]))

    def without(self, others: "Pairs") -> "Pairs":
        """These pairs, less those that the others have as well; both of the same queries."""
        width = 1 + max(self.candidates.max(initial=0), others.candidates.max(initial=0))
        (query, candidate), (other_query, other) = self.rows(), others.rows()
        is_left = ~np.isin(query * width + candidate, other_query * width + other)
        return Pairs.of(len(self), query[is_left], candidate[is_left])

    def union(self, others: "Pairs") -> "Pairs":
        """All pairs of both, which are of the same queries."""
        (query, candidate), (other_query, other) = self.rows(), others.rows()
        return Pairs.of(len(self), np.concatenate([query, other_query]), np.concatenate([candidate, other]))
