"""The three kinds of files that benchmarks are published in: JSON lines, tab-separated values, Parquet."""

import csv
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from ratio_spark.benchmark.imports.raw import Place
from ratio_spark.benchmark.lines import json_objects, lines
from ratio_spark.corpus.plain import plain
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import DataContractError

_PARQUET_ROWS = 1_000

Record = tuple[Place, dict[str, Any]]


def records(path: str) -> Iterator[Record]:
    """The records of a file, by the ending of its name, each with its place.

    Raises:
        DataContractError: the file, or a record of it, cannot be read.
    """
    name = path.partition("?")[0].removesuffix(".gz").removesuffix(".zst")
    if name.endswith((".jsonl", ".json", ".ndjson")):
        yield from ((Place(path, line), record) for line, record in json_objects(path))
    elif name.endswith((".tsv", ".txt")):
        yield from _tab_separated(path)
    elif name.endswith(".parquet"):
        yield from _parquet(path)
    else:
        raise DataContractError(f"{path}: is of no known kind; name it .jsonl, .tsv or .parquet")


def _tab_separated(path: str) -> Iterator[Record]:
    """The lines after a header, by its names. A quoted field may not go over several lines."""
    header: list[str] = []
    for line, data in lines(path):
        place = Place(path, line)
        try:
            fields = next(csv.reader([data.decode()], delimiter="\t", strict=True))
        except (UnicodeDecodeError, csv.Error) as error:
            raise place.fault(f"is no line of tab-separated values: {error}") from error
        if not header:
            header = fields
        elif len(fields) != len(header):
            raise place.fault(f"has {len(fields)} fields, and the header {len(header)}")
        else:
            yield place, dict(zip(header, fields, strict=True))


def _parquet(path: str) -> Iterator[Record]:
    row = 0
    try:
        with InputStream(path).seekable() as file:
            for batch in parquet.ParquetFile(file, pre_buffer=False).iter_batches(_PARQUET_ROWS, use_threads=False):
                for record in batch.to_pylist(maps_as_pydicts="lossy"):
                    row += 1
                    yield Place(path, row), plain(record)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise DataContractError(f"{path}:{row + 1}: cannot be read: {' '.join(str(error).split())}") from error
