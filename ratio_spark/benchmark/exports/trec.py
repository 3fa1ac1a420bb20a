"""TREC: per split `qrels.txt`, `topics.tsv` and `documents.jsonl`, all but the documents also move by move.

`qrels.txt` is what trec_eval, pytrec_eval and ir_measures read, `topics.tsv` and `documents.jsonl` (`id`, `contents`)
what Anserini and Pyserini index and search. `excluded.txt` has the fields of qrels, with the reason as the last.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.exports.contents import About, Contents
from ratio_spark.benchmark.exports.writing import one_word, records, write_about, write_by_move, write_json_lines
from ratio_spark.text.normalise import collapse

NAME = "trec"


def write(contents: Contents, about: About, folder: Path) -> dict[str, int]:
    """Write all splits; gives the rows written, by split and table. Raises DataContractError."""
    counts = {}
    for split in about.splits:
        for table, number in _write_split(contents, about, split, folder / split).items():
            counts[f"{split}:{table}"] = number
    write_about(about, NAME, counts, folder)
    return counts


def _write_split(contents: Contents, about: About, split: str, folder: Path) -> dict[str, int]:
    folder.mkdir()
    documents = (
        {"id": one_word(row["candidate_id"]), "contents": row["text"]} for row in records(contents.candidates(split))
    )
    return {
        "candidates": write_json_lines(documents, folder / "documents.jsonl"),
        "queries": write_by_move(records(contents.queries(split)), _topic, _files(folder, "topics", "tsv", about)),
        "qrels": write_by_move(
            records(contents.qrels(split)), _line("relevance"), _files(folder, "qrels", "txt", about)
        ),
        "exclusions": write_by_move(
            records(contents.exclusions(split)), _line("reason"), _files(folder, "excluded", "txt", about)
        ),
    }


def _topic(row: Mapping[str, Any]) -> str:
    return f"{one_word(row['pair_id'])}\t{collapse(row['text'])}\n"


def _line(last: str) -> Callable[[Mapping[str, Any]], str]:
    """What writes a row as one line of qrels, with a column at the end."""

    def line(row: Mapping[str, Any]) -> str:
        return f"{one_word(row['pair_id'])} 0 {one_word(row['candidate_id'])} {row[last]}\n"

    return line


def _files(folder: Path, name: str, ending: str, about: About) -> dict[str | None, Path]:
    return {None: folder / f"{name}.{ending}"} | {move: folder / f"{name}-{move}.{ending}" for move in about.move_names}
