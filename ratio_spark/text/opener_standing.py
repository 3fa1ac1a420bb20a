"""Where an opener stands to a lexicon: whether it is known there, and which line it resembles most."""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ratio_spark.text.entries import SLOT, Entry, Group
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.markers import Matcher

KNOWN = "known"
UNKNOWN = "unknown"

LEAST_LIKENESS = 0.45
"""A marker that is less alike than this suggests nothing."""


class Standing(NamedTuple):
    """What a lexicon says of an opener.

    status: `known` where a marker fires on it or a rejected line names it, else `unknown`.
    suggestion: the move or distractor kind of the line; None where there is no line, or a rejected one.
    resembles: the line that knows it; of an unknown one the marker that is most like it, None where none is.
    likeness: 0 to 1, see `Standings.of`; 1 for a known one, None where nothing is like it.
    """

    status: str
    suggestion: str | None
    resembles: str | None
    likeness: float | None


class Standings:
    """A lexicon that is asked about openers (folded, without their comma)."""

    def __init__(self, lexicon: Lexicon) -> None:
        live = lexicon.groups
        rejected = tuple(replace(group, entries=group.rejected, vetoed=frozenset()) for group in live)
        self._matchers = [Matcher(replace(lexicon, groups=groups)) for groups in (live, rejected)]
        self._lines = [(group, entry) for group in (*rejected, *live) for entry in group.entries]
        self._line_by_id = {group.marker_id(entry): (_label(group, entry), entry.text) for group, entry in self._lines}

    def knows(self, opener: str) -> bool:
        """Whether a marker fires on it, or a rejected line names it."""
        return self._line_of(opener) is not None

    def of(self, opener: str) -> Standing:
        """Where an opener stands.

        Likeness is the weight of what two texts share over the weight of all that they hold: their words, and which
        stand side by side, at the start and at the end. Each weighs log(lines / lines that hold it), so that "this"
        says little and "remedy" much.
        """
        line = self._line_of(opener)
        if line:
            return Standing(KNOWN, *line, 1.0)
        label, marker, likeness = self._nearest.to(opener)
        if likeness < LEAST_LIKENESS:
            return Standing(UNKNOWN, None, None, None)
        return Standing(UNKNOWN, label, marker, round(likeness, 3))

    def _line_of(self, opener: str) -> tuple[str | None, str] | None:
        """Label and text of the line that knows an opener; a live one goes before a rejected one."""
        for matcher in self._matchers:
            match = matcher.match(f"{opener}, x")
            if match and match.end == len(opener) + 1:
                return self._line_by_id[match.label.marker_id]
        return None

    @cached_property
    def _nearest(self) -> "_Nearest":
        return _Nearest(self._lines)


class _Nearest:
    """Every marker of some lines, live or rejected, as the set of its features."""

    def __init__(self, lines: Sequence[tuple[Group, Entry]]) -> None:
        lines_with: Counter[str] = Counter()
        found: list[tuple[int, str, str | None]] = []
        for group, entry in lines:
            # What a rejected line takes out of a pattern stands with that line only.
            markers = [marker for marker in entry.expand(group.words) if marker not in group.vetoed]
            lines_with.update({feature for marker in markers for feature in _features(marker)})
            found += [(len(marker), marker, _label(group, entry)) for marker in markers]
        # Of markers that are equally alike, the shortest is taken.
        found.sort(key=lambda item: item[:2])
        self._markers = [(label, marker) for _, marker, label in found]
        number = len(lines) + 1
        self._weight = {feature: math.log(number / count) for feature, count in lines_with.items()}
        self._weight_of_new = math.log(number)
        self._total = np.zeros(len(found))
        places: dict[str, list[int]] = defaultdict(list)
        for place, (_, marker, _) in enumerate(found):
            for feature in _features(marker):
                places[feature].append(place)
                self._total[place] += self._weight[feature]
        self._places = {feature: np.array(of_feature) for feature, of_feature in places.items()}

    def to(self, opener: str) -> tuple[str | None, str, float]:
        """Label, text and likeness of the marker that is most like an opener."""
        features = _features(opener)
        shared = np.zeros(len(self._markers))
        for feature in features & self._places.keys():
            shared[self._places[feature]] += self._weight[feature]
        of_opener = sum(self._weight.get(feature, self._weight_of_new) for feature in features)
        likeness = shared / (self._total + of_opener - shared)
        best = int(likeness.argmax())
        return *self._markers[best], float(likeness[best])


def _features(text: str) -> set[str]:
    """The words of a text and the pairs of neighbours, its two ends with them; what fills a slot is open.

    >>> sorted(_features("in this")), sorted(_features("in this …"))
    ([' in', 'in', 'in this', 'this', 'this '], [' in', 'in', 'in this', 'this'])
    """
    words = text.split()
    pairs = (f"{one} {other}" for one, other in pairwise(["", *words, ""]) if SLOT not in (one, other))
    return {*words, *pairs} - {SLOT}


def _label(group: Group, entry: Entry) -> str | None:
    return None if entry.rejected else group.label


def knowledge(lexicon: Lexicon) -> str:
    """Fingerprint of all that decides a standing: the markers that may fire, and those of the rejected lines."""
    rejected = sorted(f"{group.label}\t{marker}" for group in lexicon.groups for marker in group.vetoed)
    return hashlib.sha256("\n".join([lexicon.fingerprint, *rejected]).encode()).hexdigest()


_STANDINGS: dict[str, Standings] = {}


def standings(lexicon: Lexicon) -> Standings:
    """The standings of a lexicon, built once per process."""
    key = knowledge(lexicon)
    if key not in _STANDINGS:
        _STANDINGS[key] = Standings(lexicon)
    return _STANDINGS[key]
