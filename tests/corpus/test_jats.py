"""JATS and NLM articles: paragraphs, citation marks, formulas, and what is no text of the paper."""

import pytest
from xml_documents import cited, jats, paper, sections, texts

from ratio_spark.corpus.formats.jats import FORMAT
from ratio_spark.corpus.refusals import Reason, Refusal

SPRINGER_TEX = (
    r"\documentclass[12pt]{minimal} \usepackage{amsmath} \setlength{\oddsidemargin}{-69pt} "
    r"\begin{document}$$E_{total} = m \times c^{2}$$\end{document}"
)
PLAIN_MATHML = "<mml:math><mml:mi>E</mml:mi><mml:mo>=</mml:mo><mml:mi>m</mml:mi></mml:math>"


def body(*blocks: str, back: str = "") -> list[str]:
    return texts(paper(FORMAT, jats("".join(blocks), back=back)))


def test_line_breaks_of_the_xml_are_single_blanks():
    assert body("<p>Navigating key\ndecision   points\n\t in\xa0data.</p>") == [
        "Navigating key decision points in data."
    ]


def test_a_paragraph_stands_under_its_nearest_heading_and_headings_are_no_paragraphs():
    found = paper(
        FORMAT,
        jats(
            "<p>Zero.</p><sec><label>1</label><title>Methods<xref ref-type='fn'>*</xref></title><p>One.</p>"
            "<sec><title>Data</title><p>Two.</p></sec><sec><p>Three.</p></sec></sec>"
        ),
    )
    assert sections(found) == [(None, "Zero."), ("Methods", "One."), ("Data", "Two."), ("Methods", "Three.")]


def test_citation_marks_stay_in_the_text_and_their_spans_are_known():
    found = paper(
        FORMAT,
        jats(
            "<p>As <xref ref-type='bibr' rid='r1'>[1]</xref>, (<xref ref-type='bibr'>Ito, 2014</xref>) and "
            "<xref ref-type='fig'>Figure 1</xref> show.</p><p>Nobody is cited.</p>"
        ),
    )
    assert texts(found) == ["As [1], (Ito, 2014) and Figure 1 show.", "Nobody is cited."]
    assert [each.citations for each in found.paragraphs] == [((3, 6), (9, 18)), ()]


def test_superscript_citations_glued_to_a_word_keep_their_place():
    found = paper(
        FORMAT,
        jats(
            "<p>It fails.<sup><xref ref-type='bibr'>1</xref>,<xref ref-type='bibr'>2</xref></sup> In 2010"
            "<xref ref-type='bibr'><sup>3</sup></xref> it does not.</p>"
        ),
    )
    assert texts(found) == ["It fails.1,2 In 20103 it does not."]
    assert found.paragraphs[0].citations == ((9, 10), (11, 12), (20, 21))
    assert cited(found) == [["1", "2", "3"]]


def test_a_citation_without_a_text_marks_nothing():
    found = paper(FORMAT, jats("<p>In [<xref ref-type='bibr'>1</xref><xref ref-type='bibr'/>] we see.</p>"))
    assert (texts(found), cited(found)) == (["In [1] we see."], [["1"]])


def test_white_space_within_a_citation_mark_is_outside_its_span():
    found = paper(FORMAT, jats("<p>See<xref ref-type='bibr'> Ito <italic>et\nal.</italic> </xref>.</p>"))
    assert (texts(found), cited(found)) == (["See Ito et al. ."], [["Ito et al."]])


def test_an_article_that_marks_no_citation_says_that_they_are_unknown():
    assert paper(FORMAT, jats("<p>As Ito (2014) shows.</p>")).paragraphs[0].citations is None


def test_figures_tables_captions_and_footnotes_within_a_paragraph_leave_no_hole():
    text = (
        "<p>We see it <fig><caption><title>Fig. 1.</title><p>A caption.</p></caption></fig>, and<fn><p>A note.</p>"
        "</fn> again <table-wrap><table><tr><td><p>cell</p></td></tr></table></table-wrap>.</p>"
    )
    assert body(text) == ["We see it, and again."]


def test_captions_footnotes_tables_and_references_between_paragraphs_are_no_paragraphs():
    floats = (
        "<fig><caption><p>A caption.</p></caption></fig><fig-group><fig><caption><p>B.</p></caption></fig></fig-group>"
        "<table-wrap><caption><p>C.</p></caption><table><tr><td><p>D.</p></td></tr></table>"
        "<table-wrap-foot><fn><p>E.</p></fn></table-wrap-foot></table-wrap>"
        "<supplementary-material><caption><p>F.</p></caption></supplementary-material>"
        "<fn-group><fn><p>G.</p></fn></fn-group><ref-list><p>H.</p></ref-list><media><caption><p>I.</p></caption></media>"
    )
    assert body("<p>One.</p>", floats, "<p>Two.</p>") == ["One.", "Two."]


def test_footnote_marks_go_with_their_footnotes_and_words_that_refer_to_one_stay():
    text = (
        "<p>The corpus<xref ref-type='fn'><sup>1</sup></xref> is large, see footnote <xref ref-type='fn'>1</xref>.</p>"
    )
    assert body(text) == ["The corpus is large, see footnote 1."]


def test_titles_of_references_in_running_text_are_left_out():
    citation = "<mixed-citation><article-title>Deep learning</article-title></mixed-citation>"
    assert body(f"<p>As shown before {citation}. It holds.</p>") == ["As shown before. It holds."]


@pytest.mark.parametrize(
    ("forms", "text"),
    [
        (f"<alternatives><tex-math>{SPRINGER_TEX}</tex-math>{PLAIN_MATHML}</alternatives>", "E=m"),
        (f"<tex-math>{SPRINGER_TEX}</tex-math>{PLAIN_MATHML}", "E=m"),
        (f"<alternatives><graphic/>{PLAIN_MATHML}</alternatives>", "E=m"),
        (f"<tex-math>{SPRINGER_TEX}</tex-math>", r"E_{total} = m \times c^{2}"),
        ("<tex-math><![CDATA[ x < 1 ]]></tex-math>", "x < 1"),
        ("<italic>x</italic> = 1", "x = 1"),
        ("<inline-graphic/>", "[FORMULA]"),
        ("<alternatives><inline-graphic/></alternatives>", "[FORMULA]"),
    ],
)
def test_a_formula_stands_once_in_its_shorter_readable_form(forms, text):
    assert body(f"<p>So <inline-formula>{forms}</inline-formula> holds.</p>") == [f"So {text} holds."]


def test_an_annotation_of_mathml_is_not_a_second_formula():
    math = (
        "<mml:math><mml:semantics><mml:mrow><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mn>1</mml:mn></mml:mrow>"
        '<mml:annotation encoding="application/x-tex">x=1</mml:annotation></mml:semantics></mml:math>'
    )
    assert body(f"<p>So {math} holds.</p>") == ["So x=1 holds."]


@pytest.mark.parametrize(
    ("math", "text"),
    [
        ("<mml:msub><mml:mi>K</mml:mi><mml:mtext>d</mml:mtext></mml:msub>", "K_d"),
        ("<mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>−</mml:mo><mml:mn>3</mml:mn></mml:mrow></mml:msup>", "10^−3"),
        ("<mml:mfrac><mml:mtext>a+1</mml:mtext><mml:mi>b</mml:mi></mml:mfrac>", "(a+1)/b"),
        ("<mml:msubsup><mml:mi>x</mml:mi><mml:mi>i</mml:mi><mml:mn>2</mml:mn></mml:msubsup>", "x_i^2"),
        ("<mml:msqrt><mml:mi>n</mml:mi></mml:msqrt>", "√n"),
        ("<mml:mfenced separators=''><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced>", "(ab)"),
        ("<mml:mfenced open='['><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced>", "[a,b)"),
        ("<mml:mover><mml:mi>x</mml:mi><mml:mo>¯</mml:mo></mml:mover>", "x¯"),
        ("<mml:mi>f</mml:mi><mml:mo>&#x2061;</mml:mo><mml:mi>x</mml:mi>", "fx"),
    ],
)  # fmt: skip
def test_mathml_is_written_as_people_type_formulas(math, text):
    assert body(f"<p>Let <mml:math>{math}</mml:math> be.</p>") == [f"Let {text} be."]


def test_powers_of_numbers_are_no_longer_numbers():
    assert body("<p>At 10<sup>−20</sup> M, 5 cm<sup>2</sup>, the 19<sup>th</sup> H<sub>2</sub>O.</p>") == [
        "At 10^−20 M, 5 cm2, the 19th H2O."
    ]


def test_a_display_formula_within_a_paragraph_does_not_cut_it_and_its_number_is_no_text():
    formula = f"<disp-formula><label>(1)</label>{PLAIN_MATHML}</disp-formula>"
    assert body(f"<p>We define{formula}where m is mass. It holds.</p>") == ["We define E=m where m is mass. It holds."]


def test_a_paragraph_that_a_display_formula_cut_is_one_again():
    formula = f"<disp-formula>{PLAIN_MATHML}</disp-formula>"
    assert body("<p>We define</p>", formula, "<p>where m is mass.</p>", "<p>Next.</p>") == [
        "We define E=m where m is mass.",
        "Next.",
    ]
    assert body("<p>We define</p>", f"<p>{formula}</p>", "<p>Where m is mass.</p>") == [
        "We define E=m Where m is mass."
    ]
    assert body(f"<p>We define {formula}</p>", "<p>The mass is m.</p>") == ["We define E=m", "The mass is m."]


def test_a_heading_ends_a_paragraph_whatever_follows():
    assert body("<p>We define</p><sec><title>T</title><p>where m is mass.</p></sec>") == [
        "We define",
        "where m is mass.",
    ]


def test_a_list_item_is_a_paragraph_and_the_sentence_around_the_list_is_one():
    items = (
        "<list><title>T</title><list-item><label>1</label><p>First item.</p></list-item>"
        "<list-item><p>Second.</p></list-item></list>"
    )
    assert body(f"<p>The steps {items} are these.</p>") == ["The steps are these.", "First item.", "Second."]
    assert body(f"<p>The steps: {items} These are all.</p>") == [
        "The steps:",
        "First item.",
        "Second.",
        "These are all.",
    ]
    assert body("<p>The steps:</p>", items) == ["The steps:", "First item.", "Second."]


def test_a_block_within_a_citation_mark_is_a_paragraph():
    mark = "<xref ref-type='bibr'>Ito <list><list-item><p>An item.</p></list-item></list></xref>"
    found = paper(FORMAT, jats(f"<p>As {mark} shows.</p>"))
    assert (texts(found), cited(found)) == (["As Ito shows.", "An item."], [["Ito"], []])


def test_quotations_boxes_and_statements_hold_paragraphs():
    blocks = [
        f"<{name}><label>1</label><p>In {name}.</p></{name}>" for name in ("disp-quote", "boxed-text", "statement")
    ]
    assert body(*blocks) == ["In disp-quote.", "In boxed-text.", "In statement."]


def test_back_matter_is_no_text_and_appendices_are():
    back = (
        "<ack><p>We thank.</p></ack><sec><title>Funding</title><p>Paid.</p></sec><notes><p>N.</p></notes>"
        "<glossary><def-list><def-item><term>A</term><def><p>B</p></def></def-item></def-list></glossary>"
        "<app-group><app><title>Proofs</title><p>Trivial.</p></app></app-group>"
        "<sec sec-type='appendix'><p>More.</p></sec><ref-list><ref><mixed-citation>R.</mixed-citation></ref></ref-list>"
    )
    assert sections(paper(FORMAT, jats("<p>One.</p>", back=back))) == [
        (None, "One."),
        ("Proofs", "Trivial."),
        ("Appendix", "More."),
    ]


def test_back_matter_that_stands_in_the_body_is_no_text():
    blocks = [
        f"<sec><title>{title}</title><p>No.</p></sec>" for title in ("Acknowledgements", "Referencias", "5. FUNDING")
    ]
    assert body("<sec><title>Funding of science</title><p>One.</p></sec>", *blocks) == ["One."]


def test_abstracts_and_digests_are_text_and_their_doi_is_not():
    meta = (
        "<abstract><p>We do.</p><p><bold>DOI:</bold> <ext-link>http://dx.doi.org/10.7554/eLife.00482.001</ext-link></p>"
        "</abstract><abstract abstract-type='executive-summary'><title>eLife digest</title><p>They do.</p></abstract>"
        "<abstract abstract-type='teaser'><p>Short.</p></abstract>"
        "<trans-abstract xml:lang='es'><p>Hacemos.</p></trans-abstract>"
        "<abstract><sec><title>Background</title><p>It was.</p></sec></abstract>"
    )
    assert sections(paper(FORMAT, jats("<p>See DOI: http://dx.doi.org/10.1/x.</p>", meta))) == [
        ("Abstract", "We do."),
        ("eLife digest", "They do."),
        ("Background", "It was."),
        (None, "See DOI: http://dx.doi.org/10.1/x."),
    ]


def test_decision_letters_and_translations_are_not_the_paper():
    document = jats().replace("</article>", "<sub-article><body><p>Dear authors.</p></body></sub-article></article>")
    assert texts(paper(FORMAT, document)) == ["One."]


def test_named_entities_that_nobody_defined_are_characters():
    document = "<!DOCTYPE article SYSTEM 'jats.dtd'>" + jats("<p>a&nbsp;b &alpha; &amp;lt; &house-style;</p>")
    assert texts(paper(FORMAT, document)) == ["a b α &lt; &house-style;"]


def test_elements_are_known_by_their_local_names():
    document = jats("<p>As <xref ref-type='bibr'>[1]</xref> shows.</p>").replace(
        "<article ", "<article xmlns='http://jats.nlm.nih.gov' ", 1
    )
    assert cited(paper(FORMAT, document)) == [["[1]"]]


def test_elements_that_nest_too_deep_are_refused():
    with pytest.raises(Refusal) as fault:
        body("<p>" + "<bold>" * 120 + "x" + "</bold>" * 120 + "</p>")
    assert fault.value.reason is Reason.WRONG_LAYOUT
    assert body("<p>" + "<sup>" * 90 + "x" + "</sup>" * 90 + "</p>") == ["x"]
