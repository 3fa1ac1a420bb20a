"""The same job by spark-submit, on a standalone cluster of processes, and through Spark Connect: the same content."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.mining import job
from tests.conftest import ROOT
from tests.spark.content import content

ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("SPARK_HOME", "PYSPARK_SUBMIT_ARGS")}
ENVIRONMENT["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT | environment, capture_output=True, text=True, check=False, timeout=900
    )


@pytest.fixture
def options(sample_options: dict[str, Any], tmp_path: Path) -> list[str]:
    return [
        *["--input", *sample_options["input"]],
        *["--papers", *sample_options["papers"]],
        *["--tables", str(tmp_path / "tables")],
    ]


def test_spark_submit_reports_and_ends_its_output_with_one_json_object(
    options: list[str], mined_sample: job.Outcome, tmp_path: Path
) -> None:
    done = run(["spark-submit", "--master", "local[2]", "jobs/mine.py", *options])
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout.strip().splitlines()[-1])
    assert summary["counts"]["papers"] == 70
    assert summary["tables"]["queries"] == str(tmp_path / "tables" / "queries")
    assert {"run_id", "counts", "tables", "seconds"} <= set(summary)
    # spark-submit hands the standard error of its Python on to standard output.
    assert "70  papers from 5 files" in done.stdout
    assert done.stdout.count("ADDRESS  ") == 3
    assert "tasks ·" not in done.stdout + done.stderr
    assert content(tmp_path / "tables") == content(mined_sample.store.root)


@pytest.mark.cluster
def test_a_cluster_of_two_worker_processes_writes_the_same_content(
    options: list[str], mined_sample: job.Outcome, tmp_path: Path
) -> None:
    cluster = [sys.executable, "deploy/standalone.py", "--workers", "2", "--"]
    done = run([*cluster, "spark-submit", "--master", "MASTER", "jobs/mine.py", *options])
    assert done.returncode == 0, done.stderr
    assert content(tmp_path / "tables") == content(mined_sample.store.root)


@pytest.mark.connect
def test_a_spark_connect_server_writes_the_same_content(
    options: list[str], mined_sample: job.Outcome, tmp_path: Path
) -> None:
    done = run(["ratio-spark", "mine", *options], SPARK_REMOTE="local[2]")
    assert done.returncode == 0, done.stderr
    assert content(tmp_path / "tables") == content(mined_sample.store.root)
