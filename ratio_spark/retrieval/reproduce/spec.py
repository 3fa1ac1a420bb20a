"""What a paper shows, as data: its tables and figures, and how the same figure is made of a benchmark and results."""

from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ratio_spark.errors import ConfigurationError

_PACKAGE = Path(__file__).parents[2]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _OfResults(_Frozen):
    """A figure of the results of systems. move: `{column}` is the heading of the column."""

    metric: str = "mrr_at_10"
    setting: str = "unmasked"
    move: str = "{column}"


class Score(_OfResults):
    """What a system scores."""

    of: Literal["score"]
    system: str


class Best(_OfResults):
    """What the best of some systems scores, and which it is."""

    of: Literal["best"]
    systems: tuple[str, ...]


class Gain(_OfResults):
    """How much more a system scores than another, in points."""

    of: Literal["gain"]
    system: str
    over: str


class BestGain(_OfResults):
    """How much more the best of some systems scores than another, in points."""

    of: Literal["best_gain"]
    systems: tuple[str, ...]
    over: str


class Factor(_OfResults):
    """How many times as much a system scores as another."""

    of: Literal["factor"]
    system: str
    over: str


class Overlap(_OfResults):
    """Mean overlap of query and top k; k 0: of query and gold."""

    of: Literal["overlap"]
    system: str
    k: int
    setting: str = "pool"


class FewerWords(_Frozen):
    """In how many comparisons, a move and a k each, the top k share fewer words with the query than another's do."""

    of: Literal["fewer_words"]
    system: str
    over: str
    setting: str = "pool"


class BestOnOwn(_OfResults):
    """Whether a system that is tuned on each move scores best on a move as tuned on that."""

    of: Literal["best_on_own"]
    system: str
    setting: str = "pool"


class Count(_Frozen):
    """A sum of what the benchmark counts, by the keys of the column `counts` of `benchmarks`."""

    of: Literal["count"]
    keys: tuple[str, ...]


class Distinct(_Frozen):
    """How many distinct values a column of the benchmark's queries has."""

    of: Literal["distinct"]
    column: str


class Total(_Frozen):
    """The sum of a column of a table of the root."""

    of: Literal["total"]
    table: Literal["mined_papers"]
    column: str


class Markers(_Frozen):
    """How many markers the shipped lexicons of moves stand for."""

    of: Literal["markers"]


Figure = Annotated[
    Score | Best | Gain | BestGain | Factor | Overlap | FewerWords | BestOnOwn | Count | Distinct | Total | Markers,
    Field(discriminator="of"),
]


class Reason(_Frozen):
    """Why a figure cannot be made. cell: in a few words, for a cell; why: in a sentence."""

    cell: str
    why: str


class SystemNeeds(_Frozen):
    """A system that a figure needs.

    evaluate: what `evaluate --systems` is asked for; by default its own name.
    needs: what must be there before it can be evaluated, in a sentence; empty: nothing.
    """

    evaluate: tuple[str, ...] = ()
    needs: str = ""

    def entries(self, name: str) -> tuple[str, ...]:
        """The entries of the registry that make it up, where it is called so."""
        return self.evaluate or (name,)


class Row(_Frozen):
    """A row of a table of the paper.

    paper: what the paper shows, one entry a column; null: nothing.
    figure: how ours is made, for every column; or `figures`, one a column, null: it cannot.
    cannot: names of `reasons` why it cannot be made.
    """

    title: str
    paper: tuple[str | int | float | None, ...]
    figure: Figure | None = None
    figures: tuple[Figure | None, ...] = ()
    cannot: tuple[str, ...] = ()

    def figure_at(self, column: int) -> Figure | None:
        """How the figure of a column is made; None: it cannot be."""
        return self.figures[column] if self.figures else self.figure


class Item(_Frozen):
    """A table or figure of the paper.

    is_figure: the paper shows it as a picture.
    says: what the paper says of it. differs: how ours differ from the paper's.
    columns, rows: its figures; those of a row stand under the columns.
    cannot: names of `reasons` why none of it can be made.
    picture: the plot that shows it: `overlap` or `cross`, of these systems.
    """

    id: str = Field(pattern="[a-z][a-z0-9_]*")
    title: str
    is_figure: bool = False
    says: str = ""
    differs: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    cannot: tuple[str, ...] = ()
    picture: Literal["overlap", "cross"] | None = None
    systems: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_square(self) -> Self:
        for row in self.rows:
            for name, cells in (("paper", row.paper), ("figures", row.figures)):
                if len(cells) != len(self.columns) and (name == "paper" or cells):
                    raise ValueError(f"row {row.title!r} gives {len(cells)} {name} for {len(self.columns)} columns")
            if not (row.figure or row.figures or row.cannot or self.cannot):
                raise ValueError(f"row {row.title!r} says neither how it is made nor why it cannot be")
        return self


class Specification(_Frozen):
    """All that a paper shows.

    reasons: why a figure cannot be made, by name.
    commands: the command that makes what is counted, by the `of` of the figures; {tables} stands for the root.
    systems: the systems that the figures need.
    """

    title: str
    source: str
    reasons: dict[str, Reason]
    commands: dict[str, str]
    systems: dict[str, SystemNeeds]
    items: tuple[Item, ...]

    @model_validator(mode="after")
    def _names_what_is_there(self) -> Self:
        for item in self.items:
            for name in {*item.cannot, *(name for row in item.rows for name in row.cannot)} - set(self.reasons):
                raise ValueError(f"{item.id}: {name} is none of the reasons")
            for system in needed_by(item):
                if system not in self.systems:
                    raise ValueError(f"{item.id}: {system} is none of the systems")
        return self


def needed_by(item: Item) -> list[str]:
    """The systems whose results an item needs, in its order."""
    found = list(item.systems)
    for row in item.rows:
        for figure in (row.figure, *row.figures):
            found += systems_of(figure) if figure else []
    return list(dict.fromkeys(found))


def systems_of(figure: Figure) -> list[str]:
    """The systems whose results a figure is made of."""
    match figure:
        case Score(system=system) | Overlap(system=system) | BestOnOwn(system=system):
            return [system]
        case Best(systems=systems):
            return [*systems]
        case BestGain(systems=systems, over=over):
            return [*systems, over]
        case Gain(system=system, over=over) | Factor(system=system, over=over) | FewerWords(system=system, over=over):
            return [system, over]
        case _:
            return []


def shipped_specification() -> Path:
    """The tables and figures of RATIO: within the installed package, or beside it in a checkout."""
    installed, checkout = _PACKAGE / "reproduce", _PACKAGE.parent / "reproduce"
    return (installed if installed.is_dir() else checkout) / "ratio.yaml"


def load_specification(file: Path) -> Specification:
    """Read a specification from YAML.

    Raises:
        ConfigurationError: it cannot be read, or is none; the message names each fault.
    """
    try:
        return Specification.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"{file} cannot be read: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise ConfigurationError(f"{file}: {faults}") from error
