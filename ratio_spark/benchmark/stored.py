"""The benchmarks of a root: list them, find one, read its rows. What has no row in `benchmarks` does not exist."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from ratio_spark.benchmark.choice import choose
from ratio_spark.benchmark.funnel import FunnelRow
from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError
from ratio_spark.progress import Progress
from ratio_spark.published import Say
from ratio_spark.tables.schemas import BENCHMARK_QUERIES, BENCHMARKS, LISTS_OF_QUERIES, Table
from ratio_spark.tables.session import spark_session
from ratio_spark.tables.store import Store, check_writable, local_folder
from ratio_spark.tables.troubles import in_one_sentence

# Several benchmarks of one name: the newest counts, and so many are looked at.
_MOST_LISTED = 1000


@dataclass(frozen=True)
class Benchmark:
    """A benchmark: a row of `benchmarks`.

    kind: "built" or "imported".
    run_id, versions: the run and the mined tables that it was built from; None and {} for an imported one.
    specification: in canonical YAML; of an imported one, where it comes from.
    counts, digest, created: as `writing.write` finds them.
    """

    benchmark_id: str
    name: str
    kind: str
    specification: str
    run_id: str | None = None
    versions: Mapping[str, int] = field(default_factory=dict)
    funnel: tuple[FunnelRow, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""
    created: datetime | None = None


@dataclass(frozen=True)
class Stored:
    """A benchmark and its rows."""

    store: Store
    benchmark: Benchmark

    def read(self, table: Table) -> DataFrame:
        """The rows of this benchmark in one of its tables, without `benchmark_id`."""
        rows = _rows(self.store, table, self.benchmark.benchmark_id)
        return _with_lists(rows) if table is BENCHMARK_QUERIES else rows


def _rows(store: Store, table: Table, benchmark_id: str) -> DataFrame:
    if not store.exists(table):
        return store.empty(table).drop("benchmark_id")
    return store.read(table).where(F.col("benchmark_id") == benchmark_id).drop("benchmark_id")


def _with_lists(queries: DataFrame) -> DataFrame:
    """An older ratio-spark wrote one paper, work and licence of a query, and no lists of all."""
    filled = {name: F.coalesce(name, F.array_compact(F.array(one))) for name, one in LISTS_OF_QUERIES.items()}
    return queries.withColumns(filled)


def list_benchmarks(store: Store) -> list[Benchmark]:
    """The benchmarks of a root, newest first."""
    if not store.exists(BENCHMARKS):
        return []
    rows = store.read(BENCHMARKS).orderBy(F.col("created").desc(), "benchmark_id").limit(_MOST_LISTED).collect()
    return [_benchmark(row) for row in rows]


def _benchmark(row: Row) -> Benchmark:
    found = row.asDict()
    found["created"] = row.created.astimezone(UTC)
    found["counts"] = dict(sorted(row.counts.items()))
    found["funnel"] = tuple(FunnelRow(**line.asDict()) for line in row.funnel)
    return Benchmark(**found)


def find_benchmark(store: Store, name: str | None) -> Stored:
    """A benchmark of a root; `choose` says which one.

    Raises:
        ConfigurationError: there is none.
    """
    return Stored(store, choose(store.root, list_benchmarks(store), name))


def check_has_benchmark(root: str) -> None:
    """Raise ConfigurationError where a local root holds no benchmark; other roots tell at the first read.

    Needs no Spark, so that a mistyped root is refused at once.
    """
    folder = local_folder(root)
    if folder is not None and not os.path.isdir(folder / BENCHMARKS.name):
        raise ConfigurationError(f"{folder} holds no benchmark: run `ratio-spark benchmark build` or `import` first")


@contextmanager
def open_store(command: str, root: str) -> Iterator[tuple[Store, Say]]:
    """A root to write a benchmark to, in the session that is there or in one of its own.

    Raises:
        ConfigurationError: the root cannot be written to.
    """
    check_writable(root)
    with _opened(command, root) as opened:
        yield opened


@contextmanager
def open_benchmark(command: str, root: str, name: str | None) -> Iterator[tuple[Stored, Say]]:
    """A benchmark to read; nothing is written to its root.

    Raises:
        ConfigurationError: there is no such benchmark.
    """
    check_has_benchmark(root)
    with _opened(command, root) as (store, say):
        yield find_benchmark(store, name), say


@contextmanager
def _opened(command: str, root: str) -> Iterator[tuple[Store, Say]]:
    with Progress(STDERR) as progress:
        progress.say("starting Spark")
        with spark_session(f"ratio-spark {command}") as spark, progress.watching(spark), in_one_sentence(root):
            yield Store(spark, root), progress.say
