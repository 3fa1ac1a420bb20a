"""`compare` and `reproduce`: what results mean, as tables and plots."""

from pathlib import Path
from typing import Any

from pydantic import Field, field_validator

from ratio_spark.command import Command
from ratio_spark.config import Config
from ratio_spark.extra import extra
from ratio_spark.retrieval.options import RESULTS, RetrievalConfig
from ratio_spark.retrieval.settings import DEFAULT, SETTINGS


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
        if name not in SETTINGS:
            raise ValueError(f"{name!r} is no setting; choose of {', '.join(SETTINGS)}")
        return name


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


def _compare(config: CompareConfig) -> dict[str, Any]:
    with extra("retrieval"):
        from ratio_spark.retrieval.report import compare
    return compare.run(config)


def _reproduce(config: ReproduceConfig) -> dict[str, Any]:
    with extra("retrieval"):
        from ratio_spark.retrieval.reproduce import run as reproduce
    return reproduce.run(config)


COMMANDS = (
    Command(
        "compare",
        CompareConfig,
        "Compare evaluated systems with a baseline, move by move: differences with intervals, permutation tests that "
        "keep the queries of a work together, Holm's correction, and the smallest difference that could be seen.",
        _compare,
    ),
    Command(
        "reproduce",
        ReproduceConfig,
        "Say for each table and figure of RATIO which of its figures can be made here and what the others lack; "
        "evaluate what can be; and write a page with the paper's figures beside ours.",
        _reproduce,
    ),
)
