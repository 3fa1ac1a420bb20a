"""Shared words of queries, their top candidates and their golds."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("scipy", reason="needs scipy")
pytest.importorskip("bm25s", reason="needs bm25s")

from ratio_spark.retrieval.pairs import Pairs
from ratio_spark.retrieval.ranking import Ranking
from ratio_spark.retrieval.scores import overlap as module
from ratio_spark.retrieval.scores.overlap import DEPTHS, GOLD, overlap
from ratio_spark.retrieval.search.words import Vocabulary, Words


def words_of(texts: list[list[int]]) -> Words:
    return Words(np.cumsum([0, *map(len, texts)]), np.array([word for text in texts for word in text], np.int64))


def ranking_of(queries: list[int], rows: list[list[int]]) -> Ranking:
    width = max(map(len, rows), default=0)
    candidates = np.array([row + [-1] * (width - len(row)) for row in rows], np.int64).reshape(len(rows), width)
    return Ranking(np.array(queries, np.int64), candidates, np.zeros(candidates.shape), np.zeros(len(rows), np.int64))


def golds_of(queries: int, *pairs: tuple[int, int]) -> Pairs:
    return Pairs.of(queries, [query for query, _ in pairs], [gold for _, gold in pairs])


def test_overlap_is_the_share_of_stemmed_words_that_two_texts_have_in_common() -> None:
    vocabulary = Vocabulary()
    queries = vocabulary.words(["The models overfit small graphs."])
    candidates = vocabulary.words(["A model of a graph", "Overfitting of small graph models", "No such thing exists"])
    found = overlap(ranking_of([0], [[2, 0, 1]]), queries, candidates, golds_of(1, (0, 1)))
    # Query: model, overfit, small, graph.
    assert found == {GOLD: 1, 1: 0, 3: 0.5, 5: 0.5, 10: 0.5, 20: 0.5, 100: 0.5}


def test_a_word_that_stands_twice_counts_once() -> None:
    found = overlap(ranking_of([0], [[0]]), words_of([[1, 1, 2]]), words_of([[2, 3, 2, 3]]), golds_of(1, (0, 0)))
    assert set(found.values()) == {1 / 3}


def test_texts_without_words_share_nothing() -> None:
    found = overlap(ranking_of([0, 1], [[0], [0]]), words_of([[], [1]]), words_of([[]]), golds_of(2, (0, 0), (1, 0)))
    assert set(found.values()) == {0}


def test_every_query_weighs_the_same_however_many_golds_and_candidates_it_has() -> None:
    queries, candidates = words_of([[1], [2]]), words_of([[1], [2], [2]])
    found = overlap(ranking_of([0, 1], [[0], [1, 2]]), queries, candidates, golds_of(2, (0, 1), (1, 1), (1, 2)))
    assert found[GOLD] == 0.5
    found = overlap(ranking_of([0, 1], [[0], [0, 0]]), queries, candidates, golds_of(2, (0, 0)))
    assert (found[GOLD], found[1], found[3]) == (1, 0.5, 0.5)


def test_a_depth_takes_so_many_candidates() -> None:
    rows = [[1] * 19 + [0] + [1] * 79 + [0, 0]]
    found = overlap(ranking_of([0], rows), words_of([[1]]), words_of([[1], [2]]), golds_of(1, (0, 0)))
    assert found == {GOLD: 1, 1: 0, 3: 0, 5: 0, 10: 0, 20: 1 / 20, 100: 2 / 100}


def test_queries_that_found_nothing_do_not_count() -> None:
    found = overlap(ranking_of([0, 1], [[], [0]]), words_of([[1], [1]]), words_of([[1]]), golds_of(2, (0, 0), (1, 0)))
    assert set(found.values()) == {1}


def test_where_nothing_was_found_there_is_no_figure() -> None:
    found = overlap(ranking_of([0], [[]]), words_of([[1]]), words_of([[1]]), golds_of(1))
    assert set(found) == {GOLD, *DEPTHS}
    assert all(map(isnan, found.values()))


texts = st.lists(st.lists(st.integers(0, 6), max_size=6), min_size=1, max_size=8)


@given(texts, texts, st.integers(1, 130), st.integers(0, 2**32), st.sampled_from([1, 5, 1 << 16]))
def test_overlap_is_that_of_its_definition(
    queries: list[list[int]], candidates: list[list[int]], width: int, seed: int, block: int
) -> None:
    chance = np.random.default_rng(seed)
    asked = sorted(chance.choice(len(queries), chance.integers(1, len(queries) + 1), replace=False).tolist())
    rows = [chance.integers(len(candidates), size=chance.integers(0, width + 1)).tolist() for _ in asked]
    golds = [(query, int(chance.integers(len(candidates)))) for query in asked for _ in range(chance.integers(0, 3))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BLOCK", block)
        found = overlap(
            ranking_of(asked, rows), words_of(queries), words_of(candidates), golds_of(len(queries), *golds)
        )

    def mean(values: list[float]) -> float:
        return sum(values) / len(values)

    def jaccard(query: int, candidate: int) -> float:
        one, other = set(queries[query]), set(candidates[candidate])
        return len(one & other) / len(one | other) if one | other else 0

    def expected(found_by: list[tuple[int, list[int]]]) -> float:
        every = [mean([jaccard(query, each) for each in found]) for query, found in found_by if found]
        return mean(every) if every else float("nan")

    of_gold = [(query, sorted({gold for owner, gold in golds if owner == query})) for query in asked]
    of_depth = {depth: [(query, row[:depth]) for query, row in zip(asked, rows, strict=True)] for depth in DEPTHS}
    assert found == pytest.approx(
        {GOLD: expected(of_gold)} | {depth: expected(rows) for depth, rows in of_depth.items()}, nan_ok=True
    )
