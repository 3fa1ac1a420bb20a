"""What annotators judged: one file each, only ever appended to, so that a killed sitting loses nothing."""

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError

from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError


class Verdict(StrEnum):
    """What an annotator says of a pair; SKIP passes over the rest of a line, UNDO takes back an earlier verdict."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    SKIP = "skip"
    UNDO = "undo"


Key = tuple[str, str | None]
"""marker_id and pair_id; the pair_id of a skipped line is None."""


class Judgment(BaseModel):
    """A line of a record. An UNDO has the marker_id and pair_id of what it takes back."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    time: datetime
    annotator: str
    label: str
    line: str
    marker_id: str
    pair_id: str | None
    verdict: Verdict

    @property
    def key(self) -> Key:
        return self.marker_id, self.pair_id


Standing = dict[Key, Judgment]
"""What an annotator says now, in the order in which it was said."""


def standing(judgments: Iterable[Judgment]) -> Standing:
    """What remains of judgments when each replaces an earlier one of the same pair, and UNDO removes it."""
    kept: Standing = {}
    for judgment in judgments:
        kept.pop(judgment.key, None)
        if judgment.verdict != Verdict.UNDO:
            kept[judgment.key] = judgment
    return kept


def read_records(folder: Path) -> dict[str, Standing]:
    """What stands in every record of a folder, by annotator; an annotator may have several files.

    Raises:
        DataContractError: a line is no judgment.
    """
    by_annotator: dict[str, list[Judgment]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        for judgment in _read(path.read_bytes(), path)[0]:
            by_annotator.setdefault(judgment.annotator, []).append(judgment)
    return {annotator: standing(judgments) for annotator, judgments in sorted(by_annotator.items())}


class Record:
    """The open record of one annotator."""

    def __init__(self, annotator: str, file: BinaryIO, judgments: Iterable[Judgment]) -> None:
        self.annotator = annotator
        self.standing = standing(judgments)
        self._file = file

    def add(self, *, label: str, line: str, marker_id: str, pair_id: str | None, verdict: Verdict) -> None:
        """Append a judgment; it is on the disk when this returns."""
        judgment = Judgment(
            time=datetime.now(UTC).replace(microsecond=0),
            annotator=self.annotator,
            label=label,
            line=line,
            marker_id=marker_id,
            pair_id=pair_id,
            verdict=verdict,
        )
        self._file.write(judgment.model_dump_json().encode() + b"\n")
        _to_disk(self._file)
        self.standing = standing([*self.standing.values(), judgment])


@contextmanager
def open_record(folder: Path, annotator: str) -> Iterator[Record]:
    """Open the record of an annotator, made where there is none, for this sitting alone.

    Raises:
        ConfigurationError: the folder cannot be written to.
        DataContractError: a line of the record is no judgment.
        RetryableError: another sitting of this annotator is open.
    """
    path = folder / f"{annotator}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise ConfigurationError(
            f"{path}: cannot be written ({error.strerror}); name another folder by --records"
        ) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RetryableError(f"{path}: another sitting of {annotator} is open; close it first") from error
        yield Record(annotator, file, _mend(file, path))


def _mend(file: BinaryIO, path: Path) -> list[Judgment]:
    """The judgments of a record; a line that a power cut tore is cut off, so that the next one starts afresh."""
    file.seek(0)
    content = file.read()
    judgments, whole = _read(content, path)
    file.truncate(whole)
    if whole and content[whole - 1 : whole] != b"\n":
        file.write(b"\n")
    _to_disk(file)
    return judgments


def _read(content: bytes, path: Path) -> tuple[list[Judgment], int]:
    """The judgments of a file, and the size of all that is whole: its last line may lack its end."""
    judgments, whole = [], 0
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        try:
            judgments.append(Judgment.model_validate_json(line))
        except ValidationError as error:
            if line.endswith(b"\n"):
                raise DataContractError(f"{path}:{number}: no judgment; mend or delete the line") from error
            break
        whole += len(line)
    return judgments, whole


def _to_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
