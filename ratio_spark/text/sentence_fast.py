"""The rules of `sentence_rules` compiled for whole Arrow batches: the same spans, without a Python string for most stops.

Each stop byte is looked at together with the eight bytes before and after it, all stops of a batch at once, and is found
to end a sentence surely, surely not, or perhaps. Only the last are asked of the plain rules, one by one. Paragraphs
whose white space or stops are out of the ordinary go to the plain rules whole.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratio_spark.text import sentence_rules as rules
from ratio_spark.text.sentences import split_sentences

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

WINDOW = 8
"""Bytes looked at on either side of a stop."""

NO, YES, ASK = 0, 1, 2


def _class(characters: str) -> Flags:
    """A table from byte to membership in a class of ASCII characters."""
    table = np.zeros(256, dtype=np.bool_)
    table[list(characters.encode("ascii"))] = True
    return table


_LOWER = _class("abcdefghijklmnopqrstuvwxyz")
_UPPER = _class("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGIT = _class("0123456789")
_LETTER = _LOWER | _UPPER
_ALNUM = _LETTER | _DIGIT
_WORD_BYTE = _LETTER | _class(".")
_WORD_EDGE = _class(" ([")
_PAUSE = _class(",;:")
_CLOSING = _class(")]")
_STOP = _class(".!?")


def _packed(word: str) -> int:
    """The last eight bytes of a word as one integer, the last byte highest, zeros before a shorter word."""
    return int.from_bytes(word.encode("ascii").rjust(WINDOW, b"\0")[-WINDOW:], "little")


def _table(words: Any) -> Words:
    return np.array(sorted({_packed(word) for word in words}), dtype=np.uint64)


_LISTED_ENDINGS = _table(word.rpartition(".")[2] for word in rules.LISTED)
"""Letters at the end of a word on which some rule may have an opinion."""

_NEVER = _table(word for word, tier in rules.TIER_OF.items() if tier == "never")
_NOT_BEFORE_NUMBER = _table(word for word, tier in rules.TIER_OF.items() if tier in ("never", "label", "opener"))


def _contains(table: Words, values: Words) -> Flags:
    found = np.searchsorted(table, values)
    return table[np.minimum(found, len(table) - 1)] == values


def split_batch(paragraphs: pa.StringArray) -> tuple[npt.NDArray[np.int32], Ints, Ints]:
    """Cut every paragraph of a batch into sentences, exactly as `split_sentences` does.

    Args:
        paragraphs: UTF-8 strings; a null has no sentences.

    Returns:
        Row of the paragraph (int32), first byte and end byte (int64, end exclusive) of each sentence, in order. Bytes are
        counted from the start of the array's data buffer (`paragraphs.buffers()[2]`), so `StringArray.from_buffers` can
        take the texts without making Python strings.

    >>> rows, starts, ends = split_batch(pa.array(["It overfits. We stop.", None, "Ω is µ. Then"]))
    >>> rows.tolist(), starts.tolist(), ends.tolist()
    ([0, 0, 2, 2], [0, 13, 21, 30], [12, 21, 29, 34])
    """
    batch = _Batch(paragraphs)
    whole = batch.uneven | batch.has_ellipsis_character
    rows, ends, nexts, clash = batch.boundaries(whole)
    whole[clash] = True
    kept = ~whole[rows]
    return batch.sentences(whole, rows[kept], ends[kept], nexts[kept])
