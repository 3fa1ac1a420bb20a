"""The options of `benchmark export`, `hydrate`, `import` and `card`."""

from pathlib import Path
from typing import ClassVar, Literal, Self

from pydantic import Field, field_validator, model_validator

from ratio_spark.benchmark.options import BenchmarkConfig
from ratio_spark.benchmark.split_rules import SPLITS, in_order
from ratio_spark.config import Config, LexiconConfig
from ratio_spark.mining.options import TablesConfig


def _several(value: object) -> object:
    """One alone as several: a YAML file may write `split: test`."""
    return (value,) if isinstance(value, str) else value


class ExportConfig(LexiconConfig, BenchmarkConfig):
    """Options of `benchmark export`."""

    format: Literal["beir", "trec", "mteb", "training"] = Field(
        description="beir: a BEIR folder per split. trec: qrels, topics and documents. mteb: Parquet for Hugging Face, "
        "with the tasks for mteb. training: pairs and triplets for sentence-transformers, and Tevatron's JSON lines."
    )
    to: Path = Field(description="Folder to write to. It must not be there; it is there once all is written.")
    split: tuple[str, ...] = Field((), description=f"Only these splits: {', '.join(SPLITS)}. By default all.")
    license: tuple[str, ...] = Field(
        (),
        description="Pass on only texts under one of these licences, written as the tables have them. What others "
        "leave behind is counted.",
    )
    ids_only: bool = Field(
        False,
        description="Write identifiers and a hash in place of texts: of all, or with --license of those that may not "
        "be passed on. `benchmark hydrate` puts the texts back. Goes with --format beir.",
    )
    negatives: int = Field(
        0,
        ge=0,
        le=100,
        description="Give each query of a training set so many candidates of its own paper that do not answer it. By "
        "default 0: the other golds of a batch are negatives enough.",
    )

    _takes_one = field_validator("split", "license", mode="before")(_several)

    @field_validator("split")
    @classmethod
    def _are_splits(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(names)

    @field_validator("license")
    @classmethod
    def _in_small_letters(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted({name.lower() for name in names}))

    @model_validator(mode="after")
    def _fits_the_format(self) -> Self:
        if self.ids_only and self.format != "beir":
            raise ValueError(
                "--ids-only goes with --format beir: hydrate and import that, and export any other format from there"
            )
        if self.negatives and self.format != "training":
            raise ValueError("--negatives goes with --format training")
        return self


class HydrateConfig(TablesConfig):
    """Options of `benchmark hydrate`."""

    positional: ClassVar[tuple[str, ...]] = ("path",)

    path: Path = Field(description="The folder that `benchmark export --ids-only` wrote.")
    to: Path = Field(description="Folder to write the same with its texts to. It must not be there.")


class ImportConfig(Config):
    """Options of `benchmark import`."""

    positional: ClassVar[tuple[str, ...]] = ("path",)

    tables: str = Field(
        min_length=1,
        description="Root of the Delta tables to write the benchmark to: a folder, an object-store URL, or "
        "catalog.schema. It is made if it is not there.",
    )
    path: str = Field(
        min_length=1,
        description="The folder of the published benchmark, or its object-store URL. On a cluster, all machines must "
        "see it.",
    )
    format: Literal["ratio", "beir", "mteb"] = Field(
        description="ratio: the Parquet files of RATIO's release. beir: a BEIR folder, or one per split. mteb: a data "
        "set whose README.md names its files."
    )
    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", description="The name of the benchmark in the tables.")
    split: tuple[str, ...] = Field((), description=f"Only these splits: {', '.join(SPLITS)}. By default all.")
    move: str = Field(
        "UNTYPED",
        pattern=r"^[A-Z][A-Z0-9_]*$",
        description="The move of queries of which the benchmark says none. By default UNTYPED.",
    )

    _takes_one = field_validator("split", mode="before")(_several)

    @field_validator("split")
    @classmethod
    def _are_splits(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(names)


class CardConfig(LexiconConfig, BenchmarkConfig):
    """Options of `benchmark card`."""

    to: Path = Field(description="Folder to write the card and its plots to. It must not be there.")
    unchecked: bool = Field(False, description="Leave out the leak report, for which the whole benchmark is checked.")
