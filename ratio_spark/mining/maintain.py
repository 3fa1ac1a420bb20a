"""Keep a root in order: join small files, delete files that nobody can need any more, say how large it is."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Publication, Run, last_run
from ratio_spark.tables.schemas import CLAIMS, ROW_TABLES, RUNS
from ratio_spark.tables.store import Size, Store


@dataclass(frozen=True)
class Maintenance:
    """run: the run that published the joined files, if any were joined; sizes: by table, before and after."""

    run: Run | None
    compacted: tuple[str, ...]
    vacuumed: tuple[str, ...]
    sizes: dict[str, tuple[Size, Size]]


def maintain(store: Store, keep_days: int, say: Callable[[str], None]) -> Maintenance:
    """Join small files, publish the result, and delete what no version of the last `keep_days` days needs.

    The rows stay as they are. What a run that was killed left is undone first; a root of an older ratio-spark is
    brought up to date.

    Raises:
        RetryableError: another job writes here.
    """
    tables = [table for table in (*ROW_TABLES, RUNS, CLAIMS) if store.exists(table)]
    with Claim(store, "ratio-spark maintain") as claim:
        previous = last_run(store)
        assert previous is not None, "the caller has seen a published run"
        identity = "\x1f".join([previous.run_id, "maintain"])
        publication = Publication(store, hashlib.sha256(identity.encode()).hexdigest()[:32], previous, claim)
        publication.begin()
        before = {table.name: store.size(table) for table in tables}
        compacted = []
        for table in tables:
            if table in ROW_TABLES and before[table.name].small > 1:
                say(f"joining small files of {table.name}")
                if publication.compact(table):
                    compacted.append(table.name)
        run = None
        if compacted:
            run = publication.publish("maintain", previous.fingerprints, previous.counts, previous.options, {})
        vacuumed = []
        for table in tables:
            say(f"looking for files that {table.name} no longer needs")
            store.keep(table, keep_days)
            if store.vacuum(table, keep_days):
                vacuumed.append(table.name)
        after = {table.name: store.size(table) for table in tables}
    sizes = {name: (before[name], after[name]) for name in before}
    return Maintenance(run, tuple(compacted), tuple(vacuumed), sizes)


def write(console: Console, done: Maintenance) -> None:
    """The report for a person."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("table", "MB", "files", "small", "files after", "small after", ""):
        table.add_column(heading, justify="left" if heading in ("table", "") else "right")
    for name, (before, after) in done.sizes.items():
        notes = [what for what, names in (("joined", done.compacted), ("vacuumed", done.vacuumed)) if name in names]
        figures = [before.files, before.small, after.files, after.small]
        table.add_row(name, f"{after.bytes / 1e6:,.1f}", *[f"{figure:,}" for figure in figures], ", ".join(notes))
    console.print(table)
    if done.run is None:
        console.print("No small files to join.")
