"""The XML of the ACL Anthology: one paper for each abstract, dated as precisely as its volume is."""

import pytest
from xml_documents import acl, papers, texts

from ratio_spark.corpus.documents import parse_xml
from ratio_spark.corpus.formats.acl_anthology import FORMAT

PAPER = (
    "<paper id='{}'><title>On <fixed-case>BERT</fixed-case> and <tex-math>k</tex-math>-<fixed-case>NN</fixed-case>"
    "</title>"
    "<author><first>Ana</first><last>Ito</last><affiliation>X</affiliation></author>"
    "<author><first>Bo</first><last>Li</last></author>{}<url hash='ab'>x</url><doi>10.18653/v1/x</doi></paper>"
)


def test_each_paper_of_a_volume_is_a_paper_with_its_abstract():
    first = PAPER.format(1, "<abstract>We use\n <tex-math>x &lt; 1</tex-math>. It <i>works</i>.</abstract>")
    one, two = papers(FORMAT, acl(first + PAPER.format(2, ""), meta="<month>July</month><year>2020</year>"))
    assert (one.paper_id, one.title, one.first_author, one.doi) == (
        "acl:2020.acl-main.1", "On BERT and k-NN", "Ito, Ana", "10.18653/v1/x",
    )  # fmt: skip
    assert [(each.section, each.text, each.citations) for each in one.paragraphs] == [
        ("Abstract", "We use x < 1. It works.", None)
    ]
    assert (two.paper_id, texts(two)) == ("acl:2020.acl-main.2", [])


@pytest.mark.parametrize(
    ("identifier", "volume", "number", "paper_id"),
    [
        ("P02", "1", "61", "acl:P02-1061"),
        ("J06", "4", "3", "acl:J06-4003"),
        ("W04", "32", "8", "acl:W04-3208"),
        ("D19", "1", "5", "acl:D19-1005"),
        ("D19", "56", "5", "acl:D19-5605"),
        ("2016.amta", "researchers", "1", "acl:2016.amta-researchers.1"),
    ],
)
def test_identifiers_are_those_of_the_anthology(identifier, volume, number, paper_id):
    (found,) = papers(FORMAT, acl(PAPER.format(number, ""), "", identifier, volume))
    assert found.paper_id == paper_id


@pytest.mark.parametrize(
    ("meta", "month"),
    [
        ("<month>August</month><year>2019</year>", "2019-08"),
        ("<month>July 28–30</month><year>2019</year>", "2019-07"),
        ("<month>8-12 July</month><year>2002</year>", "2002-07"),
        # Nobody says which of the two it was.
        ("<month>October 28 - November 1</month><year>2016</year>", "2016-00"),
        ("<month>September-December</month><year>2016</year>", "2016-00"),
        ("<month>Summer</month><year>1985</year>", "1985-00"),
        ("<year>2019</year>", "2019-00"),
        ("<month>July</month>", "0000-00"),
        # TACL publishes all the year round and says December.
        ("<month>December</month><year>2018</year><venue>tacl</venue>", "2018-00"),
    ],
)
def test_the_month_is_that_of_the_volume_where_it_names_one(meta, month):
    (found,) = papers(FORMAT, acl(PAPER.format(1, ""), meta=meta))
    assert found.date.month == month


def test_tacl_is_known_by_its_collection_too():
    meta = "<month>December</month><year>2014</year>"
    (found,) = papers(FORMAT, acl(PAPER.format(1, ""), meta, "Q14", "1"))
    assert (found.paper_id, found.date.month) == ("acl:Q14-1001", "2014-00")


@pytest.mark.parametrize("document", ["<collection id='x'/>", "<PAPER><S>One.</S></PAPER>", "<volume id='P02'/>"])
def test_other_layouts_are_not_of_the_anthology(document):
    assert not FORMAT.fits(parse_xml(document.encode(), "x"))
