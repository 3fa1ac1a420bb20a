"""What a `mine` run must do, decided before anything is read or written."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.config import MineConfig
from ratio_spark.corpus.digests import rewritten_files
from ratio_spark.corpus.files import InputFile
from ratio_spark.corpus.read import METADATA_FORMAT, READER_VERSION, WITHDRAWN_FORMAT
from ratio_spark.errors import ConfigurationError
from ratio_spark.tables.publish import Run
from ratio_spark.tables.schemas import SOURCES
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.version import ENGINE_VERSION


@dataclass(frozen=True)
class Inputs:
    """The files that the options name: full texts, their S2ORC metadata, lists of withdrawn papers."""

    texts: tuple[InputFile, ...] = ()
    metadata: tuple[InputFile, ...] = ()
    withdrawn: tuple[InputFile, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What one run will do.

    read: the files to read, each with its format; empty where none is new or changed.
    unchanged: how many input files an earlier run has read as they are now.
    remine: whether papers that are in the tables must be mined again, and `reasons` says why.
    """

    run_id: str
    read: tuple[tuple[InputFile, str], ...]
    unchanged: int
    remine: bool
    reasons: tuple[str, ...]
    scope_key: str
    fingerprints: dict[str, str]
    options: dict[str, str]

    @property
    def is_empty(self) -> bool:
        return not self.read and not self.remine

    def scope(self, format_name: str) -> str:
        """The fingerprint of the options that decide what is taken from a file of this format."""
        return _LIST_SCOPE if format_name == WITHDRAWN_FORMAT else self.scope_key


def make_plan(config: MineConfig, lexicon: Lexicon, inputs: Inputs, store: Store, previous: Run | None) -> Plan:
    """Compare input, lexicon and engine with the published run.

    Args:
        previous: the published run of the store, None where there is none.

    Raises:
        ConfigurationError: there is nothing to read at all, or `--limit` meets a root made with other options.
        RetryableError: `--verify` cannot read a file.
    """
    texts = inputs.texts
    if not texts and previous is None:
        raise ConfigurationError(f"--input is needed: {store.root} holds no papers yet")
    # Without input nothing is chosen: the options of the papers that are there stay.
    options = previous.options if previous and not texts else _options(config, inputs.metadata)
    if previous and (config.limit or previous.options.get("limit")) and texts and previous.options != options:
        raise ConfigurationError(
            f"--limit: {store.root} was made with other options ({_in_words(previous.options)}); "
            "choose an empty root, or give the same options"
        )
    scope_key = _fingerprint([READER_VERSION, options, [_identity(file) for file in inputs.metadata]])
    sources = store.read(SOURCES, previous.versions[SOURCES.name]) if previous else store.empty(SOURCES)
    new = _new_files(sources, texts, scope_key, config.verify)
    lists = _new_files(sources, inputs.withdrawn, _LIST_SCOPE, config.verify)
    unchanged = len(texts) + len(inputs.withdrawn) - len(new) - len(lists)
    if new and config.limit:  # the first so many of all files, not of the new ones
        new = list(texts)
    fingerprints = {"lexicon": lexicon.fingerprint, "engine": ENGINE_VERSION}
    changed = [name for name, value in fingerprints.items() if previous and previous.fingerprints[name] != value]
    reasons = [f"{len(new)} new or changed input file(s)"] if new else []
    reasons += [f"{len(lists)} new or changed list(s) of withdrawn papers"] if lists else []
    if previous and previous.options != options:
        before = _in_words(previous.options) or "no options"
        reasons.append(f"the options differ from those of the last run ({before}); what it took stays")
    reasons += [f"the {name} has changed" for name in changed]
    read = [(file, config.format) for file in new]
    read += [(file, METADATA_FORMAT) for file in inputs.metadata if new]
    read += [(file, WITHDRAWN_FORMAT) for file in lists]
    fingerprints["input"] = _fingerprint([_identity(file) for file, _ in read])
    run_id = _fingerprint([previous.run_id if previous else None, fingerprints, scope_key])
    return Plan(
        run_id=run_id,
        read=tuple(read),
        unchanged=unchanged,
        remine=bool(changed),
        reasons=tuple(reasons),
        scope_key=scope_key,
        fingerprints=fingerprints,
        options=options,
    )


def _options(config: MineConfig, metadata: Sequence[InputFile]) -> dict[str, str]:
    """The options that decide which papers are taken, as they are stored with a run; unset ones left out."""
    chosen = config.model_dump(mode="json", include={"format", "since", "until", "limit"})
    chosen["fields"] = sorted(config.fields)
    chosen["papers"] = len(metadata) or None
    return {name: json.dumps(value) for name, value in sorted(chosen.items()) if value not in (None, [])}


def _new_files(sources: DataFrame, inputs: Sequence[InputFile], scope_key: str, verify: bool) -> list[InputFile]:
    """The inputs that no published run has read in their present state with the same scope.

    Their age plays no part: what is not known as it is now is new.
    """
    if not inputs:
        return []
    known = _identities(sources.where(F.col("scope") == scope_key))
    seen = [file for file in inputs if _identity(file) in known]
    rewritten = rewritten_files(sources, seen) if verify and seen else set()
    return [file for file in inputs if _identity(file) not in known or file.path in rewritten]


def _identities(sources: DataFrame) -> set[tuple[str, int, int, str | None]]:
    sources = sources.select("source_file", "size", F.unix_micros("mtime").alias("mtime"), "etag")
    return {(row.source_file, row.size, row.mtime, row.etag) for row in sources.collect()}


def _identity(file: InputFile) -> tuple[str, int, int, str | None]:
    seconds = int(file.mtime.timestamp())
    return file.path, file.size, seconds * 1_000_000 + file.mtime.microsecond, file.etag


def _fingerprint(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:32]


def _in_words(options: dict[str, str]) -> str:
    return ", ".join(f"--{name} {value}" for name, value in options.items())


# From a list of withdrawn papers all is taken, whatever the options.
_LIST_SCOPE = _fingerprint([READER_VERSION])
