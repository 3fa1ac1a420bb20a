"""The `lexicon` commands."""

from typing import Any

from ratio_spark.command import Command
from ratio_spark.curation.options import (
    AgreeConfig,
    CheckConfig,
    DiffConfig,
    DiscoverConfig,
    ExpandConfig,
    GenerateConfig,
    SamplesConfig,
    StatsConfig,
    VetConfig,
)


def _check(config: CheckConfig) -> dict[str, Any]:
    from ratio_spark.curation import check

    return check.run(config)


def _expand(config: ExpandConfig) -> None:
    from ratio_spark.curation import expand

    expand.run(config)


def _stats(config: StatsConfig) -> dict[str, Any]:
    from ratio_spark.curation import stats

    return stats.run(config)


def _samples(config: SamplesConfig) -> None:
    from ratio_spark.curation import samples

    samples.run(config)


def _diff(config: DiffConfig) -> dict[str, Any]:
    from ratio_spark.curation import diff

    return diff.run(config)


def _vet(config: VetConfig) -> dict[str, Any]:
    from ratio_spark.curation import vet

    return vet.run(config)


def _agree(config: AgreeConfig) -> dict[str, Any]:
    from ratio_spark.curation import agree

    return agree.run(config)


def _generate(config: GenerateConfig) -> dict[str, Any] | None:
    from ratio_spark.curation import generate

    return generate.run(config)


def _discover(config: DiscoverConfig) -> dict[str, Any]:
    from ratio_spark.curation import discover

    return discover.run(config)


COMMANDS: tuple[Command, ...] = (
    Command(
        "lexicon check",
        CheckConfig,
        "Check the lexicon files: every fault by file and line, or what each file holds and what nobody has vetted. "
        "Needs no Spark.",
        _check,
    ),
    Command(
        "lexicon expand",
        ExpandConfig,
        "Print the markers that lines stand for, one a line: move or distractor kind, marker_id and marker with tabs "
        "between. Needs no Spark.",
        _expand,
    ),
    Command(
        "lexicon stats",
        StatsConfig,
        "Count which lexicon lines fired in published tables, how often, in how many papers and in which words, and "
        "which never did.",
        _stats,
    ),
    Command(
        "lexicon samples",
        SamplesConfig,
        "Show random pairs of one marker from published tables.",
        _samples,
    ),
    Command(
        "lexicon diff",
        DiffConfig,
        "Compare two folders of lexicon files: lines and markers, and with --tables the pairs that would be added, "
        "removed and changed, before any re-mining.",
        _diff,
    ),
    Command(
        "lexicon vet",
        VetConfig,
        "Show random pairs of fired lexicon lines to a person and keep each verdict at once. The same command goes on "
        "where it was stopped.",
        _vet,
    ),
    Command(
        "lexicon agree",
        AgreeConfig,
        "Say how far annotators agree (Cohen's kappa) and which lines they accept or reject together; --write puts it "
        "into the lexicon.",
        _agree,
    ),
    Command(
        "lexicon discover",
        DiscoverConfig,
        "Count how the sentences of published papers open, up to seven words before the first comma, and write the "
        "frequent openings that the lexicon does not know to the table openers, each with samples and, where a marker "
        "is like it, a suggested move.",
        _discover,
    ),
    Command(
        "lexicon generate",
        GenerateConfig,
        "Let language models propose markers. What the lexicon does not know comes out as candidate lines.",
        _generate,
    ),
)
