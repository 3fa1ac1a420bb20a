"""Postings in memory: which candidate holds which word, with what weight, and the two compiled loops that read them.

Weights are not negative, and neither are scores: the bits of float32 scores, as integers, order as the scores do.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ratio_spark.retrieval.pairs import Floats, Ints

HIDDEN = -1
"""Stands for the bits of a score that may not be chosen."""

_BLOCK = 64
_LOW = 0xFFFFFFFF


class Postings(NamedTuple):
    """The candidates of each word: those of word w are places[starts[w]:starts[w + 1]], rising, with their weights.

    starts: int64 of shape (words + 1,); places: int32 and weights: float32, of shape (postings,).
    """

    starts: Ints
    places: NDArray[np.int32]
    weights: NDArray[np.float32]


@njit(nogil=True)
def add_up(postings: Postings, words: Ints, scores: Floats) -> None:
    """Write the score of every candidate: its weights for the words of a query, summed in the order of the words.

    Args:
        scores: float64 of shape (candidates,).
    """
    scores[:] = 0
    for word in words:
        start, stop = postings.starts[word], postings.starts[word + 1]
        places, weights = postings.places[start:stop], postings.weights[start:stop]
        for number in range(len(places)):
            scores[places[number]] += weights[number]


@njit(nogil=True)
def choose(bits: NDArray[np.int32], chosen: Ints) -> int:
    """Choose the best candidates by the tie rule: the higher score, then the lower place.

    Args:
        bits: float32 scores of the whole pool, as integers, or HIDDEN.
        chosen: int64 of shape (depth,); takes the places of the best in any order, -1 where there are fewer.

    Returns:
        How many candidates that were not chosen have the score of the last one that was.
    """
    # A heap of keys: bits above, the place in reverse below, the least key first. -1 is no key.
    chosen[:] = -1
    last, beyond = HIDDEN, 0
    for start in range(0, len(bits), _BLOCK):
        block = bits[start : start + _BLOCK]
        highest = block[0]
        # Compiled to vector instructions only as a loop over numbers.
        for number in range(len(block)):
            highest = block[number] if block[number] > highest else highest
        if highest < last:
            continue
        for number in range(len(block)):
            if block[number] > last:
                _replace_least(chosen, int((np.int64(block[number]) << 32) + (_LOW - start - number)))
                beyond = beyond + 1 if chosen[0] >> 32 == last else 0
                last = chosen[0] >> 32
            elif block[number] == last:
                # Places rise, so that this comes behind all that are chosen.
                beyond += 1
    for number in range(len(chosen)):
        chosen[number] = _LOW - (chosen[number] & _LOW) if chosen[number] >= 0 else -1
    return 0 if last == HIDDEN else beyond


@njit(nogil=True)
def _replace_least(heap: Ints, key: int) -> None:
    at, child = 0, 1
    while child < len(heap):
        if child + 1 < len(heap) and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[at] = heap[child]
        at, child = child, 2 * child + 1
    heap[at] = key
