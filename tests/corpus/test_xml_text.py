"""Text out of XML, whatever the XML: no exception but a refusal, and spans that fit their text."""

from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xml_documents import acl, jats, tei

from ratio_spark.corpus.documents import parse_xml
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.headings import is_back_matter
from ratio_spark.corpus.paper import Paper
from ratio_spark.corpus.refusals import Refusal
from ratio_spark.corpus.xml_text import CITATION, CITATION_END, LEFT_OUT, finished

NAMES = (
    "article", "front", "article-meta", "journal-meta", "issn", "abstract", "body", "back", "sec", "title", "p", "xref",
    "sup", "sub", "list", "list-item", "fig", "caption", "fn", "disp-formula", "inline-formula", "alternatives", "math",
    "tex-math", "mrow", "msup", "msub", "mfrac", "mfenced", "mover", "mi", "mo", "disp-quote", "boxed-text", "pub-date",
    "year", "month", "day", "season", "article-id", "contrib-group", "contrib", "name", "surname", "license", "app",
    "permissions", "app-group", "TEI", "teiHeader", "fileDesc", "sourceDesc", "biblStruct", "idno", "text", "div",
    "head", "ab", "s", "ref", "hi", "note", "formula", "figure", "quote", "item", "cit", "choice", "date",
    "publicationStmt", "profileDesc", "application", "ptr", "lb", "volume", "meta", "paper", "author", "first",
    "last", "url", "doi",
)  # fmt: skip
ATTRIBUTES = (
    "ref-type='bibr'", "ref-type='fn'", "type='bibr'", "type='foot'", "type='published'", "type='appendix'", "id='P02'",
    "ident='GROBID'", "ident='DHCONVALIDATOR'", "pub-type='epub'", "pub-type='collection'", "pub-id-type='doi'",
    "pub-id-type='pmc'", "rend='superscript'", "rend='sub'", "rend='display'", "id='1'", "id='2020.acl'", "when='2016'",
    "when='2016-09-31'", "iso-8601-date='2020-03-01'", "iso-8601-date='-'", "target='#ftn1'", "separators=''", "",
)  # fmt: skip
TEXTS = st.text(st.sampled_from(f"{ascii_letters}{digits} \n\n\xa0\u200bé中.:;,()[]"), max_size=12)
REFERENCES = st.sampled_from(["&nbsp;", "&house-style;", "&#160;"])


def elements(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = st.tuples(st.sampled_from(NAMES), st.sampled_from(ATTRIBUTES), TEXTS, st.lists(inner, max_size=4), TEXTS)
    return parts.map(lambda each: f"<{each[0]} {each[1]}>{each[2]}{''.join(each[3])}</{each[0]}>{each[4]}")


TREES = st.recursive(TEXTS | REFERENCES, elements, max_leaves=25)
FRAMES = {"jats": jats, "tei": tei, "acl_anthology": acl}


@pytest.mark.parametrize("name", FRAMES)
@given(body=TREES, header=TREES)
def test_any_document_gives_papers_or_a_refusal(name, body, header):
    layout = FORMATS[name]
    document = parse_xml(f"<!DOCTYPE x SYSTEM 'x.dtd'>{FRAMES[name](body, header)}".encode(), "file")
    for piece in layout.split(document):
        try:
            found = layout.read(piece, layout.paper_id(piece))
        except Refusal:
            continue
        assert isinstance(found, Paper)
        for text, spans in ((each.text, each.citations or ()) for each in found.paragraphs):
            assert text == " ".join(text.split())
            assert text.isprintable() or not set(text) & set("\x01\x02\x03\x04\x05\x06")
            assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)


@given(st.lists(st.tuples(st.booleans(), st.text(st.sampled_from("ab .,\n"), min_size=1, max_size=6)), max_size=8))
def test_spans_of_a_finished_draft_hold_the_marks_in_order(parts):
    cites = [(is_mark and bool(text.strip()), text) for is_mark, text in parts]
    draft = "".join(f"{CITATION}{text.strip()}{CITATION_END}" if is_mark else text for is_mark, text in cites)
    text, spans = finished(draft)
    assert text == " ".join(draft.replace(CITATION, "").replace(CITATION_END, "").split())
    assert [text[start:end] for start, end in spans] == [" ".join(mark.split()) for is_mark, mark in cites if is_mark]


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        (f"one {LEFT_OUT}.", "one."),
        (f"one {LEFT_OUT} {LEFT_OUT} , two", "one, two"),
        (f"one {LEFT_OUT} two", "one two"),
        (f"{LEFT_OUT}. Two", ". Two"),
        (LEFT_OUT, ""),
    ],
)
def test_what_is_left_out_leaves_no_blank_before_punctuation(draft, text):
    assert finished(draft) == (text, ())


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("References", True), ("7. Acknowledgments:", True), ("Bibliografía", True), ("Conflict of Interest", True),
        ("Authors’ contributions", True), ("Data Availability Statement", True), ("VI. LITERATURVERZEICHNIS", True),
        ("Referencing styles", False), ("Funding of science", False), ("Data", False), ("", False), (None, False),
    ],
)  # fmt: skip
def test_headings_of_back_matter_are_known(heading, expected):
    assert is_back_matter(heading) is expected
