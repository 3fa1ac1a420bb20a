"""Spark: what a benchmark holds, in counts, and one digest of all its rows."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.stored import Stored
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES, EXCLUSIONS, QRELS

_COUNTED_BY = {BENCHMARK_QUERIES: "move", BENCHMARK_CANDIDATES: "roles", QRELS: "move", EXCLUSIONS: "reason"}
_HEX_DIGITS = 15
_PARTS = 4


@dataclass(frozen=True)
class Measure:
    """What a benchmark holds.

    counts: rows by table and split, and by move, role or reason, such as {"queries": 9, "queries:test": 5,
        "queries:test:ADDRESS": 2, "candidates:test:gold:ADDRESS": 2}; a candidate of several roles counts for each.
    digest: SHA-256 over the tables of how many rows they have and what the hashes of their rows add up to. Equal for
        benchmarks that hold the same under two ids, whatever the order of rows.
    """

    counts: dict[str, int]
    digest: str


def measure(stored: Stored) -> Measure:
    """Count and hash the rows of a benchmark, in one pass over each table."""
    counts: Counter[str] = Counter()
    lines = []
    for table, column in _COUNTED_BY.items():
        name = table.name.removeprefix("benchmark_")
        counts[name] = 0
        sums = [0] * _PARTS
        for split, kinds, number, *parts in _groups(stored.read(table), column):
            sums = [one + int(other) for one, other in zip(sums, parts, strict=True)]
            places = [name, f"{name}:{split}", *(f"{name}:{split}:{kind}" for kind in kinds)]
            counts.update(dict.fromkeys(places, number))
        lines.append("\t".join(map(str, [name, counts[name], *sums])))
    return Measure(dict(sorted(counts.items())), hashlib.sha256("\n".join(lines).encode()).hexdigest())


def _groups(rows: DataFrame, column: str) -> Iterator[tuple[str, list[str], int, int]]:
    """split, values of the column, number of rows, sums of the parts of their hashes."""
    hashed = F.sha2(F.to_json(F.struct(*sorted(rows.columns))), 256)
    parts = [F.sum(_part(number)) for number in range(_PARTS)]
    grouped = rows.withColumn("hash", hashed).groupBy("split", column).agg(F.count("*"), *parts)
    for split, value, *figures in grouped.collect():
        yield split, value if isinstance(value, list) else [value], *figures


def _part(number: int) -> Column:
    """60 of the 256 bits as a number, to be added up."""
    digits = F.substring("hash", 1 + number * _HEX_DIGITS, _HEX_DIGITS)
    return F.conv(digits, 16, 10).cast("decimal(20,0)")
