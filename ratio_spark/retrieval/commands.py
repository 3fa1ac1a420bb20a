"""The commands of retrieval: `search` and `evaluate`, and those of models, comparisons and the MLflow UI."""

from typing import Any

from ratio_spark.command import Command
from ratio_spark.extra import extra
from ratio_spark.retrieval.models.commands import COMMANDS as MODEL_COMMANDS
from ratio_spark.retrieval.options import EvaluateConfig, SearchConfig
from ratio_spark.retrieval.report.commands import COMMANDS as PRESENTATION_COMMANDS


def _search(config: SearchConfig) -> dict[str, Any] | None:
    with extra("retrieval"):
        from ratio_spark.retrieval import ask
    return ask.run(config)


def _evaluate(config: EvaluateConfig) -> dict[str, Any]:
    with extra("retrieval"):
        from ratio_spark.retrieval import evaluate
    return evaluate.run(config)


COMMANDS = (
    Command(
        "search",
        SearchConfig,
        "Rank the pool of a split for sentences of your own, by any system.",
        _search,
    ),
    Command(
        "evaluate",
        EvaluateConfig,
        "Rank the pool for every query of a split, by each system and in each setting, and score the rankings: "
        "rankings, scores by query and TREC runs go to a folder, figures to MLflow and to the table `metrics`.",
        _evaluate,
    ),
    *PRESENTATION_COMMANDS,
    *MODEL_COMMANDS,
)
