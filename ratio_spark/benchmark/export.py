"""`benchmark export`: a benchmark in the format of another tool."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import functions as F
from rich.console import Console
from rich.markup import escape

from ratio_spark.benchmark.exchange_options import ExportConfig
from ratio_spark.benchmark.exports import beir, mteb, training, trec
from ratio_spark.benchmark.exports.contents import About, Contents, MoveText
from ratio_spark.benchmark.exports.selection import Passing, TableContents
from ratio_spark.benchmark.split_rules import in_order
from ratio_spark.benchmark.stored import Benchmark, Stored, open_benchmark
from ratio_spark.benchmark.whole_folder import check_free, whole_folder
from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES
from ratio_spark.text.lexicon import Lexicon

_WRITERS: dict[str, Callable[[Contents, About, Path], dict[str, int]]] = {
    beir.NAME: beir.write,
    trec.NAME: trec.write,
    mteb.NAME: mteb.write,
}
_LICENSES_NAMED = 20


@dataclass(frozen=True)
class Exported:
    """about: what was exported; written: rows by split and table; left_out: rows, withheld: texts, by table."""

    about: About
    written: dict[str, int]
    left_out: dict[str, int]
    withheld: dict[str, int]


def run(config: ExportConfig) -> dict[str, Any]:
    """The command; gives the JSON object that ends its output. Raises ConfigurationError, DataContractError."""
    check_free(config.to)
    lexicon = Lexicon.load(config.lexicon_folder)
    with open_benchmark("benchmark export", config.tables, config.benchmark) as (stored, say):
        say("writing")
        exported = export(stored, config, lexicon)
    _tell(STDERR, exported, config)
    return {
        "benchmark_id": exported.about.benchmark_id,
        "format": config.format,
        "folder": str(config.to),
        "counts": exported.written,
        "left_out": exported.left_out,
        "withheld": exported.withheld,
    }


def export(stored: Stored, config: ExportConfig, lexicon: Lexicon) -> Exported:
    """Write a benchmark to a folder that is there whole or not at all.

    Raises:
        ConfigurationError: the folder is there already, the benchmark has no such split or licence.
        DataContractError: a name or id cannot stand in this format.
    """
    about = describe(stored.benchmark, config, lexicon)
    check_licenses(stored, config.license)
    passing = Passing(config.license, config.ids_only)
    contents = TableContents(stored, about.splits, passing, config.negatives)
    with whole_folder(config.to) as folder:
        if config.format == training.NAME:
            written = training.write(contents, about, folder, config.negatives)
        else:
            written = _WRITERS[config.format](contents, about, folder)
    left_out, withheld = contents.not_passed_on() if config.license or config.ids_only else ({}, {})
    return Exported(about, written, left_out, withheld)


def describe(benchmark: Benchmark, config: ExportConfig, lexicon: Lexicon) -> About:
    """What the export says of the benchmark."""
    keys = [key.split(":") for key in benchmark.counts if key.startswith("queries:")]
    splits = in_order({key[1] for key in keys})
    missing = [split for split in config.split if split not in splits]
    if missing:
        raise ConfigurationError(f"{benchmark.name} has no split {missing[0]}; it has {', '.join(splits)}")
    known = {move.name: MoveText(**vars(move)) for move in lexicon.moves}
    moves = sorted({key[2] for key in keys if len(key) > 2})
    return About(
        benchmark_id=benchmark.benchmark_id,
        name=benchmark.name,
        kind=benchmark.kind,
        digest=benchmark.digest,
        specification=benchmark.specification,
        splits=config.split or splits,
        moves=tuple(known.get(move, MoveText(move)) for move in moves),
        licenses=config.license,
        is_ids_only=config.ids_only,
    )


def check_licenses(stored: Stored, names: tuple[str, ...]) -> None:
    """Raise ConfigurationError where no text has a licence of that name: it is written otherwise in the tables."""
    if not names:
        return
    of_queries, of_candidates = (
        stored.read(table).select(F.explode("licenses").alias("license"))
        for table in (BENCHMARK_QUERIES, BENCHMARK_CANDIDATES)
    )
    there = of_queries.unionByName(of_candidates).select(F.lower("license").alias("license"))
    there = there.groupBy("license").count()
    found = {row.license for row in there.where(F.col("license").isin(*names)).collect()}
    for name in names:
        if name not in found:
            most = there.orderBy(F.col("count").desc(), "license").limit(_LICENSES_NAMED).collect()
            named = ", ".join(row.license for row in most) or "none"
            raise ConfigurationError(f"--license {name}: no text has this licence; those that the texts have: {named}")


def _tell(console: Console, exported: Exported, config: ExportConfig) -> None:
    about = exported.about
    console.print(f"Benchmark {escape(about.name)} ({about.benchmark_id}) is in {escape(str(config.to))}:")
    for name, number in exported.written.items():
        console.print(f"[bold]{number:>12,}[/bold]  {escape(name.replace(':', ' '))}")
    for name, number in exported.left_out.items():
        console.print(f"[bold]{number:>12,}[/bold]  {name} left out, for their licence or that of all they go with")
    for name, number in exported.withheld.items():
        console.print(f"[bold]{number:>12,}[/bold]  {name} without their text")
