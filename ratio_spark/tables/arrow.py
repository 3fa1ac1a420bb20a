"""Tables below a root as Arrow, without a JVM: for stages whose rows fit into memory."""

import random
import re
import time
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from deltalake import CommitProperties, DeltaTable, write_deltalake
from deltalake.exceptions import CommitFailedError, DeltaError, SchemaMismatchError, TableNotFoundError

from ratio_spark.errors import ConfigurationError, DataContractError, RatioError, RetryableError
from ratio_spark.redact import redact
from ratio_spark.tables.arrow_types import arrow_schema
from ratio_spark.tables.schemas import Table
from ratio_spark.tables.store import PROPERTIES, check_writable, is_catalog, local_folder

_TRIES = 8
_LONGEST_PAUSE = 0.5
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
# deltalake reports in colours, over several lines, and may add the addresses of a backtrace.
_COLOUR = re.compile(r"\x1b\[\d+m")
_BACKTRACE = re.compile(r"\n\s*0: .*", re.DOTALL)


class ArrowTables:
    """The Delta tables of one root, read and written by deltalake.

    Args:
        root: a folder or an object-store URL; credentials come from the environment, as deltalake takes them.

    Raises:
        ConfigurationError: the root is `catalog.schema`, which only Spark can open, or a folder that deltalake
            would take for another one.
    """

    def __init__(self, root: str) -> None:
        if is_catalog(root):
            raise ConfigurationError(
                f"{root} is a catalog, which this command cannot open: name the folder or URL of its tables"
            )
        self._folder = local_folder(root)
        self.root = str(self._folder) if self._folder else root.rstrip("/")
        # deltalake takes such a name for an escaped one, in some of its calls only.
        if self._folder and (escaped := _ESCAPED.search(self.root)):
            raise ConfigurationError(f"{root}: tables cannot be read below a folder with {escaped[0]} in its name")

    def path(self, table: Table) -> str:
        """Where a table lies."""
        return f"{self.root}/{table.name}"

    def version(self, table: Table) -> int | None:
        """The newest version of a table; None where there is none."""
        opened = self._open(table)
        return None if opened is None else opened.version()

    def read(
        self, table: Table, columns: Sequence[str] | None = None, where: Sequence[tuple[str, str, Any]] = (),
        version: int | None = None,
    ) -> pa.Table:  # fmt: skip
        """Rows of a table; none where there is no such table, which is a folder with a log.

        Args:
            columns: the columns wanted, all by default.
            where: (column, operator, value), all of which must hold, as pyarrow's `filters` take them.
            version: of the table, the newest by default.

        Raises:
            DataContractError: a file of the table is lost or damaged, or a column is missing.
            RetryableError: the object store does not answer.
        """
        wanted = list(columns or table.column_names)
        opened = self._open(table, version)
        if opened is None:
            declared = arrow_schema(table)
            return pa.schema([declared.field(name).remove_metadata() for name in wanted]).empty_table()
        try:
            return opened.to_pyarrow_table(columns=wanted, filters=list(where) or None)
        except (DeltaError, OSError, pa.ArrowException) as error:
            raise self._fault(table, "read", error) from error

    def replace(self, table: Table, rows: pa.Table, key: str, value: str) -> None:
        """Put rows in the place of those whose `key` column holds `value`, in one commit.

        The first write makes the table, with its partition, its properties and the comments of its columns. Other
        processes may replace other values at the same time.

        Args:
            rows: the columns of the table, each row with that value; no rows: those of the value leave.
            value: hexadecimal digits, as fingerprints are.

        Raises:
            ValueError: the value is none of hexadecimal digits, or a row has another one.
            ConfigurationError: the root cannot be written to, or another version of ratio-spark made the table.
            DataContractError: the table is damaged.
            RetryableError: other writers were first each time, or the object store does not answer.
        """
        if not value or not set(value) <= set("0123456789abcdef"):
            raise ValueError(f"{value!r} is no fingerprint")
        given = rows.select(table.column_names).cast(arrow_schema(table))
        if not pc.all(pc.equal(given.column(key), value), skip_nulls=False, min_count=0).as_py():
            raise ValueError(f"rows of {table.name} have another {key} than {value}")
        check_writable(self.root)
        for tries_left in reversed(range(_TRIES)):
            try:
                write_deltalake(self._made(table), given, mode="overwrite", predicate=f"{key} = '{value}'")
                return
            except CommitFailedError as error:
                if not tries_left:
                    raise RetryableError(
                        f"{self.path(table)} was not written, run again: {_in_a_line(error)}"
                    ) from error
                time.sleep(random.uniform(0, _LONGEST_PAUSE))
            except SchemaMismatchError as error:
                raise ConfigurationError(
                    f"{self.path(table)} is not of this version of ratio-spark, use the version that made it: "
                    f"{_in_a_line(error)}"
                ) from error
            except (DeltaError, OSError, pa.ArrowException) as error:
                raise self._fault(table, "written", error) from error

    def _made(self, table: Table) -> DeltaTable:
        """The table, made empty where it is not there: a first write without a predicate could undo another's."""
        opened = self._open(table)
        if opened is not None:
            return opened
        try:
            return DeltaTable.create(
                self.path(table),
                schema=arrow_schema(table),
                mode="error",
                partition_by=[table.partition] if table.partition else None,
                configuration=PROPERTIES | {"delta.dataSkippingNumIndexedCols": str(table.statistics)},
                commit_properties=CommitProperties(max_commit_retries=0),
            )
        except DeltaError:
            # Of two that make it at once, one fails here.
            opened = self._open(table)
            if opened is None:
                raise
            return opened

    def _open(self, table: Table, version: int | None = None) -> DeltaTable | None:
        try:
            return DeltaTable(self.path(table), version=version)
        except TableNotFoundError as error:
            if "Unknown scheme" in str(error):
                raise ConfigurationError(f"{self.root}: no object store has URLs of this kind") from error
            return None
        except (DeltaError, OSError) as error:
            raise self._fault(table, "opened", error) from error

    def _fault(self, table: Table, done: str, error: Exception) -> RatioError:
        """A lost file is a fault of the data; any other fault of files is one of the disk or of the object store."""
        what = redact(f"{self.path(table)} cannot be {done}: {_in_a_line(error)}")
        is_lost = isinstance(error, FileNotFoundError) or not isinstance(error, OSError)
        if not is_lost and self._folder is None:
            return RetryableError(f"{what}; look at the address and its credentials, or run again")
        return DataContractError(what) if is_lost or done != "written" else ConfigurationError(what)


def _in_a_line(error: Exception) -> str:
    text = _BACKTRACE.sub("", _COLOUR.sub("", str(error)))
    return " ".join(text.replace("↳", ":").split())[:300]
