"""Mines a batch of papers: Arrow in, Arrow out, nothing of Spark."""

from collections import Counter
from typing import Any

import numpy as np
import pyarrow as pa

from ratio_spark.text.batch import Ints, Paragraphs, Sentences
from ratio_spark.text.flags import GOLD, QUERY, column_flags
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.markers import Matcher
from ratio_spark.text.pairs import Opened, pair_ids

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


class TextCore:
    """The text core for one lexicon. Pickled, it is its lexicon only; the automaton is built where it lands."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.matcher = Matcher(lexicon)

    def __reduce__(self) -> tuple[Any, ...]:
        return text_core, (self.lexicon,)

    def mine(self, papers: pa.RecordBatch) -> tuple[pa.RecordBatch, pa.RecordBatch]:
        """Finds the pairs of every paper.

        Args:
            papers: `paper_id` string, `paragraphs` list<struct<section: string, text: string>>.

        Returns:
            The pairs in reading order (PAIRS_SCHEMA) and one row of counts per paper (COUNTS_SCHEMA).
        """
        paragraphs = Paragraphs(papers)
        sentences = Sentences(paragraphs.texts)
        opened = list(sentences.opened(self.matcher))
        paper_of = paragraphs.paper[sentences.paragraph]
        pairs = [(at, item) for at, item in opened if item.reason is None]
        per_paper = (
            paragraphs.lengths,
            _count(paper_of, papers.num_rows),
            _count(paper_of[sentences.number > 0], papers.num_rows),
            _count(paper_of[[at for at, _ in opened]], papers.num_rows),
        )
        places = np.array([at for at, _ in pairs], np.int64)
        paragraph = sentences.paragraph[places]
        rows = _rows([item for _, item in pairs], paper_of[places].tolist(), papers.column("paper_id").to_pylist())
        rows |= {
            "paper": paper_of[places],
            "section": paragraphs.sections.take(pa.array(paragraph)),
            "paragraph": paragraphs.number[paragraph],
            "sentence": sentences.number[places],
        }
        return _batch(rows, PAIRS_SCHEMA), _batch(dict(zip(COUNTS_SCHEMA.names, per_paper, strict=True)), COUNTS_SCHEMA)


def _count(papers: Ints, size: int) -> Ints:
    return np.bincount(papers, minlength=size).astype(np.int32)


def _rows(pairs: list[Opened], papers: list[int], paper_ids: list[str]) -> dict[str, Any]:
    """The columns of the pairs but for their places.

    Args:
        pairs: in reading order.
        papers: the row of the paper of each.
        paper_ids: the id of each row.
    """
    seen: Counter[tuple[int, str, str]] = Counter()
    ids = []
    for paper, pair in zip(papers, pairs, strict=True):
        key = (paper, pair.query, pair.text)
        ids.append(pair_ids(paper_ids[paper], pair.query, pair.text, seen[key]))
        seen[key] += 1
    labels = [pair.label for pair in pairs]
    markers = [pair.marker for pair in pairs]
    queries, golds = [pair.query for pair in pairs], [pair.gold for pair in pairs]
    return {
        "pair_id": [pair_id for pair_id, _ in ids],
        "candidate_id": [candidate_id for _, candidate_id in ids],
        "move": [label.move for label in labels],
        "kind": [label.kind for label in labels],
        "marker": markers,
        "marker_id": [label.marker_id for label in labels],
        "extension": [pair.extension for pair in pairs],
        "query_flags": column_flags(QUERY, queries, markers, _repeated(papers, queries)),
        "gold_flags": column_flags(GOLD, golds, markers, _repeated(papers, golds)),
        "query": queries,
        "gold": golds,
    }


def _repeated(papers: list[int], texts: list[str]) -> list[bool]:
    """Whether a text came before in the same paper."""
    seen: set[tuple[int, str]] = set()
    repeated = []
    for key in zip(papers, texts, strict=True):
        repeated.append(key in seen)
        seen.add(key)
    return repeated


_CORES: dict[str, TextCore] = {}


def text_core(lexicon: Lexicon) -> TextCore:
    """The text core of a lexicon, built once per process."""
    core = _CORES.get(lexicon.fingerprint)
    if core is None:
        core = _CORES[lexicon.fingerprint] = TextCore(lexicon)
    return core


def _batch(columns: dict[str, Any], schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array(columns[field.name], field.type) for field in schema], schema=schema)
