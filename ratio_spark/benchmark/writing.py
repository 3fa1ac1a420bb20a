"""Writing a benchmark, built or imported: its rows, then the row of `benchmarks` by which it exists."""

import re
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.exclusions import exclusions_of
from ratio_spark.benchmark.measure import measure
from ratio_spark.benchmark.spec import NEAR_DUPLICATES
from ratio_spark.benchmark.stored import Benchmark, Stored
from ratio_spark.errors import DataContractError
from ratio_spark.published import Say
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.schemas import (
    BENCHMARK_CANDIDATES,
    BENCHMARK_QUERIES,
    BENCHMARKS,
    EXCLUSIONS,
    QRELS,
    Table,
)

_ID = re.compile("[0-9a-f]{32}")
_FIGURES = pa.map_(pa.string(), pa.int64())
_FUNNEL_ROW = pa.struct(
    [(name, pa.string()) for name in ("step", "rule", "split", "move")]
    + [(name, pa.int64()) for name in ("removed", "left")]
)
_SCHEMA = pa.schema(
    [(name, pa.string()) for name in ("benchmark_id", "name", "kind", "run_id", "digest", "specification")]
    + [("created", pa.timestamp("us", "UTC")), ("versions", _FIGURES), ("counts", _FIGURES)]
    + [("funnel", pa.list_(_FUNNEL_ROW))]
)


@dataclass(frozen=True)
class Rows:
    """The rows of a benchmark to write, in the columns of its tables without `benchmark_id`.

    exclusions: None: they are found in the others.
    near: the Jaccard similarity from which on a candidate is a twin, where they are found.
    """

    queries: DataFrame
    candidates: DataFrame
    qrels: DataFrame
    exclusions: DataFrame | None = None
    near: float = NEAR_DUPLICATES


def write(claim: Claim, benchmark: Benchmark, rows: Rows, say: Say) -> Stored:
    """Write a benchmark. What a run that was stopped has left of it is replaced.

    Args:
        claim: held on the root; every commit asks whether it still is.
        benchmark: counts, digest and time are found here.

    Raises:
        DataContractError: the benchmark_id is none.
    """
    store, benchmark_id = claim.store, benchmark.benchmark_id
    if not _ID.fullmatch(benchmark_id):
        raise DataContractError(f"not a benchmark_id: {benchmark_id!r}")

    def commit(table: Table, frame: DataFrame) -> None:
        say(f"writing {table.name}")
        claim.check()
        if store.exists(table):
            store.upgrade(table)
        marked = frame.withColumn("benchmark_id", F.lit(benchmark_id))
        options = {"userMetadata": f"benchmark {benchmark_id}"}
        store.write(table, marked, mode="overwrite", options=options, where=f"benchmark_id = '{benchmark_id}'")

    commit(BENCHMARK_QUERIES, rows.queries)
    commit(BENCHMARK_CANDIDATES, rows.candidates)
    commit(QRELS, rows.qrels)
    written = Stored(store, benchmark)
    exclusions = rows.exclusions
    if exclusions is None:
        queries, candidates = written.read(BENCHMARK_QUERIES), written.read(BENCHMARK_CANDIDATES)
        exclusions = exclusions_of(queries, candidates, written.read(QRELS), rows.near)
    commit(EXCLUSIONS, exclusions)
    say("counting")
    measured = measure(written)
    finished = replace(benchmark, counts=measured.counts, digest=measured.digest, created=datetime.now(UTC))
    row = asdict(finished)
    commit(BENCHMARKS, store.spark.createDataFrame(pa.Table.from_pylist([row], _SCHEMA)))
    return Stored(store, finished)
