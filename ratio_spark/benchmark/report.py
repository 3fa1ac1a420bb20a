"""What a person and what a program is told after a build."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

from ratio_spark.benchmark.build import Built
from ratio_spark.benchmark.funnel import STEPS, FunnelRow
from ratio_spark.benchmark.split_rules import SPLITS
from ratio_spark.benchmark.stored import Benchmark


def write(console: Console, built: Built) -> dict[str, Any]:
    """Tell what the benchmark holds and what its rules removed; gives the JSON object of the command."""
    benchmark = built.stored.benchmark
    was = "built" if built.is_new else "is there already; nothing was written"
    console.print(f"Benchmark {benchmark.name} ({benchmark.benchmark_id}) {was}.")
    console.print("Queries by move, candidates of the pool, and how often one is masked for a query:", style="dim")
    console.print(_contents(benchmark))
    console.print("What the rules removed:", style="dim")
    console.print(_funnel(benchmark.funnel))
    return {
        "benchmark_id": benchmark.benchmark_id,
        "name": benchmark.name,
        "written": built.is_new,
        "run_id": benchmark.run_id,
        "counts": benchmark.counts,
        "digest": benchmark.digest,
        "funnel": [vars(row) for row in benchmark.funnel],
    }


def _table(*headings: str, texts: int) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place < texts else "right", no_wrap=True)
    return table


def _contents(benchmark: Benchmark) -> Table:
    """A line per split: its queries by move, its candidates, and the candidates that are masked, a query each time."""
    counts = benchmark.counts
    moves = sorted({key.split(":")[2] for key in counts if key.startswith("queries:") and key.count(":") == 2})
    table = _table("split", *moves, "candidates", "self", "twins", texts=1)
    for split in (split for split in SPLITS if f"queries:{split}" in counts):
        keys = [f"queries:{split}:{move}" for move in moves]
        keys += [f"candidates:{split}", f"exclusions:{split}:self", f"exclusions:{split}:twin"]
        table.add_row(split, *(f"{counts.get(key, 0):,}" for key in keys))
    return table


def _funnel(funnel: Iterable[FunnelRow]) -> Table:
    """A line per rule: what it removed of pairs and of distractors, over all splits and moves."""
    removed: dict[tuple[str, str], list[int]] = {}
    for row in funnel:
        if row.step in STEPS:
            of_rule = removed.setdefault((row.step, row.rule), [0, 0])
            of_rule[row.move.startswith("distractor:")] += row.removed
    table = _table("step", "rule", "pairs removed", "distractors removed", texts=2)
    for (step, rule), (pairs, distractors) in removed.items():
        table.add_row(step, rule, f"{pairs:,}", f"{distractors:,}")
    return table
