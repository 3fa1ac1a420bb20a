"""`lexicon stats`: which lines fired, how often, in how many papers and in which words."""

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ratio_spark.command import STDERR
from ratio_spark.curation.lines import Line, group_of, lines_by_id, live_lines
from ratio_spark.curation.options import StatsConfig
from ratio_spark.curation.published import Pair, draw, fired, form
from ratio_spark.errors import ConfigurationError
from ratio_spark.published import Published, open_published
from ratio_spark.text.lexicon import Lexicon

_FORMS_PER_LINE = 3
_SAMPLES_PER_LINE = 2


def run(config: StatsConfig) -> dict[str, Any]:
    """`lexicon stats`.

    Raises:
        ConfigurationError: the lexicon has faults or no such move, no run was published, or the output cannot be
            written.
    """
    lexicon = Lexicon.load(config.lexicon_folder)
    if config.move:
        group_of(lexicon, config.move)
    if config.output:
        check_output(config.output)
    with open_published("lexicon stats", config.tables) as (tables, say):
        say("counting pairs by line")
        stats = count(tables, lexicon, config.move)
        shown = stats.fired[: config.top]
        say("drawing samples")
        ids = [firing.marker_id for firing in shown]
        drawn = draw(tables, F.col("marker_id").isin(ids), _SAMPLES_PER_LINE)
    if config.output:
        write_tsv(config.output, [*stats.fired, *stats.silent])
    write(STDERR, tables, stats, shown, drawn)
    return {
        "run_id": tables.run.run_id,
        "same_lexicon": stats.same_lexicon,
        "counts": stats.summary(),
        "moves": stats.totals(),
        "top": [firing.to_row() for firing in shown],
        "output": str(config.output) if config.output else None,
    }


@dataclass(frozen=True)
class Firing:
    """How often a line fired.

    line: None where this lexicon has no line of that id.
    forms: the most frequent markers as they stand in the papers (lower case), each with its number of pairs.
    """

    marker_id: str
    label: str
    line: Line | None
    pairs: int
    papers: int
    forms: tuple[tuple[str, int], ...] = ()

    @property
    def is_stranger(self) -> bool:
        """Whether this lexicon has no live line of that id."""
        return self.line is None or self.line.entry.rejected

    def to_row(self) -> dict[str, Any]:
        """The line as a row of the listing."""
        entry = self.line.entry if self.line else None
        return {
            "pairs": self.pairs,
            "papers": self.papers,
            "label": self.label,
            "marker_id": self.marker_id,
            "marker": entry.text if entry else None,
            "place": self.line.place if self.line else None,
            "source": entry.source if entry else None,
            "status": self.line.standing if self.line else "unknown to this lexicon",
            "forms": "; ".join(f"{text} ({pairs})" for text, pairs in self.forms),
        }


@dataclass(frozen=True)
class Stats:
    """How the lines of a lexicon fired in a published run.

    fired: the most frequent first. silent: the live lines that never fired.
    papers: the papers in which a move or distractor kind fired, by its label.
    same_lexicon: whether the run was mined with this lexicon.
    """

    fired: tuple[Firing, ...]
    silent: tuple[Firing, ...]
    papers: Mapping[str, int]
    same_lexicon: bool

    def totals(self) -> dict[str, dict[str, int]]:
        """By move or kind: `pairs`, `papers`, `live_lines`, `fired_lines`, and how many of these are `unvetted`.

        Pairs of lines that this lexicon does not have count as pairs only.
        """
        totals = {}
        for label in sorted({firing.label for firing in [*self.fired, *self.silent]}):
            found = [firing for firing in self.fired if firing.label == label]
            known = [firing for firing in found if not firing.is_stranger]
            totals[label] = {
                "pairs": sum(firing.pairs for firing in found),
                "papers": self.papers.get(label, 0),
                "live_lines": len(known) + sum(firing.label == label for firing in self.silent),
                "fired_lines": len(known),
                "unvetted": sum(firing.line.entry.unvetted for firing in known if firing.line),
            }
        return totals

    def summary(self) -> dict[str, int]:
        """The figures of all together; `stranger` is what fired and is no live line of this lexicon."""
        totals, strangers = self.totals().values(), [firing for firing in self.fired if firing.is_stranger]
        figures = {
            name: sum(total[name] for total in totals) for name in ("pairs", "live_lines", "fired_lines", "unvetted")
        }
        return figures | {
            "silent_lines": len(self.silent),
            "stranger_lines": len(strangers),
            "stranger_pairs": sum(firing.pairs for firing in strangers),
        }


def count(tables: Published, lexicon: Lexicon, label: str | None = None) -> Stats:
    """Count the published pairs by line, of one move or kind or of all.

    One row per line comes to the driver: the lexicon bounds them.
    """
    chosen = fired(tables).where(F.col("label") == label) if label else fired(tables)
    pairs = chosen.select("label", "marker_id", "paper_id", form().alias("form"))
    # One pass for lines and, with marker_id NULL, for labels: a paper counts once for each.
    sets = pairs.groupingSets([["label", "marker_id"], ["label"]], "label", "marker_id")
    rows = sets.agg(F.count("*").alias("pairs"), F.count_distinct("paper_id").alias("papers"))
    counted = rows.orderBy(F.desc("pairs"), "marker_id").collect()
    lines, totals = [row for row in counted if row.marker_id], [row for row in counted if not row.marker_id]
    known, forms, ids = lines_by_id(lexicon), _frequent_forms(pairs), {row.marker_id for row in lines}
    silent = [line for line in live_lines(lexicon) if label in (None, line.label) and line.marker_id not in ids]
    return Stats(
        fired=tuple(
            Firing(row.marker_id, row.label, known.get(row.marker_id), row.pairs, row.papers, forms[row.marker_id])
            for row in lines
        ),
        silent=tuple(Firing(line.marker_id, line.label, line, pairs=0, papers=0) for line in silent),
        papers={row.label: row.papers for row in totals},
        same_lexicon=tables.run.fingerprints["lexicon"] == lexicon.fingerprint,
    )


def _frequent_forms(pairs: DataFrame) -> dict[str, tuple[tuple[str, int], ...]]:
    """By marker_id the most frequent forms of its marker, each with its number of pairs."""
    by_form = pairs.groupBy("marker_id", "form").agg(F.count("*").alias("pairs"))
    most = F.max_by(F.struct("form", "pairs"), F.struct("pairs", "form"), _FORMS_PER_LINE)
    rows = by_form.groupBy("marker_id").agg(most.alias("forms")).collect()
    return {row.marker_id: tuple((found.form, found.pairs) for found in row.forms) for row in rows}


def check_output(path: Path) -> None:
    """Raise ConfigurationError where a file cannot be written, before the work is done."""
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise ConfigurationError(f"--output {path}: cannot be written; name a file in a folder that is there")


def write_tsv(path: Path, firings: Iterable[Firing]) -> None:
    """Write a row per line. The file appears whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, dialect="excel-tab", lineterminator="\n")
            writer.writerow([*Firing("", "", None, 0, 0).to_row()])
            writer.writerows(firing.to_row().values() for firing in firings)
        part.replace(path)
    except OSError as error:
        raise ConfigurationError(f"--output {path}: cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def write(
    console: Console, tables: Published, stats: Stats, shown: Iterable[Firing], drawn: Mapping[str, Sequence[Pair]]
) -> None:
    """The report for a person: a table of moves and kinds, the lines shown with samples, and what never fired."""
    run, summary = tables.run, stats.summary()
    console.print(
        f"{summary['pairs']:,} pairs of {run.counts['papers']:,} papers, run {run.run_id[:12]}\n", markup=False
    )
    table = Table("move or kind", box=None, header_style="bold")
    names = ("pairs", "papers", "live_lines", "fired_lines", "unvetted")
    for name in names:
        table.add_column(name.replace("_", " "), justify="right")
    for label, total in stats.totals().items():
        table.add_row(label, *(f"{total[name]:,}" for name in names))
    console.print(table)
    for firing in shown:
        _write_line(console, firing, drawn.get(firing.marker_id, ()))
    console.print(
        f"\n{summary['silent_lines']:,} of {summary['live_lines']:,} live lines never fired; of those that fired, "
        f"{summary['unvetted']:,} are unvetted."
    )
    if not stats.same_lexicon:
        console.print(
            f"These tables were mined with another lexicon: {summary['stranger_lines']:,} lines that fired "
            f"({summary['stranger_pairs']:,} pairs) are no live lines of this one, and new lines of this one could not "
            "fire. Name the lexicon of the run by --lexicon, or mine again.",
            style="yellow",
        )


def _write_line(console: Console, firing: Firing, pairs: Sequence[Pair]) -> None:
    row = firing.to_row()
    console.print(
        Text.assemble(
            f"\n{firing.pairs:>10,} pairs in {firing.papers:,} papers  ",
            (row["marker"] or firing.marker_id, "bold"),
            f"  {firing.label}  {row['place'] or ''}  {row['status']}",
        )
    )
    console.print(Text(f"{'':>11}{row['forms']}", "dim"))
    for pair in pairs:
        console.print(Text.assemble(" " * 11, pair.__rich__()))
