"""The options of the `lexicon` commands."""

from pathlib import Path
from typing import ClassVar

from pydantic import Field, HttpUrl, model_validator

from ratio_spark.config import Config, LexiconConfig

_TABLES = "Root of the Delta tables that `mine` wrote: a folder, an object-store URL, or catalog.schema."


class CheckConfig(LexiconConfig):
    """Options of `lexicon check`."""


class ExpandConfig(LexiconConfig):
    """Options of `lexicon expand`."""

    positional: ClassVar[tuple[str, ...]] = ("markers",)

    markers: tuple[str, ...] = Field(
        (),
        description='Lines of the lexicon as they are written, such as "to {solve} {this} …"; or a marker of a line, '
        "or its marker_id. Without any, and without --move, all lines.",
    )
    move: str | None = Field(None, description="All lines of this move or distractor kind.")

    @model_validator(mode="after")
    def _one_choice(self) -> "ExpandConfig":
        if self.markers and self.move:
            raise ValueError("name markers or --move, not both")
        return self


class StatsConfig(LexiconConfig):
    """Options of `lexicon stats`."""

    tables: str = Field(min_length=1, description=_TABLES)
    move: str | None = Field(None, description="Show and write only lines of this move or distractor kind.")
    top: int = Field(20, ge=0, le=1000, description="Show so many of the lines that fired most. By default 20.")
    output: Path | None = Field(
        None, description="A file to write all lines to, as tab-separated values, those that never fired too."
    )


class SamplesConfig(LexiconConfig):
    """Options of `lexicon samples`."""

    positional: ClassVar[tuple[str, ...]] = ("marker",)

    marker: str = Field(
        min_length=1,
        description='A line of the lexicon as it is written, a marker written out, such as "to address this issue", '
        "or a marker_id.",
    )
    tables: str = Field(min_length=1, description=_TABLES)
    number: int = Field(10, gt=0, le=1000, description="Show so many pairs. By default 10.")
    seed: int = Field(0, description="Another seed gives other pairs; the same seed gives the same ones.")
    as_json: bool = Field(False, alias="json", description="Print one JSON object per pair.")


class DiffConfig(Config):
    """Options of `lexicon diff`."""

    positional: ClassVar[tuple[str, ...]] = ("a", "b")

    a: Path = Field(description="Folder of lexicon files (*.lex): before the change.")
    b: Path = Field(description="Folder of lexicon files (*.lex): after the change.")
    tables: str | None = Field(
        None,
        min_length=1,
        description="Mine the papers of these tables with both, and show which pairs the change adds, removes and "
        "changes. Nothing is written.",
    )
    limit: int | None = Field(None, gt=0, description="Mine only so many of the papers, chosen at random.")
    top: int = Field(20, ge=0, le=1000, description="Show so many of the changes. By default 20.")

    @model_validator(mode="after")
    def _limit_of_tables(self) -> "DiffConfig":
        if self.limit and not self.tables:
            raise ValueError("--limit chooses among papers: name their --tables too")
        return self


class DiscoverConfig(LexiconConfig):
    """Options of `lexicon discover`."""

    tables: str = Field(min_length=1, description=_TABLES + " The table `openers` is written there.")
    min_papers: int = Field(5, gt=0, description="Keep openings that come in so many papers. By default 5.")
    top: int = Field(
        1000, gt=0, le=1_000_000, description="Keep so many openings, the most frequent first. By default 1000."
    )
    with_known: bool = Field(
        False, alias="all", description="Keep openings that the lexicon knows, too: its markers and its rejected lines."
    )


class RecordsConfig(LexiconConfig):
    """Options of a command that works with what annotators judged."""

    records: Path | None = Field(
        None,
        description="Folder of what annotators judged, a file for each. By default `vetting` beside the folder of "
        "--lexicon, or in the current folder where that is not given.",
    )

    @property
    def records_folder(self) -> Path:
        beside = self.lexicon.absolute().parent if self.lexicon else Path()
        return self.records or beside / "vetting"


class VetConfig(RecordsConfig):
    """Options of `lexicon vet`."""

    tables: str = Field(min_length=1, description=_TABLES)
    annotator: str = Field(
        max_length=60,
        pattern=r"^\w([\w .'-]*[\w.])?$",
        description="Your name, as it will stand in the status of the lines that you accept.",
    )
    move: str | None = Field(
        None, description="Judge the lines of this move or distractor kind. By default those of all moves."
    )
    markers: tuple[str, ...] = Field((), description="Judge these lines, written as for `lexicon samples`.")
    lines: int = Field(
        40, gt=0, le=1000, description="Judge so many of the lines that fired, most frequent first. By default 40."
    )
    seed: int | None = Field(None, description="Judge lines drawn at random with this seed, not the most frequent.")
    pairs: int = Field(
        15,
        gt=0,
        le=100,
        description="Judge so many random pairs of each line. By default 15. They are the same for every annotator.",
    )


class AgreeConfig(RecordsConfig):
    """Options of `lexicon agree`."""

    accept: float = Field(
        0.8, gt=0, le=1, description="An annotator accepts a line from this share of yes on. By default 0.8."
    )
    min_pairs: int = Field(
        5, gt=0, description="An annotator has a say on a line after so many of its pairs. By default 5."
    )
    write: bool = Field(
        False,
        description="Put the decisions of at least two annotators into the status of the lines in the lexicon files.",
    )


class GenerateConfig(LexiconConfig):
    """Options of `lexicon generate`."""

    move: str = Field(description="The move or distractor kind to find markers for.")
    endpoint: HttpUrl = Field(
        description="Where an OpenAI-compatible API begins, such as https://api.openai.com/v1 or "
        "http://localhost:8000/v1. The key is read from the environment variable OPENAI_API_KEY.",
    )
    model: tuple[str, ...] = Field(min_length=1, description="Ask these models, as the endpoint names them.")
    prompt: tuple[Path, ...] = Field(
        (),
        description="Ask with these text files. They may hold $move, $definition, $query and $gold (the roles of the "
        "two sentences), $known, $rejected and $number. By default the two prompts that come with ratio-spark.",
    )
    number: int = Field(50, gt=0, le=500, description="Ask for so many markers in each answer. By default 50.")
    timeout: float = Field(300, gt=0, description="Give up a try after so many seconds of silence. By default 300.")
    output: Path | None = Field(None, description="A new file to write the candidates to, not standard output.")
    write: bool = Field(False, description="Add the candidates to the move's lexicon file.")

    @model_validator(mode="after")
    def _one_place(self) -> "GenerateConfig":
        if self.output and self.write:
            raise ValueError("--output or --write, not both")
        return self
