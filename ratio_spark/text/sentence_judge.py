"""What eight bytes before and after a stop say about it, for many stops at once: ends a sentence, does not, or ask.

Each answer follows from `sentence_rules`, whatever stands outside the windows; where that is not so the answer is to ask.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Bytes, Flags, Words, WordTable
from ratio_spark.text.sentence_words import LOWER_OPENERS, OPENERS, ROMAN, TIER_OF

_NEVER, _LABEL, _OPENER, _END, _ROMAN = (1 << bit for bit in range(5))
_STARTS, _STARTS_IN_LOWER_CASE = 1, 2

_FLAG_OF_TIER = {"never": _NEVER, "label": _LABEL, "opener": _OPENER, "end": _END}


def _listed() -> dict[str, int]:
    return {word: _FLAG_OF_TIER[tier] for word, tier in TIER_OF.items()} | dict.fromkeys(ROMAN, _ROMAN)


def _endings(listed: dict[str, int]) -> dict[str, int]:
    """The letters in which listed words end, after any inner stop."""
    endings: dict[str, int] = defaultdict(int)
    for word, flag in listed.items():
        endings[word.rpartition(".")[2]] |= flag
    return endings


def _backwards(words: Iterable[str], flag: int) -> dict[str, int]:
    """What a window behind a blank shows of words of two letters or more, spelt backwards."""
    return {word[6::-1]: flag for word in words if len(word) > 1}


_WORDS = WordTable(_listed())
_ENDINGS = WordTable(_endings(_listed()))
_NEXT_WORDS = WordTable(
    _backwards(OPENERS, _STARTS) | _backwards(LOWER_OPENERS | {"http", "https"}, _STARTS_IN_LOWER_CASE)
)


def judge_glued(before: Words, after: Words) -> Flags:
    """Single stops without a blank after them that surely end no sentence."""
    last, second, following = bw.byte(before, -1), bw.byte(before, -2), bw.byte(after, 0)
    digit = bw.between(following, "0", "9")
    no = bw.between(following, "a", "z")
    no |= digit & (bw.between(last, "0", "9") | (last == ord(" ")))
    no |= bw.between(following, "A", "Z") & bw.is_alnum(last) & bw.one_of(second, " (.")
    swapped = bw.backwards(after)
    name = bw.trailing(swapped, bw.letters(swapped)).edge
    no |= bw.between(following, "A", "Z") & _is_other(name, " ,")
    number = bw.trailing(swapped, bw.digits(swapped))
    no |= digit & _is_other(number.edge, " ,-")
    no |= digit & (number.edge == ord(" ")) & bw.between(number.beyond, "a", "z")
    beyond = bw.byte(after, 1)
    goes_on = bw.one_of(beyond, ",;:") | ((beyond == ord(" ")) & _is_ordinary_word(after >> np.uint64(16)))
    return no | (bw.one_of(following, ")]\"'") & goes_on)


class Gaps(NamedTuple):
    """Single stops with a blank after them."""

    before: Words
    """The eight bytes before each; before its blank, where a blank stands before a full stop."""
    after: Words
    """The eight bytes after it, the blank first."""
    full_stop: Flags
    """True for `.`, false for `?` and `!`."""
    spaced: Flags
    """A blank stands before a full stop."""


class Word(NamedTuple):
    """What is seen of the word before a stop."""

    last: Bytes
    second: Bytes
    third: Bytes
    """Its last three bytes, the last first."""
    ending: Bytes
    """Flags of the listed words that end in the letters it ends in."""
    exact: Bytes
    """Flags of the listed word that it is, if the stop is a full stop."""
    beyond: Bytes
    """The byte before the blank before it, if seen."""


def judge_gaps(before: Words, after: Words, full_stop: Flags) -> tuple[Flags, Flags]:
    """Single stops with a blank after them: which surely end a sentence, and which must be asked of the 

    Args:
        before: the eight bytes before each stop.
        after: the eight bytes after it, the blank first.
        full_stop: true for `.`, false for `?` and `!`.
    """
    spaced = full_stop & (bw.byte(before, -1) == ord(" "))
    gaps = Gaps(np.where(spaced, before << np.uint64(8), before), after, full_stop, spaced)
    opening = bw.byte(after, 1)
    yes, ask = np.zeros(len(before), np.bool_), np.ones(len(before), np.bool_)
    for kind, judge in (
        (bw.between(opening, "A", "Z"), _before_capital),
        (bw.between(opening, "0", "9"), _before_digit),
        (bw.between(opening, "a", "z"), _before_lower_case),
        (opening == ord("("), _before_bracket),
    ):
        places = np.flatnonzero(kind)
        some = Gaps(*(column[places] for column in gaps))
        sure, never = judge(some, _word(some))
        yes[places], ask[places] = sure & ~never, ~(sure | never)
    return yes, ask


def _word(gaps: Gaps) -> Word:
    letters, low = bw.letters(gaps.before), bw.lowered(gaps.before)
    run = bw.trailing(low, letters | bw.equal_to(gaps.before, "."))
    exact = np.where(gaps.full_stop & bw.one_of(run.edge, " (["), _WORDS.flags(run.word), np.uint8(0))
    ending = _ENDINGS.flags(bw.trailing(low, letters).word)
    last, second, third = (bw.byte(gaps.before, -k) for k in (1, 2, 3))
    return Word(last, second, third, ending, exact, run.beyond)


def _before_capital(gaps: Gaps, word: Word) -> tuple[Flags, Flags]:
    swapped = bw.backwards(gaps.after >> np.uint64(8))
    following = bw.trailing(swapped, bw.letters(swapped))
    starts = _NEXT_WORDS.flags(following.word) == _STARTS
    opens = gaps.full_stop & starts & bw.one_of(following.edge, " ,")
    is_long = (following.word << np.uint64(8)) != 0
    named = gaps.full_stop & is_long & ~starts & _is_other(following.edge, "_")
    titled = bw.between(bw.byte(gaps.after, 2), "a", "z")
    initial = bw.between(word.last, "A", "Z") & bw.one_of(word.second, " (")
    plain = _has_length(word)
    yes = plain & (word.ending == 0)
    yes |= plain & titled & (word.ending & (_NEVER | _OPENER | _ROMAN) == 0)
    yes |= opens & (initial | (plain & (word.ending & (_NEVER | _ROMAN) == 0)))
    yes |= _is_closed(word) | _is_label_in_sentence(gaps.before, word)
    no = word.exact & _NEVER != 0
    no |= named & (word.exact & _OPENER != 0) & ~bw.between(word.beyond, "0", "9")
    no |= named & initial & (word.third < 128) & ~bw.between(word.third, "a", "z")
    return yes, no


def _before_digit(gaps: Gaps, word: Word) -> tuple[Flags, Flags]:
    is_digit = bw.between(word.last, "0", "9")
    number = bw.trailing(gaps.before, bw.digits(gaps.before))
    torn = gaps.spaced & is_digit & bw.one_of(number.edge, " ([")
    swapped = bw.backwards(gaps.after >> np.uint64(8))
    following = bw.trailing(swapped, bw.digits(swapped) | bw.equal_to(swapped, ".") | bw.equal_to(swapped, ","))
    alone = (following.edge == ord(" ")) & _is_other(following.beyond, " ") & ~bw.is_letter(following.beyond)
    yes = ~is_digit & (_is_closed(word) | (_has_length(word) & (word.ending == 0))) & (following.edge != 0)
    return yes, torn | (is_digit & alone) | (word.exact & (_NEVER | _LABEL | _OPENER) != 0)


def _before_lower_case(gaps: Gaps, word: Word) -> tuple[Flags, Flags]:
    capitals = bw.capitals(gaps.after)
    may_be_plain = bw.one_of(word.last, ")]}\"'%") | (word.last >= 128)
    in_letters = np.ones(len(capitals), np.bool_)
    for value in (word.last, word.second, word.third):
        in_letters &= bw.between(value, "a", "z") | (value >= 128)
    abbreviated = word.exact & (_NEVER | _LABEL | _OPENER | _END) != 0
    not_plain = abbreviated | ~(may_be_plain | in_letters)
    return np.zeros(len(capitals), np.bool_), _is_ordinary_word(gaps.after >> np.uint64(8)) | (not_plain & (capitals == 0))


def _is_ordinary_word(windows: Words) -> Flags:
    """A word in lower case that is no name and opens no sentence."""
    swapped = bw.backwards(windows)
    word = bw.trailing(swapped, bw.letters(swapped) & ~bw.capitals(swapped))
    goes_on = bw.one_of(word.edge, " ,;:.)") | ((word.edge == ord("-")) & bw.between(word.beyond, "a", "z"))
    goes_on &= (word.word << np.uint64(8)) != 0
    goes_on |= (word.word & np.uint64(0xFF00)) != 0
    return goes_on & (_NEXT_WORDS.flags(word.word) != _STARTS_IN_LOWER_CASE)


def _before_bracket(gaps: Gaps, word: Word) -> tuple[Flags, Flags]:
    """`al. (2020)` but not `al. (20, 21)`, which may be a citation after the stop."""
    number = bw.between(bw.byte(gaps.after, 2), "0", "9")
    for k in (3, 4, 5):
        value = bw.byte(gaps.after, k)
        number &= ~(bw.one_of(value, ",-") | (value >= 128))
    item = (bw.byte(gaps.after, 3) == ord(")")) | (bw.byte(gaps.after, 4) == ord(")"))
    yes = number & item & (_is_closed(word) | (_has_length(word) & (word.ending == 0)))
    return yes, (word.exact & _NEVER != 0) | (number & (word.exact & (_LABEL | _OPENER) != 0))


def _has_length(word: Word) -> Flags:
    """Neither an initial nor the number or letter of a list item, whatever stands before the window."""
    letter, digit = bw.is_letter(word.last), bw.between(word.last, "0", "9")
    before = bw.is_alnum(word.second)
    mixed = letter | bw.is_letter(word.second) | bw.is_alnum(word.third)
    symbol = (word.second >= 128) & ~_is_opening_quote(word.second)
    return ((letter | digit) & (before & mixed | symbol)) | (digit & bw.one_of(word.second, "-/+=~*<>"))


def _is_opening_quote(values: Bytes) -> Flags:
    """Last bytes of `“`, `‘`, `«` (and of other characters)."""
    return (values == 0x9C) | (values == 0x98) | (values == 0xAB)


def _is_closed(word: Word) -> Flags:
    """Ends in a mark that no rule about words looks at."""
    quote = (word.third == 0xE2) & (word.second == 0x80) & ((word.last == 0x9D) | (word.last == 0x99))
    return quote | bw.one_of(word.last, ")]}%$*'\"")


def _is_other(values: Bytes, characters: str) -> Flags:
    """ASCII, seen, and none of these characters."""
    return (values != 0) & (values < 128) & ~bw.one_of(values, characters)


def _is_label_in_sentence(before: Words, word: Word) -> Flags:
    """`of 2.3` or `and x`, but not `. 2.3` or `: x`, which may label a list item."""
    number = bw.trailing(before, bw.digits(before) | bw.equal_to(before, "."))
    is_number = bw.between(word.last, "0", "9") & (number.edge == ord(" "))
    is_letter = bw.between(word.last, "a", "z") & (word.second == ord(" ")) & (word.exact == 0)
    beyond = np.where(is_letter, word.third, number.beyond)
    return (is_number | is_letter) & (bw.is_alnum(beyond) | bw.one_of(beyond, ",)]%=<>+/*$}"))
