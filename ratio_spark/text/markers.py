"""Finds the marker that opens a sentence: one automaton over all markers, asked once per sentence."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import ahocorasick

from ratio_spark.text.entries import SLOT
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.normalise import Folded
from ratio_spark.text.openings import marker_places, openings, slot_fault, slot_words

WINDOW = 320
"""Characters at the head of a sentence in which a marker and its comma must stand."""

_LEAD = 24  # room for what stands before a marker
_ENUMERATOR = 6  # characters of the longest, its blank with it
_BRACKET = re.compile(r"[()\[\]]")
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


class Matcher:
    """All markers of a lexicon, ready to be looked up; built once per process and never pickled."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.labels: list[Label] = []
        """What the matches carry, one for each entry of the lexicon."""
        self._slots: dict[str, dict[str, int]] = {}
        self._trie = ahocorasick.Automaton(ahocorasick.STORE_INTS)
        self._tail_words = 0
        self._reach = 0
        for connective in openings().connectives:
            self._trie.add_word(connective, -1)
        for group in lexicon.groups:
            known: dict[int, int] = {}
            for marker, entry in group.markers():
                if entry.line not in known:
                    known[entry.line] = len(self.labels)
                    self.labels.append(Label(group.move, group.kind, group.marker_id(entry), group.max_words))
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

    def beginnings(self, size: int) -> tuple[set[str], set[str]]:
        """What every folded sentence that opens with a marker, and nothing before it, begins with.

        Args:
            size: characters of the longest.

        Returns:
            Texts of which one is enough; and heads of slots after which one of `tail_words` must end the phrase.
        """
        connectives = openings().connectives
        enough, headed = set(), set()
        for text, label in self._trie.items():
            tails = self._slots.get(text, {})
            if len(text) >= size:
                enough.add(text[:size])
            elif "" in tails or text in connectives:
                enough.add(f"{text} ")
            elif tails:
                headed.add(f"{text} ")
            if label >= 0:
                enough |= {f"{text},"[:size], f"{text} ,"[:size]}
        return enough, headed

    def tail_words(self) -> set[str]:
        """The last words of slots' tails, folded."""
        return {tail.rpartition(" ")[2] for tails in self._slots.values() for tail in tails if tail}

    def may_open(self, head: str) -> bool:
        """Whether a sentence that begins with some characters may open with a marker; never wrongly False."""
        text = Folded(head).text
        for place in marker_places(text + " "):
            known = place + self._trie.longest_prefix(text[place:])
            is_cut_short = known >= len(text.rstrip()) or place > len(text) - _ENUMERATOR
            if is_cut_short or "," in text[place : known + 2] or any(self._slot_heads(text, place, known)):
                return True
        return False

    def match(self, sentence: str) -> Match | None:
        """The marker that opens a sentence (white space collapsed), or None.

        Case and typographic variants are ignored. A marker ends at a word's end and is followed by its comma,
        with or without a blank between. Of several, the one that fixes most characters wins: the longest
        fixed marker, before one that leaves words to the author.
        """
        return self.look(sentence)[0]

    def look(self, sentence: str) -> tuple[Match | None, bool]:
        """The marker of a sentence, and whether the text up to its first comma alone decides so."""
        if sentence.find(",", 0, WINDOW) < 0:
            return None, False
        folded = Folded(sentence[: self._reach])
        text = folded.text
        comma = text.find(",")
        settled = comma > 0 and not _BRACKET.search(text, 0, comma)
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
                return Match(folded.source(comma + 1), self.labels[label], None)
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
                    yield phrase, tail, words[: len(words) - count], self.labels[tails[tail]]

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
