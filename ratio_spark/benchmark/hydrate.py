"""`benchmark hydrate`: the texts of an export that has identifiers in place of them, from the papers of a root."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_stream import stream
from ratio_spark.benchmark.exchange_options import HydrateConfig
from ratio_spark.benchmark.lines import json_objects
from ratio_spark.benchmark.lost_texts import Wanted, find_texts
from ratio_spark.benchmark.whole_folder import check_free, whole_folder
from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.published import Say, open_published
from ratio_spark.tables.schemas import PAPERS

NO_PAPER, NO_TEXT = "its paper is not in the tables", "its paper does not hold the text"

_ABOUT = "benchmark.json"
_WANTED = pa.schema(
    [("file", pa.int32()), ("line", pa.int64()), ("papers", pa.list_(pa.string())), ("characters", pa.int32()),
     ("sha256", pa.string())]
)  # fmt: skip
_PLACE = pa.schema([("file", pa.int32()), ("line", pa.int64()), ("text", pa.string())])
_FOUND = pa.schema([*_PLACE, ("has_paper", pa.bool_())])
_LINES_A_BATCH = 10_000
# Texts that are looked for in one reading of the papers: so many are held here at a time.
_BATCHES_AT_ONCE = 100


@dataclass(frozen=True)
class Hydrated:
    """filled: texts that were put in; missing: those that could not, by reason."""

    filled: int
    missing: dict[str, int]


def run(config: HydrateConfig) -> dict[str, Any]:
    """The command; gives the JSON object that ends its output. Raises ConfigurationError, DataContractError."""
    about = read_about(config.path)
    check_free(config.to)
    with open_published("benchmark hydrate", config.tables) as (published, say):
        hydrated = hydrate(published.read(PAPERS), config.path, config.to, say)
    STDERR.print(f"{hydrated.filled:,} texts of {about['name']} were put in; the folder is {config.to}.")
    for reason, number in hydrated.missing.items():
        STDERR.print(f"[bold]{number:>12,}[/bold]  texts are missing, each because {reason}")
    if hydrated.missing:
        STDERR.print(f"Hydrate {config.to} again with tables that hold these papers: missing.tsv names the texts.")
    return {
        "benchmark_id": about["benchmark_id"],
        "folder": str(config.to),
        "filled": hydrated.filled,
        "missing": hydrated.missing,
    }


def read_about(folder: Path) -> dict[str, Any]:
    """`benchmark.json` of an export without texts. Raises ConfigurationError where there is none."""
    try:
        about: Any = orjson.loads((folder / _ABOUT).read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise ConfigurationError(f"{folder}: is no export: {_ABOUT} cannot be read: {error}") from error
    if not isinstance(about, dict) or about.get("format") != "beir" or not about.get("is_ids_only"):
        raise ConfigurationError(f"{folder}: is no export with --ids-only: there is nothing to put in")
    return about


def hydrate(papers: DataFrame, source: Path, target: Path, say: Say) -> Hydrated:
    """Write a copy of an export with the texts that the papers hold, each proved by its hash.

    A text that is not found leaves its line as it is, so that other papers may give it later; `missing.tsv` names it.

    Args:
        papers: at least `paper_id` and `paragraphs`.

    Raises:
        ConfigurationError: the target is there already.
        DataContractError: a line of the export is no line of an export.
    """
    files = sorted(path for name in ("corpus.jsonl", "queries.jsonl") for path in source.glob(f"*/{name}"))
    say("looking for the texts")
    with whole_folder(target) as folder:
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=_texts_and_notes)
        hydrated = _fill(files, source, folder, _texts(files, papers))
        about = orjson.loads((source / _ABOUT).read_bytes())
        about["is_ids_only"] = bool(hydrated.missing)
        options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
        (folder / _ABOUT).write_bytes(orjson.dumps(about, option=options))
    return hydrated


def _texts_and_notes(_: str, names: list[str]) -> set[str]:
    return {"corpus.jsonl", "queries.jsonl", "missing.tsv"}.intersection(names)


def wanted_of(files: list[Path], number: int) -> Iterator[pa.RecordBatch]:
    """The lines of a file that have no text, as batches: file, line, papers, characters, sha256.

    Raises:
        DataContractError: a line is no line of an export.
    """
    rows: list[dict[str, Any]] = []
    for line, row in json_objects(str(files[number])):
        if "text" in row:
            continue
        wanted = {"papers": _papers(row), "characters": row.get("characters"), "sha256": row.get("sha256")}
        if not isinstance(wanted["characters"], int) or not isinstance(wanted["sha256"], str):
            raise DataContractError(f"{files[number]}:{line}: has neither a text nor the length and hash of one")
        rows.append({"file": number, "line": line, **wanted})
        if len(rows) == _LINES_A_BATCH:
            yield pa.RecordBatch.from_pylist(rows, _WANTED)
            rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, _WANTED)


def _papers(row: Mapping[str, Any]) -> list[str]:
    """The papers that may hold the text of a line: those of a candidate, that of a query."""
    metadata = row.get("metadata")
    if not isinstance(metadata, dict):
        return []
    papers = metadata.get("papers", [metadata.get("paper_id")])
    return [paper for paper in papers if isinstance(paper, str)] if isinstance(papers, list) else []


def _texts(files: list[Path], papers: DataFrame) -> Iterator[dict[str, Any]]:
    """What was found for each line without a text, in their order.

    The export is read here and not in tasks: it may lie where only this machine sees it.
    """
    batches = (batch for number in range(len(files)) for batch in wanted_of(files, number))
    while some := list(islice(batches, _BATCHES_AT_ONCE)):
        wanted = papers.sparkSession.createDataFrame(pa.Table.from_batches(some))
        for batch in stream(_found(wanted, papers).orderBy("file", "line"), _FOUND):
            yield from batch.to_pylist()


def _found(wanted: DataFrame, papers: DataFrame) -> DataFrame:
    """A row per line: file, line, whether one of its papers is there, the text (NULL: not found)."""
    of_papers = wanted.withColumn("paper_id", F.explode("papers")).groupBy("paper_id").agg(
        F.collect_list(F.struct("file", "line", "characters", "sha256")).alias("wanted")
    )  # fmt: skip
    texts = F.transform("paragraphs", lambda paragraph: paragraph["text"]).alias("texts")
    found = (
        of_papers.join(papers.select("paper_id", texts), "paper_id")
        .select("wanted", "texts")
        .mapInArrow(_search, "file INT, line BIGINT, text STRING")
        .groupBy("file", "line")
        .agg(F.max("text").alias("text"), F.lit(True).alias("has_paper"))
    )
    lines = wanted.select("file", "line").join(found, ["file", "line"], "left")
    return lines.withColumn("has_paper", F.coalesce("has_paper", F.lit(False)))


def _search(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = []
        for paper in batch.to_pylist():
            sought = [Wanted(each["characters"], each["sha256"]) for each in paper["wanted"]]
            found = find_texts(paper["texts"] or (), sought)
            rows += [(each["file"], each["line"], found.get(each["sha256"])) for each in paper["wanted"]]
        yield pa.RecordBatch.from_pylist([dict(zip(_PLACE.names, row, strict=True)) for row in rows], _PLACE)


def _fill(files: list[Path], source: Path, folder: Path, found: Iterator[dict[str, Any]]) -> Hydrated:
    """Write the files again with their texts; what was found comes in the order of files and lines."""
    filled, missing = 0, Counter[str]()
    with (folder / "missing.tsv").open("w", encoding="utf-8", newline="") as notes:
        notes.write("file\tline\tid\treason\n")
        for path in files:
            name = path.relative_to(source)
            with (folder / name).open("wb") as stream:
                for line, row in json_objects(str(path)):
                    if "text" not in row:
                        text = next(found)
                        if text["text"] is None:
                            reason = NO_TEXT if text["has_paper"] else NO_PAPER
                            missing[reason] += 1
                            notes.write(f"{name}\t{line}\t{row['_id']}\t{reason}\n")
                        else:
                            filled += 1
                            row = _with_text(row, text["text"])
                    stream.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
    if not missing:
        (folder / "missing.tsv").unlink()
    return Hydrated(filled, dict(sorted(missing.items())))


def _with_text(row: dict[str, Any], text: str) -> dict[str, Any]:
    """The row with a text where its hash was, so that it is the line of an export with texts."""
    return {
        **{name: value for name, value in row.items() if name not in ("characters", "sha256", "metadata")},
        "text": text,
        "metadata": row.get("metadata", {}),
    }
