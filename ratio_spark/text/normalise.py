"""Two views of a text: the one that is stored (white space collapsed) and the one that is matched (folded)."""

import unicodedata
from bisect import bisect_left
from itertools import accumulate

_SAME = {
    **dict.fromkeys("‘’‚‛′´ʼ", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "，": "，",  # compatibility folding would make it the comma that ends a marker
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
}


class _FoldTable(dict[int, str]):
    """Code point → folded string, filled on demand."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        folded = _SAME.get(character)
        if folded is None:
            folded = unicodedata.normalize("NFKC", character).casefold()
            folded = "".join(_SAME.get(c, c) for c in folded)
        self[code] = folded
        return folded


_FOLD = _FoldTable()


_ASCII_WHITE_SPACE = "\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f"


def collapse(text: str) -> str:
    """The text as rows keep it: every run of white space is one blank, none at the ends, the rest verbatim.

    >>> collapse(" To address\\n this,\\u00a0we ")
    'To address this, we'
    """
    if text.isascii() and "  " not in text and not any(sign in text for sign in _ASCII_WHITE_SPACE):
        return text.strip(" ")
    return " ".join(text.split())


class Folded:
    """A copy of a text for matching, and the way back to the offsets of the text.

    Case, typographic quotes, dashes, ligatures and compatibility forms are folded, soft hyphens and
    zero-width characters dropped.

    >>> folded = Folded("The ﬁrst “so-called”\\u00a0one")
    >>> folded.text
    'the first "so-called" one'
    >>> folded.source(len("the first"))
    8
    """

    __slots__ = ("_ends", "_source", "text")

    def __init__(self, source: str) -> None:
        self._source = source
        self._ends: list[int] | None = None
        self.text = source.lower() if source.isascii() else source.translate(_FOLD)

    def source(self, offset: int) -> int:
        """The offset in the source (code points) of the smallest prefix that folds to `offset` characters.

        An offset inside a ligature gives the place after the ligature.
        """
        if self._source.isascii():
            return offset
        if self._ends is None:
            self._ends = list(accumulate((len(_FOLD[ord(sign)]) for sign in self._source), initial=0))
        return bisect_left(self._ends, offset)


def fold(text: str) -> str:
    """The folded form of a text, white space collapsed.

    >>> fold("Don’t  STOP")
    "don't stop"
    """
    return collapse(Folded(text).text)
