"""The types of declared columns in Arrow."""

import re

import pyarrow as pa

from ratio_spark.tables.schemas import Table

_SIMPLE = {
    "STRING": pa.string(),
    "BOOLEAN": pa.bool_(),
    "INT": pa.int32(),
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us", tz="UTC"),
}
_NESTED = re.compile(r"(ARRAY|MAP|STRUCT)<(.*)>")


def arrow_schema(table: Table) -> pa.Schema:
    """The columns of a table, each with its comment as Delta keeps it."""
    return pa.schema(
        [
            pa.field(column.name, arrow_type(column.type), metadata={"comment": column.comment})
            for column in table.columns
        ]
    )


def arrow_type(sql: str) -> pa.DataType:
    """The Arrow type of a SQL type.

    Raises:
        ValueError: it is none that the tables have.

    >>> str(arrow_type("ARRAY<STRUCT<step: STRING, left: BIGINT>>"))
    'list<element: struct<step: string, left: int64>>'
    """
    if sql in _SIMPLE:
        return _SIMPLE[sql]
    nested = _NESTED.fullmatch(sql)
    if nested is None:
        raise ValueError(f"{sql!r} is no type of a column")
    kind, inner = nested[1], _members(nested[2])
    if kind == "STRUCT":
        named = [member.split(":", 1) for member in inner]
        return pa.struct([(name.strip(), arrow_type(member.strip())) for name, member in named])
    types = [arrow_type(member) for member in inner]
    return pa.list_(pa.field("element", *types)) if kind == "ARRAY" else pa.map_(*types)


def _members(inner: str) -> list[str]:
    """What stands between the commas that are in no inner bracket."""
    members, depth = [""], 0
    for letter in inner:
        depth += (letter == "<") - (letter == ">")
        if letter == "," and not depth:
            members.append("")
        else:
            members[-1] += letter
    return [member.strip() for member in members]
