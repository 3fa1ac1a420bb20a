"""Mining a batch: rows, places, counts, and what must not change them."""

import gzip
import itertools
import json
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text.explain import explain_paragraph
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.mine import COUNTS_SCHEMA, PAIRS_SCHEMA, TextCore, text_core

PAPERS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("paragraphs", pa.list_(pa.struct([("section", pa.string()), ("text", pa.string())]))),
    ]
)
BLANKS = [" ", "\n", "\t ", "\u00a0", "\u2009", "\r\n", " \u3000"]


def papers(*paragraphs_of: list[str] | None) -> pa.RecordBatch:
    rows: list[dict[str, Any]] = [
        {
            "paper_id": f"p:{number}",
            "paragraphs": paragraphs
            if paragraphs is None
            else [{"section": f"S{at}", "text": text} for at, text in enumerate(paragraphs)],
        }
        for number, paragraphs in enumerate(paragraphs_of)
    ]
    return pa.RecordBatch.from_pylist(rows, schema=PAPERS)


def test_a_row_holds_place_marker_and_texts(core: TextCore) -> None:
    batch = papers(["No pair here."], ["One.", "The search is slow. To address this\nbig issue , we prune it."])
    pairs, _ = core.mine(batch)
    assert pairs.schema == PAIRS_SCHEMA
    row = pairs.to_pylist()[0]
    assert len(row.pop("pair_id")) == len(row.pop("candidate_id")) == 32
    assert len(row.pop("marker_id")) == 16
    assert row == {
        "paper": 1,
        "move": "ADDRESS",
        "kind": None,
        "marker": "To address this big issue ,",
        "extension": "big issue",
        "section": "S1",
        "paragraph": 1,
        "sentence": 1,
        "query_flags": ["short"],
        "gold_flags": ["short"],
        "query": "The search is slow.",
        "gold": "we prune it.",
    }


def test_distractors_carry_their_kind(core: TextCore) -> None:
    pairs, _ = core.mine(papers(["It is slow. However, it works."]))
    assert [(row["move"], row["kind"]) for row in pairs.to_pylist()] == [("DISTRACTOR", "contrast")]


def test_counts_are_per_paper_and_count_markers_without_a_pair(core: TextCore) -> None:
    _, counts = core.mine(papers(["However, A is B. It is C. Thus, it is D.", "", "Alone."], [], None))
    assert counts.schema == COUNTS_SCHEMA
    assert counts.to_pylist() == [
        {"paragraphs": 3, "sentences": 4, "pairs": 2, "matched": 2},
        {"paragraphs": 0, "sentences": 0, "pairs": 0, "matched": 0},
        {"paragraphs": 0, "sentences": 0, "pairs": 0, "matched": 0},
    ]


def test_pairs_never_cross_a_paragraph(core: TextCore) -> None:
    pairs, _ = core.mine(papers(["It is slow.", "However, it works."]))
    assert pairs.num_rows == 0


def test_repeated_pairs_of_a_paper_get_ids_of_their_own_and_a_flag(core: TextCore) -> None:
    text = "The search is slow on all large graphs. However, it works well on all of the small graphs."
    pairs, _ = core.mine(papers([text, text], [text]))
    rows = pairs.to_pylist()
    assert len({row["pair_id"] for row in rows}) == 3
    assert [row["query_flags"] for row in rows] == [[], ["duplicate_in_paper"], []]
    assert [row["gold_flags"][-1] for row in rows] == ["bare_marker", "duplicate_in_paper", "bare_marker"]


def test_an_empty_batch_gives_empty_tables(core: TextCore) -> None:
    pairs, counts = core.mine(papers())
    assert (pairs.num_rows, counts.num_rows) == (0, 0)
    assert (pairs.schema, counts.schema) == (PAIRS_SCHEMA, COUNTS_SCHEMA)


def test_a_slice_of_a_batch_is_mined_like_the_batch(core: TextCore) -> None:
    batch = papers(["A is slow. However, it works."], ["B is slow. However, it works."])
    alone, _ = core.mine(batch.slice(1))
    assert [(row["paper"], row["query"]) for row in alone.to_pylist()] == [(0, "B is slow.")]


@given(st.lists(st.lists(st.sampled_from(BLANKS), min_size=9, max_size=9), min_size=1, max_size=5))
def test_white_space_never_changes_a_row(core: TextCore, blanks_of: list[list[str]]) -> None:
    words = "The search is slow. To address this issue, we stop."
    spaced = [
        [blanks[0] + "".join(word + blank for word, blank in zip(words.split(), [*blanks, ""], strict=True))]
        for blanks in blanks_of
    ]
    assert core.mine(papers(*spaced))[0] == core.mine(papers(*[[words]] * len(spaced)))[0]


def test_a_core_is_built_once_a_process_and_travels_as_its_lexicon(core: TextCore) -> None:
    built = text_core(core.lexicon)
    assert text_core(pickle.loads(pickle.dumps(core.lexicon))) is built
    assert pickle.loads(pickle.dumps(built)) is built
    assert b"ahocorasick" not in pickle.dumps(built)


def test_missing_texts_and_paragraphs_are_empty(core: TextCore) -> None:
    batch = pa.RecordBatch.from_pylist(
        [
            {
                "paper_id": "p:0",
                "paragraphs": [None, {"section": None, "text": None}, {"section": None, "text": "It ran. It fell."}],
            }
        ],
        schema=PAPERS,
    )
    pairs, counts = core.mine(batch)
    assert pairs.num_rows == 0
    assert counts.to_pylist() == [{"paragraphs": 3, "sentences": 2, "pairs": 1, "matched": 0}]


@pytest.mark.corpora
def test_mining_a_batch_finds_what_explaining_its_paragraphs_finds() -> None:
    root = Path(__file__).parents[2]
    corpus = root.parent / "shared" / "corpora" / "s2orc_bulk.jsonl.gz"
    if not corpus.is_file():
        pytest.skip(f"{corpus} is missing")
    core = text_core(Lexicon.load(root / "lexicons"))
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        contents = [json.loads(line)["content"] for line in itertools.islice(lines, 200, 230)]
    texts = [
        [
            content["text"][int(span["start"]) : int(span["end"])]
            for span in json.loads(content["annotations"]["paragraph"])
        ]
        for content in contents
    ]
    pairs, counts = core.mine(papers(*texts))
    explained = [
        (row, at, explain_paragraph(text, core)) for row, paper in enumerate(texts) for at, text in enumerate(paper)
    ]
    columns = ("paper", "paragraph", "sentence", "move", "kind", "marker", "extension", "query", "gold")
    assert [tuple(row[name] for name in columns) for row in pairs.to_pylist()] == [
        (row, at, *(pair[name] for name in columns[2:]))
        for row, at, explanation in explained
        for pair in explanation.to_json("")["pairs"]
    ]
    assert pairs.num_rows > 500
    assert sum(counts.column("sentences").to_pylist()) == sum(len(item.sentences) for _, _, item in explained)
