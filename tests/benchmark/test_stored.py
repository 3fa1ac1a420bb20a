"""What may be done to a root is asked before Spark starts, and no more than the command needs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.benchmark import stored
from ratio_spark.cli import main
from ratio_spark.errors import ConfigurationError


class SparkStartedError(Exception):
    pass


@pytest.fixture
def read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with an imported benchmark and no run, that may be read and not written to; Spark does not start."""

    @contextmanager
    def session(_: str) -> Iterator[Any]:
        raise SparkStartedError
        yield

    (tmp_path / "t" / "benchmarks").mkdir(parents=True)
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & os.W_OK)
    monkeypatch.setattr(stored, "spark_session", session)
    return tmp_path / "t"


def test_a_benchmark_is_read_where_nothing_can_be_written(read_only: Path) -> None:
    with pytest.raises(SparkStartedError), stored.open_benchmark("benchmark check", str(read_only), None):
        pass


def test_an_import_needs_to_write(read_only: Path) -> None:
    with (
        pytest.raises(ConfigurationError, match="cannot be written to: no permission"),
        stored.open_store("benchmark import", str(read_only)),
    ):
        pass


def test_a_build_needs_to_write(read_only: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (read_only / "runs").mkdir()
    with pytest.raises(SystemExit) as stop:
        main(["benchmark", "build", "--tables", str(read_only)])
    assert stop.value.code == 2
    assert "cannot be written to: no permission" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "card", "export"])
def test_a_root_without_a_benchmark_is_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    more = {"card": ["--to", str(tmp_path / "c")], "export": ["--to", str(tmp_path / "e"), "--format", "beir"]}
    with pytest.raises(SystemExit) as stop:
        main(["benchmark", command, "--tables", str(tmp_path / "mistyped"), *more.get(command, [])])
    assert stop.value.code == 2
    assert f"{tmp_path / 'mistyped'} holds no benchmark" in capsys.readouterr().err
