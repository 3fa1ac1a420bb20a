"""`benchmark import`: a published benchmark as one that every later stage works on."""

import hashlib
from dataclasses import asdict, dataclass, replace
from types import ModuleType
from typing import Any

import orjson
import yaml
from rich.console import Console
from rich.markup import escape

from ratio_spark.benchmark.exchange_options import ImportConfig
from ratio_spark.benchmark.imports import beir, mteb, ratio
from ratio_spark.benchmark.imports.assemble import Assembly, Left, read_raw
from ratio_spark.benchmark.imports.listing import Listing, digests, list_folder
from ratio_spark.benchmark.imports.raw import Source
from ratio_spark.benchmark.stored import Benchmark, Stored, list_benchmarks, open_store
from ratio_spark.benchmark.writing import write
from ratio_spark.command import STDERR
from ratio_spark.mining.held import held
from ratio_spark.published import Say
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.store import Store

IMPORT_VERSION = "2"
"""Of the rules by which rows are taken over: a change that gives other rows for the same files counts it up."""

_ID_DIGITS = 32
_FILES_NAMED = 20
_DONE = {
    "queries_named_by_move": "queries whose ids begin with their move now, for one id stood for queries of several",
    "queries_without_gold": "queries left out, for they have no gold",
    "judged_irrelevant": "judgments left out, for they are of 0 or less",
    "same_candidates": "candidates that became one with another of the same id or text",
    "golds_added": "golds added to a pool that lacked them",
}


_FORMATS: dict[str, ModuleType] = {"ratio": ratio, "beir": beir, "mteb": mteb}


@dataclass(frozen=True)
class Imported:
    """A benchmark that was taken over.

    left: what was not taken over as it is; None: it was there already.
    unread: the files of its folder that no row was taken from.
    """

    stored: Stored
    left: Left | None
    unread: tuple[str, ...] = ()


def run(config: ImportConfig) -> dict[str, Any]:
    """The command; gives the JSON object that ends its output. Raises ConfigurationError, DataContractError."""
    listing = list_folder(config.path)
    sources = _FORMATS[config.format].sources(listing)
    planned = plan(config, listing)
    with open_store("benchmark import", config.tables) as (store, say):
        imported = take_over(store, planned, config, sources, say)
    imported = replace(imported, unread=unread(listing, sources))
    return tell(STDERR, imported)


def unread(listing: Listing, sources: list[Source]) -> tuple[str, ...]:
    """The files of a folder that are none of the sources, by their names within it."""
    read = {source.path for source in sources}
    return tuple(name for name, path in listing.files.items() if path not in read)


def plan(config: ImportConfig, listing: Listing) -> Benchmark:
    """The benchmark that files become: the same files, name and options give the same benchmark_id."""
    options = {"splits": list(config.split), "move": config.move}
    origin = {"format": config.format, **options, "files": digests(listing)}
    parts = [IMPORT_VERSION, config.name, origin]
    identity = hashlib.sha256(orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)).hexdigest()[:_ID_DIGITS]
    text: str = yaml.safe_dump({"benchmark": config.name, **origin}, sort_keys=False, allow_unicode=True)
    return Benchmark(identity, config.name, "imported", text)


def take_over(store: Store, planned: Benchmark, config: ImportConfig, sources: list[Source], say: Say) -> Imported:
    """Write the benchmark, unless it is there.

    Raises:
        DataContractError: a row of its files is wrong, or does not fit the others; the message names file and line.
        RetryableError: another job writes here.
    """
    for benchmark in list_benchmarks(store):
        if benchmark.benchmark_id == planned.benchmark_id:
            return Imported(Stored(store, benchmark), None)
    raw = read_raw(store.spark, sources, _FORMATS[config.format].rows)
    say("reading the benchmark")
    with held(raw) as rows:
        assembly = Assembly(rows, config.split, config.move)
        taken = assembly.rows()
        left = assembly.left()
        with Claim(store, "ratio-spark benchmark import") as claim:
            return Imported(write(claim, planned, taken, say), left)


def tell(console: Console, imported: Imported) -> dict[str, Any]:
    """Tell what was taken over; gives the JSON object of the command."""
    benchmark = imported.stored.benchmark
    was = "imported" if imported.left else "is there already; nothing was written"
    console.print(f"Benchmark {escape(benchmark.name)} ({benchmark.benchmark_id}) {was}.")
    for name, number in benchmark.counts.items():
        if name.count(":") < 2:
            console.print(f"[bold]{number:>12,}[/bold]  {escape(name.replace(':', ' '))}")
    left = asdict(imported.left) if imported.left else {}
    for name, number in left.items():
        if number:
            console.print(f"[bold]{number:>12,}[/bold]  {_DONE[name]}")
    if imported.unread:
        named, more = imported.unread[:_FILES_NAMED], len(imported.unread) - _FILES_NAMED
        rest = f" and {more:,} more" if more > 0 else ""
        console.print(f"Files that no row was taken from: {escape(', '.join(named))}{rest}.", style="dim")
    return {
        "benchmark_id": benchmark.benchmark_id,
        "name": benchmark.name,
        "written": imported.left is not None,
        "counts": benchmark.counts,
        "left": left,
        "unread": list(imported.unread),
        "digest": benchmark.digest,
    }
