"""Two jobs at once, and jobs that are killed, each a process of its own; RATIO_SPARK_TRIALS=20 tries it so often."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.errors import RetryableError
from ratio_spark.mining import job
from tests.conftest import ROOT
from tests.spark.conftest import SUBMIT_ARGUMENTS, Mine
from tests.spark.content import content
from tests.spark.test_mine_changes import paper, write

TRIALS = int(os.environ.get("RATIO_SPARK_TRIALS", "1"))
MINE = "from ratio_spark.cli import main; main()"


@pytest.fixture(scope="module")
def options(small_lexicon: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("survival") / "in.jsonl"
    write(file, *[paper(number, f"20{10 + number}-03-04") for number in range(1, 6)])
    return {"input": [str(file)], "lexicon": str(small_lexicon)}


@pytest.fixture(scope="module")
def clean(mine: Mine, options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    root = tmp_path_factory.mktemp("clean")
    mine(tables=str(root), **options)
    return content(root)


def start(root: Path, options: dict[str, Any]) -> "subprocess.Popen[str]":
    """A `mine` job in a process group of its own."""
    arguments = ["mine", "--input", *options["input"], "--lexicon", options["lexicon"], "--tables", str(root)]
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": SUBMIT_ARGUMENTS, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", MINE, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("trial", range(TRIALS))
def test_of_two_jobs_at_once_one_works_and_nothing_is_lost_or_doubled(
    mine: Mine, options: dict[str, Any], clean: dict[str, Any], tmp_path: Path, trial: int
) -> None:
    jobs = [start(tmp_path / "t", options) for _ in range(2)]
    ends = [(process.communicate(timeout=600)[1], process.returncode) for process in jobs]
    codes = sorted(code for _, code in ends)
    # The second may also come when the first is done, and finds nothing new.
    assert codes in ([0, 75], [0, 0]), ends
    for said, code in ends:
        if code == RetryableError.exit_code:
            assert "run again" in said.strip().splitlines()[-1]
    assert content(tmp_path / "t") == clean
    assert mine(tables=str(tmp_path / "t"), **options).plan.is_empty


@pytest.mark.parametrize("trial", range(TRIALS))
def test_a_job_killed_at_any_moment_is_finished_by_the_same_command(
    mine: Mine, options: dict[str, Any], clean: dict[str, Any], tmp_path: Path, trial: int
) -> None:
    process = start(tmp_path / "t", options)
    # Only once something is written there is something to spoil.
    while process.poll() is None and not (tmp_path / "t").exists():
        time.sleep(0.1)
    time.sleep(random.uniform(0, 25))
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    outcome: job.Outcome = mine(tables=str(tmp_path / "t"), **options)
    assert outcome.run is not None
    assert content(tmp_path / "t") == clean
