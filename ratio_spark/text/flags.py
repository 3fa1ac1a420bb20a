"""Flags on the two sides of a pair: what a careful reader may object to.

Mining adds flags and throws nothing away; a selection (selection.py) names the flags that exclude a pair. A check
looks at surface only: it is meant to be cheap, and right in most cases that it names.
"""

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Flags
from ratio_spark.text.citations import MAY_CITE, MUST_CITE, cites
from ratio_spark.text.flag_words import VERBS, WORDS, any_of
from ratio_spark.text.flagging import (
    FLAGS,
    GOLD,
    QUERY,
    Column,
    Hint,
    Side,
    always,
    as_flags,
    flag,
    holding,
    lacking,
    of_those,
)

__all__ = ["FLAGS", "GOLD", "QUERY", "SIDE_FLAGS", "Side", "side_flags"]

SHORT = 35
"""Characters below which a text is short (RATIO's filter, its released code)."""

LONG = 600
"""Characters above which a text is long: about one sentence in 250 of full text, mostly lists and debris."""

MATH_SHARE = 0.4
"""Share of words of letters only (three or more) below which a text is mostly formulas, numbers or names."""

FOREIGN_LETTERS = 0.3
"""Share of non-ASCII letters above which a text is not taken for English."""

_PLAIN_BRACKETS = r"""^(?:[^()\[\]{}"“”]|\([^()\[\]{}"“”]*\)|\[[^()\[\]{}"“”]*\])*$"""
_COMMON_VERB = (
    "(?:^| )(?:is|are|was|were|be|been|has|have|had|can|may|could|will|would|do|does|did|show|shows|use|might|should"
    "|found|find|suggests?|indicates?|provides?|requires?|remains?|results|leads|increases?|appears?|occurs|causes"
    "|supports?|allows|observe|demonstrates?|[a-z][a-z-]*ed)(?: |$)"
)
_ABBREVIATED = rf"(?i)(?:^|[ (\[{{]){any_of(WORDS.abbreviations)}\.+$"
_BOILERPLATE = f"(?i:{any_of(WORDS.boilerplate)})"
_MAY_DEPEND = rf"(?i)^(?:[^ ]+, )?{any_of(WORDS.dependent_openers)},*(?: |$)"
_OPENERS = any_of([*WORDS.dependent_openers, *(word.capitalize() for word in WORDS.dependent_openers)])
_MUST_DEPEND = rf"^(?:[^ ]*, {_OPENERS},*(?: |$)|{_OPENERS}(?: |$))"
_PROSE = "(?:[a-z]{2,},? ){3}[a-z]{2,}"
_ENGLISH = f"(?:^| )(?i:{any_of(WORDS.english)})(?: |$)"

_QUOTE = 1 << 48
_WEIGHT = np.zeros(256, np.int64)
_WEIGHT[list(b'()[]{}"')] = [1, -1, 1 << 16, -1 << 16, 1 << 32, -1 << 32, _QUOTE]
_IS_SIGN = bytes(byte in b'()[]{}"\x9c\x9d' for byte in range(256))  # also the last bytes of “ and ”

_END = re.compile(r"""[.!?…]["'”’»)\]}]*(?: ?\[[\d,; –-]+\]| ?[¹²³⁰⁴-⁹,]+|\d{1,3}(?:[,–-]\d{1,3})*| \([^()]*\))?$""")
_ENUMERATOR = re.compile(r"(?<![^\s(\[,;:])(?:\d{1,2}|[ivx]{1,4}|[A-Za-z])[)]")
_MAY_BE_VERB = re.compile(r"[a-z][a-z-]*(?:ed|[iy]zes?|[iy]ses?|ifies)$")
_WORDED = re.compile(r"(?<![^ ])[A-Za-z]{3,}(?![^ ])")
_PROSE_RUN = re.compile(_PROSE)
_ENGLISH_WORD = re.compile(_ENGLISH)


def _is_bare(marker: str) -> bool:
    return WORDS.anaphors.isdisjoint(marker[:-1].lower().split())


def _are_bare(column: Column) -> Flags:
    markers = column.markers.dictionary_encode()
    answers = np.array([_is_bare(marker) for marker in markers.dictionary.to_pylist()], np.bool_)
    bare: Flags = answers[markers.indices.to_numpy()]
    return bare


@flag(QUERY, GOLD, may=lambda column: ~bw.one_of(column.last_bytes, ".!?"))
def fragment(side: Side) -> bool:
    """The text does not end like a sentence.

    >>> fragment(Side("as shown in the left part of")), fragment(Side("It works well.")), fragment(Side("Why? [3]"))
    (True, False, False)
    """
    return side.text[-1:] not in ".!?" and not _END.search(side.text)


def _may_be_unbalanced(column: Column) -> Flags:
    """Brackets or quotes are uneven in number, or a byte stands there that typographic quotes end in."""
    data, offsets = column.bytes, column.offsets
    signs = np.flatnonzero(np.frombuffer(data.tobytes().translate(_IS_SIGN), np.bool_))
    found, bounds = data[signs], np.searchsorted(signs, offsets)
    sums = np.append(0, np.cumsum(_WEIGHT[found]))[bounds]
    curly = np.append(0, np.cumsum(found >= 128))[bounds]
    uneven: Flags = (np.diff(sums) % (2 * _QUOTE) != 0) | (np.diff(curly) != 0)
    return uneven


@flag(QUERY, GOLD, may=of_those(_may_be_unbalanced, lacking(_PLAIN_BRACKETS)))
def unbalanced(side: Side) -> bool:
    """A bracket or a double quote lacks its partner; the bracket of an enumerator needs none.

    >>> unbalanced(Side("It holds (see below.")), unbalanced(Side("We 1) read and 2) write (twice)."))
    (True, False)
    """
    count = side.text.count
    if count("[") != count("]") or count("{") != count("}") or count('"') % 2 or count("“") != count("”"):
        return True
    missing = count(")") - count("(")
    return missing != 0 and len(_ENUMERATOR.findall(_without_pairs(side.text))) != missing


def _without_pairs(text: str) -> str:
    while True:
        text, changed = re.subn(r"\([^()]*\)", "", text)
        if not changed:
            return text


@flag(QUERY, GOLD, may=lacking(_COMMON_VERB))
def no_verb(side: Side) -> bool:
    """No word is, or looks like, a finite verb.

    >>> no_verb(Side("A simple method for large graphs.")), no_verb(Side("It overfitted badly."))
    (True, False)
    """
    if not VERBS.isdisjoint(side.words):
        return False
    words = side.plain_words
    return VERBS.isdisjoint(words) and not any(map(_MAY_BE_VERB.match, words))


@flag(QUERY, may=lambda column: ~bw.between(column.first_bytes, "A", "Z"))
def starts_lowercase(side: Side) -> bool:
    """The first word has no capital and is no symbol (p-value, x, mRNA): the sentence was cut too late.

    >>> [starts_lowercase(Side(text)) for text in ("and this fails.", "mRNA is read.", "x is 1.")]
    [True, False, False]
    """
    if not side.text[:1].islower():
        return False
    first = side.words[0].rstrip(",.;:")
    return len(first) > 1 and first.isalpha() and first.islower()


@flag(QUERY, GOLD, may=lambda column: column.endings.holding(_ABBREVIATED))
def ends_in_abbreviation(side: Side) -> bool:
    """The last word is an abbreviation that something must follow.

    >>> ends_in_abbreviation(Side("This is shown in Fig.")), ends_in_abbreviation(Side("It is fast, small, etc."))
    (True, False)
    """
    last = side.words[-1] if side.words else ""
    return last.endswith(".") and last.lstrip("([{").rstrip(".").lower() in WORDS.abbreviations


@flag(QUERY, GOLD, may=lambda column: column.lengths < SHORT, must=always)
def short(side: Side) -> bool:
    """Fewer than SHORT characters.

    >>> short(Side("It works.")), short(Side("It works on every data set that we tried."))
    (True, False)
    """
    return len(side.text) < SHORT


@flag(QUERY, GOLD, may=lambda column: column.lengths > LONG, must=always)
def long(side: Side) -> bool:
    """More than LONG characters.

    >>> long(Side("word " * 121)), long(Side("It works."))
    (True, False)
    """
    return len(side.text) > LONG


@flag(QUERY, GOLD, may=lacking(" "), must=always)
def one_word(side: Side) -> bool:
    """A single word.

    >>> one_word(Side("Abstract.")), one_word(Side("It works."))
    (True, False)
    """
    return len(side.words) < 2


def _told_or(pattern: str) -> Hint:
    """Where the source of the paper says that the text cites; where it says nothing, what holds a pattern."""

    def hint(column: Column) -> Flags:
        if column.citing.null_count == len(column.citing):
            return column.holding(pattern)
        return as_flags(pc.coalesce(column.citing, pa.array(column.holding(pattern))))

    return hint


@flag(QUERY, GOLD, may=_told_or(MAY_CITE), must=_told_or(MUST_CITE))
def has_citation(side: Side) -> bool:
    """A reference to other work stands in the text.

    The marks of the source tell; without them it shows as a number in brackets, a name with a year, or markup.

    >>> [has_citation(Side(text)) for text in ("as in [12].", "by (Xu, 2020).", "Vaswani (2017) says", "Xu et al.")]
    [True, True, True, True]
    >>> [has_citation(Side(text)) for text in ("in [0, 1].", "(e.g., 1024)", "a[1]", "(ICDAR 2019)", "(May 2019)")]
    [False, False, False, False, False]
    """
    return cites(side.text) if side.citing is None else side.citing


@flag(QUERY, GOLD, may=lacking(_PROSE))
def math_heavy(side: Side) -> bool:
    """No four plain words in a row, and fewer than MATH_SHARE of all are words, not formulas or table debris.

    >>> math_heavy(Side("f ( x ) = 2 x + 1 for x > 0 .")), math_heavy(Side("The loss f(x) is convex in x."))
    (True, False)
    """
    if len(_WORDED.findall(side.text)) >= MATH_SHARE * len(side.words) or _PROSE_RUN.search(side.text):
        return False
    worded = sum(len(word) > 2 and word.replace("-", "").isalpha() for word in side.plain_words)
    small = sum(word in WORDS.short for word in side.plain_words)
    return worded + small < MATH_SHARE * len(side.words)


@flag(QUERY, GOLD, may=lacking(_ENGLISH))
def not_english(side: Side) -> bool:
    """No word that English prose cannot do without, but two of another language, or many foreign letters.

    >>> not_english(Side("Nous proposons une méthode pour le problème.")), not_english(Side("It works de novo."))
    (True, False)
    >>> not_english(Side("该方法优于基线。")), not_english(Side("E. coli cells divide α times."))
    (True, False)
    """
    if _ENGLISH_WORD.search(side.text):
        return False
    if sum(map(WORDS.foreign.__contains__, side.words)) > 1:
        return True
    if side.text.isascii():
        return False
    letters = [character.isascii() for character in side.text if character.isalpha()]
    return letters.count(False) > FOREIGN_LETTERS * len(letters)


@flag(QUERY, may=holding(_MAY_DEPEND), must=holding(_MUST_DEPEND))
def not_standalone(side: Side) -> bool:
    """The query opens with a word that points to a sentence before it.

    >>> [not_standalone(Side(text)) for text in ("They fail here.", "However, it fails.", "GPT fails.")]
    [True, True, False]
    """
    words = side.words
    at = 1 if len(words) > 1 and words[0].endswith(",") else 0
    return bool(words) and words[at].rstrip(",").lower() in WORDS.dependent_openers


@flag(GOLD, may=_are_bare, must=always)
def bare_marker(side: Side) -> bool:
    """The marker holds no word that points back at the query.

    >>> bare_marker(Side("we do.", "To address this issue,")), bare_marker(Side("we do.", "Specifically,"))
    (False, True)
    """
    return _is_bare(side.marker)


@flag(QUERY, GOLD, may=holding(_BOILERPLATE))
def boilerplate(side: Side) -> bool:
    """A sentence of publishing (licence, conflicts of interest), not of science.

    >>> boilerplate(Side("This article is licensed under CC BY.")), boilerplate(Side("Open problems remain."))
    (True, False)
    """
    lowered = side.text.lower()
    return any(phrase in lowered for phrase in WORDS.boilerplate)


@flag(QUERY, GOLD, may=lambda column: column.repeated, must=always)
def duplicate_in_paper(side: Side) -> bool:
    """The same text stood on this side of an earlier pair of the paper.

    >>> duplicate_in_paper(Side("It works.", repeated=True)), duplicate_in_paper(Side("It works."))
    (True, False)
    """
    return side.repeated


SIDE_FLAGS = {which: [item for item in FLAGS.values() if which in item.sides] for which in (QUERY, GOLD)}
"""The flags that each side may have, in the order of FLAGS."""


def side_flags(which: str, side: Side) -> list[str]:
    """The names of the flags that hold for one side (QUERY or GOLD) of a pair."""
    return [item.name for item in SIDE_FLAGS[which] if item.check(side)]
