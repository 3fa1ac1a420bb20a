"""Flags on the two sides of a pair: what a careful reader may object to.

Mining adds flags and throws nothing away; a selection (selection.py) names the flags that exclude a pair. A check
looks at surface only: it is meant to be cheap, and right in most cases that it names.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.word_lists import read_word_lists, read_words

QUERY, GOLD = "query", "gold"

SHORT = 35
"""Characters below which a text is short (RATIO's filter, its released code)."""

LONG = 600
"""Characters above which a text is long: about one sentence in 250 of full text, mostly lists and debris."""

MATH_SHARE = 0.4
"""Share of words of letters only (three or more) below which a text is mostly formulas, numbers or names."""

PROSE_SHARE = 0.3
"""Share of common English words from which a text is prose without a closer look."""

FOREIGN_LETTERS = 0.3
"""Share of non-ASCII letters from which a text is not taken for English."""


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
    def english(self) -> int:
        """How many of the words are common words of English prose, as written."""
        return sum(map(_WORDS.english.__contains__, self.words))

    @cached_property
    def plain_words(self) -> list[str]:
        """The words in lower case without the punctuation around them."""
        return [word.strip("\"'“”‘’()[]{}.,;:?!").lower() for word in self.words]


Check = Callable[[Side], bool]
Hint = Callable[[pa.StringArray], pa.BooleanArray]


class Flag(NamedTuple):
    """A named check, the sides that it looks at, and a hint: the texts of a column for which it may hold."""

    name: str
    check: Check
    sides: frozenset[str]
    hint: Hint | None


FLAGS: dict[str, Flag] = {}
"""Every flag by its name, in the order in which rows list them."""


def _flag(*sides: str, hint: Hint | None = None) -> Callable[[Check], Check]:
    """Puts a check into FLAGS. A hint must hold wherever the check does: it only saves the look at the others."""

    def register(check: Check) -> Check:
        FLAGS[check.__name__] = Flag(check.__name__, check, frozenset(sides), hint)
        return check

    return register


def _holding(pattern: str) -> Hint:
    return lambda texts: pc.match_substring_regex(texts, pattern)


def _lacking(pattern: str) -> Hint:
    return lambda texts: pc.invert(pc.match_substring_regex(texts, pattern))


def _any_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words))) + ")"


@dataclass(frozen=True)
class _Words:
    abbreviations: frozenset[str]
    irregular_verbs: frozenset[str]
    english: frozenset[str]
    foreign: frozenset[str]
    dependent_openers: frozenset[str]
    anaphors: frozenset[str]
    boilerplate: frozenset[str]


def _finite_forms(base: str) -> tuple[str, ...]:
    """A regular verb as it may stand in a sentence; forms in -ed are found by their ending."""
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base, base[:-1] + "ies"
    return base, base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


_WORDS = _Words(**read_word_lists("flags.yaml"))
_VERBS = _WORDS.irregular_verbs.union(*map(_finite_forms, read_words("verbs.txt")))

_PLAIN_BRACKETS = r"""^(?:[^()\[\]{}"“”]|\([^()\[\]{}"“”]*\)|\[[^()\[\]{}"“”]*\])*$"""
_COMMON_VERB = (
    "(?:^| )(?:is|are|was|were|be|been|has|have|had|can|may|could|will|would|do|does|show|shows|use|[a-z][a-z-]*ed)(?: |$)"
)
_PROSE = "(?:[a-z]{2,},? ){3}[a-z]{2,}"
_FOREIGN_LETTERS = r"[^\x00-\x7F]{2}"
_TWO_FOREIGN_WORDS = rf"(?:^| ){_any_of(_WORDS.foreign)} (?:.* )?{_any_of(_WORDS.foreign)}(?: |$)"

_END = re.compile(r"""[.!?…]["'”’»)\]}]*(?: ?\[[\d,; –-]+\]| ?[¹²³⁰⁴-⁹,]+|\d{1,3}(?:[,–-]\d{1,3})*| \([^()]*\))?$""")
_ENUMERATOR = re.compile(r"(?<![^\s(\[,;:])(?:\d{1,2}|[ivx]{1,4}|[A-Za-z])[)]")
_MAY_BE_VERB = re.compile(r"[a-z][a-z-]*(?:ed|[iy]zes?|[iy]ses?|ifies)$")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? "
_YEAR = r"(?:1[89]|20)[0-9]{2}[a-z]?\b"
_NAME = r"(?=[^\W\d_a-z])[^\W\d_]['’-]?[^\W\d_]*[^\W\d_A-Z][^\s,;()\[\]\d]*"
_NUMBER = r"[1-9]\d{0,2}[a-c]?"
_KEY = r"[A-Z][A-Za-z+]{1,6}\d\d[a-c]?"
_NUMBERED = re.compile(
    rf"""\[(?:
      (?<!\b\w\[)(?<!\b\w\w\[)(?<![∈=]\[)(?<![∈=]\ \[)(?<!range\ \[)(?<!interval\ \[)    # x[1], = [1, 2] are none
      {_NUMBER}(?:\s?[,;–-]\s?{_NUMBER})*\](?!\s?[×^→])                        # [12], [3, 4], [5–7]
    | {_KEY}(?:[,;]\ ?{_KEY})*\]                                             # [Xu19]
    )""",
    re.VERBOSE,
)
_DATED = re.compile(rf"[(\[](?:[^()\[\]]*[\s;,])?(?!{_MONTH}){_NAME},? ?\(?{_YEAR}")  # (Smith, 2019), (see Xu and Li 2020)
_NAMED = re.compile(rf"\b(?!{_MONTH}){_NAME} [(\[]{_YEAR}[)\],;]")
_HAS_YEAR = re.compile(_YEAR)
_PROSE_RUN = re.compile(_PROSE)
_FOREIGN_RUN = re.compile(_FOREIGN_LETTERS)
_MARKUP = ("et al", "\\cite", "{{cite", "[@")


@_flag(QUERY, GOLD, hint=_lacking("[.!?]$"))
def fragment(side: Side) -> bool:
    """The text does not end like a sentence.

    >>> fragment(Side("as shown in the left part of")), fragment(Side("It works well.")), fragment(Side("Why? [3]"))
    (True, False, False)
    """
    return side.text[-1:] not in ".!?" and not _END.search(side.text)


@_flag(QUERY, GOLD, hint=_lacking(_PLAIN_BRACKETS))
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


@_flag(QUERY, GOLD, hint=_lacking(_COMMON_VERB))
def no_verb(side: Side) -> bool:
    """No word is, or looks like, a finite verb.

    >>> no_verb(Side("A simple method for large graphs.")), no_verb(Side("It overfitted badly."))
    (True, False)
    """
    if not _VERBS.isdisjoint(side.words):
        return False
    words = side.plain_words
    return _VERBS.isdisjoint(words) and not any(map(_MAY_BE_VERB.match, words))


@_flag(QUERY, hint=_holding("^[^A-Z]"))
def starts_lowercase(side: Side) -> bool:
    """The first word has no capital and is no symbol (p-value, x, mRNA): the sentence was cut too late.

    >>> starts_lowercase(Side("and this fails.")), starts_lowercase(Side("mRNA is read.")), starts_lowercase(Side("x is 1."))
    (True, False, False)
    """
    if not side.text[:1].islower():
        return False
    first = side.words[0].rstrip(",.;:")
    return len(first) > 1 and first.isalpha() and first.islower()


@_flag(QUERY, GOLD, hint=_holding(rf"(?i)(?:^|[ (\[{{]){_any_of(_WORDS.abbreviations)}\.+$"))
def ends_in_abbreviation(side: Side) -> bool:
    """The last word is an abbreviation that something must follow.

    >>> ends_in_abbreviation(Side("This is shown in Fig.")), ends_in_abbreviation(Side("It is fast, small, etc."))
    (True, False)
    """
    last = side.words[-1] if side.words else ""
    return last.endswith(".") and last.lstrip("([{").rstrip(".").lower() in _WORDS.abbreviations


@_flag(QUERY, GOLD, hint=lambda texts: pc.less(pc.utf8_length(texts), SHORT))
def short(side: Side) -> bool:
    """Fewer than SHORT characters.

    >>> short(Side("It works.")), short(Side("It works on every data set that we tried."))
    (True, False)
    """
    return len(side.text) < SHORT


@_flag(QUERY, GOLD, hint=lambda texts: pc.greater(pc.utf8_length(texts), LONG))
def long(side: Side) -> bool:
    """More than LONG characters.

    >>> long(Side("word " * 121)), long(Side("It works."))
    (True, False)
    """
    return len(side.text) > LONG


@_flag(QUERY, GOLD, hint=_lacking(" "))
def one_word(side: Side) -> bool:
    """A single word.

    >>> one_word(Side("Abstract.")), one_word(Side("It works."))
    (True, False)
    """
    return len(side.words) < 2


@_flag(QUERY, GOLD, hint=_holding(r"\[[1-9A-Z@]|et al|\\cite|\{\{cite|(?:1[89]|20)[0-9][0-9]"))
def has_citation(side: Side) -> bool:
    """A reference to other work stands in the text: a number in brackets, a name with a year, or markup.

    >>> [has_citation(Side(text)) for text in ("as in [12, 13].", "by (Xu, 2020).", "Vaswani (2017) says", "Xu et al. say")]
    [True, True, True, True]
    >>> [has_citation(Side(text)) for text in ("in [0, 1].", "(e.g., 1024)", "a[1]", "(ICDAR 2019)", "(May 2019)")]
    [False, False, False, False, False]
    """
    text = side.text
    if any(mark in text for mark in _MARKUP):
        return True
    if "[" in text and _NUMBERED.search(text):
        return True
    if "(" not in text and "[" not in text or not _HAS_YEAR.search(text):
        return False
    return bool(_DATED.search(text) or _NAMED.search(text))


@_flag(QUERY, GOLD, hint=_lacking(_PROSE))
def math_heavy(side: Side) -> bool:
    """No four plain words in a row, and fewer than MATH_SHARE of all are words, not formulas or table debris.

    >>> math_heavy(Side("f ( x ) = 2 x + 1 for x > 0 .")), math_heavy(Side("The loss f(x) is convex in x."))
    (True, False)
    """
    if _PROSE_RUN.search(side.text):
        return False
    worded = sum(len(word) > 2 and word.replace("-", "").isalpha() for word in side.plain_words)
    small = sum(len(word) < 3 and word in _WORDS.english for word in side.plain_words)
    return worded + small < MATH_SHARE * len(side.words)


@_flag(QUERY, GOLD, hint=_holding(rf"{_TWO_FOREIGN_WORDS}|{_FOREIGN_LETTERS}"))
def not_english(side: Side) -> bool:
    """Two words or more of another language, more of them than English ones, or many foreign letters in a row.

    >>> not_english(Side("Nous proposons une méthode pour le problème des données.")), not_english(Side("It is de novo."))
    (True, False)
    >>> not_english(Side("该方法优于基线。")), not_english(Side("E. coli cells divide α times."))
    (True, False)
    """
    if side.english >= PROSE_SHARE * len(side.words):
        return False
    foreign = sum(map(_WORDS.foreign.__contains__, side.words))
    if foreign > 1 and foreign > side.english:
        return True
    if not _FOREIGN_RUN.search(side.text):
        return False
    letters = [character.isascii() for character in side.text if character.isalpha()]
    return letters.count(False) >= FOREIGN_LETTERS * max(len(letters), 1)


@_flag(QUERY, hint=_holding(rf"(?i)^(?:[^ ]+, )?{_any_of(_WORDS.dependent_openers)},*(?: |$)"))
def not_standalone(side: Side) -> bool:
    """The query opens with a word that points to a sentence before it.

    >>> not_standalone(Side("They fail on long inputs.")), not_standalone(Side("However, it fails.")), not_standalone(Side("GPT fails."))
    (True, True, False)
    """
    words = side.words
    at = 1 if len(words) > 1 and words[0].endswith(",") else 0
    return bool(words) and words[at].rstrip(",").lower() in _WORDS.dependent_openers


@_flag(GOLD)
def bare_marker(side: Side) -> bool:
    """The marker holds no word that points back at the query.

    >>> bare_marker(Side("we do.", "To address this issue,")), bare_marker(Side("we do.", "Specifically,"))
    (False, True)
    """
    return _is_bare(side.marker)


@lru_cache(maxsize=10_000)
def _is_bare(marker: str) -> bool:
    return _WORDS.anaphors.isdisjoint(marker[:-1].lower().split())


@_flag(QUERY, GOLD, hint=_holding(f"(?i){_any_of(_WORDS.boilerplate)}"))
def boilerplate(side: Side) -> bool:
    """A sentence of publishing (licence, conflicts of interest), not of science.

    >>> boilerplate(Side("This article is licensed under CC BY.")), boilerplate(Side("Open problems remain."))
    (True, False)
    """
    lowered = side.text.lower()
    return any(phrase in lowered for phrase in _WORDS.boilerplate)


@_flag(QUERY, GOLD)
def duplicate_in_paper(side: Side) -> bool:
    """The same text stood on this side of an earlier pair of the paper.

    >>> duplicate_in_paper(Side("It works.", repeated=True)), duplicate_in_paper(Side("It works."))
    (True, False)
    """
    return side.repeated


_SIDE_FLAGS = {which: [flag for flag in FLAGS.values() if which in flag.sides] for which in (QUERY, GOLD)}


def side_flags(which: str, side: Side) -> list[str]:
    """The names of the flags that hold for one side (QUERY or GOLD) of a pair."""
    return [flag.name for flag in _SIDE_FLAGS[which] if flag.check(side)]


def column_flags(which: str, texts: list[str], markers: list[str], repeated: list[bool]) -> list[list[str]]:
    """`side_flags` of many pairs: a regular expression over the column finds the few that a check must look at.

    Args:
        which: QUERY or GOLD.
        texts: the texts of that side, white space collapsed.
        markers: the pairs' markers as they stand in the papers, with their commas.
        repeated: whether the same text stood on this side of an earlier pair of the paper.
    """
    column = pa.array(texts, pa.string())
    sides = [Side(*row) for row in zip(texts, markers, repeated, strict=True)]
    names: list[list[str]] = [[] for _ in sides]
    for flag in _SIDE_FLAGS[which]:
        hinted = range(len(sides)) if flag.hint is None else pc.indices_nonzero(flag.hint(column)).to_pylist()
        for at in hinted:
            if flag.check(sides[at]):
                names[at].append(flag.name)
    return names
