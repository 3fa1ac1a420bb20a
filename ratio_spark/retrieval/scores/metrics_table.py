"""The Delta table `metrics`: the figures of every evaluation, as MLflow has them, beside the tables they are of."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

import pyarrow as pa

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.collection import BenchmarkName
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.arrow_types import arrow_schema
from ratio_spark.tables.schemas import METRICS

_CELL = ("split", "system", "tuned_on", "setting", "move", "part", "metric")


@dataclass(frozen=True)
class Figure:
    """The mean of a metric over queries of a move.

    tuned_on: the move that the system is tuned on; None: none.
    part: "abstract", "full text" or "all".
    low, high: the ends of its 95 % interval; None: none was computed.
    """

    setting: str
    tuned_on: str | None
    move: str
    part: str
    metric: str
    value: float
    low: float | None
    high: float | None
    queries: int


def write_metrics(
    tables: ArrowTables,
    evaluation_id: str,
    benchmark: BenchmarkName,
    split: str,
    system: str,
    figures: Sequence[Figure],
    mlflow_runs: Mapping[str, str] | None = None,
    created: datetime | None = None,
) -> None:
    """Write the figures of one system on one split, in the place of those with the same evaluation_id.

    Args:
        evaluation_id: fingerprint of all that decides the figures, hexadecimal.
        mlflow_runs: the run in MLflow by move.
        created: with its time zone; now by default.

    Raises:
        DataContractError: a figure is no number.
        ValueError: two figures are of the same setting, moves, part and metric.
        RetryableError: other writers were first each time.
    """
    cells = Counter((each.setting, each.tuned_on, each.move, each.part, each.metric) for each in figures)
    if twice := [cell for cell, count in cells.items() if count > 1]:
        raise ValueError(f"two figures for {twice[0]}")
    for each in figures:
        if not all(math.isfinite(number) for number in (each.value, each.low, each.high) if number is not None):
            raise DataContractError(f"{system}: {each.metric} for {each.move} in {each.setting} is no number")
    about = {
        "evaluation_id": evaluation_id,
        "benchmark_id": benchmark.benchmark_id,
        "digest": benchmark.digest,
        "split": split,
        "system": system,
        "created": created or datetime.now(UTC),
    }
    rows = [about | asdict(each) | {"mlflow_run": (mlflow_runs or {}).get(each.move)} for each in figures]
    tables.replace(METRICS, pa.Table.from_pylist(rows, arrow_schema(METRICS)), "evaluation_id", evaluation_id)


def read_metrics(tables: ArrowTables, benchmark_id: str) -> pa.Table:
    """The figures of a benchmark, sorted; of several for the same cell the newest.

    Returns:
        The columns of `metrics`; no rows where nothing was evaluated.
    """
    rows = tables.read(METRICS, where=[("benchmark_id", "=", benchmark_id)])
    oldest_first = rows.sort_by([("created", "ascending"), ("evaluation_id", "ascending")]).to_pylist()
    newest = {tuple(row[name] or "" for name in _CELL): row for row in oldest_first}
    return pa.Table.from_pylist([newest[cell] for cell in sorted(newest)], rows.schema)
