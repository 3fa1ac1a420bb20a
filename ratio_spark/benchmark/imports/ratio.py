"""The release of RATIO: `data/MOVE/SPLIT.parquet` with pairs, and `data/candidates/SPLIT.parquet`, one pool per split.

A pair is a query and its one gold; `silver.parquet` repeats those pairs of the test split that judges accepted, which
here are test queries with the flag `silver`. The release has no ids: they are hashes of what a row says. Candidates
with the same text are one, with all their papers; queries stay one per pair, as its figures count them.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from ratio_spark.benchmark.imports.listing import Listing, split_of
from ratio_spark.benchmark.imports.raw import CANDIDATE, GOLD, QREL, QUERY, Place, Source, day, text
from ratio_spark.benchmark.imports.tables import records
from ratio_spark.errors import ConfigurationError

PAIRS, SILVER = "pairs", "silver"

_POOL = "candidates"
_ID_BYTES = 16
_CANDIDATE_TEXTS = ("goldSentence", "candidate", "sentence", "text")
# What the groups of RATIO's markers are called here.
_KINDS = {"contrast": "contrast", "similarity": "similarity", "irrelevant": "irrelevant"}
_UNKNOWN = "unknown"


def sources(listing: Listing) -> list[Source]:
    """The files of the release. Raises ConfigurationError where a folder holds none."""
    found = [source for name, path in listing.files.items() for source in _source(name, path)]
    for kind in (PAIRS, CANDIDATE):
        if not any(source.kind == kind for source in found):
            place = "data/MOVE/SPLIT.parquet" if kind == PAIRS else f"data/{_POOL}/SPLIT.parquet"
            raise ConfigurationError(f"{listing.root}: no release of RATIO: there is no {place} in it")
    return found


def _source(name: str, path: str) -> Iterator[Source]:
    *_, folder, file = ("", "", *name.split("/"))
    stem = file.partition(".")[0].partition("-")[0]
    split = "test" if stem == SILVER else split_of(stem)
    if ".parquet" not in file or split is None or not folder:
        return
    if folder == _POOL:
        yield Source(path, CANDIDATE, split)
    elif folder.isidentifier():
        yield Source(path, PAIRS, split, folder.upper(), SILVER if stem == SILVER else None)


def rows(source: Source) -> Iterator[Mapping[str, Any]]:
    """The rows of a file, in the columns of RAW: of a pair its query, its gold and their judgment.

    Raises:
        DataContractError: a row lacks a sentence, or has a date that is none.
    """
    for place, record in records(source.path):
        about = {"file": place.file, "line": place.line, "split": source.split}
        if source.kind == CANDIDATE:
            yield about | _candidate(record, place)
        else:
            yield from (about | row for row in _pair(record, place, source))


def _candidate(record: Mapping[str, Any], place: Place) -> dict[str, Any]:
    name = next((name for name in _CANDIDATE_TEXTS if name in record), None)
    if name is None:
        raise place.fault(f"has none of the columns {', '.join(_CANDIDATE_TEXTS)}, but {', '.join(sorted(record))}")
    return _in_pool(record, text(record[name], name, place), place) | {"kind": CANDIDATE}


def _in_pool(record: Mapping[str, Any], sentence: str, place: Place) -> dict[str, Any]:
    paper, marker = _paper(record), record.get("queryTerm")
    group = str(record.get("queryTerm_group") or "").lower()
    kind = next((kind for part, kind in _KINDS.items() if part in group), None)
    return {
        "candidate_id": _hash(sentence),
        "roles": [f"distractor:{kind}"] if kind else [],
        "papers": [paper] if paper else [],
        "works": [paper] if paper else [],
        "markers": [marker] if isinstance(marker, str) else [],
        "pub_date": day(record.get("publicationdate"), "publicationdate", place),
        "text": sentence,
    }


def _pair(record: Mapping[str, Any], place: Place, source: Source) -> Iterator[dict[str, Any]]:
    query = text(record.get("querySentence"), "querySentence", place)
    sentence = text(record.get("goldSentence"), "goldSentence", place)
    paper, marker = _paper(record), record.get("queryTerm")
    pair_id = _hash(str(source.move), paper or "", query, sentence)
    gold = _in_pool(record, sentence, place)
    pub_date = gold["pub_date"]
    yield gold | {"kind": GOLD, "roles": []}
    yield {
        "kind": QUERY,
        "pair_id": pair_id,
        "move": source.move,
        "paper_id": paper,
        "pub_date": pub_date,
        "date_precision": "day" if pub_date else "none",
        "marker": marker if isinstance(marker, str) else None,
        "flags": [source.flag] if source.flag else [],
        "text": query,
    }
    yield {"kind": QREL, "pair_id": pair_id, "candidate_id": gold["candidate_id"], "move": source.move, "relevance": 1}


def _paper(record: Mapping[str, Any]) -> str | None:
    """The paper as a mined corpus has it."""
    corpusid = record.get("corpusid")
    return f"s2orc:{corpusid}" if isinstance(corpusid, (int, str)) and str(corpusid).strip() else None


def _hash(*parts: str) -> str:
    digest = hashlib.blake2b(digest_size=_ID_BYTES)
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()
