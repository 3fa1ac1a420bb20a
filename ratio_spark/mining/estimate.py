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
        runs: earlier runs of the root, newest first. Of those that read files the one that read most tells how fast
            that goes and how large papers are; of those that only mined, the one that mined most.
    """
    counts = runs[0].counts if runs else {}
    unmined = counts["papers"] - counts["mined_papers"] if plan.unmined else 0
    held = counts["papers"] if plan.remine and runs else unmined
    size = sum(file.size for file, _ in plan.read)
    reading = _most(runs, "bytes")
    mining = _most([run for run in runs if not run.work.get("bytes")], "mined") or _most(runs, "mined")
    per_paper = _ratio(_done(reading, "bytes"), _done(reading, "read"), _BYTES_PER_PAPER)
    seconds = START_SECONDS
    seconds += size / _ratio(_done(reading, "bytes"), _busy(reading), _BYTES_PER_SECOND)
    seconds += held / _ratio(_done(mining, "mined"), _busy(mining), _PAPERS_PER_SECOND)
    is_measured = bool((reading or not size) and (mining or not held))
    return Estimate(round(size / per_paper) + held, seconds, is_measured)


def _most(runs: Sequence[Run], what: str) -> Run | None:
    """The run that did most of something; None where none did any."""
    return max((run for run in runs if run.work.get(what)), key=lambda run: run.work[what], default=None)


def _done(run: Run | None, what: str) -> int | None:
    return run.work.get(what) if run else None


def _busy(run: Run | None) -> float | None:
    return max(run.seconds - START_SECONDS, 1.0) if run else None


def _ratio(above: float | None, below: float | None, otherwise: float) -> float:
    return above / below if above and below else otherwise
