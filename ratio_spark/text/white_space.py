"""Finds white space other than single blanks between words, in bytes and without a Python string."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Bytes, Flags, Ints

CHUNK = 1 << 17
"""Bytes that are scanned at once: arrays stay in the cache."""

BLANK = ord(" ")

# The first bytes of white space beyond ASCII lie from here to 0xE3.
_FIRST_LEAD = 0xC2


def offsets_of(texts: pa.StringArray) -> Ints:
    """Where each text starts in the data buffer of the array, and where the last one ends."""
    buffer = np.frombuffer(texts.buffers()[1], np.int32)
    return buffer[texts.offset : texts.offset + len(texts) + 1].astype(np.int64)


def controls(data: Bytes) -> Ints:
    """The places of ASCII white space other than blanks, as `str.isspace` knows it."""
    if not len(data) or data.min() >= BLANK:
        return np.zeros(0, np.int64)
    low = np.flatnonzero(data < BLANK)
    return low[bw.between(data[low], "\t", "\r") | (data[low] >= 28)]


def are_wide(data: Bytes, leads: Ints) -> Flags:
    """Which of the places given are the first byte of a white-space character beyond ASCII."""
    lead, second, third = (data[np.minimum(leads + k, len(data) - 1)] for k in range(3))
    wide: Flags = (lead == 0xC2) & ((second == 0x85) | (second == 0xA0))
    wide |= (lead == 0xE1) & (second == 0x9A) & (third == 0x80)
    separator = (third == 0xA8) | (third == 0xA9) | (third == 0xAF)
    wide |= (lead == 0xE2) & (second == 0x80) & ((third <= 0x8A) | separator)
    wide |= (lead == 0xE2) & (second == 0x81) & (third == 0x9F)
    wide |= (lead == 0xE3) & (second == 0x80) & (third == 0x80)
    return wide


def uneven(texts: pa.StringArray) -> Flags:
    """Which texts have white space other than single blanks between words.

    >>> uneven(pa.array(["It fails.", "It\\tfails.", "It  fails.", " It", "It\\u2009fails.", "", None])).tolist()
    [False, True, True, True, True, False, False]
    """
    found = np.zeros(len(texts), np.bool_)
    offsets = offsets_of(texts)
    if offsets[0] == offsets[-1]:
        return found
    data = np.frombuffer(texts.buffers()[2], np.uint8)[offsets[0] : offsets[-1]]
    starts, ends = offsets[:-1] - offsets[0], offsets[1:] - offsets[0]
    filled = np.flatnonzero(starts < ends)
    found[filled] = (data[starts[filled]] == BLANK) | (data[ends[filled] - 1] == BLANK)
    uneven_blanks, leads = (np.concatenate(places) for places in zip(*_scan(data), strict=True))
    places = np.concatenate([uneven_blanks, leads[are_wide(data, leads)]])
    found[np.searchsorted(ends, places, side="right")] = True
    return found & texts.is_valid().to_numpy(zero_copy_only=False) if texts.null_count else found


def _scan(data: Bytes) -> Iterator[tuple[Ints, Ints]]:
    """Places of uneven ASCII white space, and of bytes that may start wider white space, by chunks."""
    for start in range(0, len(data), CHUNK):
        chunk = data[start : start + CHUNK]
        places = controls(chunk)
        blank = data[start : start + CHUNK + 1] == BLANK
        double = blank[1:] & blank[:-1]
        if double.any():
            places = np.concatenate([places, np.flatnonzero(double)])
        leads = np.flatnonzero(bw.between(chunk, "\xc2", "\xe3")) if chunk.max() >= _FIRST_LEAD else places[:0]
        yield places + start, leads + start
