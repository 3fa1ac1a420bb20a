"""What a plan is thought to cost, from what earlier runs took."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from ratio_spark.mining.estimate import START_SECONDS, estimate
from ratio_spark.tables.publish import Run

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def run(seconds: float, counts: dict[str, int] | None = None, **work: int) -> Run:
    finished = NOON + timedelta(seconds=START_SECONDS + seconds)
    return Run(1, "0" * 32, "mine", NOON, finished, (), {}, {}, counts or {"papers": 0, "mined_papers": 0}, {}, work)


def plan(size: int = 0, **of: bool) -> Any:
    files = ((SimpleNamespace(size=size), "jsonl"),) if size else ()
    return SimpleNamespace(**{"read": files, "remine": False, "unmined": False, **of})


FULL = run(200, {"papers": 10_000, "mined_papers": 10_000}, bytes=100_000_000, read=10_000, mined=10_000)
# All papers again, and one small file of one paper beside.
RELEXED = replace(run(100, FULL.counts, bytes=50_000, read=1, mined=10_001), sequence=2)


def test_a_root_without_runs_is_guessed_at() -> None:
    guess = estimate(plan(1_000_000), [])
    assert (guess.papers, guess.seconds, guess.is_measured) == (100, START_SECONDS + 2, False)


def test_the_run_that_read_most_tells_how_fast_files_are_read() -> None:
    guess = estimate(plan(1_000_000_000), [RELEXED, FULL])
    assert guess.papers == 100_000
    assert guess.seconds == pytest.approx(START_SECONDS + 2_000)
    assert guess.is_measured


def test_a_run_that_only_mined_tells_how_fast_papers_are_mined() -> None:
    mined_only = run(50, FULL.counts, mined=10_000)
    assert estimate(plan(remine=True), [mined_only, FULL]).seconds == pytest.approx(START_SECONDS + 50)
    assert estimate(plan(remine=True), [FULL]).seconds == pytest.approx(START_SECONDS + 200)


def test_papers_that_were_ingested_are_yet_to_be_mined() -> None:
    ingested = run(40, {"papers": 10_000, "mined_papers": 4_000}, bytes=100_000_000, read=10_000)
    guess = estimate(plan(unmined=True), [ingested])
    assert (guess.papers, guess.seconds, guess.is_measured) == (6_000, START_SECONDS + 12, False)
