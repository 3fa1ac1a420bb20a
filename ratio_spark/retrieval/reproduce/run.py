"""`reproduce`: every table and figure of a paper, what of it can be made here, and a page with theirs beside ours."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.whole_folder import check_free, whole_folder
from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError, RatioError
from ratio_spark.progress import Progress
from ratio_spark.retrieval.collection import BenchmarkName, find_benchmark
from ratio_spark.retrieval.options import EvaluateConfig, ReproduceConfig, RetrievalConfig
from ratio_spark.retrieval.report.stored_results import Results
from ratio_spark.retrieval.reproduce.figures import Source
from ratio_spark.retrieval.reproduce.page import PAGE, STATES, ready, state_table, write_page
from ratio_spark.retrieval.reproduce.spec import Specification, load_specification, needed_by, shipped_specification
from ratio_spark.retrieval.results import folder_of, name_of
from ratio_spark.tables.arrow import ArrowTables

Evaluate = Callable[[EvaluateConfig], Any]


def run(config: ReproduceConfig) -> dict[str, Any]:
    """The command; gives the JSON object that ends its output. Raises ConfigurationError, DataContractError."""

    def evaluate(options: EvaluateConfig) -> None:
        # Search needs torch and MLflow, which take seconds to load.
        from ratio_spark.retrieval import evaluate

        evaluate.run(options)

    return reproduce(config, evaluate)


def reproduce(config: ReproduceConfig, evaluate: Evaluate) -> dict[str, Any]:
    """See `run`; `evaluate` evaluates the systems that its options name."""
    if config.to:
        check_free(config.to)
    specification = load_specification(config.specification or shipped_specification())
    tables = ArrowTables(config.tables)
    benchmark = find_benchmark(tables, config.benchmark)
    folder = _results_folder(config, benchmark)
    failed = _evaluate(_wanted(specification, config), folder, config, evaluate) if config.run else {}
    with Progress(STDERR) as progress:
        progress.say("gathering figures")
        source = Source(tables, benchmark, Results(folder) if _there(folder) else None)
        readies = ready(specification, source)
        if config.to:
            commands = {name: _command(config, needs.entries(name)) for name, needs in specification.systems.items()}
            with whole_folder(config.to) as unfinished:
                write_page(specification, readies, source, config.split, config.limit, commands, failed, unfinished)
    lacking = list(dict.fromkeys(system for each in readies for system in each.lacking))
    state_table(readies).print_to(STDERR)
    STDERR.print("Not evaluated:" if lacking else "Every system is evaluated.")
    for system in lacking:
        state = failed.get(system) or f"needs {specification.systems[system].needs or 'nothing; add --run'}"
        STDERR.print(f"  {system}: {state}", markup=False)
    if config.to:
        STDERR.print(f"The page is {config.to / PAGE}.", markup=False)
    return {
        "benchmark_id": benchmark.benchmark_id,
        "figures": {state: sum(each.count(state) for each in readies) for state in STATES},
        "lacking": lacking,
        "failed": failed,
        "page": str(config.to / PAGE) if config.to else None,
    }


def _wanted(specification: Specification, config: ReproduceConfig) -> list[dict[str, tuple[str, ...]]]:
    """What to evaluate at a time: systems by name, with their entries in the registry.

    Systems that need nothing go together, as they share what is read and learned; of the others each goes alone, so
    that one that cannot be evaluated stops no other.
    """
    for name in config.systems:
        if name not in specification.systems:
            raise ConfigurationError(
                f"--systems: no figure needs {name}; name one of {', '.join(specification.systems)}"
            )
    needed = {name for item in specification.items for name in needed_by(item)}
    chosen = [name for name in specification.systems if name in (config.systems or needed)]
    free = [name for name in chosen if not specification.systems[name].needs]
    groups = [free] if free else []
    groups += [[name] for name in chosen if name not in free]
    return [{name: specification.systems[name].entries(name) for name in group} for group in groups]


def _evaluate(
    wanted: Sequence[Mapping[str, Sequence[str]]], folder: Path, config: ReproduceConfig, evaluate: Evaluate
) -> dict[str, str]:
    """Evaluate what has no results yet; gives what could not be, with the reason.

    Of systems that go together and fail, each that has no results then goes alone.
    """
    failed: dict[str, str] = {}
    left = list(wanted)
    while left:
        systems = left.pop(0)
        missing = [entry for entries in systems.values() for entry in entries if entry not in _there(folder)]
        if not missing:
            continue
        STDERR.print(f"Evaluating {', '.join(missing)}", markup=False)
        try:
            evaluate(_options(config, missing))
        except RatioError as error:
            STDERR.print(f"{', '.join(systems)}: {error}", markup=False)
            if len(systems) == 1:
                failed |= dict.fromkeys(systems, str(error))
            else:
                left = [{name: entries} for name, entries in systems.items()] + left
    return failed


def _options(config: ReproduceConfig, entries: Sequence[str]) -> EvaluateConfig:
    shared = config.model_dump(include={*RetrievalConfig.model_fields, "limit", "seed"})
    return EvaluateConfig(**shared, systems=tuple(entries), to=config.results)


def _command(config: ReproduceConfig, entries: Sequence[str]) -> str:
    """The command that evaluates some systems as `_options` does."""
    options = _options(config, entries)
    words = ["ratio-spark", "evaluate"]
    for name, field in EvaluateConfig.model_fields.items():
        value = getattr(options, name)
        if value != field.default or name == "to":
            given = value if isinstance(value, tuple) else (value,)
            words += [f"--{name.replace('_', '-')}", *map(str, given)]
    return shlex.join(words)


def _results_folder(config: ReproduceConfig, benchmark: BenchmarkName) -> Path:
    return folder_of(config.results, benchmark, name_of(config.split, config.limit))


def _there(folder: Path) -> set[str]:
    """The entries of the registry that have results."""
    return {path.parent.name for path in folder.glob("[!.]*/about.json")}
