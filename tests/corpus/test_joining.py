"""Which paragraphs are made whole again, and where their citations are then."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ratio_spark.corpus.joining import Mark, joined
from ratio_spark.corpus.paper import Paragraph


def whole(*texts: str | Mark, section: str | None = None) -> list[str]:
    pieces = [each if isinstance(each, Mark) else Paragraph(section, each) for each in texts]
    return [each.text for each in joined(pieces)]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("we obtain a sequence [FORMULA]", "of sheaves.", "we obtain a sequence [FORMULA] of sheaves."),
        ("in tape", ", which helps.", "in tape, which helps."),
        ("Shown [Fig.", "19(a)].", "Shown [Fig. 19(a)]."),
        ("As Wells et al", "2020 show.", "As Wells et al 2020 show."),
        ("As Wells et al.", "(2020) show.", "As Wells et al. (2020) show."),
    ],
)
def test_what_begins_within_a_sentence_goes_on(first, second, expected):
    assert whole(first, second) == [expected]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The end.", "fandango encodes it."),  # a gene's name opens a sentence
        ("The end (at last.)", "and it goes on."),
        ("p53 binds to", "p53REs at loci."),
        ("the primers were:", "forward: GGC"),
        ("the code is", "logits = x"),
        ("A heading", "Another paragraph."),
        ("Results of 2019", "2020 was another year."),
        ("See", "https://example.org for more."),
    ],
)
def test_other_paragraphs_stay_apart(first, second):
    assert whole(first, second) == [first, second]


def test_a_mark_stands_where_it_cut_the_paragraph():
    assert whole("The loss", Mark("$L = 1$"), "where L is 1.") == ["The loss $L = 1$ where L is 1."]
    assert whole("The loss is", Mark("$L = 1$"), "Where L is 1.") == ["The loss is $L = 1$ Where L is 1."]
    assert whole("The loss is", Mark("$L = 1$."), "It falls.") == ["The loss is $L = 1$.", "It falls."]
    assert whole(Mark("$L = 1$"), "where L is 1.") == ["where L is 1."]


def test_paragraphs_of_two_headings_are_never_one():
    pieces = [Paragraph("A", "The loss is"), Paragraph("B", "where L is 1.")]
    assert joined(pieces) == tuple(pieces)


def test_a_paragraph_that_repeats_the_one_before_it_and_a_blank_one_are_left_out():
    assert whole("One.", " One.\n", " \n", "Two.", "One.") == ["One.", "Two.", "One."]


def test_back_matter_is_left_out_with_its_marks():
    pieces = [Paragraph("A", "One."), Paragraph("References", "Smith 2020."), Mark("[1]"), Paragraph("B", "Two.")]
    assert [each.text for each in joined(pieces)] == ["One.", "Two."]


def test_citations_are_where_they_were():
    pieces = [
        Paragraph(None, " See [1]", ((5, 8),)),
        Mark("[2]", cites=True),
        Mark("Fig. 3"),
        Paragraph(None, "and [4].", ((4, 7),)),
    ]
    (paragraph,) = joined(pieces)
    assert paragraph.text == "See [1] [2] Fig. 3 and [4]."
    assert [paragraph.text[start:end] for start, end in paragraph.citations] == ["[1]", "[2]", "[4]"]


def test_citations_stay_unknown_where_no_part_knows_them():
    (paragraph,) = joined([Paragraph(None, "It is"), Paragraph(None, "so.")])
    assert paragraph.citations is None
    (paragraph,) = joined([Paragraph(None, "It is", ()), Paragraph(None, "so.")])
    assert paragraph.citations == ()


WORDS = st.text(alphabet="aB. ,", max_size=6)
SPANNED = st.builds(lambda word, end: Paragraph(None, word, ((0, end),) if end < len(word) and end else ()), WORDS,
                    st.integers(0, 6))  # fmt: skip


@example([Paragraph(None, "  B", ((0, 1),)), Mark("")])
@given(st.lists(SPANNED | st.builds(Mark, WORDS, st.booleans()), max_size=8))
def test_no_letter_is_added_and_every_citation_keeps_its_letters(pieces):
    before = "".join("".join(each.text.split()) for each in pieces)
    paragraphs = joined(pieces)
    after = "".join("".join(each.text.split()) for each in paragraphs)
    assert len(after) <= len(before)
    for paragraph in paragraphs:
        for start, end in paragraph.citations or ():
            assert 0 <= start <= end <= len(paragraph.text)
