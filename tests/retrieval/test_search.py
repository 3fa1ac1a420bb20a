"""Search is exact whatever the tiles: the same as sorting all scores, on data full of ties."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import Ranking, View
from ratio_spark.retrieval.search.best import Best, keys_of, places_of, scores_of
from ratio_spark.retrieval.search.exact import device, search


@dataclass
class Matrix:
    """A scorer of given scores."""

    values: Floats
    query_tile: int
    candidate_tile: int
    asked: int = 0

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        tile = self.values[queries, candidates]
        assert tile.shape == (queries.stop - queries.start, candidates.stop - candidates.start)
        assert tile.shape[0] <= self.query_tile
        assert tile.shape[1] <= self.candidate_tile
        self.asked += tile.size
        return torch.from_numpy(tile.astype(np.float32))

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        return self.values[queries[:, None], candidates]


def sorted_in_full(values: Floats, view: View, depth: int) -> Ranking:
    """The ranking of a view by definition; scores must be exact in float32."""
    depth = min(depth, values.shape[1])
    places = np.full((len(view.queries), depth), -1)
    scores = np.full(places.shape, np.nan)
    tied = np.zeros(len(view.queries), np.int64)
    for row, query in enumerate(view.queries.tolist()):
        may = np.ones(values.shape[1], bool) if view.candidates is None else view.candidates.copy()
        may[view.besides[query] if view.besides else []] = True
        may[view.without[query] if view.without else []] = False
        best = sorted(np.flatnonzero(may), key=lambda place: (-values[query, place], place))
        found = best[:depth]
        places[row, : len(found)], scores[row, : len(found)] = found, values[query, found]
        tied[row] = sum(values[query, place] == values[query, found[-1]] for place in best[depth:])
    return Ranking(view.queries, places, scores, tied)


def assert_same(found: Ranking, expected: Ranking) -> None:
    for name in ("queries", "candidates", "scores", "tied_beyond"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name, strict=True)


def pairs(draw: st.DrawFn, queries: int, pool: int) -> Pairs | None:
    drawn = draw(st.none() | st.lists(st.tuples(st.integers(0, queries - 1), st.integers(0, pool - 1)), max_size=30))
    return None if drawn is None else Pairs.of(queries, [query for query, _ in drawn], [place for _, place in drawn])


@st.composite
def searches(draw: st.DrawFn) -> tuple[Matrix, list[View], int]:
    queries, pool, levels = draw(st.integers(1, 9)), draw(st.integers(1, 40)), draw(st.integers(1, 40))
    chance = np.random.Generator(np.random.PCG64(draw(st.integers(0, 1000))))
    values = chance.integers(0, levels, (queries, pool)) / 4.0 - draw(st.sampled_from([0.0, 3.0, 100.0]))
    views = []
    for _ in range(draw(st.integers(1, 3))):
        asked = np.flatnonzero(chance.random(queries) < draw(st.sampled_from([0.0, 0.5, 1.0])))
        shown = draw(st.sampled_from([None, 0.0, 0.2, 0.7, 1.0]))
        mask = None if shown is None else chance.random(pool) < shown
        views.append(View(asked, mask, pairs(draw, queries, pool), pairs(draw, queries, pool)))
    scorer = Matrix(values, draw(st.integers(1, 10)), draw(st.integers(1, 50)))
    return scorer, views, draw(st.integers(1, 12))


@given(searches())
def test_any_view_of_any_tiling_equals_a_full_sort(drawn: tuple[Matrix, list[View], int]) -> None:
    scorer, views, depth = drawn
    pool = scorer.values.shape[1]
    for view, found in zip(views, search(scorer, views, pool, depth=depth), strict=True):
        assert_same(found, sorted_in_full(scorer.values, view, depth))


def everything(queries: int) -> View:
    return View(np.arange(queries), None, None, None)


@pytest.mark.parametrize("candidate_tile", [1, 7, 100, 999, 1000, 5000])
def test_a_constant_scorer_gives_the_first_places_of_the_pool(candidate_tile: int) -> None:
    (found,) = search(Matrix(np.zeros((3, 1000)), 2, candidate_tile), [everything(3)], 1000)
    assert found.candidates.tolist() == [list(range(200))] * 3
    assert found.tied_beyond.tolist() == [800] * 3


def test_negative_zero_ties_with_zero() -> None:
    values = np.array([[-0.0, 0.0, -0.0, 0.0, -1e-45]])
    for tile in (1, 2, 5):
        (found,) = search(Matrix(values, 1, tile), [everything(1)], 5, depth=3)
        assert found.candidates.tolist() == [[0, 1, 2]]
        assert found.tied_beyond.tolist() == [1]


def test_each_score_is_computed_once_for_all_views() -> None:
    scorer = Matrix(np.eye(20, 50), 8, 16)
    search(scorer, [everything(20), View(np.arange(5, 9), None, None, None), everything(20)], 50)
    assert scorer.asked == 20 * 50


def test_queries_that_no_view_asks_are_not_scored_where_they_fill_a_tile() -> None:
    scorer = Matrix(np.eye(100, 50), 8, 16)
    search(scorer, [View(np.array([3, 60, 61]), None, None, None)], 50)
    assert scorer.asked == 3 * 50


def test_what_is_chosen_is_put_in_order_by_scores_in_double_precision() -> None:
    tiny = 1e-12
    values = 1.0 + tiny * np.array([[1.0, 3.0, 2.0, 3.0, 0.0]])
    (found,) = search(Matrix(values, 1, 2), [everything(1)], 5, depth=4)
    assert found.candidates.tolist() == [[1, 3, 2, 0]]
    assert found.scores.tolist() == [[1 + 3 * tiny, 1 + 3 * tiny, 1 + 2 * tiny, 1 + tiny]]
    assert found.tied_beyond.tolist() == [1]


def test_a_view_without_queries_or_candidates_finds_nothing() -> None:
    nobody = View(np.zeros(0, np.int64), None, None, None)
    nothing = View(np.arange(2), np.zeros(6, bool), None, None)
    first, second = search(Matrix(np.ones((2, 6)), 2, 4), [nobody, nothing], 6, depth=3)
    assert (first.candidates.shape, first.scores.shape, first.tied_beyond.shape) == ((0, 3), (0, 3), (0,))
    assert second.candidates.tolist() == [[-1, -1, -1]] * 2
    assert np.isnan(second.scores).all()
    assert second.tied_beyond.tolist() == [0, 0]


def test_fewer_than_depth_leave_places_of_minus_one() -> None:
    view = View(np.arange(1), np.array([False, True, False, True]), None, None)
    (found,) = search(Matrix(np.array([[9.0, 1.0, 9.0, 2.0]]), 1, 3), [view], 4, depth=3)
    assert found.candidates.tolist() == [[3, 1, -1]]
    assert found.scores[0, :2].tolist() == [2.0, 1.0]
    assert np.isnan(found.scores[0, 2])


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 7])
def test_scores_that_are_no_numbers_are_refused_and_name_the_query(value: float, place: int) -> None:
    values = np.zeros((5, 8))
    values[3, place] = value
    with pytest.raises(DataContractError, match="query 3 of the split"):
        search(Matrix(values, 2, 3), [everything(5)], 8)


def test_a_candidate_that_is_no_number_only_in_double_precision_is_refused() -> None:
    class Overflowing(Matrix):
        def exact(self, queries: Ints, candidates: Ints) -> Floats:
            return np.where(queries[:, None] == 1, np.nan, 0.0) + np.zeros(candidates.shape)

    with pytest.raises(DataContractError, match="query 1 of the split"):
        search(Overflowing(np.zeros((3, 4)), 2, 3), [everything(3)], 4)


def test_a_scorer_keeps_its_scores() -> None:
    class Shared(Matrix):
        def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
            return held[queries, candidates]

    held = torch.arange(12.0).reshape(2, 6)
    without = Pairs.of(2, [0, 1], [5, 4])
    views = [View(np.arange(2), None, None, without), everything(2)]
    masked, plain = search(Shared(held.double().numpy(), 2, 6), views, 6, depth=2)
    assert masked.candidates.tolist() == [[4, 3], [5, 3]]
    assert plain.candidates.tolist() == [[5, 4], [5, 4]]


def test_progress_says_how_far_it_is() -> None:
    said: list[str] = []
    search(Matrix(np.zeros((5, 3)), 2, 3), [everything(5)], 3, said.append)
    assert said == ["searching: query 0 of 5", "searching: query 2 of 5", "searching: query 4 of 5"]


@given(st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=20))
def test_keys_fall_with_scores_and_then_rise_with_places(values: list[float]) -> None:
    scores = torch.tensor(values, dtype=torch.float32)
    keys = keys_of(scores, torch.arange(len(values)))
    expected = sorted(range(len(values)), key=lambda place: (-values[place], place))
    assert places_of(keys.sort(descending=True).values).tolist() == expected
    assert (scores_of(keys) == scores).all()


def test_keys_hold_places_up_to_the_end_of_32_bits() -> None:
    places = torch.tensor([0, 2**31, 2**32 - 1])
    assert places_of(keys_of(torch.tensor([-1.0, 0.0, 1.0]), places)).tolist() == places.tolist()


def test_more_ties_of_the_last_are_counted_over_all_batches() -> None:
    best = Best(1, 2)
    for batch in ([1.0, 1.0, 1.0], [2.0, 1.0], [1.0], [0.0]):
        best.add(torch.tensor([batch]), torch.arange(len(batch)))
    assert best.tied_beyond.tolist() == [4]
    best.add(torch.tensor([[2.0]]), torch.tensor([99]))
    assert best.tied_beyond.tolist() == [0]


def test_a_gpu_that_is_not_there_is_a_wrong_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert device("auto") == device("cpu") == torch.device("cpu")
    with pytest.raises(ConfigurationError, match="cuda was asked for and there is no such GPU"):
        device("cuda")


@pytest.mark.parametrize("name", ["gpu", "meta", ""])
def test_an_unknown_device_is_a_wrong_configuration(name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"device {name}"):
        device(name)
