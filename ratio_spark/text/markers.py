"""Finds the marker that opens a sentence: one automaton over all markers, asked once per sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import ahocorasick
import numpy as np
import numpy.typing as npt

from ratio_spark.text.entries import SLOT
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.normalise import Folded
from ratio_spark.text.openings import marker_places, openings, slot_fault, slot_words

WINDOW = 320
"""Characters at the head of a sentence in which a marker and its comma must stand."""

HEAD = 8
"""Bytes that the cheap look takes in."""

Heads = npt.NDArray[np.uint64]

MEMO_LIMIT = 100_000
"""Answers that a memo keeps; a full one is emptied."""

_LEAD = 24  # room for what stands before a marker
_REPEATED = 48  # openings longer than this hardly ever come again: no memo for them
_BRACKET_OR_COMMA = re.compile(r"[()\[\],]")


@dataclass(frozen=True, slots=True)
class Label:
    """What a pair inherits from the lexicon entry that fired."""

    move: str
    kind: str | None
    marker_id: str
    max_words: int


@dataclass(frozen=True, slots=True)
class Match:
    """A marker at the head of a sentence; `end` is the offset (code points) behind its comma."""

    end: int
    label: Label
    extension: str | None


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A known marker without its comma, or with a slot that breaks the rule; `end` as in Match, without comma."""

    end: int
    reason: str


class _Phrase(NamedTuple):
    """A slot head, the end of it and the comma that ends its phrase."""

    head: str
    start: int
    comma: int


def sentence_heads(data: bytes, starts: npt.NDArray[np.int64]) -> Heads:
    """The first HEAD bytes of each sentence of a UTF-8 buffer as a little-endian integer.

    Bytes behind a sentence that is shorter belong to what follows it.

    >>> [head.to_bytes(8, "little") for head in sentence_heads(b"It fails. Why?", np.array([0, 10])).tolist()]
    [b'It fails', b'Why?\\x00\\x00\\x00\\x00']
    """
    padded = np.frombuffer(data + bytes(HEAD), np.uint8)
    return np.ndarray(len(data) + 1, "<u8", padded, strides=(1,))[starts]


class Matcher:
    """All markers of a lexicon, ready to be looked up; built once per process and never pickled."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._labels: list[Label] = []
        self._slots: dict[str, dict[str, int]] = {}
        self._trie = ahocorasick.Automaton(ahocorasick.STORE_INTS)
        self._tail_words = 0
        self._reach = 0
        self._may_open_memo: dict[int, bool] = {}
        self._match_memo: dict[str, Match | None] = {}
        for connective in openings().connectives:
            self._trie.add_word(connective, -1)
        for group in lexicon.groups:
            known: dict[int, int] = {}
            for marker, entry in group.markers():
                if entry.line not in known:
                    known[entry.line] = len(self._labels)
                    self._labels.append(Label(group.move, group.kind, group.marker_id(entry), group.max_words))
                self._add(marker, known[entry.line])

    def _add(self, marker: str, label: int) -> None:
        self._reach = max(self._reach, len(marker) + _LEAD)
        head, slot, tail = marker.partition(f" {SLOT}")
        if not slot:
            self._trie.add_word(marker, label)  # replaces a bare head or connective of the same text
            return
        tail = tail.strip()
        self._slots.setdefault(head, {})[tail] = label
        self._tail_words = max(self._tail_words, len(tail.split()))
        if head not in self._trie:
            self._trie.add_word(head, -1)

    def may_open(self, heads: Heads) -> npt.NDArray[np.bool_]:
        """Which sentences may open with a marker: a cheap look at their first HEAD bytes, never wrongly False.

        Args:
            heads: as `sentence_heads` gives them.
        """
        unique, where = np.unique(heads, return_inverse=True)
        memo, known = self._may_open_memo, unique.tolist()
        if len(memo) > MEMO_LIMIT:
            memo.clear()
        for head in known:
            if head not in memo:
                memo[head] = self._may_open(head.to_bytes(HEAD, "little"))
        return np.fromiter(map(memo.__getitem__, known), np.bool_, len(known))[where]

    def _may_open(self, head: bytes) -> bool:
        if not head.isascii():
            return True
        text = head.decode("ascii").lower()
        if not text[0].isalpha() or not text[1].isalnum() or len(marker_places(text + " ")) > 1:
            return True
        known = self._trie.longest_prefix(text)
        return known >= len(text.rstrip()) or text[known:].lstrip()[:1] == ","

    def match(self, sentence: str) -> Match | None:
        """The marker that opens a sentence (white space collapsed), or None.

        Case and typographic variants are ignored. A marker ends at a word's end and is followed by its comma,
        with or without a blank between. Of several, the one that fixes most characters wins: the longest
        fixed marker, before one that leaves words to the author.
        """
        comma = sentence.find(",", 0, WINDOW)
        if comma < 0:
            return None
        opening = sentence[: comma + 1]
        if opening in self._match_memo:
            return self._match_memo[opening]
        found, settled = self._match(sentence)
        if settled and comma < _REPEATED:
            if len(self._match_memo) > MEMO_LIMIT:
                self._match_memo.clear()
            self._match_memo[opening] = found
        return found

    def _match(self, sentence: str) -> tuple[Match | None, bool]:
        """The marker of a sentence, and whether the text up to its first comma alone decides so."""
        folded = Folded(sentence[: self._reach])
        text = folded.text
        comma = text.find(",")
        settled = comma > 0 and "(" not in text[:comma] and "[" not in text[:comma]
        best: Match | None = None
        for place in marker_places(text):
            known = place + self._trie.longest_prefix(text[place:])
            settled = settled and known <= comma
            found = self._match_at(folded, sentence, place, known)
            if found and (best is None or found.end > best.end):
                best = found
        return best, settled

    def _match_at(self, folded: Folded, sentence: str, place: int, known: int) -> Match | None:
        """The marker at `place`; `known` is the end of the longest text from there that the trie holds."""
        text = folded.text
        if known == place:
            return None
        comma = text.rfind(",", place, known + 2)
        while comma > place:
            label = self._trie.get(text[place:comma].rstrip(), -1)
            if label >= 0:
                return Match(folded.source(comma + 1), self._labels[label], None)
            comma = text.rfind(",", place, comma)
        if any(self._slot_heads(text, place, known)):
            return self._match_slot(Folded(sentence[:WINDOW]), sentence, place, known)
        return None

    def _slot_heads(self, text: str, place: int, known: int) -> Iterator[int]:
        """The ends of the slot heads that stand at `place`, the longest head first."""
        blank = text.rfind(" ", place, known + 1)
        while blank > place:
            if text[place:blank] in self._slots:
                yield blank
            blank = text.rfind(" ", place, blank)

    def _match_slot(self, folded: Folded, sentence: str, place: int, known: int) -> Match | None:
        best: tuple[int, int, Match] | None = None
        for phrase, tail, words, label in self._slotted(folded.text, place, known):
            rank = (len(phrase.head) + len(tail), len(phrase.head))
            if slot_fault(phrase.head, words, label.max_words) or (best and rank <= best[:2]):
                continue
            stop = folded.text.rfind(tail, phrase.start, phrase.comma) if tail else phrase.comma
            extension = sentence[folded.source(phrase.start) : folded.source(stop)].strip()
            best = (*rank, Match(folded.source(phrase.comma + 1), label, extension))
        return best[2] if best else None

    def _slotted(self, text: str, place: int, known: int) -> Iterator[tuple[_Phrase, str, list[str], Label]]:
        """Every entry with a slot whose head and tail stand at `place`, with the words in the slot."""
        for start in self._slot_heads(text, place, known):
            comma = _comma_outside_brackets(text, start)
            if comma < 0:
                continue
            phrase = _Phrase(text[place:start], start, comma)
            tails, words = self._slots[phrase.head], slot_words(text[start:comma])
            for count in range(min(self._tail_words, len(words)), -1, -1):
                tail = " ".join(words[len(words) - count :])
                if tail in tails:
                    yield phrase, tail, words[: len(words) - count], self._labels[tails[tail]]

    def near_miss(self, sentence: str) -> NearMiss | None:
        """The marker that a sentence opens with but for its comma or its slot, for explanations."""
        folded = Folded(sentence[:WINDOW])
        text = folded.text
        for place in marker_places(text):
            known = place + self._trie.longest_prefix(text[place:])
            for phrase, _, words, label in self._slotted(text, place, known):
                fault = slot_fault(phrase.head, words, label.max_words)
                if fault:
                    return NearMiss(folded.source(phrase.comma), fault)
            for end in range(known, place, -1):
                whole_word = not text[end : end + 1].isalnum()
                if whole_word and self._trie.get(text[place:end], -1) >= 0:
                    return NearMiss(folded.source(end), "no_comma")
        return None


def _comma_outside_brackets(text: str, start: int) -> int:
    """The offset of the first comma that no bracket encloses, or -1."""
    depth = 0
    for found in _BRACKET_OR_COMMA.finditer(text, start):
        sign = found.group()
        if sign == ",":
            if depth == 0:
                return found.start()
        else:
            depth += 1 if sign in "([" else -1
    return -1
