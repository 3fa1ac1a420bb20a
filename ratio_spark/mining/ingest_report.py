"""What a person and what a program is told after an ingest."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from ratio_spark.config import IngestConfig
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining import date_report, report
from ratio_spark.mining.date_report import DateFigures
from ratio_spark.mining.ingest_job import Ingested
from ratio_spark.tables.schemas import PAPERS, QUARANTINE, SOURCES, WORKS
from ratio_spark.tables.store import local_folder


def write(
    console: Console, config: IngestConfig, done: Ingested, figures: DateFigures | None, seconds: float
) -> dict[str, Any]:
    """Write the report for a person and the files of `--report`; gives the last line of standard output."""
    if done.plan.is_empty:
        console.print(f"Nothing is new: {done.plan.unchanged:,} input file(s) are as the last run found them.")
    elif not done.groups:
        report.write_plan(console, done.plan, done.estimate)
    for note in done.notes:
        console.print(note)
    if done.run and (done.groups or not config.plan):
        report.write_counts(console, done.run.counts)
    files: list[Path] = []
    if figures:
        date_report.write(console, figures)
        files = _save(figures, config.report_folder or _folder_beside(config.tables))
        console.print(f"Written: {', '.join(escape(str(file)) for file in files)}")
    root = done.store.root
    if done.groups:
        console.print(f"\nTables: {escape(root)} ({seconds:.0f} s)")
        console.print(f"Mine them by `ratio-spark mine --tables {escape(root)}`.", style="dim")
    return {
        "run_id": done.run.run_id if done.run else None,
        "published": done.groups > 0,
        "groups": done.groups,
        "plan": list(done.plan.reasons),
        "counts": done.run.counts if done.run else {},
        "report": {"files": [str(file) for file in files], **figures.to_json()} if figures else None,
        "tables": {table.name: done.store.location(table) for table in (PAPERS, SOURCES, QUARANTINE, WORKS)},
        "seconds": round(seconds, 1),
    }


def _save(figures: DateFigures, folder: Path) -> list[Path]:
    try:
        return date_report.save(figures, folder)
    except OSError as error:
        raise ConfigurationError(f"--report-folder {folder}: cannot be written to: {error}") from error


def _folder_beside(root: str) -> Path:
    """`ROOT-report`; the tables of a catalog or an object store have no folder beside them here."""
    folder = local_folder(root)
    return folder.with_name(f"{folder.name}-report") if folder else Path("ratio-report")
