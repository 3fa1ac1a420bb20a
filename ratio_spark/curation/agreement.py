"""How far annotators agree, and what they come to about each lexicon line that they judged."""

import math
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from ratio_spark.curation.records import Key, Standing, Verdict
from ratio_spark.extra import extra

_LABELS = [str(verdict) for verdict in (Verdict.YES, Verdict.NO, Verdict.UNSURE)]


@dataclass(frozen=True)
class Agreement:
    """Two annotators over the pairs that both judged; `same` counts the equal verdicts.

    kappa: Cohen's kappa over yes, no and unsure; None where it is undefined: no pair, or one verdict only.
    """

    annotators: tuple[str, str]
    pairs: int
    same: int
    kappa: float | None


def agreements(records: Mapping[str, Standing]) -> list[Agreement]:
    """The agreement of every two annotators.

    Raises:
        ConfigurationError: scikit-learn is not installed.
    """
    verdicts = {annotator: _verdicts(said) for annotator, said in records.items()}
    return [_agreement(one, other, verdicts[one], verdicts[other]) for one, other in combinations(verdicts, 2)]


def _verdicts(said: Standing) -> dict[Key, str]:
    return {key: str(judgment.verdict) for key, judgment in said.items() if judgment.pair_id}


def _agreement(one: str, other: str, first: Mapping[Key, str], second: Mapping[Key, str]) -> Agreement:
    both = [(first[key], second[key]) for key in first if key in second]
    same = sum(a == b for a, b in both)
    return Agreement((one, other), len(both), same, _kappa(both) if both else None)


def _kappa(verdicts: list[tuple[str, str]]) -> float | None:
    with extra("curate"):
        from sklearn.exceptions import UndefinedMetricWarning
        from sklearn.metrics import cohen_kappa_score
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        kappa = float(cohen_kappa_score(*zip(*verdicts, strict=True), labels=_LABELS))
    return None if math.isnan(kappa) else kappa


@dataclass(frozen=True)
class Tally:
    """What one annotator said of a line: pairs judged, and those with yes."""

    judged: int
    yes: int

    @property
    def share(self) -> float:
        return self.yes / self.judged


class Decision(StrEnum):
    """What annotators come to about a line."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DISAGREED = "disagreed"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Judged:
    """A lexicon line that somebody judged.

    tallies: by annotator; voices: the tallies of those who judged enough pairs to have a say.
    """

    marker_id: str
    label: str
    line: str
    tallies: Mapping[str, Tally]
    voices: Mapping[str, Tally]
    decision: Decision


def judged_lines(records: Mapping[str, Standing], accept: float, min_pairs: int) -> list[Judged]:
    """Every line of the records with its decision, by label and text.

    Args:
        accept: the share of yes from which an annotator accepts a line, 0 to 1.
        min_pairs: the pairs of a line that an annotator must have judged to have a say, 1 or more.
    """
    names, tallies = _tallies(records)
    lines = []
    for marker_id, said in tallies.items():
        voices = {annotator: tally for annotator, tally in said.items() if tally.judged >= min_pairs}
        lines.append(Judged(marker_id, *names[marker_id], said, voices, decide(voices, accept)))
    return sorted(lines, key=lambda line: (line.label, line.line))


def _tallies(records: Mapping[str, Standing]) -> tuple[dict[str, tuple[str, str]], dict[str, dict[str, Tally]]]:
    """By marker_id: label and text of every judged line, and its tallies by annotator."""
    names: dict[str, tuple[str, str]] = {}
    tallies: dict[str, dict[str, Tally]] = {}
    for annotator, said in records.items():
        pairs = [judgment for judgment in said.values() if judgment.pair_id]
        names |= {judgment.marker_id: (judgment.label, judgment.line) for judgment in pairs}
        judged = Counter(judgment.marker_id for judgment in pairs)
        yes = Counter(judgment.marker_id for judgment in pairs if judgment.verdict == Verdict.YES)
        for marker_id, count in judged.items():
            tallies.setdefault(marker_id, {})[annotator] = Tally(count, yes[marker_id])
    return names, tallies


def decide(voices: Mapping[str, Tally], accept: float) -> Decision:
    """What annotators come to; one alone decides nothing.

    >>> decide({"A": Tally(15, 14), "B": Tally(15, 12)}, accept=0.8)
    <Decision.ACCEPTED: 'accepted'>
    """
    accepts = [tally.share >= accept for tally in voices.values()]
    if len(accepts) < 2:
        return Decision.UNDECIDED
    if all(accepts):
        return Decision.ACCEPTED
    return Decision.DISAGREED if any(accepts) else Decision.REJECTED
