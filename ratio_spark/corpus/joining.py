"""Makes paragraphs whole again that a display formula, a reference mark, a column or a page cut in two.

What begins in the middle of a sentence is no paragraph of its own: that is the whole rule. Where nothing visible
stands between, the text before must also be without its end. Back matter is left out on the way.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ratio_spark.corpus.headings import is_back_matter
from ratio_spark.corpus.paper import Paragraph

# A word in small letters: no "p53REs", no "https://", no label as in "forward: GGC", no name as in "logits = x".
_SMALL_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*(?=[.,;)\]]?(?:\s|\Z))(?!\s*=)")
_GOING_ON = re.compile(r"[,;:)\]]|\.(?=\s|\Z)")
_CLOSING = "\"'”’»)]"
# What asks for a number: "Wells et al", "[Fig.", "in Sections", an open bracket.
_ASKS_FOR_NUMBER = re.compile(
    r"\b(?:et al|[Ff]igs?|[Ee]qs?|[Rr]efs?|[Ss]ecs?|[Tt]abs?|Figures?|Tables?|Equations?|Sections?)\.?\Z|[(\[]\Z"
)
_NUMBER = re.compile(r"[(\[]?\d")
_TAIL = 20

# Most papers have the same few headings.
_is_back_matter = lru_cache(maxsize=1 << 12)(is_back_matter)


class Mark(NamedTuple):
    """A display formula, or a mark that refers to something (`cites`: to other work), between two paragraphs."""

    text: str
    cites: bool = False


def is_open(text: str) -> bool:
    """Whether a text stops before its sentence does.

    >>> is_open("the loss is"), is_open("It fails."), is_open("(It fails.)"), is_open("given by:")
    (True, False, False, True)
    """
    return text.rstrip().rstrip(_CLOSING)[-1:] not in ".?!"


def begins_within(text: str) -> bool:
    """Whether a text begins in the middle of a sentence: with a word in small letters or with punctuation.

    >>> [begins_within(text) for text in ("where x is", ", and", "Where x is", "p53REs are", "2 are", "https://a.b c")]
    [True, True, False, False, False, False]
    """
    if word := _SMALL_WORD.match(text):
        return word.group().islower()
    return _GOING_ON.match(text) is not None


def joined(pieces: Iterable[Paragraph | Mark]) -> tuple[Paragraph, ...]:
    """The paragraphs of a paper, whole.

    Args:
        pieces: in order. Marks belong to the paragraph before them.

    A paragraph goes on with the one before it where both have one heading and it begins within a sentence (or with
    "Where", after a mark), or where the one before asks for a number and it begins with one. Blank ones, those that
    repeat the text of the one before them, and those under a heading of back matter are left out.

    >>> joined([Paragraph(None, "The loss is"), Mark("$L = 1$"), Paragraph(None, "where L is known.")])
    (Paragraph(section=None, text='The loss is $L = 1$ where L is known.', citations=None),)
    """
    whole: list[Paragraph] = []
    cut: dict[int, list[Paragraph | Mark]] = {}
    last, section, is_kept, after_mark = "", None, True, False
    for piece in pieces:
        if isinstance(piece, Mark):
            if whole and is_kept:
                cut.setdefault(len(whole), [whole[-1]]).append(piece)
                after_mark = True
            continue
        text = piece.text.strip()
        if not text or text == last:
            continue
        is_same = piece.section == section
        if not is_same:
            section = piece.section
            is_kept = not _is_back_matter(section)
        if is_kept and is_same and whole and _goes_on(last, after_mark, text):
            cut.setdefault(len(whole), [whole[-1]]).append(piece)
        elif is_kept:
            whole.append(piece)
        last, after_mark = text, False
    for number, parts in cut.items():
        whole[number - 1] = _one(parts)
    return tuple(whole)


def _goes_on(last: str, after_mark: bool, text: str) -> bool:
    """Whether a text goes on with that of the last paragraph, behind which a mark may stand."""
    if text[0].isupper():
        return after_mark and text.startswith("Where ")
    if begins_within(text):
        return after_mark or is_open(last)
    return _NUMBER.match(text) is not None and _ASKS_FOR_NUMBER.search(last[-_TAIL:]) is not None


def _one(pieces: list[Paragraph | Mark]) -> Paragraph:
    """The paragraph that some pieces are, with their citations where they stand in it."""
    texts: list[str] = []
    citations: list[tuple[int, int]] = []
    length = 0
    for piece in pieces:
        text = piece.text.strip()
        blank = " " if texts and not _GOING_ON.match(text) else ""
        start = length + len(blank)
        texts += [blank, text]
        length = start + len(text)
        shift = start - (len(piece.text) - len(piece.text.lstrip()))
        for begin, end in _citations(piece) or ():
            begin, end = max(begin + shift, start), min(end + shift, length)
            if begin < end:  # else it marked only white space that is gone
                citations.append((begin, end))
    known = any(_citations(piece) is not None for piece in pieces)
    section = next(piece.section for piece in pieces if isinstance(piece, Paragraph))
    return Paragraph(section, "".join(texts), tuple(citations) if known else None)


def _citations(piece: Paragraph | Mark) -> tuple[tuple[int, int], ...] | None:
    if isinstance(piece, Paragraph):
        return piece.citations
    return ((0, len(piece.text)),) if piece.cites else None
