"""Files of lines, written as batches come: JSON objects, tables with one file per move."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa

from ratio_spark.benchmark.exports.contents import About
from ratio_spark.errors import DataContractError


def write_about(about: About, export_format: str, counts: Mapping[str, int], folder: Path) -> None:
    """Write `benchmark.json`."""
    text = orjson.dumps(about.to_json(export_format, counts), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    (folder / "benchmark.json").write_bytes(text)


def records(batches: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
    """The rows of batches as objects."""
    for batch in batches:
        yield from batch.to_pylist()


def write_json_lines(rows: Iterable[Mapping[str, Any]], file: Path) -> int:
    """Write one object a line; gives how many."""
    written = 0
    with file.open("wb") as stream:
        for row in rows:
            stream.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
            written += 1
    return written


def write_by_move(
    rows: Iterable[Mapping[str, Any]],
    line: Callable[[Mapping[str, Any]], str],
    files: Mapping[str | None, Path],
    header: str = "",
) -> int:
    """Write a line per row to the file of its move, and to that of all moves (None); gives how many rows."""
    written = 0
    with ExitStack() as stack:
        streams = {}
        for move, file in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            streams[move] = stack.enter_context(file.open("w", encoding="utf-8", newline=""))
            streams[move].write(header)
        for row in rows:
            text = line(row)
            streams[None].write(text)
            streams[row["move"]].write(text)
            written += 1
    return written


def one_word(identity: str) -> str:
    """An id for a format whose fields are divided by white space.

    Raises:
        DataContractError: the id has white space, or is empty.
    """
    if identity.split() != [identity]:
        raise DataContractError(f"the id {identity!r} has white space, which this format cannot hold: use beir or mteb")
    return identity
