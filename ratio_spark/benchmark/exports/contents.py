"""What the writers of all formats take: a benchmark as streams of Arrow batches, and what is said of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import pyarrow as pa

from ratio_spark.errors import DataContractError

_TEXTS = pa.list_(pa.struct([("candidate_id", pa.string()), ("text", pa.string())]))
_WORDS = pa.list_(pa.string())
# What stands for a text that is not passed on: its code points and the SHA-256 of its UTF-8 bytes.
_TEXT = [("characters", pa.int32()), ("sha256", pa.string()), ("text", pa.string())]

QUERIES = pa.schema(
    [
        ("pair_id", pa.string()),
        ("move", pa.string()),
        ("paper_id", pa.string()),
        ("work_id", pa.string()),
        ("pub_date", pa.date32()),
        ("date_precision", pa.string()),
        ("marker", pa.string()),
        ("marker_id", pa.string()),
        ("section", pa.string()),
        ("paragraph", pa.int32()),
        ("sentence", pa.int32()),
        ("flags", _WORDS),
        ("license", pa.string()),
        ("papers", _WORDS),
        ("works", _WORDS),
        ("licenses", _WORDS),
        *_TEXT,
    ]
)
CANDIDATES = pa.schema(
    [
        ("candidate_id", pa.string()),
        ("roles", _WORDS),
        ("papers", _WORDS),
        ("works", _WORDS),
        ("markers", _WORDS),
        ("pub_date", pa.date32()),
        ("licenses", _WORDS),
        ("flags", _WORDS),
        *_TEXT,
    ]
)
QRELS = pa.schema(
    [("pair_id", pa.string()), ("candidate_id", pa.string()), ("move", pa.string()), ("relevance", pa.int32())]
)
EXCLUSIONS = pa.schema(
    [("pair_id", pa.string()), ("candidate_id", pa.string()), ("move", pa.string()), ("reason", pa.string())]
)
EXAMPLES = pa.schema(
    [("pair_id", pa.string()), ("move", pa.string()), ("anchor", pa.string()), ("positives", _TEXTS),
     ("negatives", _TEXTS)]
)  # fmt: skip
"""A query with its golds and with candidates that are neither gold nor excluded."""

_SAFE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")


class Contents(Protocol):
    """The rows of a benchmark by split, each stream in the order of its ids."""

    def queries(self, split: str) -> Iterator[pa.RecordBatch]:
        """Batches of QUERIES; `text` is NULL where it may not be passed on."""

    def candidates(self, split: str) -> Iterator[pa.RecordBatch]:
        """Batches of CANDIDATES; `text` is NULL where it may not be passed on."""

    def qrels(self, split: str) -> Iterator[pa.RecordBatch]:
        """Batches of QRELS."""

    def exclusions(self, split: str) -> Iterator[pa.RecordBatch]:
        """Batches of EXCLUSIONS."""

    def examples(self, split: str) -> Iterator[pa.RecordBatch]:
        """Batches of EXAMPLES."""


@dataclass(frozen=True)
class MoveText:
    """What is said of a move: its definition and the roles of its two sentences; empty where nobody says."""

    name: str
    definition: str = ""
    query_role: str = ""
    gold_role: str = ""


@dataclass(frozen=True)
class About:
    """What an export says of its benchmark, as `benchmark.json` beside the rows.

    licenses: the licences whose texts are passed on; (): of all.
    is_ids_only: other texts are left out of their rows, not their rows out of the export.
    """

    benchmark_id: str
    name: str
    kind: str
    digest: str
    specification: str
    splits: tuple[str, ...]
    moves: tuple[MoveText, ...]
    licenses: tuple[str, ...] = ()
    is_ids_only: bool = False

    def __post_init__(self) -> None:
        for name in (*self.splits, *self.move_names):
            if not _SAFE_NAME.fullmatch(name):
                raise DataContractError(
                    f"{name!r} cannot be the name of a file: a move or split is one word of letters, digits and _"
                )

    @property
    def move_names(self) -> tuple[str, ...]:
        return tuple(move.name for move in self.moves)

    def to_json(self, export_format: str, counts: Mapping[str, int]) -> dict[str, Any]:
        """The object of `benchmark.json`; `counts` are the rows that were written."""
        return {"format": export_format, **asdict(self), "counts": dict(sorted(counts.items()))}


def by_move(batch: pa.RecordBatch, moves: Sequence[str]) -> Iterator[tuple[str, pa.RecordBatch]]:
    """The rows of a batch, move by move; no empty ones."""
    import pyarrow.compute as pc

    for move in moves:
        rows = batch.filter(pc.equal(batch.column("move"), move))
        if rows.num_rows:
            yield move, rows
