"""`lexicon expand`: the markers that lines stand for, one a line. Needs no Spark."""

import sys
from collections.abc import Iterator, Sequence

from ratio_spark.curation.lines import Line, find_lines, group_of, live_lines
from ratio_spark.curation.options import ExpandConfig
from ratio_spark.text.lexicon import Lexicon


def run(config: ExpandConfig) -> None:
    """`lexicon expand`.

    Raises:
        ConfigurationError: the lexicon has faults, or does not know a marker, move or kind.
    """
    lines = choose(Lexicon.load(config.lexicon_folder), config.markers, config.move)
    sys.stdout.writelines(f"{row}\n" for row in expand(lines))


def choose(lexicon: Lexicon, markers: Sequence[str], label: str | None) -> list[Line]:
    """The lines meant by markers, those of a move or distractor kind, or all.

    Raises:
        ConfigurationError: the lexicon does not know one of them.
    """
    if label:
        return [Line(group, entry) for group in [group_of(lexicon, label)] for entry in group.entries]
    if markers:
        return [line for marker in markers for line in find_lines(lexicon, marker).lines]
    return live_lines(lexicon)


def expand(lines: Sequence[Line]) -> Iterator[str]:
    """Move or kind, marker_id and marker of everything that the lines stand for, with tabs between."""
    for line in lines:
        head = f"{line.label}\t{line.marker_id}\t"
        for marker in line.markers():
            yield head + marker
