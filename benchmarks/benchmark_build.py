"""Measure `benchmark build` on many mined rows: those of a root, copied until there are so many.

A copy has papers, ids and words of its own (each longer word ends in the number of the copy), so that copies are
neither identical nor alike; every second one is a year older. One text in a hundred keeps its words, and so is to be
found in other splits. Reports the seconds, and the largest memory while the driver's heap stays as small as told.

    python benchmarks/benchmark_build.py ROOT --rows 5000000 --cores 2
"""

import argparse
import os
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path

import psutil
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from rich.console import Console
from rich.table import Table

from ratio_spark.benchmark.build import build
from ratio_spark.benchmark.spec import load_specification
from ratio_spark.published import Published
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Publication, Run, last_run
from ratio_spark.tables.schemas import DISTRACTORS, GOLDS, PAPERS, QUERIES, WORKS
from ratio_spark.tables.schemas import Table as Schema
from ratio_spark.tables.session import spark_session
from ratio_spark.tables.store import Store

COPIED_IN_HUNDRED = 1
IDS = ("paper_id", "pair_id", "candidate_id", "work_id")
TEXTS = ("text", "previous")


class PeakMemory:
    """The largest resident memory of the JVM, of its Python workers together and of this process, in MB."""

    def __init__(self) -> None:
        self.jvm = self.workers = self.python = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "PeakMemory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        this = psutil.Process()
        while not self._ended.wait(0.5):
            sizes = {"java": 0, "python": 0}
            for process in this.children(recursive=True):
                with suppress(psutil.Error):
                    name = "java" if "java" in process.name() else "python"
                    sizes[name] += process.memory_info().rss >> 20
            self.jvm = max(self.jvm, sizes["java"])
            self.workers = max(self.workers, sizes["python"])
            self.python = max(self.python, this.memory_info().rss >> 20)


def replicate(source: Published, store: Store, copies: int) -> Run:
    """A root with the mined rows of another, so many times; published as one run."""
    with Claim(store, "benchmark") as claim:
        publication = Publication(store, f"{copies:032x}", None, claim)
        publication.begin()
        for table in (PAPERS, WORKS, QUERIES, GOLDS, DISTRACTORS):
            if table.name in source.run.versions:
                publication.append(table, copied(source.read(table), table, copies))
        counts = {name: number * copies for name, number in source.run.counts.items()}
        return publication.publish("benchmark", source.run.fingerprints, counts, source.run.options, {})


def copied(rows: DataFrame, table: Schema, copies: int) -> DataFrame:
    """The rows so many times; the first copy is the original."""
    numbers = F.explode(F.sequence(F.lit(0), F.lit(copies - 1)))
    every = rows.drop("paragraphs", "citations") if table is PAPERS else rows
    every = every.withColumn("copy", numbers)
    names = set(rows.columns)
    changed = {name: _suffixed(name) for name in IDS if name in names}
    changed |= {name: _reworded(name) for name in TEXTS if name in names}
    if "pub_date" in names:
        changed["pub_date"] = F.add_months("pub_date", -12 * F.pmod("copy", F.lit(2)))
    empty = {column.name: F.lit(None).cast(column.type) for column in table.columns if column.name not in every.columns}
    return every.withColumns(changed).withColumns(empty).drop("copy")


def _suffixed(column: str) -> Column:
    return F.when(F.col("copy") == 0, F.col(column)).otherwise(F.concat(column, F.lit("~"), "copy"))


def _reworded(column: str) -> Column:
    """Every word of more than three letters made another one, except in some texts."""
    other = F.regexp_replace(F.col(column), F.lit(r"(\p{L}{4,})"), F.concat(F.lit("$1q"), F.col("copy")))
    keeps = (F.col("copy") == 0) | (F.pmod(F.xxhash64(column, "copy"), F.lit(100)) < COPIED_IN_HUNDRED)
    return F.when(keeps, F.col(column)).otherwise(other)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", help="tables that `mine` wrote")
    parser.add_argument("--rows", type=int, default=5_000_000, help="mined pairs and distractors, by default 5 million")
    parser.add_argument("--specification", default="ratio")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--memory", default="4g", help="the heap of the driver, by default 4g")
    parser.add_argument("--folder", type=Path, help="where the copies go, by default a folder that is deleted")
    options = parser.parse_args()
    os.environ["PYSPARK_SUBMIT_ARGS"] = (
        f"--master local[{options.cores}] --driver-memory {options.memory} --conf spark.ui.enabled=false pyspark-shell"
    )
    with ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        spark = stack.enter_context(spark_session("benchmark"))
        measure(spark, options, folder)


def measure(spark: SparkSession, options: argparse.Namespace, folder: Path) -> None:
    source = Store(spark, options.root)
    run = last_run(source)
    assert run is not None, f"{options.root} holds no published run"
    mined = run.counts["queries"] + run.counts["distractors"]
    store = Store(spark, str(folder / "tables"))
    copies = -(-options.rows // mined)
    made = last_run(store) or replicate(Published(source, run), store, copies)
    specification = load_specification(options.specification)
    steps: list[tuple[str, float]] = []

    def say(step: str) -> None:
        steps.append((step, time.monotonic()))

    with PeakMemory() as peak:
        say("start")
        built = build(Published(store, made), specification, say)
        say("end")
    table = Table(title=f"{copies * mined:,} mined rows on {options.cores} cores", box=None)
    table.add_column("step")
    table.add_column("seconds", justify="right")
    for (step, started), (_, ended) in pairwise(steps):
        table.add_row(step, f"{ended - started:.1f}")
    table.add_row("all", f"{steps[-1][1] - steps[0][1]:.1f}")
    console = Console()
    console.print(table)
    console.print(f"largest memory: the JVM {peak.jvm:,} MB, all Python workers {peak.workers:,} MB, "
                  f"the driver's Python {peak.python:,} MB")  # fmt: skip
    console.print({name: number for name, number in built.stored.benchmark.counts.items() if name.count(":") < 2})


if __name__ == "__main__":
    main()
