"""The rules of `sentence_rules` compiled for whole Arrow batches: the same sentences, without a Python string for most.

All stops of a batch are looked at at once, each with the eight bytes before and after it, and found to end a sentence
surely, surely not, or perhaps. Only the last are asked of the plain rules, one by one; paragraphs with uneven white space
go to the plain rules whole.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratio_spark.text import byte_windows as bw
from ratio_spark.text import sentence_rules as rules
from ratio_spark.text.byte_windows import Bytes, Flags, Ints, Windows
from ratio_spark.text.sentences import split_sentences

BLANK = ord(" ")

PIECE = 1 << 20
"""Bytes of text that are worked on at once."""



def _endings(words: Iterable[str]) -> Windows:
    """The letters in which listed words end, after any inner stop."""
    return bw.table(word.rpartition(".")[2] for word in words)


def _of_tiers(*tiers: str) -> list[str]:
    return [word for word, tier in rules.TIER_OF.items() if tier in tiers]


_LISTED_ENDINGS = _endings(rules.LISTED)
_STRICT_ENDINGS = _endings([*_of_tiers("never", "opener"), *rules.ROMAN])
_NEVER_ENDINGS = _endings([*_of_tiers("never"), *rules.ROMAN])
_NEVER = bw.table(_of_tiers("never"))
_NEVER_BEFORE_NUMBER = bw.table(_of_tiers("never", "label", "opener"))
_OPENER_TIER = bw.table(_of_tiers("opener"))
_ABBREVIATIONS = bw.table(rules.TIER_OF)
_OPENERS = bw.table(word[::-1] for word in rules.OPENERS if 1 < len(word) < bw.WIDTH - 1)
_LOWER_OPENERS = bw.table(word[::-1] for word in [*rules.LOWER_OPENERS, "http", "https"] if len(word) < bw.WIDTH - 1)


class Batch(NamedTuple):
    """Paragraphs as bytes; positions count from the start of `data`."""

    data: Bytes
    """The text with a blank for any ASCII white space, and blanks before and after it."""
    offset: int
    """What to add to a position for the position in the array's data buffer."""
    starts: Ints
    """Where each paragraph starts."""
    ends: Ints
    """Where each paragraph ends."""
    high: Ints
    """Positions of the bytes that are not ASCII."""


class Stops(NamedTuple):
    """Stop bytes of a batch, in order."""

    at: Ints
    """Where they stand."""
    row: Ints
    """Rows of their paragraphs."""
    before: Windows
    """The eight bytes before each."""
    after: Windows
    """The eight bytes after each."""


def split_batch(paragraphs: pa.StringArray) -> tuple[npt.NDArray[np.int32], Ints, Ints]:
    """Cut every paragraph of a batch into sentences, exactly as `split_sentences` does.

    Args:
        paragraphs: UTF-8 strings; a null has no sentences.

    Returns:
        Row of the paragraph (int32), first byte and end byte (int64, end exclusive) of each sentence, in order. Bytes are
        counted from the start of the array's data buffer (`paragraphs.buffers()[2]`), so that `StringArray.from_buffers`
        can take the texts without making Python strings.

    >>> rows, starts, ends = split_batch(pa.array(["It overfits. We stop.", None, "Ω is µ. Then"]))
    >>> rows.tolist(), starts.tolist(), ends.tolist()
    ([0, 0, 2, 2], [0, 13, 21, 31], [12, 21, 30, 35])
    """
    if not len(paragraphs):
        return np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.int64)
    pieces = [_split_piece(paragraphs.slice(first, rows), first) for first, rows in _pieces(paragraphs)]
    rows, starts, ends = (np.concatenate(columns) for columns in zip(*pieces, strict=True))
    return rows.astype(np.int32), starts, ends


def _offsets(paragraphs: pa.StringArray) -> Ints:
    buffer = np.frombuffer(paragraphs.buffers()[1], np.int32)
    return buffer[paragraphs.offset : paragraphs.offset + len(paragraphs) + 1].astype(np.int64)


def _pieces(paragraphs: pa.StringArray) -> list[tuple[int, int]]:
    """Runs of rows (first, number) of about `PIECE` bytes: what is worked on at once stays in the processor's cache."""
    offsets = _offsets(paragraphs)
    bounds = np.searchsorted(offsets, np.arange(offsets[0], offsets[-1], PIECE))
    edges = np.unique(np.concatenate([bounds, [0, len(paragraphs)]]))
    return list(zip(edges[:-1].tolist(), np.diff(edges).tolist(), strict=True))


def _split_piece(paragraphs: pa.StringArray, first_row: int) -> tuple[Ints, Ints, Ints]:
    batch = _load(paragraphs)
    uneven = _uneven(batch)
    stops = _stops(batch)
    ends, nexts = stops.at + 1, stops.at + 2
    yes, ask = _judge(batch, stops)
    ask &= ~uneven[stops.row]
    yes[ask] = _ask(batch, stops, ask, ends, nexts)
    at, row, ends, nexts = stops.at[yes], stops.row[yes], ends[yes], nexts[yes]
    uneven[row[1:][(nexts[:-1] > at[1:]) & (row[1:] == row[:-1])]] = True
    even, whole = ~uneven[row], ~uneven & (batch.starts < batch.ends)
    plain_starts, plain_ends = _split_plainly(batch, np.flatnonzero(uneven))
    starts = np.sort(np.concatenate([batch.starts[whole], nexts[even], plain_starts]))
    ends = np.sort(np.concatenate([batch.ends[whole], ends[even], plain_ends]))
    rows = np.searchsorted(batch.starts, starts, side="right") - 1
    return rows + first_row, starts + batch.offset, ends + batch.offset


def _load(paragraphs: pa.StringArray) -> Batch:
    """The bytes of a batch, padded, and where its paragraphs lie."""
    offsets = _offsets(paragraphs)
    first, size = int(offsets[0]), int(offsets[-1] - offsets[0])
    data = np.full((size + 4 * bw.WIDTH) // bw.WIDTH * bw.WIDTH, BLANK, np.uint8)
    text = data[bw.WIDTH : bw.WIDTH + size]
    if size:
        text[:] = np.frombuffer(paragraphs.buffers()[2], np.uint8, size, first)
    control = text < BLANK
    if control.any():
        text[control & ((text >= 28) | ((text >= 9) & (text <= 13)))] = BLANK
    places = offsets - first + bw.WIDTH
    starts, ends = places[:-1], places[1:]
    if paragraphs.null_count:
        ends = np.where(paragraphs.is_valid().to_numpy(zero_copy_only=False), ends, starts)
    return Batch(data, first - bw.WIDTH, starts, ends, np.flatnonzero(data >= 128))


def _uneven(batch: Batch) -> Flags:
    """Paragraphs that need more than single blanks and ASCII stops: these go to the plain rules whole."""
    data, (lead, second, third) = batch.data, (batch.data[batch.high + k] for k in range(3))
    white = (lead == 0xC2) & ((second == 0x85) | (second == 0xA0))
    white |= (lead == 0xE1) & (second == 0x9A) & (third == 0x80)
    white |= (lead == 0xE2) & (second == 0x80) & ((third <= 0x8A) | (third == 0xA6) | (third == 0xA8) | (third == 0xA9) | (third == 0xAF))
    white |= (lead == 0xE2) & (second == 0x81) & (third == 0x9F)
    white |= (lead == 0xE3) & (second == 0x80) & (third == 0x80)
    blank = data == BLANK
    blank_pairs = np.flatnonzero(blank[bw.WIDTH + 1 : batch.ends[-1]] & blank[bw.WIDTH : batch.ends[-1] - 1]) + bw.WIDTH
    places = np.concatenate([batch.high[white], blank_pairs])
    uneven = np.zeros(len(batch.starts) + 1, np.bool_)
    uneven[np.searchsorted(batch.starts, places, side="right") - 1] = True
    uneven = uneven[:-1] | blank[batch.starts] | blank[batch.ends - 1]
    return uneven & (batch.starts < batch.ends)


def _stops(batch: Batch) -> Stops:
    at = np.flatnonzero(bw.one_of(batch.data, ".!?"))
    counts = np.diff(np.searchsorted(at, batch.starts), append=len(at))
    row = np.repeat(np.arange(len(batch.starts)), counts)
    return Stops(at, row, bw.windows_at(batch.data, at - bw.WIDTH), bw.windows_at(batch.data, at + 1))


def _judge(batch: Batch, stops: Stops) -> tuple[Flags, Flags]:
    """Which stops surely end a sentence, and which must be asked of the plain rules."""
    at, row, before, after = stops
    last, following, second = bw.byte(before, -1), bw.byte(after, 0), bw.byte(after, 1)
    blank = following == BLANK
    run = bw.one_of(following, ".!?") | (blank & bw.one_of(second, ".!?"))
    in_number = bw.between(following, "0", "9") & (bw.between(last, "0", "9") | (last == BLANK))
    in_name = bw.between(following, "a", "z") | (bw.between(following, "A", "Z") & _is_initial(before))
    pause = bw.one_of(following, ",;:") | (blank & bw.one_of(second, ",;:"))
    follows = bw.one_of(last, ".!?") | ((last == BLANK) & bw.one_of(bw.byte(before, -2), ".!?"))
    no = follows | (~run & (in_number | in_name | pause))
    glued = np.flatnonzero(bw.between(following, "0", "9") & ~no)
    no[glued] = _is_inside_name(after[glued])
    yes, ask = np.zeros(len(at), np.bool_), ~no
    from_start, to_end = at - batch.starts[row], batch.ends[row] - at
    wide = (from_start >= bw.WIDTH) & (to_end > bw.WIDTH)
    gaps = np.flatnonzero(blank & ask & ~run & wide)
    yes[gaps], ask[gaps] = _judge_gaps(before[gaps], after[gaps], batch.data[at[gaps]] == ord("."))
    ask |= no & ((from_start < 2) | (to_end <= 2))
    return yes, ask & (to_end > 1)


def _is_initial(before: Windows) -> Flags:
    """`U.S.A`, `(J.R`: one letter or digit after a blank, bracket or stop."""
    return _alnum(bw.byte(before, -1)) & bw.one_of(bw.byte(before, -2), " (.")


def _judge_gaps(before: Windows, after: Windows, full_stop: Flags) -> tuple[Flags, Flags]:
    """The same for single stops with a blank after them; `full_stop` tells `.` from `?` and `!`."""
    torn = (bw.byte(before, -1) == BLANK) & bw.between(bw.byte(after, 1), "0", "9") & _is_number(before << np.uint64(8))
    before = np.where((bw.byte(before, -1) == BLANK) & full_stop, before << np.uint64(8), before)
    capital, digit = bw.between(bw.byte(after, 1), "A", "Z"), bw.between(bw.byte(after, 1), "0", "9")
    letters = bw.letters(before)
    word, edge, beyond = bw.trailing(bw.lowered(before), letters | bw.equal_to(before, "."))
    exact = full_stop & bw.one_of(edge, " ([")
    ending, _, _ = bw.trailing(bw.lowered(before), letters)
    no = torn | _starts_in_lower_case(before, after, exact & bw.contains(_ABBREVIATIONS, word))
    no |= _between_numbers(before, after) | (exact & bw.contains(_NEVER, word))
    no |= exact & bw.contains(_NEVER_BEFORE_NUMBER, word) & (digit | _bracketed_number(after))
    plain = _ends_plainly(before)
    yes = plain & ~bw.contains(_LISTED_ENDINGS, ending)
    yes |= bw.one_of(bw.byte(before, -1), ")]}%$*'\"") | _label_in_sentence(before)
    yes &= capital | (digit & ~bw.between(bw.byte(before, -1), "0", "9"))
    following, closing = _next_word(after)
    opens = bw.contains(_OPENERS, following) & bw.one_of(closing, " ,")
    named = capital & full_stop & (closing != 0) & (closing < 128) & ~bw.contains(_OPENERS, following)
    named &= (following << np.uint64(8)) != 0
    no |= named & exact & bw.contains(_OPENER_TIER, word) & ~bw.between(beyond, "0", "9")
    title = capital & bw.between(bw.byte(after, 2), "a", "z")
    yes |= title & plain & ~bw.contains(_STRICT_ENDINGS, ending)
    initial = bw.between(bw.byte(before, -1), "A", "Z") & bw.one_of(bw.byte(before, -2), " (")
    yes |= opens & full_stop & (initial | (plain & ~bw.contains(_NEVER_ENDINGS, ending)))
    no |= named & initial & (bw.byte(before, -3) < 128) & ~bw.between(bw.byte(before, -3), "a", "z")
    return yes & ~no, ~(yes | no)


def _ends_plainly(before: Windows) -> Flags:
    """Neither an initial nor the number or letter of a list item, whatever stands before the window."""
    last, second, third = (bw.byte(before, -k) for k in (1, 2, 3))
    degree = 0xB0
    words = _letter(last) & (_alnum(second) | (second == degree)) | _alnum(last) & _letter(second)
    return words | (_alnum(last) & _alnum(second) & _alnum(third))


def _is_number(before: Windows) -> Flags:
    """`... 23`"""
    run, edge, _ = bw.trailing(before, bw.digits(before))
    return (run != 0) & bw.one_of(edge, " ([")


def _label_in_sentence(before: Windows) -> Flags:
    """`of 2.3` or `and x`, but not `. 2.3` or `: x`, which may label a list item."""
    run, edge, beyond = bw.trailing(before, bw.digits(before) | bw.equal_to(before, "."))
    number = bw.between(bw.byte(run, -1), "0", "9")
    letter = bw.between(bw.byte(before, -1), "a", "z") & (bw.byte(before, -2) == BLANK)
    letter &= ~bw.contains(_ABBREVIATIONS, before & bw.LAST)
    edge = np.where(letter, BLANK, edge)
    beyond = np.where(letter, bw.byte(before, -3), beyond)
    return (number | letter) & (edge == BLANK) & (_alnum(beyond) | bw.one_of(beyond, ",)]%=<>+/*$}"))


def _next_word(after: Windows) -> tuple[Windows, Bytes]:
    """Letters after the blank, packed back to front, and the byte after them (zero if they do not end in the window)."""
    swapped = (after >> np.uint64(8)).byteswap()
    word, closing, _ = bw.trailing(swapped, bw.letters(swapped))
    return word, closing


def _between_numbers(before: Windows, after: Windows) -> Flags:
    """Digits before the stop and after the blank, and no word after these."""
    swapped = (after >> np.uint64(8)).byteswap()
    number = bw.digits(swapped) | bw.equal_to(swapped, ".") | bw.equal_to(swapped, ",")
    _, edge, beyond = bw.trailing(swapped, number)
    no_word = (edge == BLANK) & (beyond != 0) & (beyond < 128) & ~_letter(beyond)
    digits = bw.between(bw.byte(before, -1), "0", "9") & bw.between(bw.byte(after, 1), "0", "9")
    return digits & no_word


def _is_inside_name(after: Windows) -> Flags:
    """Digits glued to the stop that neither a blank nor a further number follows: `eLife.00712R`, `fig.3 shows`."""
    swapped = after.byteswap()
    _, edge, beyond = bw.trailing(swapped, bw.digits(swapped))
    other = (edge != 0) & (edge < 128) & ~bw.one_of(edge, " ,-")
    return other | ((edge == BLANK) & bw.between(beyond, "a", "z"))


def _starts_in_lower_case(before: Windows, after: Windows, abbreviated: Flags) -> Flags:
    """A word in lower case follows, and is neither a name nor a start by mistake."""
    swapped = (after >> np.uint64(8)).byteswap()
    capitals = bw.capitals(swapped)
    word, edge, _ = bw.trailing(swapped, bw.letters(swapped) & ~capitals)
    ordinary = ((word << np.uint64(8)) != 0) & bw.one_of(edge, " ,;:.)") & ~bw.contains(_LOWER_OPENERS, word)
    after_stop = bw.between(bw.byte(after, 1), "a", "z") & (capitals == 0)
    return ordinary | (after_stop & (abbreviated | _is_surely_not_plain(before)))


def _bracketed_number(after: Windows) -> Flags:
    """`(12) ...` but not `(12, 13)`, which may be a citation after the stop."""
    listed = np.zeros(len(after), np.bool_)
    for k in (3, 4, 5):
        listed |= bw.one_of(bw.byte(after, k), ",-") | (bw.byte(after, k) >= 128)
    return (bw.byte(after, 1) == ord("(")) & bw.between(bw.byte(after, 2), "0", "9") & ~listed


def _is_surely_not_plain(before: Windows) -> Flags:
    """The opposite of what the rules call a plain word, as far as ASCII shows it."""
    last, second, third = (bw.byte(before, -k) for k in (1, 2, 3))
    may_be_plain = bw.one_of(last, ")]}\"'%") | (last >= 128)
    letters = np.ones(len(before), np.bool_)
    for value in (last, second, third):
        letters &= bw.between(value, "a", "z") | (value >= 128)
    return ~(may_be_plain | letters)


def _letter(values: Bytes) -> Flags:
    return bw.between(values | np.uint8(BLANK), "a", "z")


def _alnum(values: Bytes) -> Flags:
    return bw.between(values, "0", "9") | _letter(values)


def _ask(batch: Batch, stops: Stops, asked: Flags, ends: Ints, nexts: Ints) -> Flags:
    """Ask the plain rules about some stops; writes where sentences end and start, returns which stops end one."""
    places, rows = np.flatnonzero(asked), stops.row[asked]
    at, starts = stops.at[asked], batch.starts[rows]
    inner = batch.high[(batch.data[batch.high] & 0xC0) == 0x80]
    character = at - starts - (np.searchsorted(inner, at) - np.searchsorted(inner, starts))
    raw = batch.data.tobytes()
    answers = np.zeros(len(places), np.bool_)
    row, text = -1, ""
    for k, (place, this_row, index) in enumerate(zip(places.tolist(), rows.tolist(), character.tolist(), strict=True)):
        if this_row != row:
            row = this_row
            text = raw[batch.starts[row] : batch.ends[row]].decode()
        candidate = rules.CANDIDATE.match(text, index)
        boundary = candidate and rules.boundary_at(text, candidate)
        if boundary:
            answers[k] = True
            end = int(stops.at[place]) + len(text[index : boundary[0]].encode())
            ends[place], nexts[place] = end, end + boundary[1] - boundary[0]
    return answers


def _split_plainly(batch: Batch, rows: Ints) -> tuple[Ints, Ints]:
    """Sentences of whole paragraphs by the plain rules, as byte positions."""
    firsts: list[int] = []
    lasts: list[int] = []
    for start, end in zip(batch.starts[rows].tolist(), batch.ends[rows].tolist(), strict=True):
        text = batch.data[start:end].tobytes().decode()
        place = 0
        for first, last in split_sentences(text):
            start += len(text[place:first].encode())
            firsts.append(start)
            start += len(text[first:last].encode())
            lasts.append(start)
            place = last
    return np.array(firsts, np.int64), np.array(lasts, np.int64)
