"""Eight bytes of text in one 64-bit integer: gathering them at many positions, and testing all eight at once.

The first byte of a window is the lowest. A test answers with the high bit of each byte that passes.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

WIDTH = 8
"""Bytes in a window."""

_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_LOW = np.uint64(0x7F7F7F7F7F7F7F7F)
_CASE = np.uint64(0x2020202020202020)


class Run(NamedTuple):
    """The run of wanted bytes at the end of each window."""

    word: Words
    """The window with all bytes before the run zero."""
    edge: Bytes
    """The byte before the run, zero where the run fills the window."""
    beyond: Bytes
    """The byte before that, zero where the window ends before it."""


def windows_at(data: Bytes, positions: Ints) -> Words:
    """The eight bytes from each position on; `data` is a multiple of eight long and ends in eight bytes of padding."""
    words = data.view("<u8")
    word, shift = positions >> 3, ((positions & 7) << 3).astype(np.uint64)
    # Two shifts, since one by 64 bits is undefined.
    windows: Words = (words[word] >> shift) | ((words[word + 1] << np.uint64(1)) << (np.uint64(63) - shift))
    return windows


def without_first(windows: Words, number: Ints) -> Words:
    """Windows whose first bytes, so many in each, are zero."""
    shift = (8 * number).astype(np.uint64)
    return (windows >> shift) << shift


def without_last(windows: Words, number: Ints) -> Words:
    """Windows whose last bytes, so many in each, are zero."""
    shift = (8 * number).astype(np.uint64)
    return (windows << shift) >> shift


def byte(windows: Words, index: int) -> Bytes:
    """One byte of each window; negative indexes count from the end."""
    return (windows >> np.uint64(8 * (index % WIDTH))).astype(np.uint8)


def backwards(windows: Words) -> Words:
    """Windows read from right to left, so that `trailing` finds what they start with."""
    return windows.byteswap()


def between(values: Bytes, first: str, last: str) -> Flags:
    """Bytes from one ASCII character to another."""
    return (values - np.uint8(ord(first))) <= np.uint8(ord(last) - ord(first))


def one_of(values: Bytes, characters: str) -> Flags:
    """Bytes that are one of a few ASCII characters."""
    found: Flags = values == ord(characters[0])
    for character in characters[1:]:
        found |= values == ord(character)
    return found


def is_letter(values: Bytes) -> Flags:
    """ASCII letters."""
    return between(values | np.uint8(0x20), "a", "z")


def is_alnum(values: Bytes) -> Flags:
    """ASCII letters and digits."""
    return is_letter(values) | between(values, "0", "9")


def lowered(windows: Words) -> Words:
    """Windows with ASCII letters in lower case."""
    return windows | (letters(windows) >> np.uint64(2))


def _all_between(windows: Words, first: str, last: str) -> Words:
    low = windows & _LOW
    return (low + np.uint64(128 - ord(first)) * _ONES) & ~(low + np.uint64(127 - ord(last)) * _ONES) & ~windows & _HIGH


def letters(windows: Words) -> Words:
    """High bits at ASCII letters."""
    return _all_between(windows | _CASE, "a", "z")


def capitals(windows: Words) -> Words:
    """High bits at ASCII capitals."""
    return _all_between(windows, "A", "Z")


def digits(windows: Words) -> Words:
    """High bits at ASCII digits."""
    return _all_between(windows, "0", "9")


def equal_to(windows: Words, character: str) -> Words:
    """High bits at one ASCII character."""
    return _all_between(windows, character, character)


def first(wanted: Words) -> Ints:
    """The index of the first wanted byte (high bits) of each window, WIDTH where none is."""
    lowest = wanted & (~wanted + np.uint64(1))
    return (np.bitwise_count(lowest - np.uint64(1)) >> 3).astype(np.int64)


def trailing(windows: Words, wanted: Words) -> Run:
    """The run of wanted bytes (high bits) at the end of each window."""
    outside = _before_run(wanted)
    edge = outside ^ (outside >> np.uint64(8))
    return Run(windows & ~outside, _only_byte(windows & edge), _only_byte(windows & (edge >> np.uint64(8))))


def trailing_word(windows: Words, wanted: Words) -> Words:
    """`trailing(windows, wanted).word`, for less."""
    return windows & ~_before_run(wanted)


def _before_run(wanted: Words) -> Words:
    """Mask of the bytes before the run of wanted bytes at the end."""
    unwanted = ~wanted & _HIGH
    for shift in (8, 16, 32):
        unwanted |= unwanted >> np.uint64(shift)
    return (unwanted >> np.uint64(7)) * np.uint64(255)


def _only_byte(windows: Words) -> Bytes:
    """The one byte of a window that is not zero."""
    for shift in (32, 16, 8):
        windows = windows | (windows >> np.uint64(shift))
    return windows.astype(np.uint8)


def packed(word: str) -> int:
    """A short ASCII word as the window that ends in it, zeros before."""
    return int.from_bytes(word.encode("ascii").rjust(WIDTH, b"\0")[-WIDTH:], "little")


class WordTable:
    """Flags of short words, looked up for many windows at once without a search (a perfect hash)."""

    _SLOT_BITS = 14

    def __init__(self, flags: Mapping[str, int]) -> None:
        """Words of at most eight ASCII characters, and the flags (non-zero) of each."""
        keys = np.array([packed(word) for word in flags], np.uint64)
        factor = 0x9E3779B97F4A7C15
        while len(np.unique(self._slots(keys, np.uint64(factor)))) < len(keys):
            factor = (factor * 6364136223846793005 + 1442695040888963407) % 2**64 | 1
        self._factor = np.uint64(factor)
        self._keys = np.zeros(2**self._SLOT_BITS, np.uint64)
        self._flags = np.zeros(2**self._SLOT_BITS, np.uint8)
        slots = self._slots(keys, self._factor)
        self._keys[slots], self._flags[slots] = keys, list(flags.values())

    @classmethod
    def _slots(cls, keys: Words, factor: np.uint64) -> Words:
        return (keys * factor) >> np.uint64(64 - cls._SLOT_BITS)

    def flags(self, words: Words) -> Bytes:
        """The flags of each word, zero for a word that is not listed."""
        slots = self._slots(words, self._factor)
        return np.where(self._keys[slots] == words, self._flags[slots], np.uint8(0))
