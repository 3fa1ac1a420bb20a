"""JSON lines out of a stream of bytes: in bounded memory, each line a record or a refusal, none lost."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from ratio_spark.corpus.refusals import Reason, Refusal

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
    value = parse_json(line.data)
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
