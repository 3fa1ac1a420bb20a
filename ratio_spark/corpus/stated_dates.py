"""Dates that a document states part by part, several of them: which one is that of its publication.

What a date is, and why these rules, is said in `dates`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ratio_spark.corpus.dates import UNDATED, PubDate, calendar_date
from ratio_spark.corpus.refusals import Reason, Refusal

_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")
_MONTHS = ("january", "february", "march", "april", "may", "june",
           "july", "august", "september", "october", "november", "december")  # fmt: skip

# The values of `pub-type` and `date-type` that name a publication (JATS Archiving 1.3, pub-date).
_ELECTRONIC = frozenset({"epub", "epub-ppub", "epub-original", "epreprint", "preprint"})
_PUBLISHED = frozenset({"pub", "publication", "published", "original-publication", "ppub", ""})
_COLLECTION = frozenset({"collection", "issue-pub"})


@dataclass(frozen=True, slots=True)
class Stated:
    """One of the dates that a JATS document states.

    kind: the `pub-type` or `date-type`; "" where there is none. electronic: `publication-format="electronic"`.
    year, month, day, season: the text of these elements, None where one is missing.
    source: what `date_source` is to say.
    """

    kind: str
    year: str | None
    month: str | None = None
    day: str | None = None
    season: str | None = None
    electronic: bool = False
    source: str = "pub-date"

    @property
    def rank(self) -> int | None:
        """0 electronic, 1 in print or not told, 2 a collection; None for what is no publication."""
        kind = self.kind.strip().lower()
        if kind in _COLLECTION:
            return 2
        if kind in _ELECTRONIC or (kind in _PUBLISHED and self.electronic):
            return 0
        return 1 if kind in _PUBLISHED else None

    def read(self) -> PubDate:
        """The date; a season, which is no month, leaves the year. Raises `Refusal(IMPOSSIBLE_DATE)`."""
        return read_parts(self.year, self.month, None if self.season else self.day, self.source)


def earliest_electronic(candidates: Iterable[Stated]) -> PubDate:
    """The date of publication out of those that a JATS document states.

    It is the earliest of the most precise electronic ones (a preprint is one: its text is public); else of those
    in print or not told where; else of the collections. A more precise date in print counts where it lies within
    the period of the electronic one, for then both can be true. Raises `Refusal(IMPOSSIBLE_DATE)` where a date
    that counts is none: what stands behind a date that decides is not looked at.

    >>> earliest_electronic([Stated("ppub", "2005", "9"), Stated("epub", "2005", "8", "31")]).first_day
    datetime.date(2005, 8, 31)
    """
    stated = list(candidates)
    electronic = _best(stated, 0)
    if electronic.precision == "day":
        return electronic
    printed = _best(stated, 1)
    if electronic.first_day is None:
        found = printed if printed.first_day else _best(stated, 2)
        return found if found.first_day else electronic
    is_finer = printed.fineness > electronic.fineness
    return printed if is_finer and electronic.holds(printed) else electronic


def _best(stated: Iterable[Stated], rank: int) -> PubDate:
    found = [each.read() for each in stated if each.rank == rank]
    known = [(-each.fineness, each.first_day, each) for each in found if each.first_day]
    return min(known, key=lambda each: each[:2])[2] if known else next(iter(found), UNDATED)


def read_parts(year: str | None, month: str | None, day: str | None, source: str) -> PubDate:
    """A date whose parts a source states one by one, as text; a month may be a name.

    A blank year is no date. A word that is no month leaves the year, a day that is no number the month; a day
    without a month says nothing. Raises `Refusal(IMPOSSIBLE_DATE)` for a year that is no year of four digits and
    for a month or day that the calendar does not have.

    >>> read_parts("2005", "Sep", "3", "epub").first_day, read_parts("2005", "Summer", "3", "epub").month
    (datetime.date(2005, 9, 3), '2005-00')
    """
    year, month, day = ((part or "").strip() for part in (year, month, day))
    if not year:
        return UNDATED
    if not (_NUMBER.fullmatch(year) and len(year) == 4):
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{source}: {year!r:.60} is no year")
    month_known = month_number(month)
    day_known = int(day) if month_known is not None and _NUMBER.fullmatch(day) else None
    return calendar_date(int(year), month_known, day_known, source)


def month_number(text: str) -> int | None:
    """The one month that a text names, in digits or in English; None for none, a season or several.

    A number that is no month is given as it is: the calendar will refuse it.

    >>> month_number("07"), month_number("Sept."), month_number("July 8-10"), month_number("June-July")
    (7, 9, 7, None)
    """
    if _NUMBER.fullmatch(text):
        return int(text)
    named = {number for word in _WORD.findall(text.lower()) if (number := _named_month(word))}
    return named.pop() if len(named) == 1 else None


def _named_month(word: str) -> int | None:
    names = enumerate(_MONTHS, start=1)
    return next((number for number, name in names if len(word) >= 3 and name.startswith(word)), None)
