"""`evaluate`: rank, score, write and track systems on a split, one after the other."""

import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from ratio_spark.command import STDERR
from ratio_spark.progress import Progress
from ratio_spark.published import Say
from ratio_spark.retrieval import results
from ratio_spark.retrieval.collection import Collection, find_benchmark
from ratio_spark.retrieval.models.registry import ControlEntry, Entry, ModelEntry, load_registry, released_after
from ratio_spark.retrieval.models.weights import identity_of
from ratio_spark.retrieval.options import EvaluateConfig
from ratio_spark.retrieval.ranking import DEPTH, Ranking
from ratio_spark.retrieval.report.main_table import main_table
from ratio_spark.retrieval.report.standing import standings
from ratio_spark.retrieval.report.stored_results import Results
from ratio_spark.retrieval.results import Scored
from ratio_spark.retrieval.scores.figures import MAIN_METRIC, figures, of_children
from ratio_spark.retrieval.scores.metrics import per_query
from ratio_spark.retrieval.scores.metrics_table import write_metrics
from ratio_spark.retrieval.scores.overlap import overlap
from ratio_spark.retrieval.search.exact import device, search
from ratio_spark.retrieval.search.words import Vocabulary, Words
from ratio_spark.retrieval.settings import DEFAULT, SETTINGS
from ratio_spark.retrieval.systems import LEARNED_FROM, Tuned, Workbench, check_can_run, tuned
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.schemas import BENCHMARK_TABLES
from ratio_spark.tracking.machine import forget_peak_memory, machine, peak_memory_mb, versions
from ratio_spark.tracking.runs import Input, Matrix, Tracking

VERSION = 1
"""Of the rules of ranking and scoring: a change that gives other figures counts it up."""

STAGE = "evaluate"

# Libraries that BM25 and the controls get their figures from.
_DECIDING = ("bm25s", "PyStemmer", "scikit-learn")


@dataclass(frozen=True)
class Plan:
    """What is to be evaluated. split_name: of the folder, which tells part of a split from the whole."""

    config: EvaluateConfig
    bench: Workbench
    collection: Collection
    settings: tuple[str, ...]
    split_name: str

    @property
    def all_folders(self) -> Path:
        """Where the results of all systems go."""
        return results.folder_of(self.config.to, self.collection.benchmark, self.split_name)

    def folder(self, entry: Entry) -> Path:
        """Where the results of a system go."""
        return self.all_folders / entry.name

    def fingerprint(self, entry: Entry) -> str:
        """SHA-256 of all that decides the figures of a system in any setting, in hexadecimal digits."""
        benchmark, found = self.collection.benchmark, versions(_DECIDING)
        made_with = identity_of(entry) if isinstance(entry, ModelEntry) else {name: found[name] for name in _DECIDING}
        decides = [
            VERSION, DEPTH, benchmark.benchmark_id, benchmark.digest, self.split_name, self.config.seed,
            entry.model_dump(mode="json"), made_with,
        ]  # fmt: skip
        return hashlib.sha256(orjson.dumps(decides, option=orjson.OPT_SORT_KEYS)).hexdigest()

    def settings_of(self, entry: Entry) -> tuple[str, ...]:
        """The settings that are wanted, and those that the system was evaluated in before; () where none is missing."""
        about = results.about_of(self.folder(entry))
        there = about["settings"] if about and about["fingerprint"] == self.fingerprint(entry) else []
        if set(self.settings) <= set(there) and not self.config.again:
            return ()
        return tuple(setting for setting in SETTINGS if setting in {*self.settings, *there})


def run(config: EvaluateConfig) -> dict[str, Any]:
    """Evaluate systems; each is written, and can be seen, as soon as it is done.

    Raises:
        ConfigurationError: a system, benchmark, split or device is not there, or a model cannot run here.
        DataContractError: a system gives scores that are no numbers.
        RetryableError: the store of MLflow or the table `metrics` is busy.
    """
    started = time.monotonic()
    entries = _entries(config)
    with Progress(STDERR) as progress:
        plan = _plan(config, progress.say)
        left = {entry: settings for entry in entries if (settings := plan.settings_of(entry))}
        if left:
            _evaluate(plan, left)
    folder = plan.all_folders
    stored = Results(folder, [entry.name for entry in entries])
    setting = DEFAULT if DEFAULT in plan.settings else plan.settings[0]
    main_table(stored, standings(stored, setting, MAIN_METRIC, config.seed), setting, MAIN_METRIC).print_to(STDERR)
    there = len(entries) - len(left)
    STDERR.print(
        f"\n{len(left)} evaluated, {there} there already. Results: {folder} ({time.monotonic() - started:.0f} s)"
    )
    STDERR.print(f"  ratio-spark compare --results {config.to}   differences with intervals and tests, tables, plots")
    STDERR.print(f"  ratio-spark ui --results {config.to}        all runs, in MLflow")
    return {
        "benchmark_id": plan.collection.benchmark.benchmark_id,
        "split": plan.split_name,
        "systems": [entry.name for entry in entries],
        "evaluated": [entry.name for entry in left],
        "results": str(folder),
        "seconds": round(time.monotonic() - started, 1),
    }


def _entries(config: EvaluateConfig) -> list[Entry]:
    """The systems to evaluate. What can be refused before any work is refused here."""
    registry = load_registry(config.registry)
    entries = [registry.find(name) for name in dict.fromkeys(config.systems)]
    if not entries:
        entries = [each for each in registry.without_models() if not (each.is_tuned and config.split in LEARNED_FROM)]
    device(config.device)
    for entry in entries:
        check_can_run(entry, config.split, config.device)
    return entries


def _plan(config: EvaluateConfig, say: Say) -> Plan:
    tables = ArrowTables(config.tables)
    benchmark = find_benchmark(tables, config.benchmark)
    bench = Workbench(tables, benchmark, config.registry, config.cache.expanduser(), config.device, config.seed, say)
    collection = bench.collection(config.split).first(config.limit)
    name = results.name_of(config.split, config.limit)
    return Plan(config, bench, collection, config.settings or tuple(SETTINGS), name)


def _evaluate(plan: Plan, wanted: Mapping[Entry, tuple[str, ...]]) -> None:
    benchmark, tables = plan.collection.benchmark, plan.bench.tables
    texts = _Texts(plan.collection)
    options = plan.config.model_dump(mode="json", exclude={"again"}, exclude_none=True)
    read = [
        Input(f"{benchmark.name}/{plan.split_name}/{table.name}", tables.path(table), version, benchmark.digest)
        for table in BENCHMARK_TABLES
        if (version := tables.version(table)) is not None
    ]
    with Tracking(STAGE, plan.config.to).matrix(f"{benchmark.name} {plan.split_name}", read, options) as matrix:
        peak = 0.0
        for number, (entry, settings) in enumerate(wanted.items(), 1):
            plan.bench.say(f"{entry.name} ({number} of {len(wanted)})")
            peak = max(peak, _evaluate_system(plan, _Asking(plan, entry, texts, settings), matrix))
        matrix.add({"peak_memory_mb": peak})


def _evaluate_system(plan: Plan, asking: "_Asking", matrix: Matrix) -> float:
    """Evaluate a system; its results are there when its figures stand in MLflow and in the table as well.

    Returns:
        The most memory that it took, in MiB.
    """
    forget_peak_memory()
    entry, started = asking.entry, time.monotonic()
    scored = list(asking.scored())
    about = _about(plan, asking, time.monotonic() - started)
    with results.written(plan.folder(entry), plan.collection, about, scored) as unfinished:
        means = figures(plan.collection, scored, plan.config.seed)
        measured = {name: about[name] for name in ("queries_per_second", "peak_memory_mb") if about[name] is not None}
        runs = {
            child.move: matrix.child(
                entry.name, child.move, asking.parameters, {**child.metrics, **measured}, [unfinished / results.ABOUT],
                about["seconds"],
            )
            for child in of_children(means)
        }  # fmt: skip
        write_metrics(
            plan.bench.tables, about["fingerprint"], plan.collection.benchmark, plan.split_name, entry.name, means, runs
        )
    return float(about["peak_memory_mb"])


def _about(plan: Plan, asking: "_Asking", seconds: float) -> dict[str, Any]:
    entry, benchmark = asking.entry, plan.collection.benchmark
    start = benchmark.test_start
    return {
        "system": entry.name,
        "kind": entry.kind,
        "tuned_on": sorted(asking.tuned_on),
        "fingerprint": plan.fingerprint(entry),
        "benchmark_id": benchmark.benchmark_id,
        "digest": benchmark.digest,
        "split": plan.split_name,
        "released": entry.released.isoformat() if entry.released else None,
        "after_test_start": released_after(entry, start) if start else None,
        "is_control": isinstance(entry, ControlEntry),
        "settings": list(asking.settings),
        "seed": plan.config.seed,
        "queries": len(plan.collection.query_ids),
        "candidates": len(plan.collection.candidate_ids),
        "seconds": round(seconds, 3),
        "queries_per_second": round(asking.searched / asking.seconds, 1) if asking.seconds else None,
        "peak_memory_mb": round(peak_memory_mb(), 1),
        "versions": versions(),
        "machine": machine(),
        "parameters": asking.parameters,
    }


@dataclass
class _Asking:
    """One system, asked all that is wanted of it.

    tuned_on: the moves that it turned out to be tuned on; seconds: of search alone; searched: queries, once for each
    search; parameters: what the system says of itself, with the move in front where it is tuned on one.
    """

    plan: Plan
    entry: Entry
    texts: "_Texts"
    settings: tuple[str, ...]
    tuned_on: set[str] = field(default_factory=set)
    seconds: float = 0.0
    searched: int = 0
    parameters: dict[str, Any] = field(default_factory=dict)

    def scored(self) -> Iterator[Scored]:
        """Its own moves in every setting, other moves in the default one."""
        for system in tuned(self.entry, self.plan.bench, self.plan.collection):
            self.tuned_on |= {system.tuned_on} if system.tuned_on else set()
            self.parameters |= _named(system.parameters, system.tuned_on)
            yield from self._of(system)

    def _of(self, system: Tuned) -> Iterator[Scored]:
        collection = self.plan.collection
        asked = [
            (setting, move)
            for move in collection.move_names
            for setting in self.settings
            if system.tuned_on in (None, move) or setting == DEFAULT
        ]
        views = [SETTINGS[setting].view(collection, move, self.plan.config.seed) for setting, move in asked]
        started = time.monotonic()
        rankings = search(system.scorer, views, len(collection.candidate_ids), self.plan.bench.say)
        self.seconds += time.monotonic() - started
        self.searched += len(np.unique(np.concatenate([view.queries for view in views])))
        for (setting, move), ranking in zip(asked, rankings, strict=True):
            values = per_query(ranking, collection.golds, collection.same_paper)
            is_own = system.tuned_on in (None, move)
            shared = self.texts.overlap(ranking) if setting == DEFAULT and is_own else {}
            yield Scored(setting, system.tuned_on, move, ranking, values, shared)


def _named(parameters: Mapping[str, Any], tuned_on: str | None) -> dict[str, Any]:
    return {f"{tuned_on}.{name}" if tuned_on else name: value for name, value in parameters.items()}


class _Texts:
    """The words of a collection's texts, cut once for all systems."""

    def __init__(self, collection: Collection) -> None:
        vocabulary = Vocabulary()
        self._golds = collection.golds
        self._queries: Words = vocabulary.words(collection.texts)
        self._candidates: Words = vocabulary.words(collection.candidate_texts)

    def overlap(self, ranking: Ranking) -> dict[int, float]:
        """See `overlap.overlap`."""
        return overlap(ranking, self._queries, self._candidates, self._golds)
