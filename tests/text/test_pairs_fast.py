"""Cutting, ids and repeats of a whole batch are those of one pair after another."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text.marker_fast import FastMatcher
from ratio_spark.text.mine import TextCore
from ratio_spark.text.pairs import Opened, opened_sentences, pair_ids
from ratio_spark.text.pairs_fast import Pairs, cut_all, pair_id_columns
from ratio_spark.text.spans import PAD, Spans, earlier

SENTENCES = st.lists(
    st.sampled_from(
        ["It is slow.", "Ω is µ.", "However, it works.", "However,it works.", "However , µ works.", "Thus,", "Thus, …!",
         "For example, …………… .", "For example, — 该.", "For example, ........ x", "To address this flaw, we stop."]
    ),
    max_size=9,
)  # fmt: skip


def spans_of(texts: list[str], gap: str = " ") -> Spans:
    """Texts with a gap between."""
    sizes = np.array([len(text.encode()) for text in texts], np.int64)
    ends = np.cumsum(sizes + len(gap)) - len(gap)
    return Spans(gap.join(texts).encode() + bytes(PAD), ends - sizes, ends)


def plain_pairs(core: TextCore, sentences: list[str]) -> list[Opened]:
    """The pairs of a paragraph by the plain functions."""
    places = np.cumsum([0, *(len(text) + 1 for text in sentences)]).tolist()
    spans = [(start, start + len(text)) for start, text in zip(places, sentences, strict=False)]
    return [item for item in opened_sentences(" ".join(sentences), spans, core.matcher) if item.reason is None]


def fast_pairs(core: TextCore, sentences: list[str]) -> Pairs:
    """The same by the compiled ones."""
    spans = spans_of(sentences)
    return cut_all(spans, np.arange(len(sentences), dtype=np.int32), FastMatcher(core.matcher).opened(spans))


@given(SENTENCES)
def test_a_batch_is_cut_like_single_sentences(core: TextCore, sentences: list[str]) -> None:
    pairs = fast_pairs(core, sentences)
    columns = (pairs.query, pairs.marker, pairs.gold, pairs.text)
    assert list(zip(*(column.texts().to_pylist() for column in columns), strict=True)) == [
        (item.query, item.marker, item.gold, item.text) for item in plain_pairs(core, sentences)
    ]


@given(SENTENCES)
def test_a_batch_gets_the_ids_of_single_pairs(core: TextCore, sentences: list[str]) -> None:
    pairs, plain = fast_pairs(core, sentences), plain_pairs(core, sentences)
    papers = np.zeros(len(plain), np.int32)
    columns = pair_id_columns(["pµ:1"] * len(plain), pairs, earlier(papers, pairs.query, pairs.text))
    seen: Counter[tuple[str, str]] = Counter()
    expected = []
    for item in plain:
        expected.append(pair_ids("pµ:1", item.query, item.text, seen[item.query, item.text]))
        seen[item.query, item.text] += 1
    assert list(zip(*(column.to_pylist() for column in columns), strict=True)) == expected


@given(
    st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["a", "b", "ab", "abcdefgh", "abcdefgi", "Ω"])), max_size=12)
)
def test_earlier_counts_equal_texts_of_the_same_group(rows: list[tuple[int, str]]) -> None:
    groups = np.array([group for group, _ in rows], np.int32)
    assert earlier(groups, spans_of([text for _, text in rows], "")).tolist() == [
        rows[:at].count(row) for at, row in enumerate(rows)
    ]


def test_spans_become_a_column_without_the_text_between() -> None:
    spans = spans_of(["It ran.", "", "Ω fell."], " | ")
    assert spans.texts().to_pylist() == ["It ran.", "", "Ω fell."]
    assert spans.at(np.array([2])).texts().to_pylist() == ["Ω fell."]
    assert spans.texts().type == pa.string()


@pytest.mark.parametrize("skip", [0, 3])
def test_windows_show_eight_bytes_and_may_pass_the_end(skip: int) -> None:
    assert spans_of(["ab"]).windows(skip).tolist() == [
        int.from_bytes(b"ab".ljust(8, b"\0")[skip:] + bytes(skip), "little")
    ]
