"""What eight bytes before and after a stop say about it, for many stops at once: ends a sentence, does not, or ask.

Each answer is the one that `sentence_rules` would give whatever stands outside the windows; where the windows do not
show enough, the answer is to ask. The tests hold both to the same answers.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Bytes, Flags, Ints, Words, WordTable
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
    last, second = bw.byte(before, -1), bw.byte(before, -2)
    following, beyond = bw.byte(after, 0), bw.byte(after, 1)
    capital, digit = bw.between(following, "A", "Z"), bw.between(following, "0", "9")
    swapped = bw.backwards(after)
    name = bw.trailing(swapped, bw.letters(swapped))
    number = bw.trailing(swapped, bw.digits(swapped))
    # www.ratio, e.g., 0.5, U.S, PER.Individual: never cut (CANDIDATE, missing_blank).
    no = bw.between(following, "a", "z")
    no |= digit & (bw.between(last, "0", "9") | (last == ord(" ")))
    no |= capital & (_is_other(name.edge, " ,") | (bw.is_alnum(last) & bw.one_of(second, " (.")))
    # eLife.00712R, fig.3 shows: no footnote mark (CANDIDATE).
    no |= digit & (_is_other(number.edge, " ,-") | ((number.edge == ord(" ")) & bw.between(number.beyond, "a", "z")))
    # etc.), or etc.). or etc.) and: the sentence goes on behind the bracket (continues, lower_case_start).
    goes_on = bw.one_of(beyond, ",;:.!?") | ((beyond == ord(" ")) & _is_ordinary_word(after >> np.uint64(16)))
    no |= bw.one_of(following, ")]\"'") & goes_on
    return no


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

    def at(self, places: Ints) -> "Gaps":
        """Some of them."""
        return Gaps(self.before[places], self.after[places], self.full_stop[places], self.spaced[places])


class Ending(NamedTuple):
    """The end of the word before a stop."""

    last: Bytes
    second: Bytes
    third: Bytes
    """Its last three bytes, the last first."""
    listed: Bytes
    """Flags of the listed words that end in the letters it ends in."""


class Word(NamedTuple):
    """The whole word before a stop, if seen."""

    listed: Bytes
    """Flags of the listed word that it is, if the stop is a full stop."""
    beyond: Bytes
    """The byte before the blank or bracket before it."""


def judge_gaps(before: Words, after: Words, full_stop: Flags) -> tuple[Flags, Flags]:
    """Single stops with a blank after them: which surely end a sentence, and which must be asked of the rules.

    Args:
        before: the eight bytes before each stop.
        after: the eight bytes after it, the blank first.
        full_stop: true for `.`, false for `?` and `!`.
    """
    spaced = full_stop & (bw.byte(before, -1) == ord(" "))
    gaps = Gaps(np.where(spaced, before << np.uint64(8), before), after, full_stop, spaced)
    opening, ending = bw.byte(after, 1), _ending(gaps.before)
    capital = bw.between(opening, "A", "Z")
    # Most stops: a word on which no rule has an opinion, and a capital.
    yes = capital & _is_unlisted(ending)
    ask = ~yes
    for kind, judge in (
        (capital & ask, _before_capital),
        (bw.between(opening, "0", "9"), _before_digit),
        (bw.between(opening, "a", "z"), _before_lower_case),
        (opening == ord("("), _before_bracket),
    ):
        places = np.flatnonzero(kind)
        some = gaps.at(places)
        sure, never = judge(some, Ending(*(column[places] for column in ending)), _word(some))
        yes[places], ask[places] = sure & ~never, ~(sure | never)
    return yes, ask


def _ending(before: Words) -> Ending:
    listed = _ENDINGS.flags(bw.trailing_word(bw.lowered(before), bw.letters(before)))
    return Ending(bw.byte(before, -1), bw.byte(before, -2), bw.byte(before, -3), listed)


def _word(gaps: Gaps) -> Word:
    letters, low = bw.letters(gaps.before), bw.lowered(gaps.before)
    run = bw.trailing(low, letters | bw.equal_to(gaps.before, "."))
    is_whole = gaps.full_stop & bw.one_of(run.edge, " ([{")
    return Word(np.where(is_whole, _WORDS.flags(run.word), np.uint8(0)), run.beyond)


def _is_unlisted(ending: Ending) -> Flags:
    """A word on which no rule has an opinion."""
    is_unlisted: Flags = _is_closed(ending) | (_is_long(ending) & (ending.listed == 0))
    return is_unlisted


def _before_capital(gaps: Gaps, end: Ending, word: Word) -> tuple[Flags, Flags]:
    """Which end a sentence, and which do not, of the other stops before a capital."""
    swapped = bw.backwards(gaps.after >> np.uint64(8))
    following = bw.trailing(swapped, bw.letters(swapped))
    is_opener = _NEXT_WORDS.flags(following.word) == _STARTS
    opens = gaps.full_stop & is_opener & bw.one_of(following.edge, " ,")
    is_long = (following.word << np.uint64(8)) != 0
    is_name = gaps.full_stop & is_long & ~is_opener & _is_other(following.edge, "_")
    is_title = bw.between(bw.byte(gaps.after, 2), "a", "z")
    is_initial = bw.between(end.last, "A", "Z") & bw.one_of(end.second, " (")
    long = _is_long(end)
    # A label or `etc` before a word; any but `e.g` before an opener; `of 2.3` before anything.
    yes = long & is_title & (end.listed & (_NEVER | _OPENER | _ROMAN) == 0)
    yes |= opens & (is_initial | (long & (end.listed & (_NEVER | _ROMAN) == 0)))
    yes |= _is_label_in_sentence(gaps.before, end, word)
    # `e.g. Adam`, `al. Proposed`, `J. Smith` (abbreviation, initial).
    no = _is_never(end, word)
    no |= is_name & (word.listed & _OPENER != 0) & ~bw.between(word.beyond, "0", "9")
    no |= is_name & is_initial & (end.third < 128) & ~bw.between(end.third, "a", "z")
    return yes, no


def _before_digit(gaps: Gaps, end: Ending, word: Word) -> tuple[Flags, Flags]:
    """The same for stops before a digit."""
    is_digit = bw.between(end.last, "0", "9")
    number = bw.trailing(gaps.before, bw.digits(gaps.before))
    swapped = bw.backwards(gaps.after >> np.uint64(8))
    following = bw.trailing(swapped, bw.digits(swapped) | bw.equal_to(swapped, ".") | bw.equal_to(swapped, ","))
    # A number that ends the paragraph may be a citation mark (TAIL).
    yes = ~is_digit & _is_unlisted(end) & (following.edge != 0)
    # `7 1 . 9 6`, `3. 4. 5`, `no. 5` (table_debris, number_after_number, abbreviation).
    no = gaps.spaced & is_digit & bw.one_of(number.edge, " ([")
    no |= is_digit & (following.edge == ord(" ")) & _is_other(following.beyond, " ") & ~bw.is_letter(following.beyond)
    no |= word.listed & (_NEVER | _LABEL | _OPENER) != 0
    return yes, no


def _before_lower_case(gaps: Gaps, end: Ending, word: Word) -> tuple[Flags, Flags]:
    """The same for stops before a lower-case letter (CANDIDATE, lower_case_start)."""
    may_be_plain = bw.one_of(end.last, ")]}\"'%") | (end.last >= 128)
    in_letters = np.ones(len(gaps.before), np.bool_)
    for value in (end.last, end.second, end.third):
        in_letters &= bw.between(value, "a", "z") | (value >= 128)
    is_plain = (may_be_plain | in_letters) & (word.listed & (_NEVER | _LABEL | _OPENER | _END) == 0)
    no = _is_ordinary_word(gaps.after >> np.uint64(8)) | (~is_plain & (bw.capitals(gaps.after) == 0))
    return np.zeros_like(no), no


def _is_ordinary_word(windows: Words) -> Flags:
    """A word in lower case that is no name and opens no sentence."""
    swapped = bw.backwards(windows)
    word = bw.trailing(swapped, bw.letters(swapped) & ~bw.capitals(swapped))
    ends = bw.one_of(word.edge, " ,;:.)") | ((word.edge == ord("-")) & bw.between(word.beyond, "a", "z"))
    has_two, has_seven = (word.word << np.uint64(8)) != 0, (word.word & np.uint64(0xFF00)) != 0
    is_ordinary: Flags = ((ends & has_two) | has_seven) & (_NEXT_WORDS.flags(word.word) != _STARTS_IN_LOWER_CASE)
    return is_ordinary


def _before_bracket(gaps: Gaps, end: Ending, word: Word) -> tuple[Flags, Flags]:
    """The same for stops before a bracket: `al. (2020)`, `cells. (2)`; `al. (20, 21)` may be a citation (TAIL)."""
    number = bw.between(bw.byte(gaps.after, 2), "0", "9")
    for k in (3, 4, 5):
        value = bw.byte(gaps.after, k)
        number &= ~(bw.one_of(value, ",-") | (value >= 128))
    item = (bw.byte(gaps.after, 3) == ord(")")) | (bw.byte(gaps.after, 4) == ord(")"))
    yes = number & item & _is_unlisted(end)
    return yes, _is_never(end, word) | (number & (word.listed & (_LABEL | _OPENER) != 0))


def _is_never(end: Ending, word: Word) -> Flags:
    """`e.g` and `Mrs`; `MRS` may be an acronym."""
    is_never: Flags = (word.listed & _NEVER != 0) & ~bw.between(end.last, "A", "Z")
    return is_never


def _is_long(end: Ending) -> Flags:
    """Neither an initial nor the number or letter of a list item, whatever stands before the window."""
    letter, digit = bw.is_letter(end.last), bw.between(end.last, "0", "9")
    mixed = letter | bw.is_letter(end.second) | bw.is_alnum(end.third)
    # The last byte of “, ‘ or «, which the rules take off a word.
    quote = (end.second == 0x9C) | (end.second == 0x98) | (end.second == 0xAB)
    symbol = (end.second >= 128) & ~quote
    is_long: Flags = (letter | digit) & ((bw.is_alnum(end.second) & mixed) | symbol)
    is_long |= digit & bw.one_of(end.second, "-/+=~*<>")
    return is_long


def _is_closed(end: Ending) -> Flags:
    """Ends in a mark that no rule about words looks at."""
    quote = (end.third == 0xE2) & (end.second == 0x80) & ((end.last == 0x9D) | (end.last == 0x99))
    is_closed: Flags = quote | bw.one_of(end.last, ")]}%$*'\"")
    return is_closed


def _is_other(values: Bytes, characters: str) -> Flags:
    """ASCII, seen, and none of these characters."""
    is_other: Flags = (values != 0) & (values < 128) & ~bw.one_of(values, characters)
    return is_other


def _is_label_in_sentence(before: Words, end: Ending, word: Word) -> Flags:
    """`of 2.3` or `and x`, but not `. 2.3` or `: x`, which may label a list item (enumerator)."""
    number = bw.trailing(before, bw.digits(before) | bw.equal_to(before, "."))
    is_number = bw.between(end.last, "0", "9") & (number.edge == ord(" "))
    is_letter = bw.between(end.last, "a", "z") & (end.second == ord(" ")) & (word.listed == 0)
    beyond = np.where(is_letter, end.third, number.beyond)
    in_sentence: Flags = (is_number | is_letter) & (bw.is_alnum(beyond) | bw.one_of(beyond, ",)]%=<>+/*$}"))
    return in_sentence
