"""Training sets of each split: pairs and triplets for sentence-transformers, and Tevatron's JSON lines.

`pairs.jsonl` has `anchor` and `positive`, and is enough where the other positives of a batch are the negatives.
`triplets.jsonl` has a line per negative; `negatives.jsonl` has `negative_1` and so on, and only the pairs that have
all of them. Negatives are candidates of the query's own papers that are neither its golds nor excluded: the same
topic, but not the sentence that follows. `tevatron.jsonl` has every query with its golds and what negatives there are.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson

from ratio_spark.benchmark.exports.contents import About, Contents
from ratio_spark.benchmark.exports.writing import records, write_about

NAME = "training"
_FILES = ("pairs", "triplets", "negatives", "tevatron")


def write(contents: Contents, about: About, folder: Path, negatives: int = 0) -> dict[str, int]:
    """Write all splits, each move in a folder of its own; gives the lines written, by split, move and file.

    Args:
        negatives: the most negatives of a query, and the columns of `negatives.jsonl`; 0 writes no file with them.
    """
    counts: dict[str, int] = {}
    files = _FILES if negatives else ("pairs", "tevatron")
    for split in about.splits:
        with ExitStack() as stack:
            streams = {}
            for move in about.move_names:
                (folder / split / move).mkdir(parents=True)
                for name in files:
                    streams[move, name] = stack.enter_context((folder / split / move / f"{name}.jsonl").open("wb"))
                    counts[f"{split}:{move}:{name}"] = 0
            for row in records(contents.examples(split)):
                for name, line in _lines(row, negatives):
                    streams[row["move"], name].write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
                    counts[f"{split}:{row['move']}:{name}"] += 1
    write_about(about, NAME, counts, folder)
    return counts


def _lines(row: dict[str, Any], number: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of one query, each with the file it belongs to."""
    negatives = row["negatives"][:number]
    for positive in row["positives"]:
        pair = {"anchor": row["anchor"], "positive": positive["text"]}
        yield "pairs", pair
        for negative in negatives:
            yield "triplets", {**pair, "negative": negative["text"]}
        if number and len(negatives) == number:
            columns = {f"negative_{place}": each["text"] for place, each in enumerate(negatives, start=1)}
            yield "negatives", {**pair, **columns}
    yield (
        "tevatron",
        {
            "query_id": row["pair_id"],
            "query": row["anchor"],
            "positive_passages": [_passage(each) for each in row["positives"]],
            "negative_passages": [_passage(each) for each in negatives],
        },
    )


def _passage(candidate: dict[str, Any]) -> dict[str, str]:
    return {"docid": candidate["candidate_id"], "title": "", "text": candidate["text"]}
