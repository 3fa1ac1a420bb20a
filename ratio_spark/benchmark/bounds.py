"""What orders score that know nothing of the query's text: figures that a retriever must be above.

An order puts a favoured part of the pool first, its candidates in random order, and then all others in random order.
With the whole pool as one part it is a random order; with the candidates of the query's paper first it shows what is
to be had by finding the paper; with the golds of the move first, by telling what kind of sentence a gold is.
"""

from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

MRR_AT = 10
RECALLS_AT = (1, 3, 5, 10, 20, 100)
"""Cut-offs of RATIO's evaluation."""


class Parts(NamedTuple):
    """How many candidates the favoured part of a pool has and how many of the golds; and the same of all others.

    Golds for which their part has no room are never found.
    """

    first: int
    first_golds: int
    others: int
    other_golds: int

    def fitting(self) -> "Parts":
        """The same without golds that are never found, and without parts of less than no candidate.

        >>> Parts(0, 1, 3, 4).fitting()
        Parts(first=0, first_golds=0, others=3, other_golds=3)
        """
        first, others = max(self.first, 0), max(self.others, 0)
        return Parts(first, min(self.first_golds, first), others, min(self.other_golds, others))


@cache
def expected_mrr(parts: Parts, at: int = MRR_AT) -> float:
    """The expected reciprocal rank of the first gold, 0 below the cut-off.

    In a random order of n candidates, g of them golds, the first gold stands at rank r with the probability
    C(n - r, g - 1) / C(n, g): the ranks behind r take the other golds. (The negative hypergeometric distribution:
    Johnson, Kemp, Kotz, Univariate Discrete Distributions, 3rd ed., 2005, section 6.2.2.)

    >>> expected_mrr(Parts(0, 0, 4, 1), at=2) == (1 + 1 / 2) / 4
    True
    """
    parts = parts.fitting()
    if not parts.first_golds + parts.other_golds:
        return 0.0
    before, size, golds = (0, *parts[:2]) if parts.first_golds else (parts.first, *parts[2:])
    ranks = range(1, min(at - before, size - golds + 1) + 1)
    total = sum((Fraction(comb(size - rank, golds - 1), before + rank) for rank in ranks), Fraction(0))
    return float(total / comb(size, golds))


@cache
def expected_recall(parts: Parts, at: int) -> float:
    """The expected share of the golds in the first ranks: each candidate of a part is equally likely to be there.

    >>> expected_recall(Parts(0, 0, 94_079, 1), at=10) == 10 / 94_079
    True
    """
    golds = parts.first_golds + parts.other_golds
    if not golds:
        return 0.0
    parts = parts.fitting()
    in_first = parts.first_golds * min(Fraction(at, parts.first), Fraction(1)) if parts.first else Fraction(0)
    left = max(at - parts.first, 0)
    in_others = parts.other_golds * min(Fraction(left, parts.others), Fraction(1)) if parts.others else Fraction(0)
    return float((in_first + in_others) / golds)
