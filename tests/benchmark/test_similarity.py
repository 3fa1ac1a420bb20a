"""Near-copies found by signatures are all of those that comparing all with all finds."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.benchmark import similarity
from ratio_spark.benchmark.folding import Words, words_of
from ratio_spark.benchmark.similarity import NEAR, are_near, differing, near_column, signatures

WORDS = [f"w{number}" for number in range(40)] + ["not", "never"]
SETS = st.lists(st.sampled_from(WORDS), max_size=40)


@st.composite
def alike_texts(draw: st.DrawFn) -> list[str]:
    """Texts of which many are others with a few words more, fewer or changed."""
    texts = [draw(SETS) for _ in range(draw(st.integers(1, 3)))]
    for _ in range(draw(st.integers(1, 8))):
        text = list(draw(st.sampled_from(texts)))
        for _ in range(draw(st.integers(0, 3))):
            place = draw(st.integers(0, len(text)))
            text[place : place + draw(st.integers(0, 1))] = draw(st.lists(st.sampled_from(WORDS), max_size=1))
        texts.append(text)
    return [" ".join(text) for text in texts]


def meet(texts: list[str], near: Fraction) -> set[tuple[int, int]]:
    """The pairs of texts that have a signature in common."""
    found = [{each["signature"] for each in of_text} for of_text in signatures(pa.array(texts), near).to_pylist()]
    return {(one, other) for one, other in combinations(range(len(texts)), 2) if found[one] & found[other]}


def brute_force(texts: list[str], near: Fraction) -> set[tuple[int, int]]:
    found = [words_of(text) for text in texts]
    every = combinations(range(len(texts)), 2)
    return {(one, other) for one, other in every if is_near(found[one], found[other], near)}


def is_near(one: Words, other: Words, near: Fraction) -> bool:
    """The definition, written down again."""
    union = one.words | other.words
    return bool(union) and one.negations == other.negations and len(one.words & other.words) / len(union) >= near


@given(alike_texts(), st.sampled_from([NEAR, Fraction(4, 5), Fraction(1), Fraction(17, 20)]))
def test_near_copies_have_a_signature_in_common(texts: list[str], near: Fraction) -> None:
    assert brute_force(texts, near) <= meet(texts, near)


@given(alike_texts())
def test_near_copies_are_those_of_the_definition(texts: list[str]) -> None:
    pairs = list(combinations(range(len(texts)), 2))
    columns = [pa.array([texts[pair[side]] for pair in pairs], pa.string()) for side in (0, 1)]
    found = near_column(*columns).to_pylist()
    assert {pair for pair, holds in zip(pairs, found, strict=True) if holds} == brute_force(texts, NEAR)


@given(alike_texts(), st.integers(0, 5))
def test_signatures_do_not_depend_on_the_batch(texts: list[str], cut: int) -> None:
    whole = signatures(pa.array(texts)).to_pylist()
    halves = [signatures(pa.array(part, pa.string())).to_pylist() for part in (texts[:cut], texts[cut:])]
    assert whole == halves[0] + halves[1]


def test_texts_that_are_not_alike_do_not_meet() -> None:
    random = np.random.default_rng(0)
    unlike = [" ".join(f"w{word}" for word in random.integers(0, 1000, 20)) for _ in range(500)]
    assert meet(unlike, NEAR) == set()


LONG = "We train the encoder on one half of the large corpus and keep what is left for the final tests of our model."


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (LONG.upper(), True),
        (LONG.replace("encoder", "decoder"), True),
        (LONG.replace("keep", "not keep"), False),
        (LONG.replace("encoder", "decoder").replace("corpus", "data"), False),
        ("", False),
    ],
    ids=["the same", "one word changed", "one 'not' inserted", "two words changed", "nothing"],
)
def test_what_is_a_near_copy_of_a_sentence(other: str, expected: bool) -> None:
    assert are_near(words_of(LONG), words_of(other)) is expected


def test_a_second_negation_makes_another_statement() -> None:
    once = "The large model is not better than the small one on all of the tasks that we have tried so far."
    twice = once.replace("that we have tried", "that we have not tried")
    assert words_of(once).words == words_of(twice).words
    assert not are_near(words_of(once), words_of(twice))


def test_a_text_without_words_has_no_signature_and_no_copy() -> None:
    assert signatures(pa.array(["", "...", "A word."])).to_pylist()[:2] == [[], []]
    assert not are_near(words_of("..."), words_of("!"))


def test_no_text_has_no_signature() -> None:
    assert signatures(pa.array([], pa.string())).to_pylist() == []


def test_differing_words_are_as_the_jaccard_similarity_allows() -> None:
    # 19 words of two texts: 9 and 10 with 9 in common, 9/10; 18 words allow none to differ.
    assert differing(np.array([18, 19, 37, 38]), NEAR).tolist() == [0, 1, 1, 2]


@given(st.integers(100, 700), st.integers(0, 2**32 - 1), st.sampled_from([NEAR, Fraction(17, 20), Fraction(19, 20)]))
def test_near_copies_among_long_texts_have_a_signature_in_common(size: int, seed: int, near: Fraction) -> None:
    random = np.random.default_rng(seed)
    words = [f"w{number}" for number in random.permutation(2 * size)]
    texts = [" ".join(words[:size])]
    most = int(size * (1 - near)) + 2
    for _ in range(6):  # some words taken away, some put in: near, just not near, and at the border
        less, more = random.integers(0, most, 2)
        texts.append(" ".join(words[less : size + more]))
    expected = brute_force(texts, near)
    assert expected <= meet(texts, near)


def test_the_signatures_of_a_text_grow_as_its_words_do() -> None:
    texts = [" ".join(f"w{number}" for number in range(size)) for size in (200, 2_000, 20_000)]
    found = [len(each) for each in signatures(pa.array(texts)).to_pylist()]
    assert found[0] < 50
    assert found[1] < 10 * 50
    assert found[2] < 100 * 50


def test_long_texts_that_are_not_alike_hardly_ever_meet_for_the_words_that_all_texts_have() -> None:
    random = np.random.default_rng(0)
    common = " ".join(f"c{number}" for number in range(100))
    unlike = [f"{common} {' '.join(f'w{word}' for word in random.integers(0, 10_000, 400))}" for _ in range(100)]
    assert len(meet(unlike, NEAR)) <= 2  # of 4,950 pairs


def test_many_texts_are_cut_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = pa.array([f"{LONG} {number}" for number in range(20)])
    whole = signatures(texts)
    monkeypatch.setattr(similarity, "_CHARACTERS_AT_ONCE", 3 * len(LONG))
    assert [len(piece) for piece in similarity._pieces(texts)] == [3] * 6 + [2]
    assert signatures(texts) == whole
