"""Citation spans on their way into rows: they lie on the same characters of the cleaned text."""

from datetime import date

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.corpus.dates import UNDATED
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.rows import RECORDS_SCHEMA, batches, record_row

LIMITS = Limits(latest_date=date(2027, 6, 30))


def row_of(*paragraphs: Paragraph, **about: str) -> dict[str, object]:
    paper = Paper("x:1", "x", UNDATED, paragraphs=paragraphs, **about)
    (batch,) = batches([record_row("file", "x", 0, paper, LIMITS)], 1)
    batch.validate(full=True)
    assert batch.schema == RECORDS_SCHEMA
    return batch.to_pylist()[0]


def spans(row: dict[str, object]) -> list[tuple[int, int, int]] | None:
    citations = row["citations"]
    return None if citations is None else [tuple(each.values()) for each in citations]


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("As [1] says.", ((3, 6),), [(0, 3, 6)]),
        ("  As [1] says.", ((5, 8),), [(0, 3, 6)]),
        ("\x00 \x1fAs [1] says.", ((6, 9),), [(0, 3, 6)]),
        ("As [1]  ", ((3, 8),), [(0, 3, 6)]),
        (" [1]", ((0, 4),), [(0, 0, 3)]),
        ("As [1].\n\n", ((7, 9),), []),
        (" As", ((0, 1),), []),
        ("As 🙂 [1].", ((5, 8), (3, 4)), [(0, 5, 8), (0, 3, 4)]),
        ("As 2 says.", (), []),
        ("As 2 says.", None, None),
        ("As [1] says.", ((-2, 99), (4, 4), (6, 3)), [(0, 0, 12)]),
    ],
)
def test_spans_follow_the_cleaning_of_the_text(text, marked, expected):
    assert spans(row_of(Paragraph(None, text, marked))) == expected


def test_paragraphs_that_are_left_out_do_not_count():
    row = row_of(
        Paragraph(None, " \x00", ((0, 1),)), Paragraph("S", "One [1].", ((4, 7),)), Paragraph(None, ""),
        Paragraph(None, "Two."), Paragraph(None, " Three [2].", ((7, 10),)),
    )  # fmt: skip
    assert [each["text"] for each in row["paragraphs"]] == ["One [1].", "Two.", "Three [2]."]
    assert spans(row) == [(0, 4, 7), (2, 6, 9)]


def test_a_source_that_tells_no_citation_is_not_one_that_has_none():
    untold, none = row_of(Paragraph(None, "One.")), row_of(Paragraph(None, "One.", ()))
    assert (spans(untold), spans(none)) == (None, [])
    assert untold["text_hash"] != none["text_hash"]


def test_the_text_hash_of_a_source_without_marks_is_the_one_it_always_was():
    assert row_of(Paragraph(None, "One."))["text_hash"] == "b196c222e43cc71b54f7ee39af829b3d"


def test_moved_citations_are_another_text():
    hashes = {row_of(Paragraph(None, "As 1 and 2.", marked))["text_hash"] for marked in (((3, 4),), ((9, 10),), ())}
    assert len(hashes) == 3


def test_spans_move_with_mended_words():
    row = row_of(Paragraph(None, "The exam\u00adple of [1] is an example.", ((16, 19),)))
    assert row["paragraphs"][0]["text"] == "The example of [1] is an example."
    assert spans(row) == [(0, 15, 18)]


def test_names_that_link_works_are_one_line():
    row = row_of(Paragraph(None, "One."), arxiv_id=" 2005.00001\n", first_author="Ada\n  Lovelace")
    assert (row["arxiv_id"], row["first_author"]) == ("2005.00001", "Ada Lovelace")


TEXTS = st.text(st.sampled_from("ab [1] \x00\x1f\n\u2003🙂"), max_size=12)


@given(st.lists(st.tuples(TEXTS, st.none() | st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)))), min_size=1))
def test_spans_hold_the_characters_that_they_held(paragraphs):
    kept = [Paragraph(None, text, None if marked is None else tuple(marked)) for text, marked in paragraphs]
    row = row_of(*kept, Paragraph(None, "end"))
    texts = [each["text"] for each in row["paragraphs"]]
    sound = [each for each in kept if each.text.translate(dict.fromkeys(range(32), " ")).strip()]
    expected = []
    for number, paragraph in enumerate(sound):
        for start, end in paragraph.citations or ():
            marked = paragraph.text[start:end].translate(dict.fromkeys([*range(9), *range(11, 32)], " "))
            expected.append((number, marked.strip()))
    given_ = [(number, texts[number][start:end].strip()) for number, start, end in spans(row) or ()]
    assert [each for each in given_ if each[1]] == [each for each in expected if each[1]]
    assert pa.types.is_list(RECORDS_SCHEMA.field("citations").type)
