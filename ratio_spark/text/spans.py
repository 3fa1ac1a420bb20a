"""Texts as byte ranges of one UTF-8 buffer: compared, counted and handed to Arrow without a Python string."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratio_spark.text.byte_windows import Flags, Ints, Words

PAD = 64
"""Bytes behind the text of a buffer, so that windows may look past its end."""


def padded(texts: pa.StringArray, first: int, last: int) -> bytes:
    """Bytes `[first, last)` of the data buffer of an array, and PAD zeros; not the rest of what may be a long table."""
    return b"".join((texts.buffers()[2].slice(first, last - first) if last > first else b"", bytes(PAD)))


class Spans(NamedTuple):
    """Byte ranges `[start, end)` in order, none overlapping; `data` ends in PAD zeros."""

    data: bytes
    starts: Ints
    ends: Ints

    def at(self, places: Ints | Flags) -> "Spans":
        """Some of them."""
        return Spans(self.data, self.starts[places], self.ends[places])

    @property
    def lengths(self) -> Ints:
        """Bytes of each."""
        return self.ends - self.starts

    def text(self, place: int) -> str:
        """One of them."""
        return str(self.data[self.starts[place] : self.ends[place]], "utf-8")

    def texts(self) -> pa.StringArray:
        """An Arrow column of its own.

        >>> Spans(b"It ran. It fell." + bytes(PAD), np.array([0, 8]), np.array([7, 16])).texts().to_pylist()
        ['It ran.', 'It fell.']
        """
        if not len(self.starts):
            return pa.array([], pa.string())
        offsets = np.stack([self.starts, self.ends], axis=1).astype(np.int32)
        every = pa.StringArray.from_buffers(offsets.size - 1, pa.py_buffer(offsets), pa.py_buffer(self.data))
        return every.take(pa.array(np.arange(0, offsets.size, 2)))

    def windows(self, skip: int = 0) -> Words:
        """The eight bytes from the start of each on, some bytes skipped (at most PAD - 8); they may pass its end."""
        every: Words = np.ndarray(len(self.data) - 7, "<u8", self.data, strides=(1,))
        return every[self.starts + skip]


def earlier(groups: npt.NDArray[np.int32], *sides: Spans) -> Ints:
    """How often the same texts, one of each side, came before in the same group.

    >>> text = Spans(b"one.two.one." + bytes(PAD), np.array([0, 4, 8]), np.array([4, 8, 12]))
    >>> earlier(np.array([0, 0, 0], np.int32), text).tolist()
    [0, 0, 1]
    """
    counts = np.zeros(len(groups), np.int64)
    # Texts that are equal have the same length and the same first bytes: few others do.
    keys = groups.astype(np.uint64)
    for side in sides:
        for value in (side.lengths.astype(np.uint64), side.windows() * (side.lengths >= 8)):
            keys = (keys ^ (keys >> np.uint64(29)) ^ value) * np.uint64(0x9E3779B97F4A7C15)
    order = np.argsort(keys, kind="stable")
    same = keys[order][1:] == keys[order][:-1]
    places = np.sort(order[np.append(same, False) | np.insert(same, 0, False)]) if len(order) else order
    seen: dict[tuple[int | bytes, ...], int] = {}
    columns = [groups[places].tolist()]
    for side in sides:
        spans = zip(side.starts[places].tolist(), side.ends[places].tolist(), strict=True)
        columns.append([side.data[start:end] for start, end in spans])
    for place, key in zip(places.tolist(), zip(*columns, strict=True), strict=True):
        counts[place] = seen.get(key, 0)
        seen[key] = counts[place] + 1
    return counts
