"""BM25 scores as bm25s does, and ranks by the tie rule whichever way it takes."""

import bm25s
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.collection import BenchmarkName, Collection
from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import Ranking, Scorer, View
from ratio_spark.retrieval.search.bm25 import B_GRID, K1_GRID, Bm25, Bm25Scorer, tune
from ratio_spark.retrieval.search.exact import search

VOCABULARY = [f"w{number}" for number in range(12)]
TEXTS = st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=7).map(" ".join), min_size=1, max_size=30)


def plain(**parameters: object) -> Bm25:
    return Bm25(stemmer=None, stop_words=None, **parameters)


class ByTiles:
    """The same scores without the quicker way to rankings."""

    def __init__(self, scorer: Scorer, query_tile: int, candidate_tile: int) -> None:
        self._scorer, self.query_tile, self.candidate_tile = scorer, query_tile, candidate_tile

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        return self._scorer.scores(queries, candidates)

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        return self._scorer.exact(queries, candidates)


def assert_same(found: Ranking, expected: Ranking) -> None:
    for name in ("queries", "candidates", "scores", "tied_beyond"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name, strict=True)


@pytest.mark.parametrize("method", ["lucene", "robertson", "atire"])
@pytest.mark.parametrize(("k1", "b"), [(1.5, 0.75), (0.9, 0.4), (0.0, 0.0), (3.0, 1.0)])
def test_scores_are_those_of_bm25s(method: str, k1: float, b: float) -> None:
    candidates = ["w1 w2 w3", "w1 w1 w4 w5 w6", "", "w7", "w2 w7 w7 w7"]
    queries = ["w1 w7", "w7 w7 w2 unseen", "unseen", ""]
    scorer = plain(method=method, k1=k1, b=b).fit(candidates).scorer(queries)
    theirs = bm25s.BM25(k1, b, method=method)
    theirs.index([text.split() for text in candidates], show_progress=False)
    expected = np.stack([theirs.get_scores_from_ids(theirs.get_tokens_ids(query.split())) for query in queries])
    np.testing.assert_allclose(scorer.scores(slice(0, 4), slice(0, 5)).numpy(), expected, rtol=1e-6)
    exact = scorer.exact(np.arange(4), np.tile(np.arange(5), (4, 1)))
    np.testing.assert_allclose(exact, expected, rtol=1e-6)


def test_the_best_are_those_that_bm25s_retrieves() -> None:
    chance = np.random.Generator(np.random.PCG64(0))
    candidates, queries = (
        [" ".join(f"word{word}" for word in text) for text in chance.integers(0, 3000, shape).tolist()]
        for shape in ((2000, 15), (20, 40))
    )
    tokens = bm25s.tokenize(candidates, stemmer=None, show_progress=False, return_ids=False)
    theirs = bm25s.BM25()
    theirs.index(tokens, show_progress=False)
    asked = bm25s.tokenize(queries, stemmer=None, show_progress=False, return_ids=False)
    documents, scores = theirs.retrieve(asked, k=20, show_progress=False)
    (found,) = search(Bm25(stemmer=None).fit(candidates).scorer(queries), [everything(20)], 2000, depth=20)
    np.testing.assert_allclose(found.scores, scores, rtol=1e-6)
    for row, places in enumerate(found.candidates):
        is_above = scores[row] > scores[row, -1]
        assert set(places[is_above].tolist()) == set(documents[row, is_above].tolist())


def everything(queries: int) -> View:
    return View(np.arange(queries), None, None, None)


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[str], list[str], list[View]]:
    candidates, queries = draw(TEXTS), draw(TEXTS)
    chance = np.random.Generator(np.random.PCG64(draw(st.integers(0, 1000))))

    def some_pairs() -> Pairs:
        number = int(chance.integers(0, 40))
        return Pairs.of(
            len(queries), chance.integers(0, len(queries), number), chance.integers(0, len(candidates), number)
        )

    views = [
        View(
            np.flatnonzero(chance.random(len(queries)) < 0.8),
            None if draw(st.booleans()) else chance.random(len(candidates)) < 0.5,
            None if draw(st.booleans()) else some_pairs(),
            None if draw(st.booleans()) else some_pairs(),
        )
        for _ in range(draw(st.integers(1, 3)))
    ]
    return candidates, queries, views


@given(questions(), st.integers(1, 10), st.integers(1, 8), st.integers(1, 40))
def test_the_quick_way_gives_the_rankings_of_the_tiles(
    question: tuple[list[str], list[str], list[View]], depth: int, query_tile: int, candidate_tile: int
) -> None:
    candidates, queries, views = question
    scorer = plain().fit(candidates).scorer(queries)
    quick = search(scorer, views, len(candidates), depth=depth)
    tiled = search(ByTiles(scorer, query_tile, candidate_tile), views, len(candidates), depth=depth)
    for found, expected in zip(quick, tiled, strict=True):
        assert_same(found, expected)


def test_the_quick_way_is_exact_in_a_pool_of_many_blocks_full_of_ties() -> None:
    chance = np.random.Generator(np.random.PCG64(1))
    candidates = [" ".join(chance.choice(VOCABULARY, 3)) for _ in range(5000)]
    queries = ["w1 w2", "w3", "none", "w4 w4 w5 w6 w7 w8"]
    views = [everything(4), View(np.arange(4), chance.random(5000) < 0.05, None, None)]
    scorer = plain().fit(candidates).scorer(queries)
    quick = search(scorer, views, 5000)
    for found, expected in zip(quick, search(ByTiles(scorer, 3, 700), views, 5000), strict=True):
        assert_same(found, expected)
    assert quick[0].candidates[2].tolist() == list(range(200))
    assert quick[0].tied_beyond[2] == 4800


def test_masks_of_a_view_are_left_as_they_were() -> None:
    mask = np.array([True, False, True])
    one = Pairs.of(1, [0], [1])
    view = View(np.arange(1), mask, one, None)
    (found,) = search(plain().fit(["w1", "w1", "w2"]).scorer(["w1"]), [view], 3)
    assert found.candidates.tolist() == [[0, 1, 2]]
    assert mask.tolist() == [True, False, True]


def test_a_word_counts_as_often_as_the_query_has_it() -> None:
    once, twice = plain().fit(["w1 w2", "w2"]).scorer(["w1", "w1 w1"]).scores(slice(0, 2), slice(0, 1)).tolist()
    assert twice[0] == pytest.approx(2 * once[0])


def test_bigrams_prefer_the_order_of_the_query() -> None:
    candidates = ["graph neural", "neural graph"]
    assert search(Bm25().fit(candidates).scorer(["neural graph"]), [everything(1)], 2)[0].candidates.tolist() == [
        [0, 1]
    ]
    bigrams = Bm25(ngrams=2).fit(candidates).scorer(["neural graph"])
    assert search(bigrams, [everything(1)], 2)[0].candidates.tolist() == [[1, 0]]


def test_a_pool_without_words_scores_zero() -> None:
    (found,) = search(plain().fit(["", "…"]).scorer(["w1"]), [everything(1)], 2)
    assert found.candidates.tolist() == [[0, 1]]
    assert found.scores.tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize(
    "parameters", [{"k1": -1.0}, {"k1": np.nan}, {"b": 1.5}, {"method": "bm25+"}, {"stemmer": "elvish"}]
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError):
        Bm25(**parameters)


def collection_of(texts: list[str], candidates: list[str], golds: list[int]) -> Collection:
    return Collection(
        BenchmarkName("0", "invented", "built", "0", 0),
        "validation",
        [str(number) for number in range(len(texts))],
        ["ADDRESS"] * len(texts),
        [str(number) for number in range(len(texts))],
        [""] * len(texts),
        texts,
        [[] for _ in texts],
        [str(number) for number in range(len(candidates))],
        candidates,
        [[] for _ in candidates],
        [[] for _ in candidates],
        Pairs.of(len(texts), range(len(texts)), golds),
        Pairs.none(len(texts)),
        Pairs.none(len(texts)),
    )


def test_tuning_takes_the_first_best_of_the_grid() -> None:
    """A long gold that has the word twice beats a short one with the word once where b is low enough."""
    long = "w1 w1 " + " ".join(f"x{number}" for number in range(8))
    collection = collection_of(["w1"], ["w1 y1", long, "z1 z2 z3", "z4 z5 z6"], [1])

    def first(k1: float, b: float) -> int:
        scorer = Bm25(k1, b).fit(collection.candidate_texts).scorer(collection.texts)
        return int(search(scorer, [everything(1)], 4)[0].candidates[0, 0])

    best = [(k1, b) for k1 in K1_GRID for b in B_GRID if first(k1, b) == 1]
    assert 0 < len(best) < len(K1_GRID) * len(B_GRID)
    assert tune(collection, "ADDRESS") == best[0]


def test_tuning_a_move_without_queries_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="no query of BROADEN"):
        tune(collection_of(["w1"], ["w1"], [0]), "BROADEN")


def test_a_scorer_is_made_of_postings_and_words_alone() -> None:
    parameters = plain()
    vocabulary = parameters.vocabulary()
    candidates = vocabulary.words(["w1 w2", "w2"])
    postings = parameters.postings(candidates, len(vocabulary))
    scorer = Bm25Scorer(postings, 2, vocabulary.words(["w2 w9"]))
    (found,) = search(scorer, [everything(1)], 2)
    assert found.candidates.tolist() == [[1, 0]]
