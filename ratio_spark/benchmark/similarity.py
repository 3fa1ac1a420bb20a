"""Near-copies of texts: texts whose sets of words are alike, found without comparing all with all.

The Jaccard similarity of two sets is the size of their intersection over that of their union. It is at least p/q if,
and only if, at most (n + m) * (q - p) / (q + p) words stand in one of the sets only, n and m their sizes. So few words
tell copies apart that most of a text is left alone: cut by the hash of its words into one part more than there may be
differing words, two copies have at least one part in common, whole. A text stands under a signature of each of its
parts, and texts that have no signature in common are no copies. This is exact at any similarity, and quick from 0.85
on: parts of some seven words are hardly ever those of a text that is not nearly the same, where the rarest words of a
text are those of many others. Below, the parts are so small that unlike texts meet.

How many words may differ depends on the sizes of both texts, so that a text is cut once for every number that a copy of
it may ask for. In long texts these are many numbers, and each takes that many parts: with one cut for numbers that lie
near one another (`cuts`) the signatures of a text grow as its words do.

Source: Arasu, Ganti, Kaushik, Efficient exact set-similarity joins, VLDB 2006, sections 3 to 5.
"""

import zlib
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ratio_spark.benchmark.folding import Words, words_of

NEAR = Fraction(9, 10)
"""The Jaccard similarity from which on texts are near-copies."""

SIGNATURE = "STRUCT<signature: BIGINT, words: INT>"
"""words: how many different ones the text has."""

_FIELDS = [pa.field("signature", pa.int64()), pa.field("words", pa.int32())]
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_CHARACTERS_AT_ONCE = 1 << 22
_CLOSE = 8

Hashes = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]


def are_near(one: Words, other: Words, near: Fraction = NEAR) -> bool:
    """Whether two texts are near-copies: as many negations in both, and words with that Jaccard similarity.

    >>> one = words_of("We train for ten days on the large set.")
    >>> [are_near(one, words_of(other), Fraction(3, 4)) for other in (
    ...     "We train for six days on the large set!", "We do not train for ten days on the large set.")]
    [True, False]
    """
    if one.negations != other.negations:
        return False
    shared = len(one.words & other.words)
    return shared > 0 and shared * near.denominator >= (len(one.words) + len(other.words) - shared) * near.numerator


def near_column(texts: pa.Array, others: pa.Array, near: Fraction = NEAR) -> pa.BooleanArray:
    """`are_near` for two columns of strings."""
    pairs = zip(texts.to_pylist(), others.to_pylist(), strict=True)
    return pa.array([are_near(words_of(text), words_of(other), near) for text, other in pairs], pa.bool_())


def differing(words: Ints, near: Fraction) -> Ints:
    """How many words at most stand in one of two near-copies only.

    Args:
        words: of both texts together, each counted once per text.
    """
    return words * (near.denominator - near.numerator) // (near.denominator + near.numerator)


def cuts(most: int) -> Ints:
    """In how many parts texts are cut: the numbers from 1, and behind 16 each an eighth above the one before.

    Args:
        most: the last of them is at least this.

    >>> cuts(21).tolist()
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22]
    """
    found = [1]
    while found[-1] < most:
        found.append(found[-1] + max(1, found[-1] // _CLOSE))
    return np.array(found, np.int64)


def signatures(texts: pa.Array, near: Fraction = NEAR) -> pa.ListArray:
    """The signatures of texts: near-copies have at least one in common. A text without a word has none.

    Args:
        texts: strings, none of them null.

    Returns:
        For each a list of SIGNATURE.
    """
    pieces = [_signatures(piece, near) for piece in _pieces(texts)]
    return pa.concat_arrays(pieces)


def _pieces(texts: pa.Array) -> Iterator[list[str]]:
    """The texts, so many at once that their words fit into memory."""
    piece: list[str] = []
    characters = 0
    for text in texts.to_pylist():
        piece.append(text)
        characters += len(text)
        if characters >= _CHARACTERS_AT_ONCE:
            yield piece
            piece, characters = [], 0
    yield piece


def _signatures(texts: list[str], near: Fraction) -> pa.ListArray:
    found = [words_of(text) for text in texts]
    sizes = np.array([len(each.words) for each in found], np.int64)
    negations = np.array([each.negations for each in found], np.uint64)
    codes = np.fromiter((zlib.crc32(word.encode()) for each in found for word in each.words), np.uint64)
    text, values = _all_parts(sizes, _mixed(codes), negations, near)
    order = np.argsort(text, kind="stable")
    of_lists = pa.StructArray.from_arrays(
        [pa.array(values[order].view(np.int64)), pa.array(sizes[text[order]].astype(np.int32))], fields=_FIELDS
    )
    return pa.ListArray.from_arrays(np.append(0, np.cumsum(np.bincount(text, minlength=len(found)))).astype(np.int32),
                                    of_lists)  # fmt: skip


def _all_parts(sizes: Ints, codes: Hashes, negations: Hashes, near: Fraction) -> tuple[Ints, Hashes]:
    """For every number of differing words that a near-copy of a text may have, the signatures of its parts.

    Args:
        sizes: words of each text.
        codes: the hashes of the words of all texts, text after text.
    """
    shortest = -(-sizes * near.numerator // near.denominator)
    longest = sizes * near.denominator // near.numerator
    fewest, most = differing(sizes + shortest, near), differing(sizes + longest, near)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    numbers = cuts(int(most.max(initial=0)) + 1)
    # The place of the cut into one part more than words may differ, or the next above.
    first, last = np.searchsorted(numbers, fewest + 1), np.searchsorted(numbers, most + 1)
    texts, values = [], []
    for cut, number in enumerate(numbers.tolist()):
        concerned = (first <= cut) & (cut <= last) & (sizes > 0)
        text = np.flatnonzero(concerned)
        place, of_them = np.cumsum(concerned) - 1, concerned[owner]
        parts = np.uint64(number)
        part = (_mixed(codes[of_them] + parts) % parts).astype(np.int64)
        sums = np.zeros(len(text) * number, np.uint64)
        np.add.at(sums, place[owner[of_them]] * number + part, codes[of_them])
        names = np.tile(np.arange(number, dtype=np.uint64), len(text)) << np.uint64(32)
        texts.append(np.repeat(text, number))
        values.append(_mixed(sums ^ _mixed(names + (parts << np.uint64(16)) + negations[texts[-1]])))
    return np.concatenate(texts), np.concatenate(values)


def _mixed(values: Hashes) -> Hashes:
    """Each number turned into one whose bits all depend on all of its bits (the finish of SplitMix64)."""
    mixed = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9) + _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
