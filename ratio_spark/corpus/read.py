"""Reads input files into Arrow batches of papers, metadata and refusals: each record is exactly one row."""

from collections.abc import Iterable, Iterator

import pyarrow as pa

from ratio_spark.corpus.format import Format, Record
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.json_lines import Line, lines, parse_record
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.rows import RECORDS_SCHEMA, Row, batches, file_row, record_row, refusal_row
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import ConfigurationError

__all__ = [
    "AUTO",
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
READER_VERSION = "1"
PAPER_FORMATS = tuple(name for name in FORMATS if name not in (METADATA_FORMAT, WITHDRAWN_FORMAT))
BATCH_BYTES = 8_000_000

# How many records `auto` looks at before it gives a file up; one broken first record must not decide.
_RECORDS_LOOKED_AT = 20


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
    count = papers = 0
    complete, refusal = True, None
    stream = InputStream(path)
    try:
        for found, line in _lines_with_format(stream, layout, limits):
            layout = found
            if papers == first:
                complete = False
                break
            row = _row(path, found, count, line, limits)
            papers += row.kind == "paper"
            count += 1
            yield row
        else:
            if count == 0:
                raise Refusal(Reason.EMPTY_FILE, "the file holds no record")
    except Refusal as fault:
        complete, refusal = False, fault
    stopped_early = not complete and refusal is None
    digest = None if stopped_early else stream.digest()
    yield file_row(path, layout.name if layout else None, refusal, count, complete, digest)


def _format(name: str) -> Format | None:
    if name == AUTO:
        return None
    if name not in FORMATS:
        raise ConfigurationError(f"format {name!r} does not exist; choose {AUTO} or one of {', '.join(FORMATS)}")
    return FORMATS[name]


def _lines_with_format(stream: InputStream, layout: Format | None, limits: Limits) -> Iterator[tuple[Format, Line]]:
    """Each line with the format of the file: the one named, else that of the first record that tells.

    Raises `Refusal(UNKNOWN_FORMAT)` if none of the first 20 records (or of the first bytes, as many as one
    record may have) tells.
    """
    waiting: list[Line] = []
    waiting_bytes = 0
    for line in lines(stream.chunks(), limits.record_bytes):
        if layout is not None:
            yield layout, line
            continue
        waiting.append(line)
        waiting_bytes += len(line.data or b"")
        layout = _recognised(line)
        if layout is not None:
            yield from ((layout, each) for each in waiting)
            waiting.clear()
        elif len(waiting) >= _RECORDS_LOOKED_AT or waiting_bytes > limits.record_bytes:
            break
    if waiting:
        raise Refusal(Reason.UNKNOWN_FORMAT, f"its first {len(waiting)} records are in no known format")


def _recognised(line: Line) -> Format | None:
    try:
        record = parse_record(line)
    except Refusal:
        return None
    return next((each for each in FORMATS.values() if each.recognises(record)), None)


def _row(path: str, layout: Format, number: int, line: Line, limits: Limits) -> Row:
    paper_id = None
    try:
        record = _parsed(line)
        if not layout.fits(record):
            keys = ", ".join(f"{key!r:.40}" for key in list(record)[:8])
            raise Refusal(Reason.WRONG_LAYOUT, f"not in the layout of {layout.name}; its keys are {keys}")
        paper_id = layout.paper_id(record)
        row = record_row(path, layout.name, number, layout.read(record, paper_id), limits)
        row.size = line.size
        return row
    except Refusal as refusal:
        if refusal.reason.of_file:
            raise
        return refusal_row(path, layout.name, number, refusal, paper_id)


def _parsed(line: Line) -> Record:
    """The record of a line; an object that ends with the file before it is whole says the file is cut off."""
    try:
        return parse_record(line)
    except Refusal as refusal:
        cut_off = not line.ended and line.data is not None and line.data.lstrip().startswith(b"{")
        if cut_off:
            raise Refusal(Reason.TRUNCATED, f"the file ends within a record: {refusal.detail}") from refusal
        raise
