"""Selections: which flags on which side keep a pair out of a benchmark, as YAML that anyone can add to."""

from collections.abc import Collection
from importlib.resources import files
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ratio_spark.errors import ConfigurationError
from ratio_spark.text.flags import FLAGS, GOLD, QUERY


def _known_flags(names: tuple[str, ...], side: str) -> tuple[str, ...]:
    allowed = [flag.name for flag in FLAGS.values() if side in flag.sides]
    unknown = [name for name in names if name not in allowed]
    if unknown:
        raise ValueError(f"no flag of the {side} side: {', '.join(unknown)}; choose from {', '.join(allowed)}")
    return names


class Exclude(BaseModel):
    """The flags that exclude a pair, per side."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    query: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()

    @field_validator("query")
    @classmethod
    def _query(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return _known_flags(names, QUERY)

    @field_validator("gold")
    @classmethod
    def _gold(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return _known_flags(names, GOLD)


class Selection(BaseModel):
    """A named selection; a pair stays unless one of its flags is excluded."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    selection: str = Field(pattern=r"^[a-z][a-z0-9_-]*$")
    description: str = Field(min_length=1)
    exclude: Exclude

    def keeps(self, query_flags: Collection[str], gold_flags: Collection[str]) -> bool:
        """Whether a pair with these flags stays.

        >>> ratio = load_selection("ratio")
        >>> ratio.keeps(["long"], []), ratio.keeps(["short"], [])
        (True, False)
        """
        exclude = self.exclude
        return not set(exclude.query).intersection(query_flags) and not set(exclude.gold).intersection(gold_flags)


def load_selection(name_or_path: str | Path) -> Selection:
    """The selection of that name shipped with the package (`ratio`, `clean`), or one from a YAML file.

    Raises:
        ConfigurationError: there is no such selection, or the file breaks the format.
    """
    shipped = files("ratio_spark.text") / "data" / "selections"
    names = sorted(item.name.removesuffix(".yaml") for item in shipped.iterdir() if item.name.endswith(".yaml"))
    path = Path(name_or_path)
    if str(name_or_path) in names:
        text = (shipped / f"{name_or_path}.yaml").read_text(encoding="utf-8")
    elif path.is_file():
        text = path.read_text(encoding="utf-8")
    else:
        raise ConfigurationError(
            f"no selection {str(name_or_path)!r}; choose from {', '.join(names)} or name a YAML file"
        )
    try:
        return Selection.model_validate(yaml.safe_load(text))
    except (yaml.YAMLError, ValidationError) as error:
        raise ConfigurationError(f"{name_or_path}: not a selection: {error}; see the shipped {names}") from error
