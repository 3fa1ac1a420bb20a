"""How a run becomes visible: commits that can be repeated, then one row of `runs` with the versions to read.

Several tables are several commits. Readers follow the newest row of `runs`, so a run that died half-way is
never seen; the same command afterwards finishes it, any other puts the tables back to the published versions.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

import pyarrow as pa
from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.schemas import ROW_TABLES, RUNS, Table
from ratio_spark.tables.side_by_side import side_by_side
from ratio_spark.tables.store import Commit, Store, months_predicate

T = TypeVar("T")

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
        ("work", _FIGURES),
    ]
)
# Commits after which a table without a published version is empty.
_EMPTY = {"DELETE", "CREATE TABLE AS SELECT"}
# Commits that leave a table's rows as they were.
# Delta itself may make the first after any commit (auto compaction).
_NEUTRAL = {"OPTIMIZE", "VACUUM START", "VACUUM END", "SET TBLPROPERTIES", "ADD COLUMNS"}
_RUNS_TRANSACTION = "runs"


@dataclass(frozen=True)
class Run:
    """A published run: a row of `runs`."""

    sequence: int
    run_id: str
    job: str
    started: datetime
    finished: datetime
    slices: tuple[str, ...]
    fingerprints: dict[str, str]
    versions: dict[str, int]
    counts: dict[str, int]
    options: dict[str, str]
    work: dict[str, int]

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return (self.finished - self.started).total_seconds()


def last_run(store: Store) -> Run | None:
    """The newest published run of a root, None for a root without one."""
    return next(iter(published_runs(store, 1)), None)


def published_runs(store: Store, number: int) -> list[Run]:
    """The newest published runs of a root, newest first."""
    if not store.exists(RUNS):
        return []
    return [_run(row) for row in store.read(RUNS).orderBy(F.col("sequence").desc()).limit(number).collect()]


def find_run(store: Store, run_id: str) -> Run:
    """The published run whose run_id starts with these characters, the newest of several publications of it.

    Raises:
        ConfigurationError: no run or more than one has such a run_id.
    """
    rows = store.read(RUNS).where(F.startswith("run_id", F.lit(run_id))) if store.exists(RUNS) else None
    found = [_run(row) for row in rows.orderBy(F.col("sequence").desc()).limit(20).collect()] if rows else []
    if len({run.run_id for run in found}) != 1:
        what = "more than one run" if found else "no run"
        raise ConfigurationError(f"{store.root}: {what} has an id that starts with {run_id}; see `ratio-spark runs`")
    return found[0]


def _run(row: Row) -> Run:
    return Run(
        row.sequence,
        row.run_id,
        row.job,
        row.started.astimezone(UTC),
        row.finished.astimezone(UTC),
        tuple(row.slices),
        row.fingerprints,
        row.versions,
        dict(sorted(row.counts.items())),
        row.options,
        dict(sorted((row.work or {}).items())),
    )


@dataclass
class Publication:
    """The commits of one run.

    Args:
        store: the tables.
        run_id: fingerprint of all that decides the run's result; the same command over the same input and the
            same published run has the same run_id, which is what lets it continue after a kill.
        previous: the published run that this one builds on.
        claim: held by this run; every commit asks whether it still is.
    """

    store: Store
    run_id: str
    previous: Run | None
    claim: Claim
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    _heads: dict[str, int] = field(default_factory=dict)
    _done: dict[str, int] = field(default_factory=dict)
    _slices: set[str] = field(default_factory=set)

    def begin(self) -> list[str]:
        """Find out what a killed run left in the tables: keep this run's own commits, undo every other.

        Returns:
            One sentence for each table that holds a commit of this run, or was put back.

        Raises:
            DataContractError: a published table is lost.
        """
        found = []
        histories = side_by_side(*[partial(self._commits, table) for table in ROW_TABLES])
        for table, commits in zip(ROW_TABLES, histories, strict=True):
            base = self._base_version(table)
            self._heads[table.name] = commits[0].version if commits else -1
            changes = _changes(commits, base)
            if not changes:
                continue
            if all(_run_of(commit) == self.run_id for commit in changes):
                self._done[table.name] = commits[0].version
                found.append(f"{table.name}: already written by this run before it was stopped")
            else:
                self.store.restore(table, base)
                self._heads[table.name] = self._head(table, self._heads[table.name], _is_restore)
                found.append(f"{table.name}: an unpublished commit of another run was undone")
        # An undone commit takes the columns with it that were added after the version that is back.
        there = [table for table in ROW_TABLES if self._heads[table.name] >= 0]
        there += [RUNS] if self.previous or self.store.exists(RUNS) else []
        upgraded = side_by_side(*[partial(self.store.upgrade, table) for table in there])
        for table, was_old in zip(there, upgraded, strict=True):
            if was_old:
                self._heads[table.name] = self.store.newest(table).version
        return found

    def _commits(self, table: Table) -> list[Commit]:
        if not self.store.exists(table):
            if self._base_version(table) is not None:
                raise DataContractError(
                    f"{self.store.location(table)}: the table is lost; bring it back, or mine into a new root"
                )
            return []
        return self.store.history(table, self._base_version(table))

    def _head(self, table: Table, before: int, is_own: Callable[[Commit], bool]) -> int:
        """The newest version of a table after a commit of ours; what tidies it up may have followed.

        Raises:
            RetryableError: somebody else wrote the table, so that the newest version is not what we made.
        """
        commits = [commit for commit in self.store.history(table, before) if commit.version > before]
        # The first write to a catalog makes the table, and then writes to it.
        made = _EMPTY if before < 0 else set()
        ours = [commit for commit in commits if commit.operation not in _NEUTRAL | made]
        if len(ours) > 1 or not all(map(is_own, ours)):
            raise RetryableError(f"{self.store.root}: another job wrote {table.name} in between; run again")
        return max([before, *[commit.version for commit in commits]])

    def is_done(self, table: Table) -> bool:
        """Whether this run has committed the table."""
        return table.name in self._done

    def before(self, table: Table) -> DataFrame:
        """The rows that the previous run published; none where there is no previous run."""
        version = self._base_version(table)
        return self.store.empty(table) if version is None else self.store.read(table, version)

    def now(self, table: Table) -> DataFrame:
        """The rows as this run has left them so far."""
        version = self._done.get(table.name)
        return self.before(table) if version is None else self.store.read(table, version)

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
        self.claim.check()
        before = self._heads[table.name]
        options = {
            "txnAppId": f"{self.run_id}/{table.name}",
            "txnVersion": str(before + 1),
            "userMetadata": json.dumps({"run_id": self.run_id}),
        }
        self.store.write(table, rows, mode=mode, options=options, where=where)
        head = self._head(table, before, lambda commit: _run_of(commit) == self.run_id)
        if head == before and mode != "append":  # nothing to add makes no commit
            raise RetryableError(f"{self.store.root}: {table.name} could not be written; run again")
        self._done[table.name] = head

    def restore(self, table: Table, version: int | None) -> None:
        """Make a table hold the rows of an older version (None: no rows), unless it holds them already."""
        if version == self._base_version(table) or table.name not in self._heads or self._heads[table.name] < 0:
            return
        self.claim.check()
        self.store.restore(table, version)
        self._done[table.name] = self._head(table, self._heads[table.name], _is_restore)

    def tidy(self, table: Table, act: Callable[[Table], T]) -> T:
        """Do something to a table that leaves its rows as they are: its newest version is then the one to publish."""
        self.claim.check()
        done = act(table)
        self._heads[table.name] = self._head(table, self._heads[table.name], lambda _: False)
        return done

    @property
    def has_moved(self) -> bool:
        """Whether a table has a newer version than the published one."""
        return self._published_versions() != (self.previous.versions if self.previous else {})

    def _published_versions(self) -> dict[str, int]:
        """For each table the newest version, which holds the rows of this run: what is older is lost one day."""
        before = self.previous.versions if self.previous else {}
        return {name: self._heads.get(name, version) for name, version in before.items()} | self._done

    def publish(
        self,
        job: str,
        fingerprints: dict[str, str],
        counts: dict[str, int],
        options: dict[str, str],
        work: dict[str, int],
    ) -> Run:
        """Write the row of `runs` that makes this run's commits visible.

        Its number is a Delta transaction version, so that of two runs that build on the same one only the first
        is published.

        Raises:
            RetryableError: another run was published since this one began.
        """
        self.claim.check()
        run = Run(
            (self.previous.sequence if self.previous else 0) + 1,
            self.run_id,
            job,
            self.started,
            datetime.now(UTC),
            tuple(sorted(self._slices)),
            fingerprints,
            self._published_versions(),
            counts,
            options,
            work,
        )
        rows = self.store.spark.createDataFrame(pa.Table.from_pylist([asdict(run)], _RUN_SCHEMA))
        transaction = {"txnAppId": _RUNS_TRANSACTION, "txnVersion": str(run.sequence)}
        self.store.write(RUNS, rows, mode="append", options=transaction)
        newest = last_run(self.store)
        if newest is None or newest.run_id != self.run_id or newest.sequence != run.sequence:
            raise RetryableError(f"{self.store.root}: another run was published in between; run again")
        return run

    def _base_version(self, table: Table) -> int | None:
        return self.previous.versions.get(table.name) if self.previous else None


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


def _is_restore(commit: Commit) -> bool:
    """Whether it is what `Store.restore` makes: to an older version, or to no rows."""
    return commit.operation in ("RESTORE", "DELETE")


def _restores(commit: Commit, version: int) -> bool:
    return commit.operation == "RESTORE" and commit.parameters.get("version") == str(version)


def _run_of(commit: Commit) -> str | None:
    try:
        metadata = json.loads(commit.metadata or "{}")
    except json.JSONDecodeError:
        return None
    return str(metadata.get("run_id")) if isinstance(metadata, dict) else None
