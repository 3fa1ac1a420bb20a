"""What a word is, and how words are numbered."""

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.search.words import Vocabulary, Words


def named(vocabulary: Vocabulary, words: Words) -> list[list[str]]:
    return [[vocabulary.names[word] for word in words[text].tolist()] for text in range(len(words))]


def words_of(*texts: str, **options: object) -> list[list[str]]:
    vocabulary = Vocabulary(**options)
    return named(vocabulary, vocabulary.words(texts))


def test_words_are_lower_cased_runs_of_two_or_more_word_characters() -> None:
    assert words_of("GPT-4's x_1, naïve  A b (42)!", stop_words=None, stemmer=None) == [["gpt", "x_1", "naïve", "42"]]


def test_stop_words_go_before_stemming_and_words_are_stemmed() -> None:
    assert words_of("This is the training of trained models") == [["train", "train", "model"]]
    assert words_of("We should train", stop_words="english_plus") == [["train"]]


def test_longer_ngrams_stand_behind_the_single_words_of_their_text() -> None:
    assert words_of("deep nets learn", "", "nets", "deep nets", ngrams=3, stemmer=None) == [
        ["deep", "nets", "learn", "deep nets", "nets learn", "deep nets learn"],
        [],
        ["nets"],
        ["deep", "nets", "deep nets"],
    ]


def test_ngrams_are_of_neighbours_after_the_stop_words_are_gone() -> None:
    assert words_of("loss of the models", ngrams=2) == [["loss", "model", "loss model"]]


def test_ngrams_do_not_cross_texts() -> None:
    assert words_of("one", "two", ngrams=2) == [["one"], ["two"]]


def test_a_word_has_one_number_in_all_texts_of_a_vocabulary() -> None:
    vocabulary = Vocabulary()
    first, second = vocabulary.words(["graph kernel"]), vocabulary.words(["new kernels of graphs"])
    assert first[0].tolist() == [0, 1]
    assert second[0].tolist() == [2, 1, 0]
    assert len(vocabulary) == 3


def test_ngrams_share_their_numbers_as_well() -> None:
    vocabulary = Vocabulary(ngrams=2)
    first, second = vocabulary.words(["graph kernel"]), vocabulary.words(["a graph kernel"])
    assert first[0].tolist() == second[0].tolist() == [0, 1, 2]


def test_numbers_follow_the_order_of_the_texts() -> None:
    vocabulary = Vocabulary(stemmer=None)
    vocabulary.words(["zebra apple", "mango apple"])
    assert vocabulary.names == ["zebra", "apple", "mango"]


@pytest.mark.parametrize("ngrams", [1, 2, 3])
def test_no_texts_and_texts_without_words_have_no_words(ngrams: int) -> None:
    assert words_of(ngrams=ngrams) == []
    assert words_of("", "the", "…", ngrams=ngrams) == [[], [], []]
    assert words_of("", "one", ngrams=ngrams) == [[], ["one"]]


def test_sets_have_each_word_once_in_ascending_order() -> None:
    words = Words(np.array([0, 4, 4, 6]), np.array([5, 1, 5, 0, 3, 3]))
    assert words.distinct.offsets.tolist() == [0, 3, 3, 4]
    assert [words.distinct[text].tolist() for text in range(3)] == [[0, 1, 5], [], [3]]


@pytest.mark.parametrize("options", [{"stop_words": "klingon"}, {"stemmer": "klingon"}, {"ngrams": 4}])
def test_unknown_options_are_refused_by_their_value(options: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError, match=r"klingon|not 4"):
        Vocabulary(**options)
