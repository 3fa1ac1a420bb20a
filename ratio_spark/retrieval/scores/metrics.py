"""What a ranking is worth to each query: MRR@10, recall, nDCG@10, and how far ties and the query's paper decide them.

The rule, the same for every system:

- Order: candidates stand by score, the highest first, those with equal scores in the order of the pool (`collection`).
- Missing queries: every query of the ranking counts. One that found nothing, or none of its golds, scores 0.
- Several golds: MRR takes the first of them. Recall is the golds found over all golds of the query. nDCG is binary, and
  its ideal has all golds of the query at the top.
- Exclusions: what a query may not find is not in its ranking and takes no rank. Golds are taken as given: one that the
  query may not find is missed.
- Scores that are NaN or infinite have no place in an order and are refused.

pytrec_eval and ir_measures give the same figures once the scores are told apart in this order; by themselves they put
equal scores into orders of their own.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ratio_spark.benchmark.bounds import RECALLS_AT, Parts, expected_mrr
from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import Ranking

METRICS: Mapping[str, str] = MappingProxyType(
    {
        "mrr_at_10": "MRR@10",
        **{f"recall_at_{at}": f"R@{at}" for at in RECALLS_AT},
        "ndcg_at_10": "nDCG@10",
        "mrr_at_10_any_order": "MRR@10 over all orders of ties",
        "tied_golds": "tied golds",
        "same_paper_at_10": "same paper@10",
    }
)
"""The metrics by name, with their titles for tables."""

_TOP = 10
_BLOCK = 1 << 14


def per_query(ranking: Ranking, golds: Pairs, same_paper: Pairs) -> dict[str, Floats]:
    """Score each query of a ranking by the rule of this module.

    - `mrr_at_10`: the reciprocal rank of the first gold, 0 below rank 10 (Voorhees 1999, "The TREC-8 question answering
      track report").
    - `recall_at_K`: the share of the golds that are among the first K.
    - `ndcg_at_10`: the sum of 1 / log2(rank + 1) over the golds among the first 10, as a share of what it could be
      (Järvelin and Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques", with trec_eval's discount).
    - `mrr_at_10_any_order`: `mrr_at_10` on average over all orders of equal scores, those of `tied_beyond` among them
      (McSherry and Najork 2008, "Computing information retrieval performance measures efficiently in the presence of
      tied scores"). A gold that is not in the ranking is missed in every order: where a tie reaches from the first 10
      beyond the ranking, and such a gold stands in it, this is less by up to 2.93 / (size of the tie).
    - `tied_golds`: how many golds in the ranking share their score with a candidate that is no gold of the query.
    - `same_paper_at_10`: the share of candidates of the query's paper, golds included, in what it found, up to rank 10.

    Args:
        golds, same_paper: of all queries of the collection.

    Returns:
        A figure for each query of the ranking, float64 of shape (n,), by the names of `METRICS` and in their order.

    Raises:
        DataContractError: a query has no gold, a score that is NaN or infinite, or candidates out of order.
    """
    _refuse_unordered(ranking)
    relevant = golds.at(ranking.queries)
    _refuse(ranking, np.equal(relevant.counts, 0), "has no gold: run `ratio-spark benchmark check`")
    ranks, starts = _ranks(ranking, relevant), relevant.offsets[:-1]
    first = np.minimum.reduceat(ranks, starts)
    ties = _ties(ranking, relevant, ranks)
    ideal = np.cumsum(_gains(np.arange(1.0, 1 + _TOP)))
    return {
        "mrr_at_10": np.where(first <= _TOP, 1 / first, 0.0),
        **{f"recall_at_{at}": np.add.reduceat((ranks <= at) * 1.0, starts) / relevant.counts for at in RECALLS_AT},
        "ndcg_at_10": np.add.reduceat(_gains(ranks), starts) / ideal[np.minimum(relevant.counts, _TOP) - 1],
        "mrr_at_10_any_order": _over_all_orders(ties, first),
        "tied_golds": np.bincount(ties.row, ties.size > ties.golds, len(first)).astype(np.float64),
        "same_paper_at_10": _share_of_top(ranking, same_paper),
    }


def _refuse(ranking: Ranking, is_wrong: NDArray[np.bool_], fault: str) -> None:
    """is_wrong: of shape (queries,) or (queries, ranks)."""
    (rows, *_) = np.nonzero(is_wrong)
    if len(rows):
        raise DataContractError(f"query {ranking.queries[rows[0]]} of the split {fault}")


def _refuse_unordered(ranking: Ranking) -> None:
    scores, candidates, is_found = ranking.scores, ranking.candidates, ranking.candidates >= 0
    _refuse(ranking, is_found & ~np.isfinite(scores), "has a score that is NaN or infinite: mend the system it is of")
    is_lower = scores[:, 1:] < scores[:, :-1]
    is_tied = (scores[:, 1:] == scores[:, :-1]) & (candidates[:, 1:] > candidates[:, :-1])
    is_next = is_found[:, :-1] & (is_lower | is_tied)
    _refuse(ranking, is_found[:, 1:] & ~is_next, "is not in order of score, then of place in the pool: sort it")


def _where_equal(table: Ints | Floats, row: Ints, value: Ints | Floats) -> tuple[Ints, Ints]:
    """The first column that holds a value in a row, and how many columns do, for many rows and values."""
    column, number = np.zeros_like(row), np.zeros_like(row)
    for start in range(0, len(row) if table.shape[1] else 0, _BLOCK):
        block = slice(start, start + _BLOCK)
        is_equal = table[row[block]] == value[block, None]
        column[block], number[block] = is_equal.argmax(axis=1), np.count_nonzero(is_equal, axis=1)
    return column, number


def _ranks(ranking: Ranking, relevant: Pairs) -> Floats:
    """The rank of each gold, from 1; infinite for one that is not in the ranking."""
    column, number = _where_equal(ranking.candidates, *relevant.rows())
    return np.where(number > 0, column + 1.0, np.inf)


def _gains(ranks: Floats) -> Floats:
    return np.where(ranks <= _TOP, 1 / np.log2(ranks + 1), 0.0)


class _Ties(NamedTuple):
    """For each gold in the ranking the candidates with its score, its own among them.

    row: of the query; rank: of the gold; before: how many candidates have a higher score; size: how many have the same;
    golds: how many of those in the ranking are golds of the query. All int64 of shape (golds in the ranking,).
    """

    row: Ints
    rank: Ints
    before: Ints
    size: Ints
    golds: Ints


def _ties(ranking: Ranking, relevant: Pairs, ranks: Floats) -> _Ties:
    is_found = np.isfinite(ranks)
    row, rank = relevant.rows()[0][is_found], ranks[is_found].astype(np.int64)
    before, size = _where_equal(ranking.scores, row, ranking.scores[row, rank - 1])
    found = np.count_nonzero(ranking.candidates >= 0, axis=1)
    size = size + np.where(before + size == found[row], ranking.tied_beyond[row], 0)
    _, tie, golds = np.unique(np.stack([row, before]), axis=1, return_inverse=True, return_counts=True)
    return _Ties(row, rank, before, size, golds[tie])


def _over_all_orders(ties: _Ties, first: Floats) -> Floats:
    expected = np.zeros_like(first)
    is_first = ties.rank == first[ties.row]
    kinds, kind = np.unique(np.stack([ties.before, ties.size, ties.golds])[:, is_first], axis=1, return_inverse=True)
    worth = [expected_mrr(Parts(before, 0, size, golds), _TOP) for before, size, golds in kinds.T.tolist()]
    expected[ties.row[is_first]] = np.asarray(worth, np.float64)[kind]
    return expected


def _share_of_top(ranking: Ranking, pairs: Pairs) -> Floats:
    """The share of a query's pairs in the first ten that it found; 0 where it found none."""
    top = ranking.candidates[:, :_TOP]
    row, candidate = pairs.at(ranking.queries).rows()
    _, number = _where_equal(top, row, candidate)
    share: Floats = np.bincount(row, number, len(top)) / np.maximum(np.count_nonzero(top >= 0, axis=1), 1)
    return share
