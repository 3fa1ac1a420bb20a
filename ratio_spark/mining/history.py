"""Published runs: list them, compare two, go back to one."""

import hashlib
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from rich.console import Console
from rich.table import Table

from ratio_spark.mining.difference import Difference, find_difference, find_paper_difference, pairs_of
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.publish import Publication, Run, find_run, last_run
from ratio_spark.tables.schemas import ROW_TABLES
from ratio_spark.tables.schemas import Table as Schema
from ratio_spark.tables.store import Store

_ID_SHOWN = 12


def write_runs(console: Console, runs: Sequence[Run]) -> None:
    """A table of runs for a person: what each one did."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("", "run", "job", "published", "seconds", "papers", "pairs", "papers then", "pairs then"):
        is_figure = heading not in ("run", "job", "published")
        table.add_column(heading, justify="right" if is_figure else "left", no_wrap=True)
    for run in runs:
        changes = [
            "+{} -{} ~{}".format(*(f"{run.work.get(f'{of}_{what}', 0):,}" for what in ("added", "removed", "changed")))
            for of in ("papers", "pairs")
        ]
        held = run.counts.get("queries", 0) + run.counts.get("distractors", 0)
        table.add_row(
            str(run.sequence),
            run.run_id[:_ID_SHOWN],
            run.job,
            f"{run.finished.astimezone(UTC):%Y-%m-%d %H:%M} UTC",
            f"{run.seconds:,.0f}",
            *changes,
            f"{run.counts.get('papers', 0):,}",
            f"{held:,}",
        )
    console.print(table)


def as_json(run: Run) -> dict[str, Any]:
    """A run as plain data."""
    return {
        "sequence": run.sequence,
        "run_id": run.run_id,
        "job": run.job,
        "finished": run.finished.isoformat(),
        "seconds": round(run.seconds, 1),
        "work": run.work,
        "counts": run.counts,
        "versions": run.versions,
    }


def compare(store: Store, before: Run, after: Run) -> Difference:
    """What changed between two published runs."""

    def tables(run: Run) -> Any:
        def read(table: Schema) -> Any:
            version = run.versions.get(table.name)
            return store.empty(table) if version is None else store.read(table, version)

        return read

    papers = find_paper_difference(tables(before), tables(after))
    return find_difference(pairs_of(tables(before)), pairs_of(tables(after)), papers)


def roll_back(store: Store, run_id: str) -> Run | None:
    """Publish an earlier run again: every table gets its rows back, in one commit each.

    Args:
        run_id: of the run to go back to, or how it starts.

    Returns:
        The new run; None where that run is the one that stands.

    Raises:
        ConfigurationError: there is no such run.
        DataContractError: files of that run are gone.
        RetryableError: another job writes here.
    """
    with Claim(store, "ratio-spark runs rollback") as claim:
        target, previous = find_run(store, run_id), last_run(store)
        if previous is None or target.versions == previous.versions:
            return None
        identity = "\x1f".join([previous.run_id, "rollback", target.run_id])
        publication = Publication(store, hashlib.sha256(identity.encode()).hexdigest()[:32], previous, claim)
        publication.begin()
        for table in ROW_TABLES:
            publication.restore(table, target.versions.get(table.name))
        return publication.publish("rollback", target.fingerprints, target.counts, target.options, {})
