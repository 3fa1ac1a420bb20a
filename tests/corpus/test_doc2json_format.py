"""doc2json, ACL-OCL and CORD-19: wrappers, years, formulas, footings and citations."""

import pytest
from json_records import cited, doc2json, item, read_paper, texts

from ratio_spark.corpus.formats import FORMATS


def citation(start: object, end: object, text: str) -> dict[str, object]:
    return {"start": start, "end": end, "text": text, "ref_id": "BIBREF0"}


def cord19() -> dict[str, object]:
    parse = doc2json()["pdf_parse"]
    return {"paper_id": "P1", "metadata": {"title": "T", "authors": []}, **parse}


def test_papers_that_differ_in_their_wrapper_only_are_one():
    pdf = doc2json()
    latex = {key: value for key, value in pdf.items() if key != "pdf_parse"} | {"latex_parse": pdf["pdf_parse"]}
    for record in (pdf, latex, cord19()):
        paper = read_paper("doc2json", record)
        assert (paper.paper_id, paper.title, texts(paper)[-1]) == ("doc2json:P1", "T", "One. Two.")


@pytest.mark.parametrize(
    ("year", "month", "precision"),
    [("2011-11", "2011-11", "month"), ("2011", "2011-00", "year"), ("", "0000-00", "none"), (2011, "2011-00", "year")],
)
def test_a_year_may_hold_a_month_or_nothing(year, month, precision):
    for record in (doc2json(year=year), cord19() | {"metadata": {"title": "T", "year": year}}):
        date = read_paper("doc2json", record).date
        assert (date.month, date.precision) == (month, precision)


def test_a_paper_without_any_date_is_undated():
    assert read_paper("doc2json", cord19()).date.precision == "none"


def test_the_lowest_heading_counts():
    paper = read_paper("doc2json", doc2json(item("One.", "Methods::Data :: Speakers"), item("Two.", "Results")))
    assert [each.section for each in paper.paragraphs] == ["Abstract", "Speakers", "Results"]


def test_an_abstract_is_a_list_or_a_text():
    record = doc2json(abstract="Short.")
    assert texts(read_paper("doc2json", record)) == ["Short.", "One. Two."]
    record["pdf_parse"]["abstract"] = [item("From the parse.", "Abstract")]
    assert texts(read_paper("doc2json", record)) == ["From the parse.", "One. Two."]
    assert texts(read_paper("doc2json", cord19() | {"abstract": "Short."})) == ["Short.", "One. Two."]


def test_citations_are_those_whose_text_is_at_their_place():
    spans = [citation(4, 7, "[1]"), citation("8", "11", "[2]"), citation(0, 3, "[3]"), citation(40, 50, "x"), {}, 1]
    paper = read_paper("doc2json", doc2json(item("See [1] [2].", cite_spans=spans)))
    assert cited(paper)[1:] == [["[1]", "[2]"]]
    assert cited(read_paper("doc2json", doc2json(item("See [1].", cite_spans=None))))[1:] == [None]


def test_a_range_of_citations_stays_as_it_was_expanded():
    marks = ["[1]", "[2]", "[3]", "[4]"]
    spans = [citation(5 + 4 * number, 8 + 4 * number, mark) for number, mark in enumerate(marks)]
    paper = read_paper("doc2json", doc2json(item("Seen [1] [2] [3] [4].", cite_spans=spans)))
    assert (texts(paper)[1], cited(paper)[1]) == ("Seen [1] [2] [3] [4].", marks)


def test_citations_of_latex_are_numbered():
    text = "As BIBREF0 and BIBREF11 show."
    spans = [citation(3, 10, "BIBREF0"), citation(15, 23, "BIBREF11")]
    paper = read_paper("doc2json", doc2json(item(text, cite_spans=spans)))
    assert texts(paper)[1] == "As [1] and [12] show."
    assert cited(paper)[1] == ["[1]", "[12]"]


def test_formulas_are_text_and_join_what_they_cut():
    inline = [{"start": 4, "end": 11, "text": "FORMULA", "latex": "x+1", "ref_id": "EQREF0"}]
    alone = [{"start": 0, "end": 8, "text": "EQUATION", "raw_str": "v = T(x) ,", "ref_id": "EQREF"}]
    cites = [citation(16, 19, "[1]")]
    body = [
        item("Let FORMULA be, [1] as", eq_spans=inline, cite_spans=cites),
        item("EQUATION", eq_spans=alone),
        item("where T is known."),
    ]
    paper = read_paper("doc2json", doc2json(*body))
    assert texts(paper)[1:] == ["Let $x+1$ be, [1] as v = T(x) , where T is known."]
    assert cited(paper)[1:] == [["[1]"]]


def test_captions_and_acknowledgements_are_no_paragraphs():
    record = doc2json(item("Figure 1: The model."), item("A map of it."), item("One."), item("Table 2 shows it."))
    record["pdf_parse"]["ref_entries"] = {"FIGREF0": {"text": "A map of it.", "type": "figure"}}
    record["pdf_parse"]["back_matter"] = [item("We thank all.", "Acknowledgements"), item("More.", "Appendix A")]
    assert texts(read_paper("doc2json", record))[1:] == ["One.", "Table 2 shows it.", "More."]


@pytest.mark.parametrize("back", [[item("Printed in Rome.", None), item("By the editor.", " ")], "All of it.", None])
def test_back_matter_without_a_heading_is_no_paragraph(back):
    record = doc2json(item("One."))
    record["pdf_parse"]["back_matter"] = back
    assert texts(read_paper("doc2json", record))[1:] == ["One."]


def test_reference_markers_that_broke_a_paragraph_do_not_break_it():
    record = doc2json(item("As Wells et al"), item("2020 show [Fig."), item("19(a)]. It"), item("is so."))
    assert texts(read_paper("doc2json", record))[1:] == ["As Wells et al 2020 show [Fig. 19(a)]. It is so."]


def test_a_formula_that_grobid_made_a_paragraph_holds_the_text_around_it_together():
    record = doc2json(item("We maximise"), item("d(P) = v"), item("where v is known, and stop."))
    assert texts(read_paper("doc2json", record))[1:] == ["We maximise", "d(P) = v where v is known, and stop."]


def test_statements_glued_without_a_blank_stay_as_they_are():
    text = "It was bought (Co., Ltd.).Institutional Review agreed."
    assert texts(read_paper("doc2json", doc2json(item(text))))[1:] == [text]


def test_an_author_without_a_last_name_is_none():
    authors = [{"first": "ᰔ", "middle": [], "last": "", "suffix": ""}]
    authors += [{"first": "Anyi", "middle": ["B."], "last": "Hu", "suffix": ""}]
    assert read_paper("doc2json", doc2json(authors=authors)).first_author == "Anyi B. Hu"


def test_releases_of_s2orc_are_not_taken_for_doc2json():
    assert not FORMATS["doc2json"].fits(cord19() | {"_pdf_hash": "a"})
