"""What may stand before a marker, and what may fill its slot: the written rules, with word lists as data."""

import re
from dataclasses import dataclass
from functools import cache

from ratio_spark.text.word_lists import read_word_lists

_ASIDE = re.compile(r" ?(?:\([^()]*\)|\[[^\[\]]*\])")
_STOP = re.compile(r"[;:?!…]|\.(?:\s|$)| - ")


@dataclass(frozen=True)
class Openings:
    """The word lists of data/openings.yaml; what they mean stands there."""

    connectives: frozenset[str]
    clause_words: frozenset[str]
    determiners: frozenset[str]
    linkers: frozenset[str]


@cache
def openings() -> Openings:
    """The lists shipped with the package."""
    return Openings(**read_word_lists("openings.yaml"))


@cache
def _connective_words() -> frozenset[str]:
    """The first words of connectives."""
    return frozenset(connective.partition(" ")[0] for connective in openings().connectives)


@cache
def _lead() -> re.Pattern[str]:
    mark = r"""["'(\[{*•·▪◦-]{1,3} ?"""
    enumerator = r"(?:\d{1,2}|[ivx]{1,4}|[a-z])[).\]] "
    connective = "|".join(sorted(openings().connectives))
    return re.compile(rf"((?:{enumerator}|{mark}){{0,4}})((?:(?:{connective}) ){{1,2}})?")


def marker_places(folded: str) -> tuple[int, ...]:
    """The offsets in a folded sentence at which a marker may begin: one, or two where a connective opens it.

    The rule: opening quotes, brackets, bullets and enumerators may stand before a marker, up to four in any
    order, and after them up to two connectives without a comma of their own. All of this belongs to the marker
    as it stands in the paper. "Thus, to address this, …" opens with "Thus,": its comma makes it a marker.

    >>> marker_places("for example, x")
    (0,)
    >>> marker_places("(ii) but to address this, we")
    (5, 9)
    >>> marker_places('"and so in particular, x')
    (1, 8)
    """
    word = folded.partition(" ")[0]
    if word.isalpha() and word not in _connective_words():
        return (0,)
    found = _lead().match(folded)
    start, end = found.end(1), found.end(2)  # type: ignore[union-attr]
    return (start,) if end < 0 else (start, end)


def slot_words(phrase: str) -> list[str]:
    """The words that fill a slot: asides in brackets are left out.

    >>> slot_words("limitations (C1, C2) of decoding [3]")
    ['limitations', 'of', 'decoding']
    """
    return _ASIDE.sub("", phrase).split()


def slot_fault(head: str, words: list[str], max_words: int) -> str | None:
    """Why words cannot fill the slot after a folded head; None where they can.

    A slot is the rest of one noun phrase: 1 to `max_words` words, no clause word, no punctuation that ends a
    clause, no determiner that opens a second noun phrase.

    >>> slot_fault("to address these", ["long-standing", "bottlenecks", "in", "decoding"], 5)
    >>> slot_fault("to address this", "issue with the decoder".split(), 5)
    >>> slot_fault("to address this", "issue the authors added noise".split(), 5)
    'slot_has_clause'
    >>> slot_fault("to address this", ["we", "built", "x"], 5)
    'slot_has_clause'
    >>> slot_fault("to address this", "a b c d e f".split(), 5)
    'slot_too_long'
    """
    lists = openings()
    if not words:
        return "slot_empty"
    if len(words) > max_words:
        return "slot_too_long"
    if _STOP.search(" ".join(words)) or not lists.clause_words.isdisjoint(words):
        return "slot_has_clause"
    before = head.rsplit(" ", 1)[-1]
    opened = before in lists.determiners
    for word in words:
        if word in lists.determiners and opened and before not in lists.linkers:
            return "slot_has_clause"
        opened, before = True, word
    return None
