"""Which of the dates of a document is that of its publication."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import reason_of

from ratio_spark.corpus.dates import UNDATED
from ratio_spark.corpus.refusals import Reason
from ratio_spark.corpus.stated_dates import Stated, earliest_electronic, month_number, read_parts

YEAR_OF_ISSUE = Stated("collection", "2005")


def electronic(*parts: str, kind: str = "pub") -> Stated:
    return Stated(kind, *parts, electronic=True, source=f"{kind} online")


@pytest.mark.parametrize(
    ("candidates", "first_day", "precision", "source"),
    [
        # The issue is dated ahead or by its year alone; the paper has its own day.
        ([YEAR_OF_ISSUE, Stated("epub", "2004", "12", "31", source="epub")], date(2004, 12, 31), "day", "epub"),
        # date-type is as good as pub-type.
        ([YEAR_OF_ISSUE, electronic("2004", "12", "31")], date(2004, 12, 31), "day", "pub online"),
        ([electronic("2005", "3", "9"), electronic("2005", "2", "1", kind="preprint")], date(2005, 2, 1), "day",
         "preprint online"),
        # Print comes second, also where it is earlier or finer but of another time.
        ([Stated("ppub", "2005", "1", "1"), Stated("epub", "2005", "2", "3", source="epub")], date(2005, 2, 3), "day",
         "epub"),
        ([Stated("ppub", "2006", "1", "1"), Stated("epub", "2005", "12", source="epub")], date(2005, 12, 1), "month",
         "epub"),
        # A full date beats a partial one where both can be true.
        ([Stated("ppub", "2005", "12", "9", source="ppub"), Stated("epub", "2005")], date(2005, 12, 9), "day", "ppub"),
        ([Stated("epub", "2005"), Stated("epub", "2005", "6", "7", source="epub")], date(2005, 6, 7), "day", "epub"),
        ([Stated("ppub", "2005", "9", source="ppub"), YEAR_OF_ISSUE], date(2005, 9, 1), "month", "ppub"),
        ([Stated("", "2005", "9", "2")], date(2005, 9, 2), "day", "pub-date"),
        ([Stated("pub", "2005", "9", "2")], date(2005, 9, 2), "day", "pub-date"),
        ([YEAR_OF_ISSUE], date(2005, 1, 1), "year", "pub-date"),
        # Summer is no month, wherever it is written.
        ([Stated("ppub", "2005", season="Summer")], date(2005, 1, 1), "year", "pub-date"),
        ([Stated("ppub", "2005", "Summer", "4")], date(2005, 1, 1), "year", "pub-date"),
        # What is no publication dates nothing.
        ([Stated(kind, "2001", "1", "2") for kind in ("pmc-release", "nihms-submitted", "corrected", "received")]
         + [YEAR_OF_ISSUE], date(2005, 1, 1), "year", "pub-date"),
    ],
)  # fmt: skip
def test_the_publication_is_the_earliest_electronic_one(candidates, first_day, precision, source):
    for order in (candidates, candidates[::-1]):
        found = earliest_electronic(order)
        assert (found.first_day, found.precision, found.source) == (first_day, precision, source)


def test_day_and_month_of_two_dates_never_meet():
    # The report: print 2005-09 and electronic 2005-08-31 were read as 31 September.
    found = earliest_electronic([Stated("ppub", "2005", "09"), Stated("epub", "2005", "08", "31")])
    assert found.first_day == date(2005, 8, 31)


@pytest.mark.parametrize(
    "stated",
    [Stated("epub", "2005", "9", "31"), Stated("epub", "2005", "13"), Stated("epub", "2005", "9", "0"),
     Stated("epub", "Summer"), Stated("epub", "05"), Stated("epub", "2005", "0"), Stated("ppub", "2005", "9", "31")],
)  # fmt: skip
def test_what_the_calendar_does_not_have_is_refused(stated):
    assert reason_of(lambda: earliest_electronic([stated, YEAR_OF_ISSUE])) is Reason.IMPOSSIBLE_DATE


@pytest.mark.parametrize(
    "stated",
    [
        [Stated("epub", "2005", "8", "31"), Stated("ppub", "2005", "13"), Stated("collection", "2005", "13")],
        [Stated("ppub", "2005", "8", "31"), Stated("collection", "2005", "13")],
        [Stated("epub", "2005", "8"), Stated("ppub", "2005", "8", "31"), Stated("collection", "Summer")],
    ],
)
def test_a_fault_behind_the_date_that_decides_refuses_nothing(stated):
    assert earliest_electronic(stated).first_day == date(2005, 8, 31)


def test_no_date_is_no_date():
    assert earliest_electronic([]) is UNDATED
    assert earliest_electronic([Stated("epub", None), Stated("ppub", " ")]) is UNDATED
    assert earliest_electronic([Stated("epub", "2099", "1", "1"), YEAR_OF_ISSUE]).first_day == date(2005, 1, 1)
    assert earliest_electronic([Stated("epub", "1970", "1", "1")]).precision == "none"


@pytest.mark.parametrize(
    ("text", "month"),
    [("1", 1), ("09", 9), ("September", 9), ("SEPT", 9), ("sep.", 9), ("May", 5), ("mai", None), ("Ma", None),
     ("July 8-10", 7), ("10 July", 7), ("June/July", None), ("June–July", None), ("Winter", None), ("", None),
     ("maybe", None), ("Marchand", None)],
)  # fmt: skip
def test_a_month_is_read_in_digits_or_english_and_never_guessed(text, month):
    assert month_number(text) == month


def test_a_day_that_is_no_number_leaves_the_month():
    assert read_parts("2005", "July", "8-10", "volume").precision == "month"


PARTS = st.one_of(st.none(), st.text(max_size=6), st.integers(0, 3000).map(str))


@given(st.lists(st.builds(Stated, st.sampled_from(["epub", "ppub", "pub", "collection", "x"]), PARTS, PARTS, PARTS,
                          PARTS, st.booleans())))  # fmt: skip
def test_any_statements_give_a_date_that_one_of_them_states_or_are_impossible(candidates):
    if reason_of(lambda: earliest_electronic(candidates)) is None:
        found = earliest_electronic(candidates)
        sound = [each for each in candidates if each.rank is not None and reason_of(each.read) is None]
        assert found is UNDATED or found in [each.read() for each in sound]
    else:
        assert reason_of(lambda: earliest_electronic(candidates)) is Reason.IMPOSSIBLE_DATE
