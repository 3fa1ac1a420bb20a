"""Dates of a Crossref deposit: the publication dates that a publisher registered with the DOIs (schemas 4.3 to 5.4)."""

from collections.abc import Iterator
from typing import Any

from lxml import etree

from ratio_spark.corpus.documents import XmlDocument
from ratio_spark.corpus.format import Carrier, Format
from ratio_spark.corpus.paper import DateOverride, normal_doi
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.stated_dates import Stated, earliest_electronic

_WORKS = ("journal_article", "conference_paper", "posted_content", "dissertation", "content_item", "report-paper",
          "book_metadata", "standard", "dataset")  # fmt: skip
_DATES = ("publication_date", "posted_date", "approval_date")


def _works(document: XmlDocument) -> Iterator[XmlDocument]:
    """Each work of the deposit that has a DOI of its own."""
    for element in document.root.iter(*(f"{{*}}{name}" for name in _WORKS)):
        yield XmlDocument(element, document.name)


def _doi(work: XmlDocument) -> object:
    doi = normal_doi(work.root.findtext("{*}doi_data/{*}doi"))
    return f"doi:{doi}" if doi else None


def _stated(date: etree._Element) -> Stated:
    """A date of the deposit; where it does not say `online`, it may be that of print."""
    year, month, day = (date.findtext(f"{{*}}{part}") for part in ("year", "month", "day"))
    # Crossref writes seasons and quarters as months from 21.
    is_month = month is None or not month.strip().isdecimal() or int(month) <= 12
    return Stated(
        "pub",
        year,
        month if is_month else None,
        day if is_month else None,
        electronic=date.get("media_type") == "online" or etree.QName(date).localname == "posted_date",
        source="override:crossref",
    )


def _read(work: XmlDocument, paper_id: str) -> DateOverride:
    date = earliest_electronic(_stated(each) for name in _DATES for each in work.root.findall(f"{{*}}{name}"))
    if date.first_day is None:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"{etree.QName(work.root).localname}: it states no date of publication")
    stamp = work.root.getroottree().findtext("{*}head/{*}timestamp")
    return DateOverride(paper_id, date, f"Crossref deposit {work.name}", stamp)


def _fits(document: Any) -> bool:
    return isinstance(document, XmlDocument) and etree.QName(document.root).localname == "doi_batch"


FORMAT = Format(
    name="dates_crossref",
    source="",
    native_id=_doi,
    fits=_fits,
    read=_read,
    by_name_only=True,
    carrier=Carrier.XML,
    split=_works,
)
