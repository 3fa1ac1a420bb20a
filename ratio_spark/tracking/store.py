"""Where MLflow keeps its runs: a SQLite file beside the results, or what MLFLOW_TRACKING_URI names."""

import logging
import os
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ratio_spark.errors import ConfigurationError, RatioError, RetryableError
from ratio_spark.locked import locked
from ratio_spark.redact import redact

STORE, ARTIFACTS = "mlflow.db", "mlartifacts"
URI_VARIABLE = "MLFLOW_TRACKING_URI"

# MLflow reads these when it is imported. It must not send what is done here to anybody, and standard output is ours.
os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
os.environ.setdefault("MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT", "true")

_SQLITE = re.compile(r"sqlite(?:\+\w+)?:///(.+)")
_SQLITE_HEADER = b"SQLite format 3\0"
_SECONDS_TO_ANSWER = 10
_SERVERS = ("http:", "https:")
# Codes of MLflow for what may pass: a lock held for too long, a server that restarts.
_PASSING = {"TEMPORARILY_UNAVAILABLE", "REQUEST_LIMIT_EXCEEDED", "DEADLINE_EXCEEDED"}
# What a server answers while it is in trouble; without one it is the code of every fault that has no other.
_OF_SERVERS = "INTERNAL_ERROR"


def tracking_uri(results: Path) -> str:
    """The store of a folder of results: what MLFLOW_TRACKING_URI names, else the SQLite file in it."""
    return os.environ.get(URI_VARIABLE) or f"sqlite:///{results.absolute() / STORE}"


def sqlite_file(uri: str) -> Path | None:
    """The file of a SQLite store; None for stores of other kinds.

    >>> sqlite_file("sqlite:////data/results/mlflow.db")
    PosixPath('/data/results/mlflow.db')
    >>> sqlite_file("http://localhost:5000")
    """
    match = _SQLITE.fullmatch(uri)
    return Path(match[1]).absolute() if match else None


def artifact_location(uri: str, experiment: str) -> str | None:
    """Where the files of an experiment go: beside a SQLite store; None: where the server keeps them."""
    file = sqlite_file(uri)
    return None if file is None else (file.parent / ARTIFACTS / experiment).as_uri()


def prepare(uri: str) -> None:
    """Make a SQLite store that is not there yet, whole and by one process alone; see that a server answers.

    Raises:
        ConfigurationError: the file cannot be made, or is no SQLite store.
        RetryableError: the server does not answer.
    """
    file = sqlite_file(uri)
    if file is not None:
        _make(file)
    elif uri.startswith("sqlite:"):
        raise ConfigurationError(f"{URI_VARIABLE}: {uri} names no file: write sqlite:///FOLDER/{STORE}")
    elif uri.startswith(_SERVERS):
        _check_answers(uri)


@contextmanager
def store_errors(uri: str) -> Iterator[None]:
    """Tells faults of the store as ours, without the credentials of its address.

    Raises:
        RetryableError: the store is busy or does not answer.
        ConfigurationError: it refuses what it was asked, or files cannot be written.
    """
    from mlflow.exceptions import MlflowException
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (MlflowException, SQLAlchemyError, OSError) as error:
        code = error.error_code if isinstance(error, MlflowException) else None
        passes = code in _PASSING or (code == _OF_SERVERS and uri.startswith(_SERVERS))
        kind: type[RatioError] = RetryableError if passes else ConfigurationError
        what = " ".join(redact(str(error)).split())[:300]
        raise kind(
            f"the MLflow store {redact(uri)} {'does not answer' if passes else 'cannot be used'}: {what}"
        ) from error


def _make(file: Path) -> None:
    """MLflow makes its tables in many steps; a file that is half made is never seen under the name of the store."""
    if any(letter in str(file) for letter in "?#%"):
        raise ConfigurationError(f"{file}: MLflow opens no file with ?, # or % in its path: name another folder")
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with locked(file.parent):
            if not file.exists():
                unfinished.unlink(missing_ok=True)
                _fill(unfinished, artifact_location(f"sqlite:///{file}", "0"))
                unfinished.rename(file)
        with file.open("rb") as opened:
            is_ours = opened.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER
    except OSError as error:
        raise ConfigurationError(f"{file}: the MLflow store cannot be made: {error.strerror}") from error
    if not is_ours:
        raise ConfigurationError(f"{file}: is no SQLite file: move it away, and a new store is made")


def _fill(file: Path, artifacts: str | None) -> None:
    with store_errors(f"sqlite:///{file}"):
        from mlflow.store.tracking.sqlalchemy_store import SqlAlchemyStore

        for name in ("mlflow", "alembic"):
            logging.getLogger(name).setLevel(logging.WARNING)
        SqlAlchemyStore(f"sqlite:///{file}", artifacts).engine.dispose()  # type: ignore[no-untyped-call]


def _check_answers(uri: str) -> None:
    """MLflow itself would try for minutes."""
    try:
        urllib.request.urlopen(uri, timeout=_SECONDS_TO_ANSWER).close()
    except urllib.error.HTTPError:
        return
    except (OSError, ValueError) as error:
        raise RetryableError(f"{URI_VARIABLE}: {redact(uri)} does not answer: {error}") from error
