"""The options of `benchmark build` and `check`."""

from pydantic import Field

from ratio_spark.config import LexiconConfig
from ratio_spark.mining.options import TablesConfig


class BuildConfig(LexiconConfig, TablesConfig):
    """Options of `benchmark build`."""

    specification: str = Field(
        "ratio",
        min_length=1,
        description="A YAML file that says everything about the benchmark, or the name of a shipped one. By default "
        "`ratio`: the periods and the filter of RATIO.",
    )


class BenchmarkConfig(TablesConfig):
    """Options of a command that works on a benchmark."""

    benchmark: str | None = Field(
        None,
        min_length=1,
        description="The benchmark: its name, or its benchmark_id or how that starts. By default the newest one.",
    )


class CheckConfig(LexiconConfig, BenchmarkConfig):
    """Options of `benchmark check`."""
