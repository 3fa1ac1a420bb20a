"""`lexicon check`: every fault of a lexicon by file and line, or what its files hold. Needs no Spark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ratio_spark.command import STDERR
from ratio_spark.curation.options import CheckConfig
from ratio_spark.errors import ConfigurationError, LexiconError
from ratio_spark.text.entries import Group
from ratio_spark.text.lexicon import Lexicon

FIGURES = ("lines", "markers", "unvetted", "accepted", "rejected")


@dataclass(frozen=True)
class Contents:
    """What a lexicon file holds.

    lines: lines that may fire = unvetted + accepted; markers: what these stand for.
    sources: number of these lines by source, the most frequent first.
    """

    file: str
    label: str
    lines: int
    markers: int
    unvetted: int
    accepted: int
    rejected: int
    sources: dict[str, int]


def run(config: CheckConfig) -> dict[str, Any]:
    """`lexicon check`.

    Raises:
        ConfigurationError: the lexicon has faults.
    """
    folder = config.lexicon_folder
    lexicon = check(folder)
    files = [contents(group) for group in lexicon.groups]
    write(STDERR, folder, files)
    return {
        "lexicon": str(folder),
        "fingerprint": lexicon.fingerprint,
        "counts": totals(files),
        "files": [asdict(file) for file in files],
    }


def check(folder: Path) -> Lexicon:
    """Load a lexicon.

    Raises:
        ConfigurationError: it has faults; each stands on a line of its own, as `file:line: what is wrong; what to do`.
    """
    try:
        return Lexicon.load(folder)
    except LexiconError as error:
        faults = str(error).count("\n") + 1
        raise ConfigurationError(f"{faults} fault{'s' if faults > 1 else ''} in {folder}\n{error}") from error


def contents(group: Group) -> Contents:
    """What one file holds."""
    unvetted = sum(entry.unvetted for entry in group.entries)
    return Contents(
        file=group.file,
        label=group.label,
        lines=len(group.entries),
        markers=sum(1 for _ in group.markers()),
        unvetted=unvetted,
        accepted=len(group.entries) - unvetted,
        rejected=len(group.rejected),
        sources=dict(Counter(entry.source for entry in group.entries).most_common()),
    )


def totals(files: Sequence[Contents]) -> dict[str, int]:
    """The figures of all files together."""
    return {name: sum(getattr(file, name) for file in files) for name in FIGURES}


def write(console: Console, folder: Path, files: Sequence[Contents]) -> None:
    """The tables for a person."""
    figures = Table("move or kind", box=None, header_style="bold")
    for name in FIGURES:
        figures.add_column(name, justify="right")
    sources = Table("file", "sources of the lines", box=None, header_style="bold")
    for file in files:
        figures.add_row(file.label, *(f"{getattr(file, name):,}" for name in FIGURES))
        sources.add_row(escape(file.file), escape(", ".join(f"{n:,} {source}" for source, n in file.sources.items())))
    total = totals(files)
    console.print(figures)
    console.print(sources)
    console.print(
        f"{folder}: no fault. {total['lines']:,} lines stand for {total['markers']:,} markers; "
        f"{total['unvetted']:,} of the lines are unvetted: nobody has accepted them yet.",
        markup=False,
    )
