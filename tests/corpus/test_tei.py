"""TEI of GROBID and of editors: paragraphs that a PDF has torn, citation marks, dates, and what is no text."""

import pytest
from xml_documents import cited, paper, papers, sections, tei, texts

from ratio_spark.corpus.formats.tei import FORMAT
from ratio_spark.corpus.refusals import Reason, Refusal


def body(*blocks: str, program: str = "GROBID") -> list[str]:
    return texts(paper(FORMAT, tei(f"<div>{''.join(blocks)}</div>", program=program)))


def test_a_paragraph_stands_under_the_heading_of_its_division():
    found = paper(
        FORMAT,
        tei(
            "<div><head n='1'>Introduction</head><p>One.</p><p>Two.</p></div>"
            "<div><head>2 Data</head><p>Three.</p></div>",
            profile="<abstract><div><p>We do.</p></div></abstract>",
        ),
    )
    assert sections(found) == [
        ("Abstract", "We do."),
        ("Introduction", "One."),
        ("Introduction", "Two."),
        ("2 Data", "Three."),
    ]


def test_sentences_that_are_marked_give_the_same_paragraph():
    marked = "<p><s coords='1,2'>We see <ref type='bibr' target='#b0'>(Ito, 2014)</ref>.</s><s>It holds.</s></p>"
    found = paper(FORMAT, tei(f"<div>{marked}</div>"))
    assert (texts(found), cited(found)) == (["We see (Ito, 2014). It holds."], [["(Ito, 2014)"]])


def test_citation_marks_stay_in_the_text_and_their_spans_are_known():
    mark = "<ref type='bibr' target='#b0'>[1,</ref> <ref type='bibr'>2]</ref>"
    found = paper(FORMAT, tei(f"<div><p>As {mark} and <ref type='figure'>Fig. 1</ref> show.</p><p>Nobody.</p></div>"))
    assert texts(found) == ["As [1, 2] and Fig. 1 show.", "Nobody."]
    assert [each.citations for each in found.paragraphs] == [((3, 6), (7, 9)), ()]


def test_citations_are_unknown_where_none_is_marked():
    assert paper(FORMAT, tei("<div><p>As Ito (2014) shows.</p></div>")).paragraphs[0].citations is None


def test_a_paragraph_that_a_formula_cut_is_one_again():
    formula = "<formula xml:id='formula_0'>L = max d<label>(1)</label></formula>"
    assert body("<p>The loss is:</p>", formula, "<p>where d is a distance.</p>", "<p>Next.</p>") == [
        "The loss is: L = max d where d is a distance.",
        "Next.",
    ]
    assert body("<p>The loss is:</p>", formula, "<p>Where d is a distance.</p>") == [
        "The loss is: L = max d Where d is a distance."
    ]
    assert body("<p>The loss is:</p>", formula, "<p>We train it.</p>") == ["The loss is: L = max d", "We train it."]
    assert body(formula, "<p>We train it.</p>") == ["We train it."]


@pytest.mark.parametrize(
    ("pieces", "whole"),
    [
        (("It was shown by", "previous work."), ["It was shown by previous work."]),
        (("See the panel [Fig.", "19(a)]."), ["See the panel [Fig. 19(a)]."]),
        (("As found by Wells et al", "2020 it holds."), ["As found by Wells et al 2020 it holds."]),
        (("It holds.", "mRNA is short."), ["It holds.", "mRNA is short."]),
        (("It holds.", "2020 was long."), ["It holds.", "2020 was long."]),
    ],
)
def test_a_paragraph_that_a_mark_or_a_column_cut_is_one_again(pieces, whole):
    figure = "<figure xml:id='fig_0'><head>Fig. 2</head><figDesc>A caption</figDesc></figure>"
    first, second = (f"<p>{piece}</p>" for piece in pieces)
    assert body(first, second) == whole
    assert body(first, figure, second) == whole


@pytest.mark.parametrize(
    "figure", ["<figDesc>A caption.</figDesc>", "<figDesc><div><p><s>A caption.</s></p></div></figDesc>"]
)
def test_captions_notes_tables_and_references_are_no_paragraphs(figure):
    document = tei(
        f"<div><p>One<note place='foot'><p>A note.</p></note>.</p></div><figure>{figure}</figure>"
        "<figure type='table'><head>Table 1</head><table><row><cell><p>1</p></cell></row></table></figure>"
        "<note place='foot' n='1'><p><s>A note.</s></p></note><div><p>Figure 1: Overview of it.</p>"
        "<p>Figure 1 shows the model.</p></div>",
        back="<div type='annex'><div><head>Competing interests</head><p>None.</p></div></div>"
        "<div type='acknowledgement'><div><p>We thank.</p></div></div><div type='appendix'><p>More.</p></div>"
        "<div type='references'><listBibl><biblStruct><note>R.</note></biblStruct></listBibl></div>",
    )
    assert sections(paper(FORMAT, document)) == [
        (None, "One."),
        (None, "Figure 1 shows the model."),
        ("Appendix", "More."),
    ]


def test_a_reference_list_that_stands_in_the_body_is_no_text():
    document = tei("<div><p>One.</p></div><div><head>References</head><p>Ito (2014). Title.</p></div>")
    assert texts(paper(FORMAT, document)) == ["One."]


def test_footnote_marks_go_with_their_footnotes():
    assert body("<p>Learning (NELL)<ref type='foot' target='#foot_0'>7</ref> reads.</p>") == ["Learning (NELL) reads."]


def test_a_list_item_and_a_quotation_with_paragraphs_are_paragraphs():
    items = "<list><item>First item.</item><item><p>Second.</p></item></list>"
    assert body("<p>The steps:</p>", items) == ["The steps:", "First item.", "Second."]
    assert body("<p>He says <quote>yes</quote>.</p>", "<quote>So be it.</quote>") == ["He says yes.", "So be it."]
    assert body(f"<p>The steps {items} are these.</p>") == ["The steps are these.", "First item.", "Second."]


def test_headings_typed_as_paragraphs_are_headings():
    blocks = "<p><hi rend='bold'>Technical steps</hi></p><p>One.</p><p>Bibliography</p><p>Ito (2014). Title.</p>"
    found = paper(FORMAT, tei(f"<div><head>Introduction</head>{blocks}</div>", program="DHCONVALIDATOR"))
    assert sections(found) == [("Technical steps", "One.")]
    assert body("<p>Technical steps</p>", "<p>One.</p>") == ["Technical steps", "One."]


def test_line_ends_that_a_converter_put_into_words_are_none():
    text = (
        "<p>In the 20\n    <hi rend='superscript'>th</hi> century, the plays \n    <hi rend='italic'>Hamlet</hi>, F\n"
        "    <hi rend='subscript'>1</hi>, <hi>S</hi>\n  <hi>tudents</hi> and <hi>A</hi>\n  <hi> </hi>pupil (\n    "
        "<ref target='http://x.org'>http://x.org</ref>) saw it\n    <note place='foot'>Twice.</note>. See \n"
        "    <ptr target='http://y.org'/>.</p>"
    )
    assert body(text, program="DHCONVALIDATOR") == [
        "In the 20th century, the plays Hamlet, F1, Students and A pupil (http://x.org) saw it. See http://y.org."
    ]
    assert body("<p>In the\n  <hi>plays</hi> we see.</p>", program="") == ["In the plays we see."]


def test_formulas_and_choices_of_an_editor_stand_once():
    math = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>K</mi></math>'
    text = f"<p>A kernel <formula>{math}</formula> of <choice><sic>teh</sic><corr>the</corr></choice> corpus.</p>"
    assert body(text) == ["A kernel K of the corpus."]


PUBLISHED = "<publicationStmt><date type='published' when='{}'>then</date></publicationStmt>"
IMPRINT = "<sourceDesc><biblStruct><monogr><imprint><date {}/></imprint></monogr></biblStruct></sourceDesc>"


@pytest.mark.parametrize(
    ("header", "month", "source"),
    [
        (PUBLISHED.format("2016-03-08"), "2016-03", "publicationStmt/date"),
        (PUBLISHED.format("2016"), "2016-00", "publicationStmt/date"),
        (PUBLISHED.format("2016-03"), "2016-03", "publicationStmt/date"),
        (IMPRINT.format("type='published' when='2015-07'"), "2015-07", "imprint/date"),
        (IMPRINT.format(""), "0000-00", ""),
        # The date of the template, of the conversion and of the program.
        ("<publicationStmt><date>2014</date></publicationStmt>", "0000-00", ""),
        ("<editionStmt><edition><date>2014-12-19T13:50:00Z</date></edition></editionStmt>", "0000-00", ""),
    ],
)  # fmt: skip
def test_only_a_date_of_publication_is_that_of_the_paper(header, month, source):
    found = paper(FORMAT, tei("<p>One.</p>", header)).date
    assert (found.month, found.source) == (month, source)


def test_a_day_that_does_not_exist_is_refused():
    header = "<publicationStmt><date type='published' when='2016-09-31'/></publicationStmt>"
    with pytest.raises(Refusal) as fault:
        paper(FORMAT, tei("<p>One.</p>", header))
    assert fault.value.reason is Reason.IMPOSSIBLE_DATE


def test_what_is_known_about_a_paper():
    header = (
        "<titleStmt><title level='a'>On\n <hi>E. coli</hi></title></titleStmt><publicationStmt><availability>"
        "<licence target='http://l/by'>Words</licence></availability></publicationStmt><sourceDesc><biblStruct><analytic>"
        "<author><affiliation>None</affiliation></author>"
        "<author><persName><forename>Kenji</forename><forename>A</forename>"
        "<surname>Ito</surname></persName></author><idno type='DOI'>10.1/X</idno></analytic>"
        "<monogr><idno type='eISSN'>1</idno></monogr><idno type='MD5'>AB</idno>"
        "<idno type='arXiv'>arXiv:2004.07180v4[cs.CL]</idno>"
        "</biblStruct></sourceDesc>"
    )
    profile = (
        "<langUsage><language ident='pt'/></langUsage><textClass><keywords><term>own</term></keywords>"
        "<keywords scheme='ConfTool' n='topics'><term>drama</term></keywords></textClass>"
    )
    found = paper(FORMAT, tei("<p>One.</p>", header, profile))
    assert (found.paper_id, found.title, found.doi, found.arxiv_id) == (
        "tei:10.1/x",
        "On E. coli",
        "10.1/X",
        "2004.07180",
    )
    assert (found.first_author, found.language, found.license) == ("Ito, Kenji A", "pt", "http://l/by")
    assert found.fields == ("drama",)


@pytest.mark.parametrize(
    ("identifier", "paper_id"),
    [
        ("<idno type='arXiv'>arXiv:2004.07180v4</idno><idno type='MD5'>AB</idno>", "tei:2004.07180"),
        ("<idno type='MD5'>AB</idno>", "tei:AB"),
        ("<idno type='DOI'> </idno>", "tei:file"),
    ],
)
def test_a_paper_is_known_by_its_widest_identifier(identifier, paper_id):
    header = f"<sourceDesc><biblStruct>{identifier}</biblStruct></sourceDesc>"
    assert paper(FORMAT, tei("<p>One.</p>", header)).paper_id == paper_id


def test_the_language_of_the_text_counts_and_not_that_of_the_header():
    document = tei("<p>Uno.</p>").replace("<teiHeader>", "<teiHeader xml:lang='en'>")
    assert paper(FORMAT, document).language is None
    assert paper(FORMAT, document.replace("<text>", "<text xml:lang='es'>")).language == "es"


def test_the_texts_of_a_corpus_are_papers_of_their_own():
    corpus = f"<teiCorpus xmlns='http://www.tei-c.org/ns/1.0'>{tei('<p>One.</p>')}{tei('<p>Two.</p>')}</teiCorpus>"
    assert [(each.paper_id, texts(each)) for each in papers(FORMAT, corpus)] == [
        ("tei:file#1", ["One."]),
        ("tei:file#2", ["Two."]),
    ]
