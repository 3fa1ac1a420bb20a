"""The closed formulas agree with the mean over all orders."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from ratio_spark.benchmark.bounds import Parts, expected_mrr, expected_recall

PARTS = [
    Parts(0, 0, 5, 1), Parts(0, 0, 6, 3), Parts(3, 1, 3, 0), Parts(3, 0, 3, 2), Parts(2, 1, 4, 1), Parts(4, 2, 0, 0),
    Parts(2, 2, 3, 3), Parts(5, 0, 1, 1),
]  # fmt: skip


def orders(parts: Parts) -> list[list[bool]]:
    """Every order of the pool, as what of it is a gold; orders that look the same only once."""

    def of_part(size: int, golds: int) -> list[list[bool]]:
        return [[rank in chosen for rank in range(size)] for chosen in combinations(range(size), golds)]

    return [first + rest for first in of_part(*parts[:2]) for rest in of_part(*parts[2:])]


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("at", [1, 2, 4, 10])
def test_expected_scores_are_the_mean_over_all_orders(parts: Parts, at: int) -> None:
    every = orders(parts)
    ranks = [order.index(True) + 1 for order in every]
    mrr = sum(Fraction(1, rank) for rank in ranks if rank <= at) / len(every)
    recall = sum(Fraction(sum(order[:at]), sum(order)) for order in every) / len(every)
    assert expected_mrr(parts, at) == pytest.approx(float(mrr), abs=1e-12)
    assert expected_recall(parts, at) == pytest.approx(float(recall), abs=1e-12)


def test_orders_that_look_the_same_are_equally_many() -> None:
    looks = [tuple(order) for order in permutations([True, True, False])]
    assert {look: looks.count(look) for look in looks} == {tuple(order): 2 for order in orders(Parts(0, 0, 3, 2))}


def test_the_bound_of_a_perfect_filter_is_that_of_the_paper() -> None:
    # RATIO: a filter that finds the golds of a move and orders them at random has a recall@10 of so many percent.
    percent = [round(100 * expected_recall(Parts(size, 1, 300_000, 0), 10), 3) for size in (94_079, 14_020, 1_410)]
    assert percent == [0.011, 0.071, 0.709]


def test_without_a_gold_every_score_is_zero() -> None:
    assert expected_mrr(Parts(2, 0, 3, 0)) == 0 == expected_recall(Parts(2, 0, 3, 0), 10)


@pytest.mark.parametrize(
    "parts", [Parts(0, 1, 3, 0), Parts(0, 0, 0, 1), Parts(-1, 1, 4, 0), Parts(0, 0, -2, 3)], ids=str
)
def test_a_gold_that_has_no_place_in_the_pool_is_never_found(parts: Parts) -> None:
    assert expected_mrr(parts) == 0
    assert expected_recall(parts, 100) == 0


def test_a_gold_that_has_no_place_leaves_the_others_theirs() -> None:
    assert expected_mrr(Parts(0, 1, 2, 1)) == expected_mrr(Parts(0, 0, 2, 1)) == 0.75
    assert expected_recall(Parts(0, 1, 2, 1), 1) == 0.25
