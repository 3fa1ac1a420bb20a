"""The `benchmark` commands."""

from typing import Any

from ratio_spark.benchmark.exchange_options import CardConfig, ExportConfig, HydrateConfig, ImportConfig
from ratio_spark.benchmark.options import BuildConfig, CheckConfig
from ratio_spark.command import STDERR, Command


def _build(config: BuildConfig) -> dict[str, Any]:
    from ratio_spark.benchmark import report
    from ratio_spark.benchmark.build import build
    from ratio_spark.benchmark.spec import load_specification
    from ratio_spark.published import open_published
    from ratio_spark.tables.store import check_writable
    from ratio_spark.text.lexicon import Lexicon

    # What can be refused without Spark is refused before it starts.
    specification, lexicon = load_specification(config.specification), Lexicon.load(config.lexicon_folder)
    check_writable(config.tables)
    with open_published("benchmark build", config.tables) as (published, say):
        built = build(published, specification, say, lexicon)
    return report.write(STDERR, built)


def _check(config: CheckConfig) -> dict[str, Any]:
    from ratio_spark.benchmark import check

    return check.run(config)


def _import(config: ImportConfig) -> dict[str, Any]:
    from ratio_spark.benchmark import importing

    return importing.run(config)


def _export(config: ExportConfig) -> dict[str, Any]:
    from ratio_spark.benchmark import export

    return export.run(config)


def _hydrate(config: HydrateConfig) -> dict[str, Any]:
    from ratio_spark.benchmark import hydrate

    return hydrate.run(config)


def _card(config: CardConfig) -> dict[str, Any]:
    from ratio_spark.benchmark import card

    return card.run(config)


COMMANDS = (
    Command(
        "benchmark build",
        BuildConfig,
        "Make a retrieval benchmark of mined tables: splits without leaks, one pool of candidates per split, and the "
        "candidates that a query must not be judged by. Building the same again writes nothing.",
        _build,
    ),
    Command(
        "benchmark check",
        CheckConfig,
        "Recompute from the tables of a benchmark, built or imported, that nothing leaks and nothing is missing.",
        _check,
    ),
    Command(
        "benchmark import",
        ImportConfig,
        "Take over a published benchmark, so that every later stage works on it.",
        _import,
    ),
    Command(
        "benchmark export",
        ExportConfig,
        "Write a benchmark in the formats of other tools: BEIR, TREC, Hugging Face with an MTEB task, training sets.",
        _export,
    ),
    Command(
        "benchmark hydrate",
        HydrateConfig,
        "Put the texts back into a benchmark that was passed on as identifiers only, from mined tables.",
        _hydrate,
    ),
    Command(
        "benchmark card",
        CardConfig,
        "Write the data card of a benchmark: what it holds, what each rule removed, its licences and its leak report.",
        _card,
    ),
)
