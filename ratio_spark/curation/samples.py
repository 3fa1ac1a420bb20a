"""`lexicon samples`: random pairs of one marker."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pyspark.sql import Column
from pyspark.sql import functions as F
from rich.console import Console
from rich.text import Text

from ratio_spark.curation.lines import Line, find_lines, is_marker_id, lines_by_id
from ratio_spark.curation.options import SamplesConfig
from ratio_spark.curation.published import Pair, count_pairs, draw, form
from ratio_spark.errors import ConfigurationError
from ratio_spark.published import Published, open_published
from ratio_spark.text.entries import SLOT
from ratio_spark.text.lexicon import Lexicon


def run(config: SamplesConfig) -> None:
    """`lexicon samples`.

    Raises:
        ConfigurationError: no line knows the marker, or no run was published.
    """
    lexicon = Lexicon.load(config.lexicon_folder)
    chosen = wanted(lexicon, config.marker)
    with open_published("lexicon samples", config.tables) as (tables, say):
        say("drawing pairs")
        found = samples(tables, chosen, lexicon, config.number, config.seed)
    if config.as_json:
        for pair in (pair for line in found for pair in line.pairs):
            print(json.dumps(pair.to_json(), ensure_ascii=False))
    else:
        write(Console(highlight=False, soft_wrap=True), chosen, found)


@dataclass(frozen=True)
class Wanted:
    """Whose pairs a person wants: lines by their ids, or one marker of them that was written out."""

    marker_ids: tuple[str, ...]
    marker: str | None = None

    @property
    def condition(self) -> Column:
        """The condition on the columns of `fired`."""
        of_lines = F.col("marker_id").isin(*self.marker_ids)
        return of_lines & _stands_as(self.marker) if self.marker else of_lines


def wanted(lexicon: Lexicon, written: str) -> Wanted:
    """Find out whose pairs are wanted.

    A marker_id is taken as it is: the tables may hold one of a line that this lexicon has no more.

    Raises:
        ConfigurationError: no line knows the marker.
    """
    if is_marker_id(written):
        return Wanted((written,))
    meant = find_lines(lexicon, written)
    return Wanted(tuple(line.marker_id for line in meant.lines), meant.marker)


def _stands_as(marker: str) -> Column:
    """Whether the marker column ends in this marker; before it may stand what the rules allow, such as "But"."""
    words = ".+".join(map(re.escape, marker.split(SLOT)))
    return form().rlike(rf"(^|\W){words}$")


@dataclass(frozen=True)
class Samples:
    """Random pairs of one line; `total` is how many there are, `line` is None where the lexicon has no such line."""

    marker_id: str
    line: Line | None
    total: int
    pairs: list[Pair]


def samples(tables: Published, wanted: Wanted, lexicon: Lexicon, number: int, seed: int) -> list[Samples]:
    """Random pairs of each line that is meant, at most `number`.

    Raises:
        ConfigurationError: neither the lexicon nor the tables know the marker_id.
    """
    totals = count_pairs(tables, wanted.condition)
    drawn = draw(tables, wanted.condition, number, seed)
    known = lines_by_id(lexicon)
    for marker_id in wanted.marker_ids:
        if marker_id not in known and marker_id not in totals:
            raise ConfigurationError(
                f"{marker_id} is the marker_id of no line of the lexicon and no pair of the tables"
            )
    return [
        Samples(marker_id, known.get(marker_id), totals.get(marker_id, 0), drawn.get(marker_id, []))
        for marker_id in wanted.marker_ids
    ]


def write(console: Console, wanted: Wanted, found: Sequence[Samples]) -> None:
    """The listing for a person."""
    for samples in found:
        console.print(_heading(samples))
        opening = f" that open with {wanted.marker!r}" if wanted.marker else ""
        console.print(Text(f"{len(samples.pairs):,} of {samples.total:,} pairs{opening}", "dim"))
        for number, pair in enumerate(samples.pairs, 1):
            console.print(_about(number, pair))
            console.print(pair)


def _heading(samples: Samples) -> Text:
    line = samples.line
    if line is None:
        return Text(f"{samples.marker_id}: of a line that this lexicon does not have")
    return Text.assemble((line.entry.text, "bold"), f"  {line.label}  {line.place}  {line.standing}")


def _about(number: int, pair: Pair) -> Text:
    section = f" · {pair.section}" if pair.section else ""
    sides = (("query", pair.query_flags), ("gold", pair.gold_flags))
    flags = "".join(f" · {side}: {' '.join(names)}" for side, names in sides if names)
    return Text(f"\n{number}. {pair.paper_id}{section}{flags}", "dim")
