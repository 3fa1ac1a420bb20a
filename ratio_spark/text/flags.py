"""Flags on the two sides of a pair: what a careful reader may object to.

Mining adds flags and throws nothing away; a selection (selection.py) names the flags that exclude a pair. A check
looks at surface only: it is meant to be cheap, and right in most cases that it names.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

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
        self.words = text.split()

    @cached_property
    def english(self) -> int:
        """How many of the words are common words of English prose, as written."""
        return sum(map(_WORDS.english.__contains__, self.words))

    @cached_property
    def plain_words(self) -> list[str]:
        """The words in lower case without the punctuation around them."""
        return [word.strip("\"'“”‘’()[]{}.,;:?!").lower() for word in self.words]


Check = Callable[[Side], bool]


class Flag(NamedTuple):
    """A named check and the sides that it looks at."""

    name: str
    check: Check
    sides: frozenset[str]


@dataclass(frozen=True)
class _Words:
    abbreviations: frozenset[str]
    irregular_verbs: frozenset[str]
    english: frozenset[str]
    foreign: frozenset[str]
    dependent_openers: frozenset[str]
    anaphors: frozenset[str]
    boilerplate_words: frozenset[str]
    boilerplate: frozenset[str]


def _finite_forms(base: str) -> tuple[str, ...]:
    """A regular verb as it may stand in a sentence; forms in -ed are found by their ending."""
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base, base[:-1] + "ies"
    return base, base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


_WORDS = _Words(**read_word_lists("flags.yaml"))
_VERBS = _WORDS.irregular_verbs.union(*map(_finite_forms, read_words("verbs.txt")))

_END = re.compile(r"""[.!?…]["'”’»)\]}]*(?: ?\[[\d,; –-]+\]| ?[¹²³⁰⁴-⁹,]+|\d{1,3}(?:[,–-]\d{1,3})*| \([^()]*\))?$""")
_ENUMERATOR = re.compile(r"(?<![^\s(\[,;:])(?:\d{1,2}|[ivx]{1,4}|[A-Za-z])[)]")
_MAY_BE_VERB = re.compile(r"[a-z][a-z-]*(?:ed|[iy]zes?|[iy]ses?|ifies)$")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? "
_YEAR = r"(?:1[89]|20)\d\d[a-z]?\b"
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
_MARKUP = ("et al", "\\cite", "{{cite", "[@")


def fragment(side: Side) -> bool:
    """The text does not end like a sentence.

    >>> fragment(Side("as shown in the left part of")), fragment(Side("It works well.")), fragment(Side("Why? [3]"))
    (True, False, False)
    """
    return side.text[-1:] not in ".!?" and not _END.search(side.text)


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


def no_verb(side: Side) -> bool:
    """No word is, or looks like, a finite verb.

    >>> no_verb(Side("A simple method for large graphs.")), no_verb(Side("It overfitted badly."))
    (True, False)
    """
    if not _VERBS.isdisjoint(side.words):
        return False
    words = side.plain_words
    return _VERBS.isdisjoint(words) and not any(map(_MAY_BE_VERB.match, words))


def starts_lowercase(side: Side) -> bool:
    """The first word has no capital and is no symbol (p-value, x, mRNA): the sentence was cut too late.

    >>> starts_lowercase(Side("and this fails.")), starts_lowercase(Side("mRNA is read.")), starts_lowercase(Side("x is 1."))
    (True, False, False)
    """
    if not side.text[:1].islower():
        return False
    first = side.words[0].rstrip(",.;:")
    return len(first) > 1 and first.isalpha() and first.islower()


def ends_in_abbreviation(side: Side) -> bool:
    """The last word is an abbreviation that something must follow.

    >>> ends_in_abbreviation(Side("This is shown in Fig.")), ends_in_abbreviation(Side("It is fast, small, etc."))
    (True, False)
    """
    last = side.words[-1] if side.words else ""
    return last.endswith(".") and last.lstrip("([{").rstrip(".").lower() in _WORDS.abbreviations


def short(side: Side) -> bool:
    """Fewer than SHORT characters.

    >>> short(Side("It works.")), short(Side("It works on every data set that we tried."))
    (True, False)
    """
    return len(side.text) < SHORT


def long(side: Side) -> bool:
    """More than LONG characters.

    >>> long(Side("word " * 121)), long(Side("It works."))
    (True, False)
    """
    return len(side.text) > LONG


def one_word(side: Side) -> bool:
    """A single word.

    >>> one_word(Side("Abstract.")), one_word(Side("It works."))
    (True, False)
    """
    return len(side.words) < 2


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


def math_heavy(side: Side) -> bool:
    """Fewer than MATH_SHARE of the words are words: formulas, numbers or table debris make up the rest.

    >>> math_heavy(Side("f ( x ) = 2 x + 1 for x > 0 .")), math_heavy(Side("The loss f(x) is convex in x."))
    (True, False)
    """
    if side.english >= PROSE_SHARE * len(side.words) or sum(map(str.isalpha, side.words)) * 2 > len(side.words):
        return False
    worded = sum(len(word) > 2 and word.replace("-", "").isalpha() for word in side.plain_words)
    small = sum(len(word) < 3 and word in _WORDS.english for word in side.plain_words)
    return worded + small < MATH_SHARE * len(side.words)


def not_english(side: Side) -> bool:
    """Two or more words of another language and more of them than English ones, or mostly foreign letters.

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
    if side.text.isascii():
        return False
    letters = [character.isascii() for character in side.text if character.isalpha()]
    return letters.count(False) >= FOREIGN_LETTERS * max(len(letters), 1)


def not_standalone(side: Side) -> bool:
    """The query opens with a word that points to a sentence before it.

    >>> not_standalone(Side("They fail on long inputs.")), not_standalone(Side("However, it fails.")), not_standalone(Side("GPT fails."))
    (True, True, False)
    """
    words = side.words
    at = 1 if len(words) > 1 and words[0].endswith(",") else 0
    return bool(words) and words[at].rstrip(",").lower() in _WORDS.dependent_openers


def bare_marker(side: Side) -> bool:
    """The marker holds no word that points back at the query.

    >>> bare_marker(Side("we do.", "To address this issue,")), bare_marker(Side("we do.", "Specifically,"))
    (False, True)
    """
    return _WORDS.anaphors.isdisjoint(side.marker[:-1].lower().split())


def boilerplate(side: Side) -> bool:
    """A sentence of publishing (licence, conflicts of interest), not of science.

    >>> boilerplate(Side("This is an open access article."))
    False
    >>> boilerplate(Side("This article is licensed under CC BY."))
    True
    """
    if _WORDS.boilerplate_words.isdisjoint(side.words):
        return False
    lowered = side.text.lower()
    return any(phrase in lowered for phrase in _WORDS.boilerplate)


def duplicate_in_paper(side: Side) -> bool:
    """The same text stood on this side of an earlier pair of the paper.

    >>> duplicate_in_paper(Side("It works.", repeated=True)), duplicate_in_paper(Side("It works."))
    (True, False)
    """
    return side.repeated


_BOTH = frozenset({QUERY, GOLD})

FLAGS: dict[str, Flag] = {
    check.__name__: Flag(check.__name__, check, sides)
    for check, sides in (
        (fragment, _BOTH),
        (unbalanced, _BOTH),
        (no_verb, _BOTH),
        (starts_lowercase, frozenset({QUERY})),
        (ends_in_abbreviation, _BOTH),
        (short, _BOTH),
        (long, _BOTH),
        (one_word, _BOTH),
        (has_citation, _BOTH),
        (math_heavy, _BOTH),
        (not_english, _BOTH),
        (not_standalone, frozenset({QUERY})),
        (bare_marker, frozenset({GOLD})),
        (boilerplate, _BOTH),
        (duplicate_in_paper, _BOTH),
    )
}
"""Every flag by its name, in the order in which rows list them."""

_CHECKS = {side: [(flag.name, flag.check) for flag in FLAGS.values() if side in flag.sides] for side in _BOTH}


def side_flags(which: str, text: str, marker: str, repeated: bool) -> list[str]:
    """The names of the flags that hold for one side of a pair.

    Args:
        which: QUERY or GOLD.
        text: the side's text, white space collapsed.
        marker: the pair's marker as it stands in the paper, with its comma.
        repeated: whether the same text stood on this side of an earlier pair of the paper.
    """
    side = Side(text, marker, repeated)
    return [name for name, check in _CHECKS[which] if check(side)]
