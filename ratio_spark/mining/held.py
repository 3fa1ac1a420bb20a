"""Computing rows once for several commits, and committing side by side."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from pyspark.sql import DataFrame

T = TypeVar("T")


@contextmanager
def held(rows: DataFrame) -> Iterator[DataFrame]:
    """Compute the rows once for several uses; they are kept in memory, and on disk where that is short."""
    rows = rows.persist()
    try:
        yield rows
    finally:
        rows.unpersist()


def side_by_side(*acts: Callable[[], T]) -> list[T]:
    """Commit to different tables, or ask several things, at the same time; raises what the first of them raised."""
    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(act) for act in acts]]
