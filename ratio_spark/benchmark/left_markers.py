"""Texts that open with a marker of a move although one was cut off: it tells what they are golds of."""

from collections.abc import Callable

from ratio_spark.mining.mine import DISTRACTOR
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.mine import text_core


def opens_with_marker(lexicon: Lexicon) -> Callable[[str], bool]:
    """What tells whether a text opens with a marker of a move; call it where the texts are, for it is not pickled."""
    matcher = text_core(lexicon).matcher

    def opens(text: str) -> bool:
        match = matcher.match(text)
        return match is not None and match.label.move != DISTRACTOR

    return opens
