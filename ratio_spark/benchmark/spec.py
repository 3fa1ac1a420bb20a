"""The specification of a benchmark: one YAML file that says everything about it but the mined rows."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Self

import orjson
import yaml
from pydantic import Field, ValidationError, field_validator, model_validator

from ratio_spark.benchmark.split_rules import DateSplit, FileSplit, HashSplit, Part
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import ConfigurationError
from ratio_spark.text.selection import Selection, load_selection

RULES_VERSION = "2"
"""Of the rules in this folder: a change that gives other rows for the same specification counts it up."""

SHIPPED = "ratio"
NEAR_DUPLICATES = 0.9
_ID_DIGITS = 32


class Pool(Part):
    """What the pool of a split holds beside the golds of all moves.

    distractors: only these kinds; None: every kind that was mined.
    size: distractors fill the pool up to so many candidates; None: all.
    """

    distractors: tuple[str, ...] | None = None
    size: int | None = Field(default=None, gt=0)


class Caps(Part):
    """How many pairs of a move, and how many distractors of a kind, one paper or one marker gives to a split."""

    paper: int | None = Field(default=None, gt=0)
    marker: int | None = Field(default=None, gt=0)


class Specification(Part):
    """What decides a benchmark beside the mined rows.

    benchmark: its name.
    run: the run whose rows it is built from, by its run_id or how that starts; None: the newest.
    split: how works come to train, validation and test.
    fields: only papers with one of these fields of study; (): all.
    moves: only these; None: every move that was mined.
    selection: the flags that keep a pair or a distractor out.
    near_duplicates: texts whose sets of words have this Jaccard similarity are copies of one another.
    seed: decides what a cap and a pool of limited size take.
    """

    benchmark: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")
    description: str = ""
    run: str | None = Field(None, min_length=4)
    split: Annotated[DateSplit | HashSplit | FileSplit, Field(discriminator="rule")]
    fields: tuple[str, ...] = ()
    moves: tuple[str, ...] | None = Field(None, min_length=1)
    selection: Selection
    pool: Pool = Pool()
    caps: Caps = Caps()
    near_duplicates: float = Field(NEAR_DUPLICATES, ge=0.85, le=1)
    seed: int = Field(0, ge=0, lt=2**31)

    @field_validator("selection", mode="before")
    @classmethod
    def _by_name(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            return load_selection(value)
        except ConfigurationError as error:
            raise ValueError(" ".join(str(error).split())) from error

    @model_validator(mode="after")
    def _has_room_for_distractors(self) -> Self:
        if self.pool.size and self.pool.distractors == ():
            raise ValueError("pool: a size without distractors; leave one of them out")
        return self

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits of the benchmark, in the order train, validation, test."""
        return self.split.splits

    def canonical(self) -> str:
        """The specification with every default written out, as YAML. Read again, it is the same specification."""
        text: str = yaml.safe_dump(self.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=110)
        return text

    def fingerprint(self) -> str:
        """SHA-256 of what decides the rows, and of the name: equal however the same is written."""
        incidental: Any = {"description": True, "run": True, "selection": {"description"}, "split": {"file"}}
        plain = _sorted_lists(self.model_dump(mode="json", exclude=incidental))
        return hashlib.sha256(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _sorted_lists(value: Any) -> Any:
    """The same with every list as a sorted set: no list of a specification has an order."""
    if isinstance(value, dict):
        return {key: _sorted_lists(item) for key, item in value.items()}
    return sorted(set(value)) if isinstance(value, list) else value


def benchmark_id(specification: Specification, run_id: str, versions: Mapping[str, int]) -> str:
    """The identity of a benchmark: 32 hex digits of all that decides its rows.

    Args:
        run_id: of the run whose rows it is built from.
        versions: of the mined tables that it reads.
    """
    parts = [RULES_VERSION, specification.fingerprint(), run_id, dict(versions)]
    return hashlib.sha256(orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)).hexdigest()[:_ID_DIGITS]


def load_specification(name_or_path: str | Path = SHIPPED) -> Specification:
    """The specification of that name shipped with the package (`ratio`), or one from a YAML file.

    Raises:
        ConfigurationError: there is no such specification, a key is unknown, missing or has a wrong value (the
            message names each), or the file of its splits has changed.
    """
    shipped = files("ratio_spark.benchmark") / "data"
    names = sorted(item.name.removesuffix(".yaml") for item in shipped.iterdir() if item.name.endswith(".yaml"))
    path = Path(name_or_path)
    if str(name_or_path) in names:
        text = (shipped / f"{name_or_path}.yaml").read_text(encoding="utf-8")
    elif path.is_file():
        text = _text(path)
    else:
        raise ConfigurationError(
            f"no specification {str(name_or_path)!r}; choose from {', '.join(names)} or name a YAML file"
        )
    return with_digest(parse_specification(text, str(name_or_path)))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from error


def parse_specification(text: str, name: str) -> Specification:
    """The specification that a YAML text holds; `name` is what a message calls it.

    Raises:
        ConfigurationError: it is none.
    """
    try:
        return Specification.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise ConfigurationError(f"{name}: no YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        raise ConfigurationError(f"{name}: {'; '.join(_in_words(fault) for fault in error.errors())}") from error


def _in_words(fault: Mapping[str, Any]) -> str:
    """One fault of pydantic, by the keys that lead to it; the tag of a split rule is no key."""
    keys: Sequence[Any] = fault["loc"]
    path = ".".join(str(key) for place, key in enumerate(keys) if keys[0] != "split" or place != 1)
    message = str(fault["msg"]).removeprefix("Value error, ")
    if fault["type"] == "missing":
        return f"{path} is needed"
    if fault["type"] == "extra_forbidden":
        return f"{path} is no key of a specification"
    return f"{path}: {message}" if path else message


def with_digest(specification: Specification) -> Specification:
    """The same with the SHA-256 of the file that decides the splits, where one does.

    Raises:
        ConfigurationError: the file cannot be read, or is not the one that the specification was made with.
    """
    split = specification.split
    if not isinstance(split, FileSplit):
        return specification
    digest = InputStream(split.file).digest()
    if digest is None:
        raise ConfigurationError(f"{split.file}: the file of the splits cannot be read")
    if split.sha256 not in (None, digest):
        raise ConfigurationError(f"{split.file}: its SHA-256 is not the one of the specification: it has changed")
    return specification.model_copy(update={"split": split.model_copy(update={"sha256": digest})})
