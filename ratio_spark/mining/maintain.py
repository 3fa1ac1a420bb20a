"""Keep a root in order: join small files, delete files that nobody can need any more, say how large it is."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rich.console import Console
from rich.table import Table as Listing

from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Publication, Run, last_run
from ratio_spark.tables.schemas import CLAIMS, ROW_TABLES, RUNS, Table
from ratio_spark.tables.store import Size, Store


@dataclass(frozen=True)
class Maintenance:
    """run: the run that published the tidied tables, if anything was to do; sizes: by table, before and after."""

    run: Run | None
    compacted: tuple[str, ...]
    vacuumed: tuple[str, ...]
    sizes: dict[str, tuple[Size, Size]]


def maintain(store: Store, keep_days: int, say: Callable[[str], None]) -> Maintenance:
    """Join small files, delete what no version of the last `keep_days` days needs, and publish the result.

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
        compacted, vacuumed = [], []
        for table in tables:
            say(f"tidying {table.name}")
            act = partial(_tidy, store, keep_days, is_to_join=before[table.name].small > 1)
            # What is read as it stands, not at a published version, needs no publishing.
            is_joined, is_vacuumed = publication.tidy(table, act) if table in ROW_TABLES else act(table)
            compacted += [table.name] if is_joined else []
            vacuumed += [table.name] if is_vacuumed else []
        run = None
        if publication.has_moved:
            run = publication.publish("maintain", previous.fingerprints, previous.counts, previous.options, {})
        after = {table.name: store.size(table) for table in tables}
    sizes = {name: (before[name], after[name]) for name in before}
    return Maintenance(run, tuple(compacted), tuple(vacuumed), sizes)


def _tidy(store: Store, keep_days: int, table: Table, *, is_to_join: bool) -> tuple[bool, bool]:
    """Gives whether files were joined, and whether any were deleted."""
    store.keep(table, keep_days)
    return is_to_join and store.compact(table), store.vacuum(table, keep_days)


def write(console: Console, done: Maintenance) -> None:
    """The report for a person."""
    listing = Listing(box=None, pad_edge=False, header_style="dim")
    for heading in ("table", "MB", "files", "small", "files after", "small after", ""):
        listing.add_column(heading, justify="left" if heading in ("table", "") else "right")
    for name, (before, after) in done.sizes.items():
        notes = [what for what, names in (("joined", done.compacted), ("vacuumed", done.vacuumed)) if name in names]
        figures = [before.files, before.small, after.files, after.small]
        listing.add_row(name, f"{after.bytes / 1e6:,.1f}", *[f"{figure:,}" for figure in figures], ", ".join(notes))
    console.print(listing)
    if not done.compacted:
        console.print("No small files to join.")
