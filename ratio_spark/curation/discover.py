"""`lexicon discover`: frequent sentence openings that the lexicon does not know, into the table `openers`."""

import time
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F
from rich.console import Console
from rich.text import Text

from ratio_spark.command import STDERR
from ratio_spark.curation.options import DiscoverConfig
from ratio_spark.mining.openers import Outcome, Wanted, discover
from ratio_spark.published import open_published
from ratio_spark.tables.schemas import OPENERS
from ratio_spark.tables.store import Store, check_writable
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.opener_standing import KNOWN, UNKNOWN

_SHOWN = 20
_SAMPLE_SIDE = 90


def run(config: DiscoverConfig) -> dict[str, Any]:
    """Count the openers, and tell the most frequent unknown ones."""
    started = time.monotonic()
    lexicon = Lexicon.load(config.lexicon_folder)
    check_writable(config.tables)
    wanted = Wanted(config.min_papers, config.top, config.with_known)
    with open_published("lexicon discover", config.tables) as (tables, say):
        outcome = discover(tables.store, tables.run, lexicon, wanted, say)
        say("reading openers")
        found = _found(tables.store, outcome)
    _write(STDERR, found, wanted)
    return {
        "run_id": outcome.run_id,
        "committed": outcome.committed,
        "version": outcome.version,
        "counts": found.counts,
        "tables": {OPENERS.name: tables.store.location(OPENERS)},
        "seconds": round(time.monotonic() - started, 1),
    }


@dataclass(frozen=True)
class _Found:
    """What the table holds: figures, and the most frequent unknown openers (each with one sample, or none)."""

    counts: dict[str, int]
    unknown: list[Row]
    location: str
    committed: bool


def _found(store: Store, outcome: Outcome) -> _Found:
    openers = store.read(OPENERS, outcome.version)
    is_unknown = F.col("status") == UNKNOWN
    order = (F.desc("papers"), F.desc("sentences"), "opener")
    top = (
        openers.where(is_unknown)
        .orderBy(*order)
        .limit(_SHOWN)
        .withColumn("sample", F.try_element_at("samples", F.lit(1)))
    )
    return _Found(_counts(openers), top.drop("samples").collect(), store.location(OPENERS), outcome.committed)


def _counts(openers: DataFrame) -> dict[str, int]:
    """`openers`, `known` and `unknown` of them, `sentences`, `pairs`, and `suggested:ADDRESS` and the like."""
    figures = [F.count("*").alias("openers"), F.sum("sentences").alias("sentences"), F.sum("pairs").alias("pairs")]
    groups = openers.groupBy("status", "suggestion").agg(*figures).collect()
    counts = {name: sum(group[name] for group in groups) for name in ("openers", "sentences", "pairs")}
    for status in (KNOWN, UNKNOWN):
        counts[status] = sum(group.openers for group in groups if group.status == status)
    suggested = {group.suggestion: group.openers for group in groups if group.status == UNKNOWN and group.suggestion}
    return counts | {f"suggested:{name}": suggested[name] for name in sorted(suggested)}


def _write(console: Console, found: _Found, wanted: Wanted) -> None:
    """The report for a person."""
    counts = found.counts
    known = f", and {counts['known']:,} that it knows" if wanted.known else ""
    console.print(
        f"{counts['unknown']:,} openings in {wanted.min_papers:,} papers or more that the lexicon does not know{known}."
    )
    for row in found.unknown:
        console.print(Text(f"\n{row.papers:>8,} papers {row.sentences:>8,} sentences  ").append(_opener(row)))
        if row.sample:
            console.print(_sample(row.sample))
    place = "written to" if found.committed else "as before: these papers, lexicon and options were counted already in"
    console.print(f"\n{place} {found.location}", markup=False)


def _opener(row: Row) -> Text:
    text = Text(f"{row.opener},", "bold")
    if row.resembles:
        of = row.suggestion or "rejected"
        text.append(f"  {of}? {row.likeness:.2f} like “{row.resembles},”", "not bold cyan")
    return text


def _sample(sample: Row) -> Text:
    previous, sentence = sample.previous[-_SAMPLE_SIDE:], sample.sentence[:_SAMPLE_SIDE]
    cut_before = "…" if len(sample.previous) > _SAMPLE_SIDE else ""
    cut_after = "…" if len(sample.sentence) > _SAMPLE_SIDE else ""
    return Text(f"         {cut_before}{previous} ▸ {sentence}{cut_after}", "dim")
