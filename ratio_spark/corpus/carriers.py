"""Records out of a file or a member of an archive, by what its content is: JSON, Parquet, XML or text."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from ratio_spark.corpus import json_lines, parquet
from ratio_spark.corpus.archives import Part, is_tar, is_zip
from ratio_spark.corpus.documents import XmlDocument, parse_text, parse_xml
from ratio_spark.corpus.file_names import paper_name
from ratio_spark.corpus.format import Carrier, Format, Record, shown
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.json_lines import RECORDS_LOOKED_AT, Item
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.streams import Peeked, peek

HEAD_BYTES = 1 << 16
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_FRONT_MATTER = re.compile(rb"---\s*\n")
_PACKED = re.compile(r"\.(?:gz|zst)\Z")
_MARKDOWN = (".md", ".markdown")
_PLAIN = (".txt", ".text", *_MARKDOWN)
# What people put beside papers.
_NO_PAPERS = re.compile(r"(?:readme|licen[cs]e|copying|notice|changelog|contributing|index)(?:\.\w+)*")
# What is no text although its first bytes may look like it: PDF, PostScript, RTF.
_NO_TEXT = (b"%PDF", b"%!PS", b"{\\rtf")

_PARSERS: dict[Carrier, Callable[[bytes, str], Any]] = {Carrier.XML: parse_xml, Carrier.TEXT: parse_text}


class Found(NamedTuple):
    """A record with its format, or the refusal that stands in its place; `size` is its bytes in the file.

    `format` is None for what was refused before its format was known. `member` is the name of the archive member
    that it stands in.
    """

    format: Format | None
    record: Any
    size: int
    member: str | None = None


def records(part: Part, layout: Format | None, limits: Limits) -> Iterator[Found]:
    """The records of a part, none lost, in the format named or else in the one that its first records tell.

    Raises `Refusal` where nothing more can be read of the part: UNKNOWN_FORMAT where none of its first 20 records
    (or of its first bytes, as many as one record may have) is in a known format (a sole record that cannot be parsed
    is refused itself), NESTED_ARCHIVE, EMPTY_FILE, and what its stream and its readers raise.
    """
    peeked = peek(part.chunks, HEAD_BYTES)
    if is_zip(peeked.head) or is_tar(peeked.head):
        raise Refusal(Reason.NESTED_ARCHIVE, "an archive within an archive or within a compressed file")
    found = _records(part, peeked, layout, limits)
    first = next(found, None)
    if first is None:
        raise Refusal(Reason.EMPTY_FILE, "the file holds no record")
    yield first
    yield from found


def _records(part: Part, peeked: Peeked, layout: Format | None, limits: Limits) -> Iterator[Found]:
    if parquet.is_parquet(peeked.head):
        if part.file is None:
            raise Refusal(Reason.NESTED_ARCHIVE, "Parquet within an archive or within a compressed file")
        if layout and layout.carrier is not Carrier.JSON:
            raise Refusal(Reason.WRONG_LAYOUT, f"a Parquet file, not {layout.carrier} in the layout of {layout.name}")
        return _with_format(parquet.rows(part.file, limits), layout, limits)
    carrier = layout.carrier if layout else carrier_of(peeked.head, part.name)
    if carrier is None:
        raise Refusal(Reason.UNKNOWN_FORMAT, f"its first bytes are {peeked.head[:8].hex(' ')}")
    if carrier is Carrier.JSON:
        return _with_format(json_lines.items(peeked, limits.record_bytes), layout, limits)
    return _document(carrier, part, peeked, layout, limits)


def carrier_of(head: bytes, name: str) -> Carrier | None:
    """What carries the records of a file with these first bytes; None for what holds none.

    The content decides: how it begins, and whether its first lines are JSON; where it is neither that nor plain text, a
    declaration of XML behind what does not belong there. The name does so only for plain text, which is a paper where
    it is named as one, or has front matter.

    >>> carrier_of(b"<article>", "a.txt"), carrier_of(b"[1] says", "a.md"), carrier_of(b"all: test", "Makefile")
    (<Carrier.XML: 'xml'>, <Carrier.TEXT: 'text'>, None)
    """
    start = head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    is_xml = start.startswith(b"<?xml") or start[:9].upper() == b"<!DOCTYPE"
    if is_xml or (head.startswith(_UTF16) and b"<" in head[2:4]):
        return Carrier.XML
    if not start or json_lines.has_record(head):
        return Carrier.JSON
    name = _PACKED.sub("", name.lower())
    if start[:1] in b"<{[" and not start.startswith(_NO_TEXT) and not name.endswith(_MARKDOWN):
        return Carrier.XML if start[:1] == b"<" else Carrier.JSON
    if _is_text(head, start, name):
        return Carrier.TEXT
    return Carrier.XML if b"<?xml" in head[:1024] else None


def _is_text(head: bytes, start: bytes, name: str) -> bool:
    if (b"\0" in head and not head.startswith(_UTF16)) or start.startswith(_NO_TEXT):
        return False
    if _FRONT_MATTER.match(start):
        return True
    return name.endswith(_PLAIN) and not _NO_PAPERS.fullmatch(name.rpartition("/")[2])


def _with_format(items: Iterable[Item], layout: Format | None, limits: Limits) -> Iterator[Found]:
    """Each record with the format of the file: the one named, else that of the first record that tells."""
    waiting: list[Item] = []
    waiting_bytes = 0
    for item in items:
        if layout is not None:
            yield from _found(layout, item)
            continue
        waiting.append(item)
        waiting_bytes += item.size
        layout = _recognised(item)
        if layout is not None:
            yield from (found for each in waiting for found in _found(layout, each))
            waiting.clear()
        elif len(waiting) >= RECORDS_LOOKED_AT or waiting_bytes > limits.record_bytes:
            break
    if len(waiting) == 1 and (refusal := _fault(waiting[0])):
        yield Found(None, refusal, waiting_bytes)
    elif waiting:
        raise Refusal(Reason.UNKNOWN_FORMAT, f"its first {len(waiting)} records are in no known format")


def _fault(item: Item) -> Refusal | None:
    """Why an item is no record at all; raises it where it says that the file ends there."""
    try:
        item.parse()
    except Refusal as refusal:
        if refusal.reason.of_file:
            raise
        return refusal
    return None


def _recognised(item: Item) -> Format | None:
    try:
        record = item.parse()
    except Refusal:
        return None
    return next((each for each in _formats(Carrier.JSON) if each.recognises(record)), None)


def _formats(carrier: Carrier) -> Iterator[Format]:
    return (each for each in FORMATS.values() if each.carrier is carrier and not each.by_name_only)


def _found(layout: Format, item: Item) -> Iterator[Found]:
    try:
        record: Record = item.parse()
    except Refusal as refusal:
        if refusal.reason.of_file:
            raise
        yield Found(layout, refusal, item.size)
    else:
        yield from _pieces(layout, record, item.size)


def _document(carrier: Carrier, part: Part, peeked: Peeked, layout: Format | None, limits: Limits) -> Iterator[Found]:
    """The records of a document that is one as a whole: XML or text."""
    whole = peek(peeked.chunks, limits.record_bytes)
    size = len(whole.head)
    if whole.fault:
        raise whole.fault
    if not whole.head.removeprefix(_BYTE_ORDER_MARK).strip():
        return
    try:
        if size > limits.record_bytes:
            raise Refusal(Reason.RECORD_TOO_LARGE, f"the document has more than {limits.record_bytes} bytes")
        document = _PARSERS[carrier](whole.head, paper_name(part.path))
    except Refusal as refusal:
        yield Found(layout, refusal, size)
        return
    layout = layout or next((each for each in _formats(carrier) if each.fits(document)), None)
    if layout is None:
        raise Refusal(Reason.UNKNOWN_FORMAT, f"a document in no known format; {_looks(document)}")
    yield from _pieces(layout, document, size)


def _pieces(layout: Format, record: Any, size: int) -> Iterator[Found]:
    """The records that a record consists of, mostly itself; it, or else each of them, must be in the layout."""
    count = 0
    try:
        fits = layout.fits(record)
        for piece in layout.split(record):
            is_sound = fits or layout.fits(piece)
            yield Found(layout, piece if is_sound else _misfit(layout, piece), 0 if count else size)
            count += 1
        if count == 0:
            raise Refusal(Reason.NO_PARAGRAPHS, "the document holds no paper") if fits else _misfit(layout, record)
    except Refusal as refusal:
        yield Found(layout, refusal, 0 if count else size)


def _misfit(layout: Format, record: Any) -> Refusal:
    return Refusal(Reason.WRONG_LAYOUT, f"not in the layout of {layout.name}; {_looks(record)}")


def _looks(record: Any) -> str:
    """What a record looks like, for the detail of a refusal."""
    match record:
        case XmlDocument():
            return f"its root element is {shown(record.root.tag)}"
        case Mapping():
            return "its keys are " + ", ".join(f"{key!r:.40}" for key in islice(record, 8))
        case _:
            return "it is plain text"
