"""Exact search of a whole pool: one pass over tiles of scores, each computed once and used by every view it concerns.

Candidates are chosen by float32 scores and the tie rule (see `best`), then re-scored in double precision and put in
order. Neither the tiles nor the device can change an order among the chosen; where float32 scores at the very end of
the depth differ by a rounding error they may decide who is the last one chosen, which is why the depth is twice the
deepest rank that is reported.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import DEPTH, Ranking, Scorer, View
from ratio_spark.retrieval.search.best import FORBIDDEN, Best, places_of, scores_of

Say = Callable[[str], None]


@runtime_checkable
class Searcher(Protocol):
    """A scorer that has a quicker way to the same rankings."""

    def search(self, views: Sequence[View], say: Say, depth: int) -> list[Ranking]:
        """See the function `search`."""


def device(name: str) -> torch.device:
    """The device to compute on.

    Args:
        name: "cpu", "cuda", "cuda:N", or "auto" for a GPU where there is one.

    Raises:
        ConfigurationError: there is no such device here.
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        wanted = torch.device(name)
    except RuntimeError:
        raise ConfigurationError(f"there is no device {name}: name auto, cpu or cuda") from None
    if wanted.type not in ("cpu", "cuda"):
        raise ConfigurationError(f"device {name} is not supported: name auto, cpu or cuda")
    if wanted.type == "cuda" and (wanted.index or 0) >= torch.cuda.device_count():
        raise ConfigurationError(f"device {name} was asked for and there is no such GPU here: name cpu or auto")
    return wanted


def search(
    scorer: Scorer, views: Sequence[View], pool: int, say: Say = lambda sentence: None, depth: int = DEPTH
) -> list[Ranking]:
    """The best candidates of every query of every view, by the tie rule.

    Args:
        pool: how many candidates there are.
        say: takes a sentence on how far the search is.
        depth: how many candidates to keep of each query.

    Returns:
        A ranking for each view. `tied_beyond` counts equal float32 scores.

    Raises:
        DataContractError: a score is NaN or infinite.
    """
    depth = min(depth, pool)
    if isinstance(scorer, Searcher):
        return scorer.search(views, say, depth)
    parts: list[list[Ranking]] = [[_nothing(depth)] for _ in views]
    last = max((int(view.queries[-1]) + 1 for view in views if len(view.queries)), default=0)
    for queries in _query_tiles(views, scorer.query_tile):
        say(f"searching: query {queries.start:,} of {last:,}")
        for found, ranking in zip(parts, _search_tile(scorer, views, queries, pool, depth), strict=True):
            found.append(ranking)
    return [_joined(found) for found in parts]


def _query_tiles(views: Sequence[View], size: int) -> Iterator[slice]:
    """Slices of at most `size` that hold all queries of the views; what lies between two of them is left out."""
    wanted = np.unique(np.concatenate([np.zeros(0, np.int64), *(view.queries for view in views)]))
    start = 0
    while start < len(wanted):
        stop = int(np.searchsorted(wanted, wanted[start] + size))
        yield slice(int(wanted[start]), int(wanted[stop - 1]) + 1)
        start = stop


def _search_tile(scorer: Scorer, views: Sequence[View], queries: slice, pool: int, depth: int) -> Iterator[Ranking]:
    asked = [_Asked(view, queries, depth) for view in views]
    for start in range(0, pool, scorer.candidate_tile):
        candidates = slice(start, min(start + scorer.candidate_tile, pool))
        scores = scorer.scores(queries, candidates)
        extremes = torch.stack([scores.amin(dim=1), scores.amax(dim=1)], dim=1).cpu().numpy()
        _refuse_non_finite(extremes, np.arange(queries.start, queries.stop))
        for each in asked:
            each.add(scores, candidates)
    return (_rescored(scorer, each) for each in asked)


class _Asked:
    """The queries of a view that are in a tile, and what they have found so far.

    queries: their places; best: one row a query.
    """

    def __init__(self, view: View, tile: slice, depth: int) -> None:
        first, last = np.searchsorted(view.queries, [tile.start, tile.stop])
        self.queries = view.queries[first:last]
        self.best = Best(len(self.queries), depth)
        self._tile, self._shown = tile, view.candidates
        self._besides, self._without = (
            (Pairs.none(len(self.queries)) if pairs is None else pairs.at(self.queries)).rows()
            for pairs in (view.besides, view.without)
        )

    def add(self, scores: Tensor, candidates: slice) -> None:
        """Take a tile of scores into account."""
        if not len(self.queries):
            return
        if len(self.queries) < len(scores):
            scores = scores[torch.from_numpy(self.queries - self._tile.start).to(scores.device)]
        places = np.arange(candidates.start, candidates.stop)
        if self._shown is not None:
            scores, places = self._only_shown(scores, candidates)
        row, candidate = _within(self._without, candidates)
        is_there = np.isin(candidate, places)
        if is_there.any():
            scores = scores.clone()
            scores[row[is_there], np.searchsorted(places, candidate[is_there])] = FORBIDDEN
        if len(places):
            self.best.add(scores, torch.from_numpy(places).to(scores.device))

    def _only_shown(self, scores: Tensor, candidates: slice) -> tuple[Tensor, Ints]:
        """The columns that the view shows to any query, with what it does not show to a query forbidden."""
        assert self._shown is not None
        is_shown = self._shown[candidates]
        row, candidate = _within(self._besides, candidates)
        is_column = is_shown.copy()
        is_column[candidate - candidates.start] = True
        columns = np.flatnonzero(is_column)
        taken = scores[:, torch.from_numpy(columns).to(scores.device)]
        column = np.searchsorted(columns, candidate - candidates.start)
        besides = taken[row, column]
        taken[:, np.flatnonzero(~is_shown[columns])] = FORBIDDEN
        # What `is_shown` shows is among the pairs as well, and is put back as it was.
        taken[row, column] = besides
        return taken, columns + candidates.start


def _within(pairs: tuple[Ints, Ints], candidates: slice) -> tuple[Ints, Ints]:
    """Those pairs of a row and a candidate whose candidate is in a slice."""
    row, candidate = pairs
    is_within = (candidate >= candidates.start) & (candidate < candidates.stop)
    return row[is_within], candidate[is_within]


def _rescored(scorer: Scorer, asked: _Asked) -> Ranking:
    """The ranking of the best, by their scores in double precision."""
    keys = asked.best.keys
    is_found = (scores_of(keys) != FORBIDDEN).cpu().numpy()
    places = places_of(keys).cpu().numpy()
    exact = scorer.exact(asked.queries, np.where(is_found, places, 0))
    return ordered(asked.queries, np.where(is_found, places, -1), exact, asked.best.tied_beyond.cpu().numpy())


def ordered(queries: Ints, candidates: Ints, scores: Floats, tied_beyond: Ints) -> Ranking:
    """A ranking of chosen candidates.

    Args:
        candidates: int64 of shape (queries, depth), in any order, -1 for none; scores: float64 of the same shape.

    Raises:
        DataContractError: a score is NaN or infinite.
    """
    _refuse_non_finite(np.where(candidates >= 0, scores, 0.0), queries)
    scores = np.where(candidates >= 0, scores, np.nan)
    order = np.lexsort((candidates, -scores), axis=1)
    return Ranking(queries, np.take_along_axis(candidates, order, 1), np.take_along_axis(scores, order, 1), tied_beyond)


def _refuse_non_finite(scores: NDArray[Any], queries: Ints) -> None:
    """Raise a DataContractError where a row of scores, one row a query, is not finite."""
    is_bad = ~np.isfinite(scores).all(axis=1)
    if is_bad.any():
        raise DataContractError(
            f"a score of query {queries[is_bad][0]} of the split is NaN or infinite: "
            "its embedding or that of a candidate is damaged, so embed the texts again"
        )


def _nothing(depth: int) -> Ranking:
    none = np.zeros(0, np.int64)
    return Ranking(none, none.reshape(0, depth), np.zeros((0, depth)), none)


def _joined(parts: Sequence[Ranking]) -> Ranking:
    return Ranking(
        np.concatenate([part.queries for part in parts]),
        np.concatenate([part.candidates for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.tied_beyond for part in parts]),
    )
