"""Scores of late interaction: exact MaxSim over the token embeddings of a query and a candidate."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ratio_spark.errors import DataContractError
from ratio_spark.retrieval.pairs import Floats, Ints
from ratio_spark.retrieval.search.dense import dots, single, tensor_of
from ratio_spark.retrieval.search.exact import device as device_of

if TYPE_CHECKING:
    from ratio_spark.retrieval.models.encoders import TokenEmbeddings

_TILES = {"cpu": (32, 1 << 13), "cuda": (256, 1 << 15)}
_SIMILARITIES = {"cpu": 1 << 21, "cuda": 1 << 28}


class LateScorer:
    """MaxSim: for each token of the query its greatest dot product with a token of the candidate, summed over them.

    Khattab and Zaharia 2020, "ColBERT", equation 3. In float32 by tiles, where candidates of one length are multiplied
    together, so that nothing is padded; in double precision for the best. See Scorer.

    Args:
        queries, candidates: memory-mapped or not. On a GPU they are kept there as they are.
        device: see `search.device`.

    Raises:
        ConfigurationError: there is no such device.
        DataContractError: queries and candidates have different dimensions, or a text has no token.
    """

    def __init__(self, queries: "TokenEmbeddings", candidates: "TokenEmbeddings", device: str = "auto") -> None:
        if queries.vectors.shape[1] != candidates.vectors.shape[1]:
            raise DataContractError(
                f"tokens of queries have {queries.vectors.shape[1]} dimensions and those of candidates "
                f"{candidates.vectors.shape[1]}: embed both with one model"
            )
        self._device = device_of(device)
        self.query_tile, self.candidate_tile = _TILES[self._device.type]
        self._queries, self._candidates = _Tokens(queries, self._device), _Tokens(candidates, self._device)

    def scores(self, queries: slice, candidates: slice) -> Tensor:
        """See Scorer."""
        asked = self._queries.tensor(np.arange(queries.start, queries.stop)).T
        best = torch.empty(candidates.stop - candidates.start, asked.shape[1], device=self._device)
        for places, length in self._by_length(candidates, asked.shape[1]):
            similar = self._candidates.tensor(places) @ asked
            best[torch.from_numpy(places - candidates.start).to(self._device)] = similar.view(
                len(places), length, -1
            ).amax(dim=1)
        parts = torch.split(best, self._queries.lengths[queries].tolist(), dim=1)
        return torch.stack([part.sum(dim=1) for part in parts])

    def _by_length(self, candidates: slice, asked: int) -> Iterator[tuple[Ints, int]]:
        """The places of candidates in groups that have one number of tokens and fit together into memory."""
        lengths = self._candidates.lengths[candidates]
        order = np.argsort(lengths, kind="stable")
        distinct, starts = np.unique(lengths[order], return_index=True)
        for length, group in zip(distinct.tolist(), np.split(order, starts[1:]), strict=True):
            size = max(1, _SIMILARITIES[self._device.type] // (length * asked))
            for start in range(0, len(group), size):
                yield candidates.start + group[start : start + size], length

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer. It runs on the processor, whatever the device."""
        scores = np.zeros(candidates.shape)
        for row, (query, places) in enumerate(zip(queries.tolist(), candidates, strict=True)):
            similar = dots(self._candidates.array(places), self._queries.array(np.array([query])))
            lengths = self._candidates.lengths[places]
            best = np.maximum.reduceat(similar, np.cumsum(lengths) - lengths, axis=0)
            for of_token in best.T:
                scores[row] += of_token
        return scores


class _Tokens:
    """Token embeddings, in memory and on a device. lengths: how many tokens each text has."""

    def __init__(self, embeddings: "TokenEmbeddings", device: torch.device) -> None:
        self.lengths = np.diff(embeddings.offsets)
        if len(self.lengths) and self.lengths.min() < 1:
            raise DataContractError(f"text {self.lengths.argmin()} has no token embedding: embed the texts again")
        self._starts = embeddings.offsets[:-1]
        self._vectors = embeddings.vectors
        self._on_device = tensor_of(embeddings.vectors).to(device)

    def tensor(self, texts: Ints) -> Tensor:
        """The vectors of some texts, one after the other, in float32 on the device."""
        return self._on_device[torch.from_numpy(self._rows(texts)).to(self._on_device.device)].float()

    def array(self, texts: Ints) -> NDArray[np.float32]:
        """The same in memory."""
        return single(self._vectors[self._rows(texts)])

    def _rows(self, texts: Ints) -> Ints:
        lengths = self.lengths[texts]
        shift = self._starts[texts] - (np.cumsum(lengths) - lengths)
        rows: Ints = np.repeat(shift, lengths) + np.arange(lengths.sum())
        return rows
