"""A driver in a process group of its own, told over a pipe what to mine: it can be raced, stopped and killed.

Its JVM starts once, for as many runs as it is told.
"""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import psutil

from tests.conftest import ROOT
from tests.spark.conftest import SUBMIT_ARGUMENTS

# For a driver that will not live for long: to compile hot code thoroughly costs it more than it gives.
SHORT_LIVED = SUBMIT_ARGUMENTS.replace("-XX:+UseSerialGC", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")


@dataclass(frozen=True)
class End:
    """How a run ended: its exit code (-9: the driver was killed), and the sentence of its error."""

    code: int
    said: str


class Driver:
    """The process, as its owner sees it.

    Args:
        log: the file that gets what Spark says.
        master: where Spark runs; 'local[2,4]' tries a task four times, as a cluster does.
        settings: more of the options of spark-submit.
        arguments: the options of spark-submit that all tests share.
        claim_seconds: how long its claims last.
    """

    def __init__(
        self,
        log: Path,
        master: str = "local[2]",
        settings: str = "",
        arguments: str = SUBMIT_ARGUMENTS,
        claim_seconds: float = 600,
    ) -> None:
        arguments = f"--master {master} {settings} {arguments}"
        with log.open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.spark.driver", str(claim_seconds)],
                cwd=ROOT,
                env=os.environ | {"PYSPARK_SUBMIT_ARGS": arguments, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def mine(self, at: float = 0, **options: Any) -> None:
        """Begin a run, at a time (seconds since 1970) or at once."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"options": options, "at": at}) + "\n")
        self._process.stdin.flush()

    def hear(self) -> str | End:
        """The next step that the run takes, in its own words, or its end."""
        assert self._process.stdout
        for line in self._process.stdout:
            if line.startswith("{"):
                heard = json.loads(line)
                return str(heard["step"]) if "step" in heard else End(**heard)
        return End(self._process.wait(), "")

    def end(self) -> End:
        """How the run ended, once it has."""
        while not isinstance(heard := self.hear(), End):
            pass
        return heard

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to Python, the JVM and the workers at once."""
        os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """SIGKILL, and wait until the process is gone."""
        if self._process.poll() is None:
            self.signal(signal.SIGKILL)
        self._process.communicate()

    def busy_workers(self) -> list[psutil.Process]:
        """The Python workers: children of the daemon that Spark has them forked from."""
        everyone = psutil.Process(self._process.pid).children(recursive=True)
        daemons = [one for one in everyone if "pyspark.daemon" in _command(one)]
        return [one for one in daemons if one.ppid() in {daemon.pid for daemon in daemons}]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def main(claim_seconds: float) -> None:
    """Mine what the lines of standard input say; tell of each step and end by a line of JSON."""
    from functools import partial

    from ratio_spark.config import MineConfig, load_config
    from ratio_spark.errors import RatioError
    from ratio_spark.mining import job
    from ratio_spark.tables.claim import Claim
    from ratio_spark.tables.session import spark_session

    def tell(**what: Any) -> None:
        print(json.dumps(what), flush=True)

    job.Claim = partial(Claim, seconds=claim_seconds)  # type: ignore[misc,assignment]
    with spark_session("driver of a test") as spark:
        for line in sys.stdin:
            told = json.loads(line)
            prepared = job.prepare(load_config(MineConfig, told["options"]))
            time.sleep(max(0, told["at"] - time.time()))
            try:
                job.run(spark, prepared, lambda step: tell(step=step))
            except RatioError as error:
                tell(code=error.exit_code, said=str(error))
            else:
                tell(code=0, said="")


if __name__ == "__main__":
    main(float(sys.argv[1]))
