"""The best of a stream of scores, row by row, with the tie rule built in: a score and a place make one 64-bit key.

The upper half of a key orders as its float32 score does, the lower half falls with the place, so that no two keys of a
row are equal and the order is the same whatever the tiles and the device.
"""

import torch
from torch import Tensor

FORBIDDEN = -torch.inf
"""The score of a candidate that a row may not have."""

_LOW = 0xFFFFFFFF
_SIGN = 0x7FFFFFFF


def keys_of(scores: Tensor, places: Tensor) -> Tensor:
    """Keys that fall as scores fall and, of equal scores, as places rise.

    Args:
        scores: float32, finite or FORBIDDEN; -0.0 counts as 0.0. places: int64 below 2³², of a shape that fits.

    Returns:
        int64 of the shape of scores.

    >>> keys = keys_of(torch.tensor([0.5, -1.0, -0.0, 0.0]), torch.arange(4))
    >>> places_of(keys.sort(descending=True).values).tolist()
    [0, 2, 3, 1]
    """
    return (_reversed_if_negative((scores + 0.0).view(torch.int32).long()) << 32) + (_LOW - places)


def scores_of(keys: Tensor) -> Tensor:
    """The float32 scores in keys."""
    return _reversed_if_negative(keys >> 32).to(torch.int32).view(torch.float32)


def places_of(keys: Tensor) -> Tensor:
    """The places in keys."""
    return _LOW - (keys & _LOW)


def _reversed_if_negative(bits: Tensor) -> Tensor:
    """IEEE 754 floats are sign and magnitude: as integers, negative ones stand in reverse."""
    return torch.where(bits < 0, bits ^ _SIGN, bits)


class Best:
    """The best `depth` candidates of each row so far.

    keys: int64 of shape (rows, depth), falling; keys of the score FORBIDDEN where fewer were found.
    """

    def __init__(self, rows: int, depth: int) -> None:
        nothing = torch.full((rows, depth), FORBIDDEN)
        self.keys = keys_of(nothing, torch.full_like(nothing, _LOW, dtype=torch.int64))
        self._as_last = torch.zeros(rows, dtype=torch.int64)

    def add(self, scores: Tensor, places: Tensor) -> None:
        """Take the scores of more candidates into account.

        Args:
            scores: float32 of shape (rows, candidates), finite or FORBIDDEN; not changed.
            places: int64 of shape (candidates,), rising, and beyond all places added before.
        """
        held, before = self.keys.to(scores.device), self._last.to(scores.device)
        depth, size = held.shape[1], scores.shape[1]
        values, columns = scores.topk(min(depth + 1, size), dim=1)
        keys = _merged(held, keys_of(values[:, :depth], places[columns[:, :depth]]))
        last = scores_of(keys[:, -1])
        # topk leaves out any of equal scores, not the highest places. That changes the best where such a score is the
        # new last one, and was not the last one before: otherwise all of them come behind those that are held.
        is_cut = (values[:, -1] == last) & (size > depth)
        unfair = (is_cut & (before < last)).nonzero()[:, 0]
        if len(unfair):
            keys[unfair] = _merged(held[unfair], keys_of(scores[unfair], places))
        as_last = (values == last[:, None]).sum(dim=1)
        cut = is_cut.nonzero()[:, 0]
        if len(cut):
            as_last[cut] = (scores[cut] == last[cut, None]).sum(dim=1)
        held_as_last = (scores_of(held) == last[:, None]).sum(dim=1)
        self._as_last = as_last + torch.where(before == last, self._as_last.to(scores.device), held_as_last)
        self.keys = keys

    @property
    def tied_beyond(self) -> Tensor:
        """How many candidates that are not held have the score of the last one that is: int64 of shape (rows,)."""
        held = (scores_of(self.keys) == self._last[:, None]).sum(dim=1)
        return torch.where(self._last == FORBIDDEN, 0, self._as_last - held)

    @property
    def _last(self) -> Tensor:
        return scores_of(self.keys[:, -1])


def _merged(held: Tensor, new: Tensor) -> Tensor:
    return torch.cat([held, new], dim=1).topk(held.shape[1], dim=1).values
