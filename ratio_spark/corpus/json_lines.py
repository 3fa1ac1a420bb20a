"""JSON records out of a stream of bytes: one a line, or one document; in bounded memory, none lost."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import orjson

from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.streams import Peeked, peek

# How many records are looked at before a file is given up; one broken first record must not decide.
RECORDS_LOOKED_AT = 20
# How a document begins that is not written in one line.
_OPENINGS = (b"{", b"[", b"[{")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

# Every escape in turn, so that the second backslash of `\\ud800` is not taken for the start of one: a whole
# surrogate pair, half a pair, any other.
_ESCAPE = re.compile(
    rb"\\(?:(u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank, without its line feed.

    `data` is None for a line over the limit, whose `size` (bytes) alone is known; `ended` is False for a last
    line without line feed.
    """

    data: bytes | None
    size: int
    ended: bool = True


class Item(NamedTuple):
    """A record that is not parsed yet: its bytes in the file, and what parses it or raises `Refusal`."""

    size: int
    parse: Callable[[], dict[str, Any]]


def items(peeked: Peeked, limit: int) -> Iterator[Item]:
    """The records of a file: the objects of its lines, or of one document that is an object or a list of objects.

    A file is one document where it has at most `limit` bytes, its first line is no object and the whole is JSON; or
    where it begins as one and none of its first 20 lines is an object, which is then one refusal. An item raises
    `Refusal` with RECORD_TOO_LARGE, NOT_UTF8, NOT_JSON, or TRUNCATED where the file ends within the item.
    """
    start = peeked.head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    first, feed, _ = start.partition(b"\n")
    is_document = start.startswith(b"[") or (feed and start.startswith(b"{") and not _is_object(first))
    if not is_document:
        yield from (Item(line.size, partial(_of_line, line)) for line in lines(peeked.chunks, limit))
        return
    whole = peek(peeked.chunks, limit)
    yield from _document(whole, first.strip(), limit)


def _document(whole: Peeked, first: bytes, limit: int) -> Iterator[Item]:
    size = len(whole.head)
    fault = Refusal(Reason.RECORD_TOO_LARGE, f"the document has more than {limit} bytes")
    if whole.ended and size <= limit:
        try:
            value = parse_json(whole.head.removeprefix(_BYTE_ORDER_MARK))
        except Refusal as refusal:
            fault = refusal
        else:
            listed = value if isinstance(value, list) else [value]
            yield from (Item(size // len(listed), partial(_object, each)) for each in listed)
            return
    if first in _OPENINGS and whole.fault is None and not has_record(whole.head):
        yield Item(size, partial(_refuse, fault))
        return
    yield from (Item(line.size, partial(_of_line, line)) for line in lines(whole.chunks, limit))


def has_record(head: bytes) -> bool:
    """Whether one of the first 20 lines is an object, or seems to go on as one beyond the first bytes of a file."""
    found = lines([head], len(head))
    return any(
        each.data is not None and (_is_object(each.data) or (not each.ended and each.data.startswith(b'{"')))
        for each in islice(found, RECORDS_LOOKED_AT)
    )


def _is_object(data: bytes) -> bool:
    try:
        return isinstance(parse_json(data), dict)
    except Refusal:
        return False


def _refuse(refusal: Refusal) -> dict[str, Any]:
    raise refusal


def _of_line(line: Line) -> dict[str, Any]:
    """The record of a line; an object that ends with the file before it is whole says the file is cut off."""
    try:
        return parse_record(line)
    except Refusal as refusal:
        if not line.ended and line.data is not None and _is_cut_off(line.data):
            raise Refusal(Reason.TRUNCATED, f"the file ends within a record: {refusal.detail}") from refusal
        raise


def _is_cut_off(data: bytes) -> bool:
    """Whether an object is sound as far as it goes: a parser finds no other fault than its end."""
    try:
        orjson.loads(_ESCAPE.sub(_mended, data).decode(errors="replace"))
    except orjson.JSONDecodeError as error:
        return data.lstrip().startswith(b"{") and error.pos >= len(error.doc)
    return False


def lines(chunks: Iterable[bytes], limit: int) -> Iterator[Line]:
    """Cut a stream at line feeds (no other character ends a line), leaving blank lines out.

    At most `limit` bytes of a line are held, beside one chunk. A byte order mark at the start is dropped.
    """
    held: list[bytes] = []
    size = 0
    start = _BYTE_ORDER_MARK
    for chunk in chunks:
        first, *rest = chunk.split(b"\n")
        size += len(first)
        if size <= limit:
            held.append(first)
        else:
            held.clear()
        if not rest:
            continue
        yield from _line(b"".join(held).removeprefix(start), size, limit)
        start = b""
        *whole, last = rest
        for data in whole:
            yield from _line(data, len(data), limit)
        held, size = ([last] if len(last) <= limit else []), len(last)
    yield from _line(b"".join(held).removeprefix(start), size, limit, ended=False)


def _line(data: bytes, size: int, limit: int, ended: bool = True) -> Iterator[Line]:
    if size > limit:
        yield Line(None, size, ended)
    elif data and not data.isspace():
        yield Line(data, size, ended)


def parse_json(data: bytes | str) -> Any:
    """The value of a JSON text; raises `Refusal` with NOT_UTF8 or NOT_JSON.

    Of a repeated key the last counts. Half a surrogate pair ("\\ud800" alone), which no UTF-8 text can hold,
    becomes U+FFFD: one lost character is no reason to lose a paper, and offsets stay.
    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        raw = data.encode() if isinstance(data, str) else data
        _require_utf8(raw)
        if _HALF_PAIR.search(raw):
            try:
                return orjson.loads(_ESCAPE.sub(_mended, raw))
            except orjson.JSONDecodeError:
                pass
        raise Refusal(Reason.NOT_JSON, str(error)) from error


def parse_record(line: Line) -> dict[str, Any]:
    """The object of a line; raises `Refusal` with RECORD_TOO_LARGE, NOT_UTF8 or NOT_JSON."""
    if line.data is None:
        raise Refusal(Reason.RECORD_TOO_LARGE, f"the record has {line.size} bytes")
    return _object(parse_json(line.data))


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal(Reason.NOT_JSON, f"expected an object, found a {type(value).__name__}")
    return value


def _mended(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape.group(2) else escape.group()


def _require_utf8(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        detail = f"byte {error.start} of the record: {error.reason}"
        raise Refusal(Reason.NOT_UTF8, detail) from error
