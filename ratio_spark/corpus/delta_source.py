"""A Delta table as input: its newest version is a set of Parquet files that never change.

So the ledger of input files is all that a job needs to find what has arrived since its last run.
"""

from urllib.parse import unquote

import pyarrow as pa
from deltalake import DeltaTable
from deltalake.exceptions import DeltaError

from ratio_spark.errors import ConfigurationError

LOG = "_delta_log"


def live_files(table: str) -> set[str]:
    """The files of the newest version of a Delta table, as paths below it.

    Args:
        table: its folder, or its URL.

    Raises:
        ConfigurationError: its log cannot be read; or its Parquet files alone do not say what its rows are: columns
            have other names there, or rows are deleted by deletion vectors.
    """
    try:
        newest = DeltaTable(table)
        names = newest.metadata().configuration.get("delta.columnMapping.mode", "none")
        has_vectors = any(batch.num_rows for batch in newest.deletion_vectors())
        paths = pa.table(newest.get_add_actions())["path"].to_pylist()
    except (DeltaError, OSError) as error:
        raise ConfigurationError(f"{table}: its {LOG} cannot be read: {' '.join(str(error).split())[:200]}") from error
    if names != "none":
        raise ConfigurationError(f"{table}: has column mapping; give a copy of it without (CREATE TABLE … AS SELECT)")
    if has_vectors:
        raise ConfigurationError(f"{table}: has deletion vectors; run REORG TABLE … APPLY (PURGE) on it")
    return {unquote(path) for path in paths}
