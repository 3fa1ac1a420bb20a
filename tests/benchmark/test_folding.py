"""What texts have in common that count as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.benchmark.folding import folded, rest_keys, text_key, words_of


@pytest.mark.parametrize(
    "other",
    [
        "THE naïve state-of-the-art model's “score” is 3 % - why?",
        "The nai\u0308ve state‑of‑the‑art model’s \"score\" is 3 % — why?",
        " The naïve  state-of-the-art\nmodel's \u201cscore\u201d\u00a0is 3 % – why?",
        "The naïve state-of-the-art mod\u00adel's “score” is ３ % – why?",
    ],
    ids=["case", "decomposed", "white space", "compatibility forms"],
)  # fmt: skip
def test_case_dashes_quotes_white_space_and_unicode_forms_make_no_other_text(other: str) -> None:
    assert text_key(other) == text_key("The naïve state-of-the-art model's “score” is 3 % – why?")


def test_other_words_and_stops_make_another_text() -> None:
    keys = {text_key(text) for text in ("It works.", "It works!", "It worked.", "It works")}
    assert len(keys) == 4


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_words_are_those_of_the_folded_text(text: str) -> None:
    assert words_of(text) == words_of(folded(text))


@given(st.lists(st.sampled_from(["don't", "do not", "cannot", "can't", "can not", "won’t", "will not", "x"])))
def test_contractions_of_not_are_words_like_the_full_forms(words: list[str]) -> None:
    full = {"don't": "do not", "cannot": "can not", "can't": "can not", "won’t": "will not"}
    assert words_of(" ".join(words)) == words_of(" ".join(full.get(word, word) for word in words))


def test_a_word_that_only_holds_a_negation_is_none() -> None:
    assert words_of("Nothing is knotty, notably in a canton; a note.").negations == 1


def test_what_stands_behind_the_first_commas_has_the_keys_of_that_text_alone() -> None:
    query = "However, In Short\u00a0, to be exact, labels are scarce."
    assert rest_keys(query) == sorted(
        text_key(text) for text in ("in short , to be exact, labels are scarce.", "To be exact, labels are scarce.",
                                    "Labels are scarce.")
    )  # fmt: skip
    assert rest_keys("Labels are scarce.") == []
    assert rest_keys("Labels are scarce, ...") == []
    assert rest_keys(f"{'a' * 400}, too late.") == []
