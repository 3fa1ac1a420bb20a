"""What a word is, for BM25 and for lexical overlap alike: the one place where texts become words.

A text is lower-cased; its words are runs of two or more word characters (`\\w`), as bm25s and scikit-learn cut them;
stop words go; the rest is stemmed by Snowball. Longer n-grams are made of neighbours among what is left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Literal

import bm25s
import numpy as np
import Stemmer

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.pairs import Ints

_BETWEEN = " "


@dataclass(frozen=True, eq=False)
class Words:
    """The words of some texts, by their numbers in a vocabulary.

    offsets: int64 of shape (texts + 1,); ids: int64 of shape (words,). Those of text t are
        ids[offsets[t]:offsets[t + 1]], in the order of the text and as often as they stand in it.
    """

    offsets: Ints
    ids: Ints

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.offsets) - 1

    def __getitem__(self, text: int) -> Ints:
        return self.ids[self.offsets[text] : self.offsets[text + 1]]

    @cached_property
    def distinct(self) -> "Words":
        """The set of words of each text: each word once, in ascending order.

        >>> Words(np.array([0, 3, 3, 4]), np.array([7, 2, 7, 1])).distinct.ids.tolist()
        [2, 7, 1]
        """
        width = 1 + int(self.ids.max(initial=0))
        text = np.repeat(np.arange(len(self)), np.diff(self.offsets))
        text, ids = np.divmod(np.unique(text * width + self.ids), width)
        return Words(_offsets(np.bincount(text, minlength=len(self))), ids)


@dataclass
class Vocabulary:
    """Numbers for words, given out as texts bring new ones: texts that are to be compared share a vocabulary.

    stop_words: the list of bm25s to leave out, "english" (Lucene's 33) or "english_plus" (181); None: leave none out.
    stemmer: a Snowball algorithm, or None.
    ngrams: the longest n-grams that count as words, from 1 to 3; the shorter ones count as well.

    Raises:
        ConfigurationError: there is no such list, no such stemmer, or n-grams are none of 1, 2, 3.

    >>> vocabulary = Vocabulary()
    >>> words = vocabulary.words(["The models were overfitting.", "An overfitted model"])
    >>> words[0].tolist(), words[1].tolist(), vocabulary.names
    ([0, 1, 2], [2, 0], ['model', 'were', 'overfit'])
    >>> Vocabulary(ngrams=2).words(["One two one two"])[0].tolist()
    [0, 1, 0, 1, 2, 3, 2]
    """

    stop_words: Literal["english", "english_plus"] | None = "english"
    stemmer: str | None = "english"
    ngrams: int = 1
    _numbers: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.stop_words not in (None, "english", "english_plus"):
            raise ConfigurationError(f"there are no stop words {self.stop_words}: name english, english_plus or none")
        if self.stemmer is not None and self.stemmer not in Stemmer.algorithms():
            raise ConfigurationError(
                f"there is no stemmer {self.stemmer}: name one of {', '.join(sorted(Stemmer.algorithms()))} or none"
            )
        if self.ngrams not in (1, 2, 3):
            raise ConfigurationError(f"n-grams of BM25 have 1, 2 or 3 words, not {self.ngrams}")

    def __len__(self) -> int:
        """How many words there are."""
        return len(self._numbers)

    @property
    def names(self) -> list[str]:
        """The words by their numbers; those of an n-gram with a blank between them."""
        return list(self._numbers)

    def words(self, texts: Sequence[str]) -> Words:
        """The words of each text: first the single ones in their order, then pairs, then triples."""
        cut = bm25s.tokenize(
            list(texts),
            stopwords=self.stop_words,
            stemmer=Stemmer.Stemmer(self.stemmer) if self.stemmer else None,
            show_progress=False,
        )
        offsets = _offsets(np.fromiter(map(len, cut.ids), np.int64, len(cut.ids)))
        local = np.fromiter((word for text in cut.ids for word in text), np.int64, offsets[-1])
        names = {number: name for name, number in cut.vocab.items()}
        single = Words(offsets, self._numbered(local, names.__getitem__))
        return single if self.ngrams == 1 else self._with_longer(single)

    def _numbered(self, keys: Ints, name: Callable[[int], str]) -> Ints:
        """Numbers of this vocabulary for other keys of words; new words are numbered as they come."""
        distinct, first, place = np.unique(keys, return_index=True, return_inverse=True)
        numbers = np.empty(len(distinct), np.int64)
        for each in np.argsort(first).tolist():
            numbers[each] = self._numbers.setdefault(name(int(distinct[each])), len(self._numbers))
        return numbers[place]

    def _with_longer(self, single: Words) -> Words:
        """The same texts with their n-grams of two words and more behind the single words of each."""
        text = np.repeat(np.arange(len(single)), np.diff(single.offsets))
        ends = single.offsets[1:][text]
        starts, grams = [np.arange(len(text))], [single.ids]
        for length in range(2, self.ngrams + 1):
            goes_on = starts[-1] + length <= ends[starts[-1]]
            starts.append(starts[-1][goes_on])
            names = self.names
            keys = grams[-1][goes_on] * len(names) + single.ids[starts[-1] + length - 1]
            grams.append(self._numbered(keys, partial(_joined, names)))
        every = text[np.concatenate(starts)]
        order = np.argsort(every, kind="stable")
        return Words(_offsets(np.bincount(every, minlength=len(single))), np.concatenate(grams)[order])


def _joined(names: list[str], key: int) -> str:
    """The name of an n-gram: of the one without its last word, and of that word."""
    return _BETWEEN.join(names[part] for part in divmod(key, len(names)))


def _offsets(counts: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
