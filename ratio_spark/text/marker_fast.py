"""`Matcher.match` for all sentences of a batch at once, without a Python string for most.

Few sentences can open with a marker: their first eight bytes tell most others. Of the rest, nearly all have a comma
nearby, and what stands before it decides alone; the same openings come again and again, so that their answers are
kept. The few others are asked of the matcher one by one.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow as pa

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Flags, Ints
from ratio_spark.text.markers import WINDOW, Match, Matcher
from ratio_spark.text.spans import Spans

HEAD, LONG_HEAD = 8, 16
"""Bytes that the first and the second look at a sentence take in."""

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


_NEVER = (b",,",)
"""Words that stand in no opening."""

_NO_MARKER, _DEPENDS = _Answer(-1, 0, None), _Answer(-2, 0, None)


class FastMatcher:
    """The compiled form of a matcher."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self._number_of = {label: number for number, label in enumerate(matcher.labels)}
        self._heads: dict[int, bool] = {}
        self._long_heads: dict[bytes, tuple[bytes, ...]] = {}
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
        """Which sentences may open with a marker: a cheap look at their first HEAD bytes, never wrongly False."""
        coded = pa.array(sentences.windows()).dictionary_encode()
        answers = _remembered(self._heads, coded.dictionary.to_pylist(), self._may_open)
        may: Flags = np.array(answers, np.bool_)[coded.indices.to_numpy()]
        return may

    def _may_open(self, head: int) -> bool:
        return self._needs(head.to_bytes(HEAD, "little")) is not _NEVER

    def _needs(self, head: bytes) -> tuple[bytes, ...]:
        """`Matcher.needs` for bytes, _NEVER if nothing helps."""
        words = self.matcher.needs(head.decode(errors="ignore"))
        return _NEVER if words is None else tuple(word.encode() for word in words)

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
        needs = _remembered(self._long_heads, [data[start : start + LONG_HEAD] for start in starts], self._needs)
        hits, answers = [], []
        for place, start, end, words in zip(places.tolist(), starts, ends, needs, strict=True):
            if words and not _holds(data[start : min(end, start + WINDOW)], words):
                continue
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


def _holds(opening: bytes, words: tuple[bytes, ...]) -> bool:
    """Whether one of some words in lower case may stand in a text."""
    lowered = opening.lower()
    return not opening.isascii() or any(word in lowered for word in words)


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
