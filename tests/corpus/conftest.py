"""Small input files, and the rows that the readers make of them."""

import gzip
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pytest

from ratio_spark.corpus.read import Limits, read_files

LIMITS = Limits(record_bytes=10_000, paper_characters=2_000, latest_date=date(2027, 6, 30))

Row = dict[str, Any]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Write records (objects, or raw bytes of a line) to a file; a name in `.gz` is compressed."""

    def _write(*records: object, name: str = "input.jsonl", end: bytes = b"\n") -> str:
        content = b"".join((r if isinstance(r, bytes) else orjson.dumps(r)) + end for r in records)
        path = tmp_path / name
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return str(path)

    return _write


@pytest.fixture
def read() -> Callable[..., list[Row]]:
    """All rows of one file, the row of the file last."""

    def _read(path: str, name: str = "auto", first: int | None = None, limits: Limits = LIMITS) -> list[Row]:
        return [row for batch in read_files([(path, name)], limits, first) for row in batch.to_pylist()]

    return _read


def paper(number: int = 1, **changes: object) -> dict[str, object]:
    """A sound record in our own layout."""
    return {"paper_id": str(number), "date": "2020-05-17", "paragraphs": ["One. Two."]} | changes


def s2orc(text: str = "Title\n\nIntro\n\nFirst one. Second.", corpusid: object = 7, **spans: object) -> dict[str, Any]:
    """An S2ORC record; `spans` are annotations, given as lists and stored as JSON text as the release does."""
    annotations = {
        name: orjson.dumps(value).decode() if isinstance(value, list) else value for name, value in spans.items()
    }
    content = {"source": None, "text": text, "annotations": annotations}
    return {"corpusid": corpusid, "externalids": None, "content": content}


def span(start: object, end: object) -> dict[str, object]:
    return {"start": start, "end": end}


def outcome(row: Row) -> tuple[object, ...]:
    return row["record"], row["kind"], row["paper_id"], row["reason"]


def file_outcome(row: Row) -> tuple[object, ...]:
    return row["kind"], row["format"], row["reason"], row["records"], row["complete"]
