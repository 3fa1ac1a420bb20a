"""`Matcher.match` for all sentences of a batch at once, without a Python string for most.

Few sentences can open with a marker: their first bytes tell most others. Of the rest, nearly all have a comma
nearby, and what stands before it decides alone; the same openings come again and again, so that their answers are
kept. The few others are asked of the matcher one by one.
"""

from collections.abc import Callable
from itertools import compress
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Flags, Ints, Words
from ratio_spark.text.flag_words import any_of
from ratio_spark.text.markers import WINDOW, Match, Matcher
from ratio_spark.text.spans import Spans

SHOWN = 2 * bw.WIDTH
"""Bytes that the first look at a sentence takes in."""

NEAR = 48
"""Bytes in which a comma is near: longer openings hardly ever come again."""

Key = TypeVar("Key")
Value = TypeVar("Value")

MEMO_LIMIT = 100_000
"""Answers that a memo keeps; a full one is emptied."""


class Opened(NamedTuple):
    """The sentences of a batch that a marker opens, in order."""

    at: Ints
    """Their places among the sentences."""
    ends: Ints
    """The byte behind the marker's comma."""
    label: Ints
    """Places among `Matcher.labels`."""
    extension: pa.StringArray
    """What fills the marker's slot, or null."""


class _Answer(NamedTuple):
    """The marker that an opening is: its label, its bytes, what fills its slot."""

    label: int
    length: int
    extension: str | None


# High bits of a window: its first byte, the next four, where the sign of an enumerator stands, and all.
_FIRST, _ENUMERATED, _HIGH = (np.uint64(mask) for mask in (0x80, 0x8080808000, 0x8080808080808080))

_NO_MARKER, _DEPENDS = _Answer(-1, 0, None), _Answer(-2, 0, None)


class FastMatcher:
    """The compiled form of a matcher."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self._number_of = {label: number for number, label in enumerate(matcher.labels)}
        self._enough, self._headed = map(_Beginnings, matcher.beginnings(SHOWN))
        self._tail = rf"(?i:{any_of(matcher.tail_words())}) ?[,(\[]|[^\x00-\x7F]"
        self._heads: dict[bytes, bool] = {}
        self._openings: dict[str, _Answer] = {}

    def opened(self, sentences: Spans) -> Opened:
        """Which sentences a marker opens.

        Args:
            sentences: their texts, white space collapsed.
        """
        places = np.flatnonzero(self.may_open(sentences))
        some = sentences.at(places)
        commas = _first_commas(some)
        near = np.flatnonzero(commas >= 0)
        codes, answers = self._near(Spans(some.data, some.starts[near], commas[near] + 1))
        label = np.array([answer.label for answer in answers], np.int64)[codes]
        lone = np.sort(np.concatenate([np.flatnonzero(commas < 0), near[label == _DEPENDS.label]]))
        lone, lone_answers = self._one_by_one(some, lone)
        hits = np.flatnonzero(label >= 0)
        at = np.concatenate([near[hits], lone])
        # All answers in one table: those of openings, then those of single sentences.
        row = np.concatenate([codes[hits], np.arange(len(lone)) + len(answers)])[np.argsort(at)]
        at, answers = np.sort(at), answers + lone_answers
        label, length = (np.array([answer[k] for answer in answers], np.int64)[row] for k in (0, 1))
        extension = pa.array([answer.extension for answer in answers], pa.string()).take(pa.array(row))
        return Opened(places[at], some.starts[at] + length, label, extension)

    def may_open(self, sentences: Spans) -> Flags:
        """Which sentences may open with a marker: a cheap look at their first bytes, never wrongly False."""
        head, more = sentences.windows(), sentences.windows(bw.WIDTH)
        low = bw.lowered(head)
        # Not ASCII, no letter first, or an enumerator such as `ii)`: what stands before a marker is beyond this look.
        odd = ((head | more | ~bw.letters(low) & _FIRST) & _HIGH) != 0
        signs = bw.equal_to(head, ".") | bw.equal_to(head, ")") | bw.equal_to(head, "]")
        may: Flags = odd | ((signs & _ENUMERATED) != 0)
        left = np.flatnonzero(~may)
        low, more = low[left], bw.lowered(more[left])
        may[left] = self._enough.are_of(low, more)
        headed = left[self._headed.are_of(low, more) & ~may[left]]
        starts, ends = sentences.starts[headed], sentences.ends[headed]
        phrases = Spans(sentences.data, starts, np.minimum(ends, starts + WINDOW + bw.WIDTH)).texts()
        may[headed] = pc.match_substring_regex(phrases, self._tail).to_numpy(zero_copy_only=False)
        return may

    def _may_open(self, head: bytes) -> bool:
        """`Matcher.may_open` for bytes that may end inside a character."""
        return self.matcher.may_open(head.decode(errors="ignore"))

    def _near(self, openings: Spans) -> tuple[Ints, list[_Answer]]:
        """For texts up to their first commas: the place of the answer of each, and the answers."""
        coded = openings.texts().dictionary_encode()
        answers = _remembered(self._openings, coded.dictionary.to_pylist(), self._answer_opening)
        return coded.indices.to_numpy().astype(np.int64), answers

    def _answer_opening(self, opening: str) -> _Answer:
        match, settled = self.matcher.look(opening)
        return self._answer(opening, match) if settled else _DEPENDS

    def _answer(self, text: str, match: Match | None) -> _Answer:
        if match is None:
            return _NO_MARKER
        return _Answer(self._number_of[match.label], len(text[: match.end].encode()), match.extension)

    def _one_by_one(self, sentences: Spans, places: Ints) -> tuple[Ints, list[_Answer]]:
        """Those of some sentences that a marker opens, and their answers."""
        data, starts, ends = sentences.data, sentences.starts[places].tolist(), sentences.ends[places].tolist()
        may_open = _remembered(self._heads, [data[start : start + SHOWN] for start in starts], self._may_open)
        hits, answers = [], []
        for place, start, end in compress(zip(places.tolist(), starts, ends, strict=True), may_open):
            text = str(data[start:end], "utf-8")
            answer = self._answer(text, self.matcher.match(text))
            if answer.label >= 0:
                hits.append(place)
                answers.append(answer)
        return np.array(hits, np.int64), answers


def _remembered(memo: dict[Key, Value], keys: list[Key], answer: Callable[[Key], Value]) -> list[Value]:
    """The answer to each key."""
    if len(memo) > MEMO_LIMIT:
        memo.clear()
    answers = []
    for key in keys:
        known = memo.get(key)
        if known is None:
            known = memo[key] = answer(key)
        answers.append(known)
    return answers


class _Beginnings:
    """A set of short texts, asked whether others begin with one of them; now and then it says so wrongly."""

    _BITS = 20
    _START, _START_BITS = 4, 16
    """Bytes that the first look takes in, and bits of its table, which stays in the cache."""

    def __init__(self, texts: set[str]) -> None:
        """ASCII texts of at most SHOWN characters."""
        self._starts = np.zeros(2**self._START_BITS, np.bool_)
        starts = {text[: self._START].encode("ascii") for text in texts if text.isascii()}
        self._start_masks = [_mask(length) for length in sorted(set(map(len, starts)))]
        words = np.array([int.from_bytes(start, "little") for start in starts], np.uint64)
        self._starts[self._start_slots(words)] = True
        self._known = np.zeros(2**self._BITS, np.bool_)
        self._masks = [(_mask(length), _mask(length - bw.WIDTH)) for length in sorted({len(text) for text in texts})]
        padded = b"".join(text.encode("ascii").ljust(SHOWN, b"\0") for text in texts if text.isascii())
        words = np.frombuffer(padded, "<u8").reshape(-1, 2)
        for slots in self._slots(words[:, 0], words[:, 1]):
            self._known[slots] = True

    @classmethod
    def _slots(cls, first: Words, second: Words) -> tuple[Words, Words]:
        """Two places for each text: both are set by chance for few."""
        mixed = (first * np.uint64(0x9E3779B97F4A7C15)) ^ (second * np.uint64(0xC2B2AE3D27D4EB4F))
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        return mixed >> np.uint64(64 - cls._BITS), (mixed >> np.uint64(20)) & np.uint64(2**cls._BITS - 1)

    def are_of(self, first: Words, second: Words) -> Flags:
        """Which texts, given as two windows, begin with one of the set."""
        found = np.zeros(len(first), np.bool_)
        for mask in self._start_masks:
            found |= self._starts[self._start_slots(first & mask)]
        left = np.flatnonzero(found)
        first, second = first[left], second[left]
        begins = np.zeros(len(left), np.bool_)
        for mask, second_mask in self._masks:
            one, other = self._slots(first & mask, second & second_mask)
            begins |= self._known[one] & self._known[other]
        found[left] = begins
        return found

    @classmethod
    def _start_slots(cls, words: Words) -> Words:
        return (words * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - cls._START_BITS)


def _mask(length: int) -> np.uint64:
    """The first bytes of a window."""
    return np.uint64(2 ** (8 * min(max(length, 0), bw.WIDTH)) - 1)


def _first_commas(texts: Spans) -> Ints:
    """The place of the first comma of each text, -1 where none is NEAR its start."""
    commas = np.full(len(texts.starts), -1, np.int64)
    left = np.arange(len(commas))
    for skip in range(0, NEAR, bw.WIDTH):
        index = bw.first(bw.equal_to(texts.at(left).windows(skip), ","))
        hit = index < bw.WIDTH
        commas[left[hit]] = texts.starts[left[hit]] + skip + index[hit]
        left = left[~hit]
    commas[commas >= texts.ends] = -1
    return commas
