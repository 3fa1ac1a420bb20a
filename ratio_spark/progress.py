"""A progress line for a person at a terminal: what the job does now, its tasks, the time; nothing in a log."""

import threading
import time
from types import TracebackType

from pyspark.sql import SparkSession
from rich.console import Console
from rich.status import Status

_INTERVAL_SECONDS = 0.5


class Progress:
    """Shows `say`'s last sentence, with the running Spark tasks where the session can tell them."""

    def __init__(self, console: Console) -> None:
        self._status: Status | None = console.status("") if console.is_terminal else None
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

    def watch(self, spark: SparkSession) -> None:
        """Count the tasks of this session; a Connect session does not tell them."""
        # A class attribute of the classic session only: asking a Connect session raises.
        self._spark = spark if type(spark).__module__ == "pyspark.sql.session" else None

    def _refresh(self) -> None:
        while not self._ended.wait(_INTERVAL_SECONDS):
            seconds = int(time.monotonic() - self._started)
            assert self._status is not None
            self._status.update(f"{self._sentence}{self._tasks()} · {seconds} s")

    def _tasks(self) -> str:
        if self._spark is None or self._ended.is_set():
            return ""
        tracker = self._spark.sparkContext.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        done = sum(stage.numCompletedTasks for stage in stages if stage)
        total = sum(stage.numTasks for stage in stages if stage)
        return f" · {done} of {total} tasks" if total else ""
