"""A progress line for a person at a terminal: what the job does now, its tasks, the time; nothing in a log."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from pyspark.sql import SparkSession
from rich.console import Console
from rich.status import Status

_INTERVAL_SECONDS = 0.5


class Progress:
    """Shows `say`'s last sentence, with the running Spark tasks where the session can tell them."""

    def __init__(self, console: Console) -> None:
        terminal = _terminal(console)
        self._status: Status | None = terminal.status("") if terminal else None
        self._sentence = ""
        self._started = time.monotonic()
        self._spark: SparkSession | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._refresh, daemon=True)

    def __enter__(self) -> "Progress":
        if self._status:
            self._status.start()
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._status:
            self._thread.join()
            self._status.stop()

    def say(self, sentence: str) -> None:
        """Show what the job does now."""
        self._sentence = sentence

    @contextmanager
    def watching(self, spark: SparkSession) -> Iterator[None]:
        """Count the tasks of this session meanwhile; a Connect session does not tell them."""
        self._spark = spark if type(spark).__module__ == "pyspark.sql.session" else None
        try:
            yield
        finally:
            self._spark = None

    def _refresh(self) -> None:
        while not self._ended.wait(_INTERVAL_SECONDS):
            seconds = int(time.monotonic() - self._started)
            assert self._status is not None
            self._status.update(f"{self._sentence}{self._tasks()} · {seconds} s")

    def _tasks(self) -> str:
        spark = self._spark
        if spark is None:
            return ""
        tracker = spark.sparkContext.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        done = sum(stage.numCompletedTasks for stage in stages if stage)
        total = sum(stage.numTasks for stage in stages if stage)
        return f" · {done} of {total} tasks" if total else ""


def _terminal(console: Console) -> Console | None:
    """The console where it is a terminal; else, below spark-submit, the terminal that it was typed at, if any.

    spark-submit hands our standard error on through a pipe.
    """
    if console.is_terminal:
        return console
    if "PYSPARK_GATEWAY_PORT" not in os.environ:
        return None
    try:
        return Console(file=open("/dev/tty", "w"))
    except OSError:
        return None
