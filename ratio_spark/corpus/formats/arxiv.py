"""arXiv abstracts by day, one JSON object a line: `id`, `listed` (the day), `categories`, `title`, `abstract`.

A replaced paper is listed again, so a listing tells the day of the first version only where the identifier, which has
the month of that version, agrees.
"""

from datetime import timedelta

from ratio_spark.corpus.arxiv_metadata import bare_arxiv_id
from ratio_spark.corpus.dates import PubDate, month_of_arxiv_id, read_date
from ratio_spark.corpus.format import Format, Record, text_of, texts_of
from ratio_spark.corpus.paper import Paper, Paragraph

# What is submitted at the end of a month is listed in the first days of the next, after a weekend and holidays.
_DAYS_TO_LISTING = timedelta(days=7)


def _first_listed(listed: PubDate, of_id: PubDate) -> PubDate:
    if listed.first_day is None or of_id.first_day is None:
        return listed if listed.first_day else of_id
    days_before = listed.first_day - _DAYS_TO_LISTING
    agrees = of_id.holds(listed) or (listed.precision == "day" and of_id.month == days_before.isoformat()[:7])
    return listed if agrees else of_id


def _read(record: Record, paper_id: str) -> Paper:
    arxiv_id = paper_id.removeprefix("arxiv:")
    listed = record.get("listed")
    return Paper(
        paper_id=paper_id,
        source="arxiv",
        date=_first_listed(read_date(listed, "listed"), month_of_arxiv_id(arxiv_id)),
        title=text_of(record, "title"),
        fields=texts_of(record, "categories"),
        arxiv_id=arxiv_id,
        paragraphs=(Paragraph("Abstract", text_of(record, "abstract") or ""),),
        updated=str(listed) if listed else None,
    )


FORMAT = Format(
    name="arxiv",
    source="arxiv",
    native_id=lambda record: bare_arxiv_id(record.get("id")),
    fits=lambda record: "abstract" in record and "listed" in record,
    read=_read,
)
