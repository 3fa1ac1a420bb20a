"""MLflow: what a run holds, what it never holds, two processes at once, and stores that cannot be opened."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from ratio_spark.errors import ConfigurationError, RetryableError
from ratio_spark.tracking.commands import COMMANDS as UI_COMMANDS
from ratio_spark.tracking.commands import UiConfig
from ratio_spark.tracking.runs import Input, Tracking
from ratio_spark.tracking.store import prepare, store_errors
from tests.conftest import ROOT

TEST_SPLIT = Input("ratio/test", "s3://ann:pa55@tables/root/benchmarks", 0, "d" * 64)
METRICS = {"mrr_at_10": 0.25, "unmasked/mrr_at_10": 0.3, "queries_per_second": 120.0, "peak_memory_mb": 900.5}
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MLFLOW_")}


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No setting of the person who runs the tests counts, and no test asks the network for anything."""
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    asked: list[Any] = []
    connect = socket.socket.connect

    def watched(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1"):
            asked.append(address)
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", watched)
    yield
    assert asked == []


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An empty store, which takes seconds to make."""
    file = tmp_path_factory.mktemp("made") / "mlflow.db"
    prepare(f"sqlite:///{file}")
    return file.read_bytes()


@pytest.fixture
def results(tmp_path: Path, made: bytes) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "mlflow.db").write_bytes(made)
    return folder


def runs(results: Path) -> list[Any]:
    """All runs of a folder of results, parents first, by name."""
    from mlflow import MlflowClient

    client = MlflowClient(tracking_uri=f"sqlite:///{results / 'mlflow.db'}")
    found = client.search_runs([each.experiment_id for each in client.search_experiments()])
    return sorted(found, key=lambda run: ("mlflow.parentRunId" in run.data.tags, run.info.run_name))


def test_a_matrix_is_a_parent_run_with_a_child_for_each_system_and_move(results: Path, tmp_path: Path) -> None:
    (tmp_path / "system").mkdir()
    (tmp_path / "system" / "about.json").write_text("{}")
    (tmp_path / "table.md").write_text("| |")
    with Tracking("evaluate", results).matrix("ratio-0123abcd test", [TEST_SPLIT], {"seed": 0}) as matrix:
        child_id = matrix.child("bm25", "ADDRESS", {"k1": 1.5}, METRICS, [tmp_path / "system"], seconds=60)
        matrix.add({"systems": 1}, [tmp_path / "table.md"])
    parent, child = runs(results)
    assert (parent.info.run_name, parent.info.status, parent.data.params) == (
        "ratio-0123abcd test", "FINISHED", {"seed": "0"}
    )  # fmt: skip
    # The peak of memory is forgotten between systems: only who evaluates them knows that of all.
    assert set(parent.data.metrics) == {"systems", "seconds"}
    assert parent.data.tags["mlflow.source.name"] == "ratio-spark evaluate"
    assert {"machine.cpu", "machine.cores", "version.torch", "version.ratio-spark"} <= set(parent.data.tags)
    assert (child.info.run_id, child.info.run_name, child.info.status) == (child_id, "bm25 ADDRESS", "FINISHED")
    assert child.data.params == {"system": "bm25", "move": "ADDRESS", "k1": "1.5"}
    assert child.data.metrics == METRICS
    assert child.data.tags["mlflow.parentRunId"] == parent.info.run_id
    assert 60_000 <= child.info.end_time - child.info.start_time < 120_000
    artifacts = results / "mlartifacts" / "evaluate"
    assert (artifacts / child_id / "artifacts" / "system" / "about.json").read_text() == "{}"
    assert (artifacts / parent.info.run_id / "artifacts" / "table.md").read_text() == "| |"


def test_an_input_is_a_delta_path_with_version_and_digest_and_is_not_read(results: Path) -> None:
    with Tracking("evaluate", results).matrix("m", [TEST_SPLIT], {}) as matrix:
        matrix.child("bm25", "ADDRESS", {}, {})
    for run in runs(results):
        (entry,) = run.inputs.dataset_inputs
        assert (entry.dataset.name, entry.dataset.digest, entry.dataset.source_type) == (
            "ratio/test", "d" * 36, "delta_table"
        )  # fmt: skip
        assert json.loads(entry.dataset.source) == {"path": "s3://***@tables/root/benchmarks", "delta_table_version": 0}
        assert {tag.key: tag.value for tag in entry.tags} == {
            "mlflow.data.context": "evaluation", "version": "0", "digest": "d" * 64
        }  # fmt: skip


def test_no_secret_reaches_the_store(results: Path) -> None:
    params = {
        "tables": "s3://AKIA:pa55@bucket/t",
        "judge": "https://host/v1?api_key=pa55",
        "api_key": "pa55",
        "hf_token": "pa55",
        "max_tokens": 512,
    }
    with Tracking("evaluate", results).matrix("m", [TEST_SPLIT], params) as matrix:
        matrix.child("bm25", "ADDRESS", params, {})
    assert b"pa55" not in (results / "mlflow.db").read_bytes()
    assert runs(results)[0].data.params == {
        "tables": "s3://***@bucket/t", "judge": "https://host/v1?api_key=***", "api_key": "***", "hf_token": "***",
        "max_tokens": "512",
    }  # fmt: skip


def test_more_options_and_longer_ones_than_mlflow_takes_at_once_are_kept(results: Path) -> None:
    params = {f"option{number}": number for number in range(250)} | {"specification": "x" * 7000}
    metrics = {f"metric{number}": float(number) for number in range(1100)}
    with Tracking("evaluate", results).matrix("m", [], params) as matrix:
        matrix.child("bm25", "ADDRESS", {}, metrics)
    parent, child = runs(results)
    assert len(parent.data.params) == 251
    assert parent.data.params["specification"] == "x" * 5998 + " …"
    assert child.data.metrics == metrics


@pytest.mark.parametrize(("fault", "status"), [(ValueError, "FAILED"), (KeyboardInterrupt, "KILLED")])
def test_a_matrix_that_did_not_end_well_says_so(results: Path, fault: type[BaseException], status: str) -> None:
    def evaluate() -> None:
        with Tracking("evaluate", results).matrix("m", [], {}) as matrix:
            matrix.child("bm25", "ADDRESS", {}, {})
            raise fault

    with pytest.raises(fault):
        evaluate()
    assert [run.info.status for run in runs(results)] == [status, "FINISHED"]


def test_a_child_that_cannot_be_written_has_failed_and_so_has_its_matrix(results: Path) -> None:
    with (
        pytest.raises(ConfigurationError, match=r"cannot be used: .*mrr@10"),
        Tracking("evaluate", results).matrix("m", [], {}) as matrix,
    ):
        matrix.child("bm25", "ADDRESS", {}, {"mrr@10": 0.25})
    assert [run.info.status for run in runs(results)] == ["FAILED", "FAILED"]


def test_a_second_evaluation_goes_into_the_same_experiment(results: Path) -> None:
    assert Tracking("evaluate", results).experiment_id == Tracking("evaluate", results).experiment_id
    assert Tracking("judge", results).experiment_id != Tracking("evaluate", results).experiment_id


def test_a_deleted_experiment_is_not_filled(results: Path) -> None:
    from mlflow import MlflowClient

    number = Tracking("evaluate", results).experiment_id
    MlflowClient(tracking_uri=f"sqlite:///{results / 'mlflow.db'}").delete_experiment(number)
    with pytest.raises(ConfigurationError, match=rf"restore --experiment-id {number}"):
        Tracking("evaluate", results)


TRACKER = """
import sys, time
from pathlib import Path
from ratio_spark.tracking.runs import Tracking
print("ready", flush=True)
sys.stdin.readline()
with Tracking("evaluate", Path(sys.argv[1])).matrix(sys.argv[2], [], {}) as matrix:
    for number in range(10):
        matrix.child(f"system{number}", "ADDRESS", {"number": number}, {"mrr_at_10": number / 10})
"""


def test_two_processes_that_use_a_new_store_at_once_both_find_their_runs(tmp_path: Path) -> None:
    results = tmp_path / "results"
    trackers = [
        subprocess.Popen(
            [sys.executable, "-c", TRACKER, results, name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=ENVIRONMENT,
        )
        for name in ("first", "second")
    ]  # fmt: skip
    for tracker in trackers:
        assert tracker.stdout is not None
        assert tracker.stdout.readline() == "ready\n"
    answers = [tracker.communicate("go\n", timeout=180) for tracker in trackers]
    assert answers == [("", ""), ("", "")]
    found = runs(results)
    parents = {run.info.run_id: run.info.run_name for run in found[:2]}
    assert sorted(parents.values()) == ["first", "second"]
    assert {run.info.status for run in found} == {"FINISHED"}
    assert sorted(
        (parents[run.data.tags["mlflow.parentRunId"]], run.data.metrics["mrr_at_10"]) for run in found[2:]
    ) == [(name, number / 10) for name in ("first", "second") for number in range(10)]
    assert len({run.info.experiment_id for run in found}) == 1
    assert sorted(path.name for path in results.iterdir()) == ["mlflow.db"]


def test_a_store_whose_making_was_killed_is_made_anew(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / ".mlflow.db.unfinished") as half:
        half.execute("CREATE TABLE experiments (name TEXT)")
    prepare(f"sqlite:///{tmp_path / 'mlflow.db'}")
    assert [path.name for path in tmp_path.iterdir()] == ["mlflow.db"]
    assert Tracking("evaluate", tmp_path).experiment_id == "1"


def test_the_variable_of_mlflow_names_the_store(results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{results / 'mlflow.db'}")
    with Tracking("evaluate", tmp_path / "elsewhere").matrix("m", [], {}):
        pass
    assert [run.info.run_name for run in runs(results)] == ["m"]
    assert not (tmp_path / "elsewhere").exists()


def test_a_server_that_does_not_answer_is_told_at_once_and_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"http://ann:pa55@127.0.0.1:{port}")
    with pytest.raises(RetryableError, match=rf"http://\*\*\*@127.0.0.1:{port} does not answer") as refused:
        Tracking("evaluate", tmp_path)
    assert "pa55" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [("with?mark", r"no file with \?, # or %"), ("with#hash", "no file with"), ("a%20b", "no file with")],
)
def test_folders_that_mlflow_would_mistake_are_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        Tracking("evaluate", tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["with space", "größe", "a'b", "a@b:c"])
def test_folders_of_other_names_hold_stores_and_artifacts(tmp_path: Path, made: bytes, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "mlflow.db").write_bytes(made)
    (tmp_path / "table.md").write_text("| |")
    with Tracking("evaluate", folder).matrix("m", [], {}) as matrix:
        matrix.add({}, [tmp_path / "table.md"])
    (run,) = runs(folder)
    assert (folder / "mlartifacts" / "evaluate" / run.info.run_id / "artifacts" / "table.md").read_text() == "| |"


def test_stores_that_are_none_are_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mlflow.db").write_text("no database")
    with pytest.raises(ConfigurationError, match=r"mlflow\.db: is no SQLite file"):
        Tracking("evaluate", tmp_path)
    with pytest.raises(ConfigurationError, match="the MLflow store cannot be made: Not a directory"):
        Tracking("evaluate", tmp_path / "mlflow.db" / "within")
    for uri, message in {
        "sqlite://": "names no file",
        "mlruns": "cannot be used",
        "nosuch://host": "cannot be used",
    }.items():
        monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
        with pytest.raises(ConfigurationError, match=message):
            Tracking("evaluate", tmp_path)


@pytest.mark.parametrize(
    ("uri", "code", "kind"),
    [
        ("sqlite:////data/mlflow.db", "INTERNAL_ERROR", ConfigurationError),
        ("postgresql://host/runs", "INTERNAL_ERROR", ConfigurationError),
        ("http://host:5000", "INTERNAL_ERROR", RetryableError),
        ("sqlite:////data/mlflow.db", "TEMPORARILY_UNAVAILABLE", RetryableError),
        ("http://host:5000", "BAD_REQUEST", ConfigurationError),
    ],
)
def test_only_what_may_pass_may_be_tried_again(uri: str, code: str, kind: type[Exception]) -> None:
    from mlflow.exceptions import MlflowException
    from mlflow.protos import databricks_pb2

    fault = MlflowException("it went wrong", error_code=getattr(databricks_pb2, code))
    with pytest.raises(kind, match="it went wrong"), store_errors(uri):
        raise fault


def test_a_store_of_an_older_mlflow_is_no_passing_trouble(results: Path) -> None:
    with sqlite3.connect(results / "mlflow.db") as store:
        store.execute("UPDATE alembic_version SET version_num = '97727af70f4d'")
    with pytest.raises(ConfigurationError, match="cannot be used: Detected out-of-date database schema"):
        Tracking("evaluate", results)


def ui(*options: str) -> "subprocess.Popen[str]":
    code = "from ratio_spark.tracking.commands import COMMANDS, UiConfig; import sys; "
    code += "COMMANDS[0].run(UiConfig(results=sys.argv[1], port=int(sys.argv[2])))"
    command = [sys.executable, "-c", code, *options]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=ENVIRONMENT
    )


def test_the_interface_shows_runs_and_files_until_it_is_interrupted(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.md").write_text("| |")
    with Tracking("evaluate", results).matrix("m", [], {}) as matrix:
        matrix.add({}, [tmp_path / "table.md"])
    # A proxy is for other machines.
    monkeypatch.setitem(ENVIRONMENT, "http_proxy", "http://127.0.0.1:9")
    interface = ui(str(results), "0")
    assert interface.stdout is not None
    served = json.loads(interface.stdout.readline())
    children = psutil.Process(interface.pid).children(recursive=True)
    address, run_id = served["address"], runs(results)[0].info.run_id
    assert served["store"] == f"sqlite:///{results / 'mlflow.db'}"
    for path, expected in {
        "/": b"<!doctype html>",
        f"/api/2.0/mlflow/runs/get?run_id={run_id}": b'"run_name": "m"',
        f"/get-artifact?run_id={run_id}&path=table.md": b"| |",
    }.items():
        assert expected in urllib.request.urlopen(address + path, timeout=30).read()
    interface.send_signal(signal.SIGINT)
    assert interface.communicate(timeout=30)[0] == ""
    assert interface.returncode == 0
    assert psutil.wait_procs(children, timeout=10)[1] == []


def test_an_interface_that_is_ended_while_it_starts_leaves_no_process(results: Path) -> None:
    interface = ui(str(results), "0")
    process = psutil.Process(interface.pid)
    while not (children := process.children()):
        time.sleep(0.05)
    interface.send_signal(signal.SIGTERM)
    assert interface.communicate(timeout=30) == ("", "")
    assert interface.returncode == 0
    assert psutil.wait_procs(children, timeout=10)[1] == []


def test_the_interface_needs_a_store_and_a_free_port(results: Path, tmp_path: Path) -> None:
    run = UI_COMMANDS[0].run
    with pytest.raises(ConfigurationError, match=r"none/mlflow\.db is not there: run `ratio-spark evaluate`"):
        run(UiConfig(results=tmp_path / "none"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigurationError, match=f"port {port} of 127.0.0.1 cannot be had: Address already in use"):
            run(UiConfig(store=str(results / "mlflow.db"), port=port))
    with pytest.raises(ConfigurationError, match="cannot be had"):
        run(UiConfig(results=results, host="no.such.host.invalid"))
