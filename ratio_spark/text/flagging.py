"""What a flag is: a check of one side of a pair, and hints that find in a whole column where it holds."""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.byte_windows import Bytes, Flags, Ints
from ratio_spark.text.spans import Spans

QUERY, GOLD = "query", "gold"

ENDING = 24
"""Bytes at the end of a text that show its last word, if that is no longer than an abbreviation, and its stop."""


class Side:
    """One side of a pair as the checks see it."""

    __slots__ = ("_plain_words", "_words", "citing", "marker", "repeated", "text")

    def __init__(self, text: str, marker: str = "", repeated: bool = False, citing: bool | None = None) -> None:
        self.text = text
        self.citing = citing
        self.marker = marker
        self.repeated = repeated
        self._words: list[str] | None = None
        self._plain_words: list[str] | None = None

    @property
    def words(self) -> list[str]:
        """The text cut at its blanks."""
        if self._words is None:
            self._words = self.text.split()
        return self._words

    @property
    def plain_words(self) -> list[str]:
        """The words in lower case without the punctuation around them."""
        if self._plain_words is None:
            self._plain_words = [word.strip("\"'“”‘’()[]{}.,;:?!").lower() for word in self.words]
        return self._plain_words


Check = Callable[[Side], bool]


class Column:
    """One side of many pairs."""

    def __init__(
        self, texts: pa.StringArray, markers: pa.StringArray, repeated: Flags, citing: pa.BooleanArray
    ) -> None:
        self.texts = texts
        self.markers = markers
        self.repeated = repeated
        self.citing = citing
        self._found: dict[str, Flags] = {}
        self._sides: dict[int, Side] = {}

    def take(self, places: Ints) -> "Column":
        """Some of them."""
        rows = pa.array(places)
        return Column(self.texts.take(rows), self.markers.take(rows), self.repeated[places], self.citing.take(rows))

    def sides(self, places: Ints) -> list[Side]:
        """Some of them as the checks see them, each made once."""
        for place in places.tolist():
            if place not in self._sides:
                text, marker, citing = (rows[place].as_py() for rows in (self.texts, self.markers, self.citing))
                self._sides[place] = Side(text, marker, bool(self.repeated[place]), citing)
        return [self._sides[place] for place in places.tolist()]

    def holding(self, pattern: str) -> Flags:
        """The texts in which a regular expression (RE2) is found."""
        if pattern not in self._found:
            self._found[pattern] = as_flags(pc.match_substring_regex(self.texts, pattern))
        return self._found[pattern]

    @cached_property
    def lengths(self) -> Ints:
        """Characters of each text."""
        lengths: Ints = pc.utf8_length(self.texts).to_numpy().astype(np.int64)
        return lengths

    @cached_property
    def endings(self) -> "Column":
        """The last ENDING bytes of each text, which may begin inside a character."""
        return self._cut(np.maximum(self.offsets[:-1], self.offsets[1:] - ENDING), self.offsets[1:])

    @property
    def first_bytes(self) -> Bytes:
        """The first byte of each text, zero of an empty one."""
        return self._bytes_at(self.offsets[:-1])

    @property
    def last_bytes(self) -> Bytes:
        """The last byte of each text, zero of an empty one."""
        return self._bytes_at(self.offsets[1:] - 1)

    def _bytes_at(self, places: Ints) -> Bytes:
        found = np.append(self.bytes, np.uint8(0))[np.where(np.diff(self.offsets) > 0, places, -1)]
        return np.asarray(found, np.uint8)

    @cached_property
    def bytes(self) -> Bytes:
        """What the offsets point into."""
        return np.frombuffer(self.texts.buffers()[2] or b"", np.uint8)

    @cached_property
    def offsets(self) -> Ints:
        """The bytes between which the texts stand: one more than texts."""
        start, size = self.texts.offset, len(self.texts) + 1
        return np.frombuffer(self.texts.buffers()[1], np.int32)[start : start + size].astype(np.int64)

    def _cut(self, starts: Ints, ends: Ints) -> "Column":
        data = self.texts.buffers()[2] or b""
        return Column(Spans(data, starts, ends).texts(), self.markers, self.repeated, self.citing)


Hint = Callable[[Column], Flags]


class Flag(NamedTuple):
    """A named check, the sides that it looks at, and its hints about a whole column."""

    name: str
    check: Check
    sides: frozenset[str]
    may: Hint
    """Where it may hold: everywhere that the check does."""
    must: Hint | None
    """Of these, where it must hold: nowhere that the check does not."""

    def column(self, column: Column) -> Flags:
        """Where the check holds: asked only where the hints leave it open."""
        holds = self.may(column).copy()
        if self.must is always:
            return holds
        places = np.flatnonzero(holds)
        if self.must is not None:
            places = places[~self.must(column.take(places))]
        holds[places] = list(map(self.check, column.sides(places)))
        return holds


FLAGS: dict[str, Flag] = {}
"""Every flag by its name, in the order in which rows list them."""


def always(column: Column) -> Flags:
    """What may hold must hold: there is no need to ask the check."""
    return np.ones(len(column.texts), np.bool_)


def flag(*sides: str, may: Hint, must: Hint | None = None) -> Callable[[Check], Check]:
    """Puts a check into FLAGS. The hints save the look at most texts: see Flag."""

    def register(check: Check) -> Check:
        FLAGS[check.__name__] = Flag(check.__name__, check, frozenset(sides), may, must)
        return check

    return register


def as_flags(array: pa.Array) -> Flags:
    """An Arrow column of booleans without nulls."""
    return np.asarray(array.to_numpy(zero_copy_only=False), np.bool_)


def holding(pattern: str) -> Hint:
    """The texts in which a regular expression (RE2) is found."""
    return lambda column: column.holding(pattern)


def lacking(pattern: str) -> Hint:
    """The texts in which a regular expression (RE2) is not found."""
    return lambda column: ~column.holding(pattern)


def of_those(first: Hint, second: Hint) -> Hint:
    """The texts that a first hint names and, asked about these only, a second."""

    def both(column: Column) -> Flags:
        named = first(column).copy()
        places = np.flatnonzero(named)
        named[places] = second(column.take(places))
        return named

    return both
