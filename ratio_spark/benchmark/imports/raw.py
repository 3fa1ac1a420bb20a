"""One shape for the rows of every format: queries, candidates, judgments and exclusions, with the place they stand."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

import pyarrow as pa

from ratio_spark.errors import DataContractError

QUERY, CANDIDATE, QREL, EXCLUSION, GOLD = "query", "candidate", "qrel", "exclusion", "gold"
"""Kinds of rows. A gold is a candidate that its pair brings along; it joins a pool that lacks it."""

FAULT = "fault"
"""The kind of a row whose text says why a file cannot be taken over; it is the last of its file."""

PRECISIONS = ("day", "month", "year", "none")

_WORDS = pa.list_(pa.string())

RAW = pa.schema(
    [
        ("kind", pa.string()),
        ("file", pa.string()),
        ("line", pa.int64()),
        ("split", pa.string()),
        ("pair_id", pa.string()),
        ("candidate_id", pa.string()),
        ("move", pa.string()),
        ("relevance", pa.int32()),
        ("reason", pa.string()),
        ("paper_id", pa.string()),
        ("work_id", pa.string()),
        ("pub_date", pa.date32()),
        ("date_precision", pa.string()),
        ("marker", pa.string()),
        ("marker_id", pa.string()),
        ("section", pa.string()),
        ("paragraph", pa.int32()),
        ("sentence", pa.int32()),
        ("flags", _WORDS),
        ("license", pa.string()),
        ("roles", _WORDS),
        ("papers", _WORDS),
        ("works", _WORDS),
        ("markers", _WORDS),
        ("licenses", _WORDS),
        ("text", pa.string()),
    ]
)
RAW_DDL = ", ".join(
    f"`{field.name}` "
    + {pa.string(): "STRING", pa.int64(): "BIGINT", pa.int32(): "INT", pa.date32(): "DATE", _WORDS: "ARRAY<STRING>"}[
        field.type
    ]
    for field in RAW
)

_BATCH_ROWS = 5_000
_RELEVANCE = 2**31
_MOVE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")


@dataclass(frozen=True)
class Source:
    """A file of a published benchmark, and what its rows are.

    kind: one of those above, or "pairs" (RATIO's rows of query and gold).
    split: None: any that the judgments give.
    move: None: the rows say it.
    flag: given to every query of the file.
    """

    path: str
    kind: str
    split: str | None = None
    move: str | None = None
    flag: str | None = None


@dataclass(frozen=True)
class Place:
    """Where a row stands: the file, and its line or row from 1."""

    file: str
    line: int

    def fault(self, what: str) -> DataContractError:
        return DataContractError(f"{self.file}:{self.line}: {what}")


def batched(rows: Iterable[Mapping[str, Any]]) -> Iterator[pa.RecordBatch]:
    """Rows as batches of RAW; a column that a row lacks is NULL."""
    remaining = iter(rows)
    while some := list(islice(remaining, _BATCH_ROWS)):
        yield pa.RecordBatch.from_pylist(some, RAW)


def word(value: object, what: str, place: Place) -> str:
    """An id: a text that is not empty, or a whole number written out. Raises DataContractError."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise place.fault(f"{what} is missing")
    return value


def move_name(value: object, place: Place) -> str | None:
    """The name of a move, None where there is none. Raises DataContractError for one that no file can be named by."""
    if value is None:
        return None
    if not isinstance(value, str) or not _MOVE.fullmatch(value):
        raise place.fault(f"the move {value!r} is no word of letters, digits and _")
    return value


def text(value: object, what: str, place: Place) -> str:
    """A text that is not empty. Raises DataContractError."""
    if not isinstance(value, str):
        raise place.fault(f"{what} is missing; run `benchmark hydrate` first on an export with --ids-only")
    if not value.strip():
        raise place.fault(f"{what} is empty")
    return value


def whole_number(value: object, what: str, place: Place) -> int:
    """A whole number, also one written as a text or as 1.0. Raises DataContractError."""
    try:
        number = float(value) if isinstance(value, (str, int, float)) else float("nan")
    except (ValueError, OverflowError):
        number = float("nan")
    if not number.is_integer() or abs(number) >= _RELEVANCE:
        raise place.fault(f"{what} is no whole number")
    return int(number)


def day(value: object, what: str, place: Place) -> date | None:
    """A day as the benchmark has it, or None where it has none. Raises DataContractError."""
    if value is None or value == "":
        return None
    if isinstance(value, date):
        return date(value.year, value.month, value.day)
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError as error:
        raise place.fault(f"{what} is no date YYYY-MM-DD") from error
