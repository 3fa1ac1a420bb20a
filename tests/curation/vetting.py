"""A small lexicon with a relation of its own, and what annotators say of its lines."""

from collections.abc import Iterable
from pathlib import Path

from ratio_spark.curation.lines import Line, live_lines
from ratio_spark.curation.published import Pair
from ratio_spark.curation.records import Verdict, open_record
from ratio_spark.curation.sitting import DrawnLine
from ratio_spark.text.lexicon import Lexicon

CAUSE = """# Cause and effect.
---
move: CAUSE
definition: The gold is an effect of what the query states.
roles: {query: cause, gold: effect}
slot: {max_words: 3}
words:
  this: [this, these]
---
as a consequence of {this}\tmanual\tcandidate
# by a slot
because of this …\tpattern\tcandidate
owing to that\tmanual\taccepted by Carl
to be exact\tmanual\trejected: makes concrete
"""
CONTRAST = """---
distractor: contrast
definition: The sentence opposes the one before it.
---
however\tmanual\tcandidate
"""


def write_lexicon(folder: Path) -> Path:
    """The folder `lexicons` with two files."""
    lexicons = folder / "lexicons"
    lexicons.mkdir()
    (lexicons / "cause.lex").write_text(CAUSE, encoding="utf-8")
    (lexicons / "contrast.lex").write_text(CONTRAST, encoding="utf-8")
    return lexicons


def line_of(folder: Path, text: str) -> Line:
    """The line of a lexicon folder that is written so."""
    return next(line for line in live_lines(Lexicon.load(folder)) if line.entry.text == text)


def drawn(line: Line, *pair_ids: str) -> DrawnLine:
    """A fired line with pairs."""
    pairs = [
        Pair(
            pair_id=pair_id,
            paper_id="jsonl:1",
            section=None,
            label=line.label,
            marker_id=line.marker_id,
            marker="Because of this flood,",
            query=f"The river rose {pair_id}.",
            query_flags=[],
            gold="the bridge closed.",
            gold_flags=[],
        )
        for pair_id in pair_ids
    ]
    return DrawnLine(line, fired=len(pairs), pairs=tuple(pairs))


def judge(records: Path, annotator: str, line: Line, verdicts: Iterable[str]) -> None:
    """Put verdicts on the pairs p0, p1, … of a line into a record."""
    with open_record(records, annotator) as record:
        for number, verdict in enumerate(verdicts):
            record.add(
                label=line.label,
                line=line.entry.text,
                marker_id=line.marker_id,
                pair_id=f"p{number}",
                verdict=Verdict(verdict),
            )
