"""Forms pairs: a sentence that opens with a marker, and the sentence before it in the same paragraph."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ratio_spark.text.markers import Label, Match, Matcher

Span = tuple[int, int]

FIRST_IN_PARAGRAPH = "first_in_paragraph"
EMPTY_GOLD = "empty_gold"

_EMPTY = hashlib.blake2b(digest_size=16)


class Opened(NamedTuple):
    """A sentence that opens with a marker; it is a pair unless `reason` says why not.

    `marker` is the head of the sentence up to and with the marker's comma, `gold` the whole rest; joined
    again they are the sentence. `sentence` is the 0-based index in the paragraph.
    """

    sentence: int
    label: Label
    marker: str
    extension: str | None
    query: str
    gold: str
    text: str
    reason: str | None


def cut(sentence: int, text: str, match: Match, previous: str) -> Opened:
    """Cuts a sentence that opens with a marker.

    Args:
        sentence: its 0-based index in the paragraph.
        text: its text, white space collapsed.
        match: its marker.
        previous: the sentence before it in the paragraph, empty for the first.
    """
    gold = text[match.end :].lstrip()
    reason = None
    if sentence == 0:
        reason = FIRST_IN_PARAGRAPH
    elif not any(map(str.isalnum, gold)):
        reason = EMPTY_GOLD
    return Opened(sentence, match.label, text[: match.end], match.extension, previous, gold, text, reason)


def opened_sentences(paragraph: str, spans: Sequence[Span], matcher: Matcher) -> Iterator[Opened]:
    """Every sentence of a paragraph (white space collapsed) that opens with a marker, in order.

    Args:
        paragraph: the text that the spans point into.
        spans: its sentences as (start, end) in code points.
        matcher: the markers to look for.
    """
    previous = ""
    for at, (start, end) in enumerate(spans):
        text = paragraph[start:end]
        match = matcher.match(text)
        if match:
            yield cut(at, text, match, previous)
        previous = text


def pair_ids(paper_id: str, query: str, marker_sentence: str, occurrence: int) -> tuple[str, str]:
    """The pair_id and candidate_id of a pair: they depend on the paper and the two texts, not on their place.

    Args:
        occurrence: how many pairs with the same two texts came before in this paper.
    """
    texts = (paper_id, query, marker_sentence, str(occurrence))
    return hash_pair(*(text.encode("utf-8", "surrogatepass") for text in texts))


def hash_pair(*texts: bytes) -> tuple[str, str]:
    """`pair_ids` of UTF-8 texts and the decimal digits of a number."""
    pair_id = _digest(b"\x1f".join(texts))
    return pair_id, _digest(pair_id.encode() + b"\x1fcandidate")


def _digest(content: bytes) -> str:
    hashing = _EMPTY.copy()
    hashing.update(content)
    return hashing.hexdigest()
