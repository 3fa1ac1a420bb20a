"""About how much work a run will be, from what earlier runs of the root took."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratio_spark.mining.plan import Plan
from ratio_spark.tables.publish import Run

# What a run costs whatever it does, and rates for a root without a run to go by: two slow cores, S2ORC in gz.
START_SECONDS = 20.0
_BYTES_PER_SECOND = 500_000.0
_BYTES_PER_PAPER = 10_000.0
_PAPERS_PER_SECOND = 500.0


@dataclass(frozen=True)
class Estimate:
    """About how many papers a run reads or mines, and its seconds; `is_measured` where an earlier run tells."""

    papers: int
    seconds: float
    is_measured: bool


def estimate(plan: Plan, runs: Sequence[Run]) -> Estimate:
    """Estimate the run of a plan.

    Args:
        runs: earlier runs of the root, newest first; the one that mined most tells how fast that goes, and how
            large papers are.
    """
    counts = runs[0].counts if runs else {}
    unmined = counts["papers"] - counts["mined_papers"] if plan.unmined else 0
    held = counts["papers"] if plan.remine and runs else unmined
    size = sum(file.size for file, _ in plan.read)
    largest = max(runs, key=lambda run: run.work.get("mined", 0), default=None)
    work = largest.work if largest else {}
    busy = max(largest.seconds - START_SECONDS, 1.0) if largest else None
    new = round(size / _ratio(work.get("bytes"), work.get("read"), _BYTES_PER_PAPER))
    seconds = START_SECONDS + size / _ratio(work.get("bytes"), busy, _BYTES_PER_SECOND)
    seconds += held / _ratio(work.get("mined"), busy, _PAPERS_PER_SECOND)
    return Estimate(new + held, seconds, is_measured=bool(work.get("mined")))


def _ratio(above: float | None, below: float | None, otherwise: float) -> float:
    return above / below if above and below else otherwise
