"""Spark: columns that Python computes from Arrow arrays, where SQL has no expression for them."""

from collections.abc import Callable

import pyarrow as pa
from pyspark.sql import Column
from pyspark.sql.pandas.functions import arrow_udf

from ratio_spark.benchmark.folding import rest_keys, text_key


def arrow_column(function: Callable[..., pa.Array], type_name: str, *columns: str) -> Column:
    """A column that a function of Arrow arrays gives.

    Args:
        function: from the columns of a batch of rows to a column of as many; all of them hinted as pa.Array.
        type_name: the SQL type of what it gives.
        columns: the names of what it gets.
    """
    # Its stubs want the kind of function spelled out, its code warns of that and reads the kind off the type hints.
    column: Column = arrow_udf(function, type_name)(*columns)  # type: ignore[call-overload]
    return column


def key_column(column: str) -> Column:
    """`folding.text_key` of texts."""
    return arrow_column(_keys, "BINARY", column)


def _keys(texts: pa.Array) -> pa.Array:
    return pa.array([text_key(text) for text in texts.to_pylist()], pa.binary())


def rest_keys_column(column: str) -> Column:
    """`folding.rest_keys` of texts."""
    return arrow_column(_rest_keys, "ARRAY<BINARY>", column)


def _rest_keys(texts: pa.Array) -> pa.Array:
    return pa.array([rest_keys(text) for text in texts.to_pylist()], pa.list_(pa.binary()))
