"""What a flag is: a check of one side of a pair, and a hint that finds in a whole column where it may hold."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

QUERY, GOLD = "query", "gold"


class Side:
    """One side of a pair as the checks see it."""

    def __init__(self, text: str, marker: str = "", repeated: bool = False) -> None:
        self.text = text
        self.marker = marker
        self.repeated = repeated

    @cached_property
    def words(self) -> list[str]:
        """The text cut at its blanks."""
        return self.text.split()

    @cached_property
    def plain_words(self) -> list[str]:
        """The words in lower case without the punctuation around them."""
        return [word.strip("\"'“”‘’()[]{}.,;:?!").lower() for word in self.words]


Check = Callable[[Side], bool]


class Column(NamedTuple):
    """One side of many pairs."""

    texts: pa.StringArray
    markers: list[str]
    repeated: list[bool]


Hint = Callable[[Column], npt.ArrayLike]


class Flag(NamedTuple):
    """A named check, the sides that it looks at, and a hint: where in a column it may hold."""

    name: str
    check: Check
    sides: frozenset[str]
    hint: Hint


FLAGS: dict[str, Flag] = {}
"""Every flag by its name, in the order in which rows list them."""


def flag(*sides: str, hint: Hint) -> Callable[[Check], Check]:
    """Puts a check into FLAGS. A hint must hold wherever the check does: it only saves the look at the others."""

    def register(check: Check) -> Check:
        FLAGS[check.__name__] = Flag(check.__name__, check, frozenset(sides), hint)
        return check

    return register


def holding(pattern: str) -> Hint:
    """The texts in which a regular expression (RE2) is found."""
    return lambda column: pc.match_substring_regex(column.texts, pattern)


def lacking(pattern: str) -> Hint:
    """The texts in which a regular expression (RE2) is not found."""
    return lambda column: pc.invert(pc.match_substring_regex(column.texts, pattern))
