"""A standalone Spark cluster on this machine: one master and some workers, each a process of its own.

    python deploy/standalone.py -- spark-submit --master MASTER jobs/mine.py --input … --tables …

starts the cluster, runs the command with MASTER replaced by the master's URL, stops the cluster and exits with the
command's exit code. Without a command it prints the URL and waits for Ctrl-C.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pyspark

SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
START_SECONDS = 60


@contextmanager
def standalone_cluster(workers: int = 2, cores: int = 1, memory: str = "2g") -> Iterator[str]:
    """Start a master and workers on the loopback interface, give the master's URL, stop them at the end.

    Args:
        workers: worker processes; cores and memory: what each offers.

    Raises:
        TimeoutError: the master or a worker did not come up; the message ends with its log.
    """
    with ExitStack() as running, tempfile.TemporaryDirectory(prefix="spark-cluster-") as scratch:
        folder = Path(scratch)
        master = ["org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        url = running.enter_context(_process(master, folder / "master.log", r"Starting Spark master at (\S+)"))
        for number in range(workers):
            worker = ["org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "--webui-port", "0"]
            worker += ["--cores", str(cores), "--memory", memory, "--work-dir", f"{folder}/work-{number}", url]
            log = folder / f"worker-{number}.log"
            running.enter_context(_process(worker, log, r"(Successfully registered with master)"))
        yield url


@contextmanager
def _process(command: list[str], log: Path, ready: str) -> Iterator[str]:
    """Run a class of Spark until the log says it is ready; give what the pattern found."""
    settings = log.with_suffix(".properties")
    settings.write_text(
        "rootLogger.level = info\nrootLogger.appenderRef.stderr.ref = console\nappender.console.type = Console\n"
        "appender.console.name = console\nappender.console.target = SYSTEM_ERR\n"
        "appender.console.layout.type = PatternLayout\nappender.console.layout.pattern = %m%n\n"
    )
    options = f"-Dlog4j2.configurationFile={settings}"
    environment = os.environ | {
        "SPARK_DAEMON_JAVA_OPTS": options,
        "SPARK_MASTER_OPTS": options,
        "SPARK_WORKER_OPTS": options,
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    with log.open("w") as output:
        process = subprocess.Popen(
            [str(SPARK_CLASS), *command], stdout=output, stderr=output, env=environment, start_new_session=True
        )
    try:
        yield _wait_for(process, log, ready)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _wait_for(process: subprocess.Popen[bytes], log: Path, ready: str) -> str:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(ready, log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.2)
    raise TimeoutError(f"{process.args} did not start: {log.read_text(errors='replace')[-2000:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2, help="Number of worker processes (default: 2).")
    parser.add_argument("--cores", type=int, default=1, help="Cores that each worker offers (default: 1).")
    parser.add_argument("--memory", default="2g", help="Memory that each worker offers (default: 2g).")
    parser.add_argument("command", nargs="*", help="The command to run, after --; MASTER becomes the URL.")
    options = parser.parse_args()
    with standalone_cluster(options.workers, options.cores, options.memory) as master:
        if options.command:
            return subprocess.run([word.replace("MASTER", master) for word in options.command], check=False).returncode
        print(master, flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
