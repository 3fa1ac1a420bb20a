"""Reads input files into Arrow batches of papers, metadata and refusals: each record is exactly one row."""

from collections.abc import Iterable, Iterator

import pyarrow as pa

from ratio_spark.corpus.archives import parts
from ratio_spark.corpus.carriers import Found, records
from ratio_spark.corpus.format import Format
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.rows import RECORDS_SCHEMA, Row, batches, file_row, record_row, refusal_row
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import ConfigurationError

__all__ = [
    "AUTO",
    "BESIDE_TEXTS",
    "DATES_FORMATS",
    "FORMATS",
    "METADATA_FORMAT",
    "PAPER_FORMATS",
    "RECORDS_SCHEMA",
    "WITHDRAWN_FORMAT",
    "Limits",
    "read_files",
]

AUTO = "auto"
METADATA_FORMAT = "s2orc_papers"
WITHDRAWN_FORMAT = "withdrawn"
# Changes whenever the same file may give other papers: files are then read again.
READER_VERSION = "3"
DATES_FORMATS = ("dates_crossref", "dates_csv")
# Formats of files that say something about papers, and hold none.
BESIDE_TEXTS = (METADATA_FORMAT, WITHDRAWN_FORMAT, *DATES_FORMATS)
PAPER_FORMATS = tuple(name for name in FORMATS if name not in BESIDE_TEXTS)
BATCH_BYTES = 8_000_000


def read_files(
    files: Iterable[tuple[str, str]],
    limits: Limits,
    first: int | None = None,
    batch_bytes: int = BATCH_BYTES,
) -> Iterator[pa.RecordBatch]:
    """Read (path, format name or `auto`) pairs, lazily, into batches in RECORDS_SCHEMA.

    A file gives one row per record (kind `paper`, `metadata` or `refusal`), then one of kind `file` with the
    reader's own count of `records`, `complete` and its `digest` (SHA-256, null where `first` ended the reading or
    it could not be read); its `reason` says why a file is not complete, and is null
    where `first` (papers per file) ended the reading. A batch holds records of `batch_bytes` bytes (unpacked,
    as in the file), the last of them whole. Raises `ConfigurationError` for a format that does not exist.
    """
    return batches((row for path, name in files for row in _read_file(path, name, limits, first)), batch_bytes)


def _read_file(path: str, format_name: str, limits: Limits, first: int | None) -> Iterator[Row]:
    layout = _format(format_name)
    formats: set[str] = {layout.name} if layout else set()
    count = papers = 0
    complete, refusal = True, None
    stream = InputStream(path, limits)
    try:
        for found in _found(stream, layout, limits):
            if papers == first:
                complete = False
                break
            if found.format:
                formats.add(found.format.name)
            row = _row(path, count, found, limits)
            papers += row.kind == "paper"
            count += 1
            yield row
        else:
            if count == 0:
                raise Refusal(Reason.EMPTY_FILE, "the archive holds no file to read")
    except Refusal as fault:
        complete, refusal = False, fault
    stopped_early = not complete and refusal is None
    digest = None if stopped_early else stream.digest()
    yield file_row(path, ", ".join(sorted(formats)) or None, refusal, count, complete, digest)


def _format(name: str) -> Format | None:
    if name == AUTO:
        return None
    if name not in FORMATS:
        raise ConfigurationError(f"format {name!r} does not exist; choose {AUTO} or one of {', '.join(FORMATS)}")
    return FORMATS[name]


def _found(stream: InputStream, layout: Format | None, limits: Limits) -> Iterator[Found]:
    """The records of a file; what ends the reading of a member of an archive stands in the place of one."""
    for part in parts(stream):
        if not part.is_member:
            yield from records(part, layout, limits)
            continue
        try:
            yield from (found._replace(member=part.name) for found in records(part, layout, limits))
        except Refusal as refusal:
            if refusal is stream.fault:
                raise Refusal(refusal.reason, f"{part.name}: {refusal.detail}") from refusal
            yield Found(layout, refusal, 0, part.name)


def _row(path: str, number: int, found: Found, limits: Limits) -> Row:
    layout, paper_id = found.format, None
    try:
        if layout is None or isinstance(found.record, Refusal):
            raise found.record
        paper_id = layout.paper_id(found.record)
        row = record_row(path, layout.name, number, layout.read(found.record, paper_id), limits)
    except Refusal as refusal:
        named = Refusal(refusal.reason, f"{found.member}: {refusal.detail}") if found.member else refusal
        row = refusal_row(path, layout.name if layout else None, number, named, paper_id)
    row.size = found.size
    return row
