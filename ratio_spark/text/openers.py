"""Counts how the sentences of a batch of papers open: up to seven words before the first comma.

Among the openings that come again in many papers are the markers that no lexicon holds yet.
"""

import hashlib
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.text.batch import Paragraphs, Sentences
from ratio_spark.text.byte_windows import Ints, Words
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.markers import WINDOW
from ratio_spark.text.normalise import fold
from ratio_spark.text.opener_standing import knowledge, standings
from ratio_spark.text.openings import marker_places
from ratio_spark.text.spans import Spans

MAX_WORDS = 7
"""Words of the longest opener."""

SAMPLES = 3
"""Samples that are kept of an opener, each of another paper."""

SAMPLE_CHARACTERS = 300
"""Characters of a sample: the end of the sentence before, and the beginning of the sentence."""

MEMO_LIMIT = 200_000
"""Openings whose opener is remembered; a full memo is emptied."""

_BRACKETS = frozenset("()[]{}")
_SAMPLE = pa.struct([("key", pa.int64()), *((name, pa.string()) for name in ("paper_id", "previous", "sentence"))])

OPENERS_SCHEMA = pa.schema(
    [
        pa.field("opener", pa.string(), nullable=False),
        pa.field("papers", pa.int64(), nullable=False),
        pa.field("sentences", pa.int64(), nullable=False),
        pa.field("pairs", pa.int64(), nullable=False),
        pa.field("samples", pa.list_(_SAMPLE), nullable=False),
    ]
)
"""A row is an opener: its papers, its sentences, those of them with a sentence before them in the paragraph, and
the samples with the lowest keys. Counts of batches add up; the lowest keys of all batches are those of the whole."""


class OpenerCounter:
    """Counts openers as the matcher of a lexicon sees the head of a sentence."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._standings = standings(lexicon)
        self._openers: dict[str, str | None] = {}

    def opener(self, opening: str) -> str | None:
        """The opener that the text before a sentence's first comma is, or None.

        Opening quotes, brackets, bullets, enumerators and connectives are left out by the rule of
        `openings.marker_places`, except where the lexicon knows them as a part of the marker ("so far,").
        An opener holds a letter and no bracket.
        """
        folded = fold(opening)
        places = marker_places(folded)
        bare = folded[places[-1] :]
        whole = folded[places[0] :]
        if bare != whole and self._standings.knows(whole) and not self._standings.knows(bare):
            bare = whole
        is_opener = len(bare.split()) <= MAX_WORDS and any(map(str.isalpha, bare)) and _BRACKETS.isdisjoint(bare)
        return bare if is_opener else None

    def count(self, papers: pa.RecordBatch) -> pa.RecordBatch:
        """The openers of some papers (OPENERS_SCHEMA).

        Args:
            papers: `paper_id` string, `paragraphs` list<struct<section: string, text: string>>.
        """
        paragraphs = Paragraphs(papers)
        sentences = Sentences(paragraphs.texts)
        places, code, openers = self._openers_of(sentences.spans)
        paper = paragraphs.paper[sentences.paragraph[places]].astype(np.int64)
        follows = sentences.number[places] > 0
        of_paper = np.unique(code * papers.num_rows + paper) // papers.num_rows
        paper_ids = papers.column("paper_id")
        key = _mixed(_hashes(openers)[code], _hashes(paper_ids)[paper])
        sampled = np.flatnonzero(follows)[_lowest(code[follows], key[follows])]
        offsets = np.searchsorted(code[sampled], np.arange(len(openers) + 1))
        samples = _samples(key[sampled], paper_ids.take(pa.array(paper[sampled])), sentences.spans, places[sampled])
        rows: dict[str, Any] = {
            "opener": openers,
            "papers": np.bincount(of_paper, minlength=len(openers)),
            "sentences": np.bincount(code, minlength=len(openers)),
            "pairs": np.bincount(code[follows], minlength=len(openers)),
            "samples": pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), samples),
        }
        return pa.RecordBatch.from_arrays(
            [pa.array(rows[field.name], field.type) for field in OPENERS_SCHEMA], schema=OPENERS_SCHEMA
        )

    def _openers_of(self, sentences: Spans) -> tuple[Ints, Ints, pa.StringArray]:
        """Places of the sentences that have an opener, the code of the opener of each, and the openers by code."""
        commas = pc.find_substring(sentences.texts(), ",").to_numpy()
        near = np.flatnonzero((commas > 0) & (commas <= WINDOW))
        some = sentences.at(near)
        openings = Spans(some.data, some.starts, some.starts + commas[near]).texts().dictionary_encode()
        names = pa.array([self._remembered(text) for text in openings.dictionary.to_pylist()], pa.string())
        coded = names.dictionary_encode()
        code = pc.fill_null(coded.indices.take(openings.indices), -1).to_numpy().astype(np.int64)
        return near[code >= 0], code[code >= 0], coded.dictionary

    def _remembered(self, opening: str) -> str | None:
        if opening not in self._openers:
            if len(self._openers) >= MEMO_LIMIT:
                self._openers.clear()
            self._openers[opening] = self.opener(opening)
        return self._openers[opening]


_COUNTERS: dict[str, OpenerCounter] = {}


def opener_counter(lexicon: Lexicon) -> OpenerCounter:
    """The counter of a lexicon, built once per process."""
    key = knowledge(lexicon)
    if key not in _COUNTERS:
        _COUNTERS[key] = OpenerCounter(lexicon)
    return _COUNTERS[key]


def _hashes(texts: pa.StringArray) -> Words:
    """64 bits of each text, the same on every machine."""
    digests = (hashlib.blake2b(text.encode(), digest_size=8).digest() for text in texts.to_pylist())
    return np.frombuffer(b"".join(digests), "<u8")


def _mixed(one: Words, other: Words) -> Ints:
    """Keys of pairs, in an order that has nothing to do with either."""
    mixed = (one * np.uint64(0x9E3779B97F4A7C15)) ^ other
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xC2B2AE3D27D4EB4F)
    return (mixed >> np.uint64(1)).astype(np.int64)


def _lowest(code: Ints, key: Ints) -> Ints:
    """Places of the lowest keys of each code, SAMPLES at most; of equal ones (a paper's sentences) the first."""
    order = np.lexsort((np.arange(len(code)), key, code))
    code, key = code[order], key[order]
    is_new = np.append(True, (code[1:] != code[:-1]) | (key[1:] != key[:-1]))[: len(code)]
    order, code = order[is_new], code[is_new]
    rank = np.arange(len(code)) - np.searchsorted(code, code)
    lowest: Ints = order[rank < SAMPLES]
    return lowest


def _samples(key: Ints, paper_ids: pa.StringArray, sentences: Spans, places: Ints) -> pa.StructArray:
    """The samples at some places among the sentences, none twice."""
    in_order = np.sort(places)
    order = pa.array(np.searchsorted(in_order, places))
    previous, texts = (sentences.at(in_order - back).texts().take(order) for back in (1, 0))
    columns = [
        pa.array(key),
        paper_ids,
        pc.utf8_slice_codeunits(previous, -SAMPLE_CHARACTERS),
        pc.utf8_slice_codeunits(texts, 0, SAMPLE_CHARACTERS),
    ]
    return pa.StructArray.from_arrays(columns, fields=list(_SAMPLE))
