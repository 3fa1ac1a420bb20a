"""MaxSim is what its definition says, whatever the lengths and the tiles."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sentence_transformers import util

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.models.encoders import TokenEmbeddings
from ratio_spark.retrieval.ranking import View
from ratio_spark.retrieval.search.exact import search
from ratio_spark.retrieval.search.late import LateScorer


def tokens(lengths: list[int], dimensions: int, seed: int, kind: type = np.float32) -> TokenEmbeddings:
    chance = np.random.Generator(np.random.PCG64(seed))
    vectors = chance.standard_normal((sum(lengths), dimensions))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return TokenEmbeddings(vectors.astype(kind), np.cumsum([0, *lengths]))


def whole(lengths: list[int], dimensions: int, seed: int) -> TokenEmbeddings:
    """Small whole numbers, whose sums are exact in any order and often equal."""
    chance = np.random.Generator(np.random.PCG64(seed))
    vectors = chance.integers(-1, 2, (sum(lengths), dimensions)).astype(np.float16)
    return TokenEmbeddings(vectors, np.cumsum([0, *lengths]))


def by_definition(query: np.ndarray, candidate: np.ndarray) -> float:
    return sum(
        max(float(asked.astype(np.float64) @ found.astype(np.float64)) for found in candidate) for asked in query
    )


def everything(queries: int) -> View:
    return View(np.arange(queries), None, None, None)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_scores_are_those_of_a_plain_loop(kind: type) -> None:
    queries, candidates = tokens([3, 1, 5], 16, 0, kind), tokens([4, 2, 7, 1, 2, 4, 4], 16, 1, kind)
    scorer = LateScorer(queries, candidates, "cpu")
    expected = np.array(
        [[by_definition(queries[query], candidates[place]) for place in range(7)] for query in range(3)]
    )
    np.testing.assert_allclose(scorer.scores(slice(0, 3), slice(0, 7)), expected, rtol=1e-5)
    np.testing.assert_allclose(scorer.scores(slice(1, 3), slice(2, 6)), expected[1:3, 2:6], rtol=1e-5)
    places = np.array([[6, 0, 0], [1, 2, 3], [5, 4, 3]])
    np.testing.assert_allclose(
        scorer.exact(np.array([2, 0, 1]), places), expected[np.array([[2], [0], [1]]), places], rtol=1e-14
    )


def test_scores_are_those_of_sentence_transformers() -> None:
    queries, candidates = tokens([8, 32, 5], 24, 9), tokens([12, 40, 3, 12, 7], 24, 10)
    asked, found = ([torch.from_numpy(each[text]) for text in range(len(each))] for each in (queries, candidates))
    scores = LateScorer(queries, candidates, "cpu").scores(slice(0, 3), slice(0, 5))
    torch.testing.assert_close(scores, util.maxsim(asked, found))


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.lists(st.integers(1, 5), min_size=1, max_size=40),
    st.integers(1, 7),
    st.integers(1, 45),
    st.integers(0, 50),
)
def test_tiles_do_not_change_a_ranking_full_of_ties(
    asked: list[int], found: list[int], query_tile: int, candidate_tile: int, seed: int
) -> None:
    queries, candidates = whole(asked, 3, seed), whole(found, 3, seed + 1)
    scorer = LateScorer(queries, candidates, "cpu")
    scorer.query_tile, scorer.candidate_tile = query_tile, candidate_tile
    (ranking,) = search(scorer, [everything(len(asked))], len(found), depth=5)
    for query in range(len(asked)):
        scores = [by_definition(queries[query], candidates[place]) for place in range(len(found))]
        expected = sorted(range(len(found)), key=lambda place: (-scores[place], place))
        assert ranking.candidates[query].tolist() == expected[:5]
        assert ranking.scores[query].tolist() == [scores[place] for place in expected[:5]]
        assert ranking.tied_beyond[query] == sum(scores[place] == scores[expected[:5][-1]] for place in expected[5:])


def test_exact_scores_do_not_depend_on_what_is_scored_beside_them() -> None:
    queries, candidates = tokens([9, 32], 96, 2), tokens([30] * 50 + [7] * 50, 96, 3)
    scorer = LateScorer(queries, candidates, "cpu")
    together = scorer.exact(np.arange(2), np.tile(np.arange(100), (2, 1)))
    for place in (0, 49, 50, 99):
        assert scorer.exact(np.array([1]), np.array([[place]])).tolist() == [[together[1, place]]]


def test_a_long_candidate_is_scored_though_it_alone_is_more_than_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratio_spark.retrieval.search.late._SIMILARITIES", {"cpu": 8})
    queries, candidates = whole([3, 2], 4, 5), whole([9, 2, 2, 9, 1], 4, 6)
    scorer = LateScorer(queries, candidates, "cpu")
    expected = [[by_definition(queries[query], candidates[place]) for place in range(5)] for query in range(2)]
    assert scorer.scores(slice(0, 2), slice(0, 5)).tolist() == expected
    assert scorer.exact(np.arange(2), np.tile(np.arange(5), (2, 1))).tolist() == expected


def test_memory_mapped_tokens_are_read_as_they_are(tmp_path: Path) -> None:
    queries, candidates = whole([2], 4, 7), whole([3, 1], 4, 8)
    np.save(tmp_path / "vectors.npy", candidates.vectors)
    mapped = TokenEmbeddings(np.load(tmp_path / "vectors.npy", mmap_mode="r"), candidates.offsets)
    expected = [[by_definition(queries[0], candidates[place]) for place in range(2)]]
    assert LateScorer(queries, mapped, "cpu").scores(slice(0, 1), slice(0, 2)).tolist() == expected


def test_different_dimensions_are_refused() -> None:
    with pytest.raises(DataContractError, match="queries have 3 dimensions and those of candidates 4"):
        LateScorer(whole([1], 3, 0), whole([1], 4, 0), "cpu")


def test_a_text_without_tokens_is_refused() -> None:
    with pytest.raises(DataContractError, match="text 1 has no token"):
        LateScorer(whole([1], 3, 0), whole([2, 0, 1], 3, 0), "cpu")


def test_a_damaged_token_is_refused() -> None:
    queries = whole([2, 2], 3, 0)
    queries.vectors[3, 1] = np.nan
    with pytest.raises(DataContractError, match="query 1 of the split"):
        search(LateScorer(queries, whole([2, 3], 3, 1), "cpu"), [everything(2)], 2)
