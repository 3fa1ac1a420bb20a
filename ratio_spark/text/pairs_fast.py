"""`cut` and `pair_ids` for all pairs of a batch at once."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratio_spark.text import byte_windows as bw
from ratio_spark.text.byte_windows import Flags, Ints
from ratio_spark.text.marker_fast import Opened
from ratio_spark.text.pairs import hash_pair
from ratio_spark.text.spans import Spans


class Pairs(NamedTuple):
    """The pairs of a batch, in reading order."""

    opened: Ints
    """Their places among the sentences that a marker opens."""
    query: Spans
    text: Spans
    """The sentence that the marker opens."""
    marker: Spans
    """Its head up to and with the marker's comma."""
    gold: Spans
    """The whole rest."""


def cut_all(sentences: Spans, number: npt.NDArray[np.int32], opened: Opened) -> Pairs:
    """Cuts the sentences that open with a marker and have another before them, and a word after the marker.

    Args:
        sentences: all of them.
        number: the 0-based index of each in its paragraph.
        opened: those that a marker opens.
    """
    places = np.flatnonzero(number[opened.at] > 0)
    at, ends = opened.at[places], opened.ends[places]
    text = sentences.at(at)
    blank = np.frombuffer(text.data, np.uint8)[ends] == ord(" ")
    gold = Spans(text.data, np.minimum(ends + blank, text.ends), text.ends)
    kept = _holds_word(gold)
    marker = Spans(text.data, text.starts, ends)
    query = sentences.at(at - 1)
    return Pairs(places[kept], query.at(kept), text.at(kept), marker.at(kept), gold.at(kept))


def _holds_word(texts: Spans) -> Flags:
    """A letter or digit stands in a text; the first bytes show it of nearly all."""
    head = bw.without_last(texts.windows(), np.maximum(bw.WIDTH - texts.lengths, 0))
    holds: Flags = (bw.letters(head) | bw.digits(head)) != 0
    for place in np.flatnonzero(~holds).tolist():
        holds[place] = any(map(str.isalnum, texts.text(place)))
    return holds


def pair_id_columns(papers: list[str], pairs: Pairs, occurrence: Ints) -> tuple[pa.StringArray, pa.StringArray]:
    """`pair_ids` of many pairs.

    Args:
        papers: the id of the paper of each.
        pairs: the pairs.
        occurrence: how many pairs with the same two texts came before in the paper of each.
    """
    data = pairs.text.data
    spans = (column.tolist() for texts in (pairs.query, pairs.text) for column in (texts.starts, texts.ends))
    columns = zip(papers, *spans, occurrence.tolist(), strict=True)
    ids = [
        hash_pair(paper.encode(), data[query:query_end], data[start:end], b"%d" % count)
        for paper, query, query_end, start, end, count in columns
    ]
    return pa.array([pair_id for pair_id, _ in ids], pa.string()), pa.array([other for _, other in ids], pa.string())
