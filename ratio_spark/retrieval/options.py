"""The options of `search`, `evaluate` and their kin."""

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from ratio_spark.benchmark.options import BenchmarkConfig
from ratio_spark.config import Config
from ratio_spark.retrieval.settings import SETTINGS

RESULTS = Path("results")


class ModelConfig(Config):
    """Options of a command that runs models."""

    registry: Path | None = Field(
        None,
        description="A YAML file of models of your own, in the form of the shipped registry, whose names count before "
        "the shipped ones. `ratio-spark models list` shows both.",
    )
    device: Literal["auto", "cpu", "cuda"] = Field(
        "auto", description="Where models and dense search run. By default a CUDA device if there is one."
    )
    cache: Path = Field(
        Path("~/.cache/ratio-spark/embeddings"),
        description="Folder for embeddings, which are made once for the same model and texts.",
    )


class RetrievalConfig(ModelConfig, BenchmarkConfig):
    """Options of a command that ranks the pool of a split."""

    split: str = Field("test", min_length=1, description="The split whose pool is searched.")


class EvaluateConfig(RetrievalConfig):
    """Options of `evaluate`."""

    systems: tuple[str, ...] = Field(
        (),
        description="The systems to evaluate, by their names in the registry. By default all that need no model: BM25 "
        "and the controls.",
    )
    settings: tuple[str, ...] = Field(
        (), description=f"The settings to evaluate them in. By default all: {', '.join(SETTINGS)}."
    )
    limit: int | None = Field(
        None, gt=0, description="Evaluate only so many queries of each move, chosen as if by lot. The pool stays whole."
    )
    seed: int = Field(0, ge=0, lt=2**31, description="Decides all that is random.")
    again: bool = Field(False, description="Evaluate again what has been evaluated in just this way.")
    to: Path = Field(RESULTS, description="Folder for results, with the MLflow store in it.")

    @field_validator("settings")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name not in SETTINGS:
                raise ValueError(f"{name!r} is no setting; choose of {', '.join(SETTINGS)}")
        return tuple(dict.fromkeys(names))


class SearchConfig(RetrievalConfig):
    """Options of `search`."""

    positional: ClassVar[tuple[str, ...]] = ("queries",)

    queries: tuple[str, ...] = Field((), description="What to search for: each a sentence. `-` reads them from lines.")
    system: str = Field("bm25", min_length=1, description="The system that ranks, by its name in the registry.")
    move: str | None = Field(
        None, description="Search only golds of this move. By default the whole pool, with distractors."
    )
    top: int = Field(10, gt=0, le=200, description="Show so many candidates for each query.")
    as_json: bool = Field(False, alias="json", description="Print JSON lines, one per candidate, instead of a table.")
    seed: int = Field(0, ge=0, lt=2**31, description="Decides all that is random.")
