"""The date policy in one place: what a publication date is, how precisely it is known, what is impossible."""

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from ratio_spark.corpus.refusals import Reason, Refusal

Precision = Literal["day", "month", "year", "none"]

# Philosophical Transactions, the first scientific journal, appeared in 1665: what claims to be older carries
# a made-up default such as 0001-01-01.
EARLIEST_YEAR = 1665

_PARTS = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PubDate:
    """A publication date at its real precision.

    `first_day` is the first day of the known period (None if nothing is known); `source` is the field that
    gave it ("" if nothing is known).

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


UNDATED = PubDate(None, "none", "")


def read_date(value: object, source: str) -> PubDate:
    """Read YYYY, YYYY-MM or YYYY-MM-DD (text, or a number for a year) from the field named `source`.

    None and blank text are no date. Anything else ("Summer", month 13, 31 September) raises
    `Refusal(IMPOSSIBLE_DATE)`: a guess would put the paper on the wrong side of a split.

    >>> read_date("2005-09", "date")
    PubDate(first_day=datetime.date(2005, 9, 1), precision='month', source='date')
    """
    if value is None:
        return UNDATED
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = f"{value:04}" if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: a {type(value).__name__} is no date")
    return _read_text(text.strip(), source)


@lru_cache(maxsize=1 << 14)
def _read_text(text: str, source: str) -> PubDate:
    if not text:
        return UNDATED
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: {text!r:.60} is not YYYY, YYYY-MM or YYYY-MM-DD")
    year, month, day = parts.groups()
    try:
        first_day = date(int(year), int(month or 1), int(day or 1))
    except ValueError as error:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: {text}: {error}") from error
    return PubDate(first_day, "day" if day else "month" if month else "year", source)


def first_known(*candidates: tuple[object, str]) -> PubDate:
    """The first of (value, field) that holds a date; its parts never mix with those of another field.

    >>> first_known((None, "publicationdate"), (2012, "year")).month
    '2012-00'
    """
    for value, source in candidates:
        found = read_date(value, source)
        if found.first_day is not None:
            return found
    return UNDATED


def require_plausible(published: PubDate, latest: date) -> None:
    """Raise `Refusal(IMPOSSIBLE_DATE)` for a date before scientific journals or after `latest`."""
    if published.first_day is None:
        return
    if published.year < EARLIEST_YEAR:
        detail = f"{published.source}: {published.first_day} is before the first scientific journal"
        raise Refusal(Reason.IMPOSSIBLE_DATE, detail)
    if published.first_day > latest:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{published.source}: {published.first_day} is after {latest}")
