"""The results of one system on one split as a folder: what it is, scores by query, rankings, overlap, TREC runs.

    RESULTS/<benchmark>-<first 8 of benchmark_id>/<split>/<system>/
      about.json        what was evaluated, with what, how fast
      queries.parquet   a row per setting, tuned_on and query: its scores
      rankings.parquet  a row per setting, tuned_on, query and rank
      overlap.parquet   a row per setting, tuned_on, move and depth
      <setting>.trec.gz the run of each setting, for other tools

A folder is written aside and put into its place when it is whole.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as csv
import pyarrow.parquet as pq

from ratio_spark.benchmark.whole_folder import whole_folder
from ratio_spark.retrieval.collection import BenchmarkName, Collection
from ratio_spark.retrieval.pairs import Floats
from ratio_spark.retrieval.ranking import Ranking
from ratio_spark.retrieval.settings import part

ABOUT = "about.json"
KEPT = 100
"""So many ranks of each query are written."""


_RANKINGS = pa.schema(
    [
        ("setting", pa.string()), ("tuned_on", pa.string()), ("move", pa.string()), ("pair_id", pa.string()),
        ("rank", pa.int32()), ("candidate_id", pa.string()), ("score", pa.float64()),
    ]
)  # fmt: skip


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


def about_of(folder: Path) -> dict[str, Any] | None:
    """What was evaluated into a folder; None where nothing was."""
    about = folder / ABOUT
    return dict(json.loads(about.read_text())) if about.exists() else None


@contextmanager
def written(folder: Path, collection: Collection, about: Mapping[str, Any], scored: Sequence[Scored]) -> Iterator[Path]:
    """The results of a system, written aside; when the block has ended well they take the place of older ones.

    Raises:
        ConfigurationError: the folder cannot be written.
    """
    with whole_folder(folder, replaces=True) as unfinished:
        pq.write_table(pa.concat_tables(_queries(collection, each) for each in scored), unfinished / "queries.parquet")
        pq.write_table(_overlap(scored), unfinished / "overlap.parquet")
        _write_rankings(unfinished, collection, str(about["system"]), scored)
        (unfinished / ABOUT).write_text(json.dumps(about, indent=1) + "\n")
        yield unfinished


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


@dataclass(frozen=True, eq=False)
class _Kept:
    """The first ranks of a ranking, row by row: ids of queries and candidates, ranks from 1, scores.

    falling: float32 scores that no two candidates of a query share. trec_eval reads single precision, and would put
        equal scores into an order of its own.
    """

    query: pa.Array
    candidate: pa.Array
    rank: pa.Array
    score: Floats
    falling: "np.ndarray[Any, np.dtype[np.float32]]"

    @classmethod
    def of(cls, collection: Collection, ranking: Ranking) -> "_Kept":
        candidates, scores = ranking.candidates[:, :KEPT], ranking.scores[:, :KEPT]
        falling = scores.astype(np.float32)
        for rank in range(1, falling.shape[1]):
            below = np.nextafter(falling[:, rank - 1], np.float32(-np.inf))
            falling[:, rank] = np.minimum(falling[:, rank], below)
        row, column = np.nonzero(candidates >= 0)
        return cls(
            pa.array(collection.query_ids).take(pa.array(ranking.queries[row])),
            pa.array(collection.candidate_ids).take(pa.array(candidates[row, column])),
            pa.array(column + 1, pa.int32()),
            scores[row, column],
            falling[row, column],
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


def _write_rankings(folder: Path, collection: Collection, system: str, scored: Sequence[Scored]) -> None:
    """The rankings of all, and a TREC run for each setting: no two rankings are held as rows at once."""
    with ExitStack() as stack:
        rankings = stack.enter_context(pq.ParquetWriter(folder / "rankings.parquet", _RANKINGS))
        runs = {
            setting: stack.enter_context(pa.CompressedOutputStream(str(folder / f"{setting}.trec.gz"), "gzip"))
            for setting in dict.fromkeys(each.setting for each in scored)
        }
        for each in scored:
            kept = _Kept.of(collection, each.ranking)
            columns = {"pair_id": kept.query, "rank": kept.rank, "candidate_id": kept.candidate, "score": kept.score}
            rankings.write_table(pa.table(_place(each, len(kept.query)) | columns, _RANKINGS))
            if each.is_matching:
                _write_run(runs[each.setting], kept, system)


def _write_run(run: pa.NativeFile, kept: _Kept, system: str) -> None:
    """TREC: query, Q0, candidate, rank, score, system. A blank in an id, which no run can hold, becomes %20."""
    rows = len(kept.query)
    query, candidate = (pc.replace_substring_regex(ids, r"\s", "%20") for ids in (kept.query, kept.candidate))
    columns = [query, pa.repeat("Q0", rows), candidate, kept.rank, kept.falling, pa.repeat(system, rows)]
    options = csv.WriteOptions(include_header=False, delimiter=" ", quoting_style="none")
    csv.write_csv(pa.table(columns, ["query", "q0", "candidate", "rank", "score", "system"]), run, options)
