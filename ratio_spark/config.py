"""The options of every command, validated and frozen: from the command line, a YAML file, or both."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ratio_spark.corpus.read import AUTO, PAPER_FORMATS
from ratio_spark.errors import ConfigurationError

_PACKAGE = Path(__file__).parent
# Options that take several values, and so one alone as well.
_SEVERAL = ("input", "papers", "dates", "withdrawn", "fields", "reason", "systems", "settings", "queries")


class Config(BaseModel):
    """Options of a command. A field is the option `--name`; its description is the option's help."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    positional: ClassVar[tuple[str, ...]] = ()


RESULTS = Path("results")
"""The folder of results, with the MLflow store in it, where a command is told no other."""


class LexiconConfig(Config):
    """Options of a command that works with markers."""

    lexicon: Path | None = Field(
        None,
        description="Folder of lexicon files (*.lex). By default the lexicons that come with ratio-spark.",
    )

    @property
    def lexicon_folder(self) -> Path:
        return self.lexicon or shipped_lexicons()


class SetupConfig(Config):
    """`setup` has no options."""


C = TypeVar("C", bound=Config)


class ReadingConfig(Config):
    """Options of a command that reads papers into tables."""

    input: tuple[str, ...] = Field(
        (),
        description="Files, folders, globs or object-store URLs to read papers from. Without it, the command works "
        "on the papers that the tables already hold.",
    )
    format: str = Field(
        AUTO, description=f"Format of the input: {AUTO} looks at the records; or one of {', '.join(PAPER_FORMATS)}."
    )
    papers: tuple[str, ...] = Field(
        (),
        description="Files of the S2ORC `papers` release, joined with the full texts on corpusid: they hold the "
        "dates and fields of study.",
    )
    dates: tuple[str, ...] = Field(
        (),
        description="Files of dates that count instead of those of the papers: CSV with the columns `paper_id` or "
        "`doi`, `date` and `reason`, or Crossref deposits (XML, or archives of it).",
    )
    tables: str = Field(
        min_length=1,
        description="Root of the Delta tables: a folder, an object-store URL, or catalog.schema. It is made if "
        "it is not there.",
    )
    fields: tuple[str, ...] = Field(
        (),
        description='Take only papers with one of these fields of study, such as "Computer Science" or cs.CL.',
    )
    since: date | None = Field(
        None,
        description="Take only papers published on this day (YYYY-MM-DD) or later; a paper without a date is left out.",
    )
    until: date | None = Field(
        None, description="Take only papers published on this day or earlier; a paper without a date is left out."
    )
    limit: int | None = Field(
        None,
        gt=0,
        description="Take only the first so many papers, for a trial. Needs an empty root, or one that was made "
        "with the same options.",
    )
    withdrawn: tuple[str, ...] = Field(
        (),
        description="Lists (JSONL) of papers that must not be in the tables: `paper_id` as the tables have it, or "
        "`corpusid` as in the delete lists of S2ORC. Their rows leave, and later records of them are refused.",
    )
    verify: bool = Field(
        False,
        description="Compare the contents of all input files with those that were read, not their size and time "
        "alone: finds a file that was rewritten in place.",
    )
    plan: bool = Field(
        False, description="Say what would be done, why, and about how long it takes, and write nothing."
    )

    @field_validator("since", "until", mode="before")
    @classmethod
    def _written_as_day(cls, value: object) -> object:
        if value is not None and not re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)):
            raise ValueError(f"{value} is not written YYYY-MM-DD")
        return value

    @model_validator(mode="after")
    def _dates_in_order(self) -> Self:
        if self.since and self.until and self.since > self.until:
            raise ValueError(f"--since {self.since} is after --until {self.until}")
        return self

    @field_validator("format")
    @classmethod
    def _known_format(cls, name: str) -> str:
        if name != AUTO and name not in PAPER_FORMATS:
            raise ValueError(f"{name!r} is no format; choose {AUTO} or one of {', '.join(PAPER_FORMATS)}")
        return name


class MineConfig(LexiconConfig, ReadingConfig):
    """Options of `mine`."""


class IngestConfig(ReadingConfig):
    """Options of `ingest`."""

    group_gib: float = Field(
        4.0,
        gt=0,
        description="Publish the papers of so many GiB of input files at a time: an ingest that was stopped goes on "
        "with the first group that was not published. By default 4.",
    )
    report: bool = Field(
        False,
        description="Report how precisely the papers of the tables are dated, by source, field and month; and write "
        "it as figures (JSON, CSV) and as a picture (PNG).",
    )
    report_folder: Path | None = Field(
        None,
        description="Folder to write the report to. By default a folder beside the tables with `-report` added to "
        "its name; ratio-report here, where the tables are not in a folder.",
    )


class ExplainConfig(LexiconConfig):
    """Options of `explain`."""

    positional: ClassVar[tuple[str, ...]] = ("file",)

    file: str = Field(
        "-",
        description="A text file with blank lines between paragraphs, or JSONL with `id` and `text`; "
        "- is standard input.",
    )
    as_json: bool = Field(False, alias="json", description="Print one JSON object per paragraph.")


def shipped_lexicons() -> Path:
    """The lexicons that come with ratio-spark: within the installed package, or beside it in a checkout."""
    installed, checkout = _PACKAGE / "lexicons", _PACKAGE.parent / "lexicons"
    return installed if installed.is_dir() else checkout


def load_config(model: type[C], given: Mapping[str, Any], file: str | None = None) -> C:
    """Validate options; those given on the command line win over those of the YAML file.

    Raises:
        ConfigurationError: the file cannot be read, or an option is unknown, missing or has a wrong value; the
            message names each.
    """
    values = _read_yaml(file) if file else {}
    try:
        return model.model_validate({**values, **given})
    except ValidationError as error:
        faults = "; ".join(_in_words(fault, model) for fault in error.errors())
        raise ConfigurationError(f"{file}: {faults}" if file and not given else faults) from error


def _read_yaml(file: str) -> dict[str, Any]:
    try:
        values = yaml.safe_load(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"--config {file}: cannot be read: {' '.join(str(error).split())}") from error
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise ConfigurationError(f"--config {file}: write one `option: value` a line")
    return {
        name.replace("-", "_"): [value] if name in _SEVERAL and isinstance(value, str) else value
        for name, value in values.items()
    }


def _in_words(fault: Mapping[str, Any], model: type[Config]) -> str:
    if not fault["loc"]:
        return str(fault["msg"]).removeprefix("Value error, ")
    name = str(fault["loc"][0])
    option = name.upper() if name in model.positional else "--" + name.replace("_", "-")
    if fault["type"] == "missing":
        return f"{option} is needed"
    if fault["type"] == "extra_forbidden":
        return f"{option} is no option of this command"
    return f"{option}: {fault['msg'].removeprefix('Value error, ')}"
