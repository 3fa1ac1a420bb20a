"""Which sides of pairs cite other work, by the marks that the source of a paper gives: exact, where it gives them."""

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.batch import Paragraphs, Sentences
from ratio_spark.text.byte_windows import Flags, Ints
from ratio_spark.text.flagging import as_flags
from ratio_spark.text.normalise import collapse
from ratio_spark.text.pairs_fast import Pairs
from ratio_spark.text.spans import Spans

CITATIONS = "citations"
"""The column: list<struct<paragraph: int32, start: int32, end: int32>>, spans in code points of the paragraph's text;
null where the source of the paper does not mark what cites."""


def citing_sides(
    papers: pa.RecordBatch, paragraphs: Paragraphs, sentences: Sentences, pairs: Pairs, places: Ints
) -> tuple[pa.BooleanArray, pa.BooleanArray]:
    """Whether a citation mark overlaps the query and the gold of each pair; null where the paper has no marks known.

    Args:
        papers: the batch, with or without the column CITATIONS.
        places: the marker sentence of each pair, a row of `sentences`.
    """
    unknown = pa.nulls(len(places), pa.bool_())
    if CITATIONS not in papers.schema.names or papers.column(CITATIONS).null_count == papers.num_rows:
        return unknown, unknown
    paragraph = sentences.paragraph[places].astype(np.int64)
    is_marked = as_flags(papers.column(CITATIONS).is_valid())[paragraphs.paper[paragraph]]
    marks = Marks.of(papers.column(CITATIONS), paragraphs, np.unique(paragraph[is_marked]))
    paragraph_starts = sentences.spans.starts[places - sentences.number[places]]

    def touched(sides: Spans) -> pa.BooleanArray:
        found = np.zeros(len(places), np.bool_)
        found[is_marked] = marks.touch(paragraph[is_marked], sides.at(is_marked), paragraph_starts[is_marked])
        return pa.array(found, mask=~is_marked)

    return touched(pairs.query), touched(pairs.gold)


class Marks(NamedTuple):
    """The citation marks of some paragraphs, as ranges of bytes of their texts laid end to end."""

    rows: Ints
    """The paragraphs, rows of `Paragraphs`, in order."""
    first: Ints
    """Where each paragraph starts."""
    starts: Ints
    """Where each mark starts, in order."""
    ends: Ints
    """Where it ends, or one before it that is longer."""

    @classmethod
    def of(cls, column: pa.ListArray, paragraphs: Paragraphs, rows: Ints) -> "Marks":
        """The marks of some paragraphs, moved to where the text stands once its white space is collapsed."""
        place, starts, ends = _spans(column, paragraphs, rows)
        original, texts = (texts.take(pa.array(rows)) for texts in (paragraphs.originals, paragraphs.texts))
        for at in np.flatnonzero(as_flags(pc.not_equal(original, texts))).tolist():
            here, text = slice(*np.searchsorted(place, [at, at + 1])), original[at].as_py()
            for offsets in (starts, ends):
                offsets[here] = [len(collapse(text[: max(0, offset)])) for offset in offsets[here].tolist()]
        characters = _Characters(texts)
        starts, ends = characters.bytes_at(place, starts), characters.bytes_at(place, ends)
        kept = np.flatnonzero(starts < ends)
        order = kept[np.argsort(starts[kept], kind="stable")]
        return cls(rows, characters.starts[:-1], starts[order], np.maximum.accumulate(ends[order]))

    def touch(self, paragraph: Ints, sides: Spans, paragraph_starts: Ints) -> Flags:
        """Whether a mark overlaps each side.

        Args:
            paragraph: the paragraph of each side, one of `rows`.
            paragraph_starts: where that paragraph starts in the data of the sides.
        """
        shift = self.first[np.searchsorted(self.rows, paragraph)] - paragraph_starts
        before_its_end = np.searchsorted(self.starts, sides.ends + shift)
        reached = np.append(-1, self.ends)[before_its_end]
        return np.asarray(reached > sides.starts + shift, np.bool_)


class _Characters:
    """Where the characters of some texts stand, in bytes of all texts laid end to end."""

    def __init__(self, texts: pa.StringArray) -> None:
        """`texts` is an array of its own, no slice of another."""
        self.starts: Ints = np.frombuffer(texts.buffers()[1], np.int32)[: len(texts) + 1].astype(np.int64)
        data = np.frombuffer(texts.buffers()[2] or b"", np.uint8)[: self.starts[-1]]
        self._bytes = np.append(np.flatnonzero((data & 0xC0) != 0x80), len(data))
        self._first = np.searchsorted(self._bytes, self.starts)

    def bytes_at(self, text: Ints, offset: Ints) -> Ints:
        """The byte of a character of a text; what lies outside the text is taken back to its ends."""
        within = np.clip(offset, 0, np.diff(self._first)[text])
        return np.asarray(self._bytes[self._first[text] + within], np.int64)


def _spans(column: pa.ListArray, paragraphs: Paragraphs, rows: Ints) -> tuple[Ints, Ints, Ints]:
    """The marks of some paragraphs, by paragraph: its place in `rows`, start and end in code points."""
    paper = np.repeat(np.arange(len(column)), pc.fill_null(pc.list_value_length(column), 0).to_numpy())
    fields = (pc.struct_field(column.flatten(), name) for name in ("paragraph", "start", "end"))
    number, starts, ends = (pc.fill_null(field, -1).to_numpy().astype(np.int64) for field in fields)
    exists = (number >= 0) & (number < paragraphs.lengths[paper])
    row = np.where(exists, paragraphs.first[paper] + number, 0)
    is_asked = np.zeros(max(len(paragraphs.paper), 1), np.bool_)
    is_asked[rows] = True
    wanted = np.flatnonzero(exists & is_asked[row])
    wanted = wanted[np.argsort(row[wanted], kind="stable")]
    return np.searchsorted(rows, row[wanted]), starts[wanted], ends[wanted]
