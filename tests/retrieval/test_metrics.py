"""Scores of rankings: the rule of ties, missing queries and several golds, and the oracles of the field."""

from collections.abc import Sequence
from itertools import permutations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.benchmark.bounds import RECALLS_AT
from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Pairs
from ratio_spark.retrieval.ranking import Ranking
from ratio_spark.retrieval.scores import metrics
from ratio_spark.retrieval.scores.metrics import METRICS, per_query

ir_measures = pytest.importorskip("ir_measures", reason="needs ir_measures")
pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")


def ranking_of(rows: Sequence[Sequence[tuple[int, float]]], tied_beyond: Sequence[int] | None = None) -> Ranking:
    """A ranking from the (place, score) of each query."""
    width = max(map(len, rows), default=0)
    candidates, scores = np.full((len(rows), width), -1), np.full((len(rows), width), np.nan)
    for query, row in enumerate(rows):
        for rank, (place, score) in enumerate(row):
            candidates[query, rank], scores[query, rank] = place, score
    beyond = np.zeros(len(rows), np.int64) if tied_beyond is None else np.array(tied_beyond)
    return Ranking(np.arange(len(rows)), candidates, scores, beyond)


def in_order(*places: int) -> list[tuple[int, float]]:
    return [(place, -float(rank)) for rank, place in enumerate(places)]


def tied(*places: int) -> list[tuple[int, float]]:
    return [(place, 0.0) for place in places]


def pairs_of(*golds: Sequence[int]) -> Pairs:
    rows = [(query, gold) for query, of_query in enumerate(golds) for gold in of_query]
    return Pairs.of(len(golds), [query for query, _ in rows], [gold for _, gold in rows])


def scores_of(ranking: Ranking, golds: Pairs, same_paper: Pairs | None = None) -> dict[str, list[float]]:
    found = per_query(ranking, golds, same_paper or Pairs.none(len(golds)))
    return {name: values.tolist() for name, values in found.items()}


# One gold.


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6, 10, 11, 20, 21, 100, 101])
def test_a_gold_counts_at_every_cut_off_from_its_rank_on(rank: int) -> None:
    found = scores_of(ranking_of([in_order(*range(1, rank), 0, *range(200, 250))]), pairs_of([0]))
    assert found["mrr_at_10"] == found["mrr_at_10_any_order"] == [1 / rank if rank <= 10 else 0]
    assert found["ndcg_at_10"] == [pytest.approx(1 / log2(rank + 1)) if rank <= 10 else 0]
    assert {at: found[f"recall_at_{at}"] for at in RECALLS_AT} == {at: [float(rank <= at)] for at in RECALLS_AT}
    assert found["tied_golds"] == [0]


def test_the_metrics_are_those_that_have_a_title_and_in_that_order() -> None:
    found = per_query(ranking_of([in_order(0)]), pairs_of([0]), Pairs.none(1))
    assert list(found) == list(METRICS)
    assert {values.dtype for values in found.values()} == {np.dtype(np.float64)}
    assert (METRICS["mrr_at_10"], METRICS["recall_at_100"], METRICS["ndcg_at_10"]) == ("MRR@10", "R@100", "nDCG@10")


def test_golds_are_looked_up_by_the_place_of_the_query_in_the_collection() -> None:
    one, other = in_order(7, 8), in_order(8, 7)
    ranking = ranking_of([one, other])
    ranking = Ranking(np.array([1, 3]), ranking.candidates, ranking.scores, ranking.tied_beyond)
    found = scores_of(ranking, pairs_of([7], [8], [7], [8]), pairs_of([7], [7], [7], []))
    assert found["mrr_at_10"] == [0.5, 1.0]
    assert found["same_paper_at_10"] == [0.5, 0.0]


# Missing queries and exclusions.


def test_a_query_that_found_nothing_scores_0_and_counts() -> None:
    found = scores_of(ranking_of([[], in_order(0)]), pairs_of([0], [0]), pairs_of([0], [0]))
    assert found == {name: [0.0, 1.0] for name in METRICS} | {"tied_golds": [0.0, 0.0]}


def test_a_pool_without_candidates_scores_0() -> None:
    found = per_query(ranking_of([[], []]), pairs_of([0], [1]), Pairs.none(2))
    assert {name: values.tolist() for name, values in found.items()} == {name: [0.0, 0.0] for name in METRICS}
    assert {values.dtype for values in found.values()} == {np.dtype(np.float64)}


def test_a_ranking_without_queries_has_no_scores() -> None:
    assert scores_of(ranking_of([]), pairs_of([0])) == {name: [] for name in METRICS}


def test_what_a_query_may_not_find_takes_no_rank_and_a_gold_among_it_is_missed() -> None:
    found = scores_of(ranking_of([in_order(3, 1)]), pairs_of([0, 1]))
    assert (found["mrr_at_10"], found["recall_at_100"]) == ([0.5], [0.5])
    assert found["ndcg_at_10"] == [pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))]


# Several golds.


def test_of_several_golds_mrr_takes_the_first_and_recall_and_ndcg_count_all() -> None:
    found = scores_of(ranking_of([in_order(9, 2, 8, 1, 7, 6, 5, 4, 3, 10, 11, 0)]), pairs_of([0, 1, 2]))
    assert found["mrr_at_10"] == [0.5]
    assert [found[f"recall_at_{at}"] for at in (1, 3, 5, 10, 20)] == [[0], [1 / 3], [2 / 3], [2 / 3], [1]]
    assert found["ndcg_at_10"] == [pytest.approx((1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3) + 1 / 2))]


def test_the_ideal_of_more_golds_than_ranks_fills_the_ranks() -> None:
    found = scores_of(ranking_of([in_order(*range(30))]), pairs_of(range(30)))
    assert found["ndcg_at_10"] == [pytest.approx(1)]
    assert found["recall_at_10"] == [1 / 3]


# Ties.


def test_of_equal_scores_the_order_of_the_pool_decides() -> None:
    assert scores_of(ranking_of([tied(1, 4, 6)]), pairs_of([6]))["mrr_at_10"] == [1 / 3]


def test_over_all_orders_a_tied_gold_has_each_rank_of_its_tie_equally_often() -> None:
    found = scores_of(ranking_of([[(9, 1.0), *tied(1, 4, 6), (0, -1.0)]]), pairs_of([6]))
    assert found["mrr_at_10_any_order"] == [pytest.approx((1 / 2 + 1 / 3 + 1 / 4) / 3)]


def test_a_tie_across_the_cut_off_counts_for_the_part_before_it() -> None:
    found = scores_of(ranking_of([[*((20 + place, 9.0 - place) for place in range(9)), *tied(1, 2, 3)]]), pairs_of([3]))
    assert found["mrr_at_10"] == [0]
    assert found["mrr_at_10_any_order"] == [pytest.approx(1 / 10 / 3)]


def test_a_tie_goes_on_beyond_the_ranking() -> None:
    found = scores_of(ranking_of([tied(1, 2, 3)], tied_beyond=[97]), pairs_of([1]))
    assert found["mrr_at_10"] == [1]
    assert found["mrr_at_10_any_order"] == [pytest.approx(sum(1 / rank for rank in range(1, 11)) / 100)]


def test_what_lies_beyond_the_ranking_belongs_to_its_last_tie_only() -> None:
    found = scores_of(ranking_of([[(5, 2.0), *tied(1, 2)]], tied_beyond=[7]), pairs_of([5]))
    assert (found["mrr_at_10_any_order"], found["tied_golds"]) == ([1], [0])


def test_tied_golds_are_those_that_share_their_score_with_another_candidate() -> None:
    two_ties = [(0, 3.0), (1, 3.0), (2, 2.0), (3, 2.0), (4, 2.0), (5, 1.0)]
    found = scores_of(
        ranking_of([two_ties, two_ties, two_ties, tied(7)], tied_beyond=[0, 0, 0, 1]),
        pairs_of([0, 1], [2, 3], [0, 2, 3, 5], [7]),
    )
    assert found["tied_golds"] == [0, 2, 3, 1]


@st.composite
def tied_pools(draw: st.DrawFn) -> tuple[list[float], set[int]]:
    """Scores of a pool of which at most six are equal to others, the first of them alone; and the golds among all."""
    alone = draw(st.integers(0, 10))
    scores = [10.0 + alone - place for place in range(alone)] + draw(st.lists(st.sampled_from([0.0, 1.0]), max_size=6))
    golds = draw(st.sets(st.integers(0, len(scores) - 1), min_size=1)) if scores else {0}
    return scores, golds


@given(tied_pools(), st.integers(0, 6))
def test_the_figure_over_all_orders_is_the_mean_of_mrr_over_all_orders(
    pool: tuple[list[float], set[int]], cut: int
) -> None:
    scores, golds = pool
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    last_gold = max((rank for rank, place in enumerate(order) if place in golds), default=0)
    depth = max(last_gold + 1, len(order) - cut)
    beyond = sum(scores[place] == scores[order[depth - 1]] for place in order[depth:])
    found = scores_of(ranking_of([[(place, scores[place]) for place in order[:depth]]], [beyond]), pairs_of(golds))
    assert found["mrr_at_10_any_order"] == [pytest.approx(mean_over_orders(scores, golds), abs=1e-12)]


def mean_over_orders(scores: list[float], golds: set[int]) -> float:
    alone = sum(score >= 10 for score in scores)
    every = []
    for rest in permutations(range(alone, len(scores))):
        order = [*range(alone), *sorted(rest, key=lambda place: -scores[place])]
        rank = next((rank for rank, place in enumerate(order, 1) if place in golds), 11)
        every.append(1 / rank if rank <= 10 else 0)
    return sum(every) / len(every)


# The query's paper.


def test_candidates_of_the_querys_paper_are_counted_in_the_first_ten_found() -> None:
    rows = [in_order(*range(20)), in_order(*range(4)), []]
    found = scores_of(ranking_of(rows), pairs_of([0], [0], [0]), pairs_of([0, 9, 10, 50], [1, 2, 40], [3]))
    assert found["same_paper_at_10"] == [0.2, 0.5, 0]


# Refusals.


@pytest.mark.parametrize("score", [np.nan, np.inf, -np.inf])
def test_a_score_that_is_no_number_is_refused_by_its_query(score: float) -> None:
    ranking = ranking_of([in_order(0, 1), [(0, score)]])
    with pytest.raises(DataContractError, match=r"query 1 .* NaN or infinite"):
        scores_of(ranking, pairs_of([0], [0]))


@pytest.mark.parametrize(
    "row", [[(0, 1.0), (1, 2.0)], [(1, 1.0), (0, 1.0)], [(0, 1.0), (0, 1.0)], [(-1, 2.0), (0, 1.0)]],
    ids=["a higher score behind a lower", "a tie against the pool", "a candidate twice", "a hole"],
)  # fmt: skip
def test_candidates_out_of_order_are_refused_by_their_query(row: list[tuple[int, float]]) -> None:
    with pytest.raises(DataContractError, match=r"query 1 .* order"):
        scores_of(ranking_of([in_order(0, 1), row]), pairs_of([0], [0]))


def test_a_query_without_gold_is_refused() -> None:
    with pytest.raises(DataContractError, match=r"query 1 .* no gold"):
        scores_of(ranking_of([in_order(0), in_order(0)]), pairs_of([0], []))


# Oracles.


def random_ranking(chance: np.random.Generator, pool: int, levels: int, depth: int) -> tuple[Ranking, Pairs]:
    """Queries with scores of few or many levels, some that found little or nothing, with one gold or several."""
    rows, beyond, golds = [], [], []
    for _ in range(chance.integers(1, 6)):
        scores = chance.integers(levels, size=pool) / levels
        findable = np.flatnonzero(chance.random(pool) < chance.choice([0.0, 0.1, 1.0], p=[0.1, 0.2, 0.7]))
        order = sorted(findable.tolist(), key=lambda place: (-scores[place], place))
        rows.append([(place, scores[place]) for place in order[:depth]])
        beyond.append(sum(scores[place] == scores[order[depth - 1]] for place in order[depth:]))
        golds.append(chance.choice(pool, min(pool, chance.choice([1, 2, 15])), replace=False).tolist())
    return ranking_of(rows, beyond), pairs_of(*golds)


def written(ranking: Ranking, golds: Pairs) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Qrels and run; the scores of the run say the order, ties and all. What found nothing is not in the run."""
    qrels = {f"q{query}": {f"d{gold}": 1 for gold in golds[query].tolist()} for query in range(len(golds))}
    run = {
        f"q{query}": {f"d{place}": -float(rank) for rank, place in enumerate(row.tolist()) if place >= 0}
        for query, row in enumerate(ranking.candidates)
    }
    return qrels, {query: found for query, found in run.items() if found}


pools = st.builds(
    lambda seed, pool, levels, depth: random_ranking(np.random.default_rng(seed), pool, levels, depth),
    st.integers(0, 2**32), st.integers(1, 150), st.sampled_from([1, 2, 5, 10**6]), st.sampled_from([1, 7, 120, 200]),
)  # fmt: skip


@given(pools)
def test_scores_are_those_of_pytrec_eval(drawn: tuple[Ranking, Pairs]) -> None:
    ranking, golds = drawn
    qrels, run = written(ranking, golds)
    cut = {query: {place: score for place, score in row.items() if score > -10} for query, row in run.items()}
    oracle = pytrec_eval.RelevanceEvaluator(qrels, {"recall.1,3,5,10,20,100", "ndcg_cut.10"}).evaluate(run)
    oracle_cut = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(cut)
    names = {"ndcg_at_10": "ndcg_cut_10"} | {f"recall_at_{at}": f"recall_{at}" for at in RECALLS_AT}
    found = scores_of(ranking, golds)
    for row, query in enumerate(qrels):
        # pytrec_eval says nothing of a query that it was given no result for.
        expected = {name: oracle[query][theirs] if query in run else 0 for name, theirs in names.items()}
        expected["mrr_at_10"] = oracle_cut[query]["recip_rank"] if query in run else 0
        assert {name: found[name][row] for name in expected} == pytest.approx(expected, abs=1e-12)


@given(pools)
def test_means_are_those_of_ir_measures_with_missing_queries_at_0(drawn: tuple[Ranking, Pairs]) -> None:
    ranking, golds = drawn
    qrels, run = written(ranking, golds)
    measures = {"mrr_at_10": ir_measures.RR @ 10, "ndcg_at_10": ir_measures.nDCG @ 10}
    measures |= {f"recall_at_{at}": ir_measures.R @ at for at in RECALLS_AT}
    oracle = ir_measures.calc_aggregate(list(measures.values()), qrels, run)
    found = scores_of(ranking, golds)
    assert {name: np.mean(found[name]) for name in measures} == pytest.approx(
        {name: oracle[measure] for name, measure in measures.items()}, abs=1e-12
    )


def test_a_constant_scorer_gains_nothing_by_the_order_of_its_ties() -> None:
    pool, depth = 150, 150
    ranking = ranking_of([tied(*range(depth))] * pool)
    golds = pairs_of(*([gold] for gold in range(pool)))
    found = per_query(ranking, golds, Pairs.none(pool))
    by_chance = sum(1 / rank for rank in range(1, 11)) / pool
    assert found["mrr_at_10_any_order"] == pytest.approx(by_chance)
    assert found["mrr_at_10"].mean() == pytest.approx(by_chance)
    assert found["tied_golds"].tolist() == [1] * pool


@given(pools)
def test_blocks_change_no_score(drawn: tuple[Ranking, Pairs]) -> None:
    whole = scores_of(*drawn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metrics, "_BLOCK", 3)
        assert scores_of(*drawn) == whole
