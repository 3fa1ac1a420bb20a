"""Where a sentence of a paragraph may end, and what is seen there. White space is single blanks between words."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ratio_spark.text.sentence_words import LOWER_OPENERS

LONGEST_WORD = 24
"""Characters looked at before a stop: a longer word is neither abbreviation nor initial, and time stays linear."""

_LOWER_OPENERS = "|".join(sorted(LOWER_OPENERS))


def _candidate(first: str) -> re.Pattern[str]:
    """The pattern of `CANDIDATE` for stops that begin with one of some characters."""
    return re.compile(
        rf"""
        {first}
        (?: (?=\ [A-Z]) (?: (?<=[a-z]{{7}}.) | (?<=[)\]].) ) ()      # ends: no abbreviation is that long
        |   (?=\ [A-Z]) (?<=[^\W_]{{3}}.) () ()                      # ends, unless the word is listed
        |   (?<![.!?…].) (?<![.!?…]\ .) (?:\ ?[.!?…])*+              # a run of stops, taken whole,
            (?!\ ?[,;:] | [a-z]                                      # not inside a sentence or a name,
            | \d (?: (?<=[\d\ ].\d) | [\d,–-]*+ (?!\ [^a-z]|$) )     # nor inside a number or an address,
            | \ (?!(?:{_LOWER_OPENERS}|https?)\b)                    # nor before a word in lower case
              [a-z]{{2,}}+ [ ,;:.)] )
        )""",
        re.VERBOSE | re.DOTALL,
    )


CANDIDATE = _candidate("[.!?…]")
"""A stop after which a sentence may end. One empty group matches where it surely ends, two where only the word can
tell; of any other stop `sentence_rules` decides."""

_FULL_STOP = _candidate(r"\.")


def candidates(text: str) -> Iterator[re.Match[str]]:
    """All matches of `CANDIDATE`, found four times faster where full stops are the only stops."""
    pattern = CANDIDATE if "?" in text or "!" in text or "…" in text else _FULL_STOP
    return pattern.finditer(text)


TAIL = re.compile(
    r"""(?:
      ["'”’»)\]}]                                                           # overfits.") To
    | \ (?=[)\]}”»])                                                        # overfits. ) To
    | \ ?\[\d[\d,;\ –—-]{0,80}\]\.?(?=\ [^a-z]|[\[(]|$)                     # overfits. [12] To
    | \ ?[¹²³⁰⁴-⁹][¹²³⁰⁴-⁹,–-]{0,20}                                        # overfits.¹² To
    | (?<=(?:[^\W\d_]|[)\]”’"])[.!?”’"')\]])                                # overfits.12 To
      \d{1,3}(?:[,–-]\d{1,3}){0,9}(?=\ [^\W\da-z]|\ ?$)
    | \ \d{1,3}$                                                            # overfits. 12
    | \ \((?:[^\W\da-z_]|see\ |de\ |van\ |von\ |e\.g\.)[^()]{0,500}?        # overfits. (Xu, 2020) To
      (?:,|al\.?|[^\W\d_])\ (?:18|19|20)\d\d[a-z]?(?:[:,]\ ?p*\.?\ ?\d+)?\)\.?(?=\ [^a-z]|$)
    | \ \(\d{1,3}(?:[,–-]\ ?\d{1,3}){1,20}\)(?=\ [^a-z]|$)                  # overfits. (25, 35) To
    )*""",
    re.VERBOSE,
)
"""What follows a stop and still belongs to the sentence before: closing brackets and quotes, citation marks."""


class Stop(NamedTuple):
    """A place where a sentence may end; something always follows it."""

    text: str
    """The whole paragraph."""
    at: int
    """Where the stop characters start."""
    mark: str
    """The stop characters: `.`, `?!`, `. . .`"""
    tail: str
    """What matched `TAIL` after them."""
    next: int
    """Where the next sentence would start."""
    glued: bool
    """No blank stands before `next`."""
    word: str
    """The word before the stop, from its last opening bracket on, unquoted; at most `LONGEST_WORD` characters."""
    word_at: int
    """Where `word` starts."""


def stop_at(text: str, at: int, mark_end: int) -> Stop | None:
    """The stop whose characters are `text[at:mark_end]`, or None if nothing but its tail follows.

    >>> stop = stop_at("It overfits (Fig. 3).” To", 20, 21)
    >>> stop.word, stop.mark, stop.tail, stop.next, stop.glued
    ('3)', '.', '”', 23, False)
    """
    end = mark_end
    if not (text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha()):
        found = TAIL.match(text, end)
        end = found.end() if found else end
    if end >= len(text):
        return None
    glued = text[end] != " "
    word_end = at - (text[at - 1 : at] == " ")
    word = word_before(text, word_end)
    start = end if glued else end + 1
    return Stop(text, at, text[at:mark_end], text[mark_end:end], start, glued, word, word_end - len(word))


def word_before(text: str, end: int) -> str:
    """The word that ends at `end`: `Stop.word`.

    >>> word_before("that it overfits (“Fig", 22)
    'Fig'
    """
    start = end - LONGEST_WORD if end > LONGEST_WORD else 0
    blank = text.rfind(" ", start, end)
    word = text[start if blank < 0 else blank + 1 : end]
    if word.isalnum():
        return word
    return word.rpartition("(")[2].rpartition("[")[2].rpartition("{")[2].lstrip("\"'“‘`«")
