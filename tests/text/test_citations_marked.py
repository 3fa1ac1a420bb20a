"""has_citation where the source of a paper marks what cites: exact, by overlap with each side of a pair."""

from itertools import accumulate
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text.mine import TextCore

Mark = tuple[int, int, int]
"""Paragraph, start and end."""

PAPERS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("paragraphs", pa.list_(pa.struct([("section", pa.string()), ("text", pa.string())]))),
        ("citations", pa.list_(pa.struct([(name, pa.int32()) for name in ("paragraph", "start", "end")]))),
    ]
)
MARKER_SENTENCE = "To address this, we prune the tree."
SENTENCES = [
    "The search [12] is slow.",
    "Ωmega is µ-fast (Öz, 2019).",
    "中文很好 and so on.",
    MARKER_SENTENCE,
    "However, Smith [3, 4] showed 𝔸 to be ℵ.",
    "For example, it is not.",
]


def papers(*rows: tuple[list[str], list[Mark] | None]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(
        [
            {
                "paper_id": f"p:{number}",
                "paragraphs": [{"section": None, "text": text} for text in texts],
                "citations": marks and [dict(zip(("paragraph", "start", "end"), mark, strict=True)) for mark in marks]
                if marks
                else marks,
            }
            for number, (texts, marks) in enumerate(rows)
        ],
        schema=PAPERS,
    )


def citing(core: TextCore, batch: pa.RecordBatch) -> list[tuple[bool, bool]]:
    """Of each pair, whether its query and its gold have the flag."""
    rows: list[dict[str, Any]] = core.mine(batch)[0].to_pylist()
    return [tuple("has_citation" in row[f"{side}_flags"] for side in ("query", "gold")) for row in rows]  # type: ignore[misc]


def mark_of(text: str, cited: str, paragraph: int = 0) -> Mark:
    start = text.index(cited)
    return paragraph, start, start + len(cited)


def test_a_mark_in_the_query_flags_the_query_only(core: TextCore) -> None:
    text = f"The search of Smith is slow. {MARKER_SENTENCE}"
    assert citing(core, papers(([text], [mark_of(text, "Smith")]))) == [(True, False)]


def test_a_mark_in_the_marker_sentence_flags_the_gold_only(core: TextCore) -> None:
    text = f"The search is slow. {MARKER_SENTENCE}"
    assert citing(core, papers(([text], [mark_of(text, "prune")]))) == [(False, True)]


def test_a_mark_across_both_sentences_flags_both(core: TextCore) -> None:
    text = f"The search is slow. {MARKER_SENTENCE}"
    assert citing(core, papers(([text], [(0, 4, len(text))]))) == [(True, True)]


def test_what_only_looks_like_a_citation_counts_where_the_source_marks_none(core: TextCore) -> None:
    text = f"The search of Xu et al. [12] is slow. {MARKER_SENTENCE}"
    assert citing(core, papers(([text], None))) == [(True, False)]


def test_what_only_looks_like_a_citation_does_not_count_where_the_source_marks_them(core: TextCore) -> None:
    text = f"The search of Xu et al. [12] is slow. {MARKER_SENTENCE}"
    assert citing(core, papers(([text], []))) == [(False, False)]


def test_papers_with_and_without_marks_share_a_batch(core: TextCore) -> None:
    text = f"The search [12] is slow. {MARKER_SENTENCE}"
    rows = [([text], None), ([text], []), (["Alone.", text], [mark_of(text, "prune", 1)]), ([text], None)]
    assert citing(core, papers(*rows)) == [(True, False), (False, False), (False, True), (True, False)]


def test_a_batch_without_the_column_is_judged_by_the_look_of_the_text(core: TextCore) -> None:
    batch = papers(([f"The search [12] is slow. {MARKER_SENTENCE}"], []))
    assert citing(core, batch.select(["paper_id", "paragraphs"])) == [(True, False)]


def test_marks_count_code_points_not_bytes(core: TextCore) -> None:
    text = f"Ωmega über 中文 𝔸: S. {MARKER_SENTENCE} Öztürk."
    for cited, flags in (("S", (True, False)), ("w", (False, True)), (" ", (True, False)), ("Öztürk", (False, False))):
        assert citing(core, papers(([text], [mark_of(text, cited)]))) == [flags], cited


def test_a_mark_on_the_blank_between_two_sentences_belongs_to_neither(core: TextCore) -> None:
    text = f"It is slow. {MARKER_SENTENCE}"
    assert citing(core, papers(([text], [(0, 11, 12)]))) == [(False, False)]


def test_marks_stay_on_their_words_where_white_space_is_uneven(core: TextCore) -> None:
    text = "  It\n is \u00a0 slow [1].\n\n To   address\tthis, we prune."
    for cited, flags in (("[1]", (True, False)), ("prune", (False, True)), ("address", (False, False))):
        assert citing(core, papers(([text], [mark_of(text, cited)]))) == [flags], cited


def test_marks_outside_the_text_or_without_length_are_no_marks(core: TextCore) -> None:
    text = f"It is slow. {MARKER_SENTENCE}"
    marks = [(0, 3, 3), (0, 9, 2), (1, 0, 5), (-1, 0, 5), (0, 900, 999), (0, -9, 0)]
    assert citing(core, papers(([text], marks), ([text], []))) == [(False, False), (False, False)]


def test_a_slice_of_a_batch_keeps_its_marks(core: TextCore) -> None:
    text = f"The search is slow. {MARKER_SENTENCE}"
    batch = papers(([text], []), ([text], [mark_of(text, "search")]), ([text], [mark_of(text, "prune")]))
    assert citing(core, batch.slice(1)) == [(True, False), (False, True)]


def plain(text: str, marks: list[tuple[int, int]], side: str, before: str) -> bool:
    """Whether a mark covers a character of a side that ends where `before` does; white space counts for nothing."""
    cited = [any(start <= at < end for start, end in marks) for at, sign in enumerate(text) if not sign.isspace()]
    end = len("".join(before.split()))
    return any(cited[end - len("".join(side.split())) : end])


@given(
    st.lists(
        st.tuples(st.sampled_from(SENTENCES), st.sampled_from([" ", "  ", "\n", " \u3000", "\u00a0"])), max_size=8
    ),
    st.lists(st.tuples(st.integers(0, 220), st.integers(0, 25)), max_size=5),
    st.booleans(),
)
def test_every_side_is_flagged_where_a_mark_covers_one_of_its_characters(
    core: TextCore, pieces: list[tuple[str, str]], places: list[tuple[int, int]], even: bool
) -> None:
    text = " ".join(sentence for sentence, _ in pieces) if even else "".join(map("".join, pieces))
    marks = [(start, start + length) for start, length in places]
    batch = papers((["Öne.", text], [(1, *mark) for mark in marks]))
    rows = core.mine(batch)[0].to_pylist()
    sentences = [sentence for sentence, _ in pieces]
    ends = list(accumulate(sentences))
    for row, flags in zip(rows, citing(core, batch), strict=True):
        at = row["sentence"]
        assert sentences[at - 1] == row["query"]
        expected = (
            plain(text, marks, row["query"], ends[at - 1]),
            plain(text, marks, row["gold"], ends[at]),
        )
        assert flags == expected
