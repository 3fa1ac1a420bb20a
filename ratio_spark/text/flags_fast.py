"""`side_flags` for all pairs of a batch at once."""

import numpy as np
import pyarrow as pa

from ratio_spark.text.byte_windows import Flags
from ratio_spark.text.flagging import Column
from ratio_spark.text.flags import SIDE_FLAGS


def column_flags(
    which: str,
    texts: pa.StringArray,
    markers: pa.StringArray,
    repeated: Flags,
    citing: pa.BooleanArray | None = None,
) -> pa.ListArray:
    """`side_flags` of many pairs: hints about the column leave few that a check must look at.

    Args:
        which: QUERY or GOLD.
        texts: the texts of that side, white space collapsed.
        markers: the pairs' markers as they stand in the papers, with their commas.
        repeated: whether the same text stood on this side of an earlier pair of the paper.
        citing: whether the text cites, where the source of the paper tells (else null; None: it never does).

    Returns:
        A list of flag names for each pair.

    >>> column_flags("query", pa.array(["They fail."]), pa.array(["However,"]), np.array([False])).to_pylist()
    [['short', 'not_standalone']]
    """
    column = Column(texts, markers, repeated, pa.nulls(len(texts), pa.bool_()) if citing is None else citing)
    items = SIDE_FLAGS[which]
    bits = np.zeros(len(texts), np.int64)
    for bit, item in enumerate(items):
        bits |= item.column(column).astype(np.int64) << bit
    combinations, where = np.unique(bits, return_inverse=True)
    names = [[item.name for bit, item in enumerate(items) if row >> bit & 1] for row in combinations.tolist()]
    return pa.array(names, pa.list_(pa.string())).take(pa.array(where))
