"""BEIR: `corpus.jsonl`, `queries.jsonl` and `qrels/SPLIT.tsv`, in one folder or in one per split."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ratio_spark.benchmark.imports.listing import Listing, split_of
from ratio_spark.benchmark.imports.raw import (
    CANDIDATE,
    EXCLUSION,
    PRECISIONS,
    QREL,
    QUERY,
    Place,
    Source,
    day,
    move_name,
    text,
    whole_number,
    word,
)
from ratio_spark.benchmark.imports.tables import records
from ratio_spark.errors import ConfigurationError
from ratio_spark.tables.schemas import LISTS_OF_QUERIES

_KINDS = {"qrels": QREL, "excluded": EXCLUSION}
_QUERY_WORDS = ("marker", "marker_id", "paper_id", "work_id", "date_precision", "section", "license")
_LISTS = ("roles", *LISTS_OF_QUERIES, "markers", "flags")


def sources(listing: Listing) -> list[Source]:
    """The files of the benchmark. Raises ConfigurationError where a folder holds none."""
    folders = [name.rpartition("/")[0] for name in listing.files if name.rpartition("/")[2].startswith("corpus.jsonl")]
    if not folders:
        raise ConfigurationError(f"{listing.root}: no BEIR benchmark: there is no corpus.jsonl in it")
    return [source for folder in folders for source in _of_folder(listing, folder)]


def _of_folder(listing: Listing, folder: str) -> Iterator[Source]:
    prefix = f"{folder}/" if folder else ""
    own = split_of(folder.rpartition("/")[2])
    if folder and own is None:
        raise ConfigurationError(f"{listing.root}/{folder}: name the folder after its split: train, validation or test")
    for name, path in listing.files.items():
        if not name.startswith(prefix):
            continue
        within, _, file = name.removeprefix(prefix).rpartition("/")
        split = split_of(file.partition(".")[0])
        if within == "" and file.startswith("corpus.jsonl"):
            yield Source(path, CANDIDATE, own)
        elif within == "" and file.startswith("queries.jsonl"):
            yield Source(path, QUERY, own)
        elif within in _KINDS and split is not None and own in (None, split):
            yield Source(path, _KINDS[within], split)


def rows(source: Source) -> Iterator[Mapping[str, Any]]:
    """The rows of a file, in the columns of RAW. Raises DataContractError."""
    for place, record in records(source.path):
        about = {"kind": source.kind, "file": place.file, "line": place.line, "split": source.split}
        if source.kind == QUERY:
            yield about | query(record, place, source)
        elif source.kind == CANDIDATE:
            yield about | candidate(record, place)
        else:
            yield about | judged(record, place, source)


def query(record: Mapping[str, Any], place: Place, source: Source) -> dict[str, Any]:
    """A row of a query: `_id` or `id`, `text`, and the metadata of an export."""
    about = metadata_of(record, place)
    found = {name: _optional_word(about.get(name), f"metadata.{name}", place) for name in _QUERY_WORDS}
    numbers = {name: about.get(name) for name in ("paragraph", "sentence")}
    if found["date_precision"] not in (None, *PRECISIONS):
        raise place.fault(f"metadata.date_precision is none of {', '.join(PRECISIONS)}")
    flags = _words(about.get("flags"), "metadata.flags", place) or []
    return {
        **found,
        **{n: None if v is None else whole_number(v, f"metadata.{n}", place) for n, v in numbers.items()},
        **{name: _words(about.get(name), f"metadata.{name}", place) for name in LISTS_OF_QUERIES},
        "flags": sorted({*flags, source.flag} if source.flag else flags),
        "pub_date": day(about.get("pub_date"), "metadata.pub_date", place),
        "pair_id": word(record.get("_id", record.get("id")), "the id of the query", place),
        "move": source.move or move_name(about.get("move"), place),
        "text": text(record.get("text"), "the text of the query", place),
    }


def candidate(record: Mapping[str, Any], place: Place) -> dict[str, Any]:
    """A row of a candidate: `_id` or `id`, `title`, `text`; title and text are one, as BEIR's models read them."""
    about = metadata_of(record, place)
    title = record.get("title")
    body = text(record.get("text"), "the text of the candidate", place)
    return {
        **{name: _words(about.get(name), f"metadata.{name}", place) for name in _LISTS},
        "pub_date": day(about.get("pub_date"), "metadata.pub_date", place),
        "candidate_id": word(record.get("_id", record.get("id")), "the id of the candidate", place),
        "text": f"{title.strip()} {body}" if isinstance(title, str) and title.strip() else body,
    }


def judged(record: Mapping[str, Any], place: Place, source: Source) -> dict[str, Any]:
    """A row of qrels (`score`) or of excluded candidates (`reason`)."""
    row = {
        "pair_id": word(record.get("query-id"), "query-id", place),
        "candidate_id": word(record.get("corpus-id"), "corpus-id", place),
        "move": source.move,
    }
    if source.kind == EXCLUSION:
        return row | {"reason": word(record.get("reason"), "reason", place)}
    return row | {"relevance": whole_number(record.get("score"), "score", place)}


def metadata_of(record: Mapping[str, Any], place: Place) -> Mapping[str, Any]:
    """The metadata of a record; {} where it has none, or has it as something else than an object."""
    found = record.get("metadata")
    return found if isinstance(found, Mapping) else {}


def _optional_word(value: object, what: str, place: Place) -> str | None:
    return None if value is None else word(value, what, place)


def _words(value: object, what: str, place: Place) -> list[str] | None:
    if value is None:
        return None
    if not isinstance(value, Sequence) or isinstance(value, str) or not all(isinstance(each, str) for each in value):
        raise place.fault(f"{what} is no list of texts")
    return sorted(set(value))
