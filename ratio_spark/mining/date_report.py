"""How precisely papers are dated, by source, field and month: figures, tables for a person, and a picture."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Self

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from rich.console import Console
from rich.markup import escape
from rich.table import Table

PRECISIONS = ("day", "month", "year", "none")
_FIELDS_SHOWN = 30


@dataclass(frozen=True)
class Group:
    """How many papers of a source have a date of this field, precision and month (as in `papers.pub_month`)."""

    source: str
    date_source: str
    precision: str
    month: str
    papers: int


@dataclass(frozen=True)
class DateFigures:
    """Papers by source, field, precision and month."""

    groups: tuple[Group, ...]

    @classmethod
    def of(cls, papers: DataFrame) -> Self:
        """Count rows of `papers`; what comes to the driver has a row per source, field, precision and month."""
        columns = {
            "source": F.coalesce("source", F.lit("")),
            "date_source": F.coalesce("date_source", F.lit("")),
            "precision": F.col("date_precision"),
            "month": F.col("pub_month"),
        }
        counted = papers.groupBy([value.alias(name) for name, value in columns.items()]).agg(F.count("*").alias("n"))
        return cls(tuple(sorted((Group(*row) for row in counted.collect()), key=lambda group: str(group))))

    @property
    def papers(self) -> int:
        return sum(group.papers for group in self.groups)

    def count(self, key: Callable[[Group], Any], of: Iterable[str] = PRECISIONS) -> Counter[Any]:
        """Papers by a key, of the given precisions."""
        counted: Counter[Any] = Counter()
        for group in self.groups:
            if group.precision in of:
                counted[key(group)] += group.papers
        return counted

    @property
    def by_source(self) -> dict[str, dict[str, int]]:
        """Papers by source and precision."""
        counted = self.count(lambda group: (group.source, group.precision))
        sources = sorted({source for source, _ in counted})
        return {source: {name: counted[source, name] for name in PRECISIONS} for source in sources}

    @property
    def by_field(self) -> list[tuple[str, str, str, int]]:
        """(source, field, precision, papers), most papers first."""
        counted = self.count(lambda group: (group.source, group.date_source, group.precision))
        return sorted(((*key, papers) for key, papers in counted.items()), key=lambda row: (-row[3], row[:3]))

    @property
    def by_month(self) -> dict[str, int]:
        """Papers by month ('YYYY-MM'), of those whose month is known."""
        return dict(sorted(self.count(lambda group: group.month, ("day", "month")).items()))

    @property
    def by_year(self) -> dict[str, int]:
        """Papers by year, of those whose year alone is known."""
        return dict(sorted(self.count(lambda group: group.month[:4], ("year",)).items()))

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        fields = [dict(zip(("source", "field", "precision", "papers"), row, strict=True)) for row in self.by_field]
        return {
            "papers": self.papers,
            "by_source": self.by_source,
            "by_field": fields,
            "by_month": self.by_month,
            "by_year_alone": self.by_year,
        }


def write(console: Console, figures: DateFigures) -> None:
    """The tables for a person."""
    table = Table(
        box=None, pad_edge=False, header_style="dim", title="How precisely papers are dated", title_justify="left"
    )
    table.add_column("source")
    for name in ("papers", *PRECISIONS):
        table.add_column(name, justify="right")
    for source, counts in figures.by_source.items():
        table.add_row(escape(source), f"{sum(counts.values()):,}", *[f"{counts[name]:,}" for name in PRECISIONS])
    console.print(table)
    table = Table(box=None, pad_edge=False, header_style="dim", title="\nWhich field said so", title_justify="left")
    for heading in ("source", "field", "precision"):
        table.add_column(heading)
    table.add_column("papers", justify="right")
    for source, field, precision, papers in figures.by_field[:_FIELDS_SHOWN]:
        table.add_row(escape(source), escape(field) or "-", precision, f"{papers:,}")
    console.print(table)
    if len(figures.by_field) > _FIELDS_SHOWN:
        console.print(f"and {len(figures.by_field) - _FIELDS_SHOWN:,} more", style="dim")


def save(figures: DateFigures, folder: Path) -> list[Path]:
    """Write `dates.json`, `months.csv` and `months.png`; gives their paths. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in ("dates.json", "months.csv", "months.png")]
    files[0].write_text(json.dumps(figures.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    with files[1].open("w", newline="", encoding="utf-8") as stream:
        rows = csv.writer(stream)
        rows.writerow(["period", "known_to", "papers"])
        rows.writerows([month, "month", papers] for month, papers in figures.by_month.items())
        rows.writerows([year, "year", papers] for year, papers in figures.by_year.items())
    draw(figures, files[2])
    return files


def draw(figures: DateFigures, file: Path) -> None:
    """A histogram by month; papers of which the year alone is known stand below, for they have no month."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    undated = figures.count(lambda group: group.precision)["none"]
    picture = Figure(figsize=(10, 5), layout="constrained")
    FigureCanvasAgg(picture)
    months, years = picture.subplots(2, 1, sharex=True, height_ratios=[2, 1])
    starts = [date(int(month[:4]), int(month[5:]), 1) for month in figures.by_month]
    months.bar(starts, list(figures.by_month.values()), width=31, align="edge", color="#3b6ea5")
    months.set_ylabel("papers a month")
    months.set_title(f"{figures.papers:,} papers by date of publication; {undated:,} without a date", loc="left")
    starts = [date(int(year), 1, 1) for year in figures.by_year]
    years.bar(starts, list(figures.by_year.values()), width=366, align="edge", color="#b0b0b0")
    years.set_ylabel("papers a year\n(month unknown)")
    for axes, counts in ((months, figures.by_month), (years, figures.by_year)):
        axes.set_ylim(0, 1.05 * max(counts.values(), default=1))
        axes.spines[["top", "right"]].set_visible(False)
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    known = [group.month[:4] for group in figures.groups if group.precision != "none"]
    if known:
        years.set_xlim(date(int(min(known)), 1, 1), date(int(max(known)) + 1, 1, 1))
    picture.savefig(file, dpi=150)
