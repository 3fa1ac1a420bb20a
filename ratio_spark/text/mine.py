"""Mines a batch of papers: Arrow in, Arrow out, nothing of Spark."""

from collections import Counter
from typing import Any

import pyarrow as pa

from ratio_spark.text.flags import GOLD, QUERY, side_flags
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.markers import Matcher
from ratio_spark.text.normalise import collapse
from ratio_spark.text.pairs import Opened, opened_sentences, pair_ids
from ratio_spark.text.sentences import split_sentences

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

Paragraph = dict[str, Any]


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
        columns: list[list[Any]] = [[] for _ in PAIRS_SCHEMA]
        counts: list[list[int]] = [[] for _ in COUNTS_SCHEMA]
        paper_ids = papers.column("paper_id").to_pylist()
        for row, (paper_id, paragraphs) in enumerate(
            zip(paper_ids, papers.column("paragraphs").to_pylist(), strict=True)
        ):
            _Paper(row, paper_id, columns).mine(paragraphs or (), self.matcher, counts)
        return _batch(columns, PAIRS_SCHEMA), _batch(counts, COUNTS_SCHEMA)


class _Paper:
    """One paper on its way through: what was seen in it so far, and where its rows go."""

    def __init__(self, row: int, paper_id: str, columns: list[list[Any]]) -> None:
        self.row, self.paper_id, self.columns = row, paper_id, columns
        self.pairs_seen: Counter[tuple[str, str]] = Counter()
        self.texts_seen: set[tuple[str, str]] = set()

    def mine(self, paragraphs: Any, matcher: Matcher, counts: list[list[int]]) -> None:
        sentences = pairs = matched = 0
        for at, paragraph in enumerate(paragraphs):
            text = collapse(paragraph["text"] or "")
            spans = split_sentences(text)
            sentences += len(spans)
            pairs += max(len(spans) - 1, 0)
            for opened in opened_sentences(text, spans, matcher):
                matched += 1
                if opened.reason is None:
                    self._add(opened, paragraph["section"], at)
        for column, value in zip(counts, (len(paragraphs), sentences, pairs, matched), strict=True):
            column.append(value)

    def _add(self, pair: Opened, section: str | None, paragraph: int) -> None:
        texts = (pair.query, pair.text)
        pair_id, candidate_id = pair_ids(self.paper_id, *texts, self.pairs_seen[texts])
        self.pairs_seen[texts] += 1
        row = (
            self.row,
            pair_id,
            candidate_id,
            pair.label.move,
            pair.label.kind,
            pair.marker,
            pair.label.marker_id,
            pair.extension,
            section,
            paragraph,
            pair.sentence,
            self._flags(QUERY, pair.query, pair.marker),
            self._flags(GOLD, pair.gold, pair.marker),
            pair.query,
            pair.gold,
        )
        for column, value in zip(self.columns, row, strict=True):
            column.append(value)

    def _flags(self, side: str, text: str, marker: str) -> list[str]:
        repeated = (side, text) in self.texts_seen
        self.texts_seen.add((side, text))
        return side_flags(side, text, marker, repeated)


_CORES: dict[str, TextCore] = {}


def text_core(lexicon: Lexicon) -> TextCore:
    """The text core of a lexicon, built once per process."""
    core = _CORES.get(lexicon.fingerprint)
    if core is None:
        core = _CORES[lexicon.fingerprint] = TextCore(lexicon)
    return core


def _batch(columns: list[list[Any]], schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays(
        [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )
