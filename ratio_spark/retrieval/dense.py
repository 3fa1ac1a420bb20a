"""Scores of dense retrievers: the dot product of a query's embedding and a candidate's."""

import warnings
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints
from ratio_spark.retrieval.search import device as device_of

_TILES = {"cpu": (512, 1 << 15), "cuda": (4096, 1 << 17)}
_PRODUCTS = 1 << 20


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
        self._queries, self._candidates = (tensor_of(each).to(self._device) for each in (queries, candidates))

    def scores(self, queries: slice, candidates: slice) -> Tensor:
        """See Scorer."""
        return self._queries[queries].float() @ self._candidates[candidates].float().T

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer."""
        scores = np.empty(candidates.shape)
        block = max(1, _PRODUCTS // max(1, candidates.shape[1] * self._queries.shape[1]))
        for start in range(0, len(queries), block):
            rows = slice(start, start + block)
            asked = self._queries[torch.from_numpy(queries[rows]).to(self._device)].double()
            found = self._candidates[torch.from_numpy(candidates[rows]).to(self._device)].double()
            scores[rows] = sum_in_order(found.mul_(asked[:, None])).cpu().numpy()
        return scores


def tensor_of(array: NDArray[Any]) -> Tensor:
    """A tensor that shares the memory of an array, which may be read-only: nothing writes to it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The given NumPy array is not writable")
        return torch.from_numpy(array)


def sum_in_order(terms: Tensor) -> Tensor:
    """The sum over the last axis, in an order that depends on nothing but its length; `terms` is used up.

    The second half is added to the first until one is left: single additions, which every device rounds alike.

    >>> sum_in_order(torch.tensor([[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]])).tolist()
    [7.0, 56.0]
    """
    length = terms.shape[-1]
    while length > 1:
        half = (length + 1) // 2
        terms[..., : length - half] += terms[..., half:length]
        length = half
    return terms[..., 0]
