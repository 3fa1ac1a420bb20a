"""Our own layout: an object (or a row of Parquet) with `paper_id` and `paragraphs`, or `text` with blank lines.

A paragraph is a text or `{"section", "text", "citations"}`; citations are `{"start", "end"}` in code points.
"""

import re

from ratio_spark.corpus.annotations import strict_spans
from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import read_timestamp
from ratio_spark.corpus.format import Format, Record, list_of, shown, text_of, texts_of
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.refusals import Reason, Refusal

_BLANK_LINES = re.compile(r"\n\s*\n")


def _paragraph(value: object) -> Paragraph:
    if isinstance(value, str):
        return Paragraph(None, value)
    if isinstance(value, dict) and isinstance(text := value.get("text"), str):
        marks = value.get("citations")
        citations = None if marks is None else tuple(strict_spans(marks, "citations", len(text)))
        return Paragraph(text_of(value, "section"), text, citations)
    raise Refusal(Reason.WRONG_LAYOUT, f"paragraphs: expected texts or {{section, text}}, found {shown(value)}")


def _paragraphs(record: Record) -> tuple[Paragraph, ...]:
    if listed := list_of(record, "paragraphs"):
        return tuple(map(_paragraph, listed))
    return tuple(Paragraph(None, part) for part in _BLANK_LINES.split(text_of(record, "text") or ""))


def _read(record: Record, paper_id: str) -> Paper:
    return Paper(
        paper_id=paper_id,
        source="jsonl",
        date=read_timestamp(record.get("date"), "date"),
        title=text_of(record, "title"),
        fields=texts_of(record, "fields"),
        doi=text_of(record, "doi"),
        arxiv_id=text_of(record, "arxiv_id"),
        first_author=first_author(record),
        paragraphs=_paragraphs(record),
        language=text_of(record, "language"),
        license=text_of(record, "license"),
        updated=text_of(record, "updated"),
    )


FORMAT = Format(
    name="jsonl",
    source="jsonl",
    native_id=lambda record: record.get("paper_id"),
    fits=lambda record: "paragraphs" in record or "text" in record,
    read=_read,
)
