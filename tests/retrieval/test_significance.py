"""Tests and intervals by work: against brute force, against scipy, and for what they are there to get right."""

from fractions import Fraction
from itertools import chain, combinations, product
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Floats
from ratio_spark.retrieval.scores import significance
from ratio_spark.retrieval.scores.significance import ByWork, compare, detectable, holm, interval, sign_flip

stats = pytest.importorskip("scipy.stats", reason="needs scipy")

MANY = 100_000


def alone(*values: float) -> ByWork:
    """Values of queries that have a work each."""
    return ByWork(np.array(values, np.float64), np.ones(len(values), np.int64))


def named(works: list[int]) -> list[str]:
    return [f"work {work}" for work in works]


# Sign flips.


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=9))
def test_up_to_20_works_that_differ_the_p_value_is_the_share_of_all_flips(sums: list[int]) -> None:
    every = [abs(sum(sign * value for sign, value in zip(signs, sums, strict=True))) for signs in
             product((1, -1), repeat=len(sums))]  # fmt: skip
    extreme = sum(total >= abs(sum(sums)) for total in every)
    assert sign_flip(alone(*sums), MANY, seed=0) == (extreme / len(every), True)


@given(st.lists(st.integers(-600, 600), min_size=2, max_size=8))
def test_the_exact_p_value_is_that_of_scipy(sums: list[int]) -> None:
    def mean(values: Floats, axis: int) -> Floats:
        return values.mean(axis)

    # scipy doubles the smaller one-sided p-value, which is the same for a distribution that is symmetric about 0.
    theirs = stats.permutation_test((sums,), mean, permutation_type="samples", n_resamples=np.inf, vectorized=True)
    assert sign_flip(alone(*sums), MANY, seed=0)[0] == pytest.approx(theirs.pvalue, abs=1e-12)


def test_twenty_works_are_enumerated_and_one_more_is_drawn() -> None:
    p, is_exact = sign_flip(alone(*[1.0] * 20), MANY, seed=0)
    assert (p, is_exact) == (2 / 2**20, True)
    assert not sign_flip(alone(*[1.0] * 21), MANY, seed=0)[1]


@pytest.mark.parametrize(("wins", "losses"), [(16, 9), (25, 8), (40, 41), (70, 40)])
def test_drawn_flips_come_to_the_exact_p_value(wins: int, losses: int) -> None:
    exact = stats.binomtest(wins, wins + losses).pvalue
    p, is_exact = sign_flip(alone(*[1.0] * wins, *[-1.0] * losses), MANY, seed=1)
    assert not is_exact
    assert p == pytest.approx(exact, abs=4 * (exact * (1 - exact) / MANY) ** 0.5 + 1 / MANY)


def test_a_drawn_p_value_is_never_0() -> None:
    assert sign_flip(alone(*[1.0] * 100), 999, seed=0) == (1 / 1000, False)


def test_a_seed_gives_the_same_p_value_and_another_seed_another() -> None:
    values = alone(*np.random.default_rng(0).normal(0.2, 1, 50))
    first, again, other = (sign_flip(values, 10_000, seed)[0] for seed in (1, 1, 2))
    assert first == again != other


def test_works_that_do_not_differ_leave_the_test_as_it_is() -> None:
    assert sign_flip(alone(1, 2, -0.5, *[0] * 1000), MANY, seed=0) == sign_flip(alone(1, 2, -0.5), MANY, seed=0)


def test_systems_that_never_differ_have_a_p_value_of_1() -> None:
    assert sign_flip(alone(0, 0, 0), MANY, seed=0) == (1, True)


def test_totals_that_are_equal_but_for_rounding_are_equal() -> None:
    assert sum([0.1, 0.2, -0.3]) != 0
    assert sign_flip(alone(0.1, 0.2, -0.3), MANY, seed=0) == (1, True)
    assert sign_flip(alone(*[0.1] * 3, -0.3, *[0.7] * 3), MANY, seed=0) == sign_flip(
        alone(*[1] * 3, -3, *[7] * 3), MANY, seed=0
    )


def test_queries_of_a_work_are_flipped_together() -> None:
    a, b = np.ones(100), np.zeros(100)
    assert compare(a, b, ["one"] * 100).p == 1
    assert compare(a, b, ["one", "two"] * 50).p == 0.5
    assert compare(a, b, named(list(range(100)))).p == 1 / (MANY + 1)


# Comparisons.


def test_a_comparison_is_of_means_over_queries_not_over_works() -> None:
    found = compare(np.array([1.0, 0.5, 0.0]), np.array([0.0, 0.0, 1.0]), ["a", "a", "b"])
    assert found.difference == pytest.approx((1 + 0.5 - 1) / 3)
    assert (found.queries, found.works, found.is_exact) == (3, 2, True)
    # Of the ways to flip 1.5 and -1 two give 2.5 and two 0.5.
    assert found.p == 1


def test_the_other_way_round_a_comparison_only_changes_its_sign() -> None:
    chance = np.random.default_rng(3)
    a, b, works = chance.random(90), chance.random(90), named(chance.integers(40, size=90).tolist())
    one, other = compare(a, b, works), compare(b, a, works)
    assert one.difference == -other.difference
    assert (one.p, one.detectable) == (other.p, pytest.approx(other.detectable))
    assert one.interval == pytest.approx((-other.interval.high, -other.interval.low), abs=0.01)


def test_the_order_of_queries_changes_nothing() -> None:
    chance = np.random.default_rng(4)
    a, b = chance.integers(3, size=(2, 200)) / 2
    works = np.array(named(chance.integers(60, size=200).tolist()))
    order = chance.permutation(200)
    assert compare(a, b, works.tolist()) == compare(a[order], b[order], works[order].tolist())


def test_copies_of_a_query_within_its_work_add_no_certainty() -> None:
    chance = np.random.default_rng(5)
    a, b, works = chance.random(60), chance.random(60), named(list(range(60)))
    once, copied = (
        compare(a, b, works),
        compare(np.repeat(a, 4), np.repeat(b, 4), [each for each in works for _ in "four"]),
    )
    assert (copied.queries, copied.works, copied.p) == (240, 60, once.p)
    assert (copied.difference, *copied.interval, copied.detectable) == pytest.approx(
        (once.difference, *once.interval, once.detectable)
    )


@pytest.mark.parametrize("values", [[], [0.5, np.nan], [np.inf, 0.5]])
def test_missing_figures_are_refused(values: list[float]) -> None:
    works = named(list(range(len(values))))
    with pytest.raises(DataContractError, match="missing, NaN or infinite"):
        compare(np.array(values), np.zeros(len(values)), works)
    with pytest.raises(DataContractError, match="missing, NaN or infinite"):
        interval(np.array(values), works)


def test_as_many_works_as_values_are_needed() -> None:
    with pytest.raises(ValueError, match="2 values and 1 works"):
        interval(np.zeros(2), ["one"])
    with pytest.raises(ValueError, match="2 and 1 values"):
        compare(np.zeros(2), np.zeros(1), ["one", "two"])


# Intervals.


def test_the_interval_is_that_of_all_resamples() -> None:
    # Works of 1, 2 and 3 queries: each of the 27 resamples is likelier than 2.5 %, so the extremes are the bounds.
    sums, sizes = (1.0, 0.4, 2.7), (1, 2, 3)
    means = [sum(sums[each] for each in drawn) / sum(sizes[each] for each in drawn) for drawn in
             product(range(3), repeat=3)]  # fmt: skip
    values, works = np.array([1, 0.4, 0, 0.9, 0.9, 0.9]), ["a", "b", "b", "c", "c", "c"]
    assert interval(values, works) == pytest.approx((min(means), max(means)))


@pytest.mark.parametrize("levels", [2, 10**9], ids=["few kinds of works", "as many kinds as works"])
def test_the_interval_is_that_of_scipy(levels: int) -> None:
    chance = np.random.default_rng(6)
    values, works = chance.integers(levels, size=400) / (levels - 1), chance.integers(150, size=400)
    by_work = ByWork.of(values, named(works.tolist()))
    theirs = stats.bootstrap(
        (by_work.sums, by_work.sizes), lambda sums, sizes, axis: sums.sum(axis) / sizes.sum(axis),
        paired=True, vectorized=True, method="percentile", n_resamples=40_000, rng=7,
    ).confidence_interval  # fmt: skip
    ours = interval(values, named(works.tolist()), resamples=40_000)
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.02 * (theirs.high - theirs.low))


def test_a_seed_gives_the_same_interval_and_another_seed_another() -> None:
    values, works = np.random.default_rng(12).random(50), named(list(range(50)))
    first, again, other = (interval(values, works, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_blocks_change_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    values, works = np.random.default_rng(8).random(50), named(list(range(50)))
    whole = interval(values, works, resamples=1001)
    monkeypatch.setattr(significance, "_CELLS", 500)
    assert interval(values, works, resamples=1001) == pytest.approx(whole, rel=1e-14)


def test_equal_values_have_an_interval_without_width() -> None:
    assert interval(np.full(7, 0.3), named([0, 0, 1, 2, 3, 4, 4])) == pytest.approx((0.3, 0.3))


def test_one_work_has_no_interval_and_no_detectable_difference() -> None:
    found = compare(np.ones(3), np.zeros(3), ["one"] * 3)
    assert all(map(isnan, (*found.interval, found.detectable)))


# The smallest detectable difference.


def test_of_works_of_one_query_the_error_is_that_of_the_mean() -> None:
    values = np.random.default_rng(9).normal(0.1, 1, 80)
    factor = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert detectable(alone(*values)) == pytest.approx(factor * stats.sem(values))
    stricter = stats.norm.ppf(1 - 0.01 / 2) + stats.norm.ppf(0.8)
    assert detectable(alone(*values), level=0.01) == pytest.approx(stricter * stats.sem(values))


def test_of_works_of_unequal_size_the_error_is_that_of_the_bootstrap() -> None:
    chance = np.random.default_rng(10)
    sizes = chance.integers(1, 6, size=400)
    sums = sizes * chance.normal(0.1, 1, 400)
    drawn = chance.integers(400, size=(20_000, 400))
    error = (sums[drawn].sum(1) / sizes[drawn].sum(1)).std()
    factor = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert detectable(ByWork(sums, sizes)) == pytest.approx(factor * error, rel=0.02)


def test_a_difference_of_that_size_is_found_four_times_out_of_five() -> None:
    chance = np.random.default_rng(11)
    noise = chance.normal(0, 1, (500, 120))
    true = detectable(alone(*[1.0, -1.0] * 60))
    found = [sign_flip(alone(*(true + row)), 2000, seed=0)[0] < 0.05 for row in noise]
    assert np.mean(found) == pytest.approx(0.8, abs=0.05)


# Holm.


@given(st.lists(st.floats(0, 1), max_size=7))
def test_holm_is_the_closed_test_of_bonferroni(p_values: list[float]) -> None:
    def adjusted(place: int) -> Fraction:
        others = [Fraction(p) for other, p in enumerate(p_values) if other != place]
        subsets = chain.from_iterable(combinations(others, size) for size in range(len(others) + 1))
        return max(min(Fraction(1), (len(each) + 1) * min((Fraction(p_values[place]), *each))) for each in subsets)

    assert holm(p_values) == pytest.approx([float(adjusted(place)) for place in range(len(p_values))], abs=1e-12)
