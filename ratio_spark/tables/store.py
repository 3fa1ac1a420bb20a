"""The Delta tables below one root: a folder or object-store URL, or `catalog.schema`.

Only DataFrame readers and writers and SQL, so that it works through Spark Connect as well.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.tables.schemas import KEEP_DAYS, RUNS, Table

_CATALOG_ROOT = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]\w*")
_URL = re.compile(r"[A-Za-z][\w+.-]*:/")
_FILE_RETENTION = "delta.deletedFileRetentionDuration"
# Every reader opens tables without deletion vectors: deltalake, DuckDB, Databricks. A root that nobody wrote to for
# long is read at published versions, so its log is never cut.
PROPERTIES = {
    "delta.enableDeletionVectors": "false",
    _FILE_RETENTION: f"interval {KEEP_DAYS} days",
    "delta.logRetentionDuration": "interval 3650 days",
}
# Delta would refuse a version older than the retention although all of its files are there. A published version may
# be that old: a run that was killed left a newer one, and nobody came back for a month.
_AGE_CHECK = "spark.databricks.delta.vacuum.enforceTimeTravelWithinDeletedFileRetentionDuration"
_COMMITS_AT_ONCE = 20
# VACUUM lists a table in as many tasks, however few folders it has: 10,000 by default.
_LISTING_TASKS = "spark.sql.sources.parallelPartitionDiscovery.parallelism"
SMALL_FILE = 16 * 2**20
_NOT_THERE = {
    "DELTA_TABLE_NOT_FOUND",
    "DELTA_TABLE_ONLY_OPERATION",
    "DELTA_PATH_DOES_NOT_EXIST",
    "DELTA_MISSING_DELTA_TABLE",
    "PATH_NOT_FOUND",
    "SCHEMA_NOT_FOUND",
    "TABLE_OR_VIEW_NOT_FOUND",
}


@dataclass(frozen=True)
class Commit:
    """One entry of a table's history: its version, the operation, and the user metadata it carries."""

    version: int
    operation: str
    parameters: dict[str, str]
    metadata: str | None


def check_writable(root: str) -> None:
    """Raise ConfigurationError where a local root cannot be written to; other roots tell at the first write.

    Needs no Spark, so that a mistyped root is refused at once.
    """
    folder = local_folder(root)
    if folder is None:
        return
    # os.path tells of a folder that may not be looked into as of one that is not there.
    nearest = folder
    while not os.path.exists(nearest):
        nearest = nearest.parent
    if not os.path.isdir(nearest):
        raise ConfigurationError(f"the table root {folder} cannot be made: {nearest} is a file")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise ConfigurationError(f"the table root {folder} cannot be written to: no permission on {nearest}")


def check_readable(root: str) -> None:
    """Raise ConfigurationError where a local root holds no tables; other roots tell at the first read.

    Needs no Spark, so that a mistyped root is refused at once.
    """
    folder = local_folder(root)
    if folder is not None and not os.path.isdir(folder / RUNS.name):
        raise ConfigurationError(f"{folder} holds no published run: name the --tables of `ratio-spark mine`")


def is_catalog(root: str) -> bool:
    """Whether a root is written `catalog.schema`."""
    return _CATALOG_ROOT.fullmatch(root) is not None


def local_folder(root: str) -> Path | None:
    """The absolute folder that a root names; None for `catalog.schema` and object stores."""
    if is_catalog(root) or _URL.match(root):
        return None
    return Path(root).expanduser().absolute()


@dataclass(frozen=True)
class Size:
    """files: how many a table has; bytes: of all of them; small: how many are under 16 MiB."""

    files: int
    bytes: int
    small: int


class Store:
    """The tables of one root.

    Args:
        spark: the session that reads and writes.
        root: a folder, an object-store URL, or `catalog.schema`. A folder whose name looks like
            `catalog.schema` is written `./name.with.dot`.
    """

    def __init__(self, spark: SparkSession, root: str) -> None:
        self.spark = spark
        self.in_catalog = is_catalog(root)
        folder = local_folder(root)
        self.root = str(folder) if folder else root.rstrip("/")
        self._versions: dict[tuple[str, int], DataFrame] = {}
        # A managed service may not let us; it has settings of its own.
        with suppress(PySparkException):
            spark.conf.set(_AGE_CHECK, "false")

    def location(self, table: Table) -> str:
        """What a reader opens: `catalog.schema.table`, or the table's folder."""
        return f"{self.root}.{table.name}" if self.in_catalog else f"{self.root}/{table.name}"

    def sql_name(self, table: Table) -> str:
        """The table's name in a SQL statement, quoted."""
        if self.in_catalog:
            return ".".join(f"`{part}`" for part in self.location(table).split("."))
        return "delta.`" + self.location(table).replace("`", "``") + "`"

    def exists(self, table: Table) -> bool:
        """Whether the table is there."""
        try:
            self._load(table).columns  # noqa: B018 - asks for the schema alone, which starts no job
        except AnalysisException as error:
            if error.getCondition() in _NOT_THERE:
                return False
            raise
        return True

    def read(self, table: Table, version: int | None = None) -> DataFrame:
        """The rows of a table, as of a version where one is given.

        Columns that an older ratio-spark did not write are NULL.
        """
        if version is None:
            return self._read(table, None)
        # Delta works an older version out of its log on every reading; a version never changes.
        key = (table.name, version)
        if key not in self._versions:
            self._versions[key] = self._read(table, version)
        return self._versions[key]

    def _read(self, table: Table, version: int | None) -> DataFrame:
        rows = self._load(table, version)
        there = set(rows.columns)
        missing = [column for column in table.columns if column.name not in there]
        return rows.withColumns({column.name: F.lit(None).cast(column.type) for column in missing}) if missing else rows

    def _load(self, table: Table, version: int | None = None) -> DataFrame:
        reader = self.spark.read if version is None else self.spark.read.option("versionAsOf", version)
        if self.in_catalog:
            return reader.table(self.location(table))
        return reader.format("delta").load(self.location(table))

    def empty(self, table: Table) -> DataFrame:
        """No rows, in the columns of a table."""
        return self.spark.createDataFrame([], ", ".join(f"`{c.name}` {c.type}" for c in table.columns))

    def upgrade(self, table: Table) -> bool:
        """Add the columns that a table of an older ratio-spark lacks; its rows hold NULL there.

        Returns:
            Whether there were any.

        Raises:
            ConfigurationError: a newer ratio-spark made the table, or one that this one cannot follow.
        """
        types = {field.name: field.dataType for field in self._load(table).schema}
        declared = {field.name: field.dataType for field in self.empty(table).schema}
        strange = [name for name, kind in types.items() if declared.get(name) != kind]
        if strange:
            raise ConfigurationError(
                f"{self.location(table)}: its column {strange[0]} is not of this version of ratio-spark: use the "
                "version that made the tables, or mine into a new root"
            )
        missing = [name for name in declared if name not in types]
        for before, column in pairwise([None, *table.columns]):
            if column and column.name in missing:
                place = f"AFTER `{before.name}`" if before else "FIRST"
                comment = column.comment.replace("'", "\\'")
                self.spark.sql(
                    f"ALTER TABLE {self.sql_name(table)} ADD COLUMNS "
                    f"(`{column.name}` {column.type} COMMENT '{comment}' {place})"
                )
        return bool(missing)

    def newest(self, table: Table) -> Commit:
        """The newest commit of a table, published or not."""
        return self._history(table, "LIMIT 1")[0]

    def history(self, table: Table, back_to: int | None) -> list[Commit]:
        """The commits of a table, newest first: at least those after a version (None: all)."""
        commits = self._history(table, f"LIMIT {_COMMITS_AT_ONCE}")
        reached = len(commits) < _COMMITS_AT_ONCE or (back_to is not None and commits[-1].version <= back_to)
        return commits if reached else self._history(table, "")

    def _history(self, table: Table, limit: str) -> list[Commit]:
        return [
            Commit(int(row.version), row.operation, dict(row.operationParameters or {}), row.userMetadata)
            for row in self.spark.sql(f"DESCRIBE HISTORY {self.sql_name(table)} {limit}").collect()
        ]

    def restore(self, table: Table, version: int | None) -> None:
        """Make the newest version of a table equal to an older one (None: empty), as a commit of its own."""
        if version is None:
            self.spark.sql(f"DELETE FROM {self.sql_name(table)}")
        else:
            self.spark.sql(f"RESTORE TABLE {self.sql_name(table)} TO VERSION AS OF {int(version)}")

    def compact(self, table: Table) -> bool:
        """Join small files, in a commit of its own. Gives whether there were any to join."""
        metrics = self.spark.sql(f"OPTIMIZE {self.sql_name(table)}").collect()[0].metrics
        return bool(metrics.numFilesRemoved)

    def keep(self, table: Table, days: int) -> None:
        """Promise that files which only versions of the last so many days need stay so long, and the log for good."""
        wanted = PROPERTIES | {_FILE_RETENTION: f"interval {days} days"}
        properties = self.spark.sql(f"DESCRIBE DETAIL {self.sql_name(table)}").collect()[0].properties
        if any(properties.get(name) != value for name, value in wanted.items()):
            listed = ", ".join(f"'{name}' = '{value}'" for name, value in wanted.items())
            self.spark.sql(f"ALTER TABLE {self.sql_name(table)} SET TBLPROPERTIES ({listed})")

    def vacuum(self, table: Table, days: int) -> bool:
        """Delete the files that no version of the last so many days needs. Gives whether there were any."""
        statement = f"VACUUM {self.sql_name(table)} RETAIN {days * 24} HOURS"
        with self._setting(_LISTING_TASKS, "32"):
            if not self.spark.sql(f"{statement} DRY RUN").limit(1).collect():
                return False
            self.spark.sql(statement)
        return True

    @contextmanager
    def _setting(self, name: str, value: str) -> Iterator[None]:
        """A setting of the session for a while."""
        before = str(self.spark.conf.get(name))
        self.spark.conf.set(name, value)
        try:
            yield
        finally:
            self.spark.conf.set(name, before)

    def size(self, table: Table) -> Size:
        """How many files a table has, and how large they are."""
        columns = {"path": F.col("_metadata.file_path"), "bytes": F.col("_metadata.file_size")}
        files = self._load(table).select([value.alias(name) for name, value in columns.items()]).distinct()
        is_small = F.col("bytes") < SMALL_FILE
        row = files.agg(F.count("*"), F.coalesce(F.sum("bytes"), F.lit(0)), F.count_if(is_small)).collect()[0]
        return Size(*row)

    def write(
        self, table: Table, rows: DataFrame, *, mode: str, options: dict[str, str], where: str | None = None
    ) -> None:
        """Write rows in one commit: append, or overwrite what `where` names (all, without it).

        The first write makes the table, with its partition, its properties and the comments of its columns.
        """
        declared = rows.select(
            [F.col(c.name).cast(c.type).alias(c.name, metadata={"comment": c.comment}) for c in table.columns]
        )
        if table.partition:
            declared = declared.hint("rebalance", table.partition)
        properties = PROPERTIES | {"delta.dataSkippingNumIndexedCols": str(table.statistics)}
        writer = declared.write.format("delta").mode(mode).options(**properties, **options)
        if table.partition:
            writer = writer.partitionBy(table.partition)
        if where:
            writer = writer.option("replaceWhere", where)
        if not self.in_catalog:
            writer.save(self.location(table))
            return
        if not self.exists(table):
            # What makes a table in a catalog keeps no user metadata: it is made empty, and then written to.
            empty = declared.limit(0).write.format("delta").options(**properties)
            (empty.partitionBy(table.partition) if table.partition else empty).saveAsTable(self.location(table))
        writer.saveAsTable(self.location(table))

    def create_schema(self) -> None:
        """Make the schema of a root `catalog.schema`; a folder needs no making."""
        if not self.in_catalog:
            return
        schema = ".".join(f"`{part}`" for part in self.root.split("."))
        self.spark.sql(f"CREATE SCHEMA IF NOT EXISTS {schema}")


def months_predicate(months: Sequence[str]) -> str:
    """A SQL predicate on `pub_month`.

    Raises:
        DataContractError: something is no month; SQL is never built from other data.

    >>> months_predicate(["2019-03", "2020-00"])
    "pub_month IN ('2019-03', '2020-00')"
    """
    for month in months:
        if not re.fullmatch(r"\d{4}-\d{2}", month):
            raise DataContractError(f"not a month: {month!r}")
    return f"pub_month IN ({', '.join(repr(month) for month in months)})"
