"""The rows of a Parquet file as records: batch by batch, none lost."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import pyarrow as pa
from pyarrow import parquet

from ratio_spark.corpus.json_lines import Item
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.plain import plain
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.streams import CHUNK_BYTES, InputStream, unreadable

_MAGIC = b"PAR1"
_BATCH_BYTES = 8 * CHUNK_BYTES
_BATCH_ROWS = 64
# What pyarrow raises for names and sizes that make no sense, beside its own exceptions.
_DAMAGE = (ValueError, ArithmeticError, LookupError)


def is_parquet(head: bytes) -> bool:
    """Whether bytes that begin so are a Parquet file."""
    return head.startswith(_MAGIC)


def rows(stored: InputStream, limits: Limits) -> Iterator[Item]:
    """The rows of a Parquet file.

    Raises `Refusal` with UNREADABLE, TRUNCATED (it has no end), DAMAGED or UNPACKED_TOO_LARGE.
    """
    try:
        with stored.seekable() as file:
            _require_end(file)
            table = parquet.ParquetFile(file, buffer_size=CHUNK_BYTES, pre_buffer=False)
            for group in range(table.num_row_groups):
                for batch in table.iter_batches(_batch_rows(table, group), [group], use_threads=False):
                    stored.spend(batch.nbytes)
                    yield from _items(batch, limits)
    except (pa.ArrowException, OSError, *_DAMAGE) as error:
        if isinstance(error, OSError) and error.errno:
            raise unreadable(error) from error
        raise Refusal(Reason.DAMAGED, f"the Parquet file: {' '.join(str(error).split())}") from error


def _require_end(file: Any) -> None:
    file.seek(max(0, file.size() - len(_MAGIC)))
    end = file.read()
    file.seek(0)
    if end != _MAGIC:
        raise Refusal(Reason.TRUNCATED, "the Parquet file ends before its footer")


def _batch_rows(table: parquet.ParquetFile, group: int) -> int:
    """How many rows of a row group are read at once: few, of about 8 MiB by its first row and by what the file says.

    The file alone does not tell: one stored text may stand for those of all rows.
    """
    about = table.metadata.row_group(group)
    sizes = [int(about.total_byte_size) // max(1, int(about.num_rows))]
    sizes += (int(first.nbytes) for first in islice(table.iter_batches(1, [group], use_threads=False), 1))
    return max(1, min(_BATCH_ROWS, _BATCH_BYTES // max(1, *sizes)))


def _items(batch: pa.RecordBatch, limits: Limits) -> Iterator[Item]:
    for number in range(batch.num_rows):
        row = batch.slice(number, 1)
        size = row.nbytes
        yield Item(size, partial(_record, row, size, limits.record_bytes))


def _record(row: pa.RecordBatch, size: int, limit: int) -> dict[str, Any]:
    if size > limit:
        raise Refusal(Reason.RECORD_TOO_LARGE, f"the row has {size} bytes")
    try:
        record: dict[str, Any] = plain(row.to_pylist(maps_as_pydicts="lossy")[0])
    except UnicodeDecodeError as error:
        raise Refusal(Reason.NOT_UTF8, f"byte {error.start} of a text: {error.reason}") from error
    except (pa.ArrowException, *_DAMAGE) as error:
        raise Refusal(Reason.WRONG_LAYOUT, f"a value of the row: {error}") from error
    return record
