"""Texts that are known by their paper, length and hash, found again among the sentences of that paper."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ratio_spark.text.normalise import collapse
from ratio_spark.text.sentences import split_sentences


class Wanted(NamedTuple):
    """A text that is looked for: its code points, and the SHA-256 of its UTF-8 bytes in hex."""

    characters: int
    sha256: str


def find_texts(paragraphs: Iterable[str], wanted: Sequence[Wanted]) -> dict[str, str]:
    """The texts that the paragraphs of a paper hold, by their hash.

    A query is a whole sentence, and a candidate the rest of one after its marker, so that a text is looked for at the
    ends of sentences. Where in the paper it stood does not matter: a reader may cut paragraphs otherwise.

    >>> gold = "we drop units."
    >>> sought = Wanted(len(gold), hashlib.sha256(gold.encode()).hexdigest())
    >>> list(find_texts(["It overfits. To avoid this, we drop units."], [sought]).values())
    ['we drop units.']
    """
    by_length: dict[int, set[str]] = defaultdict(set)
    for text in wanted:
        by_length[text.characters].add(text.sha256)
    found: dict[str, str] = {}
    for sentence in _sentences(paragraphs):
        for length, hashes in by_length.items():
            if _may_end(sentence, length):
                end = sentence[-length:]
                digest = hashlib.sha256(end.encode()).hexdigest()
                if digest in hashes:
                    found[digest] = end
    return found


def _sentences(paragraphs: Iterable[str]) -> Iterator[str]:
    for paragraph in paragraphs:
        text = collapse(paragraph)
        for start, end in split_sentences(text):
            yield text[start:end]


def _may_end(sentence: str, length: int) -> bool:
    """Whether a text of that length may be the end of the sentence: no word is cut."""
    before = len(sentence) - length
    return before == 0 or (before > 0 and length > 0 and not sentence[before - 1].isalnum())
