"""How sentences open: what an opener is, and how openers are counted and sampled."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.openers import SAMPLE_CHARACTERS, OpenerCounter, opener_counter

PAPERS = pa.schema(
    [("paper_id", pa.string()), ("paragraphs", pa.list_(pa.struct([("section", pa.string()), ("text", pa.string())])))]
)


@pytest.fixture(scope="module")
def counter(make_lexicon: Callable[..., Lexicon]) -> OpenerCounter:
    return opener_counter(make_lexicon(ADDRESS=["to {solve} this"], contrast=["however", "so far"]))


def batch(papers: dict[str, list[str]]) -> pa.RecordBatch:
    """Papers by id, each a list of paragraphs."""
    rows = [
        {"paper_id": paper_id, "paragraphs": [{"section": None, "text": text} for text in texts]}
        for paper_id, texts in papers.items()
    ]
    return pa.RecordBatch.from_pylist(rows, PAPERS)


def counts(counted: pa.RecordBatch) -> dict[str, tuple[int, int, int]]:
    return {row["opener"]: (row["papers"], row["sentences"], row["pairs"]) for row in counted.to_pylist()}


@pytest.mark.parametrize(
    ("opening", "opener"),
    [
        ("To Address  this", "to address this"),
        ("But to address this", "to address this"),
        ("(ii) “In short", "in short"),
        ("As the Authors’ own view has it", "as the authors' own view has it"),
        ("So far", "so far"),
        ("But so far", "far"),
        ("So good", "good"),
        ("As the authors of the paper have it", None),
        ("In a range of [0", None),
        ("In 2019 (as before)", None),
        ("12", None),
    ],
)
def test_an_opener_is_up_to_seven_folded_words_behind_what_may_stand_before_a_marker(
    counter: OpenerCounter, opening: str, opener: str | None
) -> None:
    assert counter.opener(opening) == opener


def test_papers_sentences_and_those_with_a_sentence_before_them_are_counted(counter: OpenerCounter) -> None:
    papers = {
        "a": ["In short, it ran. In short, it fell. But in short, it won.", "However, it fails. It ends."],
        "b": ["It ran. In short, it fell. Nothing here."],
        "c": [],
    }
    assert counts(counter.count(batch(papers))) == {"in short": (2, 4, 3), "however": (1, 1, 0)}


def test_a_batch_without_sentences_gives_no_row(counter: OpenerCounter) -> None:
    assert counter.count(batch({"a": [], "b": [""]})).num_rows == 0


def test_a_sample_is_the_end_of_the_sentence_before_and_the_beginning_of_the_sentence(counter: OpenerCounter) -> None:
    before, after = f"It {'ß' * 400} ran.", f"In short, it {'é' * 400} fell."
    (row,) = counter.count(batch({"a": [f"{before} {after}"]})).to_pylist()
    (sample,) = row["samples"]
    assert sample["paper_id"] == "a"
    assert sample["previous"] == before[-SAMPLE_CHARACTERS:]
    assert sample["sentence"] == after[:SAMPLE_CHARACTERS]


def test_samples_come_from_three_papers_and_the_first_sentence_of_each(counter: OpenerCounter) -> None:
    papers = {str(number): [f"It is {number}. In short, one. In short, two."] for number in range(9)}
    (row,) = counter.count(batch(papers)).to_pylist()
    assert len({sample["paper_id"] for sample in row["samples"]}) == 3
    assert [sample["sentence"] for sample in row["samples"]] == ["In short, one."] * 3
    assert [sample["previous"] for sample in row["samples"]] == [f"It is {s['paper_id']}." for s in row["samples"]]


def test_the_samples_do_not_always_come_from_the_same_papers(counter: OpenerCounter) -> None:
    papers = {str(number): ["It is. In short, one. In brief, two."] for number in range(30)}
    one, other = counter.count(batch(papers)).to_pylist()
    assert {s["paper_id"] for s in one["samples"]} != {s["paper_id"] for s in other["samples"]}


SENTENCES = st.sampled_from(
    ["In short, it ran.", "However, it fell.", "But in short, it won.", "It is so.", "So far, so."]
)
PARAGRAPHS = st.lists(st.lists(SENTENCES, max_size=4).map(" ".join), max_size=3)


@given(st.lists(PARAGRAPHS, max_size=8), st.data())
def test_counts_and_samples_of_parts_are_those_of_the_whole(
    counter: OpenerCounter, papers: list[list[str]], data: st.DataObject
) -> None:
    by_id = {f"p{number}": texts for number, texts in enumerate(papers)}
    cut = data.draw(st.integers(0, len(by_id)))
    items = list(by_id.items())
    parts = [counter.count(batch(dict(part))).to_pylist() for part in (items[:cut], items[cut:])]
    merged: dict[str, dict[str, Any]] = defaultdict(lambda: {"papers": 0, "sentences": 0, "pairs": 0, "samples": []})
    for row in parts[0] + parts[1]:
        total = merged[row["opener"]]
        for name in ("papers", "sentences", "pairs", "samples"):
            total[name] += row[name]
        total["samples"] = sorted(total["samples"], key=lambda sample: sample["key"])[:3]
    whole = {row.pop("opener"): row for row in counter.count(batch(by_id)).to_pylist()}
    assert whole == dict(merged)
