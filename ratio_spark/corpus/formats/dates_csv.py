"""Dates by hand: CSV with `paper_id` (as the tables have it) or `doi`, `date`, and `reason`."""

import csv
import io
from collections.abc import Iterator

from ratio_spark.corpus.dates import read_timestamp
from ratio_spark.corpus.documents import TextDocument
from ratio_spark.corpus.format import Carrier, Format, Record
from ratio_spark.corpus.paper import DateOverride, normal_doi, one_line
from ratio_spark.corpus.refusals import Reason, Refusal

_FILE = "file"


def _rows(document: TextDocument) -> Iterator[Record]:
    """The lines as objects by the names of the first line, each with the name of the file."""
    reader = csv.DictReader(io.StringIO(document.text, newline=""), strict=True)
    try:
        names = {name.strip().lower() for name in reader.fieldnames or ()}
        if "date" not in names or not names & {"paper_id", "doi"}:
            raise Refusal(Reason.WRONG_LAYOUT, "its first line must name the columns date, and paper_id or doi")
        for row in reader:
            yield {(name or "").strip().lower(): value for name, value in row.items()} | {_FILE: document.name}
    except csv.Error as error:
        raise Refusal(Reason.WRONG_LAYOUT, f"not CSV: {error}") from error


def _paper_id(record: Record) -> object:
    if paper_id := one_line(record.get("paper_id")):
        return paper_id
    doi = normal_doi(record.get("doi"))
    return f"doi:{doi}" if doi else None


def _read(record: Record, paper_id: str) -> DateOverride:
    if ":" not in paper_id:
        raise Refusal(Reason.NO_ID, f"the identifier {paper_id!r:.60} is not written source:id")
    date = read_timestamp(record["date"], "override:csv")
    if date.first_day is None:
        raise Refusal(Reason.IMPOSSIBLE_DATE, f"date: {record['date']!r:.60} is no date to put in place of another")
    return DateOverride(paper_id, date, one_line(record.get("reason")) or f"{record[_FILE]} says so")


FORMAT = Format(
    name="dates_csv",
    source="",
    native_id=_paper_id,
    fits=lambda document: isinstance(document, TextDocument),
    read=_read,
    by_name_only=True,
    carrier=Carrier.TEXT,
    split=_rows,
)
