"""The date policy in one place: what a publication date is, how precisely it is known, what is impossible.

Splits are made by these dates, so a date must never say more than its source knows. The rules, and why:

- A date is one field's. Year and month of two fields make a date that nobody stated (`2005-09` of the print issue
  and day 31 of the electronic one: 31 September).
- A full date beats a partial one, where both can be true (`first_known`, `stated_dates.earliest_electronic`).
- What is written as a date and is none (31 September, month 13, "Summer" for a date) is refused: a guess would put
  the paper on the wrong side of a split, and a person can correct it. So is a date before the first scientific
  journal or more than a year ahead: a slip of the pen.
- A word that is no month ("Summer", "June-July") leaves the year, as nothing more is known (`stated_dates.read_parts`).
- What a program fills in where it knows nothing is no fault of the paper and does not refuse it. Year 1, 2099 and
  9999, and 1970 without a month or on 1 January (the zero of Unix clocks) say nothing; 1 January says the year alone
  in sources that are known to fill it in (`without_default_day`: peS2o).
- arXiv: the day of the first version, since then the text is public. Its update stamp moves with every change of
  the record (`first_version`); where no version is told, the identifier has the month (`month_of_arxiv_id`).
- JATS: the earliest electronic publication, else print, and the collection (the issue, often a year only) last;
  dates of receiving, correcting, or depositing a paper are not of its publication (`stated_dates`).
- TEI: the header of a file that a template or a converter made is dated by that program. Only a date that says
  `published` is the paper's.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Literal

from ratio_spark.corpus.refusals import Reason, Refusal

Precision = Literal["day", "month", "year", "none"]

# Philosophical Transactions, the first scientific journal, appeared in 1665.
EARLIEST_YEAR = 1665

_PARTS = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_TIME = re.compile(r"[T ]\d\d:\d\d.*", re.ASCII)
_NEVER_YEARS = frozenset({1, 2099, 9999})
_ARXIV_ID = re.compile(r"(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d{2})(\d{2})(?:\.\d{4,5}|\d{3})(?:v\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PubDate:
    """A publication date at its real precision.

    `first_day` is the first day of the known period (None if nothing is known); `source` is the field that
    gave it, also where it said nothing that can be true ("" if no field did).

    >>> PubDate(date(2021, 3, 1), "month", "date").month, PubDate(date(2021, 1, 1), "year", "year").month
    ('2021-03', '2021-00')
    """

    first_day: date | None
    precision: Precision
    source: str

    @property
    def year(self) -> int:
        return self.first_day.year if self.first_day else 0

    @property
    def month(self) -> str:
        """`YYYY-MM`; `YYYY-00` where only the year is known, `0000-00` where nothing is."""
        if self.first_day is None:
            return "0000-00"
        month = self.first_day.isoformat()[:7]
        return f"{month[:4]}-00" if self.precision == "year" else month

    @property
    def fineness(self) -> int:
        """0 for no date to 3 for a day: orders dates by their precision."""
        return ("none", "year", "month", "day").index(self.precision)

    def holds(self, other: "PubDate") -> bool:
        """Whether the other date lies within the known period of this one.

        >>> read_date("2021", "year").holds(read_date("2021-03-09", "date"))
        True
        """
        length = {"day": 10, "month": 7, "year": 4, "none": 0}[self.precision]
        both = self.first_day is not None and other.first_day is not None
        return both and str(self.first_day)[:length] == str(other.first_day)[:length]


UNDATED = PubDate(None, "none", "")


def read_date(value: object, source: str) -> PubDate:
    """Read YYYY, YYYY-MM or YYYY-MM-DD (text, a number for a year, or a day) from the field named `source`.

    None and blank text are no date. Anything else ("Summer", month 13, 31 September) raises
    `Refusal(IMPOSSIBLE_DATE)`.

    >>> read_date("2005-09", "date")
    PubDate(first_day=datetime.date(2005, 9, 1), precision='month', source='date')
    >>> read_date("0001-01-01", "date")
    PubDate(first_day=None, precision='none', source='date')
    """
    if value is None:
        return UNDATED
    if isinstance(value, date):
        value = value.isoformat()[:10]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = f"{value:04}" if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: a {type(value).__name__} is no date")
    return _read_text(text.strip(), source)


def read_timestamp(value: object, source: str) -> PubDate:
    """The same for a field that may add the time of day (ISO 8601), which is left out.

    >>> read_timestamp("2021-03-09T23:30:00Z", "created").first_day
    datetime.date(2021, 3, 9)
    """
    return read_date(_TIME.sub("", value.strip()) if isinstance(value, str) else value, source)


@lru_cache(maxsize=1 << 14)
def _read_text(text: str, source: str) -> PubDate:
    if not text:
        return UNDATED
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: {text!r:.60} is not YYYY, YYYY-MM or YYYY-MM-DD")
    year, month, day = (int(part) if part else None for part in parts.groups())
    return calendar_date(year or 0, month, day, source)


def calendar_date(year: int, month: int | None, day: int | None, source: str) -> PubDate:
    """The date of parts that one field states; what a program fills in says nothing.

    Raises `Refusal(IMPOSSIBLE_DATE)` where the calendar does not have it.
    """
    try:
        first_day = date(year, 1 if month is None else month, 1 if day is None else day)
    except ValueError as error:
        text = "-".join(f"{part:02}" for part in (year, month, day) if part is not None)
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: {text}: {error}") from error
    is_unix_zero = year == 1970 and (month or 1, day or 1) == (1, 1) and (month is None or day is not None)
    if year in _NEVER_YEARS or is_unix_zero:
        return PubDate(None, "none", source)
    return PubDate(first_day, "day" if day else "month" if month else "year", source)


def without_default_day(found: PubDate) -> PubDate:
    """The year alone, for 1 January of a source that fills it in where it knows only the year.

    peS2o's recipe makes `created` of the year; one paper in 365 that did appear on that day loses its day.

    >>> without_default_day(read_date("2012-01-01", "created")).precision
    'year'
    """
    day = found.first_day
    if day is None or found.precision != "day" or (day.month, day.day) != (1, 1):
        return found
    return PubDate(day, "year", found.source)


def first_known(*candidates: tuple[object, str]) -> PubDate:
    """The first of (value, field) that holds a date; its parts never mix with those of another field.

    Name the field that may hold a full date first.

    >>> first_known((None, "publicationdate"), (2012, "year")).month
    '2012-00'
    """
    nothing = UNDATED
    for value, source in candidates:
        found = read_date(value, source)
        if found.first_day is not None:
            return found
        nothing = nothing if nothing.source else found
    return nothing


def read_rfc2822(value: object, source: str) -> PubDate:
    """The day of an arXiv time stamp such as "Thu, 22 Dec 2022 17:01:56 GMT" (RFC 2822).

    >>> read_rfc2822("Thu, 22 Dec 2022 17:01:56 GMT", "created").first_day
    datetime.date(2022, 12, 22)
    """
    if value is None or value == "":
        return UNDATED
    try:
        if isinstance(value, str):
            return read_date(parsedate_to_datetime(value).date(), source)
    except (ValueError, TypeError, IndexError, OverflowError):
        pass
    raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: {value!r:.60} is no date of RFC 2822")


def first_version(versions: object, source: str = "versions[v1].created") -> PubDate:
    """The day of the first version of arXiv metadata: a list of `{"version": "v1", "created": RFC 2822}`.

    The version is known by its name, not by its place. What is no such list, or lacks v1, says nothing.

    >>> first_version([{"version": "v1", "created": "Mon, 2 Oct 2023 00:26:31 GMT"}]).first_day
    datetime.date(2023, 10, 2)
    """
    for version in versions if isinstance(versions, list) else []:
        if isinstance(version, Mapping) and version.get("version") == "v1":
            return read_rfc2822(version.get("created"), source)
    return UNDATED


def month_of_arxiv_id(arxiv_id: str, source: str = "arXiv identifier") -> PubDate:
    """The month in which arXiv gave an identifier; arXiv started in 1991 (arxiv.org/help/arxiv_identifier).

    >>> month_of_arxiv_id("2212.11111v2").month, month_of_arxiv_id("hep-th/9901001").month
    ('2022-12', '1999-01')
    """
    parts = _ARXIV_ID.fullmatch(arxiv_id.strip())
    if parts is None or not 1 <= int(parts[2]) <= 12:
        return UNDATED
    year = int(parts[1])
    return PubDate(date(year + (1900 if year >= 91 else 2000), int(parts[2]), 1), "month", source)


def require_plausible(published: PubDate, latest: date) -> None:
    """Raise `Refusal(IMPOSSIBLE_DATE)` for a date before scientific journals or after `latest`.

    `latest` bounds the whole known period from its first day: the current year may be known only as a year.
    """
    if published.first_day is None:
        return
    if published.year < EARLIEST_YEAR:
        detail = f"{published.source}: {published.first_day} is before the first scientific journal"
        raise Refusal(Reason.IMPOSSIBLE_DATE, detail)
    if published.first_day > latest:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{published.source}: {published.first_day} is after {latest}")
