"""The results of one system on one split as a folder: what it is, scores by query, rankings, overlap, TREC runs.

    RESULTS/<benchmark>-<first 8 of benchmark_id>/<split>/<system>/
      about.json        what was evaluated, with what, how fast
      queries.parquet   a row per setting, tuned_on and query: its scores
      rankings.parquet  a row per setting, tuned_on, query and rank
      overlap.parquet   a row per setting, tuned_on, move and depth
      <setting>.trec.gz the run of each setting, for other tools

A folder is written aside and put into its place when it is whole.
"""

import gzip
import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ratio_spark.benchmark.whole_folder import whole_folder
from ratio_spark.retrieval.collection import BenchmarkName, Collection
from ratio_spark.retrieval.pairs import Floats
from ratio_spark.retrieval.ranking import Ranking
from ratio_spark.retrieval.settings import part

ABOUT = "about.json"
KEPT = 100
"""So many ranks of each query are written."""


@dataclass(frozen=True, eq=False)
class Scored:
    """What a system makes of the queries of one move in one setting.

    tuned_on: the move that it is tuned on; None: none.
    values: by metric, shape (queries of the ranking,).
    overlap: by depth (0: the gold), the mean Jaccard similarity of a query and what stands so high.
    """

    setting: str
    tuned_on: str | None
    move: str
    ranking: Ranking
    values: Mapping[str, Floats]
    overlap: Mapping[int, float] = field(default_factory=dict)

    @property
    def is_matching(self) -> bool:
        """Whether the system is meant for this move."""
        return self.tuned_on in (None, self.move)


def name_of(split: str, limit: int | None) -> str:
    """What results of a split are called: part of the queries is another thing than all of them.

    >>> name_of("test", None), name_of("test", 200)
    ('test', 'test-200-a-move')
    """
    return split if limit is None else f"{split}-{limit}-a-move"


def folder_of(results: Path, benchmark: BenchmarkName, split: str) -> Path:
    """Where the results of all systems lie; `split` as `name_of` calls it."""
    return results / f"{benchmark.name}-{benchmark.benchmark_id[:8]}" / split


def fingerprint_of(folder: Path) -> str | None:
    """The fingerprint of the results in a folder; None where there are none."""
    about = folder / ABOUT
    return str(json.loads(about.read_text())["fingerprint"]) if about.exists() else None


def write(folder: Path, collection: Collection, about: Mapping[str, Any], scored: Sequence[Scored]) -> None:
    """Write the results of a system in the place of those that are there.

    Raises:
        ConfigurationError: the folder cannot be written.
    """
    shutil.rmtree(folder, ignore_errors=True)
    with whole_folder(folder) as unfinished:
        pq.write_table(_concatenated(_queries(collection, each) for each in scored), unfinished / "queries.parquet")
        pq.write_table(_concatenated(_rankings(collection, each) for each in scored), unfinished / "rankings.parquet")
        pq.write_table(_overlap(scored), unfinished / "overlap.parquet")
        for setting in dict.fromkeys(each.setting for each in scored):
            runs = [each for each in scored if each.setting == setting and each.is_matching]
            _write_run(unfinished / f"{setting}.trec.gz", collection, str(about["system"]), runs)
        (unfinished / ABOUT).write_text(json.dumps(about, indent=1) + "\n")


def _concatenated(tables: Iterable[pa.Table]) -> pa.Table:
    return pa.concat_tables(tables)


def _place(scored: Scored, rows: int) -> dict[str, pa.Array]:
    return {
        "setting": pa.repeat(scored.setting, rows),
        "tuned_on": pa.repeat(pa.scalar(scored.tuned_on, pa.string()), rows),
        "move": pa.repeat(scored.move, rows),
    }


def _queries(collection: Collection, scored: Scored) -> pa.Table:
    places = scored.ranking.queries.tolist()
    return pa.table(
        _place(scored, len(places))
        | {
            "part": [part(collection.sections[place]) for place in places],
            "pair_id": [collection.query_ids[place] for place in places],
            "work_id": [collection.works[place] for place in places],
            **scored.values,
        }
    )


def _rankings(collection: Collection, scored: Scored) -> pa.Table:
    candidates = scored.ranking.candidates[:, :KEPT]
    row, column = np.nonzero(candidates >= 0)
    ids = pa.array(collection.query_ids).take(pa.array(scored.ranking.queries[row]))
    return pa.table(
        _place(scored, len(row))
        | {
            "pair_id": ids,
            "rank": pa.array(column + 1, pa.int32()),
            "candidate_id": pa.array(collection.candidate_ids).take(pa.array(candidates[row, column])),
            "score": scored.ranking.scores[row, column],
        }
    )


def _overlap(scored: Sequence[Scored]) -> pa.Table:
    rows = [
        {
            "setting": each.setting, "tuned_on": each.tuned_on, "move": each.move,
            "k": depth, "jaccard": value, "queries": len(each.ranking.queries),
        }
        for each in scored
        for depth, value in each.overlap.items()
    ]  # fmt: skip
    columns = [("setting", pa.string()), ("tuned_on", pa.string()), ("move", pa.string()), ("k", pa.int32())]
    return pa.Table.from_pylist(rows, pa.schema([*columns, ("jaccard", pa.float64()), ("queries", pa.int64())]))


def _write_run(path: Path, collection: Collection, system: str, scored: Sequence[Scored]) -> None:
    """trec_eval reads single precision and puts equal scores into an order of its own: ours are told apart."""
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=4) as run:
        for each in scored:
            for place, candidates, scores in zip(
                each.ranking.queries.tolist(), each.ranking.candidates, each.ranking.scores, strict=True
            ):
                query, last = collection.query_ids[place], np.float32(np.inf)
                for rank, (candidate, score) in enumerate(zip(candidates.tolist(), scores, strict=True), 1):
                    if candidate < 0:
                        break
                    last = min(np.float32(score), np.nextafter(last, np.float32(-np.inf)))
                    run.write(f"{query} Q0 {collection.candidate_ids[candidate]} {rank} {last:.9g} {system}\n")
