"""Whether two systems differ by more than chance: tests and intervals that keep the queries of a work together.

Queries cut from one work are alike and bear no independent witness, so that signs are flipped, and samples drawn, by
work; the figure is the mean over queries all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints

CONFIDENCE, LEVEL, POWER = 0.95, 0.05, 0.8

_ENUMERATED = 20
_CELLS = 1 << 22
"""So many numbers of a resample are held at a time."""


class Interval(NamedTuple):
    """The bounds of a mean; NaN for fewer than two works."""

    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """How two systems compare on the same queries.

    queries, works: how many there are.
    difference: the mean over queries of the first system's figure less the second's; interval: see `interval`.
    p: see `sign_flip`; is_exact: whether that tried every way to flip the signs.
    detectable: see `detectable`.
    """

    queries: int
    works: int
    difference: float
    interval: Interval
    p: float
    is_exact: bool
    detectable: float


@dataclass(frozen=True, eq=False)
class ByWork:
    """Values of queries, added up by work.

    sums: float64 of shape (works,), in the order of the works' names; sizes: how many queries each has, int64.
    """

    sums: Floats
    sizes: Ints

    @classmethod
    def of(cls, values: Floats, works: Sequence[str]) -> "ByWork":
        """Add up values.

        Args:
            values: float64 of shape (queries,); works: the work of each query.

        Raises:
            DataContractError: there is no value, or one is NaN or infinite.
            ValueError: there are not as many works as values.
        """
        if len(values) != len(works):
            raise ValueError(f"{len(values)} values and {len(works)} works")
        if not len(values) or not np.isfinite(values).all():
            raise DataContractError("a figure of some query is missing, NaN or infinite: evaluate the systems again")
        _, work, sizes = np.unique(np.asarray(works), return_inverse=True, return_counts=True)
        return cls(np.bincount(work, values).astype(np.float64), sizes.astype(np.int64))

    @property
    def mean(self) -> float:
        """The mean over queries."""
        return float(self.sums.sum() / self.sizes.sum())


def compare(
    a: Floats,
    b: Floats,
    works: Sequence[str],
    *,
    seed: int = 0,
    permutations: int = 100_000,
    resamples: int = 10_000,
    level: float = LEVEL,
) -> Comparison:
    """Compare a figure of two systems over the same queries.

    Args:
        a, b: the figure of each query, float64 of shape (queries,), in the same order for both.
        works: the work of each query.
        seed, permutations: of `sign_flip`; seed, resamples: of `interval`; level: of `detectable`.

    Raises:
        DataContractError: there is no query, or a figure is NaN or infinite.
        ValueError: there are not as many figures of either, or works.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} and {len(b)} values")
    by_work = ByWork.of(np.subtract(a, b), works)
    p, is_exact = sign_flip(by_work, permutations, seed)
    return Comparison(
        queries=len(works),
        works=len(by_work.sums),
        difference=by_work.mean,
        interval=_bootstrap(by_work, resamples, seed),
        p=p,
        is_exact=is_exact,
        detectable=detectable(by_work, level),
    )


def sign_flip(differences: ByWork, permutations: int, seed: int) -> tuple[float, bool]:
    """The p-value of a paired permutation test of the mean difference, two-sided, and whether it is exact.

    Were two systems alike, the differences of any work could as well have the other sign. The p-value is the share of
    all ways to flip signs that take the mean as far from 0 as it is. Where more than 20 works differ it is estimated
    from random ways, as (b + 1) / (permutations + 1) if b of them do so. (Fisher 1935, "The design of experiments",
    section 21; Phipson and Smyth 2010, "Permutation p-values should never be zero".)

    Args:
        permutations: how many random ways; seed: of PCG64, which draws them.
    """
    sums = differences.sums[differences.sums != 0]
    eights = _sums_of_eight(sums)
    # Totals that are equal but for the order in which they were added up differ in their last digits.
    least = abs(sums.sum()) - 1e-12 * np.abs(sums).sum()
    if len(sums) <= _ENUMERATED:
        every = np.arange(1 << len(sums))
        totals = sum((eight[every >> 8 * place & 255] for place, eight in enumerate(eights)), np.zeros(len(every)))
        return float(np.mean(np.abs(totals) >= least)), True
    chance = np.random.Generator(np.random.PCG64(seed))
    totals = sum((eight[chance.integers(0, 256, permutations, np.uint8)] for eight in eights), np.zeros(permutations))
    return (int(np.count_nonzero(np.abs(totals) >= least)) + 1) / (permutations + 1), False


def _sums_of_eight(values: Floats) -> Floats:
    """What each eight values add up to in the 256 ways to flip their signs, so that one byte draws eight signs.

    Returns:
        Shape (eights, 256); bit i of a way flips value i of its eight.
    """
    eights = np.pad(values, (0, -len(values) % 8)).reshape(-1, 8)
    is_flipped = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    return eights @ (1.0 - 2.0 * is_flipped).T


def interval(values: Floats, works: Sequence[str], *, seed: int = 0, resamples: int = 10_000) -> Interval:
    """The 95 % bootstrap interval of a mean over queries: its percentiles when works are drawn with replacement.

    (Efron and Tibshirani 1993, "An introduction to the bootstrap", chapter 13.)

    Args:
        values: float64 of shape (queries,), such as the differences of two systems; works: the work of each query.

    Raises:
        DataContractError: there is no value, or one is NaN or infinite.
    """
    return _bootstrap(ByWork.of(values, works), resamples, seed)


def _bootstrap(by_work: ByWork, resamples: int, seed: int) -> Interval:
    """How often each kind of work is drawn is multinomial; metrics have few values, so that kinds are few."""
    works = len(by_work.sums)
    if works < 2:
        return Interval(nan, nan)
    kinds, number = np.unique(np.stack([by_work.sums.round(12), by_work.sizes]), axis=1, return_counts=True)
    chance = np.random.Generator(np.random.PCG64(seed))
    means = []
    for start in range(0, resamples, rows := max(1, _CELLS // len(number))):
        drawn = chance.multinomial(works, number / works, min(rows, resamples - start))
        sums, sizes = kinds @ drawn.T
        means.append(sums / sizes)
    low, high = np.quantile(np.concatenate(means), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(float(low), float(high))


def detectable(differences: ByWork, level: float = LEVEL) -> float:
    """The smallest true difference that a two-sided test at a level would find with a power of 80 %.

    (z(1 - level / 2) + z(0.8)) · SE by the normal approximation (Bloom 1995, "Minimum detectable effects"), where SE²
    = W / (W - 1) · Σ (sum of a work - mean · its queries)² / queries² over W works, the variance of a ratio of sums
    (Cochran 1977, "Sampling techniques", chapter 6). NaN for fewer than two works.
    """
    works = len(differences.sums)
    if works < 2:
        return nan
    residuals = differences.sums - differences.mean * differences.sizes
    error = sqrt(works / (works - 1) * float(residuals @ residuals)) / float(differences.sizes.sum())
    normal = NormalDist()
    return (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(POWER)) * error


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values of a family, adjusted so that any false finding among them is as unlikely as the level says.

    The smallest of n is multiplied by n, the next by n - 1 and so on, and none is less than one before it (Holm 1979,
    "A simple sequentially rejective multiple test procedure").

    >>> [round(p, 6) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)), 1.0)
    return [float(each) for each in adjusted]
