"""The published content of a root, read without a JVM, in a form that two roots can be compared by."""

import json
from pathlib import Path
from typing import Any

from deltalake import DeltaTable

from ratio_spark.tables.schemas import ROW_TABLES, RUNS

# What may differ between two roots with the same content: when and by which run a row was written.
INCIDENTAL = {"run_id", "mtime"}


def last_run(root: str | Path) -> dict[str, Any]:
    """The newest row of `runs`."""
    rows = DeltaTable(f"{root}/{RUNS.name}").to_pyarrow_table().to_pylist()
    return max(rows, key=lambda row: row["sequence"])


def rows(root: str | Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table at its published version, sorted, without what is incidental."""
    return _rows(root, table, dict(last_run(root)["versions"]))


def content(root: str | Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table as one run published them."""
    versions = dict(last_run(root)["versions"])
    return {table.name: _rows(root, table.name, versions) for table in ROW_TABLES}


def _rows(root: str | Path, table: str, versions: dict[str, int]) -> list[dict[str, Any]]:
    found = DeltaTable(f"{root}/{table}", version=versions[table]).to_pyarrow_table().to_pylist()
    kept = [{name: value for name, value in row.items() if name not in INCIDENTAL} for row in found]
    return sorted(kept, key=lambda row: json.dumps(row, sort_keys=True, default=str))
