"""A sitting: the pairs that an annotator judges one after another, in whatever state earlier sittings left them."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratio_spark.curation.lines import Line
from ratio_spark.curation.published import Pair
from ratio_spark.curation.records import Judgment, Key, Record, Verdict


@dataclass(frozen=True)
class DrawnLine:
    """A fired lexicon line, the number of its pairs, and those drawn for judging."""

    line: Line
    fired: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Question:
    """A pair to judge. `number` counts the pairs of a line, `line_number` the lines of a sitting, both from 1."""

    drawn: DrawnLine
    line_number: int
    pair: Pair
    number: int

    @property
    def key(self) -> Key:
        return self.drawn.line.marker_id, self.pair.pair_id


class Sitting:
    """Asks for the first pair that has no answer; every answer goes into the record at once."""

    def __init__(self, lines: Sequence[DrawnLine], record: Record) -> None:
        self.lines = lines
        self._record = record
        self._questions = [
            Question(drawn, line_number, pair, number)
            for line_number, drawn in enumerate(lines, 1)
            for number, pair in enumerate(drawn.pairs, 1)
        ]
        self._taken_back: Key | None = None

    @property
    def open(self) -> list[Question]:
        """The questions without an answer, in order; those of skipped lines are left out."""
        said = self._record.standing
        return [q for q in self._questions if q.key not in said and (q.drawn.line.marker_id, None) not in said]

    @property
    def current(self) -> Question | None:
        """The question to answer next: the one whose answer was taken back, else the first open one."""
        return next((question for question in self.open if question.key == self._taken_back), None) or next(
            iter(self.open), None
        )

    def answer(self, verdict: Verdict) -> None:
        """Judge the current pair, or skip the rest of its line."""
        question = self.current
        assert question is not None, "every question has its answer"
        self._taken_back = None
        line = question.drawn.line
        self._record.add(
            label=line.label,
            line=line.entry.text,
            marker_id=line.marker_id,
            pair_id=None if verdict == Verdict.SKIP else question.pair.pair_id,
            verdict=verdict,
        )

    def back(self) -> Judgment | None:
        """Take back the last answer to a question of this sitting and ask it again; None where there is none."""
        asked = {question.key for question in self._questions}
        asked |= {(marker_id, None) for marker_id, _ in asked}
        last = next((j for j in reversed(self._record.standing.values()) if j.key in asked), None)
        if last:
            self._record.add(**last.model_dump(exclude={"time", "annotator", "verdict"}), verdict=Verdict.UNDO)
            self._taken_back = last.key
        return last
