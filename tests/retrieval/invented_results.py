"""Result folders of invented systems, as `evaluate` writes them, so that what reads them needs no search."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

BENCHMARK = "invented-0123abcd"
DIGEST = "d" * 64
DEPTHS = (1, 3, 5, 10, 20, 100)
PARTS = ("abstract", "full text")


@dataclass(frozen=True)
class Invented:
    """A system whose golds stand high where `skill` is high; by move, and by the move it is tuned on where it is.

    skill: by move; a system that is tuned has one for each pair of "tuned on>tested on".
    """

    name: str
    skill: Mapping[str, float]
    kind: str = "dense"
    tuned_on: tuple[str, ...] = ()
    is_control: bool = False
    is_newer: bool | None = False
    settings: tuple[str, ...] = ("pool",)
    overlap: float = 0.2
    changes: Mapping[str, Any] = field(default_factory=dict)


def plain(name: str, skill: float, moves: Sequence[str] = ("ADDRESS", "SPECIFY"), **rest: Any) -> Invented:
    """A system that is equally good at every move."""
    return Invented(name, dict.fromkeys(moves, skill), **rest)


def metrics_of(ranks: Sequence[int] | NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """The metrics of queries with one gold each, by its rank."""
    rank = np.asarray(ranks, np.int64)
    reciprocal = np.where(rank <= 10, 1 / rank, 0.0)
    return {
        "mrr_at_10": reciprocal,
        **{f"recall_at_{k}": (rank <= k).astype(np.float64) for k in DEPTHS},
        "ndcg_at_10": np.where(rank <= 10, 1 / np.log2(rank + 1), 0.0),
        "mrr_at_10_any_order": reciprocal,
        "same_paper_at_10": np.full(len(rank), 0.25),
    }


def rows(
    move: str, ranks: Sequence[int] | NDArray[np.int64], setting: str = "pool", tuned_on: str | None = None,
    works: Sequence[str] | None = None,
) -> pa.Table:  # fmt: skip
    """Rows of queries.parquet: two queries a work unless said otherwise, parts in turn."""
    number = len(ranks)
    return pa.table(
        {
            "setting": [setting] * number,
            "tuned_on": pa.array([tuned_on] * number, pa.string()),
            "move": [move] * number,
            "part": [PARTS[place % 2] for place in range(number)],
            "pair_id": [f"{move}{place:05}" for place in range(number)],
            "work_id": works or [f"w{place // 2}" for place in range(number)],
            **metrics_of(ranks),
            "tied_golds": pa.array([int(place == 0) for place in range(number)], pa.int32()),
        }
    )


def overlap_row(
    move: str, k: int, jaccard: float, setting: str = "pool", tuned_on: str | None = None
) -> dict[str, Any]:
    return {"setting": setting, "tuned_on": tuned_on, "move": move, "k": k, "jaccard": jaccard, "queries": 4}


def write_system(
    results: Path, name: str, queries: Sequence[pa.Table], overlap: Sequence[dict[str, Any]] = (),
    benchmark: str = BENCHMARK, **about: Any,
) -> None:  # fmt: skip
    """The folder of one system; `about` takes the place of what about.json says otherwise."""
    folder = results / benchmark / "test" / name
    folder.mkdir(parents=True)
    table = pa.concat_tables(queries)
    pq.write_table(table, folder / "queries.parquet")
    columns = [("setting", pa.string()), ("tuned_on", pa.string()), ("move", pa.string()), ("k", pa.int32())]
    schema = pa.schema([*columns, ("jaccard", pa.float64()), ("queries", pa.int64())])
    pq.write_table(pa.Table.from_pylist(list(overlap), schema), folder / "overlap.parquet")
    told = {
        "system": name, "kind": "dense", "tuned_on": [], "fingerprint": "f" * 64, "benchmark_id": "0123abcd" * 4,
        "digest": DIGEST, "split": "test", "released": "2025-01-01", "after_test_start": False, "is_control": False,
        "settings": list(dict.fromkeys(table["setting"].to_pylist())), "seconds": 2.0, "queries_per_second": 100.0,
        "peak_memory_mb": 500.0, "versions": {"torch": "2"}, "machine": {"cores": 2}, "parameters": {}, "seed": 0,
    }  # fmt: skip
    (folder / "about.json").write_text(json.dumps(told | about))


def write_results(results: Path, systems: Sequence[Invented], queries: Mapping[str, int], seed: int = 0) -> Path:
    """Folders of several systems that were asked the same queries; gives the folder to read.

    The rank of a gold is drawn from a geometric law; queries that are hard are hard for all systems.
    """
    for place, system in enumerate(systems):
        tables, overlap = [], []
        for setting in system.settings:
            for move, number in queries.items():
                hardness = np.random.default_rng([seed, number]).gamma(2, 1, number)
                for tuned_on in _tuned_on(system, setting, move):
                    skill = system.skill[f"{tuned_on}>{move}" if tuned_on else move]
                    if setting == "golds_of_move":
                        skill = min(0.95, 1.8 * skill)
                    chance = np.random.default_rng([seed, place, number, len(tables)])
                    ranks = chance.geometric(np.clip(skill / (skill + hardness * 0.8), 1e-3, 1))
                    tables.append(rows(move, np.minimum(ranks**2, 999), setting, tuned_on))
                    overlap += [
                        overlap_row(move, k, system.overlap / (1 + 0.2 * i), setting, tuned_on)
                        for i, k in enumerate(DEPTHS)
                    ]
                    overlap.append(overlap_row(move, 0, 0.08, setting, tuned_on))
        about = {
            "kind": system.kind, "tuned_on": list(system.tuned_on), "is_control": system.is_control,
            "after_test_start": system.is_newer,
        }  # fmt: skip
        write_system(results, system.name, tables, overlap, **{**about, **system.changes})
    return results / BENCHMARK / "test"


def _tuned_on(system: Invented, setting: str, move: str) -> list[str | None]:
    if not system.tuned_on:
        return [None]
    if setting == "pool" and f"{system.tuned_on[0]}>{move}" in system.skill:
        return [on for on in system.tuned_on if f"{on}>{move}" in system.skill]
    return [move] if move in system.tuned_on else []
