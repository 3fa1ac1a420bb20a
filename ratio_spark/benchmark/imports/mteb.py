"""Hugging Face data sets in the layout of MTEB: what is what stands in the `configs` of README.md.

A configuration is `corpus`, `queries` and `qrels` (or `default`), or these with the name of a subset before them, as
`ADDRESS-corpus`; a subset is a move. `excluded` are the excluded candidates of an export.
"""

import fnmatch
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from ratio_spark.benchmark.imports import beir
from ratio_spark.benchmark.imports.listing import Listing, split_of
from ratio_spark.benchmark.imports.raw import CANDIDATE, EXCLUSION, QREL, QUERY, Place, Source
from ratio_spark.benchmark.imports.tables import records
from ratio_spark.benchmark.lines import lines
from ratio_spark.errors import ConfigurationError, DataContractError

_KINDS = {"corpus": CANDIDATE, "queries": QUERY, "qrels": QREL, "default": QREL, "excluded": EXCLUSION}
_PAGE = "README.md"
_MOST_HEADER_BYTES = 1 << 20
_DEEPEST = 50
_NO_MOVE = re.compile(r"[^A-Za-z0-9_]+")


def sources(listing: Listing) -> list[Source]:
    """The files of the benchmark. Raises ConfigurationError where README.md names none."""
    if _PAGE not in listing.files:
        raise ConfigurationError(f"{listing.root}: there is no {_PAGE} that names the files of the data set")
    found = [source for config in _configs(listing) for source in _of_config(listing, config)]
    kinds = {source.kind for source in found}
    for kind in (CANDIDATE, QUERY, QREL):
        if kind not in kinds:
            raise ConfigurationError(f"{listing.files[_PAGE]}: no configuration names the {kind} files")
    # A corpus that moves share is named under each of them.
    return list(dict.fromkeys(found))


def _configs(listing: Listing) -> list[Mapping[str, Any]]:
    path = listing.files[_PAGE]
    try:
        header = _plain_yaml(_header(path))
    except (yaml.YAMLError, UnicodeDecodeError, DataContractError) as error:
        raise ConfigurationError(f"{path}: its header cannot be read: {' '.join(str(error).split())}") from error
    configs = header.get("configs") if isinstance(header, Mapping) else None
    if not isinstance(configs, list) or not all(isinstance(config, Mapping) for config in configs):
        raise ConfigurationError(f"{path}: its header has no list `configs`, which names the files of the data set")
    return configs


def _header(path: str) -> str:
    """The YAML between the first two lines `---`."""
    header: list[str] = []
    size = 0
    for _, data in lines(path):
        size += len(data)
        if size > _MOST_HEADER_BYTES:
            raise DataContractError(f"it has more than {_MOST_HEADER_BYTES:,} bytes")
        line = data.decode()
        if line.rstrip() == "---" and header:
            break
        header.append(line)
    return "\n".join(header)


def _plain_yaml(text: str) -> object:
    """Lists, mappings and texts alone.

    An alias is refused: a few of them, each of some others, hold gigabytes. So is what is nested too deeply, for which
    PyYAML takes minutes.
    """
    depth = 0
    for event in yaml.parse(text):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise yaml.YAMLError(f"it is nested more than {_DEEPEST} deep")
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError(f"*{event.anchor} is an alias; write out what it stands for")
    return yaml.load(text, Loader=yaml.BaseLoader)


def _of_config(listing: Listing, config: Mapping[str, Any]) -> Iterator[Source]:
    name = config.get("config_name")
    subset, _, kind_name = (name if isinstance(name, str) else "").rpartition("-")
    kind = _KINDS.get(kind_name)
    if kind is None:
        return
    by_split = _patterns(config.get("data_files"))
    for split, pattern in by_split:
        names = fnmatch.filter(listing.files, pattern)
        if not names:
            raise ConfigurationError(f"{listing.files[_PAGE]}: {pattern!r} names no file of the data set")
        # Many data sets keep one corpus for all splits, under the name of one of them or another.
        is_for_all = kind in (CANDIDATE, QUERY) and len({name for name, _ in by_split}) == 1
        move = _move(subset) if kind != CANDIDATE else None
        if kind == QREL and not split:
            page = listing.files[_PAGE]
            raise ConfigurationError(f"{page}: {pattern!r} has judgments of no split: name it beside their path")
        of_split = None if is_for_all else split_of(split) or split
        yield from (Source(listing.files[name], kind, of_split, move) for name in names)


def _patterns(data_files: object) -> list[tuple[str, str]]:
    """Splits and the patterns of their files, as any of the ways to write them says; "" where no split is named."""
    if isinstance(data_files, str):
        return [("", data_files)]
    found: list[tuple[str, str]] = []
    for item in data_files if isinstance(data_files, list) else []:
        if isinstance(item, str):
            found.append(("", item))
        elif isinstance(item, Mapping):
            split, paths = item.get("split"), item.get("path")
            named = split if isinstance(split, str) else ""
            found += [
                (named, path) for path in (paths if isinstance(paths, list) else [paths]) if isinstance(path, str)
            ]
    return found


def _move(subset: str) -> str | None:
    """The move that a subset stands for, in capitals; None for the only subset of a data set."""
    name = _NO_MOVE.sub("_", subset).strip("_").upper()
    return None if not name or name == "DEFAULT" else name if name[0].isalpha() else f"SUBSET_{name}"


def rows(source: Source) -> Iterator[Mapping[str, Any]]:
    """The rows of a file, in the columns of RAW. Raises DataContractError."""
    for place, record in records(source.path):
        about = {"kind": source.kind, "file": place.file, "line": place.line, "split": source.split}
        if source.kind in (QREL, EXCLUSION):
            yield about | beir.judged(record, place, source)
            continue
        plain = {**record, "metadata": _metadata(record.get("metadata"), place)}
        yield about | (beir.query(plain, place, source) if source.kind == QUERY else beir.candidate(plain, place))


def _metadata(value: object, place: Place) -> object:
    """The metadata of a row; an export writes them as JSON."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise place.fault(f"metadata is no JSON: {error}") from error
