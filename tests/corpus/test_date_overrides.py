"""Files of dates that count instead of those of the papers."""

from datetime import date

import pytest

from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files

CSV = """paper_id,doi,date,reason
jsonl:p1,,2021-03-09,"the journal's page, seen in May"
,https://doi.org/10.1000/ABC,2021-04,
,10.1000/x,2021-09-31,a slip
,,2021,nobody's
p2,,2021,no source
jsonl:p3,,,nothing
"""

DEPOSIT = """<doi_batch xmlns="http://www.crossref.org/schema/4.4.2"><head><timestamp>20240601</timestamp></head><body>
<journal><journal_metadata><doi_data><doi>10.1000/journal</doi></doi_data></journal_metadata>
<journal_article><publication_date media_type="print"><month>02</month><year>2020</year></publication_date>
<publication_date media_type="online"><month>12</month><day>30</day><year>2019</year></publication_date>
<doi_data><doi>10.1000/A</doi></doi_data></journal_article>
<journal_article><publication_date><month>21</month><year>2020</year></publication_date>
<doi_data><doi>10.1000/B</doi></doi_data></journal_article>
<journal_article><doi_data><doi>10.1000/C</doi></doi_data></journal_article>
<journal_article><publication_date><year>2020</year></publication_date></journal_article></journal></body></doi_batch>
"""


def records(tmp_path, content: str, name: str, layout: str):
    (tmp_path / name).write_text(content)
    rows = [row for batch in read_files([(str(tmp_path / name), layout)], Limits()) for row in batch.to_pylist()]
    assert rows.pop()["kind"] == "file"
    return [(row["kind"], row["paper_id"], row["pub_date"], row["date_precision"], row["reason"]) for row in rows], rows


def test_a_csv_names_papers_by_id_or_doi_and_keeps_its_reasons(tmp_path):
    found, rows = records(tmp_path, CSV, "mine.csv", "dates_csv")
    assert found == [
        ("override", "jsonl:p1", date(2021, 3, 9), "day", None),
        ("override", "doi:10.1000/abc", date(2021, 4, 1), "month", None),
        ("refusal", "doi:10.1000/x", None, None, "impossible_date"),
        ("refusal", None, None, None, "no_id"),
        ("refusal", "p2", None, None, "no_id"),
        ("refusal", "jsonl:p3", None, None, "impossible_date"),
    ]
    assert [(row["date_source"], row["detail"]) for row in rows[:2]] == [
        ("override:csv", "the journal's page, seen in May"),
        ("override:csv", "mine.csv says so"),
    ]


@pytest.mark.parametrize("content", ["a,b\n1,2\n", "paper_id,reason\nx,y\n", 'doi,date\n"10.1,2020'])
def test_what_is_no_csv_of_dates_is_refused(tmp_path, content):
    assert [reason for *_, reason in records(tmp_path, content, "x.csv", "dates_csv")[0]] == ["wrong_layout"]


def test_a_deposit_dates_each_article_by_its_earliest_online_date(tmp_path):
    found, rows = records(tmp_path, DEPOSIT, "deposit.xml", "dates_crossref")
    assert found == [
        ("override", "doi:10.1000/a", date(2019, 12, 30), "day", None),
        # Month 21 is how Crossref writes spring.
        ("override", "doi:10.1000/b", date(2020, 1, 1), "year", None),
        ("refusal", "doi:10.1000/c", None, None, "impossible_date"),
        ("refusal", None, None, None, "no_id"),
    ]
    assert (rows[0]["date_source"], rows[0]["detail"], rows[0]["updated"]) == (
        "override:crossref", "Crossref deposit deposit", "20240601",
    )  # fmt: skip


def test_the_deposit_of_a_paper_dated_four_years_early_has_the_true_day(corpora):
    files = [(str(corpora / "odd" / "jats_jose00090.crossref.xml"), "dates_crossref")]
    [row, _] = [row for batch in read_files(files, Limits()) for row in batch.to_pylist()]
    assert (row["paper_id"], row["pub_date"]) == ("doi:10.21105/jose.00090", date(2024, 5, 23))
