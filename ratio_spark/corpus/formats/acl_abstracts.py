"""Abstracts of the ACL Anthology, one JSON object a line, under the identifiers of the Anthology.

The month stands as a number in `month` and as the proceedings write it in `month_raw`: it counts where that names
one month. TACL, which appears through the year, has none: what its volumes say is the month of their last page.
"""

from ratio_spark.corpus.dates import PubDate
from ratio_spark.corpus.format import Format, Record, shown, text_of
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.stated_dates import read_parts


def _part(record: Record, key: str) -> str | None:
    value = record.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise Refusal(Reason.IMPOSSIBLE_DATE, f"{key}: {shown(value)} is no part of a date")


def _is_tacl(record: Record) -> bool:
    venue = record.get("venue")
    venues = venue if isinstance(venue, list) else [venue]
    is_named = any(isinstance(each, str) and each.lower() == "tacl" for each in venues)
    return is_named or ".tacl-" in str(record["id"]) or str(record["id"]).startswith("Q")


def _date(record: Record) -> PubDate:
    month = None if _is_tacl(record) else _part(record, "month_raw") or _part(record, "month")
    return read_parts(_part(record, "year"), month, None, "year, month" if month else "year")


def _read(record: Record, paper_id: str) -> Paper:
    return Paper(
        paper_id=paper_id,
        source="acl",
        date=_date(record),
        title=text_of(record, "title"),
        doi=text_of(record, "doi"),
        paragraphs=(Paragraph("Abstract", text_of(record, "abstract") or ""),),
        language=text_of(record, "language"),
    )


FORMAT = Format(
    name="acl_abstracts",
    source="acl",
    native_id=lambda record: record.get("id"),
    fits=lambda record: "abstract" in record and "year" in record and "month" in record and "id" in record,
    read=_read,
)
