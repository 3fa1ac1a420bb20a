"""Dense scores, and the same figures as sentence-transformers' own evaluator."""

import math
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sentence_transformers import util
from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.pairs import Ints
from ratio_spark.retrieval.ranking import View
from ratio_spark.retrieval.search.dense import DenseScorer, dots
from ratio_spark.retrieval.search.exact import search

Matrix = NDArray[np.float32]


def embeddings(rows: int, dimensions: int, seed: int) -> Matrix:
    values = np.random.Generator(np.random.PCG64(seed)).standard_normal((rows, dimensions)).astype(np.float32)
    return values / np.linalg.norm(values, axis=1, keepdims=True)


def everything(queries: int) -> View:
    return View(np.arange(queries), None, None, None)


def tiled(scorer: DenseScorer, query_tile: int, candidate_tile: int) -> DenseScorer:
    scorer.query_tile, scorer.candidate_tile = query_tile, candidate_tile
    return scorer


def test_the_best_are_those_of_a_sort_in_double_precision() -> None:
    queries, candidates = embeddings(13, 24, 1), embeddings(700, 24, 2)
    (found,) = search(tiled(DenseScorer(queries, candidates, "cpu"), 5, 64), [everything(13)], 700)
    scores = queries.astype(np.float64) @ candidates.astype(np.float64).T
    expected = np.argsort(-scores, axis=1)[:, :200]
    assert (found.candidates == expected).all()
    np.testing.assert_allclose(found.scores, np.take_along_axis(scores, expected, 1), rtol=0, atol=1e-15)
    assert (found.tied_beyond == 0).all()


@given(st.integers(1, 9), st.integers(1, 70), st.integers(0, 100))
def test_tiles_do_not_change_a_ranking_of_many_duplicates(query_tile: int, candidate_tile: int, seed: int) -> None:
    chance = np.random.Generator(np.random.PCG64(seed))
    queries = chance.integers(-2, 3, (7, 5)).astype(np.float32)
    candidates = chance.integers(-1, 2, (60, 5)).astype(np.float16)
    whole, parts = (
        search(tiled(DenseScorer(queries, candidates, "cpu"), *tiles), [everything(7)], 60, depth=9)[0]
        for tiles in ((7, 60), (query_tile, candidate_tile))
    )
    assert (whole.candidates == parts.candidates).all()
    assert (whole.scores == parts.scores).all()
    assert (whole.tied_beyond == parts.tied_beyond).all()


def test_exact_scores_do_not_depend_on_what_is_scored_beside_them() -> None:
    queries, candidates = embeddings(30, 385, 3), embeddings(300, 385, 4)
    scorer = DenseScorer(queries, candidates, "cpu")
    together = scorer.exact(np.arange(30), np.tile(np.arange(300), (30, 1)))
    for query, place in ((0, 0), (7, 299), (29, 150)):
        alone = scorer.exact(np.array([query]), np.array([[place]]))
        assert alone[0, 0] == together[query, place]
        terms = queries[query].astype(np.float64) * candidates[place].astype(np.float64)
        assert alone[0, 0] == pytest.approx(math.fsum(terms), abs=1e-15)


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=40))
def test_a_dot_product_sums_all_products_in_double_precision(values: list[int]) -> None:
    left, right = np.array([values, values], np.float32), np.array([values[::-1]], np.float32)
    expected = sum(one * other for one, other in zip(values, reversed(values), strict=True))
    assert dots(left, right).tolist() == [[expected]] * 2


def test_no_queries_give_no_exact_scores() -> None:
    scorer = DenseScorer(embeddings(2, 4, 0), embeddings(3, 4, 0), "cpu")
    assert scorer.exact(np.zeros(0, np.int64), np.zeros((0, 3), np.int64)).shape == (0, 3)


def test_memory_mapped_half_precision_is_read_as_it_is(tmp_path: Path) -> None:
    queries, candidates = embeddings(4, 8, 5), embeddings(50, 8, 6).astype(np.float16)
    np.save(tmp_path / "candidates.npy", candidates)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scorer = DenseScorer(queries, np.load(tmp_path / "candidates.npy", mmap_mode="r"), "cpu")
    (found,) = search(scorer, [everything(4)], 50, depth=5)
    scores = queries.astype(np.float64) @ candidates.astype(np.float64).T
    assert (found.candidates == np.argsort(-scores, axis=1)[:, :5]).all()


def test_different_dimensions_are_refused() -> None:
    with pytest.raises(DataContractError, match="queries have 4 dimensions and those of candidates 5"):
        DenseScorer(embeddings(2, 4, 0), embeddings(3, 5, 0), "cpu")


def test_a_damaged_embedding_is_refused() -> None:
    queries = embeddings(6, 4, 0)
    queries[4, 2] = np.nan
    with pytest.raises(DataContractError, match="query 4 of the split"):
        search(DenseScorer(queries, embeddings(9, 4, 1), "cpu"), [everything(6)], 9)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigurationError, match="cuda"):
        DenseScorer(embeddings(2, 4, 0), embeddings(3, 4, 0), "cuda")


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_a_gpu_finds_what_the_processor_finds() -> None:
    queries, candidates = embeddings(40, 96, 7), embeddings(5000, 96, 8)
    candidates[1000:2000] = candidates[:1000]
    on_cpu, on_gpu = (
        search(DenseScorer(queries, candidates, device), [everything(40)], 5000)[0] for device in ("cpu", "cuda")
    )
    assert (on_cpu.candidates == on_gpu.candidates).all()
    assert (on_cpu.scores == on_gpu.scores).all()


class Given:
    """What the evaluator takes for a model: texts are numbers of rows."""

    def __init__(self, queries: Matrix, candidates: Matrix) -> None:
        self._queries, self._candidates = queries, candidates

    def encode_query(self, texts: list[str], **options: object) -> torch.Tensor:
        return torch.from_numpy(self._queries[[int(text) for text in texts]])

    def encode_document(self, texts: list[str], **options: object) -> torch.Tensor:
        return torch.from_numpy(self._candidates[[int(text) for text in texts]])


def mrr_at_10(candidates: Ints, golds: Ints) -> float:
    is_gold = candidates[:, :10] == golds[:, None]
    return float(np.where(is_gold.any(axis=1), 1 / (1 + is_gold.argmax(axis=1)), 0.0).mean())


def test_mrr_is_that_of_the_evaluator_of_sentence_transformers() -> None:
    queries, candidates = embeddings(60, 6, 9), embeddings(900, 6, 10)
    golds = np.argsort(-(queries @ candidates.T), axis=1)[np.arange(60), np.arange(60) % 15]
    evaluator = InformationRetrievalEvaluator(
        {str(row): str(row) for row in range(60)},
        {f"{row:04}": str(row) for row in range(900)},
        {str(row): {f"{gold:04}"} for row, gold in enumerate(golds.tolist())},
        corpus_chunk_size=250,
        score_functions={"dot": util.dot_score},
    )
    theirs = evaluator.compute_all_metrics(Given(queries, candidates))["dot"]["mrr@k"][10]
    (found,) = search(tiled(DenseScorer(queries, candidates, "cpu"), 16, 128), [everything(60)], 900)
    assert mrr_at_10(found.candidates, golds) == pytest.approx(theirs, abs=1e-12)
    assert theirs == pytest.approx(sum(1 / rank for rank in range(1, 11)) / 15)
