from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import reason_of

from ratio_spark.corpus.dates import UNDATED, PubDate, first_known, read_date, require_plausible
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


@given(st.dates())
def test_every_calendar_day_reads_as_itself(day):
    assert read_date(day.isoformat(), "date") == PubDate(day, "day", "date")


@given(st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.lists(st.none())))
def test_any_value_is_a_date_or_impossible(value):
    assert reason_of(lambda: read_date(value, "date")) in (None, Reason.IMPOSSIBLE_DATE)
