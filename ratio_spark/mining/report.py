"""What a person and what a program is told after a run."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ratio_spark.corpus.refusals import Reason
from ratio_spark.mining.difference import WHAT, Difference
from ratio_spark.mining.estimate import Estimate
from ratio_spark.mining.job import Outcome
from ratio_spark.mining.plan import Plan
from ratio_spark.tables.schemas import ALL_TABLES, GOLDS, QUERIES
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.selection import load_selection

PAIRS_PER_MOVE = 3
LINES_SHOWN = 10

Samples = dict[str, list[tuple[str, str, str]]]
"""By move: (query, marker, gold) of a few pairs."""


def sample_pairs(outcome: Outcome, lexicon: Lexicon) -> Samples:
    """A few pairs per move that the selection `clean` keeps, of a length that reads easily, the same each time."""
    if outcome.run is None:
        return {}
    exclude = load_selection("clean").exclude
    readable = F.length("text").between(50, 180)
    sides = {
        table.name: outcome.store.read(table, outcome.run.versions[table.name]).where(readable & ~_has_flag(names))
        for table, names in ((QUERIES, exclude.query), (GOLDS, exclude.gold))
    }
    golds = sides[GOLDS.name].select("pair_id", F.col("text").alias("gold"))
    pairs = sides[QUERIES.name].join(golds, "pair_id").select("pair_id", "move", "text", "marker", "gold")
    few = [pairs.where(F.col("move") == move.name).orderBy("pair_id").limit(PAIRS_PER_MOVE) for move in lexicon.moves]
    samples: Samples = {move.name: [] for move in lexicon.moves}
    for row in reduce(DataFrame.unionByName, few).collect():
        samples[row.move].append((row.text, row.marker, row.gold))
    return samples


def _has_flag(names: Sequence[str]) -> Column:
    return F.arrays_overlap("flags", F.array(*[F.lit(name) for name in names]))


def summary(outcome: Outcome, seconds: float) -> dict[str, Any]:
    """The last line of standard output: `run_id`, `counts`, `tables`, `seconds`, and whether anything was done."""
    return {
        "run_id": outcome.run.run_id if outcome.run else None,
        "published": outcome.published,
        "plan": list(outcome.plan.reasons),
        "counts": outcome.run.counts if outcome.run else {},
        "difference": difference_figures(outcome.difference) if outcome.difference else None,
        "tables": {table.name: outcome.store.location(table) for table in ALL_TABLES},
        "seconds": round(seconds, 1),
    }


def difference_figures(difference: Difference) -> dict[str, Any]:
    """Papers, and pairs by move or kind, that were added, removed and changed."""
    return {"papers": difference.papers, "pairs": {label: difference.pairs(label) for label in difference.labels}}


def write(console: Console, outcome: Outcome, samples: Samples, seconds: float) -> None:
    """The report for a person."""
    plan = outcome.plan
    if plan.is_empty:
        console.print(
            f"Nothing is new: {plan.unchanged:,} input file(s) and the lexicon are as the last run found them."
        )
    elif not outcome.published:
        write_plan(console, plan, outcome.estimate)
        return
    for note in outcome.notes:
        console.print(note)
    if outcome.run:
        write_counts(console, outcome.run.counts)
    if outcome.difference:
        write_difference(console, outcome.difference)
    for move, pairs in samples.items():
        for query, marker, gold in pairs:
            console.print(f"\n[cyan]{escape(move)}[/cyan]  {escape(query)}")
            console.print(f"  [bold green]{escape(marker)}[/bold green] {escape(gold)}")
    _write_places(console, outcome, seconds)


def write_plan(console: Console, plan: Plan, estimate: Estimate | None) -> None:
    """What is to do, where no more was asked for."""
    console.print(f"To do: {'; '.join(plan.reasons)}. {plan.unchanged:,} input file(s) are unchanged.")
    if estimate:
        basis = "as fast as the largest run so far" if estimate.is_measured else "no earlier run to go by"
        console.print(f"About {estimate.papers:,} papers in {estimate.seconds:,.0f} s ({basis}).")
    for file, format_name in plan.read[:20]:
        console.print(f"  read {escape(file.path)} as {format_name} ({file.size:,} bytes)", style="dim")
    if len(plan.read) > 20:
        console.print(f"  and {len(plan.read) - 20:,} more", style="dim")


def write_difference(console: Console, difference: Difference) -> None:
    """What was added, removed and changed: papers, pairs by move or kind, lexicon lines, samples."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("what changed")
    for what in WHAT:
        table.add_column(what, justify="right")
    rows = [("papers", difference.papers), *((label, difference.pairs(label)) for label in difference.labels)]
    for name, figures in rows:
        table.add_row(escape(name), *[f"{figures[what]:,}" for what in WHAT])
    console.print(table)
    for change in difference.changes[:LINES_SHOWN]:
        console.print(
            f"{change.pairs:>12,}  {change.what}: {escape(change.marker)} ({escape(change.label)})", style="dim"
        )
    for sample in difference.samples:
        console.print(f"\n[cyan]{sample.what}, {escape(sample.label)}[/cyan]  {escape(sample.query)}")
        console.print(f"  [bold green]{escape(sample.marker)}[/bold green] {escape(sample.gold)}")


def write_counts(console: Console, counts: dict[str, int]) -> None:
    """What a root holds."""

    def named(prefix: str) -> list[tuple[str, int]]:
        return [(key.removeprefix(prefix), value) for key, value in counts.items() if key.startswith(prefix)]

    dates = ", ".join(f"{value:,} {name}" for name, value in named("papers:"))
    lines = [
        (counts["papers"], f"papers from {counts['files']:,} files (date known to the: {dates})"),
        (
            counts["records"],
            f"records read = {counts['taken']:,} papers + {counts['quarantined']:,} quarantined"
            f" + {counts['duplicates']:,} duplicates + {counts['left_out']:,} left out",
        ),
    ]
    if counts.get("works"):
        lines.append((counts["works"], f"works that {counts['linked']:,} papers are versions of"))
    if counts["mined_papers"]:
        lines += [
            (counts["sentences"], f"sentences, {counts['pairs']:,} pairs of consecutive ones"),
            *[(value, f"{move} pairs") for move, value in named("queries:")],
            *[(value, f"{kind} distractors") for kind, value in named("distractors:")],
        ]
    lines += [
        (value, f"in quarantine: {reason}. [dim]{escape(Reason[reason.upper()].remedy)}[/dim]")
        for reason, value in named("quarantine:")
    ]
    for value, text in lines:
        console.print(f"[bold]{value:>12,}[/bold]  {text}")


def _write_places(console: Console, outcome: Outcome, seconds: float) -> None:
    queries = outcome.store.location(QUERIES)
    name = outcome.store.sql_name(QUERIES)
    version = outcome.run.versions[QUERIES.name] if outcome.run else 0
    python = f'deltalake.DeltaTable("{queries}", version={version}).to_pyarrow_table()'
    if outcome.store.in_catalog:
        python = f'spark.read.table("{queries}")'
    console.print(f"\nTables: {escape(outcome.store.root)} ({seconds:.0f} s)")
    console.print(f"  Python  {escape(python)}", style="dim")
    console.print(f"  SQL     SELECT move, marker, text FROM {escape(name)} VERSION AS OF {version}", style="dim")
