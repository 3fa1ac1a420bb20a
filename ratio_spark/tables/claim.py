"""One writer per root: a claim that is taken before the first commit, renewed while the job runs, and expires.

The claim is the one row of a Delta table. Whoever changes it writes the next number as a Delta transaction
version: of two that try at once, Delta lets one through, on any store and in any catalog. So a claim is only as
good as the store's own commits, and needs nothing beside them.
"""

import json
import os
import socket
import threading
import time
import uuid
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType

import psutil
import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import functions as F

from ratio_spark.errors import RetryableError
from ratio_spark.tables.schemas import CLAIMS
from ratio_spark.tables.store import Store
from ratio_spark.tables.troubles import is_conflict

SECONDS = 600
_RENEWALS = 3
_TRANSACTION = "claim"
_TIME = pa.timestamp("us", "UTC")
_SCHEMA = pa.schema(
    [
        ("sequence", pa.int64()),
        ("token", pa.string()),
        ("job", pa.string()),
        ("holder", pa.string()),
        ("taken", _TIME),
        ("expires", _TIME),
    ]
)
# The claims that this process holds now. One that it left behind, because the disk was full, binds nobody.
_HELD_HERE: set[str] = set()


@dataclass(frozen=True)
class Process:
    """A process that may hold a claim. `machine` is one boot of one machine, as seen from within a container.

    started: tells it from a later process of the same number. On Linux it counts ticks from the boot on, which no
        setting of the clock moves.
    """

    host: str
    machine: str
    pid: int
    started: float

    @classmethod
    def this(cls) -> "Process":
        return cls(socket.gethostname(), _machine(), os.getpid(), _started(os.getpid()))

    def is_gone(self) -> bool:
        """Whether it is known to be dead; of a process on another machine nothing is known."""
        if self.machine != _machine():
            return False
        try:
            return _started(self.pid) != self.started
        except psutil.NoSuchProcess:
            return True


def _started(pid: int) -> float:
    """When a process started. Raises psutil.NoSuchProcess."""
    process = psutil.Process(pid)
    with suppress(OSError):
        # The name of the program, in brackets, may hold blanks; the start is the 22nd field (proc_pid_stat(5)).
        return float(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    return float(process.create_time())


def _machine() -> str:
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts += [Path("/proc/sys/kernel/random/boot_id").read_text().strip(), os.readlink("/proc/self/ns/pid")]
    return " ".join(parts)


@dataclass(frozen=True)
class Standing:
    """The claim as it stands in the table; `expires` is None where it was given back."""

    sequence: int
    token: str
    job: str
    holder: Process
    taken: datetime
    expires: datetime | None

    def is_free(self) -> bool:
        is_left_here = self.holder == Process.this() and self.token not in _HELD_HERE
        return self.expires is None or self.expires <= datetime.now(UTC) or is_left_here or self.holder.is_gone()


class Claim:
    """Holds a root within a `with` block.

    Args:
        store: the root.
        job: the command that wants it.
        seconds: how long the claim lasts when its holder dies; it is renewed three times in that span.

    Raises:
        RetryableError: on entry, where another process holds the root.
    """

    def __init__(self, store: Store, job: str, seconds: float = SECONDS) -> None:
        self.store = store
        self.job = job
        self.seconds = seconds
        self._token = uuid.uuid4().hex
        self._taken = datetime.now(UTC)
        self._sequence = 0
        self._valid_until = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True)

    def __enter__(self) -> "Claim":
        self.store.create_schema()
        standing = self._standing()
        if standing is not None:
            if not standing.is_free():
                raise self._refusal(standing)
            self._sequence = standing.sequence
        _HELD_HERE.add(self._token)
        try:
            self._put(timedelta(seconds=self.seconds))
        except BaseException:
            _HELD_HERE.discard(self._token)
            raise
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()
        self._valid_until = 0.0
        _HELD_HERE.discard(self._token)
        # Where nothing can be written any more, the claim expires by itself; what went wrong before is the news.
        with suppress(PySparkException, Py4JError, OSError):
            self._write(None)

    def check(self) -> None:
        """Raise RetryableError where the claim may have passed on to another process."""
        if time.monotonic() >= self._valid_until:
            raise RetryableError(f"{self.store.root}: this job lost its claim on the tables; run again")

    def _renew(self) -> None:
        while not self._ended.wait(self.seconds / _RENEWALS):
            # A renewal that fails is tried again; when the last one has run out, `check` stops the job.
            with suppress(PySparkException, Py4JError, OSError):
                try:
                    self._put(timedelta(seconds=self.seconds))
                except RetryableError:
                    self._valid_until = 0.0
                    return

    def _put(self, lasting: timedelta) -> None:
        """Hold the root so long from now. Raises RetryableError where another process came first."""
        until = time.monotonic() + lasting.total_seconds()
        self._write(datetime.now(UTC) + lasting)
        standing = self._standing()
        if standing is None or standing.token != self._token:
            raise self._refusal(standing)
        self._sequence = standing.sequence
        self._valid_until = until

    def _write(self, expires: datetime | None) -> None:
        """Write the next state of the claim, unless another process came first; None gives it back."""
        row = {
            "sequence": self._sequence + 1,
            "token": self._token,
            "job": self.job,
            "holder": json.dumps(asdict(Process.this())),
            "taken": self._taken,
            "expires": expires,
        }
        rows = self.store.spark.createDataFrame(pa.Table.from_pylist([row], _SCHEMA))
        options = {"txnAppId": _TRANSACTION, "txnVersion": str(row["sequence"])}
        try:
            self.store.write(CLAIMS, rows, mode="overwrite", options=options)
        except (PySparkException, Py4JError) as error:
            if not is_conflict(error):
                raise

    def _standing(self) -> Standing | None:
        if not self.store.exists(CLAIMS):
            return None
        rows = self.store.read(CLAIMS).orderBy(F.col("sequence").desc()).limit(1).collect()
        if not rows:
            return None
        row = rows[0]
        expires = row.expires.astimezone(UTC) if row.expires else None
        holder = Process(**json.loads(row.holder))
        return Standing(row.sequence, row.token, row.job, holder, row.taken.astimezone(UTC), expires)

    def _refusal(self, standing: Standing | None) -> RetryableError:
        if standing is None or standing.expires is None:
            return RetryableError(f"{self.store.root}: another job came first; run again")
        return RetryableError(
            f"{self.store.root}: `{standing.job}` on {standing.holder.host} (process {standing.holder.pid}) has been "
            f"writing here since {standing.taken:%H:%M:%S} UTC; run again when it is done"
        )
