"""A small invented benchmark as Arrow tables: two splits, two moves, one excluded candidate, two licences."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.benchmark.exports import contents
from ratio_spark.benchmark.exports.contents import About, MoveText

ABOUT = About(
    benchmark_id="0f" * 16,
    name="invented",
    kind="built",
    digest="ab" * 32,
    specification="benchmark: invented\n",
    splits=("train", "test"),
    moves=(
        MoveText("ADDRESS", "The gold deals with the problem that the query states.", "problem", "approach"),
        MoveText("SPECIFY", "The gold gives an instance of the query.", "abstract", "concrete"),
    ),
)


def _text(text: str) -> dict[str, Any]:
    return {"characters": len(text), "sha256": hashlib.sha256(text.encode()).hexdigest(), "text": text}


def query(pair_id: str, move: str, paper: str, text: str, license_name: str | None = "cc-by", **more: Any) -> Any:
    marker = {"ADDRESS": "To address this,", "SPECIFY": "For example,"}[move]
    return {
        "pair_id": pair_id, "move": move, "paper_id": paper, "work_id": paper, "pub_date": date(2026, 2, 1),
        "date_precision": "month", "marker": marker, "marker_id": f"m-{move}", "section": "Introduction",
        "paragraph": 0, "sentence": 1, "flags": [], "license": license_name, "papers": [paper], "works": [paper],
        "licenses": [license_name] if license_name else [], **_text(text), **more,
    }  # fmt: skip


def candidate(candidate_id: str, role: str, paper: str, text: str, license_name: str | None = "cc-by") -> Any:
    return {
        "candidate_id": candidate_id, "roles": [role], "papers": [paper], "works": [paper], "markers": ["However,"],
        "pub_date": date(2026, 2, 1), "licenses": [license_name] if license_name else [], "flags": ["has_citation"],
        **_text(text),
    }  # fmt: skip


ROWS: dict[str, dict[str, list[Any]]] = {
    "train": {
        "queries": [query("q0", "ADDRESS", "s2orc:1", "Labels are scarce in the “wild”.")],
        "candidates": [candidate("c0", "gold:ADDRESS", "s2orc:1", "we write rules\tfor them.")],
        "qrels": [{"pair_id": "q0", "candidate_id": "c0", "move": "ADDRESS", "relevance": 1}],
        "exclusions": [],
        "examples": [
            {"pair_id": "q0", "move": "ADDRESS", "anchor": "Labels are scarce in the “wild”.",
             "positives": [{"candidate_id": "c0", "text": "we write rules for them."}], "negatives": []}
        ],
    },
    "test": {
        "queries": [
            query("q1", "ADDRESS", "s2orc:2", "However, training is slow.", "cc-by-nc",
                  papers=["s2orc:2", "s2orc:9"], works=["s2orc:2", "s2orc:9"], licenses=["cc-by", "cc-by-nc"]),
            query("q2", "SPECIFY", "s2orc:3", "Some words have several senses.", None),
        ],
        "candidates": [
            candidate("c1", "gold:ADDRESS", "s2orc:2", "we cache the features."),
            candidate("c2", "gold:SPECIFY", "s2orc:3", "a bank lends money or holds a river.", None),
            candidate("c3", "distractor:contrast", "s2orc:2", "training is slow."),
            candidate("c4", "distractor:similarity", "s2orc:2", "we see the same on \u20ac prices.")
            | {"papers": ["s2orc:2", "s2orc:9"], "works": ["s2orc:2", "s2orc:9"]},
        ],
        "qrels": [
            {"pair_id": "q1", "candidate_id": "c1", "move": "ADDRESS", "relevance": 1},
            {"pair_id": "q2", "candidate_id": "c2", "move": "SPECIFY", "relevance": 1},
        ],
        "exclusions": [{"pair_id": "q1", "candidate_id": "c3", "move": "ADDRESS", "reason": "self"}],
        "examples": [
            {"pair_id": "q1", "move": "ADDRESS", "anchor": "However, training is slow.",
             "positives": [{"candidate_id": "c1", "text": "we cache the features."}],
             "negatives": [{"candidate_id": "c4", "text": "we see the same on \u20ac prices."}]},
            {"pair_id": "q2", "move": "SPECIFY", "anchor": "Some words have several senses.",
             "positives": [{"candidate_id": "c2", "text": "a bank lends money or holds a river."}], "negatives": []},
        ],
    },
}  # fmt: skip

_SCHEMAS = {
    "queries": contents.QUERIES,
    "candidates": contents.CANDIDATES,
    "qrels": contents.QRELS,
    "exclusions": contents.EXCLUSIONS,
    "examples": contents.EXAMPLES,
}


class Invented:
    """The contents of ROWS, two rows a batch; without texts where `ids_only`."""

    def __init__(self, rows: dict[str, dict[str, list[Any]]] = ROWS, ids_only: bool = False) -> None:
        self._rows = rows
        self._ids_only = ids_only

    def queries(self, split: str) -> Iterator[pa.RecordBatch]:
        return self._batches("queries", split)

    def candidates(self, split: str) -> Iterator[pa.RecordBatch]:
        return self._batches("candidates", split)

    def qrels(self, split: str) -> Iterator[pa.RecordBatch]:
        return self._batches("qrels", split)

    def exclusions(self, split: str) -> Iterator[pa.RecordBatch]:
        return self._batches("exclusions", split)

    def examples(self, split: str) -> Iterator[pa.RecordBatch]:
        return self._batches("examples", split)

    def _batches(self, table: str, split: str) -> Iterator[pa.RecordBatch]:
        rows = pa.Table.from_pylist(self._rows[split][table], _SCHEMAS[table])
        if self._ids_only and "text" in rows.schema.names:
            place = rows.schema.get_field_index("text")
            rows = rows.set_column(place, rows.schema.field(place), pc.if_else(False, rows["text"], None))
        return iter(rows.to_batches(max_chunksize=2))


def about(**changes: Any) -> About:
    return replace(ABOUT, **changes)
