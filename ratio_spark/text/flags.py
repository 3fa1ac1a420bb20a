"""Flags on the two sides of a pair: what a careful reader may object to.

Mining adds flags and throws nothing away; a selection (selection.py) names the flags that exclude a pair. A check
looks at surface only: it is meant to be cheap, and right in most cases that it names.
"""

import re
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.citations import MAY_CITE, cites
from ratio_spark.text.flag_words import VERBS, WORDS, any_of
from ratio_spark.text.flagging import FLAGS, GOLD, QUERY, Column, Side, flag, holding, lacking

__all__ = ["FLAGS", "GOLD", "QUERY", "Side", "column_flags", "side_flags"]

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
    "(?:^| )(?:is|are|was|were|be|been|has|have|had|can|may|could|will|would|do|does|show|shows|use"
    "|[a-z][a-z-]*ed)(?: |$)"
)
_PROSE = "(?:[a-z]{2,},? ){3}[a-z]{2,}"
_ENGLISH = f"(?:^| )(?i:{any_of(WORDS.english)})(?: |$)"

_END = re.compile(r"""[.!?…]["'”’»)\]}]*(?: ?\[[\d,; –-]+\]| ?[¹²³⁰⁴-⁹,]+|\d{1,3}(?:[,–-]\d{1,3})*| \([^()]*\))?$""")
_ENUMERATOR = re.compile(r"(?<![^\s(\[,;:])(?:\d{1,2}|[ivx]{1,4}|[A-Za-z])[)]")
_MAY_BE_VERB = re.compile(r"[a-z][a-z-]*(?:ed|[iy]zes?|[iy]ses?|ifies)$")
_PROSE_RUN = re.compile(_PROSE)
_ENGLISH_WORD = re.compile(_ENGLISH)


@lru_cache(maxsize=10_000)
def _is_bare(marker: str) -> bool:
    return WORDS.anaphors.isdisjoint(marker[:-1].lower().split())


@flag(QUERY, GOLD, hint=lacking("[.!?]$"))
def fragment(side: Side) -> bool:
    """The text does not end like a sentence.

    >>> fragment(Side("as shown in the left part of")), fragment(Side("It works well.")), fragment(Side("Why? [3]"))
    (True, False, False)
    """
    return side.text[-1:] not in ".!?" and not _END.search(side.text)


@flag(QUERY, GOLD, hint=lacking(_PLAIN_BRACKETS))
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


@flag(QUERY, GOLD, hint=lacking(_COMMON_VERB))
def no_verb(side: Side) -> bool:
    """No word is, or looks like, a finite verb.

    >>> no_verb(Side("A simple method for large graphs.")), no_verb(Side("It overfitted badly."))
    (True, False)
    """
    if not VERBS.isdisjoint(side.words):
        return False
    words = side.plain_words
    return VERBS.isdisjoint(words) and not any(map(_MAY_BE_VERB.match, words))


@flag(QUERY, hint=holding("^[^A-Z]"))
def starts_lowercase(side: Side) -> bool:
    """The first word has no capital and is no symbol (p-value, x, mRNA): the sentence was cut too late.

    >>> [starts_lowercase(Side(text)) for text in ("and this fails.", "mRNA is read.", "x is 1.")]
    [True, False, False]
    """
    if not side.text[:1].islower():
        return False
    first = side.words[0].rstrip(",.;:")
    return len(first) > 1 and first.isalpha() and first.islower()


@flag(QUERY, GOLD, hint=holding(rf"(?i)(?:^|[ (\[{{]){any_of(WORDS.abbreviations)}\.+$"))
def ends_in_abbreviation(side: Side) -> bool:
    """The last word is an abbreviation that something must follow.

    >>> ends_in_abbreviation(Side("This is shown in Fig.")), ends_in_abbreviation(Side("It is fast, small, etc."))
    (True, False)
    """
    last = side.words[-1] if side.words else ""
    return last.endswith(".") and last.lstrip("([{").rstrip(".").lower() in WORDS.abbreviations


@flag(QUERY, GOLD, hint=lambda column: pc.less(pc.utf8_length(column.texts), SHORT))
def short(side: Side) -> bool:
    """Fewer than SHORT characters.

    >>> short(Side("It works.")), short(Side("It works on every data set that we tried."))
    (True, False)
    """
    return len(side.text) < SHORT


@flag(QUERY, GOLD, hint=lambda column: pc.greater(pc.utf8_length(column.texts), LONG))
def long(side: Side) -> bool:
    """More than LONG characters.

    >>> long(Side("word " * 121)), long(Side("It works."))
    (True, False)
    """
    return len(side.text) > LONG


@flag(QUERY, GOLD, hint=lacking(" "))
def one_word(side: Side) -> bool:
    """A single word.

    >>> one_word(Side("Abstract.")), one_word(Side("It works."))
    (True, False)
    """
    return len(side.words) < 2


@flag(QUERY, GOLD, hint=holding(MAY_CITE))
def has_citation(side: Side) -> bool:
    """A reference to other work stands in the text: a number in brackets, a name with a year, or markup.

    >>> [has_citation(Side(text)) for text in ("as in [12].", "by (Xu, 2020).", "Vaswani (2017) says", "Xu et al.")]
    [True, True, True, True]
    >>> [has_citation(Side(text)) for text in ("in [0, 1].", "(e.g., 1024)", "a[1]", "(ICDAR 2019)", "(May 2019)")]
    [False, False, False, False, False]
    """
    return cites(side.text)


@flag(QUERY, GOLD, hint=lacking(_PROSE))
def math_heavy(side: Side) -> bool:
    """No four plain words in a row, and fewer than MATH_SHARE of all are words, not formulas or table debris.

    >>> math_heavy(Side("f ( x ) = 2 x + 1 for x > 0 .")), math_heavy(Side("The loss f(x) is convex in x."))
    (True, False)
    """
    if _PROSE_RUN.search(side.text):
        return False
    worded = sum(len(word) > 2 and word.replace("-", "").isalpha() for word in side.plain_words)
    small = sum(word in WORDS.short for word in side.plain_words)
    return worded + small < MATH_SHARE * len(side.words)


@flag(QUERY, GOLD, hint=lacking(_ENGLISH))
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
    letters = [character.isascii() for character in side.text if character.isalpha()]
    return letters.count(False) > FOREIGN_LETTERS * len(letters)


@flag(QUERY, hint=holding(rf"(?i)^(?:[^ ]+, )?{any_of(WORDS.dependent_openers)},*(?: |$)"))
def not_standalone(side: Side) -> bool:
    """The query opens with a word that points to a sentence before it.

    >>> [not_standalone(Side(text)) for text in ("They fail here.", "However, it fails.", "GPT fails.")]
    [True, True, False]
    """
    words = side.words
    at = 1 if len(words) > 1 and words[0].endswith(",") else 0
    return bool(words) and words[at].rstrip(",").lower() in WORDS.dependent_openers


@flag(GOLD, hint=lambda column: [_is_bare(marker) for marker in column.markers])
def bare_marker(side: Side) -> bool:
    """The marker holds no word that points back at the query.

    >>> bare_marker(Side("we do.", "To address this issue,")), bare_marker(Side("we do.", "Specifically,"))
    (False, True)
    """
    return _is_bare(side.marker)


@flag(QUERY, GOLD, hint=holding(f"(?i){any_of(WORDS.boilerplate)}"))
def boilerplate(side: Side) -> bool:
    """A sentence of publishing (licence, conflicts of interest), not of science.

    >>> boilerplate(Side("This article is licensed under CC BY.")), boilerplate(Side("Open problems remain."))
    (True, False)
    """
    lowered = side.text.lower()
    return any(phrase in lowered for phrase in WORDS.boilerplate)


@flag(QUERY, GOLD, hint=lambda column: column.repeated)
def duplicate_in_paper(side: Side) -> bool:
    """The same text stood on this side of an earlier pair of the paper.

    >>> duplicate_in_paper(Side("It works.", repeated=True)), duplicate_in_paper(Side("It works."))
    (True, False)
    """
    return side.repeated


_SIDE_FLAGS = {which: [item for item in FLAGS.values() if which in item.sides] for which in (QUERY, GOLD)}


def side_flags(which: str, side: Side) -> list[str]:
    """The names of the flags that hold for one side (QUERY or GOLD) of a pair."""
    return [item.name for item in _SIDE_FLAGS[which] if item.check(side)]


def column_flags(which: str, texts: list[str], markers: list[str], repeated: list[bool]) -> pa.ListArray:
    """`side_flags` of many pairs: a regular expression over the column finds the few that a check must look at.

    Args:
        which: QUERY or GOLD.
        texts: the texts of that side, white space collapsed.
        markers: the pairs' markers as they stand in the papers, with their commas.
        repeated: whether the same text stood on this side of an earlier pair of the paper.

    Returns:
        A list of flag names for each pair.

    >>> column_flags(QUERY, ["They fail."], ["However,"], [False]).to_pylist()
    [['short', 'not_standalone']]
    """
    column = Column(pa.array(texts, pa.string()), markers, repeated)
    sides: dict[int, Side] = {}
    bits = np.zeros(len(texts), np.int64)
    for bit, item in enumerate(_SIDE_FLAGS[which]):
        for at in np.flatnonzero(item.hint(column)).tolist():
            side = sides.get(at)
            if side is None:
                side = sides[at] = Side(texts[at], markers[at], repeated[at])
            if item.check(side):
                bits[at] |= 1 << bit
    combinations, where = np.unique(bits, return_inverse=True)
    names = [
        [item.name for bit, item in enumerate(_SIDE_FLAGS[which]) if combination >> bit & 1]
        for combination in combinations.tolist()
    ]
    return pa.array(names, pa.list_(pa.string())).take(pa.array(where))
