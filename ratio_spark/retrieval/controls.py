"""Orders that read little or nothing of a query, and so tell what a score is worth.

On real data a classifier of the move's style that never sees the query, added to BM25, reaches 1.3 to 1.6 times what
BM25 does: a claim about a retriever stands only above that.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.pairs import Floats, Ints, Pairs
from ratio_spark.retrieval.ranking import Scorer

_TILE = 4096
# Words and bigrams that stand in fewer texts are left out, unless there are few texts.
_RARE, _FEW = 2, 1000
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


class RandomOrder:
    """Every candidate in a random order of its own for every query.

    The number of a pair is the finaliser of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom
    number generators", figure 16) over seed, query and candidate, so that no tile changes it.
    """

    query_tile = 256
    candidate_tile = _TILE

    def __init__(self, seed: int = 0) -> None:
        self._seed = np.uint64(seed)

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        """See Scorer."""
        wanted = np.arange(queries.start, queries.stop)
        places = np.arange(candidates.start, candidates.stop)
        return torch.from_numpy(
            self.exact(wanted, np.broadcast_to(places, (len(wanted), len(places)))).astype(np.float32)
        )

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer."""
        with np.errstate(over="ignore"):
            mixed = (queries.astype(np.uint64) << np.uint64(32))[:, None] + candidates.astype(np.uint64)
            mixed = (mixed + self._seed + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
            for shift, factor in zip((30, 27), _MIX, strict=True):
                mixed = (mixed ^ (mixed >> np.uint64(shift))) * factor
        mixed ^= mixed >> np.uint64(31)
        return (mixed >> np.uint64(11)).astype(np.float64) / 2.0**53


class SamePaper:
    """The candidates of the query's own papers before all others: what knowing the paper alone is worth."""

    query_tile = 256
    candidate_tile = _TILE

    def __init__(self, same_paper: Pairs) -> None:
        self._same_paper = same_paper

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        """See Scorer."""
        found = torch.zeros(queries.stop - queries.start, candidates.stop - candidates.start)
        for row, query in enumerate(range(queries.start, queries.stop)):
            places = self._same_paper[query]
            found[row, places[(places >= candidates.start) & (places < candidates.stop)] - candidates.start] = 1.0
        return found

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer."""
        rows = [np.isin(row, self._same_paper[query]) for query, row in zip(queries.tolist(), candidates, strict=True)]
        return np.array(rows, np.float64).reshape(candidates.shape)


class QueryFree:
    """One score for every candidate, whatever the query.

    Args:
        values: float64 of shape (candidates,).
    """

    query_tile = 256
    candidate_tile = _TILE

    def __init__(self, values: Floats) -> None:
        self.values = values
        self._values = torch.from_numpy(values.astype(np.float32))

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        """See Scorer."""
        return self._values[candidates].expand(queries.stop - queries.start, -1).clone()

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer."""
        return self.values[candidates]


class Sum:
    """A scorer plus weighted scores that no query changes."""

    def __init__(self, scorer: Scorer, prior: QueryFree, weight: float) -> None:
        self.query_tile, self.candidate_tile = scorer.query_tile, scorer.candidate_tile
        self._scorer, self._prior, self._weight = scorer, prior, weight

    def scores(self, queries: slice, candidates: slice) -> torch.Tensor:
        """See Scorer."""
        first = self._scorer.scores(queries, candidates)
        return first + self._weight * self._prior.scores(queries, candidates).to(first.device)

    def exact(self, queries: Ints, candidates: Ints) -> Floats:
        """See Scorer."""
        return self._scorer.exact(queries, candidates) + self._weight * self._prior.exact(queries, candidates)


class MoveStyle:
    """How much a sentence sounds like a gold of a move.

    A logistic regression over word unigrams and bigrams (TF-IDF).

    Args:
        golds: texts of golds of the move.
        others: texts of candidates that are none: distractors, and golds of other moves.

    Raises:
        ConfigurationError: there are none of one of them.
    """

    def __init__(self, golds: Sequence[str], others: Sequence[str]) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline

        if not golds or not others:
            raise ConfigurationError(
                "a style is learned from golds of a move and other candidates, and train does not hold both: leave "
                "move-prior and bm25+move-prior out of --systems"
            )
        words = TfidfVectorizer(
            ngram_range=(1, 2), min_df=_RARE if len(golds) + len(others) > _FEW else 1, sublinear_tf=True,
            token_pattern=r"\w+|[^\w\s]", max_features=500_000,
        )  # fmt: skip
        self._model = make_pipeline(words, LogisticRegression(class_weight="balanced", max_iter=1000))
        self._model.fit([*golds, *others], [1] * len(golds) + [0] * len(others))

    def of(self, texts: Sequence[str]) -> Floats:
        """The log-odds that each text is a gold of the move: float64 of shape (texts,)."""
        blocks = (self._model.decision_function(texts[start : start + 100_000]) for start in _starts(len(texts)))
        return np.concatenate([np.zeros(0), *blocks])


def _starts(texts: int) -> Iterator[int]:
    yield from range(0, texts, 100_000)
