"""Split a paragraph of scientific text into sentences, by the rules of `sentence_rules`.

Any run of white space counts as one blank, so line breaks never change the result.
"""

import re
from bisect import bisect_right
from itertools import accumulate

from ratio_spark.text.sentence_rules import spans

_WORD = re.compile(r"\S+")


def split_sentences(paragraph: str) -> list[tuple[int, int]]:
    """Cut a paragraph into sentences.

    Args:
        paragraph: any text; runs of Unicode white space in it count as one blank.

    Returns:
        Code-point offsets `[start, end)` into `paragraph`, in order, never overlapping, without white space at either
        end, together covering all text that is not white space.

    >>> split_sentences("It overfits.  To\\naddress this, we stop.")
    [(0, 12), (14, 39)]
    """
    text = " ".join(paragraph.split())
    found = spans(text)
    return found if len(text) == len(paragraph) else _places_in(paragraph, found)


def _places_in(paragraph: str, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Offsets into the white-space-normalised paragraph, turned into offsets into the paragraph."""
    words = [word.span() for word in _WORD.finditer(paragraph)]
    word_starts = list(accumulate((end - start + 1 for start, end in words), initial=0))

    def place(offset: int) -> int:
        word = bisect_right(word_starts, offset) - 1
        return words[word][0] + offset - word_starts[word]

    return [(place(start), place(end - 1) + 1) for start, end in found]
