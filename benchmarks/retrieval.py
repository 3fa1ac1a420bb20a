"""Measure search at RATIO's size beside what others do, in one run: speed, memory, and that the results are equal.

`bm25`: BM25 beside `bm25s.retrieve`, on text made up with the lengths and word frequencies of mined sentences.
`dense`: exact search beside the bare matrix product with top-k, and beside sentence-transformers'
InformationRetrievalEvaluator. `late`: exact MaxSim beside `sentence_transformers.util.maxsim`. Each part runs in a
process of its own. The last line is one JSON object; exit code 1 says that an aim was missed.

    python benchmarks/retrieval.py
    python benchmarks/retrieval.py --parts bm25 --candidates 40000 --queries 5000
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ratio_spark.retrieval.pairs import Ints
from ratio_spark.retrieval.ranking import DEPTH, View
from ratio_spark.tracking.machine import forget_peak_memory, machine, peak_memory_mb, versions

CANDIDATES, QUERIES = 404_371, 109_509
"""The test split of RATIO."""

DENSE_QUERIES, DENSE_DIMENSIONS = 20_000, 384
LATE_QUERIES, LATE_CANDIDATES, LATE_DIMENSIONS = 64, 50_000, 128
QUERY_TOKENS, CANDIDATE_TOKENS = 32, 35
PEER_BM25, PEER_DENSE, PEER_LATE = 5_000, 2_000, 8
"""So many queries are given to the slower ones."""

CANDIDATE_WORDS, QUERY_WORDS = 17.7, 19.9
RANKS = (1, 2, 5, 10, 100, 300, 1_000, 3_000, 10_000, 60_000)
SHARES = (0.44, 0.20, 0.12, 0.09, 0.03, 0.013, 0.003, 0.00036, 3e-5, 1e-6)
"""Which share of mined sentences hold the word of a rank, without stop words and stemmed."""

Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Figure:
    """A measured figure. aim: in words, and whether it was met; None where it only stands beside others."""

    part: str
    what: str
    value: float
    unit: str
    aim: str = ""
    is_met: bool | None = None


def seconds_of(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def everything(queries: int) -> View:
    return View(np.arange(queries), None, None, None)


def measure_bm25(options: argparse.Namespace) -> list[Figure]:
    import bm25s

    from ratio_spark.retrieval.search.bm25 import Bm25
    from ratio_spark.retrieval.search.exact import search

    chance = np.random.Generator(np.random.PCG64(0))
    candidates = texts(chance, options.candidates, CANDIDATE_WORDS)
    queries = texts(chance, options.queries, QUERY_WORDS)
    cores = torch.get_num_threads()
    fitting, index = seconds_of(lambda: Bm25().fit(candidates))
    scorer = index.scorer(queries)
    part = min(PEER_BM25, len(queries))
    search(scorer, [everything(1)], len(candidates))
    torch.set_num_threads(1)
    alone, ours = seconds_of(lambda: search(scorer, [everything(part)], len(candidates))[0])
    torch.set_num_threads(cores)
    whole, _ = seconds_of(lambda: search(scorer, [everything(len(queries))], len(candidates)))

    theirs = bm25s.BM25(backend="numba")
    vocabulary = {name: number for number, name in enumerate(index.vocabulary.names)}
    theirs.index(([each.tolist() for each in words_of(index, candidates)], vocabulary), show_progress=False)
    asked = [each.tolist() for each in words_of(index, queries[:part])]
    theirs.retrieve(asked[:1], k=100, show_progress=False)
    beside, (_, scores) = seconds_of(lambda: theirs.retrieve(asked, k=100, n_threads=1, show_progress=False))
    is_equal = np.allclose(ours.scores[:, :100], scores, rtol=1e-5)
    rate, speed = len(queries) / whole / cores, part / alone
    return [
        Figure("bm25", f"{len(candidates):,} candidates to an index", fitting, "s"),
        Figure("bm25", f"{part:,} queries, best {DEPTH}, one core", speed, "queries/s", "800", speed >= 800),
        Figure("bm25", f"{len(queries):,} queries, best {DEPTH}, {cores} cores", rate, "queries/s per core"),
        Figure("bm25", f"bm25s.retrieve, {part:,} queries, best 100, one core", part / beside, "queries/s"),
        Figure("bm25", "scores of the best 100 as those of bm25s", is_equal, "", "equal", is_equal),
        Figure("bm25", "peak memory", peak_memory_mb(), "MiB"),
    ]


def texts(chance: np.random.Generator, number: int, words: float) -> list[str]:
    """Made-up sentences: lengths are Poisson around a mean, words come as often as those of a rank do."""
    ranks = np.arange(1, RANKS[-1] + 1)
    share = np.exp(np.interp(np.log(ranks), np.log(RANKS), np.log(SHARES)))
    lengths = np.maximum(1, chance.poisson(words, number))
    drawn = np.split(chance.choice(len(ranks), lengths.sum(), p=share / share.sum()), np.cumsum(lengths)[:-1])
    return [" ".join(f"word{word}" for word in text.tolist()) for text in drawn]


def words_of(index: Any, texts: list[str]) -> list[Ints]:
    words = index.vocabulary.words(texts)
    known = len(index.postings.starts) - 1
    return [words[text][words[text] < known] for text in range(len(texts))]


def measure_dense(options: argparse.Namespace) -> list[Figure]:
    from ratio_spark.retrieval.search.dense import DenseScorer
    from ratio_spark.retrieval.search.exact import search

    number = min(DENSE_QUERIES, options.queries)
    queries, candidates, golds = embeddings(number, options.candidates)
    scorer = DenseScorer(queries, candidates, "cpu")
    search(scorer, [everything(1)], len(candidates))
    bare = ours = 0.0
    rankings = []
    is_forgotten = forget_peak_memory()
    # In turns, so that a machine that slows down does so for both.
    for start in range(0, number, 2048):
        chunk = np.arange(start, min(start + 2048, number))
        view = View(chunk, None, None, None)
        seconds, (ranking,) = seconds_of(lambda view=view: search(scorer, [view], len(candidates)))
        ours += seconds
        rankings.append(ranking.candidates)
        bare += seconds_of(lambda chunk=chunk: product_and_top(queries[chunk], candidates, scorer))[0]
    peak = peak_memory_mb()
    found = np.concatenate(rankings)
    part = min(PEER_DENSE, number)
    alone, _ = seconds_of(lambda: search(scorer, [everything(part)], len(candidates)))
    theirs, mrr = evaluated(queries[:part], candidates, golds[:part])
    is_equal = abs(mrr - mrr_at_10(found[:part], golds[:part])) < 1e-9
    return [
        Figure("dense", f"{number:,} × {len(candidates):,} × {DENSE_DIMENSIONS}", ours, "s"),
        Figure("dense", "bare matrix product and top-k of the same tiles", bare, "s"),
        Figure("dense", "times as long as the bare product", ours / bare, "", "1.5", ours <= 1.5 * bare),
        Figure("dense", f"{part:,} queries", alone, "s", "the evaluator's", alone <= theirs),
        Figure("dense", f"InformationRetrievalEvaluator, {part:,} queries", theirs, "s"),
        Figure("dense", "MRR@10 as the evaluator's", is_equal, "", "equal", is_equal),
        Figure(
            "dense", "peak memory, both" if is_forgotten else "peak memory of all", peak, "MiB", "4096", peak < 4096
        ),
    ]


def embeddings(queries: int, candidates: int) -> tuple[Matrix, Matrix, Ints]:
    """Unit vectors, every hundredth candidate twice, and queries near enough to a gold to find it at many ranks."""
    chance = np.random.Generator(np.random.PCG64(1))
    pool = unit(chance.standard_normal((candidates, DENSE_DIMENSIONS), np.float32))
    copies = np.arange(0, candidates - 1, 100)
    pool[copies + 1] = pool[copies]
    golds = chance.integers(0, candidates, queries)
    return unit(0.24 * pool[golds] + unit(chance.standard_normal((queries, DENSE_DIMENSIONS), np.float32))), pool, golds


def unit(vectors: Matrix) -> Matrix:
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def product_and_top(queries: Matrix, candidates: Matrix, tiles: Any) -> None:
    """What no exact search can do without: all products, and the best of each tile and of all."""
    pool = torch.from_numpy(candidates)
    for rows in torch.split(torch.from_numpy(queries), tiles.query_tile):
        best = [
            (rows @ block.T).topk(min(DEPTH, len(block)), dim=1).values
            for block in torch.split(pool, tiles.candidate_tile)
        ]
        torch.cat(best, dim=1).topk(min(DEPTH, len(pool)), dim=1)


class Given:
    """What the evaluator takes for a model: texts are numbers of rows."""

    def __init__(self, queries: Matrix, candidates: Matrix) -> None:
        self._queries, self._candidates = queries, candidates

    def encode_query(self, texts: list[str], **_: object) -> torch.Tensor:
        return torch.from_numpy(self._queries[[int(text) for text in texts]])

    def encode_document(self, texts: list[str], **_: object) -> torch.Tensor:
        return torch.from_numpy(self._candidates[[int(text) for text in texts]])


def evaluated(queries: Matrix, candidates: Matrix, golds: Ints) -> tuple[float, float]:
    """The seconds that the evaluator takes, and its MRR@10; ids rise with places, so that its tie rule is ours."""
    from sentence_transformers import util
    from sentence_transformers.sentence_transformer.evaluation import InformationRetrievalEvaluator

    evaluator = InformationRetrievalEvaluator(
        {str(row): str(row) for row in range(len(queries))},
        {f"{row:09}": str(row) for row in range(len(candidates))},
        {str(row): {f"{gold:09}"} for row, gold in enumerate(golds.tolist())},
        score_functions={"dot": util.dot_score},
    )
    seconds, scores = seconds_of(lambda: evaluator.compute_all_metrics(Given(queries, candidates)))
    return seconds, scores["dot"]["mrr@k"][10]


def mrr_at_10(candidates: Ints, golds: Ints) -> float:
    is_gold = candidates[:, :10] == golds[:, None]
    return float(np.where(is_gold.any(axis=1), 1 / (1 + is_gold.argmax(axis=1)), 0.0).mean())


def measure_late(options: argparse.Namespace) -> list[Figure]:
    from sentence_transformers import util

    from ratio_spark.retrieval.search.exact import search
    from ratio_spark.retrieval.search.late import LateScorer

    chance = np.random.Generator(np.random.PCG64(2))
    number = min(LATE_CANDIDATES, options.candidates)
    queries = tokens(chance, np.full(LATE_QUERIES, QUERY_TOKENS))
    candidates = tokens(chance, np.maximum(3, chance.poisson(CANDIDATE_TOKENS, number)))
    scorer = LateScorer(queries, candidates, "cpu")
    search(scorer, [everything(1)], number)
    seconds, ranking = seconds_of(lambda: search(scorer, [everything(LATE_QUERIES)], number)[0])
    scoring, _ = seconds_of(lambda: tiles_of(scorer, LATE_QUERIES, number))
    asked, found = (
        [torch.from_numpy(each[text]).float() for text in range(size)]
        for each, size in ((queries, PEER_LATE), (candidates, number))
    )
    beside, theirs = seconds_of(lambda: util.maxsim(asked, found).topk(10, dim=1).values.numpy())
    is_equal = np.allclose(ranking.scores[:PEER_LATE, :10], theirs, rtol=1e-5)
    speed, whole = LATE_QUERIES * number / scoring, LATE_QUERIES * number / seconds
    unit = "candidates/s per query"
    return [
        Figure("late", f"{LATE_QUERIES} queries × {number:,}, {LATE_DIMENSIONS} dimensions", seconds, "s"),
        Figure("late", "MaxSim", speed, unit, "250,000 on two cores", speed >= 250_000),
        Figure("late", f"with the best {DEPTH} chosen and re-scored", whole, unit),
        Figure("late", f"sentence_transformers.util.maxsim, {PEER_LATE} queries", PEER_LATE * number / beside, unit),
        Figure("late", "scores of the best 10 as those of maxsim", is_equal, "", "equal", is_equal),
        Figure("late", "peak memory", peak_memory_mb(), "MiB"),
    ]


def tiles_of(scorer: Any, queries: int, candidates: int) -> None:
    for start in range(0, queries, scorer.query_tile):
        for place in range(0, candidates, scorer.candidate_tile):
            scorer.scores(
                slice(start, min(start + scorer.query_tile, queries)),
                slice(place, min(place + scorer.candidate_tile, candidates)),
            )


def tokens(chance: np.random.Generator, lengths: Ints) -> Any:
    from ratio_spark.retrieval.models.encoders import TokenEmbeddings

    vectors = unit(chance.standard_normal((lengths.sum(), LATE_DIMENSIONS), np.float32))
    return TokenEmbeddings(vectors.astype(np.float16), np.concatenate([[0], np.cumsum(lengths)]))


PARTS = {"bm25": measure_bm25, "dense": measure_dense, "late": measure_late}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", default=list(PARTS), choices=PARTS)
    parser.add_argument("--candidates", type=int, default=CANDIDATES)
    parser.add_argument("--queries", type=int, default=QUERIES, help=f"of these, dense takes at most {DENSE_QUERIES:,}")
    options = parser.parse_args()
    figures = []
    for part in options.parts:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            figures += process.submit(PARTS[part], options).result()
    console = Console(stderr=True, width=160)
    table = Table(title=f"search on {machine()['cores']} cores of {machine()['cpu']}", box=None)
    for heading in ("", "what", "measured", "", "aim", ""):
        table.add_column(heading, justify="right" if heading == "measured" else "left")
    for each in figures:
        met = {None: "", True: "met", False: "[red]missed"}[each.is_met]
        value = {True: "yes", False: "no"}.get(each.value) if isinstance(each.value, bool) else f"{each.value:,.2f}"
        table.add_row(each.part, each.what, value, each.unit, each.aim, met)
    console.print(table)
    print(json.dumps({"figures": [asdict(each) for each in figures], "machine": machine(), "versions": versions()}))
    sys.exit(any(each.is_met is False for each in figures))


if __name__ == "__main__":
    main()
