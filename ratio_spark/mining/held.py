"""Computing rows once for several commits, and committing side by side."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
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


def side_by_side(*commits: Callable[[], None]) -> None:
    """Make commits to different tables at the same time; raises what the first of them raised."""
    with ThreadPoolExecutor(len(commits)) as pool:
        for done in [pool.submit(commit) for commit in commits]:
            done.result()
