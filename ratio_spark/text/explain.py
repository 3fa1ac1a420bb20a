"""Explains one paragraph: its sentences, the pairs found, and why a marker sentence gave none."""

from dataclasses import dataclass
from typing import Any

from rich.console import Group
from rich.text import Text

from ratio_spark.text.mine import TextCore
from ratio_spark.text.normalise import collapse
from ratio_spark.text.pairs import Opened, opened_sentences
from ratio_spark.text.sentences import split_sentences


@dataclass(frozen=True)
class Unpaired:
    """A sentence (0-based) with a marker at its head that gave no pair, and the reason."""

    sentence: int
    marker: str
    reason: str


@dataclass(frozen=True)
class Explanation:
    """What mining sees in a paragraph: white space is collapsed, all else verbatim."""

    sentences: tuple[str, ...]
    pairs: tuple[Opened, ...]
    unpaired: tuple[Unpaired, ...]

    def to_json(self, identifier: str) -> dict[str, Any]:
        """The explanation as plain data: `id`, `sentences`, `pairs`, `unpaired`."""
        return {
            "id": identifier,
            "sentences": list(self.sentences),
            "pairs": [
                {
                    "sentence": pair.sentence,
                    "move": pair.label.move,
                    "kind": pair.label.kind,
                    "marker": pair.marker,
                    "extension": pair.extension,
                    "query": pair.query,
                    "gold": pair.gold,
                }
                for pair in self.pairs
            ],
            "unpaired": [
                {"sentence": item.sentence, "marker": item.marker, "reason": item.reason} for item in self.unpaired
            ],
        }

    def __rich__(self) -> Group:
        """The explanation for a person: numbered sentences with their markers marked, then the pairs."""
        heads = {pair.sentence: (pair.marker, "bold green") for pair in self.pairs}
        heads |= {item.sentence: (item.marker, "bold yellow") for item in self.unpaired}
        lines = []
        for number, sentence in enumerate(self.sentences):
            marker, style = heads.get(number, ("", ""))
            lines.append(Text.assemble((f"{number:>3}  ", "dim"), (marker, style), sentence[len(marker) :]))
        lines.append(Text())
        for pair in self.pairs:
            label = pair.label.kind or pair.label.move
            place = f"{pair.sentence - 1}+{pair.sentence}"
            filled = f"  (slot: {pair.extension})" if pair.extension else ""
            lines.append(
                Text.assemble((f"{place:>7}  ", "dim"), (f"{label}  ", "cyan"), (pair.marker, "bold green"), filled)
            )
        for item in self.unpaired:
            reason = item.reason.replace("_", " ")
            lines.append(
                Text.assemble((f"{item.sentence:>7}  ", "dim"), (item.marker, "bold yellow"), f"  no pair: {reason}")
            )
        if not heads:
            lines.append(Text("no sentence opens with a marker", style="dim"))
        return Group(*lines)


def explain_paragraph(text: str, core: TextCore) -> Explanation:
    """Explains a paragraph with the core that mining uses.

    Beside the reasons of pairs.py an unpaired sentence may have `no_comma` (a known marker, but its comma
    is missing), `slot_too_long`, `slot_has_clause` or `slot_empty` (a known head, but what follows breaks the
    slot rule of openings.py).
    """
    paragraph = collapse(text)
    spans = split_sentences(paragraph)
    opened = {item.sentence: item for item in opened_sentences(paragraph, spans, core.matcher)}
    sentences = tuple(paragraph[start:end] for start, end in spans)
    unpaired = []
    for number, sentence in enumerate(sentences):
        found = opened.get(number)
        if found and found.reason:
            unpaired.append(Unpaired(number, found.marker, found.reason))
        elif not found and (miss := core.matcher.near_miss(sentence)):
            unpaired.append(Unpaired(number, sentence[: miss.end], miss.reason))
    return Explanation(
        sentences=sentences,
        pairs=tuple(item for item in opened.values() if item.reason is None),
        unpaired=tuple(unpaired),
    )
