"""The compiled splitter answers exactly as the plain rules do."""

import gzip
import json
import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pytest
from hostile import hostile_text
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text import sentence_fast
from ratio_spark.text.sentence_fast import split_batch
from ratio_spark.text.sentences import split_sentences

CORPORA = Path(__file__).parents[2].parent / "shared" / "corpora"


def plain(paragraphs: list[str | None]) -> list[tuple[int, str]]:
    """Row and text of every sentence by the plain rules."""
    return [
        (row, text[start:end])
        for row, text in enumerate(paragraphs)
        if text is not None
        for start, end in split_sentences(text)
    ]


def fast(paragraphs: pa.StringArray) -> list[tuple[int, str]]:
    """Row and text of every sentence by the compiled rules."""
    rows, starts, ends = split_batch(paragraphs)
    data = paragraphs.buffers()[2].to_pybytes() if len(rows) else b""
    spans = zip(rows.tolist(), starts.tolist(), ends.tolist(), strict=True)
    return [(row, data[start:end].decode()) for row, start, end in spans]


@given(st.lists(st.one_of(hostile_text, st.none()), max_size=6))
def test_it_agrees_with_the_plain_rules_on_hostile_text(paragraphs: list[str | None]) -> None:
    assert fast(pa.array(paragraphs, pa.string())) == plain(paragraphs)


@given(st.lists(hostile_text, min_size=3, max_size=8), st.integers(0, 3))
def test_a_slice_of_an_array_gives_the_sentences_of_its_rows(paragraphs: list[str], first: int) -> None:
    assert fast(pa.array(paragraphs, pa.string())[first:]) == plain(paragraphs[first:])


def test_pieces_of_a_batch_join_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    paragraphs = ["It overfits. To address this, we stop.", "", "Ω is µ.", "E. coli grew. Then it died."] * 50
    monkeypatch.setattr(sentence_fast, "PIECE", 64)
    monkeypatch.setattr(sentence_fast, "CHUNK", 24)
    assert fast(pa.array(paragraphs)) == plain(paragraphs)


def test_an_empty_batch_has_no_sentences() -> None:
    assert fast(pa.array([], pa.string())) == []
    assert fast(pa.array([None, "", "  \n"], pa.string())) == []


def test_most_stops_of_ordinary_text_are_never_asked_of_the_plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(sentence_fast, "boundary_at", lambda text, candidate: asked.append(candidate))
    text = "Deep networks overfit small data. To address this, Xu et al. (2020) stop at 0.5 early. We do too."
    assert len(fast(pa.array([text] * 20))) == 60
    assert asked == []


def _abstracts() -> Iterator[str]:
    for name in ("arxiv_abstracts", "acl_abstracts"):
        with gzip.open(CORPORA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["abstract"] or "" for line in lines)


def _full_texts() -> Iterator[str]:
    with gzip.open(CORPORA / "s2orc_bulk.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            content = json.loads(line)["content"]
            for span in json.loads(content["annotations"].get("paragraph") or "[]"):
                yield content["text"][int(span["start"]) : int(span["end"])]


@pytest.mark.corpora
@pytest.mark.skipif(not CORPORA.exists(), reason=f"the corpora are not at {CORPORA}")
@pytest.mark.parametrize("texts", [_abstracts, _full_texts])
def test_it_agrees_with_the_plain_rules_on_real_text(texts: Callable[[], Iterator[str]]) -> None:
    """One paragraph in so many as the environment variable CORPORA_EVERY says (default 20; 1 for all)."""
    paragraphs = list(islice(texts(), 0, None, int(os.environ.get("CORPORA_EVERY", "20"))))
    for first in range(0, len(paragraphs), 5000):
        batch = paragraphs[first : first + 5000]
        assert fast(pa.array(batch)) == plain(batch)


def test_other_arrow_types_are_refused() -> None:
    with pytest.raises(TypeError, match="large_string"):
        split_batch(pa.array(["It overfits."], pa.large_string()))
