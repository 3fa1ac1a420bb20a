"""JATS and NLM articles: what is known about a paper beside its text."""

import pytest
from xml_documents import jats, paper, papers, texts

from ratio_spark.corpus.documents import parse_xml
from ratio_spark.corpus.formats.jats import FORMAT
from ratio_spark.corpus.refusals import Reason, Refusal


def test_articles_below_a_wrapper_are_papers_of_their_own():
    one, two = (jats(f"<p>{n}</p>", f"<article-id pub-id-type='pmc'>{n}</article-id>") for n in (1, 2))
    found = papers(FORMAT, f"<pmc-articleset>{one}{two}</pmc-articleset>")
    assert [(each.paper_id, texts(each)) for each in found] == [("jats:PMC1", ["1"]), ("jats:PMC2", ["2"])]
    record = f"<record xmlns='http://www.openarchives.org/OAI/2.0/'><metadata>{one}</metadata></record>"
    assert [each.paper_id for each in papers(FORMAT, record)] == ["jats:PMC1"]


@pytest.mark.parametrize(
    ("identifiers", "paper_id"),
    [
        ({"doi": "10.1/X", "pmid": "12", "pmc": "34"}, "jats:PMC34"),
        ({"doi": "10.1/X", "pmcid": "PMC34"}, "jats:PMC34"),
        ({"doi": "10.1/X", "pmid": "12"}, "jats:pmid12"),
        ({"doi": "10.1/X", "publisher-id": "90"}, "jats:10.1/x"),
        ({"publisher-id": "90"}, "jats:1234-5678/90"),
        ({}, "jats:file"),
    ],
)
def test_a_paper_is_known_by_its_widest_identifier(identifiers, paper_id):
    meta = "".join(f"<article-id pub-id-type='{kind}'>{value}</article-id>" for kind, value in identifiers.items())
    assert paper(FORMAT, jats(meta=meta)).paper_id == paper_id


def test_what_is_known_about_a_paper():
    meta = (
        "<article-id pub-id-type='doi'>10.1/x</article-id><article-categories>"
        "<subj-group subj-group-type='heading'><subject>Research Article</subject></subj-group>"
        "<subj-group subj-group-type='display-channel'><subject>Insight</subject></subj-group>"
        "<subj-group subj-group-type='Discipline-v3'><subject>Biology</subject><subj-group><subject>Ecology</subject>"
        "</subj-group></subj-group></article-categories><title-group><article-title>On\n <italic>E. coli</italic>"
        "<xref ref-type='fn'>*</xref></article-title></title-group><contrib-group>"
        "<contrib contrib-type='editor'><name><surname>No</surname></name></contrib>"
        "<contrib contrib-type='author'><name><surname>Ito</surname><given-names>K A</given-names></name></contrib>"
        "</contrib-group><permissions><license xlink:href='http://l/by'><license-p>Words.</license-p></license></permissions>"
    )
    found = paper(FORMAT, jats(meta=meta, attributes='xml:lang="pt"'))
    assert (found.title, found.fields, found.doi, found.first_author, found.language, found.license) == (
        "On E. coli", ("Biology",), "10.1/x", "Ito, K A", "pt", "http://l/by",
    )  # fmt: skip


def test_a_group_is_a_first_author_and_a_licence_may_be_words():
    meta = (
        "<contrib-group><contrib><collab>The Consortium</collab></contrib></contrib-group>"
        "<permissions><license><license-p>Free to use.</license-p></license></permissions>"
    )
    found = paper(FORMAT, jats(meta=meta))
    assert (found.first_author, found.license) == ("The Consortium", "Free to use.")


ELECTRONIC = "date-type='pub' publication-format='electronic'"
PRINT = "date-type='pub' publication-format='print'"


def pub_date(attributes: str, year: str, month: str = "", day: str = "") -> str:
    parts = (("day", day), ("month", month), ("year", year))
    return f"<pub-date {attributes}>{''.join(f'<{name}>{text}</{name}>' for name, text in parts if text)}</pub-date>"


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        # The electronic date, not a mixture of the two months (2005-09 and day 31).
        ([pub_date("pub-type='ppub'", "2005", "9"), pub_date("pub-type='epub'", "2005", "8", "31")], "2005-08-31"),
        # A season is no month.
        ([pub_date("pub-type='ppub'", "2010", "Summer")], "2010-00"),
        (["<pub-date pub-type='ppub'><season>Winter</season><year>2010</year></pub-date>"], "2010-00"),
        # What is missing is not filled in with 01.
        ([pub_date("pub-type='epub'", "2012", "4")], "2012-04"),
        ([pub_date("pub-type='epub'", "2012")], "2012-00"),
        # date-type says the same as pub-type.
        ([pub_date(ELECTRONIC, "2013", "4", "2"), pub_date("pub-type='collection'", "2013")], "2013-04-02"),
        ([pub_date(PRINT, "2014", "1", "3"), pub_date(ELECTRONIC, "2014", "1", "5")], "2014-01-05"),
        # The date of the collection comes last, the one of the deposit never.
        ([pub_date("pub-type='collection'", "2011"), pub_date("pub-type='ppub'", "2012", "3")], "2012-03"),
        ([pub_date("pub-type='collection'", "2011")], "2011-00"),
        ([pub_date("pub-type='pmc-release'", "2011", "1", "1")], "0000-00"),
        (["<pub-date date-type='pub' iso-8601-date='2020-03-01'/>"], "2020-03-01"),
        ([], "0000-00"),
    ],
)  # fmt: skip
def test_the_date_is_that_of_the_earliest_electronic_publication(dates, expected):
    found = paper(FORMAT, jats(meta="".join(dates))).date
    known = found.first_day.isoformat() if found.first_day and found.precision == "day" else found.month
    assert known == expected


def test_a_day_that_does_not_exist_is_refused():
    with pytest.raises(Refusal) as fault:
        paper(FORMAT, jats(meta=pub_date("pub-type='epub'", "2005", "9", "31")))
    assert (fault.value.reason, fault.value.detail) == (
        Reason.IMPOSSIBLE_DATE,
        "pub-date[epub]: 2005-09-31: day is out of range for month",
    )


@pytest.mark.parametrize(
    "document", ["<art><fm/><bdy><p>One.</p></bdy></art>", "<article><para>DocBook</para></article>", "<PAPER/>"]
)
def test_other_layouts_are_not_jats(document):
    assert not FORMAT.fits(parse_xml(document.encode(), "fulltext"))
