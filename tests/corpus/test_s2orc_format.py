"""What is wrong with records of S2ORC in public reports, each with what becomes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_records import cited, item, read_paper, s2orc_2020, texts
from layouts import reason_of, s2orc, s2orc_papers, span

from ratio_spark.corpus.dates import PubDate
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.refusals import Reason

#       0         1         2         3         4
#       0123456789012345678901234567890123456789012345678
TEXT = "Aim\n\nThe loss is [1].\n\nL = 1\n\nwhere L holds [2]."
AIM, FIRST, FORMULA, SECOND = span(0, 3), span(5, 21), span(23, 28), span(30, 48)


def test_a_paragraph_that_a_formula_cut_is_one_again():
    spans = {"paragraph": [FIRST, SECOND], "bibref": [span(17, 20), span(44, 47)], "sectionheader": [AIM]}
    paper = read_paper("s2orc", s2orc(TEXT, **spans, formula=[FORMULA]))
    assert [(each.section, each.text) for each in paper.paragraphs] == [
        ("Aim", "The loss is [1]. L = 1 where L holds [2].")
    ]
    assert cited(paper) == [["[1]", "[2]"]]


def test_a_paragraph_that_a_reference_mark_cut_is_one_again():
    text = "It is known\n\n[12]\n\nto fail.\n\nBut see\n\nFig. 3\n\nIt helps."
    spans = {"paragraph": [span(0, 11), span(19, 27), span(29, 36), span(46, 55)]}
    paper = read_paper("s2orc", s2orc(text, **spans, bibref=[span(13, 17)], figureref=[span(38, 44)]))
    assert texts(paper) == ["It is known [12] to fail.", "But see Fig. 3", "It helps."]


def test_nothing_is_joined_across_a_heading():
    spans = {"paragraph": [span(0, 11), span(26, 34)], "sectionheader": [span(13, 17)], "formula": [span(19, 24)]}
    paper = read_paper("s2orc", s2orc("It is known\n\nBack\n\nL = 1\n\nto fail.", **spans))
    assert [(each.section, each.text) for each in paper.paragraphs] == [(None, "It is known"), ("Back", "to fail.")]


def test_a_formula_with_other_text_beside_it_is_no_part_of_a_paragraph():
    spans = {"paragraph": [FIRST, SECOND], "formula": [span(23, 24)]}
    assert texts(read_paper("s2orc", s2orc(TEXT, **spans))) == ["The loss is [1].", "where L holds [2]."]


def test_repeated_annotation_spans_count_once():
    paper = read_paper("s2orc", s2orc(TEXT, paragraph=[FIRST, FIRST, SECOND], bibref=[span(17, 20)] * 3))
    assert texts(paper) == ["The loss is [1].", "where L holds [2]."]
    assert cited(paper) == [["[1]"], []]


@pytest.mark.parametrize("bibref", [[span(17, 20), span("45", "48.0"), span(45, 99), span(9, 9), span(-1, 2), {}, 3]])
def test_unsound_spans_of_citations_are_ignored(bibref):
    paper = read_paper("s2orc", s2orc(TEXT, paragraph=[FIRST, SECOND], bibref=bibref))
    assert cited(paper) == [["[1]"], []]


@pytest.mark.parametrize("bibref", [None, "[{", "5", 7])
def test_citations_are_unknown_where_the_source_does_not_mark_them(bibref):
    paper = read_paper("s2orc", s2orc(TEXT, paragraph=[FIRST, SECOND], bibref=bibref))
    assert cited(paper) == [None, None]


def test_consecutive_paragraphs_that_repeat_are_one():
    text = "One.\n\nOne.\n\nTwo."
    paper = read_paper("s2orc", s2orc(text, paragraph=[span(0, 4), span(6, 10), span(12, 16)]))
    assert texts(paper) == ["One.", "Two."]


@pytest.mark.parametrize(
    ("paragraph", "reason"),
    [
        ([span(0, 99)], Reason.OFFSETS_OUTSIDE),
        ([span(5, 5)], Reason.OFFSETS_OUTSIDE),
        ([span(9, 5)], Reason.OFFSETS_OUTSIDE),
        ([span(0, 9), span(5, 12)], Reason.OFFSETS_OVERLAP),
        (None, Reason.ANNOTATIONS_NULL),
        ([span("x", 2)], Reason.WRONG_LAYOUT),
    ],
)
def test_paragraphs_that_cannot_be_told_refuse_the_paper(paragraph, reason):
    assert reason_of(lambda: read_paper("s2orc", s2orc(TEXT, paragraph=paragraph, title=None))) is reason


def test_version_2_is_known_by_its_keys():
    record = {
        "corpusid": 7,
        "title": "T",
        "authors": [{"authorId": "1", "name": "Alan Turing"}],
        "openaccessinfo": {"externalids": {"DOI": "10.1/X", "ArXiv": "2212.00001"}, "license": "CCBY"},
        "body": {
            "text": TEXT,
            "annotations": {
                "paragraph": '[{"start": 5, "end": 21}, {"start": 30, "end": 48}]',
                "section_header": '[{"start": 0, "end": 3}]',
                "bib_ref": '[{"start": 17, "end": 20, "attributes": {"ref_id": "b0"}}]',
            },
        },
        "bibliography": {"text": "[1] A.", "annotations": {"bib_entry": '[{"start": 0, "end": 6}]'}},
    }
    paper = read_paper("s2orc", record)
    assert (paper.paper_id, paper.title, paper.doi, paper.license) == ("s2orc:7", "T", "10.1/X", "CCBY")
    assert (paper.arxiv_id, paper.first_author) == ("2212.00001", "Alan Turing")
    assert [(each.section, each.text) for each in paper.paragraphs] == [
        ("Aim", "The loss is [1]."),
        ("Aim", "where L holds [2]."),
    ]
    assert cited(paper) == [["[1]"], []]


#                 0         1         2         3         4
#                 012345678901234567890123456789012345678901234567
WITH_ABSTRACT = "Title\n\nWe see [1].\n\nAim\n\nOne is so.\n\nTwo is so."
BODY = {"paragraph": [span(25, 35), span(37, 47)], "sectionheader": [span(20, 23)], "bibref": [span(14, 17)]}


@pytest.mark.parametrize("name", ["content", "body"])
def test_an_abstract_that_is_no_paragraph_comes_first(name):
    record = s2orc(WITH_ABSTRACT, **BODY, abstract=[span("7", "18")])
    record[name] = record.pop("content")
    paper = read_paper("s2orc", record)
    assert [(each.section, each.text) for each in paper.paragraphs] == [
        ("Abstract", "We see [1]."),
        ("Aim", "One is so."),
        ("Aim", "Two is so."),
    ]
    assert cited(paper) == [["[1]"], [], []]


@pytest.mark.parametrize(
    "abstract",
    [[span(25, 35)], [span(7, 26)], [span(34, 38)], [span(46, 47)], [span(0, 47)], [span(7, 99)], [span(9, 9)], "x", 5],
)
def test_an_abstract_that_a_paragraph_holds_too_or_that_is_unsound_adds_nothing(abstract):
    assert texts(read_paper("s2orc", s2orc(WITH_ABSTRACT, **BODY, abstract=abstract))) == ["One is so.", "Two is so."]


@pytest.mark.parametrize("section", [None, "", "  "])
def test_a_section_that_is_null_or_empty_is_no_heading(section):
    paper = read_paper("s2orc_2020", s2orc_2020(item("One.", section)))
    assert paper.paragraphs[0].section is None


def test_a_release_without_metadata_is_undated_and_shares_the_ids_of_the_bulk_release():
    paper = read_paper("s2orc_2020", s2orc_2020())
    assert (paper.paper_id, paper.title, paper.date.precision) == ("s2orc:77", None, "none")
    assert FORMATS["s2orc"].paper_id(s2orc(corpusid=77)) == "s2orc:77"


def test_the_release_of_2019_has_its_metadata_inside():
    metadata = {"title": "T", "year": "2016", "doi": "10.1/X", "arxiv_id": None, "authors": [], "abstract": "Short."}
    parse = {"abstract": [], "body_text": [item("One. Two.", None)]}
    record = {"paper_id": "77", "metadata": metadata, "s2_pdf_hash": "a", "grobid_parse": parse, "latex_parse": None}
    paper = read_paper("s2orc_2020", record)
    assert (paper.title, paper.doi, paper.date.precision, paper.date.source) == ("T", "10.1/X", "year", "metadata.year")
    assert [(each.section, each.text) for each in paper.paragraphs] == [("Abstract", "Short."), (None, "One. Two.")]


def test_an_abstract_that_repeats_the_body_stays_in_the_body():
    repeated = item("The eye is built.", "Abstract")
    record = s2orc_2020(item("The eye is built.", ""), item("It has parts.", ""), abstract=[item("We see."), repeated])
    assert texts(read_paper("s2orc_2020", record)) == ["We see.", "The eye is built.", "It has parts."]


def test_tables_of_metadata_tell_identifiers_and_the_first_author():
    record = s2orc_papers(authors=[{"authorId": "1", "name": "A. Turing"}], externalids={"ArXiv": "2212.1", "MAG": 5})
    read = FORMATS["s2orc_papers"].read(record, "s2orc:7")
    assert (read.first_author, read.arxiv_id, read.doi) == ("A. Turing", "2212.1", None)


def test_the_metadata_of_2020_has_the_year_only():
    record = {"paper_id": "77", "title": "T", "authors": [{"first": "Alan", "middle": [], "last": "Turing"}]}
    record |= {"year": 2016, "arxiv_id": "1601.1", "doi": None, "mag_field_of_study": ["Biology"]}
    record |= {"outbound_citations": [], "has_pdf_parse": True}
    layout = FORMATS["s2orc_papers"]
    assert [each.name for each in FORMATS.values() if each.carrier == "json" and each.recognises(record)] == [
        layout.name
    ]
    read = layout.read(record, layout.paper_id(record))
    assert (read.paper_id, read.date.month, read.fields, read.first_author, read.arxiv_id) == (
        "s2orc:77", "2016-00", ("Biology",), "Alan Turing", "1601.1",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("publicationdate", "year", "month"),
    [("2025-06-17", 2025, "2025-06"), (None, 2025, "2025-00"), (None, None, "0000-00"), ("", 2025, "2025-00")],
)
def test_a_missing_publication_date_leaves_the_year(publicationdate, year, month):
    read = FORMATS["s2orc_papers"].read(s2orc_papers(publicationdate=publicationdate, year=year), "s2orc:7")
    assert isinstance(read.date, PubDate)
    assert read.date.month == month


OFFSETS = st.integers(-2, 30) | st.integers(0, 30).map(str) | st.none()


@given(st.lists(st.tuples(OFFSETS, OFFSETS), max_size=6), st.sampled_from(["bibref", "formula", "figureref"]))
def test_other_annotations_never_refuse_a_paper_and_citations_lie_within_their_paragraph(spans, name):
    annotations = {"paragraph": [FIRST, SECOND], name: [span(*each) for each in spans]}
    paper = read_paper("s2orc", s2orc(TEXT, **annotations))
    for paragraph in paper.paragraphs:
        ends = [0]
        for start, end in paragraph.citations or ():
            assert ends[-1] <= start < end <= len(paragraph.text)
            ends.append(end)
