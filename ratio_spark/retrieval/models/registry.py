"""The registry: what each system is, where its weights lie and what it needs, as data; yours have the same form."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from packaging.requirements import InvalidRequirement, Requirement
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator, model_validator

from ratio_spark.errors import ConfigurationError

_SHIPPED = "models.yaml"
_PLACES = ("folder", "package", "hub")
_COMMIT = r"^[0-9a-f]{40}$"
# As the hub has them: no owner or name begins or ends with a sign, holds two of them in a row, or ends in .git.
_REPOSITORY = re.compile(r"[A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*/[A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*")
_LONGEST_REPOSITORY = 96

Stemmer = Literal[
    "arabic", "armenian", "basque", "catalan", "czech", "danish", "dutch", "dutch_porter", "english", "esperanto",
    "estonian", "finnish", "french", "german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian",
    "lithuanian", "nepali", "norwegian", "persian", "polish", "porter", "portuguese", "romanian", "russian", "serbian",
    "sesotho", "spanish", "swedish", "tamil", "turkish", "yiddish",
]  # fmt: skip
"""The algorithms of Snowball 3."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Entry(_Part):
    """What every system has.

    name: one path segment.
    released: the day it was made public; None: BM25 and the controls, or nobody knows.
    tuned_on: the move that a fine-tuned model is for; None: none.
    is_tuned: whether a system without weights has something chosen on train or validation, for each move.
    """

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$")
    kind: str
    released: date | None = None
    tuned_on: str | None = None
    is_tuned: bool = False

    @property
    def parameters(self) -> dict[str, Any]:
        """What a system without weights is made with, by the names of the arguments."""
        return {}


class Bm25Entry(Entry):
    """BM25; the fields are the arguments of `Bm25`."""

    kind: Literal["bm25"]
    k1: float = Field(1.5, ge=0, allow_inf_nan=False)
    b: float = Field(0.75, ge=0, le=1)
    ngrams: Literal[1, 2, 3] = 1
    method: Literal["lucene", "robertson", "atire"] = "lucene"
    stop_words: Literal["english", "english_plus"] | None = "english"
    stemmer: Stemmer | None = "english"

    @property
    def parameters(self) -> dict[str, Any]:
        return self.model_dump(include={"k1", "b", "ngrams", "method", "stop_words", "stemmer"})


class ControlEntry(Entry):
    """A system that tells what a score means; `systems.py` knows it by its name."""

    name: Literal["random", "same-paper", "move-prior", "bm25+move-prior"]
    kind: Literal["control"]


class Needs(_Part):
    """What a model needs beside its weights.

    packages: requirements of the environment that it runs in, such as "transformers<5".
    extra: the extra of this package that installs them, where they cannot stand beside ours.
    is_gated: whether its terms must be accepted on the hub first.
    gpu_memory_gib: what it takes on a GPU, weights and batches; the CPU may do with less or be slow.
    """

    packages: tuple[str, ...] = ()
    extra: str | None = None
    is_gated: bool = False
    gpu_memory_gib: float | None = Field(default=None, gt=0)

    @field_validator("packages")
    @classmethod
    def _requirements(cls, packages: tuple[str, ...]) -> tuple[str, ...]:
        for package in packages:
            try:
                Requirement(package)
            except InvalidRequirement as error:
                raise ValueError(f"{package!r} is no requirement: write one such as transformers<5") from error
        return packages


class ModelEntry(Entry):
    """A model that sentence-transformers runs: one vector for a text (dense), or one for each token (late).

    folder, package, hub: where the weights lie; the first of these that is there counts. A package is
        `module:folder within it`; a hub is `owner/name`.
    revision: a commit of the hub; None: whichever is newest, or the one that was fetched before.
    query_prefix, document_prefix: what stands before a text; None: what is saved with the model.
    pooling: how tokens become the vector of a dense model, as sentence-transformers names it. It is compared with the
        model and never changes it.
    pools_prefix: whether the tokens of the prefix are pooled as well.
    normalize: whether vectors are brought to length 1, so that a dot product is the cosine similarity.
    dimension: of a vector; None: any.
    max_length, max_query_length: tokens, the rest of a text is cut off; the latter for late interaction only. None: as
        saved with the model.
    dtype: of the weights while the model runs. Vectors are float32 all the same.
    remote_code: whether the model brings code of its own that runs with it.
    remote_code_agreed: whether you agree to that; only in a registry of your own.
    python: the Python of another environment that the model is to run in; only in a registry of your own.
    """

    kind: Literal["dense", "late"]
    folder: Path | None = None
    package: str | None = Field(None, pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[^:]+$")
    hub: str | None = None
    revision: str | None = Field(None, pattern=_COMMIT)
    licence: str | None = None
    query_prefix: str | None = None
    document_prefix: str | None = None
    pooling: Literal["mean", "cls", "max", "lasttoken", "weightedmean", "mean_sqrt_len_tokens"] | None = None
    pools_prefix: bool = True
    normalize: bool = True
    dimension: int | None = Field(None, gt=0)
    max_length: int | None = Field(None, gt=0)
    max_query_length: int | None = Field(None, gt=0)
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    needs: Needs = Needs()
    remote_code: bool = False
    remote_code_agreed: bool = False
    python: Path | None = None

    @field_validator("hub")
    @classmethod
    def _repository(cls, hub: str | None) -> str | None:
        is_one = hub is None or (_REPOSITORY.fullmatch(hub) and not hub.endswith(".git"))
        if not is_one or len(hub or "") > _LONGEST_REPOSITORY:
            raise ValueError(f"{hub!r} is no repository of the hub: write owner/name")
        return hub

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if not (self.folder or self.package or self.hub):
            raise ValueError("say where its weights lie: `folder`, `package` or `hub`")
        if self.kind == "dense" and not self.pooling:
            raise ValueError("a dense model needs `pooling`, such as mean")
        if self.kind == "late" and self.pooling:
            raise ValueError("a late-interaction model has no `pooling`")
        if self.kind == "dense" and self.max_query_length:
            raise ValueError("`max_query_length` is for late interaction; a dense model has `max_length`")
        if self.remote_code_agreed and not (self.folder or self.revision):
            raise ValueError("code of a model is agreed to for one `revision` (40 hex digits) or `folder`")
        return self

    @property
    def place(self) -> str:
        """Where the weights lie, for a person."""
        return str(self.folder or self.package or self.hub)


_ANY_ENTRY: TypeAdapter[Entry] = TypeAdapter(
    Annotated[Bm25Entry | ControlEntry | ModelEntry, Field(discriminator="kind")]
)


@dataclass(frozen=True)
class Registry:
    """Systems by name: the shipped ones and your own.

    >>> load_registry().find("bm25").parameters["k1"]
    1.5
    >>> load_registry().find("all-mpnet-base-v3")
    Traceback (most recent call last):
    ratio_spark.errors.ConfigurationError: there is no system all-mpnet-base-v3; the nearest are all-mpnet-base-v2, \
all-minilm-l6-v2; `ratio-spark models list` shows all
    """

    entries: Mapping[str, Entry]

    def find(self, name: str) -> Entry:
        """The system of a name.

        Raises:
            ConfigurationError: there is none; the message lists the nearest names.
        """
        if name in self.entries:
            return self.entries[name]
        near = difflib.get_close_matches(name.lower(), self.entries, n=3, cutoff=0.5) or sorted(self.entries)
        raise ConfigurationError(
            f"there is no system {name}; the nearest are {', '.join(near)}; `ratio-spark models list` shows all"
        )

    def without_models(self) -> list[Entry]:
        """The systems that need no weights: BM25 and the controls, in the order of the file."""
        return [entry for entry in self.entries.values() if not isinstance(entry, ModelEntry)]

    def models(self) -> list[ModelEntry]:
        """The systems that have weights, in the order of the file."""
        return [entry for entry in self.entries.values() if isinstance(entry, ModelEntry)]


def load_registry(own: Path | None = None) -> Registry:
    """The shipped registry, with that of a person before it.

    Args:
        own: a YAML file of the same form. Its folders are relative to it.

    Raises:
        ConfigurationError: the file cannot be read, or an entry is wrong; the message names file, entry and field.
    """
    shipped = _read(files("ratio_spark.retrieval.models") / _SHIPPED, _SHIPPED)
    raw = {name: dict(fields) for name, fields in shipped.items()}
    entries = {name: _entry(name, fields, _SHIPPED) for name, fields in raw.items()}
    if own is not None:
        for name, fields in _read(own, str(own)).items():
            raw[name] = _merged(name, fields, raw, own)
            entries[name] = _entry(name, raw[name], str(own))
    return Registry(entries)


def released_after(entry: Entry, test_start: date) -> bool:
    """Whether a system may have seen the papers of a test period that starts on a day.

    A model without a date may have; BM25 and the controls have not.
    """
    if not isinstance(entry, ModelEntry):
        return False
    return entry.released is None or entry.released >= test_start


def as_model(entry: Entry) -> ModelEntry:
    """The same entry, which must be a model.

    Raises:
        ConfigurationError: it is BM25 or a control.
    """
    if not isinstance(entry, ModelEntry):
        raise ConfigurationError(f"{entry.name} is no model that embeds texts: name one with weights")
    return entry


def _read(file: Any, name: str) -> Mapping[str, Mapping[str, Any]]:
    try:
        entries = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"registry {name}: cannot be read: {' '.join(str(error).split())}") from error
    if not isinstance(entries, dict) or not all(isinstance(fields, dict) for fields in entries.values()):
        raise ConfigurationError(f"registry {name}: write the fields of each system below its name")
    return {str(key): fields for key, fields in entries.items()}


def _merged(name: str, fields: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]], own: Path) -> dict[str, Any]:
    """The fields of a person's entry over those of the entry that it is like, or that has its name.

    Other weights are another model: what was agreed to, and what is known of its release, is not said of them. Under
    its own name, a folder or package holds a copy of a model, and only another repository is another one.
    """
    fields = dict(fields)
    like = fields.pop("like", name)
    if like != name and like not in known:
        raise ConfigurationError(f"registry {own}: {name}: like: there is no system {like}")
    base = dict(known.get(like, {}))
    is_moved = any(fields.get(place) for place in _PLACES)
    lost: list[str] = []
    if is_moved:
        lost += [*_PLACES, "revision"]
    if is_moved or fields.get("revision", base.get("revision")) != base.get("revision"):
        lost += ["remote_code_agreed"]
    if (is_moved and like != name) or fields.get("hub", base.get("hub")) != base.get("hub"):
        lost += ["released", "licence"]
    base = {field: value for field, value in base.items() if field not in lost}
    for path in ("folder", "python"):
        if fields.get(path):
            fields[path] = own.absolute().parent / Path(str(fields[path])).expanduser()
    return base | fields


def _entry(name: str, fields: Mapping[str, Any], file: str) -> Entry:
    try:
        return _ANY_ENTRY.validate_python({"name": name, **fields})
    except ValidationError as error:
        faults = "; ".join(
            ": ".join([*map(str, fault["loc"][1:]), str(fault["msg"]).removeprefix("Value error, ")])
            for fault in error.errors()
        )
        raise ConfigurationError(f"registry {file}: {name}: {faults}") from error
