"""The options of `search`, `evaluate`, `compare` and `reproduce`."""

from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from ratio_spark.benchmark.options import BenchmarkConfig
from ratio_spark.config import RESULTS, Config
from ratio_spark.retrieval.settings import DEFAULT, SETTINGS


def _known_setting(name: str) -> str:
    if name not in SETTINGS:
        raise ValueError(f"{name!r} is no setting; choose of {', '.join(SETTINGS)}")
    return name


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
        return tuple(dict.fromkeys(map(_known_setting, names)))


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


class CompareConfig(Config):
    """Options of `compare`."""

    results: Path = Field(RESULTS, description="Folder of results, as `evaluate --to` was given it.")
    benchmark: str | None = Field(
        None,
        min_length=1,
        description="The benchmark: its name, or its benchmark_id or how that starts. By default the only one that "
        "has results there.",
    )
    split: str = Field("test", min_length=1, description="The split whose results are compared.")
    systems: tuple[str, ...] = Field((), description="Only these systems, beside the baseline. By default all.")
    baseline: str = Field("bm25", min_length=1, description="The system that each other one is compared with.")
    metric: str = Field("mrr_at_10", min_length=1, description="The metric that is compared.")
    setting: str = Field(
        DEFAULT, description=f"The setting that is compared: {', '.join(SETTINGS)}. By default the whole pool."
    )
    part: str | None = Field(
        None, description="Compare only queries of this part of papers: `abstract` or `full text`. By default both."
    )
    seed: int = Field(0, ge=0, lt=2**31, description="Decides the permutations and bootstrap samples.")
    permutations: int = Field(
        100_000,
        ge=1000,
        description="So many permutations are drawn for a test, where there are too many works to try all.",
    )
    to: Path | None = Field(
        None,
        description="Folder to write to, which must not be there: the comparison in Markdown, LaTeX and JSON with its "
        "plot, and tables and plots of all metrics and settings.",
    )

    @field_validator("setting")
    @classmethod
    def _known(cls, name: str) -> str:
        return _known_setting(name)


class ReproduceConfig(RetrievalConfig):
    """Options of `reproduce`."""

    specification: Path | None = Field(
        None, description="A YAML file that lists the tables and figures. By default those of RATIO's page."
    )
    results: Path = Field(RESULTS, description="Folder of results, as `evaluate --to` was given it.")
    run: bool = Field(
        False, description="Evaluate first each system that has no results yet; what cannot be evaluated says why."
    )
    systems: tuple[str, ...] = Field((), description="With --run, evaluate only these systems. By default all.")
    limit: int | None = Field(
        None, gt=0, description="Evaluate only so many queries of each move, and read results of such an evaluation."
    )
    seed: int = Field(0, ge=0, lt=2**31, description="Decides all that is random in an evaluation.")
    to: Path | None = Field(
        None, description="Folder for the page that sets our figures beside the paper's. It must not be there."
    )
