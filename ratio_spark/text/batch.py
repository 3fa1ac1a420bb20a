"""The paragraphs and sentences of a batch of papers, as Arrow columns and byte offsets, before any Python string."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.normalise import collapse
from ratio_spark.text.sentence_fast import split_batch
from ratio_spark.text.spans import Spans, padded

Ints = npt.NDArray[np.int32]

_UNEVEN_WHITE_SPACE = (
    r"[\t\n\x0b\x0c\r\x1c-\x1f\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]|  |^ | $"
)


class Paragraphs:
    """All paragraphs of a batch, one after another: their paper (row), number in it, section and text."""

    def __init__(self, papers: pa.RecordBatch) -> None:
        column = papers.column("paragraphs")
        self.lengths: Ints = pc.fill_null(pc.list_value_length(column), 0).to_numpy().astype(np.int32)
        first = np.cumsum(self.lengths) - self.lengths
        self.paper: Ints = np.repeat(np.arange(papers.num_rows, dtype=np.int32), self.lengths)
        self.number: Ints = (np.arange(len(self.paper)) - np.repeat(first, self.lengths)).astype(np.int32)
        flat = column.flatten()
        self.sections = pc.struct_field(flat, "section")
        self.texts = collapsed(pc.struct_field(flat, "text").cast(pa.string()))


def collapsed(texts: pa.StringArray) -> pa.StringArray:
    """`collapse` over a column: one regular expression finds the few texts that need it.

    >>> collapsed(pa.array(["It fails.", "It\\nfails. ", None])).to_pylist()
    ['It fails.', 'It fails.', None]
    """
    uneven = pc.fill_null(pc.match_substring_regex(texts, _UNEVEN_WHITE_SPACE), False)
    if not pc.any(uneven).as_py():
        return texts
    mended = pa.array([collapse(text) for text in texts.filter(uneven).to_pylist()], pa.string())
    return pc.replace_with_mask(texts, uneven, mended)


class Sentences:
    """All sentences of a batch: their paragraph (row), their number in it and their text."""

    def __init__(self, texts: pa.StringArray) -> None:
        self.paragraph, starts, ends = split_batch(texts)
        places = np.arange(len(starts))
        opens = np.append(True, self.paragraph[1:] != self.paragraph[:-1])[: len(starts)]
        self.number: Ints = (places - np.maximum.accumulate(np.where(opens, places, 0))).astype(np.int32)
        first, last = (int(starts[0]), int(ends[-1])) if len(starts) else (0, 0)
        self.spans = Spans(padded(texts, first, last), starts - first, ends - first)
