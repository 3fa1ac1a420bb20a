"""MLflow's user interface on the store of a folder of results, until it is interrupted."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO

from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError, RetryableError
from ratio_spark.redact import redact
from ratio_spark.tracking.store import artifact_location, prepare, sqlite_file, tracking_uri

_SECONDS_TO_START, _SECONDS_TO_END = 180, 10
_EVERYWHERE = {"0.0.0.0", "::", ""}


def run(store: str | None, results: Path, host: str, port: int) -> None:
    """Serve a store and print where, for people on standard error and as JSON on standard output.

    Args:
        store: a SQLite file or the URI of a store; None: the store of `results`, as evaluations find it.
        port: 0 takes any that is free.

    Raises:
        ConfigurationError: there is no store, or the port cannot be had.
        RetryableError: the server did not start.
    """
    uri = _chosen(store, results)
    file = sqlite_file(uri)
    if file is not None and not file.is_file():
        raise ConfigurationError(f"{file} is not there: run `ratio-spark evaluate`, or name its --to as --results")
    prepare(uri)
    if uri.startswith(("http:", "https:")):
        STDERR.print(f"a server has these runs already: {redact(uri)}")
        print(json.dumps({"address": redact(uri), "store": redact(uri)}), flush=True)
        return
    port = _free_port(host, port)
    address = f"http://{socket.gethostname() if host in _EVERYWHERE else host}:{port}"
    try:
        with _server(uri, host, port) as server:
            STDERR.print(f"the runs of {redact(uri)} are at {address} (Ctrl-C ends it)")
            print(json.dumps({"address": address, "store": redact(uri)}), flush=True)
            server.wait()
    except KeyboardInterrupt:
        return
    raise RetryableError("the MLflow server ended by itself: run again")


def _chosen(store: str | None, results: Path) -> str:
    if store is None:
        return tracking_uri(results)
    if "://" in store or store.startswith(("sqlite:", "databricks")):
        return store
    return f"sqlite:///{Path(store).expanduser().absolute()}"


def _free_port(host: str, port: int) -> int:
    try:
        family, *_, place = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
            return int(probe.getsockname()[1])
    except OSError as error:
        raise ConfigurationError(
            f"port {port} of {host} cannot be had: {error.strerror}; name another --port or --host"
        ) from error


@contextmanager
def _server(uri: str, host: str, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """MLflow's server in processes of its own, which end with the block. SIGTERM interrupts as Ctrl-C does."""
    command = [sys.executable, "-m", "mlflow", "server", "--host", host, "--port", str(port), "--workers", "1"]
    command += ["--uvicorn-opts", "--log-level warning"]
    environment = {
        **os.environ,
        # Not on the command line, where everybody could read its password.
        "MLFLOW_BACKEND_STORE_URI": uri,
        "MLFLOW_DEFAULT_ARTIFACT_ROOT": artifact_location(uri, "") or "mlartifacts",
        # It would start processes for jobs of its own, which nothing here uses.
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
    }
    before = signal.signal(signal.SIGTERM, _interrupt)
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            _wait_for(server, host, port, log)
            yield server
        finally:
            # Nobody who presses Ctrl-C twice leaves a server behind.
            at_interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
            _end(server)
            signal.signal(signal.SIGINT, at_interrupt)
            signal.signal(signal.SIGTERM, before)


def _wait_for(server: "subprocess.Popen[bytes]", host: str, port: int, log: IO[bytes]) -> None:
    """Until it answers."""
    place = "127.0.0.1" if host in _EVERYWHERE else f"[{host}]" if ":" in host else host
    last = time.monotonic() + _SECONDS_TO_START
    # A proxy of the environment does not reach this machine's own server.
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while server.poll() is None and time.monotonic() < last:
        try:
            directly.open(f"http://{place}:{port}/health", timeout=5).close()
            return
        except OSError:
            time.sleep(0.3)
    log.seek(0)
    said = log.read().decode(errors="replace").strip().splitlines()
    raise RetryableError(f"the MLflow server did not start: {redact(said[-1]) if said else 'it said nothing'}")


def _end(server: "subprocess.Popen[bytes]") -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, how)
            server.wait(_SECONDS_TO_END)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
