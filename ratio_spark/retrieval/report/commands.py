"""`compare` and `reproduce`: what results mean, as tables and plots."""

from typing import Any

from ratio_spark.command import Command
from ratio_spark.extra import extra
from ratio_spark.retrieval.options import CompareConfig, ReproduceConfig


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
