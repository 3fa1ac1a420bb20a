"""Eight bytes of text in one 64-bit integer: gathering them at many positions and testing all eight at once.

The first byte of a window is the lowest; a test answers with the high bit of each byte that passes.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Windows = npt.NDArray[np.uint64]

WIDTH = 8
"""Bytes in a window."""

LAST = np.uint64(0xFF << 56)
"""Mask of the last byte."""

_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_LOW = np.uint64(0x7F7F7F7F7F7F7F7F)
_CASE = np.uint64(0x2020202020202020)


def windows_at(data: Bytes, positions: Ints) -> Windows:
    """The eight bytes from each position on; `data` is a multiple of eight long and ends in eight bytes of padding."""
    words = data.view("<u8")
    word, shift = positions >> 3, ((positions & 7) << 3).astype(np.uint64)
    return (words[word] >> shift) | ((words[word + 1] << np.uint64(1)) << (np.uint64(63) - shift))


def byte(windows: Windows, index: int) -> Bytes:
    """One byte of each window; negative indexes count from the end."""
    return windows.view(np.uint8).reshape(-1, WIDTH)[:, index]


def between(values: Bytes, first: str, last: str) -> Flags:
    """Bytes from one ASCII character to another."""
    return (values - np.uint8(ord(first))) <= np.uint8(ord(last) - ord(first))


def one_of(values: Bytes, characters: str) -> Flags:
    """Bytes that are one of a few ASCII characters."""
    found = values == ord(characters[0])
    for character in characters[1:]:
        found |= values == ord(character)
    return found


def lowered(windows: Windows) -> Windows:
    """Windows with ASCII letters in lower case; other bytes are of no use afterwards."""
    return windows | _CASE


def letters(windows: Windows) -> Windows:
    """High bits at ASCII letters."""
    low = (windows | _CASE) & _LOW
    return (low + np.uint64(128 - ord("a")) * _ONES) & ~(low + np.uint64(127 - ord("z")) * _ONES) & ~windows & _HIGH


def capitals(windows: Windows) -> Windows:
    """High bits at ASCII capitals."""
    return letters(windows) & ~(windows << np.uint64(2))


def equal_to(windows: Windows, character: str) -> Windows:
    """High bits at one ASCII character."""
    differs = windows ^ (np.uint64(ord(character)) * _ONES)
    return ~(((differs & _LOW) + _LOW) | differs) & _HIGH


def digits(windows: Windows) -> Windows:
    """High bits at ASCII digits."""
    low = windows & _LOW
    return (low + np.uint64(128 - ord("0")) * _ONES) & ~(low + np.uint64(127 - ord("9")) * _ONES) & ~windows & _HIGH


def trailing(windows: Windows, wanted: Windows) -> tuple[Windows, Bytes, Bytes]:
    """The run of wanted bytes at the end of each window.

    Args:
        windows: eight bytes each.
        wanted: high bits at the bytes that may stand in the run.

    Returns:
        The windows with all bytes before the run zero; the byte before the run; the byte before that. Both are zero
        where the window ends before them.
    """
    unwanted = ~wanted & _HIGH
    for shift in (8, 16, 32):
        unwanted |= unwanted >> np.uint64(shift)
    outside = (unwanted >> np.uint64(7)) * np.uint64(255)
    edge = outside & ~(outside >> np.uint64(8))
    return windows & ~outside, _only_byte(windows & edge), _only_byte(windows & (edge >> np.uint64(8)))


def _only_byte(windows: Windows) -> Bytes:
    """The one byte of a window that is not zero."""
    for shift in (32, 16, 8):
        windows = windows | (windows >> np.uint64(shift))
    return windows.astype(np.uint8)


def packed(word: str) -> int:
    """A short ASCII word as the window that ends in it, zeros before."""
    return int.from_bytes(word.encode("ascii").rjust(WIDTH, b"\0")[-WIDTH:], "little")


def table(words: Iterable[str]) -> Windows:
    """Short words, packed and sorted, for `contains`."""
    return np.array(sorted({packed(word) for word in words}), dtype=np.uint64)


def contains(words: Windows, values: Windows) -> Flags:
    """Which values stand in a table."""
    place = np.minimum(np.searchsorted(words, values), len(words) - 1)
    return words[place] == values
