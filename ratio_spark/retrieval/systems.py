"""From the name of a system to its scores of a pool: BM25, controls, dense and late-interaction models."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ratio_spark.benchmark.bounds import MRR_AT
from ratio_spark.errors import ConfigurationError
from ratio_spark.published import Say
from ratio_spark.retrieval.collection import BenchmarkName, Collection, examples, load
from ratio_spark.retrieval.controls import MoveStyle, QueryFree, RandomOrder, SamePaper, Sum
from ratio_spark.retrieval.models.registry import Entry
from ratio_spark.retrieval.ranking import Scorer, View
from ratio_spark.retrieval.scores.metrics import per_query
from ratio_spark.retrieval.search.bm25 import TUNING_QUERIES, Bm25, tune
from ratio_spark.retrieval.search.exact import search
from ratio_spark.tables.arrow import ArrowTables

TRAIN, VALIDATION = LEARNED_FROM = ("train", "validation")
# So many golds of a move, and so many other candidates, teach its style.
_EXAMPLES = 200_000
_WEIGHTS = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


@dataclass
class Workbench:
    """What systems are made with and of.

    registry: that of a person, whose pins stand beside it; None: there is none.
    cache: the folder for embeddings; device: "cpu", "cuda" or "auto"; seed: of what is random.
    """

    tables: ArrowTables
    benchmark: BenchmarkName
    registry: Path | None
    cache: Path
    device: str
    seed: int
    say: Say
    _collections: dict[str, Collection] = field(default_factory=dict)
    _styles: dict[str, MoveStyle] = field(default_factory=dict)

    def collection(self, split: str) -> Collection:
        """A split of the benchmark, read once."""
        if split not in self._collections:
            self.say(f"reading {split}")
            self._collections[split] = load(self.tables, self.benchmark, split)
        return self._collections[split]

    def style(self, move: str) -> MoveStyle:
        """How golds of a move sound, learned once."""
        if move not in self._styles:
            self.say(f"learning how golds of {move} sound")
            golds, others = examples(self.tables, self.benchmark, TRAIN, f"gold:{move}", _EXAMPLES, self.seed)
            self._styles[move] = MoveStyle(golds, others)
        return self._styles[move]


@dataclass(frozen=True, eq=False)
class Tuned:
    """A system as it is for one move, or for all.

    tuned_on: the move that it is tuned on; None: none.
    parameters: what was chosen on validation, and what else tells it from others.
    """

    tuned_on: str | None
    scorer: Scorer
    parameters: dict[str, Any]


def tuned(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    """A system, once for all moves or once for each that it is tuned on.

    Raises:
        ConfigurationError: the model is not there, cannot run here, or a split that it is tuned on is empty.
        DataContractError: the model gives numbers that are none.
    """
    yield from _MAKERS[entry.kind](entry, bench, collection)


def _bm25(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    if not entry.is_tuned:
        yield Tuned(
            None, Bm25(**entry.parameters).fit(collection.candidate_texts).scorer(collection.texts), entry.parameters
        )
        return
    for move in collection.move_names:
        bench.say(f"{entry.name}: choosing k1 and b for {move} on {VALIDATION}")
        k1, b = tune(bench.collection(VALIDATION), move, Bm25(**entry.parameters))
        parameters = entry.parameters | {"k1": k1, "b": b}
        yield Tuned(move, Bm25(**parameters).fit(collection.candidate_texts).scorer(collection.texts), parameters)


def _random(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    yield Tuned(None, RandomOrder(bench.seed), {"seed": bench.seed})


def _same_paper(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    yield Tuned(None, SamePaper(collection.same_paper), {})


def _move_prior(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    for move in collection.move_names:
        yield Tuned(move, QueryFree(bench.style(move).of(collection.candidate_texts)), {})


def _bm25_and_prior(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    words, trial_words = (
        Bm25().fit(each.candidate_texts).scorer(each.texts) for each in (collection, bench.collection(VALIDATION))
    )
    for move in collection.move_names:
        bench.say(f"{entry.name}: choosing the weight for {move} on {VALIDATION}")
        weight = _best_weight(bench, move, trial_words)
        prior = QueryFree(bench.style(move).of(collection.candidate_texts))
        yield Tuned(move, Sum(words, prior, weight), {"weight": weight})


def _best_weight(bench: Workbench, move: str, words: Scorer) -> float:
    """The weight of the style beside BM25 (`words`) that gives a move the highest MRR@10 on validation."""
    validation = bench.collection(VALIDATION)
    queries = validation.queries_of(move)[:TUNING_QUERIES]
    if not len(queries):
        raise ConfigurationError(
            f"split {VALIDATION} of benchmark {validation.benchmark.name} has no query of {move}, which the weight of "
            "its style is to be chosen on: leave bm25+move-prior out of --systems"
        )
    prior = QueryFree(bench.style(move).of(validation.candidate_texts))
    view = View(queries, None, None, validation.excluded)

    def reached(weight: float) -> float:
        (ranking,) = search(Sum(words, prior, weight), [view], len(validation.candidate_ids), depth=MRR_AT)
        return float(per_query(ranking, validation.golds, validation.same_paper)["mrr_at_10"].mean())

    return max(_WEIGHTS, key=reached)


def check_can_run(entry: Entry, split: str, device: str) -> None:
    """Raise where a system cannot run here, or not on a split that it learns from; before any work.

    Raises:
        ConfigurationError: see `encoders.check_runnable`; a system is to be evaluated on what it is tuned on.
        RetryableError: the hub of a model does not answer.
    """
    from ratio_spark.retrieval.models.encoders import check_runnable

    if entry.is_tuned and split in LEARNED_FROM:
        raise ConfigurationError(
            f"{entry.name} is tuned on {TRAIN} or {VALIDATION}, and its figures on {split} would be worth nothing: "
            "leave it out of --systems"
        )
    if entry.kind == "bm25":
        Bm25(**entry.parameters)
    check_runnable(entry, device)


_CONTROLS = {
    "random": _random,
    "same-paper": _same_paper,
    "move-prior": _move_prior,
    "bm25+move-prior": _bm25_and_prior,
}


def _control(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    return _CONTROLS[entry.name](entry, bench, collection)


def _model(entry: Entry, bench: Workbench, collection: Collection) -> Iterator[Tuned]:
    from ratio_spark.retrieval.models.embeddings import embed
    from ratio_spark.retrieval.models.encoders import Embeddings, TokenEmbeddings
    from ratio_spark.retrieval.models.pins import check_or_pin, pins_file
    from ratio_spark.retrieval.search.dense import DenseScorer
    from ratio_spark.retrieval.search.late import LateScorer

    check = check_or_pin(pins_file(bench.registry, bench.cache), bench.say)

    def embedded(texts: list[str], is_query: bool) -> Embeddings:
        return embed(entry, texts, is_query, bench.cache, bench.device, bench.say, check=check)

    queries, candidates = embedded(collection.texts, True), embedded(collection.candidate_texts, False)
    scorer: Scorer
    if isinstance(queries, TokenEmbeddings):
        assert isinstance(candidates, TokenEmbeddings)
        scorer = LateScorer(queries, candidates, bench.device)
    else:
        assert not isinstance(candidates, TokenEmbeddings)
        scorer = DenseScorer(queries, candidates, bench.device)
    yield Tuned(entry.tuned_on, scorer, {})


_MAKERS = {"bm25": _bm25, "control": _control, "dense": _model, "late": _model}
