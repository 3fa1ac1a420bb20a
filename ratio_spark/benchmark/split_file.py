"""The file that puts works into splits: CSV with the columns `paper_id` or `work_id`, and `split`."""

import csv
from collections.abc import Iterator

import pyarrow as pa

from ratio_spark.benchmark.lines import lines
from ratio_spark.benchmark.split_rules import FileSplit
from ratio_spark.errors import ConfigurationError, DataContractError

MOST_ROWS = 20_000_000
"""Papers or works that a file may name: it is read where the benchmark is planned, not where its rows are."""

_ROWS_AT_ONCE = 100_000


def read_split_file(rule: FileSplit) -> pa.Table:
    """The rows of the file: `work_id` or `paper_id`, and `split`.

    Raises:
        ConfigurationError: it cannot be read, lacks a column, or has a split that the specification does not name.
    """
    try:
        batches = list(_batches(rule))
    except (csv.Error, UnicodeDecodeError, DataContractError) as error:
        raise ConfigurationError(f"{rule.file}: the file of the splits cannot be read: {error}") from error
    return pa.Table.from_batches(batches)


def _batches(rule: FileSplit) -> Iterator[pa.RecordBatch]:
    rows = csv.reader((data.decode() for _, data in lines(rule.file)), strict=True)
    header = next(rows, [])
    key = next((name for name in ("work_id", "paper_id") if name in header), None)
    if key is None or "split" not in header:
        raise ConfigurationError(f"{rule.file}: it needs the columns paper_id or work_id, and split")
    places, schema = (header.index(key), header.index("split")), pa.schema([(key, pa.string()), ("split", pa.string())])
    names: list[str] = []
    splits: list[str] = []
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise ConfigurationError(f"{rule.file}: row {number} has {len(row)} fields, and the header {len(header)}")
        name, split = (row[place] for place in places)
        if split not in rule.splits:
            told = ", ".join(rule.splits)
            raise ConfigurationError(f"{rule.file}: row {number}: {split!r} is no split of the specification: {told}")
        if number > MOST_ROWS:
            raise ConfigurationError(f"{rule.file}: it has more than {MOST_ROWS:,} rows; split by date or hash instead")
        names.append(name)
        splits.append(split)
        if len(names) == _ROWS_AT_ONCE:
            yield pa.record_batch([names, splits], schema=schema)
            names, splits = [], []
    yield pa.record_batch([pa.array(names, pa.string()), pa.array(splits, pa.string())], schema=schema)
