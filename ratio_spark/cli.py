"""Every command once: `ratio-spark NAME …`, and the same function for `spark-submit jobs/NAME.py …`."""

import argparse
import json
import os
import sys
import time
import typing
from collections.abc import Sequence
from typing import Any, NoReturn

from ratio_spark import __version__
from ratio_spark.benchmark.commands import COMMANDS as BENCHMARK_COMMANDS
from ratio_spark.command import STDERR, Command
from ratio_spark.config import ExplainConfig, IngestConfig, MineConfig, SetupConfig, load_config
from ratio_spark.curation.commands import COMMANDS as LEXICON_COMMANDS
from ratio_spark.errors import ConfigurationError, RatioError
from ratio_spark.mining.commands import COMMANDS as RUN_COMMANDS
from ratio_spark.retrieval.commands import COMMANDS as RETRIEVAL_COMMANDS
from ratio_spark.tracking.commands import COMMANDS as TRACKING_COMMANDS

_READER_GONE = 141
"""The exit code of a program whose output nobody reads to the end, as shells give it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """`ratio-spark`: run the command that the arguments name."""
    parser = _Parser(prog="ratio-spark", description="Mine typed sentence pairs from full-text papers.")
    parser.add_argument("--version", action="version", version=f"ratio-spark {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    alone: dict[str, argparse.ArgumentParser] = {}
    groups = {}
    for command in COMMANDS:
        *group, name = command.name.split()
        if group and group[0] not in groups:
            # A group may be a command by itself as well, which then comes first.
            if group[0] not in alone:
                purpose = GROUPS[group[0]]
                alone[group[0]] = commands.add_parser(group[0], help=purpose, description=purpose)
            is_needed = group[0] in GROUPS
            groups[group[0]] = alone[group[0]].add_subparsers(title="commands", metavar="COMMAND", required=is_needed)
        add = groups[group[0]] if group else commands
        alone[command.name] = add.add_parser(name, help=command.purpose, description=command.purpose)
        _add_options(alone[command.name], command)
    _execute(parser, arguments)


def mine(arguments: Sequence[str] | None = None) -> None:
    """`jobs/mine.py`."""
    _job("mine", arguments)


def ingest(arguments: Sequence[str] | None = None) -> None:
    """`jobs/ingest.py`."""
    _job("ingest", arguments)


def discover(arguments: Sequence[str] | None = None) -> None:
    """`jobs/discover.py`."""
    _job("lexicon discover", arguments)


def benchmark(arguments: Sequence[str] | None = None) -> None:
    """`jobs/benchmark.py`: the commands of a group, by the name that follows."""
    parser = _Parser(prog="jobs/benchmark.py", description=GROUPS["benchmark"])
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)
    for command in BENCHMARK_COMMANDS:
        name = command.name.split()[-1]
        _add_options(commands.add_parser(name, help=command.purpose, description=command.purpose), command)
    _execute(parser, arguments)


def evaluate(arguments: Sequence[str] | None = None) -> None:
    """`jobs/evaluate.py`."""
    _job("evaluate", arguments)


def _job(name: str, arguments: Sequence[str] | None) -> None:
    command = next(command for command in COMMANDS if command.name == name)
    parser = _Parser(prog=f"jobs/{name.split()[-1]}.py", description=command.purpose)
    _add_options(parser, command)
    _execute(parser, arguments)


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(ConfigurationError.exit_code, f"{self.prog}: {message}; see {self.prog} --help\n")


def _add_options(parser: argparse.ArgumentParser, command: Command) -> None:
    """One option per field of the command's configuration; its description is the help."""
    parser.set_defaults(command=command)
    for field_name, field in command.config.model_fields.items():
        name = field.alias or field_name
        settings: dict[str, Any] = {"help": field.description, "default": argparse.SUPPRESS}
        if field.annotation is bool:
            settings["action"] = "store_true"
        elif typing.get_origin(field.annotation) is tuple:
            settings |= {"nargs": "+", "action": "extend", "metavar": name.rstrip("s").upper()}
        else:
            settings["metavar"] = name.upper()
        if name in command.config.positional:
            parser.add_argument(name, **settings | {"nargs": "*" if "nargs" in settings else "?"})
        else:
            parser.add_argument(f"--{name.replace('_', '-')}", **settings)
    if command.config.model_fields:
        parser.add_argument("--config", metavar="FILE", help="A YAML file with any of these options.")


def _execute(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> None:
    given = vars(parser.parse_args(arguments))
    command: Command = given.pop("command")
    config_file = given.pop("config", None)
    try:
        result = command.run(load_config(command.config, given, config_file))
        if result is not None:
            print(json.dumps(result, ensure_ascii=False))
        sys.stdout.flush()
    except RatioError as error:
        print(f"ratio-spark {command.name}: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:  # `| head` has read enough; without this, Python would complain again at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(_READER_GONE)


def _run_mine(config: MineConfig) -> dict[str, Any]:
    # Spark takes seconds to start: what can be refused is refused before that.
    from ratio_spark.mining import job, report
    from ratio_spark.progress import Progress
    from ratio_spark.tables.session import spark_session

    started = time.monotonic()
    prepared = job.prepare(config)
    with Progress(STDERR) as progress:
        progress.say("starting Spark")
        with spark_session("ratio-spark mine") as spark, progress.watching(spark):
            outcome = job.run(spark, prepared, progress.say)
            progress.say("reading samples")
            samples = report.sample_pairs(outcome, prepared.lexicon) if outcome.published else {}
    seconds = time.monotonic() - started
    report.write(STDERR, outcome, samples, seconds)
    return report.summary(outcome, seconds)


def _run_ingest(config: IngestConfig) -> dict[str, Any]:
    from ratio_spark.mining import ingest_job, ingest_report
    from ratio_spark.mining.date_report import DateFigures
    from ratio_spark.progress import Progress
    from ratio_spark.tables.schemas import PAPERS
    from ratio_spark.tables.session import spark_session

    started = time.monotonic()
    inputs = ingest_job.prepare(config)
    with Progress(STDERR) as progress:
        progress.say("starting Spark")
        with spark_session("ratio-spark ingest") as spark, progress.watching(spark):
            done = ingest_job.run(spark, config, inputs, progress.say)
            figures = None
            if config.report and done.run and not config.plan:
                progress.say("counting dates")
                figures = DateFigures.of(done.store.read(PAPERS, done.run.versions[PAPERS.name]))
    return ingest_report.write(STDERR, config, done, figures, time.monotonic() - started)


def _run_explain(config: ExplainConfig) -> None:
    from ratio_spark.text.explain_file import explain_file

    explain_file(config.file, config.lexicon_folder, as_json=config.as_json)


def _run_setup(_: SetupConfig) -> None:
    from ratio_spark.environment import setup

    for sentence in setup():
        STDERR.print(sentence)


GROUPS = {
    "benchmark": "Make retrieval benchmarks of mined tables, check them, pass them on.",
    "models": "Look at the registry of models, and make sure that they are the models they were.",
    "lexicon": "Look after the markers: check them, see how they fire, find new ones, judge them.",
    "quarantine": "Look at the records that were refused, and read their files again.",
}

COMMANDS = (
    Command(
        "mine",
        MineConfig,
        "Read papers, find the sentences that open with a marker, and write queries, golds and distractors to "
        "Delta tables. A second run does only what is new or has changed.",
        _run_mine,
    ),
    Command(
        "ingest",
        IngestConfig,
        "Read papers into Delta tables, without mining them: `mine` on the same tables mines later what is not mined "
        "yet. An ingest that was stopped goes on where it was.",
        _run_ingest,
    ),
    Command(
        "explain",
        ExplainConfig,
        "Show the sentences, markers and pairs of some text, and why a marker sentence gave no pair. Needs no Spark.",
        _run_explain,
    ),
    *RUN_COMMANDS,
    *LEXICON_COMMANDS,
    *BENCHMARK_COMMANDS,
    *RETRIEVAL_COMMANDS,
    *TRACKING_COMMANDS,
    Command(
        "setup",
        SetupConfig,
        "Make this Python environment ready for spark-submit: find Java, fetch the two Delta jars, write the "
        "settings. MAVEN_MIRROR names a mirror to fetch from.",
        _run_setup,
    ),
)
