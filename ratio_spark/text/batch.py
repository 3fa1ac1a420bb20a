"""The paragraphs and sentences of a batch of papers, as Arrow columns and byte offsets, before any Python string."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.normalise import collapse
from ratio_spark.text.sentence_fast import split_batch
from ratio_spark.text.spans import Spans, padded
from ratio_spark.text.white_space import uneven

Ints = npt.NDArray[np.int32]


class Paragraphs:
    """All paragraphs of a batch, one after another: their paper (row), number in it, section and text.

    `originals` are the texts as the batch has them, `first` is the first paragraph (row) of each paper.
    """

    def __init__(self, papers: pa.RecordBatch) -> None:
        column = papers.column("paragraphs")
        self.lengths: Ints = pc.fill_null(pc.list_value_length(column), 0).to_numpy().astype(np.int32)
        self.first: Ints = np.cumsum(self.lengths) - self.lengths
        self.paper: Ints = np.repeat(np.arange(papers.num_rows, dtype=np.int32), self.lengths)
        self.number: Ints = (np.arange(len(self.paper)) - np.repeat(self.first, self.lengths)).astype(np.int32)
        flat = column.flatten()
        self.sections = pc.struct_field(flat, "section")
        self.originals = pc.struct_field(flat, "text").cast(pa.string())
        self.texts = collapsed(self.originals)


def collapsed(texts: pa.StringArray) -> pa.StringArray:
    """`collapse` over a column: few texts need it.

    >>> collapsed(pa.array(["It fails.", "It\\nfails. ", None])).to_pylist()
    ['It fails.', 'It fails.', None]
    """
    places = uneven(texts)
    if not places.any():
        return texts
    mended = pa.array([collapse(text) for text in texts.filter(pa.array(places)).to_pylist()], pa.string())
    return pc.replace_with_mask(texts, pa.array(places), mended)


class Sentences:
    """All sentences of a batch: their paragraph (row), their number in it and their text."""

    def __init__(self, texts: pa.StringArray) -> None:
        self.paragraph, starts, ends = split_batch(texts)
        places = np.arange(len(starts))
        opens = np.append(True, self.paragraph[1:] != self.paragraph[:-1])[: len(starts)]
        self.number: Ints = (places - np.maximum.accumulate(np.where(opens, places, 0))).astype(np.int32)
        first, last = (int(starts[0]), int(ends[-1])) if len(starts) else (0, 0)
        self.spans = Spans(padded(texts, first, last), starts - first, ends - first)
