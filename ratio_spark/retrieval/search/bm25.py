"""BM25 over a pool: weights by bm25s, words by `words`, ties by the tie rule."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

import bm25s
import numpy as np
import torch
from numpy.typing import NDArray

from ratio_spark.benchmark.bounds import MRR_AT
from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.collection import Collection
from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import Ranking, View
from ratio_spark.retrieval.scores.metrics import per_query
from ratio_spark.retrieval.search.exact import Say, ordered, search
from ratio_spark.retrieval.search.postings import HIDDEN, Postings, add_up, choose
from ratio_spark.retrieval.search.words import Vocabulary, Words

K1_GRID = (0.6, 0.9, 1.2, 1.5, 2.0, 3.0)
B_GRID = (0.2, 0.4, 0.6, 0.75, 0.9)
"""What `tune` tries, each k1 with each b."""

TUNING_QUERIES = 2000
"""So many queries of a move, the first ones by their ids, which are hashes, tell which parameters are best."""

_CHUNK = 64
_TILE = 1 << 24


@dataclass(frozen=True)
class Bm25:
    """The parameters of BM25; the defaults are those of bm25s.

    method: how a weight is computed, in the names of bm25s (Kamphuis et al. 2020, "Which BM25 do you mean?", table 1).
        The variants that weigh absent words, BM25L and BM25+, are not among them.
    ngrams, stop_words, stemmer: see `Vocabulary`.

    Raises:
        ConfigurationError: a parameter has no such value.
    """

    k1: float = 1.5
    b: float = 0.75
    ngrams: int = 1
    method: Literal["lucene", "robertson", "atire"] = "lucene"
    stop_words: Literal["english", "english_plus"] | None = "english"
    stemmer: str | None = "english"

    def __post_init__(self) -> None:
        if not (0 <= self.k1 < np.inf and 0 <= self.b <= 1):
            raise ConfigurationError(f"BM25 takes k1 from 0 up and b from 0 to 1, not k1 {self.k1} and b {self.b}")
        if self.method not in ("lucene", "robertson", "atire"):
            raise ConfigurationError(f"there is no BM25 {self.method}: name lucene, robertson or atire")
        self.vocabulary()

    def vocabulary(self) -> Vocabulary:
        """A new vocabulary with these words."""
        return Vocabulary(self.stop_words, self.stemmer, self.ngrams)

    def fit(self, candidates: Sequence[str]) -> "Bm25Index":
        """Weigh the words of the candidates of a pool."""
        vocabulary = self.vocabulary()
        words = vocabulary.words(candidates)
        return Bm25Index(vocabulary, self.postings(words, len(vocabulary)), len(words))

    def postings(self, candidates: Words, vocabulary: int) -> Postings:
        """The weights of words in candidates; `vocabulary` is how many words there are."""
        if not len(candidates.ids):
            return Postings(np.zeros(vocabulary + 1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32))
        index = bm25s.BM25(self.k1, self.b, method=self.method).build_index_from_ids(
            unique_token_ids=range(vocabulary),
            corpus_token_ids=[candidates[place].tolist() for place in range(len(candidates))],
            show_progress=False,
        )
        return Postings(index["indptr"], index["indices"], index["data"])


@dataclass(frozen=True, eq=False)
class Bm25Index:
    """The weighted words of a pool. pool: how many candidates it has."""

    vocabulary: Vocabulary
    postings: Postings
    pool: int

    def scorer(self, queries: Sequence[str]) -> "Bm25Scorer":
        """Scores of the pool for these queries. Words that no candidate has score nothing."""
        return Bm25Scorer(self.postings, self.pool, self.vocabulary.words(queries))


class Bm25Scorer:
    """BM25 of queries and candidates. See Scorer; also a Searcher, which never makes a matrix of scores.

    A score is the sum of the float32 weights that a candidate has for the words of the query, each as often as the
    query has it, summed in the order of the query in double precision. A candidate without any of them scores 0 and is
    ranked like others.

    Args:
        pool: how many candidates there are; queries: words in the vocabulary of the postings.
    """

    def __init__(self, postings: Postings, pool: int, queries: Words) -> None:
        self.query_tile, self.candidate_tile = max(1, _TILE // pool), pool
        self._postings, self._pool = postings, pool
        known = len(postings.starts) - 1
        self._words = [words[words < known] for words in (queries[query] for query in range(len(queries)))]

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        """See Scorer."""
        tile = np.empty((queries.stop - queries.start, candidates.stop - candidates.start), np.float32)
        scores = np.empty(self._pool)
        for row, words in zip(tile, self._words[queries], strict=True):
            add_up(self._postings, words, scores)
            row[:] = scores[candidates]
        return torch.from_numpy(tile)

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer."""
        exact, scores = np.empty(candidates.shape), np.empty(self._pool)
        for row, query in enumerate(queries.tolist()):
            add_up(self._postings, self._words[query], scores)
            exact[row] = scores[candidates[row]]
        return exact

    def search(self, views: Sequence[View], say: Say, depth: int) -> list[Ranking]:
        """See Searcher. It runs in as many threads as torch does."""
        wanted = np.unique(np.concatenate([np.zeros(0, np.int64), *(view.queries for view in views)]))
        asked = [_Asked(view, self._pool, depth) for view in views]
        chunks = [wanted[start : start + _CHUNK] for start in range(0, len(wanted), _CHUNK)]
        with ThreadPoolExecutor(torch.get_num_threads()) as threads:
            for number, _ in enumerate(threads.map(lambda chunk: self._answer(chunk, asked), chunks)):
                say(f"searching: query {number * _CHUNK:,} of {len(wanted):,}")
        return [ordered(each.view.queries, each.chosen, each.scores, each.tied_beyond) for each in asked]

    def _answer(self, queries: Ints, asked: "Sequence[_Asked]") -> None:
        scores, rounded, spare = np.empty(self._pool), np.empty(self._pool, np.float32), np.empty(self._pool, np.int32)
        for query in queries.tolist():
            add_up(self._postings, self._words[query], scores)
            rounded[:] = scores
            for each in asked:
                if (row := each.row_of.get(query)) is not None:
                    each.choose(row, rounded.view(np.int32), spare)
                    each.scores[row] = scores[each.chosen[row]]


class _Asked:
    """A view and what its queries chose: places in any order, their scores, and how many more tie with the last."""

    def __init__(self, view: View, pool: int, depth: int) -> None:
        self.view = view
        self.row_of = {query: row for row, query in enumerate(view.queries.tolist())}
        self._is_hidden = None if view.candidates is None else ~view.candidates
        rows = len(view.queries)
        self._besides, self._without = (
            Pairs.none(rows) if pairs is None else pairs.at(view.queries) for pairs in (view.besides, view.without)
        )
        self.chosen = np.empty((rows, depth), np.int64)
        self.scores = np.empty((rows, depth))
        self.tied_beyond = np.empty(rows, np.int64)

    def choose(self, row: int, bits: NDArray[np.int32], spare: NDArray[np.int32]) -> None:
        """Choose for a query by the bits of its scores, which end as they began; `spare` is for use here."""
        besides, without = self._besides[row], self._without[row]
        allowed = bits
        if self._is_hidden is not None:
            allowed = spare
            allowed[:] = bits
            np.copyto(allowed, HIDDEN, where=self._is_hidden)
            allowed[besides] = bits[besides]
        before = allowed[without]
        allowed[without] = HIDDEN
        self.tied_beyond[row] = choose(allowed, self.chosen[row])
        allowed[without] = before


def tune(validation: Collection, move: str, start: Bm25 = Bm25()) -> tuple[float, float]:
    """The k1 and b of the grid that give a move the highest MRR@10 on validation: whole pool, selfs and twins masked.

    Args:
        start: the other parameters. Of equally good values the first ones of the grid are taken.

    Raises:
        ConfigurationError: validation has no query of the move.
    """
    queries = validation.queries_of(move)[:TUNING_QUERIES]
    if not len(queries):
        raise ConfigurationError(
            f"split {validation.split} of benchmark {validation.benchmark.name} has no query of {move}, "
            "which BM25 is to be tuned on: leave the tuned BM25 out"
        )
    vocabulary = start.vocabulary()
    candidates = vocabulary.words(validation.candidate_texts)
    known = len(vocabulary)
    asked = vocabulary.words(validation.texts)
    view = View(queries, None, None, validation.excluded)
    reached = {}
    for k1, b in product(K1_GRID, B_GRID):
        postings = replace(start, k1=k1, b=b).postings(candidates, known)
        scorer = Bm25Scorer(postings, len(candidates), asked)
        (ranking,) = search(scorer, [view], len(candidates), depth=MRR_AT)
        reached[k1, b] = per_query(ranking, validation.golds, validation.same_paper)["mrr_at_10"].mean()
    return max(reached, key=reached.__getitem__)
