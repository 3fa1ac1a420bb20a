"""Spark: rows to the driver as a stream of Arrow batches, in their order and in bounded memory."""

from collections.abc import Callable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame

Batches = Iterator[pa.RecordBatch]


def stream(rows: DataFrame, schema: pa.Schema) -> Batches:
    """The rows of a frame, partition by partition, as Arrow batches of a schema.

    Rows that go to the driver one by one cost more than all the rest of an export. So each task packs its batches
    into binary rows, of which the driver fetches one partition at a time.
    """
    packed = rows.select(*schema.names).mapInArrow(_packing(schema), "batch BINARY")
    for row in packed.toLocalIterator():
        with pa.ipc.open_stream(pa.py_buffer(row.batch)) as batches:
            yield from batches


def _packing(schema: pa.Schema) -> Callable[[Batches], Batches]:
    def pack(batches: Batches) -> Batches:
        for batch in batches:
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, schema) as stream:
                stream.write_batch(batch.cast(schema))
            yield pa.RecordBatch.from_arrays([pa.array([sink.getvalue().to_pybytes()], pa.binary())], names=["batch"])

    return pack
