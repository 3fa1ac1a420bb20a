"""A Parquet file that grows by batches; its row groups do not depend on how the rows came."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

GROUP_ROWS = 50_000


class ParquetFile:
    """Rows on their way to a Parquet file, which is made with the first of them."""

    def __init__(self, file: Path, schema: pa.Schema) -> None:
        self.rows = 0
        self._file = file
        self._schema = schema
        self._held: list[pa.RecordBatch] = []
        self._writer: parquet.ParquetWriter | None = None

    def append(self, batch: pa.RecordBatch) -> None:
        """Add rows, in the columns of the schema."""
        self._held.append(batch.select(self._schema.names).cast(self._schema))
        self.rows += batch.num_rows
        held = sum(each.num_rows for each in self._held)
        if held >= GROUP_ROWS:
            rows = pa.Table.from_batches(self._held, self._schema)
            whole = held - held % GROUP_ROWS
            self._write(rows.slice(0, whole))
            self._held = rows.slice(whole).combine_chunks().to_batches()

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        if self._held:
            self._write(pa.Table.from_batches(self._held, self._schema))
        if self._writer:
            self._writer.close()

    def _write(self, rows: pa.Table) -> None:
        if self._writer is None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._writer = parquet.ParquetWriter(self._file, self._schema, compression="zstd")
        self._writer.write_table(rows, row_group_size=GROUP_ROWS)


@contextmanager
def parquet_file(file: Path, schema: pa.Schema) -> Iterator[ParquetFile]:
    """A Parquet file to append to; without rows there is none."""
    growing = ParquetFile(file, schema)
    yield growing
    growing.close()
