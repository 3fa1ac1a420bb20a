"""unarXive: placeholders become text, cut paragraphs whole, and dates those of the first version."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_records import cited, read_paper, texts, unarxive, unarxive_2024

from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.placeholders import Readable

ENTRIES = {
    "a1": {"latex": "x_1", "type": "formula"},
    "a2": {"latex": "L(x) = 1\\,,", "type": "formula"},
    "a3": {"latex": " in distribution as ", "type": "formula"},
    "f1": {"caption": "NO_CAPTION", "type": "figure"},
}


def item(text: str, section: str = "Intro", content_type: str = "paragraph") -> dict[str, object]:
    return {"section": section, "content_type": content_type, "text": text, "cite_spans": [], "ref_spans": []}


def body(*items: dict[str, object]) -> list[str]:
    """The paragraphs below the abstract."""
    return texts(read_paper("unarxive", unarxive(*items, entries=ENTRIES)))[1:]


def test_formulas_are_text_without_the_blank_behind_their_placeholder():
    assert body(item("Let {{formula:a1}}  be, for {{formula:a1}} -norms, {{formula:a1}} .\n")) == [
        "Let $x_1$ be, for $x_1$-norms, $x_1$."
    ]


def test_citations_are_numbered_as_the_paper_makes_them_and_leave_no_hole():
    first = item("As {{cite:bb}} shows, {{cite:aa}}, {{cite:bb}}.\n")
    paper = read_paper("unarxive", unarxive(first, item("So {{cite:cc}}.\n")))
    assert texts(paper)[1:] == ["As [1] shows, [2], [1].", "So [3]."]
    assert cited(paper) == [None, ["[1]", "[2]", "[1]"], ["[3]"]]


def test_figures_that_stand_between_lines_go_and_others_are_named():
    text = "It falls. \n{{figure:f1}}{{table:t1}}\nSee {{figure:f1}} and {{section:s1}} (REF ) in Fig. REF .\n"
    assert body(item(text + "{{figure:f1}}")) == ["It falls. See Figure and Section (REF) in Fig. REF."]


def test_a_paragraph_that_a_display_formula_cut_is_one_again():
    cut = item("The loss is\n{{formula:a2}} \n"), item("\nwhere {{formula:a1}}  is known.\n")
    assert body(*cut) == ["The loss is $L(x) = 1$, where $x_1$ is known."]
    assert body(cut[0], item("Note that it falls.\n")) == ["The loss is $L(x) = 1$,", "Note that it falls."]
    assert body(cut[0], item("where it falls.\n", "Method")) == ["The loss is $L(x) = 1$,", "where it falls."]


def test_a_formula_by_itself_belongs_to_the_paragraph_before_it():
    assert body(item("We have\n"), item("{{formula:a2}} \n"), item("so it falls.\n")) == [
        "We have $L(x) = 1$, so it falls."
    ]


def test_lists_and_proofs_are_cut_at_blank_lines():
    text = "\nOne is first.\n\nTwo is\nsecond.\n\n"
    assert body(item(text, content_type="list")) == ["One is first.", "Two is second."]
    assert body(item("Theorem 1\n\nIt holds.")) == ["Theorem 1 It holds."]


def test_prose_that_a_broken_macro_took_for_a_formula_is_prose():
    assert body(item("It tends {{formula:a3}} n.")) == ["It tends in distribution as n."]


def test_a_formula_that_is_not_told_leaves_a_word():
    assert body(item("Let {{formula:zz}}  be.")) == ["Let [formula] be."]


def test_formulas_in_headings_are_text_too():
    paper = read_paper("unarxive", unarxive(item("One.", "The {{formula:a1}}  strip"), entries=ENTRIES))
    assert paper.paragraphs[1].section == "The $x_1$ strip"


def test_an_empty_section_is_none():
    assert read_paper("unarxive", unarxive(item("One.", ""))).paragraphs[1].section is None


def test_the_metadata_of_arxiv_is_that_of_the_paper():
    paper = read_paper("unarxive", unarxive())
    assert (paper.paper_id, paper.source, paper.arxiv_id) == ("unarxive:2212.00001", "unarxive", "2212.00001")
    assert (paper.date.first_day.isoformat(), paper.date.precision) == ("2022-12-22", "day")
    assert (paper.first_author, paper.fields, paper.doi) == ("Alan Turing", ("cs.CL", "math.PR"), "10.1/X")
    assert (paper.updated, paper.license) == ("2024-10-01", "http://creativecommons.org/licenses/by/4.0/")
    assert paper.paragraphs[0][:2] == ("Abstract", "We see that $x$ is.")


@pytest.mark.parametrize("versions", [None, [], [{"version": "v2", "created": "Mon, 30 Sep 2024 14:34:28 GMT"}], "v1"])
def test_without_a_first_version_the_identifier_tells_the_month_never_the_update(versions):
    date = read_paper("unarxive", unarxive(versions=versions)).date
    assert (date.month, date.precision) == ("2022-12", "month")


def test_sections_by_title_are_paragraphs_that_the_source_glued():
    text = "It was seen {{cite:aa}}{{cite:bb}}.While it is so, torch.Tensor helps.\n{{table:t1}}although not here."
    paper = read_paper("unarxive_2024", unarxive_2024({"Intro ": {"text": text}}, language="en", cited_by_count=1))
    assert [(each.section, each.text) for each in paper.paragraphs[1:]] == [
        ("Intro", "It was seen [1][2]."),
        ("Intro", "While it is so, torch.Tensor helps. although not here."),
    ]
    assert (paper.language, cited(paper)[1]) == ("en", ["[1]", "[2]"])


def test_an_abstract_of_2024_may_be_a_text():
    record = unarxive_2024(abstract="") | {"abstract": " Short\none."}
    assert read_paper("unarxive_2024", record).paragraphs[0].text == "Short one."


def test_both_releases_have_one_identifier():
    ids = {FORMATS[name].paper_id(record) for name, record in (("unarxive", unarxive()),
                                                               ("unarxive_2024", unarxive_2024()))}  # fmt: skip
    assert ids == {"unarxive:2212.00001"}


LATEX = st.text(alphabet="x=1,.;: \\~qu\n", max_size=12)


@given(LATEX)
def test_a_formula_keeps_its_letters_and_never_ends_in_spacing(latex):
    text = Readable({"ref_entries": {"a": {"latex": latex}}}).paragraph(None, "{{formula:a}}").text
    if latex.strip() and text.startswith("$") and text != "$$":
        assert text.count("x") == latex.count("x")
        assert not text.rstrip(".,;:").removesuffix("$").endswith((" ", "~", "\\,"))
