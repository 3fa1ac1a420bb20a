"""A root with one small invented benchmark, written without a JVM."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
from deltalake import write_deltalake

from ratio_spark.benchmark.spec import load_specification
from ratio_spark.tables.arrow_types import arrow_schema
from ratio_spark.tables.schemas import (
    BENCHMARK_CANDIDATES,
    BENCHMARK_QUERIES,
    BENCHMARKS,
    EXCLUSIONS,
    QRELS,
    Table,
)

BENCHMARK_ID = "5e" * 16
SUBJECTS = (
    "letters", "rivers", "proteins", "graphs", "robots", "vowels", "galaxies", "markets", "forests", "glaciers",
    "neurons", "bridges",
)  # fmt: skip
MOVES = {"ADDRESS": ("is hard to model", "we build a better model of"), "SPECIFY": ("vary a lot", "there are ten")}


def _rows(split: str) -> dict[str, list[dict[str, Any]]]:
    """For each subject and move a query, its gold and, cut from the query's own sentence, a self; one distractor."""
    queries, candidates, qrels, exclusions = [], [], [], []
    for number, subject in enumerate(SUBJECTS):
        paper = f"x:{split}-{number}"
        for move, (claim, answer) in MOVES.items():
            key = f"{split}-{move}-{number}"
            queries.append(
                {
                    "pair_id": f"q-{key}", "move": move, "paper_id": paper, "work_id": paper, "papers": [paper],
                    "works": [paper], "section": "Abstract" if number % 2 else "2 Method",
                    "text": f"The study of {subject} in {split} {claim} for {move.lower()}.",
                }
            )  # fmt: skip
            candidates.append(
                {
                    "candidate_id": f"g-{key}", "roles": [f"gold:{move}"], "papers": [paper],
                    "text": f"{answer} {subject} {split}.",
                }
            )  # fmt: skip
            candidates.append(
                {
                    "candidate_id": f"s-{key}", "roles": ["distractor:contrast"], "papers": [paper],
                    "text": f"the study of {subject} in {split} {claim} for {move.lower()}.",
                }
            )  # fmt: skip
            qrels.append({"pair_id": f"q-{key}", "candidate_id": f"g-{key}", "move": move, "relevance": 1})
            exclusions.append({"pair_id": f"q-{key}", "candidate_id": f"s-{key}", "reason": "self"})
        candidates.append(
            {
                "candidate_id": f"d-{split}-{number}", "roles": ["distractor:similarity"], "papers": [paper],
                "text": f"nobody has looked at {subject} of {split} in winter.",
            }
        )  # fmt: skip
    return {"queries": queries, "candidates": candidates, "qrels": qrels, "exclusions": exclusions}


def write_root(root: Path, splits: Sequence[str] = ("train", "validation", "test")) -> Path:
    """Write a benchmark `invented` of three splits with twelve papers each; gives the root."""
    rows: dict[str, list[dict[str, Any]]] = {"queries": [], "candidates": [], "qrels": [], "exclusions": []}
    for split in splits:
        for name, some in _rows(split).items():
            rows[name] += [row | {"split": split, "benchmark_id": BENCHMARK_ID} for row in some]
    about = {
        "benchmark_id": BENCHMARK_ID, "name": "invented", "kind": "built", "digest": "d1" * 32,
        "created": datetime(2026, 6, 1, tzinfo=UTC), "specification": load_specification("ratio").canonical(),
    }  # fmt: skip
    for table, of in (
        (BENCHMARK_QUERIES, rows["queries"]),
        (BENCHMARK_CANDIDATES, rows["candidates"]),
        (QRELS, rows["qrels"]),
        (EXCLUSIONS, rows["exclusions"]),
        (BENCHMARKS, [about]),
    ):
        write(root, table, of)
    return root


def write(root: Path, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Append rows to a table of a root; columns that a row lacks are NULL."""
    schema = arrow_schema(table)
    empty: dict[str, Any] = dict.fromkeys(schema.names) | {"pub_date": date(2026, 2, 1)}
    full = [{name: (empty | row)[name] for name in schema.names} for row in rows]
    write_deltalake(str(root / table.name), pa.Table.from_pylist(full, schema), mode="append")
