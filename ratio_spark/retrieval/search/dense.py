"""Scores of dense retrievers: the dot product of a query's embedding and a candidate's."""

import warnings
from typing import Any

import numpy as np
import torch
from numba import njit
from numpy.typing import NDArray
from torch import Tensor

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints
from ratio_spark.retrieval.search.exact import device as device_of

_TILES = {"cpu": (512, 1 << 15), "cuda": (4096, 1 << 17)}


class DenseScorer:
    """Dot products, in float32 by tiles and in double precision for the best. See Scorer.

    Args:
        queries: float32 or float16 of shape (queries, dimensions).
        candidates: float32 or float16 of shape (candidates, dimensions), memory-mapped or not. On a GPU they are kept
            there as they are.
        device: see `search.device`.

    Raises:
        ConfigurationError: there is no such device.
        DataContractError: queries and candidates have different dimensions.
    """

    def __init__(self, queries: NDArray[Any], candidates: NDArray[Any], device: str = "auto") -> None:
        if queries.shape[1] != candidates.shape[1]:
            raise DataContractError(
                f"embeddings of queries have {queries.shape[1]} dimensions and those of candidates "
                f"{candidates.shape[1]}: embed both with one model"
            )
        self._device = device_of(device)
        self.query_tile, self.candidate_tile = _TILES[self._device.type]
        self._arrays = queries, candidates
        self._queries, self._candidates = (tensor_of(each).to(self._device) for each in self._arrays)

    def scores(self, queries: slice, candidates: slice) -> Tensor:
        """See Scorer."""
        return self._queries[queries].float() @ self._candidates[candidates].float().T

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer. It runs on the processor, whatever the device."""
        scores = np.empty(candidates.shape)
        for row, (query, places) in enumerate(zip(queries.tolist(), candidates, strict=True)):
            scores[row] = dots(single(self._arrays[0][[query]]), single(self._arrays[1][places]))[0]
        return scores


def tensor_of(array: NDArray[Any]) -> Tensor:
    """A tensor that shares the memory of an array, which may be read-only: nothing writes to it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The given NumPy array is not writable")
        return torch.from_numpy(array)


def single(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """The same in float32, which holds all that float16 does."""
    return vectors.astype(np.float32, copy=False)


@njit(nogil=True)
def dots(first: NDArray[np.float32], second: NDArray[np.float32]) -> Floats:
    """The dot products of vectors with vectors, summed in an order that depends on nothing but their dimensions.

    The second half of the products is added to the first until one is left: in single operations of double precision,
    which every processor rounds alike.

    Args:
        first: shape (n, dimensions); second: shape (m, dimensions).

    Returns:
        float64 of shape (n, m).

    >>> dots(np.array([[1, 2, 4]], np.float32), np.array([[1, 1, 1], [8, 4, 2]], np.float32)).tolist()
    [[7.0, 24.0]]
    """
    found = np.empty((len(first), len(second)))
    products = np.empty(first.shape[1])
    for row in range(len(first)):
        for column in range(len(second)):
            left, right = first[row], second[column]
            for number in range(len(products)):
                products[number] = np.float64(left[number]) * np.float64(right[number])
            found[row, column] = _sum_by_halves(products)
    return found


@njit(nogil=True)
def _sum_by_halves(terms: Floats) -> float:
    """The sum of some terms, which are used up."""
    length = len(terms)
    while length > 1:
        half = (length + 1) // 2
        low, high = terms[:half], terms[half:length]
        for number in range(len(high)):
            low[number] += high[number]
        length = half
    return float(terms[0])
