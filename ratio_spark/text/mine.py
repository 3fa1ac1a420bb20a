"""Mines a batch of papers: Arrow in, Arrow out, nothing of Spark."""

from typing import Any

import numpy as np
import pyarrow as pa

from ratio_spark.text.batch import Ints, Paragraphs, Sentences
from ratio_spark.text.flagging import GOLD, QUERY
from ratio_spark.text.flags_fast import column_flags
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.marked_citations import citing_sides
from ratio_spark.text.marker_fast import FastMatcher
from ratio_spark.text.markers import Matcher
from ratio_spark.text.pairs_fast import Pairs, cut_all, pair_id_columns
from ratio_spark.text.spans import earlier

PAIRS_SCHEMA = pa.schema(
    [
        pa.field("paper", pa.int32(), nullable=False),
        pa.field("pair_id", pa.string(), nullable=False),
        pa.field("candidate_id", pa.string(), nullable=False),
        pa.field("move", pa.string(), nullable=False),
        pa.field("kind", pa.string()),
        pa.field("marker", pa.string(), nullable=False),
        pa.field("marker_id", pa.string(), nullable=False),
        pa.field("extension", pa.string()),
        pa.field("section", pa.string()),
        pa.field("paragraph", pa.int32(), nullable=False),
        pa.field("sentence", pa.int32(), nullable=False),
        pa.field("query_flags", pa.list_(pa.string()), nullable=False),
        pa.field("gold_flags", pa.list_(pa.string()), nullable=False),
        pa.field("query", pa.string(), nullable=False),
        pa.field("gold", pa.string(), nullable=False),
    ]
)
"""A row is a pair; `paper` is the row of its paper in the input, the places are 0-based."""

COUNTS_SCHEMA = pa.schema(
    [pa.field(name, pa.int32(), nullable=False) for name in ("paragraphs", "sentences", "pairs", "matched")]
)
"""A row is a paper: paragraphs, sentences, pairs of consecutive sentences, sentences opened by a marker."""

_LABEL_COLUMNS = ("move", "kind", "marker_id")


class TextCore:
    """The text core for one lexicon. Pickled, it is its lexicon only; the automaton is built where it lands."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.matcher = Matcher(lexicon)
        self._fast = FastMatcher(self.matcher)
        labels = self.matcher.labels
        self._labels = pa.table(
            {name: pa.array([getattr(label, name) for label in labels], pa.string()) for name in _LABEL_COLUMNS}
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return text_core, (self.lexicon,)

    def mine(self, papers: pa.RecordBatch) -> tuple[pa.RecordBatch, pa.RecordBatch]:
        """Finds the pairs of every paper.

        Args:
            papers: `paper_id` string, `paragraphs` list<struct<section: string, text: string>>, and, if the sources
                of some papers mark what cites, `citations` (marked_citations.CITATIONS).

        Returns:
            The pairs in reading order (PAIRS_SCHEMA) and one row of counts per paper (COUNTS_SCHEMA).
        """
        paragraphs = Paragraphs(papers)
        sentences = Sentences(paragraphs.texts)
        opened = self._fast.opened(sentences.spans)
        pairs = cut_all(sentences.spans, sentences.number, opened)
        paper_of = paragraphs.paper[sentences.paragraph]
        per_paper = (
            paragraphs.lengths,
            _count(paper_of, papers.num_rows),
            _count(paper_of[sentences.number > 0], papers.num_rows),
            _count(paper_of[opened.at], papers.num_rows),
        )
        places = opened.at[pairs.opened]
        paper, paragraph = paper_of[places], sentences.paragraph[places]
        labels = self._labels.take(pa.array(opened.label[pairs.opened]))
        rows = {name: labels.column(name).combine_chunks() for name in _LABEL_COLUMNS}
        citing = citing_sides(papers, paragraphs, sentences, pairs, places)
        rows |= _rows(pairs, paper, papers.column("paper_id").take(pa.array(paper)).to_pylist(), citing)
        rows |= {
            "paper": paper,
            "extension": opened.extension.take(pa.array(pairs.opened)),
            "section": paragraphs.sections.take(pa.array(paragraph)),
            "paragraph": paragraphs.number[paragraph],
            "sentence": sentences.number[places],
        }
        return _batch(rows, PAIRS_SCHEMA), _batch(dict(zip(COUNTS_SCHEMA.names, per_paper, strict=True)), COUNTS_SCHEMA)


def _count(papers: Ints, size: int) -> Ints:
    return np.bincount(papers, minlength=size).astype(np.int32)


def _rows(
    pairs: Pairs, papers: Ints, paper_ids: list[str], citing: tuple[pa.BooleanArray, pa.BooleanArray]
) -> dict[str, Any]:
    """Ids, texts and flags of the pairs.

    Args:
        pairs: in reading order.
        papers: the row of the paper of each.
        paper_ids: its id.
        citing: whether query and gold of each cite, where that is known.
    """
    query, gold, marker = pairs.query.texts(), pairs.gold.texts(), pairs.marker.texts()
    pair_id, candidate_id = pair_id_columns(paper_ids, pairs, earlier(papers, pairs.query, pairs.text))
    return {
        "pair_id": pair_id,
        "candidate_id": candidate_id,
        "marker": marker,
        "query_flags": column_flags(QUERY, query, marker, earlier(papers, pairs.query) > 0, citing[0]),
        "gold_flags": column_flags(GOLD, gold, marker, earlier(papers, pairs.gold) > 0, citing[1]),
        "query": query,
        "gold": gold,
    }


_CORES: dict[str, TextCore] = {}


def text_core(lexicon: Lexicon) -> TextCore:
    """The text core of a lexicon, built once per process."""
    core = _CORES.get(lexicon.fingerprint)
    if core is None:
        core = _CORES[lexicon.fingerprint] = TextCore(lexicon)
    return core


def _batch(columns: dict[str, Any], schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array(columns[field.name], field.type) for field in schema], schema=schema)
