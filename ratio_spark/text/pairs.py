"""Forms pairs: a sentence that opens with a marker, and the sentence before it in the same paragraph."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ratio_spark.text.markers import Label, Matcher

Span = tuple[int, int]

FIRST_IN_PARAGRAPH = "first_in_paragraph"
EMPTY_GOLD = "empty_gold"


@dataclass(frozen=True, slots=True)
class Opened:
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


def opened_sentences(paragraph: str, spans: Sequence[Span], matcher: Matcher) -> Iterator[Opened]:
    """Every sentence of a paragraph (white space collapsed) that opens with a marker, in order.

    Args:
        paragraph: the text that the spans point into.
        spans: its sentences as (start, end) in code points.
        matcher: the markers to look for.
    """
    for at, (start, end) in enumerate(spans):
        if not matcher.may_open(paragraph, start, end):
            continue
        text = paragraph[start:end]
        match = matcher.match(text)
        if match is None:
            continue
        gold = text[match.end :].lstrip()
        reason = None
        if at == 0:
            reason = FIRST_IN_PARAGRAPH
        elif not any(map(str.isalnum, gold)):
            reason = EMPTY_GOLD
        query = paragraph[slice(*spans[at - 1])] if at else ""
        yield Opened(at, match.label, text[: match.end], match.extension, query, gold, text, reason)


def pair_ids(paper_id: str, query: str, marker_sentence: str, occurrence: int) -> tuple[str, str]:
    """The pair_id and candidate_id of a pair: they depend on the paper and the two texts, not on their place.

    Args:
        occurrence: how many pairs with the same two texts came before in this paper.
    """
    pair_id = _digest(f"{paper_id}\x1f{query}\x1f{marker_sentence}\x1f{occurrence}")
    return pair_id, _digest(f"{pair_id}\x1fcandidate")


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
