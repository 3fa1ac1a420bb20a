"""How many words a query shares with what a system ranks high, and with its gold: whether a score is word matching."""

import math

import numpy as np

from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import Ranking
from ratio_spark.retrieval.search.words import Words

DEPTHS = (1, 3, 5, 10, 20, 100)
"""So many of the top candidates are looked at."""

GOLD = 0
"""Stands beside the depths for the golds of a query."""

_BLOCK = 1 << 16


def overlap(ranking: Ranking, query_words: Words, candidate_words: Words, golds: Pairs) -> dict[int, float]:
    """The Jaccard similarity of queries with their golds, and with their top candidates at each depth.

    Similarity is that of sets of words, 0 where neither has a word: |A ∩ B| / |A ∪ B|. It is averaged over the golds or
    the top candidates of a query, and then over the queries that have any. (The figure of RATIO on lexical overlap by
    retrieval depth takes single words after stop words and stemming.)

    Args:
        query_words, candidate_words: of all queries and all candidates of the collection, in one vocabulary.
        golds: of all queries of the collection.

    Returns:
        A figure between 0 and 1 for `GOLD` and each of `DEPTHS`, NaN where no query has a gold or candidate.
    """
    place, gold = golds.at(ranking.queries).rows()
    of_golds = _similarity(query_words, candidate_words, ranking.queries[place], gold)
    top = ranking.candidates[:, : max(DEPTHS)]
    row, column = np.nonzero(top >= 0)
    of_top = _similarity(query_words, candidate_words, ranking.queries[row], top[row, column])
    return {GOLD: _mean_by(place, of_golds)} | {
        depth: _mean_by(row[column < depth], of_top[column < depth]) for depth in DEPTHS
    }


def _similarity(query_words: Words, candidate_words: Words, query: Ints, candidate: Ints) -> Floats:
    """The similarity of many pairs of a query and a candidate: float64 of shape (pairs,)."""
    from scipy.sparse import csr_array

    queries, candidates = query_words.distinct, candidate_words.distinct
    width = 1 + max(int(each.ids.max(initial=0)) for each in (queries, candidates))
    holds, held = (
        csr_array((np.ones(len(each.ids), np.int32), each.ids, each.offsets), shape=(len(each), width))
        for each in (queries, candidates)
    )
    shared = np.zeros(len(query))
    for start in range(0, len(query), _BLOCK):
        block = slice(start, start + _BLOCK)
        shared[block] = holds[query[block]].multiply(held[candidate[block]]).sum(axis=1)
    union = np.diff(queries.offsets)[query] + np.diff(candidates.offsets)[candidate] - shared
    return np.divide(shared, union, out=np.zeros(len(query)), where=union > 0)


def _mean_by(group: Ints, values: Floats) -> float:
    """The mean over groups of the mean of each; NaN where there is none."""
    if not len(group):
        return math.nan
    number = np.bincount(group)
    return float(np.mean(np.bincount(group, values)[number > 0] / number[number > 0]))
