"""Measure how fast files become papers: each reader by itself, JATS beside lxml, S2ORC beside `spark.read.json`.

Parts: `readers` reads each file of the corpora without Spark and counts what it gives; `jats` reads the JATS archives
beside `lxml.etree.parse` of the same documents; `spark` ingests the S2ORC texts, dealt out to as many gz files as
asked for, beside `spark.read.json` of the same; `memory` ingests one gz file of so many GB (unpacked) and watches the
workers. Speeds are of unpacked bytes, in MB a second of one core.

    python benchmarks/reading.py ../shared/corpora --parts readers jats spark memory
"""

import argparse
import gzip
import os
import re
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from lxml import etree
from pyspark.sql import SparkSession
from rich.console import Console
from rich.table import Table
from spark_mining import PeakMemory, cut, seconds_of

from ratio_spark.config import IngestConfig, load_config
from ratio_spark.corpus.archives import parts
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files
from ratio_spark.corpus.streams import InputStream
from ratio_spark.mining import ingest_job
from ratio_spark.tables.session import spark_session

S2ORC, S2ORC_PAPERS = "s2orc_bulk.jsonl.gz", "s2orc_papers.jsonl.gz"
_CORPUS_ID = re.compile(rb'"corpusid": ?(\d+)')
CONSOLE = Console(width=220)


@dataclass
class Tally:
    """What a file gave; `seconds` are those of a core, `unpacked` bytes."""

    formats: str = ""
    unpacked: int = 0
    seconds: float = 0.0
    records: int = 0
    papers: int = 0
    paragraphs: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    dates: Counter[str] = field(default_factory=Counter)

    @property
    def speed(self) -> float:
        return self.unpacked / 1e6 / self.seconds


def unpacked_bytes(path: Path) -> int:
    """The bytes of a file, or of all members of an archive, as the readers get them."""
    return sum(len(chunk) for part in parts(InputStream(str(path))) for chunk in part.chunks)


def tally_of(path: Path) -> Tally:
    tally = Tally(unpacked=unpacked_bytes(path))
    started = time.process_time()
    batches = list(read_files([(str(path), "auto")], Limits()))
    tally.seconds = time.process_time() - started
    columns = ["kind", "format", "reason", "date_precision", "records"]
    for batch in batches:
        for row in batch.select(columns).to_pylist():
            if row["kind"] == "file":
                tally.formats, tally.records = row["format"] or "", row["records"]
            tally.papers += row["kind"] == "paper"
            tally.refusals.update([row["reason"]] if row["reason"] else [])
            tally.dates.update([row["date_precision"]] if row["kind"] in ("paper", "metadata") else [])
        tally.paragraphs += len(batch.column("paragraphs").flatten())
    return tally


def measure_readers(corpora: Path) -> None:
    list(read_files([(str(corpora / S2ORC_PAPERS), "auto")], Limits()))
    table = Table(title="readers", box=None)
    for heading in ("file", "format", "records", "papers", "paragraphs", "refused", "dates", "MB", "MB/s per core"):
        table.add_column(heading, justify="left" if heading in ("file", "format", "refused", "dates") else "right")
    for path in sorted(path for path in corpora.rglob("*") if path.is_file()):
        tally = tally_of(path)
        table.add_row(
            str(path.relative_to(corpora)),
            tally.formats,
            f"{tally.records:,}",
            f"{tally.papers:,}",
            f"{tally.paragraphs:,}",
            _listed(tally.refusals),
            _listed(tally.dates),
            f"{tally.unpacked / 1e6:,.1f}",
            f"{tally.speed:,.1f}" if tally.unpacked > 1e6 else "",
        )
    CONSOLE.print(table)


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in counts.most_common())


def measure_jats(corpora: Path) -> None:
    """The documents of each JATS archive as files: the reader, and lxml alone."""
    table = Table(title="JATS, MB/s per core", box=None)
    for heading in ("file", "documents", "MB", "reader", "lxml.etree.parse", "times as long"):
        table.add_column(heading, justify="left" if heading == "file" else "right")
    for path in sorted(corpora.glob("jats_*.tar.gz")):
        with tempfile.TemporaryDirectory() as folder, tarfile.open(path) as archive:
            names = []
            for number, member in enumerate(archive):
                if (content := archive.extractfile(member)) and not member.name.endswith(".crossref.xml"):
                    names.append(f"{folder}/{number:04}.xml")
                    Path(names[-1]).write_bytes(content.read())
            size = sum(os.path.getsize(name) for name in names) / 1e6
            reader = _core_seconds(lambda names=names: list(read_files([(name, "auto") for name in names], Limits())))
            plain = _core_seconds(lambda names=names: [etree.parse(name) for name in names])
        speeds = f"{size:.1f}", f"{size / reader:.1f}", f"{size / plain:.1f}", f"{reader / plain:.1f}"
        table.add_row(path.name, str(len(names)), *speeds)
    CONSOLE.print(table)


def _core_seconds(work: Callable[[], object]) -> float:
    """The best of three."""

    def once() -> float:
        started = time.process_time()
        work()
        return time.process_time() - started

    return min(once() for _ in range(3))


def ingest(spark: SparkSession, root: Path, inputs: list[str], papers: list[str]) -> Any:
    config = load_config(IngestConfig, {"tables": str(root), "input": inputs, "papers": papers})
    return ingest_job.run(spark, config, ingest_job.prepare(config))


def measure_spark(corpora: Path, cores: int, files: int) -> None:
    """From S2ORC gz JSONL: published papers, and what Spark's own reader takes to look at the same."""
    with tempfile.TemporaryDirectory() as name, spark_session("benchmark") as spark:
        work = Path(name)
        inputs = cut(corpora / S2ORC, work, files)
        papers = [str(corpora / S2ORC_PAPERS)]
        size = sum(unpacked_bytes(Path(path)) for path in inputs) / 1e6
        schema = spark.read.json(inputs).schema
        steps: dict[str, Callable[[int], object]] = {
            "ratio-spark ingest, to published tables": lambda n: ingest(spark, work / f"tables{n}", inputs, papers),
            "spark.read.json, schema inferred, to nowhere": lambda n: nowhere(spark.read.json(inputs)),
            "spark.read.json, schema given, to nowhere": lambda n: nowhere(spark.read.schema(schema).json(inputs)),
            "spark.read.json, schema given, to Delta": lambda n: (
                spark.read.schema(schema).json(inputs).write.format("delta").save(str(work / f"plain{n}"))
            ),
        }
        table = Table(title=f"S2ORC, {size:,.0f} MB unpacked in {files} gz files, {cores} cores", box=None)
        for heading in ("step", "first s", "warm s", "MB/s per core"):
            table.add_column(heading, justify="left" if heading == "step" else "right")
        for step, act in steps.items():
            first, warm = (seconds_of(lambda number=number, act=act: act(number)) for number in (1, 2))
            table.add_row(step, f"{first:.1f}", f"{warm:.1f}", f"{size / warm / cores:.1f}")
    CONSOLE.print(table)


def nowhere(frame: Any) -> None:
    frame.write.format("noop").mode("overwrite").save()


def measure_memory(corpora: Path, gigabytes: float) -> None:
    with tempfile.TemporaryDirectory() as name, PeakMemory() as peak, spark_session("benchmark") as spark:
        path = Path(name) / "large.jsonl.gz"
        papers = write_large(corpora / S2ORC, path, int(gigabytes * 1e9))
        seconds = seconds_of(lambda: ingest(spark, Path(name) / "tables", [str(path)], []))
        found = spark.read.format("delta").load(str(Path(name) / "tables" / "papers")).count()
    CONSOLE.print(
        f"one gz file of {gigabytes:g} GB unpacked: {found:,} of {papers:,} papers in {seconds:.0f} s; "
        f"peak memory: a Python worker {peak.worker:,} MB, the JVM {peak.jvm:,} MB"
    )
    if found != papers:
        sys.exit("papers were lost")


def write_large(corpus: Path, path: Path, size: int) -> int:
    """Write papers of S2ORC, each time under other ids, until they have so many bytes; gives how many."""
    written = papers = 0
    with gzip.open(path, "wb", compresslevel=1) as output:
        for line in _endless(corpus):
            written += output.write(line)
            papers += 1
            if written >= size:
                return papers
    return papers


def _endless(corpus: Path) -> Iterator[bytes]:
    for copy in count():
        with gzip.open(corpus) as lines:
            for line in lines:
                yield _CORPUS_ID.sub(rb'"corpusid":\g<1>%03d' % copy, line, count=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument(
        "--parts", nargs="+", default=["readers", "jats"], choices=["readers", "jats", "spark", "memory"]
    )
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--gigabytes", type=float, default=2.0)
    options = parser.parse_args()
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"--master local[{options.cores}] --driver-memory 3g pyspark-shell"
    if "readers" in options.parts:
        measure_readers(options.corpora)
    if "jats" in options.parts:
        measure_jats(options.corpora)
    if "spark" in options.parts:
        measure_spark(options.corpora, options.cores, options.files)
    if "memory" in options.parts:
        measure_memory(options.corpora, options.gigabytes)


if __name__ == "__main__":
    main()
