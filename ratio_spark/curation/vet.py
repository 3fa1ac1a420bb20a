"""`lexicon vet`: random pairs of each fired lexicon line before a person's eyes, one key per answer."""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pyspark.sql import functions as F
from rich.console import Console
from rich.text import Text

from ratio_spark.curation.conversation import Conversation
from ratio_spark.curation.keys import pressed_keys
from ratio_spark.curation.lines import Line, find_lines, group_of, live_lines
from ratio_spark.curation.options import VetConfig
from ratio_spark.curation.published import count_pairs, draw
from ratio_spark.curation.records import open_record, read_records
from ratio_spark.curation.relation import relation_of
from ratio_spark.curation.sitting import DrawnLine, Sitting
from ratio_spark.errors import ConfigurationError
from ratio_spark.published import Published, Say, open_published
from ratio_spark.tables.store import check_readable
from ratio_spark.text.lexicon import Lexicon

# Every annotator is given the same pairs, so that their agreement can be measured.
_SEED_OF_PAIRS = 0


def run(config: VetConfig) -> dict[str, Any]:
    """Draw the pairs, ask for the annotator's verdicts, and say what was done and what is left.

    Raises:
        ConfigurationError: no such line, move or kind; none of them fired; or no run was published.
        RetryableError: another sitting of this annotator is open.
    """
    check_readable(config.tables)
    lexicon = Lexicon.load(config.lexicon_folder)
    chosen = _choose(lexicon, config)
    with open_record(config.records_folder, config.annotator) as record:
        with open_published("lexicon vet", config.tables) as (tables, say):
            lines = draw_lines(tables, chosen, config, say)
        sitting = Sitting(lines, record)
        console = Console(stderr=True, highlight=False)
        relations = {group.label: relation_of(config.lexicon_folder, group) for group in lexicon.groups}
        before = len(record.standing)
        with pressed_keys(sys.stdin) as keys, suppress(KeyboardInterrupt):
            Conversation(console, sitting, relations, _vetted(config.records_folder)).hold(keys)
        answers = len(record.standing) - before
    left = len(sitting.open)
    records = str(config.records_folder / f"{config.annotator}.jsonl")
    outlook = f"{left:,} left, and the same command goes on" if left else "none left"
    console.print(Text(f"\nanswers in this sitting: {answers:,}; {outlook}. Kept in {records}"), soft_wrap=True)
    return {
        "annotator": config.annotator,
        "answers": answers,
        "left": left,
        "lines": len(sitting.lines),
        "records": records,
    }


def _choose(lexicon: Lexicon, config: VetConfig) -> list[Line]:
    """The lines that the options mean: those of markers, of a move or kind, or of all moves."""
    if config.markers:
        return [line for marker in config.markers for line in find_lines(lexicon, marker).lines]
    label = group_of(lexicon, config.move).label if config.move else None
    return [line for line in live_lines(lexicon) if line.label == label or (label is None and not line.group.kind)]


def draw_lines(tables: Published, lines: Sequence[Line], config: VetConfig, say: Say) -> list[DrawnLine]:
    """The fired ones among lexicon lines, as many as a sitting takes, with their pairs, in two queries for all.

    The most frequent come first, or, with a seed, in an order that it draws. The pairs of a line are the same
    for every annotator and seed; as papers are added, new pairs come in, and most of the old ones stay.

    Raises:
        ConfigurationError: none of the lines fired.
    """
    known = {line.marker_id: line for line in lines}
    say("counting the pairs of each line")
    of_labels = F.col("label").isin(sorted({line.label for line in lines}))
    counts = {marker_id: pairs for marker_id, pairs in count_pairs(tables, of_labels).items() if marker_id in known}
    if not counts:
        raise ConfigurationError(f"none of these {len(known):,} lines fired in {config.tables}; nothing to judge")
    ids = _in_order(counts, config.seed)[: config.lines]
    say(f"drawing the pairs of {len(ids):,} of {len(counts):,} fired lines")
    drawn = draw(tables, F.col("marker_id").isin(ids), config.pairs, _SEED_OF_PAIRS)
    return [DrawnLine(known[marker_id], counts[marker_id], tuple(drawn[marker_id])) for marker_id in ids]


def _in_order(counts: Mapping[str, int], seed: int | None) -> list[str]:
    """The marker_ids by falling count, or in an order that a seed draws and other lines do not change."""
    if seed is None:
        return sorted(counts, key=lambda marker_id: (-counts[marker_id], marker_id))
    return sorted(counts, key=lambda marker_id: hashlib.sha256(f"{seed}\x1f{marker_id}".encode()).digest())


def _vetted(folder: Path) -> set[str]:
    """The marker_ids of the lines that somebody has judged a pair of."""
    return {key[0] for said in read_records(folder).values() for key in said if key[1]}
