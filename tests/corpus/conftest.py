"""Small input files, and the rows that the readers make of them."""

import gzip
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pytest

from ratio_spark.corpus.read import Limits, read_files


@pytest.fixture
def limits() -> Limits:
    return Limits(record_bytes=10_000, paper_characters=2_000, latest_date=date(2027, 6, 30))


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Write records (objects, or the raw bytes of a line) to a file; a name in `.gz` is compressed."""

    def _write(*records: object, name: str = "input.jsonl", end: bytes = b"\n") -> str:
        content = b"".join((each if isinstance(each, bytes) else orjson.dumps(each)) + end for each in records)
        path = tmp_path / name
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
        return str(path)

    return _write


@pytest.fixture
def read(limits: Limits) -> Callable[..., list[dict[str, Any]]]:
    """All rows of one file, the row of the file last."""

    def _read(path: str, name: str = "auto", first: int | None = None) -> list[dict[str, Any]]:
        return [row for batch in read_files([(path, name)], limits, first) for row in batch.to_pylist()]

    return _read
