"""What of a text decides whether it is a copy of another: its folded form, whole or without its opener, its words,
its negations."""

import hashlib
import re
import unicodedata
from typing import NamedTuple

from ratio_spark.text.markers import WINDOW
from ratio_spark.text.normalise import fold

_KEY_BYTES = 16
_WORD = re.compile(r"\w+")
_CONTRACTED = ((re.compile(r"\bcan(?:no|')t\b"), "can not"), (re.compile(r"\bwon't\b"), "will not"),
               (re.compile(r"n't\b"), " not"))  # fmt: skip

NEGATIONS = frozenset(["no", "nobody", "none", "nor", "nothing", "nowhere", "neither", "never", "not", "without"])
"""Words that turn a statement into its opposite."""


class Words(NamedTuple):
    """words: those of a text, each once; negations: how many of all its words are one of NEGATIONS."""

    words: frozenset[str]
    negations: int


def folded(text: str) -> str:
    """The form in which copies are identical: Unicode forms, case, dashes, quotes and white space are folded.

    Unicode's compatibility composition comes before the folding of text/normalise.py, which looks at single
    characters, and after it, because folding case may take a composed character apart.

    >>> folded("The  “naïve” ﬁt – WHY?") == folded('the "nai\\u0308ve" fit - why?')
    True
    """
    if text.isascii():
        return fold(text)
    return fold(unicodedata.normalize("NFKC", fold(unicodedata.normalize("NFKC", text))))


def text_key(text: str) -> bytes:
    """16 bytes that texts have in common if, and only if, they fold to the same.

    >>> text_key("A test.") == text_key(" a TEST.")
    True
    """
    return hashlib.blake2b(folded(text).encode(), digest_size=_KEY_BYTES).digest()


def rests(text: str) -> list[str]:
    """What of a text stands behind each comma near its start, folded: a marker ends with its comma.

    >>> rests("Thus, to address this, we ran.")
    ['to address this, we ran.', 'we ran.']
    """
    plain = folded(text)
    found = []
    comma = plain.find(",", 0, WINDOW)
    while comma >= 0:
        found.append(plain[comma + 1 :].strip())
        comma = plain.find(",", comma + 1, WINDOW)
    return [rest for rest in found if any(map(str.isalnum, rest))]


def rest_keys(text: str) -> list[bytes]:
    """The `text_key`s of its `rests`, each once."""
    return sorted(set(map(text_key, rests(text)))) if "," in text else []


def words_of(text: str) -> Words:
    """The words by which texts are alike: runs of letters and digits, contractions of "not" written out.

    Numbers are words like others. A number that differs is what a corrected version of a text looks like, and
    its readers learn the same from both. A negation more or less makes another statement of nearly the same words.

    >>> words, negations = words_of("It doesn’t fit 7.5 GB; it can't fit.")
    >>> sorted(words), negations
    (['5', '7', 'can', 'does', 'fit', 'gb', 'it', 'not'], 2)
    """
    plain = folded(text)
    if "'t" in plain or "cannot" in plain:
        for contracted, full in _CONTRACTED:
            plain = contracted.sub(full, plain)
    words = _WORD.findall(plain)
    return Words(frozenset(words), sum(map(NEGATIONS.__contains__, words)))
