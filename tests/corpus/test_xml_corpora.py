"""Real JATS and TEI: whole archives, held against their source, and odd files."""

import tarfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from lxml import etree
from xml_documents import paper, texts

from ratio_spark.corpus.documents import XmlDocument, parse_xml
from ratio_spark.corpus.format import Format
from ratio_spark.corpus.formats import acl_anthology, jats, tei
from ratio_spark.corpus.paper import Paper
from ratio_spark.corpus.refusals import Reason, Refusal

pytestmark = pytest.mark.corpora


def documents(archive: Path, ending: str) -> Iterator[XmlDocument]:
    with tarfile.open(archive) as members:
        for member in members:
            opened = members.extractfile(member) if member.name.endswith(ending) else None
            if opened is not None:
                yield parse_xml(opened.read(), Path(member.name).stem)


def read(layout: Format, document: XmlDocument) -> Paper:
    (piece,) = layout.split(document)
    found = layout.read(piece, layout.paper_id(piece))
    assert isinstance(found, Paper)
    return found


def shown(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


# Two archives hold one of their members twice. One paper of the conference is a table as a whole, and is refused;
# notes by editors have no author.
ARCHIVES = [
    ("jats_elife.tar.gz", ".xml", jats.FORMAT, 240, 10_921, {"day": 240}),
    ("jats_plos.tar.gz", ".xml", jats.FORMAT, 122, 5_992, {"day": 122}),
    ("jats_jose.tar.gz", ".jats", jats.FORMAT, 35, 675, {"day": 31, "none": 4}),
    ("s2orc_doc2json.tar.gz", ".nxml", jats.FORMAT, 3, 115, {"day": 3}),
    ("tei_dh2018.tar.gz", ".xml", tei.FORMAT, 340, 3_981, {"none": 341}),
    ("tei_grobid.tar.gz", ".xml", tei.FORMAT, 2, 96, {"day": 2, "month": 1}),
    ("s2orc_doc2json.tar.gz", ".tei.xml", tei.FORMAT, 2, 118, {"none": 2}),
]
WITHOUT_AUTHOR = {"jats_elife.tar.gz": 1, "jats_plos.tar.gz": 2}
WITHOUT_TEXT = {"tei_dh2018.tar.gz": 1}


@pytest.mark.parametrize(("archive", "ending", "layout", "papers", "paragraphs", "precisions"), ARCHIVES)
def test_all_papers_of_an_archive_are_read(corpora, archive, ending, layout, papers, paragraphs, precisions):
    found = [read(layout, document) for document in documents(corpora / archive, ending)]
    assert len({each.paper_id for each in found}) == papers
    assert sum(len(each.paragraphs) for each in found) == paragraphs
    assert Counter(each.date.precision for each in found) == precisions
    assert all(each.title for each in found)
    assert sum(not each.first_author for each in found) == WITHOUT_AUTHOR.get(archive, 0)
    assert sum(not each.paragraphs for each in found) == WITHOUT_TEXT.get(archive, 0)


@pytest.mark.parametrize("archive", ["jats_elife.tar.gz", "jats_plos.tar.gz"])
def test_paragraphs_are_those_of_the_source_and_nothing_else(corpora, archive):
    plain = other = 0
    for document in documents(corpora / archive, ".xml"):
        found = read(jats.FORMAT, document)
        read_texts = texts(found)
        whole = "\n".join(read_texts)
        body = next(document.root.iter("body"))
        for paragraph in body.xpath(".//sec/p[not(*)][not(ancestor::caption or ancestor::fn)]"):
            plain += 1
            assert shown(paragraph) in whole or shown(paragraph).startswith("DOI:")
        for element in body.iter("caption", "title", "fn", "table", "label"):
            other += 1
            assert shown(element) not in read_texts or len(shown(element)) < 60
        assert not [each for each in read_texts if each.startswith("DOI:")]
        for each in found.paragraphs:
            assert all(0 <= start < end <= len(each.text) for start, end in each.citations or ())
    assert plain > 500
    assert other > 1_000


def test_citation_marks_are_as_many_as_the_source_has_in_its_text(corpora):
    marks = read_marks = 0
    for document in documents(corpora / "jats_plos.tar.gz", ".xml"):
        where = "(//abstract | //body)//xref[@ref-type='bibr'][normalize-space()][not(ancestor::caption or ancestor::fn"
        marks += len(document.root.xpath(f"{where} or ancestor::table-wrap or ancestor::title)]"))
        read_marks += sum(len(each.citations or ()) for each in read(jats.FORMAT, document).paragraphs)
    assert (marks, read_marks) == (11_234, 11_234)


def test_a_file_that_another_parser_found_empty_has_its_paragraphs(corpora):
    found = paper(jats.FORMAT, (corpora / "odd" / "jats_6605965a_pubmed_parser_issue59.nxml").read_bytes())
    assert (found.paper_id, found.date.first_day, found.date.source) == (
        "jats:PMC2994229",
        date(2010, 11, 2),
        "pub-date[epub]",
    )
    assert [each.section for each in found.paragraphs[:5]] == [
        "Background:",
        "Methods:",
        "Results:",
        "Conclusion:",
        None,
    ]
    assert len(found.paragraphs) == 15
    assert found.paragraphs[4].text.endswith("receptor gene from methylation (Issa et al, 1994).")
    assert found.paragraphs[4].text[slice(*found.paragraphs[4].citations[-1])] == "Issa et al, 1994"


def test_a_publication_date_years_too_early_is_kept_as_the_file_says_it(corpora):
    found = paper(jats.FORMAT, (corpora / "odd" / "jats_jose00090_pubdate_4_years_early.jats").read_bytes())
    assert (found.paper_id, found.date.first_day, len(found.paragraphs)) == (
        "jats:10.21105/jose.00090",
        date(2020, 3, 1),
        22,
    )
    assert not [each for each in texts(found) if "\n" in each or "  " in each]


def test_a_spanish_paper_says_no_language_and_no_date(corpora):
    found = paper(tei.FORMAT, (corpora / "odd" / "tei_spanish.xml").read_bytes(), "tei_spanish")
    assert (found.paper_id, found.language, found.date.precision, len(found.paragraphs)) == (
        "tei:tei_spanish",
        None,
        "none",
        3,
    )
    assert "(1) Simplicidad en el uso" in found.paragraphs[2].text


@pytest.mark.parametrize(
    ("name", "reason", "line"),
    [
        ("jats_leading_junk.xml", Reason.NOT_XML, "line 2:"),
        ("scisumm_invalid_P02-1061.xml", Reason.NOT_UTF8, "line 20:"),
        ("scisumm_mismatched_P06-1089.xml", Reason.NOT_XML, "line 251:"),
    ],
)
def test_a_damaged_document_is_refused_with_its_line(corpora, name, reason, line):
    with pytest.raises(Refusal) as fault:
        parse_xml((corpora / "odd" / name).read_bytes(), name)
    assert fault.value.reason is reason
    assert fault.value.detail.startswith(line)


def test_a_crossref_deposit_is_no_paper(corpora):
    document = parse_xml((corpora / "odd" / "jats_jose00090.crossref.xml").read_bytes(), "deposit")
    assert not any(each.FORMAT.fits(document) for each in (jats, tei, acl_anthology))
