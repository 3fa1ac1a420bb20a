"""The rules of `sentence_rules` compiled for whole Arrow batches: the same sentences, without a Python string for most.

All stops of a batch are looked at together, each with the eight bytes before and after it: some surely end a sentence,
some surely do not (`sentence_judge`). The few others are asked of the plain rules, one by one, and paragraphs with
uneven white space go to the plain rules whole.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Bytes, Flags, Ints, Words
from ratio_spark.text.sentence_judge import judge_gaps, judge_glued
from ratio_spark.text.sentence_rules import boundary_at
from ratio_spark.text.sentence_stops import CANDIDATE
from ratio_spark.text.sentences import split_sentences
from ratio_spark.text.white_space import BLANK, CHUNK, are_wide, controls, offsets_of

PIECE = 1 << 21
"""Bytes of text whose stops are judged at once: arrays stay in the cache."""


class Batch(NamedTuple):
    """Paragraphs as bytes; positions count from the start of `data`."""

    raw: bytearray
    """What `data` shows."""
    data: Bytes
    """The text with a blank for any ASCII white space, and blanks before and after it."""
    offset: int
    """What to add to a position for the position in the array's data buffer."""
    starts: Ints
    """Where each paragraph starts."""
    ends: Ints
    """Where each paragraph ends."""
    stops: Ints
    """Positions of `.`, `?` and `!`."""
    high: Ints
    """Positions of the bytes that are not ASCII."""
    double: Ints
    """Positions of blanks that a blank follows."""


class Stops(NamedTuple):
    """Stop bytes of a batch, in order."""

    at: Ints
    """Where they stand."""
    row: Ints
    """Rows of their paragraphs."""
    before: Words
    """The eight bytes before each."""
    after: Words
    """The eight bytes after each."""


class Boundaries(NamedTuple):
    """Where sentences end inside paragraphs and the next start, in order."""

    row: Ints
    ends: Ints
    nexts: Ints


def split_batch(paragraphs: pa.StringArray) -> tuple[npt.NDArray[np.int32], Ints, Ints]:
    """Cut every paragraph of a batch into sentences, exactly as `split_sentences` does.

    Args:
        paragraphs: UTF-8 strings; a null has no sentences.

    Returns:
        Row of the paragraph (int32), first byte and end byte (int64, end exclusive) of each sentence, in order. Bytes
        are counted from the start of the array's data buffer (`paragraphs.buffers()[2]`), so that
        `StringArray.from_buffers` can take the texts without making Python strings.

    Raises:
        TypeError: the array is of another type.

    >>> rows, starts, ends = split_batch(pa.array(["It overfits. We stop.", None, "Ω is µ. Then"]))
    >>> rows.tolist(), starts.tolist(), ends.tolist()
    ([0, 0, 2, 2], [0, 13, 21, 31], [12, 21, 30, 35])
    """
    if not pa.types.is_string(paragraphs.type):
        raise TypeError(f"paragraphs are {paragraphs.type}, not string")
    if not len(paragraphs):
        return np.zeros(0, np.int32), np.zeros(0, np.int64), np.zeros(0, np.int64)
    offsets = offsets_of(paragraphs)
    pieces = _pieces(offsets)
    room = bytearray(max(int(offsets[last] - offsets[first]) for first, last in pieces) + 4 * bw.WIDTH)
    parts = [_split_piece(_load(paragraphs.slice(first, last - first), room), first) for first, last in pieces]
    rows, starts, ends = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return rows.astype(np.int32), starts, ends


def _pieces(offsets: Ints) -> list[tuple[int, int]]:
    """Runs of rows `[first, last)` of about `PIECE` bytes."""
    bounds = np.searchsorted(offsets, np.arange(offsets[0], offsets[-1], PIECE))
    edges = np.unique(np.concatenate([bounds, [0, len(offsets) - 1]])).tolist()
    return list(pairwise(edges))


def _split_piece(batch: Batch, first_row: int) -> tuple[Ints, Ints, Ints]:
    uneven = _uneven(batch)
    stops = _stops(batch)
    yes, ask = _judge(batch, stops)
    asked = np.flatnonzero(ask & ~uneven[stops.row])
    yes[asked], ends, nexts = _ask(batch, stops, asked)
    found = Boundaries(stops.row[yes], ends[yes], nexts[yes])
    in_tail = (found.nexts[:-1] > stops.at[yes][1:]) & (found.row[:-1] == found.row[1:])
    uneven[found.row[1:][in_tail]] = True
    if uneven.any():
        batch, found = _split_plainly(batch, found, uneven)
    return _sentences(batch, found, first_row)


def _sentences(batch: Batch, found: Boundaries, first_row: int) -> tuple[Ints, Ints, Ints]:
    """Rows, starts and ends of all sentences from the boundaries between them."""
    filled = batch.starts < batch.ends
    counts = np.bincount(found.row, minlength=len(filled)) + filled
    after_row = np.cumsum(counts)
    starts, ends = np.empty(after_row[-1], np.int64), np.empty(after_row[-1], np.int64)
    inner = np.ones(len(starts), np.bool_)
    first, last = (after_row - counts)[filled], after_row[filled] - 1
    inner[first] = False
    starts[first], starts[inner] = batch.starts[filled], found.nexts
    inner[first], inner[last] = True, False
    ends[last], ends[inner] = batch.ends[filled], found.ends
    return np.repeat(np.arange(len(counts)) + first_row, counts), starts + batch.offset, ends + batch.offset


def _load(paragraphs: pa.StringArray, room: bytearray) -> Batch:
    """The bytes of a batch in `room`, and what is found in them."""
    offsets = offsets_of(paragraphs)
    first, size = int(offsets[0]), int(offsets[-1] - offsets[0])
    data = np.frombuffer(room, np.uint8, (size + 4 * bw.WIDTH) // bw.WIDTH * bw.WIDTH)
    data[: bw.WIDTH] = data[bw.WIDTH + size :] = BLANK
    if size:
        data[bw.WIDTH : bw.WIDTH + size] = np.frombuffer(paragraphs.buffers()[2], np.uint8, size, first)
    starts, ends = offsets[:-1] - first + bw.WIDTH, offsets[1:] - first + bw.WIDTH
    if paragraphs.null_count:
        ends = np.where(paragraphs.is_valid().to_numpy(zero_copy_only=False), ends, starts)
    stops, high, double = (np.concatenate(places) for places in zip(*_scan(data), strict=True))
    double = double[(double >= bw.WIDTH) & (double + 1 < offsets[-1] - first + bw.WIDTH)]
    return Batch(room, data, first - bw.WIDTH, starts, ends, stops, high, double)


def _scan(data: Bytes) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Positions of stops, of bytes that are not ASCII and of double blanks, by chunks; makes white space blank."""
    for start in range(0, len(data), CHUNK):
        chunk = data[start : start + CHUNK]
        chunk[controls(chunk)] = BLANK
        blank = data[max(0, start - 1) : start + CHUNK] == BLANK
        double = blank[1:] & blank[:-1]
        odd = np.flatnonzero((chunk >= 128) | bw.one_of(chunk, ".!?"))
        is_high = chunk[odd] >= 128
        doubles = np.flatnonzero(double) + max(0, start - 1) if double.any() else odd[:0]
        yield odd[~is_high] + start, odd[is_high] + start, doubles


def _uneven(batch: Batch) -> Flags:
    """Paragraphs with other than single blanks and ASCII stops: these go to the plain rules whole."""
    data, high = batch.data, batch.high
    is_ellipsis = (data[high] == 0xE2) & (data[high + 1] == 0x80) & (data[high + 2] == 0xA6)
    places = np.concatenate([high[are_wide(data, high) | is_ellipsis], batch.double])
    uneven: Flags = (data[batch.starts] == BLANK) | (data[batch.ends - 1] == BLANK)
    uneven[np.searchsorted(batch.starts, places, side="right") - 1] = True
    uneven &= batch.starts < batch.ends
    return uneven


def _stops(batch: Batch) -> Stops:
    """The stops with what stands around them; bytes of other paragraphs are zero."""
    counts = np.diff(np.searchsorted(batch.stops, batch.starts), append=len(batch.stops))
    row = np.repeat(np.arange(len(batch.starts)), counts)
    inside = batch.stops + 1 < batch.ends[row]
    at, row = batch.stops[inside], row[inside]
    before, after = bw.windows_at(batch.data, at - bw.WIDTH), bw.windows_at(batch.data, at + 1)
    lack = np.maximum(bw.WIDTH - (at - batch.starts[row]), 0)
    few = np.flatnonzero(lack)
    before[few] = bw.without_first(before[few], lack[few])
    lack = np.maximum(bw.WIDTH + 1 - (batch.ends[row] - at), 0)
    few = np.flatnonzero(lack)
    after[few] = bw.without_last(after[few], lack[few])
    return Stops(at, row, before, after)


def _judge(batch: Batch, stops: Stops) -> tuple[Flags, Flags]:
    """Which stops surely end a sentence, and which must be asked of the plain rules."""
    before, after = stops.before, stops.after
    last, following, second = bw.byte(before, -1), bw.byte(after, 0), bw.byte(after, 1)
    blank = following == BLANK
    run = bw.one_of(following, ".!?") | (blank & bw.one_of(second, ".!?"))
    pause = bw.one_of(following, ",;:") | (blank & bw.one_of(second, ",;:"))
    follows = bw.one_of(last, ".!?") | ((last == BLANK) & bw.one_of(bw.byte(before, -2), ".!?"))
    yes, ask = np.zeros(len(after), np.bool_), ~(pause | follows)
    glued = np.flatnonzero(ask & ~blank & ~run)
    ask[glued] = ~judge_glued(before[glued], after[glued])
    gaps = np.flatnonzero(ask & blank & ~run)
    yes[gaps], ask[gaps] = judge_gaps(before[gaps], after[gaps], batch.data[stops.at[gaps]] == ord("."))
    return yes, ask


def _ask(batch: Batch, stops: Stops, asked: Ints) -> tuple[list[bool], Ints, Ints]:
    """Ask the plain rules about some stops: which end a sentence; where sentences end and start after every stop."""
    at, row = stops.at[asked], stops.row[asked]
    starts = batch.starts[row]
    inner = batch.high[(batch.data[batch.high] & 0xC0) == 0x80]
    index = at - starts - (np.searchsorted(inner, at) - np.searchsorted(inner, starts))
    answers, ends, nexts = [], stops.at + 1, stops.at + 2
    last_start, text = -1, ""
    columns = (asked, starts, batch.ends[row], index)
    for k, start, end, place in zip(*(column.tolist() for column in columns), strict=True):
        if start != last_start:
            last_start, text = start, batch.raw[start:end].decode()
        candidate = CANDIDATE.match(text, place)
        boundary = boundary_at(text, candidate) if candidate else None
        answers.append(boundary is not None)
        if boundary and boundary != (place + 1, place + 2):
            ends[k] = stops.at[k] + len(text[place : boundary[0]].encode())
            nexts[k] = ends[k] + boundary[1] - boundary[0]
    return answers, ends, nexts


def _split_plainly(batch: Batch, found: Boundaries, uneven: Flags) -> tuple[Batch, Boundaries]:
    """Boundaries with those of whole paragraphs by the plain rules; these paragraphs shrink to their text."""
    starts, ends = batch.starts.copy(), batch.ends.copy()
    boundaries: list[tuple[int, int, int]] = []
    for row in np.flatnonzero(uneven).tolist():
        place = int(starts[row])
        text = batch.raw[place : ends[row]].decode()
        spans, character = [], 0
        for first, last in split_sentences(text):
            begin = place + len(text[character:first].encode())
            place, character = begin + len(text[first:last].encode()), last
            spans.append((begin, place))
        starts[row], ends[row] = (spans[0][0], spans[-1][1]) if spans else (0, 0)
        boundaries += [(row, last, first) for (_, last), (first, _) in pairwise(spans)]
    even = ~uneven[found.row]
    plain = np.array(boundaries, np.int64).reshape(-1, 3).T
    merged = [np.concatenate([column[even], more]) for column, more in zip(found, plain, strict=True)]
    order = np.argsort(merged[1], kind="stable")
    return batch._replace(starts=starts, ends=ends), Boundaries(*(column[order] for column in merged))
