"""What a run must do, decided before anything is read or written."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.config import ReadingConfig
from ratio_spark.corpus.digests import rewritten_files
from ratio_spark.corpus.files import InputFile
from ratio_spark.corpus.read import BESIDE_TEXTS, READER_VERSION, WITHDRAWN_FORMAT
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining.inputs import Inputs
from ratio_spark.tables.publish import Run
from ratio_spark.tables.schemas import SOURCES
from ratio_spark.tables.store import Store

Files = tuple[tuple[InputFile, str], ...]
"""Files to read, each with its format."""

Identity = tuple[str, int, int, str | None]
"""The state of a file: path, bytes, microseconds of its last change, entity tag."""

# Fingerprints of runs that read papers, and did not mine them; or did not look which of them are one work.
UNMINED, UNLINKED = "unmined", "unlinked"
# Files about texts are read with every group of texts: a group is at least so many times as large.
_GROUP_OVER_ABOUT = 4


@dataclass(frozen=True)
class Plan:
    """What one run will do.

    texts, about, lists: the files to read, each with its format: full texts that are new or changed, what is said
        about them, new lists of withdrawn papers.
    unchanged: how many input files an earlier run has read as they are now.
    remine: whether all papers that are in the tables must be mined again; unmined: whether some were not yet;
        unlinked: whether it was not yet looked which of them are one work.
    known: the paths of files to read that a published run has read before, as they are or as they were; of what is
        said about texts, only those that it read as texts.
    reasons: why, a sentence each.
    """

    run_id: str
    texts: Files
    about: Files
    lists: Files
    unchanged: int
    remine: bool
    unmined: bool
    unlinked: bool
    known: frozenset[str]
    reasons: tuple[str, ...]
    scope_key: str
    fingerprints: dict[str, str]
    options: dict[str, str]

    @property
    def read(self) -> Files:
        """All files to read."""
        return (*self.texts, *self.about, *self.lists)

    @property
    def reads_again(self) -> bool:
        """Whether papers may stand that are from a file to read."""
        return any(file.path in self.known for file, _ in self.read)

    @property
    def is_empty(self) -> bool:
        return not (self.read or self.remine or self.unmined or self.unlinked)

    def scope(self, format_name: str) -> str:
        """The fingerprint of the options that decide what is taken from a file of this format."""
        return _LIST_SCOPE if format_name == WITHDRAWN_FORMAT else self.scope_key

    def groups(self, size: float) -> list[Files]:
        """The texts in their order, in groups of at most `size` bytes, or of one file."""
        size = max(size, _GROUP_OVER_ABOUT * sum(file.size for file, _ in self.about))
        groups: list[list[tuple[InputFile, str]]] = [[]]
        held = 0
        for file, format_name in self.texts:
            if groups[-1] and held + file.size > size:
                groups.append([])
                held = 0
            groups[-1].append((file, format_name))
            held += file.size
        return [tuple(group) for group in groups]

    def part(self, texts: Files, lists: Files, previous: Run | None, is_last: bool = True) -> "Plan":
        """This plan for some of its files, upon a published run; where it is not the last, works are left to that."""
        part = replace(self, texts=texts, about=self.about if texts else (), lists=lists)
        files = [_identity(file) for file, _ in part.read]
        fingerprints = self.fingerprints | {"input": _fingerprint(files)}
        if not is_last:
            fingerprints |= {UNLINKED: "papers"}
        run_id = _fingerprint([previous.run_id if previous else None, fingerprints, self.scope_key])
        return replace(part, fingerprints=fingerprints, run_id=run_id)


def make_plan(
    config: ReadingConfig,
    engine: Mapping[str, str],
    inputs: Inputs,
    store: Store,
    previous: Run | None,
    again: bool = False,
) -> Plan:
    """Compare input, lexicon and engine with the published run.

    Args:
        engine: fingerprints of what the run mines with; empty where it does not mine.
        previous: the published run of the store, None where there is none.
        again: read all input files, also those that were read as they are.

    Raises:
        ConfigurationError: there is nothing to read at all, or `--limit` meets a root made with other options.
        RetryableError: `--verify` cannot read a file.
    """
    if not inputs.texts and previous is None:
        raise ConfigurationError(f"--input is needed: {store.root} holds no papers yet")
    options = _options(config, inputs, store, previous)
    scope_key = _fingerprint([READER_VERSION, options, [_identity(file) for file, _ in inputs.about]])
    sources = store.read(SOURCES, previous.versions[SOURCES.name]) if previous else store.empty(SOURCES)
    before = _read_before(sources) if inputs.texts or inputs.lists else {}
    checked = sources if config.verify else None
    new = list(inputs.texts) if again else _new_files(inputs.texts, scope_key, before, checked)
    lists = _new_files(inputs.withdrawn, _LIST_SCOPE, before, checked)
    unchanged = len(inputs.texts) + len(inputs.withdrawn) - len(new) - len(lists)
    if new and config.limit:  # the first so many of all files, not of the new ones
        new = list(inputs.texts)
    made_with = previous.fingerprints if previous else {}
    changed = [name for name, value in engine.items() if made_with.get(name, value) != value]
    unmined = bool(engine) and UNMINED in made_with
    unlinked = UNLINKED in made_with
    whole = Plan(
        run_id="",
        texts=tuple((file, config.format) for file in new),
        about=tuple(inputs.about),
        lists=tuple(each for each in inputs.lists if each[0] in lists),
        unchanged=unchanged,
        remine=bool(changed),
        unmined=unmined,
        unlinked=unlinked,
        known=_known(before, [*new, *lists], [file for file, _ in inputs.about]),
        reasons=tuple(_reasons(new, lists, changed, unmined, unlinked, previous, options)),
        scope_key=scope_key,
        fingerprints=dict(engine) if engine else _lasting(made_with) | {UNMINED: "papers"},
        options=options,
    )
    return whole.part(whole.texts, whole.lists, previous)


def _reasons(
    new: Sequence[InputFile],
    lists: Sequence[InputFile],
    changed: Sequence[str],
    unmined: bool,
    unlinked: bool,
    previous: Run | None,
    options: dict[str, str],
) -> Iterable[str]:
    if new:
        yield f"{len(new)} new or changed input file(s)"
    if lists:
        yield f"{len(lists)} new or changed list(s) of withdrawn papers"
    if previous and previous.options != options:
        before = _in_words(previous.options) or "no options"
        yield f"the options differ from those of the last run ({before}); what it took stays"
    if unmined:
        yield "papers that were ingested are not mined yet"
    if unlinked:
        yield "which of the ingested papers are one work is not known yet"
    for name in changed:
        yield f"the {name} has changed"


def _lasting(fingerprints: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in fingerprints.items() if name not in ("input", UNLINKED)}


def _options(config: ReadingConfig, inputs: Inputs, store: Store, previous: Run | None) -> dict[str, str]:
    """The options that decide which papers are taken, as they are stored with a run; unset ones left out."""
    # Without input nothing is chosen: the options of the papers that are there stay.
    if previous and not inputs.texts:
        return previous.options
    chosen = config.model_dump(mode="json", include={"format", "since", "until", "limit"})
    chosen["fields"] = sorted(config.fields)
    chosen["papers"] = len(inputs.metadata) or None
    chosen["dates"] = len(inputs.dates) or None
    options = {name: json.dumps(value) for name, value in sorted(chosen.items()) if value not in (None, [])}
    if previous and (config.limit or previous.options.get("limit")) and previous.options != options:
        raise ConfigurationError(
            f"--limit: {store.root} was made with other options ({_in_words(previous.options)}); "
            "choose an empty root, or give the same options"
        )
    return options


def _new_files(
    inputs: Sequence[InputFile], scope: str, before: Mapping[tuple[str, Identity], object], checked: DataFrame | None
) -> list[InputFile]:
    """The inputs that no published run has read in their present state with the same scope.

    Their age plays no part: what is not known as it is now is new.

    Args:
        before: of `_read_before`.
        checked: the rows of `sources` to compare contents with; None where state and size are enough.
    """
    seen = [file for file in inputs if (scope, _identity(file)) in before]
    rewritten = rewritten_files(checked, seen) if checked is not None and seen else set()
    unchanged = {file.path for file in seen} - rewritten
    return [file for file in inputs if file.path not in unchanged]


def _read_before(sources: DataFrame) -> dict[tuple[str, Identity], str | None]:
    """Scope and state of every file that was read, and its format."""
    state = ("source_file", "size", F.unix_micros("mtime").alias("mtime"), "etag")
    rows = sources.select("scope", "format", *state).collect()
    return {(row.scope, (row.source_file, row.size, row.mtime, row.etag)): row.format for row in rows}


def _known(
    before: Mapping[tuple[str, Identity], str | None], files: Sequence[InputFile], about: Sequence[InputFile]
) -> frozenset[str]:
    """The paths of `Plan.known`."""
    paths, paths_about = {file.path for file in files}, {file.path for file in about}
    read = ((path, format_name) for (_, (path, *_)), format_name in before.items())
    return frozenset(
        path for path, format_name in read if path in paths or (path in paths_about and format_name not in BESIDE_TEXTS)
    )


def _identity(file: InputFile) -> Identity:
    seconds = int(file.mtime.timestamp())
    return file.path, file.size, seconds * 1_000_000 + file.mtime.microsecond, file.etag


def _fingerprint(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:32]


def _in_words(options: dict[str, str]) -> str:
    return ", ".join(f"--{name} {value}" for name, value in options.items())


# From a list of withdrawn papers all is taken, whatever the options.
_LIST_SCOPE = _fingerprint([READER_VERSION])
