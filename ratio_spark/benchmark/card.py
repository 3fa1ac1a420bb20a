"""`benchmark card`: what a benchmark holds and how it came to that, as a page of Markdown with plots."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.bounds import MRR_AT
from ratio_spark.benchmark.card_figures import CardFigures, figures_of
from ratio_spark.benchmark.card_plots import draw
from ratio_spark.benchmark.check import check
from ratio_spark.benchmark.exchange_options import CardConfig
from ratio_spark.benchmark.findings import Checked, Finding
from ratio_spark.benchmark.funnel import MERGED, MINED, FunnelRow
from ratio_spark.benchmark.oracles import ORDERS
from ratio_spark.benchmark.stored import Stored, open_benchmark
from ratio_spark.benchmark.whole_folder import check_free, whole_folder
from ratio_spark.command import STDERR
from ratio_spark.text.lexicon import Lexicon

PAGE = "card.md"

_DISTRACTOR = "distractor:"


def run(config: CardConfig) -> dict[str, Any]:
    """The command; gives the JSON object that ends its output. Raises ConfigurationError."""
    check_free(config.to)
    lexicon = Lexicon.load(config.lexicon_folder)
    with open_benchmark("benchmark card", config.tables, config.benchmark) as (stored, say):
        checked = None if config.unchecked else check(stored, lexicon, say)
        say("looking at the benchmark")
        write_card(stored, config.to, checked)
    STDERR.print(f"The card of {stored.benchmark.name} ({stored.benchmark.benchmark_id}) is {config.to / PAGE}.")
    kept = None if checked is None else not any(finding.is_broken for finding in checked.findings)
    return {"benchmark_id": stored.benchmark.benchmark_id, "card": str(config.to / PAGE), "kept": kept}


def write_card(stored: Stored, folder: Path, checked: Checked | None = None) -> None:
    """Write the card of a benchmark, `card.md` and its plots, to a folder that is there whole or not at all.

    Args:
        checked: what `benchmark check` found; None: it was not asked.

    Raises:
        ConfigurationError: the folder is there already.
    """
    figures = figures_of(stored)
    with whole_folder(folder) as unfinished:
        plots = draw(figures, unfinished)
        (unfinished / PAGE).write_text(page(figures, plots, checked), encoding="utf-8")


def page(figures: CardFigures, plots: Mapping[str, str], checked: Checked | None) -> str:
    """The card as Markdown.

    Args:
        plots: the files of the plots by what they show, as `card_plots.draw` gives them.
    """
    sections = [
        _head(figures),
        _counts(figures),
        _section("Queries by month", _image(plots, "months"), _undated(figures)),
        _funnel(figures.benchmark.funnel),
        _leaks(checked),
        _orders(checked),
        _markers(figures),
        _section("Lengths", _image(plots, "lengths"), _lengths(figures)),
        _section("Overlap of query and gold", _image(plots, "overlaps"), _overlaps(figures)),
        _licenses(figures),
        _section("Specification", f"```yaml\n{figures.benchmark.specification.rstrip()}\n```"),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


def _section(title: str, *parts: str) -> str:
    there = [part for part in parts if part]
    return "\n\n".join([f"## {title}", *there]) if there else ""


def _image(plots: Mapping[str, str], what: str) -> str:
    return f"![{what}]({plots[what]})" if what in plots else ""


def _table(headings: Sequence[str], rows: Iterable[Sequence[object]], texts: int = 1) -> str:
    """A table: the first columns are texts, the others numbers."""
    ruler = ["---"] * texts + ["---:"] * (len(headings) - texts)
    lines = [headings, ruler, *[[_cell(value) for value in row] for row in rows]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, int):
        return f"{value:,}"
    return " ".join(str(value).replace("|", "\\|").split())


def _head(figures: CardFigures) -> str:
    benchmark = figures.benchmark
    came = f"built from the run {benchmark.run_id}" if benchmark.kind == "built" else "imported from a published one"
    written = f", written {benchmark.created:%Y-%m-%d %H:%M} UTC" if benchmark.created else ""
    total = figures.count("queries")
    pools = ", ".join(f"{split} {figures.count('candidates', split):,}" for split in figures.splits)
    return (
        f"# {benchmark.name}\n\n"
        f"{total:,} queries of {len(figures.moves)} moves ({', '.join(figures.moves)}); candidates: {pools}. "
        f"A query is a sentence, its gold the one that its author wrote next, without the marker that opened it. "
        f"All moves of a split share one pool.\n\n"
        f"Benchmark `{benchmark.benchmark_id}`, {came}{written}. "
        f"Digest `{benchmark.digest}`."
    )


def _counts(figures: CardFigures) -> str:
    queries = [[move, *(figures.count("queries", split, move) for split in figures.splits)] for move in figures.moves]
    queries.append(["**all queries**", *(figures.count("queries", split) for split in figures.splits)])
    roles = sorted({key.split(":", 2)[2] for key in figures.benchmark.counts if _is_role(key)})
    pool = [[_role(role), *(figures.count("candidates", split, role) for split in figures.splits)] for role in roles]
    pool.append(["**all candidates**", *(figures.count("candidates", split) for split in figures.splits)])
    reasons = sorted({key.split(":")[2] for key in figures.benchmark.counts if _is_reason(key)})
    excluded = [[f"excluded: {it}", *(figures.count("exclusions", s, it) for s in figures.splits)] for it in reasons]
    sources = [
        ["papers", *(figures.papers.get(split, 0) for split in figures.splits)],
        ["works", *(figures.works.get(split, 0) for split in figures.splits)],
    ]
    text = (
        "A candidate with several roles counts under each. Excluded are pairs of a query and a candidate that a fair "
        "ranking leaves out: `self` is cut from the query's own sentence, `twin` is a near-copy of a gold."
    )
    return _section("Counts", _table(["", *figures.splits], [*queries, *pool, *excluded, *sources]), text)


def _is_role(key: str) -> bool:
    return key.startswith("candidates:") and key.count(":") == 3


def _is_reason(key: str) -> bool:
    return key.startswith("exclusions:") and key.count(":") == 2


def _role(role: str) -> str:
    kind, _, name = role.partition(":")
    return f"{kind} {name}"


def _undated(figures: CardFigures) -> str:
    return f"{figures.undated:,} queries have no date." if figures.undated else ""


def _funnel(funnel: Sequence[FunnelRow]) -> str:
    """What each rule removed of pairs, move by move, and of distractors."""
    if not funnel:
        return ""
    moves = sorted({row.move for row in funnel if not row.move.startswith(_DISTRACTOR)})
    columns = [*moves, "distractors"]
    removed: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: dict.fromkeys(columns, 0))
    mined, left = dict.fromkeys(columns, 0), dict.fromkeys(columns, 0)
    for row in funnel:
        column = "distractors" if row.move.startswith(_DISTRACTOR) else row.move
        if row.step == MINED:
            mined[column] += row.left
        else:
            removed[row.step, row.rule][column] += row.removed
        if row.step == MERGED:
            left[column] += row.left
    rows: list[list[object]] = [["mined", "", *mined.values()]]
    rows += [[step, rule, *(-number for number in by.values())] for (step, rule), by in removed.items()]
    rows.append(["**left**", "", *left.values()])
    text = (
        "Rows that were mined, what each rule took away, in the order in which they apply, and what is left. Copies "
        "that the split itself holds become one (`merge`); a distractor counts once for each kind it is of."
    )
    return _section("From mined pairs to the benchmark", _table(["step", "rule", *columns], rows, texts=2), text)


def _leaks(checked: Checked | None) -> str:
    if checked is None:
        return _section("Leaks", "Not checked when this card was written: `ratio-spark benchmark check` does.")
    return _section(
        "Leaks", _table(["promise", "found"], [[each.promise, _found(each)] for each in checked.findings], 2)
    )


def _found(finding: Finding) -> str:
    if finding.offenders is None:
        return f"not checked: {finding.why}"
    return f"**broken by {finding.offenders:,}**, first {finding.first[0]}" if finding.is_broken else "kept"


def _orders(checked: Checked | None) -> str:
    """What orders score that do not read the query: a retriever must be above them."""
    if checked is None or not checked.figures:
        return ""
    metrics = (f"mrr@{MRR_AT}", "recall@10")
    headings = [
        "split",
        "move",
        "with a self",
        *(f"{order.replace('_', ' ')} {metric}" for order in ORDERS for metric in metrics),
    ]
    rows = [
        [split, move, f"{of_move.with_self / of_move.queries:.0%}",
         *(f"{of_move.scores[order][metric]:.2%}" for order in ORDERS for metric in metrics)]
        for (split, move), of_move in checked.figures.items()
    ]  # fmt: skip
    text = (
        "Queries that have a self, and what orders of the pool score that do not read the query, without what is "
        "excluded: a random order, the candidates of the query's own paper first, the golds of its move first."
    )
    return _section("What needs no reading", _table(headings, rows, texts=2), text)


def _markers(figures: CardFigures) -> str:
    parts = []
    for move, ranked in figures.markers.items():
        total = sum(figures.count("queries", split, move) for split in figures.splits)
        rows = [[f"{marker}", number, f"{number / total:.1%}"] for marker, number in ranked]
        parts.append(f"### {move}: {figures.distinct_markers[move]:,} markers")
        parts.append(_table(["marker", "queries", "share"], rows))
    return _section("Markers", *parts)


def _lengths(figures: CardFigures) -> str:
    rows = [
        [what, sum(histogram.values()), *(quantile(histogram, share) for share in (0.05, 0.5, 0.95))]
        for what, histogram in sorted(figures.lengths.items())
    ]
    return _table(["words", "texts", "5%", "median", "95%"], rows)


def quantile(histogram: Mapping[int, int], share: float) -> int:
    """The smallest value that at least this share of all are not above.

    >>> quantile({3: 1, 8: 2, 90: 1}, 0.5)
    8
    """
    total, below = sum(histogram.values()), 0
    for value in sorted(histogram):
        below += histogram[value]
        if below >= share * total:
            return value
    raise ValueError("no value in the histogram")


def _overlaps(figures: CardFigures) -> str:
    moves = sorted({move for _, move in figures.overlap_means})
    rows = [[move, *(figures.overlap_means.get((split, move), "") for split in figures.splits)] for move in moves]
    text = (
        "Mean Jaccard similarity of the words of a query and those of its gold, in small letters and without the "
        "commonest English words."
    )
    return f"{_table(['mean', *figures.splits], rows)}\n\n{text}"


def _licenses(figures: CardFigures) -> str:
    rows = [[name or "not known", *numbers] for name, numbers in figures.licenses.items()]
    named = [sum(numbers) for numbers in zip(*figures.licenses.values(), strict=True)] or [0, 0]
    others = [figures.count(table) - number for table, number in zip(("queries", "candidates"), named, strict=True)]
    if any(others):
        rows.append(["others", *others])
    text = "As the sources write them. `benchmark export --license` passes on only what may be passed on."
    return _section("Licences", _table(["licence", "queries", "candidates"], rows), text)
