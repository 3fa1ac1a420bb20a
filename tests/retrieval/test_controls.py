from pathlib import Path

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.collection import Collection, examples, find_benchmark, load
from ratio_spark.retrieval.controls import MoveStyle, QueryFree, RandomOrder, SamePaper, Sum
from ratio_spark.retrieval.ranking import Scorer
from ratio_spark.tables.arrow import ArrowTables
from tests.retrieval.invented_root import SUBJECTS, write_root


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> ArrowTables:
    return ArrowTables(str(write_root(Path(tmp_path_factory.mktemp("root")))))


@pytest.fixture(scope="module")
def splits(root: ArrowTables) -> dict[str, Collection]:
    return {split: load(root, find_benchmark(root), split) for split in ("train", "test")}


def whole(scorer: Scorer, queries: int, candidates: int) -> np.ndarray:
    return scorer.scores(slice(0, queries), slice(0, candidates)).numpy()


def in_tiles(scorer: Scorer, queries: int, candidates: int) -> np.ndarray:
    """All scores, from tiles of 3 queries and 7 candidates."""
    return np.concatenate(
        [
            np.concatenate(
                [
                    scorer.scores(slice(q, min(q + 3, queries)), slice(c, min(c + 7, candidates))).numpy()
                    for c in range(0, candidates, 7)
                ],
                axis=1,
            )
            for q in range(0, queries, 3)
        ]
    )


@pytest.fixture(params=["random", "same-paper", "query-free", "sum"])
def scorer(request: pytest.FixtureRequest, splits: dict[str, Collection]) -> Scorer:
    test = splits["test"]
    prior = QueryFree(np.linspace(-1, 1, len(test.candidate_ids)))
    made: dict[str, Scorer] = {
        "random": RandomOrder(7),
        "same-paper": SamePaper(test.same_paper),
        "query-free": prior,
        "sum": Sum(SamePaper(test.same_paper), prior, 0.5),
    }
    return made[request.param]


def test_scores_are_the_same_in_any_tile(scorer: Scorer) -> None:
    np.testing.assert_array_equal(in_tiles(scorer, 24, 60), whole(scorer, 24, 60))


def test_scores_in_double_precision_are_the_same_scores(scorer: Scorer) -> None:
    queries = np.arange(24)
    candidates = np.tile(np.arange(60)[::-1], (24, 1))
    exact = scorer.exact(queries, candidates)
    assert exact.dtype == np.float64
    np.testing.assert_allclose(exact, whole(scorer, 24, 60)[:, ::-1], rtol=0, atol=1e-6)


def test_a_random_order_differs_by_query_and_seed_and_is_even() -> None:
    scores = whole(RandomOrder(0), 500, 400)
    assert abs(scores.mean() - 0.5) < 0.005
    assert abs(np.corrcoef(scores[0], scores[1])[0, 1]) < 0.2
    first = np.bincount(scores.argmax(axis=1) // 40, minlength=10)
    assert first.min() > 25  # the best of 500 queries fall into ten tenths of the pool, 50 into each on average
    assert not np.array_equal(scores, whole(RandomOrder(1), 500, 400))


def test_the_papers_own_candidates_come_before_all_others(splits: dict[str, Collection]) -> None:
    test = splits["test"]
    scores = whole(SamePaper(test.same_paper), 24, 60)
    for query, papers in enumerate(test.query_papers):
        own = [place for place, those in enumerate(test.candidate_papers) if those == papers]
        assert np.flatnonzero(scores[query]).tolist() == own


def test_a_sum_adds_weighted_scores(splits: dict[str, Collection]) -> None:
    prior = QueryFree(np.arange(60.0))
    scores = whole(Sum(SamePaper(splits["test"].same_paper), prior, 2.0), 24, 60)
    np.testing.assert_array_equal(scores, whole(SamePaper(splits["test"].same_paper), 24, 60) + 2 * np.arange(60))


def test_the_style_of_a_move_is_known_again_without_its_query(root: ArrowTables, splits: dict[str, Collection]) -> None:
    test = splits["test"]
    style = MoveStyle(*examples(root, test.benchmark, "train", "gold:ADDRESS", 100, 0))
    values = style.of(test.candidate_texts)
    is_gold = test.has_role("gold:ADDRESS")
    assert values.shape == (60,)
    assert values[is_gold].min() > values[~is_gold].max()


def test_examples_of_a_style_are_golds_of_the_move_and_what_is_none(
    root: ArrowTables, splits: dict[str, Collection]
) -> None:
    golds, others = examples(root, splits["test"].benchmark, "train", "gold:ADDRESS", 100, 0)
    assert sorted(golds) == sorted(f"we build a better model of {subject} train." for subject in SUBJECTS)
    assert len(others) == 60 - 12
    assert not set(golds) & set(others)
    few = examples(root, splits["test"].benchmark, "train", "gold:ADDRESS", 5, 0)
    assert few == examples(root, splits["test"].benchmark, "train", "gold:ADDRESS", 5, 0)
    assert set(few[0]) < set(golds)
    assert (len(few[0]), len(few[1])) == (5, 5)


def test_a_style_without_examples_is_refused(root: ArrowTables, splits: dict[str, Collection]) -> None:
    golds, others = examples(root, splits["test"].benchmark, "train", "gold:BROADEN", 100, 0)
    assert (golds, len(others)) == ([], 60)
    with pytest.raises(ConfigurationError, match="leave move-prior and bm25\\+move-prior out"):
        MoveStyle(golds, others)
