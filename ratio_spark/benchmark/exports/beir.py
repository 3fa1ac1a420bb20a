"""BEIR: one folder per split with `corpus.jsonl`, `queries.jsonl` and `qrels/*.tsv`, as `GenericDataLoader` reads it.

A split has a pool of its own, and BEIR knows one corpus per folder. `load("test")` gives the queries of all moves,
`load("test-ADDRESS")` those of one. `excluded/` is like `qrels/`, with the reason in place of the score.
"""

import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.exports.contents import About, Contents
from ratio_spark.benchmark.exports.metadata import candidate_metadata, query_metadata, text_or_hash
from ratio_spark.benchmark.exports.writing import records, write_about, write_by_move, write_json_lines

NAME = "beir"


def write(contents: Contents, about: About, folder: Path) -> dict[str, int]:
    """Write all splits; gives the rows written, by split and table."""
    counts = {}
    for split in about.splits:
        for table, number in _write_split(contents, about, split, folder / split).items():
            counts[f"{split}:{table}"] = number
    write_about(about, NAME, counts, folder)
    return counts


def _write_split(contents: Contents, about: About, split: str, folder: Path) -> dict[str, int]:
    folder.mkdir()
    candidates = (
        {"_id": row["candidate_id"], "title": "", **text_or_hash(row), "metadata": candidate_metadata(row)}
        for row in records(contents.candidates(split))
    )
    queries = (
        {"_id": row["pair_id"], **text_or_hash(row), "metadata": query_metadata(row)}
        for row in records(contents.queries(split))
    )
    return {
        "candidates": write_json_lines(candidates, folder / "corpus.jsonl"),
        "queries": write_json_lines(queries, folder / "queries.jsonl"),
        "qrels": write_by_move(
            records(contents.qrels(split)),
            _line("relevance"),
            _files(folder / "qrels", split, about),
            _tab_separated("query-id", "corpus-id", "score"),
        ),
        "exclusions": write_by_move(
            records(contents.exclusions(split)),
            _line("reason"),
            _files(folder / "excluded", split, about),
            _tab_separated("query-id", "corpus-id", "reason"),
        ),
    }


def _files(folder: Path, split: str, about: About) -> dict[str | None, Path]:
    return {None: folder / f"{split}.tsv", **{move: folder / f"{split}-{move}.tsv" for move in about.move_names}}


def _line(last: str) -> Callable[[Mapping[str, Any]], str]:
    """What writes a row as one line: query, candidate, and a column."""

    def line(row: Mapping[str, Any]) -> str:
        return _tab_separated(row["pair_id"], row["candidate_id"], row[last])

    return line


def _tab_separated(*fields: object) -> str:
    """A line as BEIR's loader reads it.

    >>> _tab_separated("q1", "c 1", 1).split("\\t")
    ['q1', 'c 1', '1\\n']
    """
    line = io.StringIO(newline="")
    csv.writer(line, delimiter="\t", lineterminator="\n").writerow(fields)
    return line.getvalue()
