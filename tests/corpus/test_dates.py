from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import reason_of

from ratio_spark.corpus.dates import (
    UNDATED,
    PubDate,
    first_known,
    first_version,
    month_of_arxiv_id,
    read_date,
    read_rfc2822,
    read_timestamp,
    require_plausible,
    without_default_day,
)
from ratio_spark.corpus.refusals import Reason, Refusal


@pytest.mark.parametrize(
    ("value", "first_day", "precision", "month"),
    [
        ("2021-03-09", date(2021, 3, 9), "day", "2021-03"),
        ("2021-03", date(2021, 3, 1), "month", "2021-03"),
        ("2021", date(2021, 1, 1), "year", "2021-00"),
        (" 2021 ", date(2021, 1, 1), "year", "2021-00"),
        (2021, date(2021, 1, 1), "year", "2021-00"),
        (2021.0, date(2021, 1, 1), "year", "2021-00"),
        ("2024-02-29", date(2024, 2, 29), "day", "2024-02"),
        (date(2021, 3, 9), date(2021, 3, 9), "day", "2021-03"),
        (datetime(2021, 3, 9, 23, 59), date(2021, 3, 9), "day", "2021-03"),
    ],
)
def test_a_date_keeps_the_precision_it_was_written_with(value, first_day, precision, month):
    found = read_date(value, "date")
    assert found == PubDate(first_day, precision, "date")
    assert (found.month, found.year) == (month, first_day.year)


@pytest.mark.parametrize("value", [None, "", "  "])
def test_nothing_is_no_date(value):
    assert read_date(value, "date") is UNDATED
    assert (UNDATED.month, UNDATED.year, UNDATED.source) == ("0000-00", 0, "")


@pytest.mark.parametrize(
    "value",
    ["2005-09-31", "2021-13", "2021-00", "2021-02-29", "Summer", "2021-3-9", "21", "0000", "2021-03-09T10:00",
     "２０２１", "2021-03-", 20210309, -1, True, 2021.5, float("nan"), float("inf"), [2021], {}],
)  # fmt: skip
def test_what_is_no_day_of_the_calendar_is_refused(value):
    with pytest.raises(Refusal) as refused:
        read_date(value, "date")
    assert refused.value.reason is Reason.IMPOSSIBLE_DATE


@pytest.mark.parametrize(
    ("day", "plausible"),
    [
        (date(1, 1, 1), False),
        (date(1664, 12, 31), False),
        (date(1665, 1, 1), True),
        (date(2027, 6, 30), True),
        (date(2027, 7, 1), False),
        (date(2099, 1, 1), False),
    ],
)
def test_a_date_before_journals_or_after_the_latest_is_impossible(day, plausible):
    if plausible:
        require_plausible(PubDate(day, "day", "date"), date(2027, 6, 30))
    else:
        with pytest.raises(Refusal, match="impossible_date: date: "):
            require_plausible(PubDate(day, "day", "date"), date(2027, 6, 30))


def test_no_date_is_plausible():
    require_plausible(UNDATED, date(2027, 6, 30))


def test_the_first_known_date_wins_whole_even_where_the_next_disagrees():
    assert first_known(("2019-12-30", "publicationdate"), (2020, "year")) == PubDate(
        date(2019, 12, 30), "day", "publicationdate"
    )
    assert first_known(("", "publicationdate"), (2020, "year")) == PubDate(date(2020, 1, 1), "year", "year")
    assert first_known((None, "publicationdate"), (None, "year")) is UNDATED


@pytest.mark.parametrize(
    "value", ["0001-01-01", "0001", "2099-01-01", "2099-12", 2099, "9999-12-31", 1970, "1970-01-01"]
)
def test_what_a_program_fills_in_says_nothing_and_refuses_no_paper(value):
    found = read_date(value, "created")
    assert found == PubDate(None, "none", "created")
    assert found.month == "0000-00"


@pytest.mark.parametrize(("value", "precision"), [("1970-01", "month"), ("1970-05-12", "day"), ("2098", "year")])
def test_what_only_looks_like_a_default_stays(value, precision):
    assert read_date(value, "created").precision == precision


def test_the_first_of_january_is_a_day_unless_the_source_fills_it_in():
    new_year = read_date("2012-01-01", "created")
    assert new_year.precision == "day"
    assert without_default_day(new_year) == PubDate(date(2012, 1, 1), "year", "created")
    assert without_default_day(new_year).month == "2012-00"
    for other in ("2012-01-02", "2012-01", "2012", ""):
        assert without_default_day(read_date(other, "created")) == read_date(other, "created")


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2019-04-02T08:15:00.000Z", date(2019, 4, 2)),
        ("2019-04-02 08:15", date(2019, 4, 2)),
        ("2019-04-02", date(2019, 4, 2)),
        ("2019-04-02T23:59:59-05:00", date(2019, 4, 2)),
    ],
)
def test_a_time_of_day_is_left_out_of_a_time_stamp(value, day):
    assert read_timestamp(value, "created") == PubDate(day, "day", "created")


VERSIONS = [
    {"version": "v2", "created": "Tue, 3 Jan 2023 09:00:00 GMT"},
    {"version": "v1", "created": "Thu, 22 Dec 2022 17:01:56 GMT"},
]


def test_arxiv_is_dated_by_its_first_version_wherever_that_stands():
    first = PubDate(date(2022, 12, 22), "day", "versions[v1].created")
    assert first_version(VERSIONS) == first_version(VERSIONS[::-1]) == first


@pytest.mark.parametrize("versions", [None, [], VERSIONS[:1], "v1", [5], [{"version": "v1"}]])
def test_without_a_first_version_no_date_is_known(versions):
    assert first_version(versions) is UNDATED


@pytest.mark.parametrize("value", ["2022-12-22", "Thu, 31 Sep 2022 17:01:56 GMT", "x", 5, ["Thu"]])
def test_a_stamp_that_is_none_is_refused(value):
    assert reason_of(lambda: read_rfc2822(value, "created")) is Reason.IMPOSSIBLE_DATE


@pytest.mark.parametrize(
    ("arxiv_id", "month"),
    [
        ("0704.0001", "2007-04"),
        ("2503.11731v3", "2025-03"),
        ("math.GT/0309136", "2003-09"),
        ("hep-th/9901001", "1999-01"),
        ("2513.11731", "0000-00"),
        ("10.48550/arXiv.2503.11731", "0000-00"),
        ("", "0000-00"),
    ],
)
def test_an_arxiv_identifier_has_its_month(arxiv_id, month):
    assert month_of_arxiv_id(arxiv_id).month == month


def test_a_default_before_a_known_year_does_not_hide_it():
    assert first_known(("1970-01-01", "created"), (2012, "year")) == PubDate(date(2012, 1, 1), "year", "year")
    assert first_known(("2099-01-01", "created"), (None, "year")) == PubDate(None, "none", "created")


@given(st.dates().filter(lambda day: day.year not in (1, 2099, 9999) and day != date(1970, 1, 1)))
def test_every_calendar_day_reads_as_itself(day):
    assert read_date(day.isoformat(), "date") == PubDate(day, "day", "date")


@given(st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.lists(st.none())))
def test_any_value_is_a_date_or_impossible(value):
    assert reason_of(lambda: read_date(value, "date")) in (None, Reason.IMPOSSIBLE_DATE)


@given(st.one_of(st.text(), st.integers(), st.none(), st.lists(st.dictionaries(st.just("version"), st.just("v1")))))
def test_any_stamp_is_a_date_or_impossible(value):
    assert reason_of(lambda: read_rfc2822(value, "created")) in (None, Reason.IMPOSSIBLE_DATE)
    assert reason_of(lambda: read_timestamp(value, "created")) in (None, Reason.IMPOSSIBLE_DATE)
    assert first_version(value) is UNDATED
