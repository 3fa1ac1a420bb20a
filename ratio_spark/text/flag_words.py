"""The word lists that the flags read (text/data/flags.yaml, verbs.txt)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ratio_spark.text.word_lists import read_word_lists, read_words


@dataclass(frozen=True)
class Words:
    """The lists of flags.yaml; what they mean stands there."""

    abbreviations: frozenset[str]
    irregular_verbs: frozenset[str]
    short: frozenset[str]
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


WORDS = Words(**read_word_lists("flags.yaml"))
VERBS = WORDS.irregular_verbs.union(*map(_finite_forms, read_words("verbs.txt")))
"""Words that are a finite verb or may be one."""


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of these words, in the syntax of RE2 and of Python."""
    return "(?:" + "|".join(sorted(map(re.escape, words))) + ")"
