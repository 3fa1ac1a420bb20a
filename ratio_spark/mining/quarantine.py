"""Records that were refused: what they are and why, and reading their files again."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from pyspark.sql import Column, DataFrame, Row, Window
from pyspark.sql import functions as F
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ratio_spark.config import IngestConfig, ReadingConfig, load_config
from ratio_spark.corpus.files import is_there
from ratio_spark.corpus.read import BESIDE_TEXTS, DATES_FORMATS, METADATA_FORMAT
from ratio_spark.corpus.refusals import Reason
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining.ingest_job import read_in_groups
from ratio_spark.mining.inputs import Inputs, list_all
from ratio_spark.mining.plan import make_plan
from ratio_spark.mining.reading import Say
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Run, find_run, last_run
from ratio_spark.tables.schemas import QUARANTINE, SOURCES
from ratio_spark.tables.store import Store

# What is in quarantine for these reasons would be refused again whatever is mended.
_SETTLED = (Reason.SUPERSEDED, Reason.WITHDRAWN)
_GROUP_BYTES = 4 * 2**30
_PREFIX = "quarantine:"


@dataclass(frozen=True)
class Refused:
    """A refused record (None: the file itself) as the quarantine has it."""

    source_file: str
    record: int | None
    paper_id: str | None
    detail: str


@dataclass(frozen=True)
class Ward:
    """What is in quarantine for one reason: how many, and a few of them, the same each time."""

    reason: Reason
    refused: int
    samples: tuple[Refused, ...]


def look(quarantine: DataFrame, reasons: Sequence[str], file: str | None, samples: int) -> list[Ward]:
    """What is in quarantine, most refused records first.

    Args:
        quarantine: rows of `quarantine`.
        reasons: only for these; empty for all.
        file: only of the file whose path this is, or ends with.
    """
    rows = quarantine.where(_is_of(reasons, file))
    counted = {row.reason: row["count"] for row in rows.groupBy("reason").count().collect()}
    in_order = Window.partitionBy("reason").orderBy("source_file", "record")
    few = rows.withColumn("place", F.row_number().over(in_order)).where(F.col("place") <= samples).orderBy("place")
    chosen: dict[str, list[Refused]] = {reason: [] for reason in counted}
    for row in few.collect() if samples and counted else []:
        chosen[row.reason].append(Refused(row.source_file, row.record, row.paper_id, row.detail))
    wards = [Ward(Reason[name.upper()], number, tuple(chosen[name])) for name, number in counted.items()]
    return sorted(wards, key=lambda ward: (-ward.refused, ward.reason))


def _is_of(reasons: Sequence[str], file: str | None) -> Column:
    is_one = F.col("reason").isin(list(reasons)) if reasons else F.lit(True)
    if file is None:
        return is_one
    return is_one & ((F.col("source_file") == file) | F.endswith("source_file", F.lit("/" + file.removeprefix("./"))))


def write(console: Console, wards: Sequence[Ward]) -> None:
    """The wards for a person."""
    if not wards:
        console.print("Nothing is in quarantine.")
    for ward in wards:
        console.print(f"[bold]{ward.refused:>9,}[/bold]  [cyan]{ward.reason}[/cyan]  {escape(ward.reason.remedy)}")
        for one in ward.samples:
            place = "" if one.record is None else f", record {one.record:,}"
            paper = f" ({escape(one.paper_id)})" if one.paper_id else ""
            console.print(f"           {escape(one.source_file)}{place}{paper}: {escape(one.detail)}", style="dim")


@dataclass
class Retried:
    """What a new reading came to.

    files: how many files were read; before, after: the run that stood, and the one that stands now.
    notes: what a person should know, a sentence each.
    """

    before: Run
    after: Run
    files: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def by_reason(self) -> dict[str, tuple[int, int]]:
        """Refused records by reason, before and after."""
        reasons = sorted(name for name in {*self.before.counts, *self.after.counts} if name.startswith(_PREFIX))
        both = {name: (self.before.counts.get(name, 0), self.after.counts.get(name, 0)) for name in reasons}
        return {name.removeprefix(_PREFIX): figures for name, figures in both.items()}


def retry(store: Store, reasons: Sequence[str], file: str | None, say: Say) -> Retried:
    """Read the files again that hold refused records, with the options that they were read with.

    Files are read although they have not changed: what was mended may be the reader. Records that a newer one
    supersedes, or whose paper is withdrawn, are no reason to. A file that is gone is left out, and a note says so.

    Raises:
        ConfigurationError: a file of --papers or --dates is gone, or the root holds the first so many papers of a trial
            alone.
        RetryableError: a file cannot be read now, or another job writes here.
    """
    with Claim(store, "ratio-spark quarantine retry") as claim:
        before = last_run(store)
        assert before is not None, "the caller has seen a published run"
        done = Retried(before, before)
        sources = store.read(SOURCES, before.versions[SOURCES.name])
        is_open = _is_of(reasons, file) & ~F.col("reason").isin(*_SETTLED)
        quarantine = store.read(QUARANTINE, before.versions[QUARANTINE.name]).where(is_open)
        at_fault = sources.join(quarantine.select("source_file").distinct(), "source_file", "left_semi").collect()
        texts = [row for row in at_fault if row.format not in BESIDE_TEXTS]
        if len(texts) < len(at_fault):
            done.notes.append(
                "Files of --papers, --dates and --withdrawn are read again by the command that names them."
            )
        texts = _still_there(texts, done.notes)
        for scope in sorted({row.scope for row in texts}):
            paths = sorted(row.source_file for row in texts if row.scope == scope)
            run_id = next(row.run_id for row in texts if row.scope == scope)
            found = _as_read(store, sources.where(F.col("scope") == scope).collect(), paths, find_run(store, run_id))
            if found is None:
                done.notes.append(
                    f"{paths[0]}: its --papers or --dates have changed; run `ratio-spark ingest` with them."
                )
                continue
            config, inputs = found
            plan = make_plan(config, {}, inputs, store, done.after, again=True)
            ingested = read_in_groups(claim, plan, done.after, config, _GROUP_BYTES, say)
            assert ingested.run is not None, "a plan with files publishes a run"
            done.after = ingested.run
            done.files += len(inputs.texts)
            done.notes += ingested.notes
    return done


def _still_there(files: Sequence[Row], notes: list[str]) -> list[Row]:
    """The files (rows with `source_file`) that still exist; a note of how many do not."""
    found = [row for row in files if is_there(row.source_file)]
    if gone := sorted({row.source_file for row in files} - {row.source_file for row in found}):
        notes.append(f"{len(gone):,} file(s) are gone, first {gone[0]}: what is in quarantine of them stays there.")
    return found


def _as_read(
    store: Store, of_scope: Sequence[Row], paths: Sequence[str], run: Run
) -> tuple[ReadingConfig, Inputs] | None:
    """The options and files to read these paths with as the run did; None where files about them have changed."""
    options = {name: json.loads(value) for name, value in run.options.items()}
    if "limit" in options:
        raise ConfigurationError(f"{store.root} was made with --limit: give the whole command again")
    numbers = {name: options.pop(name, 0) for name in ("papers", "dates")}
    about = {
        "papers": [row.source_file for row in of_scope if row.format == METADATA_FORMAT],
        "dates": [row.source_file for row in of_scope if row.format in DATES_FORMATS],
    }
    if any(len(about[name]) != number for name, number in numbers.items()):
        return None
    config = load_config(IngestConfig, {**options, **about, "input": paths, "tables": store.root})
    return config, list_all(config)


def write_retried(console: Console, done: Retried) -> None:
    """What came of it, for a person."""
    for note in done.notes:
        console.print(escape(note))
    if not done.files:
        console.print("No file was read again: none holds a refused record that this is about.")
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(f"{done.files:,} file(s) read again")
    for heading in ("before", "after"):
        table.add_column(heading, justify="right")
    rows = {"papers": (done.before.counts["papers"], done.after.counts["papers"]), **done.by_reason}
    for name, figures in rows.items():
        table.add_row(name, *[f"{figure:,}" for figure in figures])
    console.print(table)
    console.print("Papers that came in are mined by `ratio-spark mine --tables` on these tables.", style="dim")
