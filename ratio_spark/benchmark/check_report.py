"""What a person is told after a check."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ratio_spark.benchmark.bounds import MRR_AT
from ratio_spark.benchmark.exclusions import SELF, TWIN
from ratio_spark.benchmark.findings import Checked, Finding
from ratio_spark.benchmark.oracles import ORDERS

_SHOWN = (f"mrr@{MRR_AT}", "recall@10")


def write(console: Console, checked: Checked) -> None:
    """The promises one by one, then the figures by split and move."""
    benchmark = checked.benchmark
    console.print(f"Benchmark {escape(benchmark.name)} ({benchmark.benchmark_id}, {benchmark.kind})")
    for finding in checked.findings:
        console.print(_line(finding))
        for offender in finding.first:
            console.print(f"         {escape(offender)}", style="dim")
    console.print(_masks(checked))
    console.print("What orders score that do not read the query, in percent:")
    console.print(_scores(checked))


def _line(finding: Finding) -> str:
    if finding.offenders is None:
        return f"[dim]   -     {escape(finding.promise)}: not checked, {escape(finding.why)}[/dim]"
    if finding.is_broken:
        return f"[red]broken[/red]   {escape(finding.promise)}: {finding.offenders:,} break it"
    return f"[green]  kept[/green]   {escape(finding.promise)}"


def _masks(checked: Checked) -> Table:
    table = _table("queries", "pool", "with a self", "selves", "twins")
    for (split, move), of_move in checked.figures.items():
        share = f"{of_move.with_self / of_move.queries:.0%}"
        masked = [of_move.masked[reason] for reason in (SELF, TWIN)]
        numbers = [f"{number:,}" for number in (of_move.queries, of_move.pool)]
        table.add_row(split, escape(move), *numbers, share, *[f"{number:,}" for number in masked])
    return table


def _scores(checked: Checked) -> Table:
    table = _table(*_SHOWN, texts=("split", "move", "order"))
    for (split, move), of_move in checked.figures.items():
        for order in ORDERS:
            scores = [f"{100 * of_move.scores[order][metric]:.3g}" for metric in _SHOWN]
            table.add_row(split, escape(move), order.replace("_", " "), *scores)
    return table


def _table(*numbers: str, texts: tuple[str, ...] = ("split", "move")) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in texts:
        table.add_column(name, no_wrap=True)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table
