"""Plain text, Markdown and our own JSON layout: what is a paragraph, what a heading, what neither."""

from datetime import date
from time import process_time

import pytest
from json_records import read_paper, text_document, texts
from layouts import jsonl, reason_of

from ratio_spark.corpus.documents import parse_text
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.refusals import Reason


def sections(text: str) -> list[tuple[str | None, str]]:
    paper = read_paper("text", text_document(text))
    return [(each.section, each.text) for each in paper.paragraphs]


def test_hard_wrapped_lines_are_one_paragraph_and_blank_lines_end_it():
    assert sections("One is\r\nfirst.\r\n\r\nTwo is\r\n   second.") == [
        (None, "One is first."),
        (None, "Two is second."),
    ]


def test_a_hyphen_at_a_line_end_stays_there_for_what_mends_words():
    assert sections("A pro-\nposal.") == [(None, "A pro-\nposal.")]


def test_blanks_within_a_line_take_no_longer_than_other_text():
    started = process_time()
    assert sections("One is" + " \t" * 50_000 + "first,\nand more.")[0][1].endswith("first, and more.")
    assert process_time() - started < 2


def test_headings_of_markdown_are_sections():
    text = "# On *things*\n\nOne.\n\nMethod\n======\n\nTwo.\n\nData\n----\n\nThree.\n\n### Last ###\nFour."
    assert sections(text) == [("On things", "One."), ("Method", "Two."), ("Data", "Three."), ("Last", "Four.")]


def test_headings_of_plain_text_are_lines_by_themselves():
    blocks = ["1. Introduction", "One.", "2.1 Data sets", "Two.", "RELATED WORK", "Three.", "Conclusion", "Four."]
    assert sections("\n\n".join([*blocks, "3 apples fell.", "It is"])) == [
        ("1. Introduction", "One."),
        ("2.1 Data sets", "Two."),
        ("RELATED WORK", "Three."),
        ("Conclusion", "Four."),
        ("Conclusion", "3 apples fell."),
        ("Conclusion", "It is"),
    ]


def test_code_tables_images_captions_and_html_are_no_paragraphs():
    code, table = "```python\ncode\n\nmore\n```", "| a | b |\n|---|---|\n| 1 | 2 |"
    blocks = ["# A", "One.", code, table, "![x](y.png)", "Figure 1: A map.", "<div>\nno\n</div>", "Two."]
    assert sections("\n\n".join(blocks)) == [("A", "One."), ("A", "Two.")]


def test_items_of_lists_and_quotations_are_paragraphs():
    text = "# A\n\n- First.\n- Second\n  goes on.\n\n1) Third.\n2) Fourth.\n\n> Quoted\n> here."
    assert [each for _, each in sections(text)] == ["First.", "Second goes on.", "Third.", "Fourth.", "Quoted here."]


def test_footnotes_and_link_definitions_are_left_out_with_their_marks():
    text = "# A\n\nOne[^1] is [here][x].\n\n[^1]: A note that\n    is long.\n\n    And more of it.\n\n[x]: https://a.b\n\nTwo."
    assert sections(text) == [("A", "One is [here][x]."), ("A", "Two.")]


def test_marks_of_emphasis_and_links_give_their_text():
    text = "It is **very** *bold*, `so` [the page](https://a.b/c_d) of x_1 and y_2 says, 2 * 3 * 4, a<b> [12]."
    assert sections(text) == [(None, "It is very bold, so the page of x_1 and y_2 says, 2 * 3 * 4, a [12].")]


def test_a_display_formula_holds_its_paragraph_together():
    assert sections("The loss is\n\n$$\nL = 1\n$$\n\nwhere L is known.") == [
        (None, "The loss is $$ L = 1 $$ where L is known.")
    ]


@pytest.mark.parametrize("heading", ["## References", "## 7 Bibliography", "REFERENCES", "References\n----------"])
def test_the_list_of_references_is_left_out(heading):
    assert [each for _, each in sections(f"One.\n\n{heading}\n\n[1] A. Turing. 1936. On things.\n\n- B.")] == ["One."]


@pytest.mark.parametrize(
    "between", ["\f", "\n\f", "\n\n12\n\n\f", "\n\f\n- 12 -\n\n", "\n\n  12\n\f", "\nPage 3 of 9\n\f"]
)
def test_a_page_break_with_or_without_its_number_ends_no_paragraph(between):
    assert sections(f"It was found by{between}Turing in 1936.") == [(None, "It was found by Turing in 1936.")]


def test_a_page_that_ends_with_its_paragraph_ends_it():
    assert sections("It was found.\n\n12\n\fTuring did it.") == [(None, "It was found."), (None, "Turing did it.")]
    assert sections("It was\n\n12\n\nfound.") == [(None, "It was found.")]


def test_front_matter_says_what_the_text_does_not():
    document = parse_text(
        b"---\nid: 7\ntitle: On things\ndate: 2020-05-17\nauthors: [Ada Lovelace, Alan Turing]\nfields: cs.CL, cs.AI\n"
        b"doi: 10.1/X\narxiv_id: '2005.1'\nlang: en\nlicense: CC BY\n---\nOne.",
        "notes",
    )
    paper = read_paper("text", document)
    assert (paper.paper_id, paper.title, paper.date.first_day) == ("text:7", "On things", date(2020, 5, 17))
    assert (paper.first_author, paper.fields, paper.doi) == ("Ada Lovelace", ("cs.CL", "cs.AI"), "10.1/X")
    assert (paper.arxiv_id, paper.language, paper.license) == ("2005.1", "en", "CC BY")


def test_without_an_id_the_name_of_the_file_is_it():
    paper = read_paper("text", text_document("One.", "W18-0001", year=2018, author="A. Turing", fields=["cs.CL"]))
    assert (paper.paper_id, paper.date.month, paper.first_author) == ("text:W18-0001", "2018-00", "A. Turing")


def test_front_matter_of_the_wrong_kind_is_refused():
    for front in ({"title": 5}, {"fields": [1]}, {"doi": ["x"]}):
        assert reason_of(lambda front=front: read_paper("text", text_document("One.", **front))) is Reason.WRONG_LAYOUT
    assert reason_of(lambda: read_paper("text", text_document("One.", date="Summer"))) is Reason.IMPOSSIBLE_DATE


def test_citations_of_our_own_layout_are_spans():
    record = jsonl(paragraphs=["One.", {"text": "See [1].", "citations": [{"start": 4, "end": 7}]}])
    assert [each.citations for each in read_paper("jsonl", record).paragraphs] == [None, ((4, 7),)]
    for spans, reason in (([{"start": 4, "end": 9}], Reason.OFFSETS_OUTSIDE), ([5], Reason.WRONG_LAYOUT)):
        broken = jsonl(paragraphs=[{"text": "See [1].", "citations": spans}])
        assert reason_of(lambda broken=broken: read_paper("jsonl", broken)) is reason


def test_rows_of_parquet_may_hold_time_stamps_and_authors():
    paper = read_paper("jsonl", jsonl(date="2020-05-17T10:30:00", authors=["Ada Lovelace"], arxiv_id="2005.1"))
    assert (paper.date.first_day, paper.first_author, paper.arxiv_id) == (date(2020, 5, 17), "Ada Lovelace", "2005.1")


def test_text_is_the_only_format_of_text():
    document = text_document("One.")
    assert [each.name for each in FORMATS.values() if each.carrier == "text" and each.recognises(document)] == ["text"]


def test_a_document_without_any_paragraph_has_none():
    for text in ("", "# Only a heading", "```\ncode\n```", "\f\f"):
        assert texts(read_paper("text", text_document(text))) == []
