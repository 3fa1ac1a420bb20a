"""Tables below a root as Arrow, without a JVM: for stages whose rows fit into memory."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from deltalake import DeltaTable, write_deltalake
from deltalake.exceptions import DeltaError, TableNotFoundError

from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.tables.schemas import Table
from ratio_spark.tables.store import is_catalog, local_folder

_SQL_TYPES = {
    "STRING": pa.string(),
    "INT": pa.int32(),
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
    "DATE": pa.date32(),
    "TIMESTAMP": pa.timestamp("us", tz="UTC"),
    "MAP<STRING, STRING>": pa.map_(pa.string(), pa.string()),
    "MAP<STRING, BIGINT>": pa.map_(pa.string(), pa.int64()),
}


class ArrowTables:
    """The Delta tables of one root, read and written by deltalake.

    Args:
        root: a folder or an object-store URL; credentials come from the environment, as deltalake takes them.

    Raises:
        ConfigurationError: the root is `catalog.schema`, which only Spark can open.
    """

    def __init__(self, root: str) -> None:
        if is_catalog(root):
            raise ConfigurationError(
                f"{root} is a catalog, which this command cannot open: name the folder or URL of its tables"
            )
        folder = local_folder(root)
        self.root = str(folder) if folder else root.rstrip("/")

    def path(self, table: Table) -> str:
        """Where a table lies."""
        return f"{self.root}/{table.name}"

    def version(self, table: Table) -> int | None:
        """The newest version of a table; None where there is none."""
        opened = self._open(table)
        return None if opened is None else opened.version()

    def read(
        self, table: Table, columns: Sequence[str] | None = None, where: Sequence[tuple[str, str, Any]] = ()
    ) -> pa.Table:
        """Rows of the newest version of a table; none where there is no such table.

        Args:
            columns: the columns wanted, all by default.
            where: (column, operator, value), all of which must hold, as pyarrow's `filters` take them.

        Raises:
            DataContractError: a file of the table is lost or damaged, or a column is missing.
        """
        wanted = list(columns or table.column_names)
        opened = self._open(table)
        if opened is None:
            types = {column.name: _SQL_TYPES.get(column.type, pa.list_(pa.string())) for column in table.columns}
            return pa.schema([(name, types[name]) for name in wanted]).empty_table()
        try:
            return opened.to_pyarrow_table(columns=wanted, filters=list(where) or None)
        except (DeltaError, OSError, pa.ArrowException) as error:
            raise DataContractError(f"{self.path(table)} cannot be read: {_first_line(error)}") from error

    def replace(self, table: Table, rows: pa.Table, key: str, value: str) -> None:
        """Put rows in the place of those whose `key` column holds `value`, in one commit.

        Args:
            rows: the columns of the table, each row with that value.
            value: hexadecimal digits, as fingerprints are.

        Raises:
            ValueError: the value is none of hexadecimal digits.
            RetryableError: another writer was first.
        """
        if not value or not set(value) <= set("0123456789abcdef"):
            raise ValueError(f"{value!r} is no fingerprint")
        schema = pa.schema([(column.name, _SQL_TYPES[column.type]) for column in table.columns])
        try:
            write_deltalake(
                self.path(table), rows.select(table.column_names).cast(schema), mode="overwrite",
                predicate=f"{key} = '{value}'" if self._open(table) else None,
                partition_by=[table.partition] if table.partition else None,
            )  # fmt: skip
        except DeltaError as error:
            raise RetryableError(f"{self.path(table)} was not written, run again: {_first_line(error)}") from error

    def _open(self, table: Table) -> DeltaTable | None:
        try:
            return DeltaTable(self.path(table))
        except TableNotFoundError:
            return None
        except (DeltaError, OSError) as error:
            raise DataContractError(f"{self.path(table)} cannot be opened: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:300]
