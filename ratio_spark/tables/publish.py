"""How a run becomes visible: commits that can be repeated, then one row of `runs` with the versions to read.

Several tables are several commits. Readers follow the newest row of `runs`, so a run that died half-way is
never seen; the same command afterwards finishes it, any other puts the tables back to the published versions.
"""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.errors import RetryableError
from ratio_spark.tables.schemas import ROW_TABLES, RUNS, Table
from ratio_spark.tables.store import Commit, Store, months_predicate

_FIGURES = pa.map_(pa.string(), pa.int64())
_NAMES = pa.map_(pa.string(), pa.string())
_RUN_SCHEMA = pa.schema(
    [
        ("sequence", pa.int64()),
        ("run_id", pa.string()),
        ("job", pa.string()),
        ("started", pa.timestamp("us", "UTC")),
        ("finished", pa.timestamp("us", "UTC")),
        ("slices", pa.list_(pa.string())),
        ("fingerprints", _NAMES),
        ("versions", _FIGURES),
        ("counts", _FIGURES),
        ("options", _NAMES),
    ]
)
# Commits after which a table without a published version is empty.
_EMPTY = {"DELETE", "CREATE TABLE AS SELECT"}
# Commits that leave a table's rows as they were.
_NEUTRAL = {"OPTIMIZE", "VACUUM START", "VACUUM END", "SET TBLPROPERTIES"}


@dataclass(frozen=True)
class Run:
    """A published run: a row of `runs`."""

    sequence: int
    run_id: str
    finished: datetime
    fingerprints: dict[str, str]
    versions: dict[str, int]
    counts: dict[str, int]
    options: dict[str, str]


def last_run(store: Store) -> Run | None:
    """The newest published run of a root, None for a root without one."""
    if not store.exists(RUNS):
        return None
    rows = store.read(RUNS).orderBy(F.col("sequence").desc()).limit(1).collect()
    if not rows:
        return None
    row = rows[0]
    counts = dict(sorted(row.counts.items()))
    finished = row.finished.astimezone(UTC)
    return Run(row.sequence, row.run_id, finished, row.fingerprints, row.versions, counts, row.options)


@dataclass
class Publication:
    """The commits of one run.

    Args:
        store: the tables.
        run_id: fingerprint of all that decides the run's result; the same command over the same input and the
            same published run has the same run_id, which is what lets it continue after a kill.
        previous: the published run that this one builds on.
    """

    store: Store
    run_id: str
    previous: Run | None
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _heads: dict[str, int] = field(default_factory=dict)
    _done: dict[str, int] = field(default_factory=dict)
    _slices: set[str] = field(default_factory=set)

    def begin(self) -> list[str]:
        """Find out what a killed run left in the tables: keep this run's own commits, undo every other.

        Returns:
            One sentence for each table that holds a commit of this run, or was put back.
        """
        self.store.create_schema()
        found = []
        with ThreadPoolExecutor(4) as pool:
            histories = pool.map(self._commits, ROW_TABLES)
        for table, commits in zip(ROW_TABLES, histories, strict=True):
            base = self._base_version(table)
            self._heads[table.name] = commits[0].version if commits else -1
            changes = _changes(commits, base)
            if not changes:
                continue
            if all(_run_of(commit) == self.run_id for commit in changes):
                self._done[table.name] = changes[0].version
                found.append(f"{table.name}: already written by this run before it was stopped")
            else:
                self.store.restore(table, base)
                self._heads[table.name] = self.store.newest(table).version
                found.append(f"{table.name}: an unpublished commit of another run was undone")
        return found

    def _commits(self, table: Table) -> list[Commit]:
        if self.previous is None and not self.store.exists(table):
            return []
        return self.store.history(table)

    def is_done(self, table: Table) -> bool:
        """Whether this run has committed the table."""
        return table.name in self._done

    def before(self, table: Table) -> DataFrame:
        """The rows that the previous run published."""
        assert self.previous is not None, "there is no previous run"
        return self.store.read(table, self.previous.versions[table.name])

    def now(self, table: Table) -> DataFrame:
        """The rows as this run has left them so far."""
        return self.store.read(table, self._done.get(table.name, self._base_version(table)))

    def note_slices(self, months: Sequence[str]) -> None:
        """Keep the months whose rows this run replaces for the row of `runs`."""
        self._slices.update(months)

    def append(self, table: Table, rows: DataFrame) -> None:
        """Add rows in one commit."""
        self._commit(table, rows, "append", None)

    def overwrite(self, table: Table, rows: DataFrame) -> None:
        """Replace all rows in one commit."""
        self._commit(table, rows, "overwrite", None)

    def replace_months(self, table: Table, rows: DataFrame, months: Sequence[str]) -> None:
        """Replace the rows of the given months ('YYYY-MM') by `rows`, which lie in them, in one commit."""
        self._commit(table, rows, "overwrite", months_predicate(sorted(months)))

    def _commit(self, table: Table, rows: DataFrame, mode: str, where: str | None) -> None:
        if self.is_done(table):
            return
        # The version before the commit is part of the transaction's identity: an undone commit of this run must
        # not make Delta skip its repetition.
        before = self._heads[table.name]
        options = {
            "txnAppId": f"{self.run_id}/{table.name}",
            "txnVersion": str(before + 1),
            "userMetadata": json.dumps({"run_id": self.run_id}),
        }
        self.store.write(table, rows, mode=mode, options=options, where=where)
        newest = self.store.newest(table)
        # Nothing to add makes no commit; whatever else is newest here was written by somebody else.
        if _run_of(newest) != self.run_id and mode == "overwrite":
            raise RetryableError(f"{self.store.root}: another run wrote {table.name} in between; run again")
        self._done[table.name] = newest.version

    def publish(self, job: str, fingerprints: dict[str, str], counts: dict[str, int], options: dict[str, str]) -> Run:
        """Write the row of `runs` that makes this run's commits visible.

        Raises:
            RetryableError: another run was published since this one began.
        """
        newest = last_run(self.store)
        if (newest.run_id if newest else None) != (self.previous.run_id if self.previous else None):
            raise RetryableError(f"{self.store.root}: another run was published in between; run again")
        versions = (self.previous.versions if self.previous else {}) | self._done
        finished = datetime.now(UTC)
        sequence = (self.previous.sequence if self.previous else 0) + 1
        row = {
            "sequence": sequence,
            "run_id": self.run_id,
            "job": job,
            "started": self.started,
            "finished": finished,
            "slices": sorted(self._slices),
            "fingerprints": fingerprints,
            "versions": versions,
            "counts": counts,
            "options": options,
        }
        rows = self.store.spark.createDataFrame(pa.Table.from_pylist([row], _RUN_SCHEMA))
        self.store.write(
            RUNS,
            rows,
            mode="append",
            options={"txnAppId": f"{self.run_id}/{RUNS.name}", "txnVersion": str(sequence)},
        )
        return Run(sequence, self.run_id, finished, fingerprints, versions, counts, options)

    def _base_version(self, table: Table) -> int | None:
        return self.previous.versions[table.name] if self.previous else None


def _changes(commits: list[Commit], base: int | None) -> list[Commit]:
    """The commits, newest first, that make the newest version differ from `base` (None: from the empty table)."""
    changes = []
    for commit in commits:
        is_base = commit.version == base or (commit.operation in _EMPTY if base is None else _restores(commit, base))
        if is_base:
            break
        if commit.operation not in _NEUTRAL:
            changes.append(commit)
    return changes


def _restores(commit: Commit, version: int) -> bool:
    return commit.operation == "RESTORE" and commit.parameters.get("version") == str(version)


def _run_of(commit: Commit) -> str | None:
    try:
        metadata = json.loads(commit.metadata or "{}")
    except json.JSONDecodeError:
        return None
    return str(metadata.get("run_id")) if isinstance(metadata, dict) else None
