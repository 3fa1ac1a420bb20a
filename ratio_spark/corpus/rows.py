"""Records as rows of Arrow batches: the one schema in which papers, metadata, refusals and files travel."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, chain
from operator import attrgetter

import pyarrow as pa

from ratio_spark.corpus.dates import require_plausible
from ratio_spark.corpus.hyphens import PaperWords, mend
from ratio_spark.corpus.language import paper_language
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.paper import (
    DateOverride,
    Metadata,
    Paper,
    Withdrawal,
    clean,
    leading_blanks,
    normal_doi,
    one_line,
    text_hash,
)
from ratio_spark.corpus.refusals import Reason, Refusal

_PARAGRAPH = pa.struct([("section", pa.string()), ("text", pa.string())])
_CITATION = pa.struct([("paragraph", pa.int32()), ("start", pa.int32()), ("end", pa.int32())])

RECORDS_SCHEMA = pa.schema(
    [
        ("source_file", pa.string()),
        ("format", pa.string()),
        ("record", pa.int64()),
        ("kind", pa.string()),
        ("paper_id", pa.string()),
        ("source", pa.string()),
        ("updated", pa.string()),
        ("pub_date", pa.date32()),
        ("pub_month", pa.string()),
        ("date_precision", pa.string()),
        ("date_source", pa.string()),
        ("title", pa.string()),
        ("fields", pa.list_(pa.string())),
        ("language", pa.string()),
        ("doi", pa.string()),
        ("arxiv_id", pa.string()),
        ("first_author", pa.string()),
        ("license", pa.string()),
        ("reason", pa.string()),
        ("detail", pa.string()),
        ("records", pa.int64()),
        ("complete", pa.bool_()),
        ("digest", pa.string()),
        ("text_hash", pa.string()),
        ("characters", pa.int64()),
        ("citations", pa.list_(_CITATION)),
        ("paragraphs", pa.list_(_PARAGRAPH)),
    ]
)

MAX_ROWS = 20_000


@dataclass(slots=True)
class Row:
    """One row of RECORDS_SCHEMA; what does not apply to its kind is None.

    The paragraphs are `sections` and `texts` (in UTF-8, as Arrow holds them) side by side. `citations` are
    (paragraph, start, end), None where no paragraph tells its citations. `size` is how many bytes of the file went
    into the row: it bounds batches and is no column.
    """

    source_file: str
    kind: str
    format: str | None = None
    record: int | None = None
    paper_id: str | None = None
    source: str | None = None
    updated: str | None = None
    pub_date: date | None = None
    pub_month: str | None = None
    date_precision: str | None = None
    date_source: str | None = None
    title: str | None = None
    fields: tuple[str, ...] | None = None
    language: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    first_author: str | None = None
    license: str | None = None
    reason: str | None = None
    detail: str | None = None
    records: int | None = None
    complete: bool | None = None
    digest: str | None = None
    text_hash: str | None = None
    characters: int | None = None
    sections: list[str | None] | None = None
    texts: list[bytes] | None = None
    citations: list[tuple[int, int, int]] | None = None
    size: int = 0


def record_row(
    source_file: str,
    format_name: str,
    record: int,
    found: Metadata | Withdrawal | DateOverride,
    limits: Limits,
) -> Row:
    """The row of a paper (kind `paper`), its texts cleaned, of metadata alone, a `withdrawal` or a date `override`.

    Raises `Refusal` with IMPOSSIBLE_DATE, NO_PARAGRAPHS or PAPER_TOO_LONG.
    """
    if isinstance(found, Withdrawal):
        return Row(source_file, "withdrawal", format_name, record, paper_id=found.paper_id)
    require_plausible(found.date, limits.latest_date)
    if isinstance(found, DateOverride):
        return _override_row(source_file, format_name, record, found)
    row = Row(
        source_file,
        "metadata",
        format_name,
        record,
        paper_id=found.paper_id,
        source=found.source,
        pub_date=found.date.first_day,
        pub_month=found.date.month,
        date_precision=found.date.precision,
        date_source=found.date.source or None,
        title=one_line(found.title),
        fields=tuple(dict.fromkeys(filter(None, map(one_line, found.fields)))),
        doi=normal_doi(found.doi),
        arxiv_id=one_line(found.arxiv_id),
        first_author=one_line(found.first_author),
    )
    if isinstance(found, Paper):
        _add_text(row, found, limits)
    return row


def _override_row(source_file: str, format_name: str, record: int, found: DateOverride) -> Row:
    return Row(
        source_file,
        "override",
        format_name,
        record,
        paper_id=found.paper_id,
        updated=found.updated,
        pub_date=found.date.first_day,
        pub_month=found.date.month,
        date_precision=found.date.precision,
        date_source=found.date.source,
        detail=found.why,
    )


def _add_text(row: Row, paper: Paper, limits: Limits) -> None:
    sections: list[str | None] = []
    texts: list[bytes] = []
    citations: list[tuple[int, int, int]] = []
    headings = {section: one_line(section) for section, _, _ in paper.paragraphs}
    _require_length(paper, headings, limits.paper_characters)
    words = PaperWords(paragraph.text for paragraph in paper.paragraphs)
    characters = 0
    for section, text, cited in paper.paragraphs:
        text, cited = mend(text, cited, words)
        cleaned, encoded = clean(text)
        if cleaned:
            citations += ((len(texts), *span) for span in _cleaned_spans(cited or (), text, cleaned))
            sections.append(headings[section])
            texts.append(encoded)
            characters += len(cleaned)
    if not texts:
        raise Refusal(Reason.NO_PARAGRAPHS, "no paragraph has any text")
    row.kind = "paper"
    row.updated = one_line(paper.updated)
    row.language = paper_language(one_line(paper.language), [paragraph.text for paragraph in paper.paragraphs])
    row.license = one_line(paper.license)
    tells_citations = any(paragraph.citations is not None for paragraph in paper.paragraphs)
    row.citations = citations if tells_citations else None
    row.text_hash = text_hash(sections, texts, row.citations)
    row.characters = characters
    row.sections, row.texts = sections, texts


def _require_length(paper: Paper, headings: Mapping[str | None, str | None], limit: int) -> None:
    """Raise `Refusal(PAPER_TOO_LONG)` before any work that a text of any length would make long."""
    characters = sum(len(text) for _, text, _ in paper.paragraphs)
    repeated = sum(len(headings[section] or "") for section, _, _ in paper.paragraphs)
    if characters + repeated > limit:
        detail = f"the paper has {characters} characters, and {repeated} of headings, one to each paragraph"
        raise Refusal(Reason.PAPER_TOO_LONG, detail)


def _cleaned_spans(spans: Iterable[tuple[int, int]], text: str, cleaned: str) -> Iterator[tuple[int, int]]:
    """Spans of a text as they lie in what `clean` made of it; what lies outside of that goes."""
    lead = 0 if len(cleaned) == len(text) else leading_blanks(text)
    for start, end in spans:
        start, end = max(0, start - lead), min(len(cleaned), end - lead)
        if start < end:
            yield start, end


def refusal_row(source_file: str, format_name: str | None, record: int, refusal: Refusal, paper_id: str | None) -> Row:
    """The row of a record that was refused (kind `refusal`)."""
    row = Row(source_file, "refusal", format_name, record, paper_id)
    row.reason, row.detail = refusal.reason, refusal.detail
    return row


def file_row(
    source_file: str, format_name: str | None, refusal: Refusal | None, records: int, complete: bool, digest: str | None
) -> Row:
    """The last row of a file (kind `file`): how many records it gave, whether that was all, and its SHA-256."""
    row = Row(source_file, "file", format_name, records=records, complete=complete, digest=digest)
    if refusal is not None:
        row.reason, row.detail = refusal.reason, refusal.detail
    return row


def batches(rows: Iterable[Row], batch_bytes: int) -> Iterator[pa.RecordBatch]:
    """The rows as batches, each full once its records had `batch_bytes` bytes in their files, or at 20,000 rows."""
    held: list[Row] = []
    size = 0
    for row in rows:
        held.append(row)
        size += row.size
        if size >= batch_bytes or len(held) >= MAX_ROWS:
            yield _batch(held)
            held, size = [], 0
    if held:
        yield _batch(held)


def _batch(rows: list[Row]) -> pa.RecordBatch:
    columns = [pa.array(list(map(attrgetter(field.name), rows)), field.type) for field in list(RECORDS_SCHEMA)[:-2]]
    nested = [_citation_column(rows), _paragraph_column(rows)]
    return pa.RecordBatch.from_arrays([*columns, *nested], schema=RECORDS_SCHEMA)


def _citation_column(rows: list[Row]) -> pa.ListArray:
    """The citations of all rows as one flat run with offsets."""
    spans = [span for row in rows for span in row.citations or ()]
    flat = [pa.array((span[place] for span in spans), pa.int32()) for place in range(3)]
    return pa.ListArray.from_arrays(
        pa.array(accumulate((len(row.citations or ()) for row in rows), initial=0), pa.int32()),
        pa.StructArray.from_arrays(flat, fields=list(_CITATION)),
        type=RECORDS_SCHEMA.field("citations").type,
        mask=pa.array([row.citations is None for row in rows]),
    )


def _paragraph_column(rows: list[Row]) -> pa.ListArray:
    """The paragraphs of all rows as one flat run with offsets: much faster than from Python structs."""
    flat = [
        pa.array(list(chain.from_iterable(row.sections or () for row in rows)), pa.string()),
        pa.array(list(chain.from_iterable(row.texts or () for row in rows)), pa.string()),
    ]
    offsets = pa.array(accumulate((len(row.texts or ()) for row in rows), initial=0), pa.int32())
    return pa.ListArray.from_arrays(
        offsets,
        pa.StructArray.from_arrays(flat, fields=list(_PARAGRAPH)),
        type=RECORDS_SCHEMA.field("paragraphs").type,
        mask=pa.array([row.texts is None for row in rows]),
    )
