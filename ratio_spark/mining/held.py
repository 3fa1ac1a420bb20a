"""Computing rows once for several commits."""

from collections.abc import Iterator
from contextlib import contextmanager

from pyspark.sql import DataFrame


@contextmanager
def held(rows: DataFrame) -> Iterator[DataFrame]:
    """Compute the rows once for several uses; they are kept in memory, and on disk where that is short."""
    rows = rows.persist()
    try:
        yield rows
    finally:
        rows.unpersist()
