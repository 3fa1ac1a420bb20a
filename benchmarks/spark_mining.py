"""Measure the Spark jobs in one warm session: raw files to all tables, and the `papers` table to what is mined from it.

The input is cut into as many gz files as asked for, since one gz file is one task. Each step runs twice; the second
time counts, as on a cluster that has been up for a while. Re-mining is brought about by a lexicon with one more line.

    python benchmarks/spark_mining.py s2orc_bulk.jsonl.gz --papers s2orc_papers.jsonl.gz
"""

import argparse
import gzip
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path

import psutil
from pyspark.sql import functions as F
from rich.console import Console
from rich.table import Table

from ratio_spark.config import MineConfig, load_config, shipped_lexicons
from ratio_spark.mining import job
from ratio_spark.tables.schemas import PAPERS
from ratio_spark.tables.session import spark_session


class PeakMemory:
    """The largest resident memory of a Python worker and of the JVM while it watches, in MB."""

    def __init__(self) -> None:
        self.worker = self.jvm = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "PeakMemory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.3):
            for process in psutil.Process().children(recursive=True):
                with suppress(psutil.Error):
                    self._look_at(process.memory_info().rss >> 20, " ".join(process.cmdline()))

    def _look_at(self, size: int, command: str) -> None:
        if "pyspark.daemon" in command or "pyspark.worker" in command:
            self.worker = max(self.worker, size)
        elif "java" in command.split(" ", 1)[0]:
            self.jvm = max(self.jvm, size)


def cut(corpus: Path, folder: Path, files: int) -> list[str]:
    """The records of a gz file dealt out to several ones of like size; gives their paths."""
    paths = [folder / f"part-{number:02}.jsonl.gz" for number in range(files)]
    with ExitStack() as stack:
        outputs = [stack.enter_context(gzip.open(path, "wb", compresslevel=6)) for path in paths]
        source = stack.enter_context(gzip.open(corpus))
        for output, line in zip(cycle(outputs), source, strict=False):
            output.write(line)
    return [str(path) for path in paths]


def larger_lexicon(folder: Path) -> Path:
    """The shipped lexicons with one more line, that fires nowhere."""
    shutil.copytree(shipped_lexicons(), folder)
    with next(folder.glob("*.lex")).open("a", encoding="utf-8") as lexicon:
        lexicon.write("by way of benchmark here\tbenchmark\tcandidate\n")
    return folder


def seconds_of(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--papers", nargs="*", default=[], help="files of the S2ORC `papers` release")
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    options = parser.parse_args()
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"--master local[{options.cores}] --driver-memory 4g pyspark-shell"
    with tempfile.TemporaryDirectory() as name, PeakMemory() as peak, ExitStack() as stack:
        work = Path(name)
        inputs = cut(options.corpus, work, options.files)
        lexicons = [shipped_lexicons(), larger_lexicon(work / "lexicon")]
        started = time.monotonic()
        spark = stack.enter_context(spark_session("benchmark"))
        spark.range(1).count()
        start_up = time.monotonic() - started

        def mine(root: str, lexicon: Path, **more: object) -> None:
            given = {"tables": str(work / root), "lexicon": str(lexicon), **more}
            job.run(spark, job.prepare(load_config(MineConfig, given)))

        raw = [
            seconds_of(lambda root=root: mine(root, lexicons[0], input=inputs, papers=options.papers))
            for root in ("one", "two")
        ]
        again = [seconds_of(lambda lexicon=lexicon: mine("two", lexicon)) for lexicon in (lexicons[1], lexicons[0])]
        texts = spark.read.format("delta").load(str(work / "two" / PAPERS.name))
        size = texts.agg(F.sum(F.expr("aggregate(paragraphs, 0L, (n, p) -> n + octet_length(p.text))"))).collect()[0][0]
    report(size / 1e6, options.cores, start_up, {"raw gz to all tables": raw, "papers to what is mined": again}, peak)


def report(megabytes: float, cores: int, start_up: float, steps: dict[str, list[float]], peak: PeakMemory) -> None:
    table = Table(title=f"{megabytes:,.0f} MB of text on {cores} cores", box=None)
    for heading in ("step", "first s", "warm s", "MB/s per core"):
        table.add_column(heading, justify="left" if heading == "step" else "right")
    for step, (first, warm) in steps.items():
        table.add_row(step, f"{first:.1f}", f"{warm:.1f}", f"{megabytes / warm / cores:.1f}")
    console = Console()
    console.print(table)
    console.print(f"start-up {start_up:.1f} s; peak memory: a worker {peak.worker} MB, the JVM {peak.jvm} MB")


if __name__ == "__main__":
    main()
