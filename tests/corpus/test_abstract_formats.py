"""arXiv, ACL and peS2o: made-up dates, listings that repeat, months that are none."""

from datetime import date

import pytest
from json_records import ARXIV_METADATA, acl, pes2o, read_paper, texts
from layouts import arxiv, outcome, reason_of

from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.refusals import Reason


def test_a_paper_of_the_snapshot_is_that_of_the_daily_lists():
    snapshot = read_paper("arxiv_kaggle", ARXIV_METADATA)
    listed = read_paper("arxiv", arxiv(id="2212.00001v2", listed="2022-12-23"))
    assert snapshot.paper_id == listed.paper_id == "arxiv:2212.00001"
    assert snapshot.arxiv_id == listed.arxiv_id == "2212.00001"
    assert (snapshot.fields, snapshot.title, snapshot.first_author) == (
        ("cs.CL", "math.PR"), "On\n  things", "Alan Turing",
    )  # fmt: skip


def test_the_snapshot_is_dated_by_its_first_version_never_by_its_update():
    paper = read_paper("arxiv_kaggle", ARXIV_METADATA)
    assert (paper.date.first_day, paper.date.source) == (date(2022, 12, 22), "versions[v1].created")
    turned = ARXIV_METADATA | {"versions": ARXIV_METADATA["versions"][::-1]}
    assert read_paper("arxiv_kaggle", turned).date.first_day == date(2022, 12, 22)
    old = read_paper("arxiv_kaggle", ARXIV_METADATA | {"id": "hep-th/9901001", "versions": []})
    assert (old.paper_id, old.date.month) == ("arxiv:hep-th/9901001", "1999-01")


def test_authors_may_be_one_text():
    record = {key: value for key, value in ARXIV_METADATA.items() if key != "authors_parsed"}
    assert read_paper("arxiv_kaggle", record).first_author == "Alan Turing, Ada Lovelace"


@pytest.mark.parametrize(
    ("arxiv_id", "listed", "month", "precision"),
    [
        ("2503.11731", "2025-03-18", "2025-03", "day"),
        ("2503.11731", "2025-04-02", "2025-04", "day"),
        ("2412.00001", "2025-01-03", "2025-01", "day"),
        ("2503.11731", "2025-04-25", "2025-03", "month"),
        ("1706.03762", "2025-03-18", "2017-06", "month"),
        ("unknown", "2025-03-18", "2025-03", "day"),
    ],
)
def test_a_replaced_paper_that_is_listed_again_is_dated_by_its_identifier(arxiv_id, listed, month, precision):
    paper = read_paper("arxiv", arxiv(id=arxiv_id, listed=listed))
    assert (paper.date.month, paper.date.precision, paper.updated) == (month, precision, listed)


def test_lines_that_repeat_an_identifier_each_say_when_they_were_listed(write, read):
    first, second, _ = read(write(arxiv(listed="2025-03-21"), arxiv(listed="2025-03-22")))
    assert outcome(first)[1:3] == outcome(second)[1:3] == ("paper", "arxiv:2005.00001")
    assert (first["updated"], second["updated"]) == ("2025-03-21", "2025-03-22")


@pytest.mark.parametrize(
    ("changes", "month"),
    [
        ({}, "2020-07"),
        ({"month_raw": "October-November", "month": 10}, "2020-00"),
        ({"month_raw": "27--30 January", "month": 1}, "2020-01"),
        ({"month_raw": "sEPTEMBER", "month": 9}, "2020-09"),
        ({"month_raw": "Summer", "month": None}, "2020-00"),
        ({"month_raw": None, "month": None}, "2020-00"),
        ({"month_raw": None}, "2020-07"),
        ({"id": "2020.tacl-1.5", "venue": ["tacl"], "month_raw": "December", "month": 12}, "2020-00"),
        ({"year": "2020", "month_raw": "7"}, "2020-07"),
    ],
)
def test_a_month_of_the_anthology_counts_where_it_is_one(changes, month):
    paper = read_paper("acl_abstracts", acl(**changes))
    assert (paper.date.month, paper.source) == (month, "acl")


def test_a_month_that_the_calendar_does_not_have_refuses_the_paper():
    assert reason_of(lambda: read_paper("acl_abstracts", acl(month=13, month_raw=None))) is Reason.IMPOSSIBLE_DATE


@pytest.mark.parametrize(
    ("created", "month", "precision"),
    [
        ("2012-03-04T00:00:00.000Z", "2012-03", "day"),
        ("2012-01-01T00:00:00.000Z", "2012-00", "year"),
        ("2012-01-01", "2012-00", "year"),
        ("0001-01-01T00:00:00.000Z", "0000-00", "none"),
        ("2099-01-01", "0000-00", "none"),
        ("1970-01-01T00:00:00.000Z", "0000-00", "none"),
        (None, "0000-00", "none"),
    ],
)
def test_dates_that_pes2o_makes_up_say_less(created, month, precision):
    paper = read_paper("pes2o", pes2o(created=created))
    assert (paper.date.month, paper.date.precision) == (month, precision)


def test_pes2o_has_titles_headings_and_paragraphs_as_lines():
    text = "On things\n\nWe see it. It is\nso.\nIntroduction\nIt is known. It holds.\n\nMethod\nWe do it.\n"
    paper = read_paper("pes2o", pes2o(text))
    assert (paper.paper_id, paper.title) == ("s2orc:77", "On things")
    assert [(each.section, each.text) for each in paper.paragraphs] == [
        (None, "We see it. It is so."),
        ("Introduction", "It is known. It holds."),
        ("Method", "We do it."),
    ]


def test_an_abstract_of_pes2o_is_one():
    paper = read_paper("pes2o", pes2o("On things\nWe see it.", source="s2ag/valid"))
    assert [(each.section, each.text) for each in paper.paragraphs] == [("Abstract", "We see it.")]
    assert read_paper("pes2o", pes2o("We see it.")).title is None


def test_holes_where_citations_were_stay_as_the_source_left_them():
    paper = read_paper("pes2o", pes2o("On things\n\nAs shown in . It holds."))
    assert (texts(paper), paper.paragraphs[0].citations) == (["As shown in . It holds."], None)


def test_other_text_of_the_layout_of_pes2o_is_not_taken_for_it():
    assert not FORMATS["pes2o"].fits(pes2o(source="wikipedia"))
    assert not FORMATS["pes2o"].fits(pes2o(source=None))
