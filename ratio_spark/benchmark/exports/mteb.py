"""Hugging Face data sets in the layout of MTEB: Parquet by subset and split, and `task.py` with the tasks for mteb.

A move is a subset with its own queries and qrels; the corpus files of a split are one for all moves. `README.md` says
to `datasets` which file is what. A subset without rows in a split has no file there.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import yaml

from ratio_spark.benchmark.exports.contents import About, Contents, by_move
from ratio_spark.benchmark.exports.metadata import candidate_metadata, query_metadata
from ratio_spark.benchmark.exports.parquet_file import parquet_file
from ratio_spark.benchmark.exports.writing import write_about

NAME = "mteb"

CORPUS = pa.schema([("id", pa.string()), ("title", pa.string()), ("text", pa.string()), ("metadata", pa.string())])
QUERIES = pa.schema([("id", pa.string()), ("text", pa.string()), ("metadata", pa.string())])
QRELS = pa.schema([("query-id", pa.string()), ("corpus-id", pa.string()), ("score", pa.int32())])
EXCLUDED = pa.schema([("query-id", pa.string()), ("corpus-id", pa.string()), ("reason", pa.string())])

_KINDS = ("queries", "qrels", "excluded")
_PAGE = """# {name}

A retrieval benchmark of typed sentence pairs ({benchmark_id}). Each move is a subset; all share the corpus of a split.

```python
import mteb, task  # in this folder

mteb.evaluate(mteb.get_model("sentence-transformers/all-MiniLM-L6-v2"), task.TASKS)
```

`MOVE-excluded` names the candidates that a fair ranking of a query leaves out: `self` is cut from its own sentence,
`twin` is a near-copy of a gold.
"""


def write(contents: Contents, about: About, folder: Path) -> dict[str, int]:
    """Write all splits; gives the rows written, by split and table."""
    counts = {}
    for split in about.splits:
        for table, number in _write_split(contents, about, split, folder).items():
            counts[f"{split}:{table}"] = number
    write_about(about, NAME, counts, folder)
    (folder / "README.md").write_text(_page(about, folder), encoding="utf-8")
    with as_file(files("ratio_spark.benchmark") / "data" / "mteb_task.py.txt") as task:
        shutil.copyfile(task, folder / "task.py")
    return counts


def _write_split(contents: Contents, about: About, split: str, folder: Path) -> dict[str, int]:
    with parquet_file(folder / "corpus" / f"{split}.parquet", CORPUS) as corpus:
        for batch in contents.candidates(split):
            corpus.append(_corpus(batch))
    counts = {"candidates": corpus.rows}
    tables = {
        "queries": (QUERIES, map(_queries, contents.queries(split))),
        "qrels": (QRELS, (_renamed(batch, "relevance", "score") for batch in contents.qrels(split))),
        "excluded": (EXCLUDED, (_renamed(batch, "reason", "reason") for batch in contents.exclusions(split))),
    }
    for kind, (schema, batches) in tables.items():
        rows = _write_by_move(batches, schema, about, folder, f"{kind}/{split}.parquet")
        counts["exclusions" if kind == "excluded" else kind] = rows
    return counts


def _write_by_move(batches: Iterator[pa.RecordBatch], schema: pa.Schema, about: About, folder: Path, place: str) -> int:
    with ExitStack() as stack:
        growing = {move: stack.enter_context(parquet_file(folder / move / place, schema)) for move in about.move_names}
        for batch in batches:
            for move, rows in by_move(batch, about.move_names):
                growing[move].append(rows)
    return sum(file.rows for file in growing.values())


def _corpus(batch: pa.RecordBatch) -> pa.RecordBatch:
    metadata = [_json(candidate_metadata(row)) for row in batch.to_pylist()]
    titles = pa.array([""] * batch.num_rows, pa.string())
    columns = [batch.column("candidate_id"), titles, batch.column("text"), pa.array(metadata, pa.string())]
    return pa.RecordBatch.from_arrays(columns, schema=CORPUS)


def _queries(batch: pa.RecordBatch) -> pa.RecordBatch:
    metadata = pa.array([_json(query_metadata(row)) for row in batch.to_pylist()], pa.string())
    columns = [batch.column("pair_id"), batch.column("text"), metadata, batch.column("move")]
    return pa.RecordBatch.from_arrays(columns, names=[*QUERIES.names, "move"])


def _renamed(batch: pa.RecordBatch, last: str, name: str) -> pa.RecordBatch:
    columns = [batch.column(column) for column in ("pair_id", "candidate_id", last, "move")]
    return pa.RecordBatch.from_arrays(columns, names=["query-id", "corpus-id", name, "move"])


def _json(metadata: dict[str, Any]) -> str:
    return orjson.dumps(metadata).decode()


def _page(about: About, folder: Path) -> str:
    configs = []
    for move in about.move_names:
        places = {"corpus": "corpus", **{kind: f"{move}/{kind}" for kind in _KINDS}}
        for kind, place in places.items():
            there = [split for split in about.splits if (folder / place / f"{split}.parquet").is_file()]
            if there:
                data_files = [{"split": split, "path": f"{place}/{split}.parquet"} for split in there]
                configs.append({"config_name": f"{move}-{kind}", "data_files": data_files})
    header = yaml.safe_dump({"language": ["en"], "configs": configs}, sort_keys=False)
    return f"---\n{header}---\n\n{_PAGE.format(name=about.name, benchmark_id=about.benchmark_id)}"
