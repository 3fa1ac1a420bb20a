"""What a check of a benchmark finds."""

from dataclasses import dataclass
from typing import Any

from ratio_spark.benchmark.oracles import Figures
from ratio_spark.benchmark.stored import Benchmark
from ratio_spark.errors import DataContractError


@dataclass(frozen=True)
class Finding:
    """What became of a promise.

    offenders: how many break it; None: it was not looked at, and `why` says why.
    first: the first of them.
    """

    promise: str
    offenders: int | None
    first: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_broken(self) -> bool:
        return bool(self.offenders)


@dataclass(frozen=True)
class Checked:
    """A benchmark, what became of each promise, and its figures by (split, move)."""

    benchmark: Benchmark
    findings: tuple[Finding, ...]
    figures: dict[tuple[str, str], Figures]

    def raise_if_broken(self) -> None:
        """Raise DataContractError where a promise is broken; it names the first offenders."""
        broken = [finding for finding in self.findings if finding.is_broken]
        if broken:
            told = "; ".join(f"{each.promise}: {each.offenders:,} ({', '.join(each.first)})" for each in broken)
            raise DataContractError(f"the benchmark {self.benchmark.name} breaks what it promises: {told}")

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data; scores by split and move."""
        splits: dict[str, dict[str, Any]] = {}
        for (split, move), of_move in self.figures.items():
            splits.setdefault(split, {})[move] = of_move.to_json()
        return {
            "benchmark_id": self.benchmark.benchmark_id,
            "name": self.benchmark.name,
            "kind": self.benchmark.kind,
            "kept": not any(finding.is_broken for finding in self.findings),
            "findings": [vars(finding) | {"first": list(finding.first)} for finding in self.findings],
            "figures": splits,
        }
