"""Words cut at line ends: mended where the paper or English shows how, left where nothing does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.corpus.hyphens import PaperWords, mend, mended


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("this ar-\nticle", "this article"),
        ("this ar- ticle", "this article"),
        ("this ar-\r\n   ticle", "this article"),
        ("this ar\u2010 ticle", "this article"),
        ("Infor- mation is in- complete.", "Information is incomplete."),
        ("exam\u00adple", "example"),
        ("exam\u00ad ple", "example"),
        ("exam\u00ad\n ple", "example"),
        ("hetero\u00ad scedastic", "heteroscedastic"),
        ("α2-\nintegrin", "α2-integrin"),
        ("n-\ntridecanal", "n-tridecanal"),
        ("a rule-\nbased parser", "a rule-based parser"),
        ("a natural- sounding voice", "a natural-sounding voice"),
    ],
)
def test_a_cut_word_is_whole_again(cut: str, whole: str) -> None:
    assert mended(cut) == whole


@pytest.mark.parametrize(
    "text",
    [
        "pre- and post-training",
        "up- or down-regulated genes",
        "in 4- to 6-month-old infants",
        "Vor- und Nachteile",
        "α2-integrin and n-tridecanal",
        "well-known",
        "a finding- which is new",
        "the N- terminus",
        "x - y and - z",
        "morphosyntac- tik",
        "CD27- T cells",
        "the S- EM step",
        "- one\n- two",
        "end-",
        "",
    ],
)
def test_what_is_no_cut_word_or_may_be_none_stays(text: str) -> None:
    assert mended(text) == text


def test_the_paper_decides_before_the_dictionary() -> None:
    cut = "a non- linear and an off- line step"
    assert mended(cut) == "a nonlinear and an offline step"
    paper = PaperWords([cut, "It is non-linear.", "The off\u2010line step."])
    assert mend(cut, None, paper)[0] == "a non-linear and an off-line step"


def test_a_word_that_no_dictionary_has_is_joined_as_elsewhere_in_the_paper() -> None:
    paper = PaperWords(["Tokeni- zation is hard.", "We compare tokenization rules."])
    assert mend("Tokeni- zation is hard.", None, paper)[0] == "Tokenization is hard."
    assert mended("Tokeni- zation is hard.") == "Tokeni- zation is hard."


def test_a_part_of_a_longer_word_shows_nothing() -> None:
    assert mend("a zig- zagg", None, PaperWords(["They zigzagged."]))[0] == "a zig- zagg"


def test_no_sign_of_a_cut_gives_back_the_same_text() -> None:
    text = "A well-known result [1]."
    assert mend(text, ((20, 23),)) == (text, ((20, 23),))


def test_citations_move_with_their_words() -> None:
    text = "An exam\u00ad ple [1] of trans- lation (Rap\u00ad paport, 2001)."
    marks = [(text.index(mark), text.index(mark) + len(mark)) for mark in ("[1]", "(Rap\u00ad paport, 2001)")]
    whole, moved = mend(text, tuple(marks))
    assert whole == "An example [1] of translation (Rappaport, 2001)."
    assert [whole[start:end] for start, end in moved or ()] == ["[1]", "(Rappaport, 2001)"]


def test_a_paragraph_without_citations_and_one_that_tells_none_stay_apart() -> None:
    assert mend("exam\u00adple", ()) == ("example", ())
    assert mend("exam\u00adple", None) == ("example", None)


WORDS = st.lists(st.sampled_from(["bi", "gram", "é2", "-", "\u2010", "_", " ", "\n", ","]), max_size=12).map("".join)


@given(WORDS, st.sampled_from(["bi", "gram", "é2", "bigram", "bi-gram", "gram-bi", "é2-bi", "bibi-gram"]))
def test_a_word_is_found_alike_by_looking_for_it_and_in_the_index(text: str, word: str) -> None:
    words = PaperWords([text.upper()])
    assert (word in words._words) == words._is_found(word)


def test_a_paper_of_many_cuts_is_looked_through_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    search = PaperWords._is_found
    monkeypatch.setattr(PaperWords, "_is_found", lambda words, word: searched.append(word) or search(words, word))
    cuts = [f"qu{number}x- zz{number}y" for number in range(500)]
    paper = PaperWords([*cuts, "and qu7x-zz7y, qu499x-zz499y, qu498xzz498y"])
    whole = [mend(cut, None, paper)[0] for cut in cuts]
    assert (whole[7], whole[497], whole[498], whole[499]) == (
        "qu7x-zz7y", "qu497x- zz497y", "qu498xzz498y", "qu499x-zz499y",
    )  # fmt: skip
    assert len(searched) < 100


PIECES = ["trans", "lation", "α2", "integrin", "and", "x", "10", "-", "\u2010", "\u00ad", " ", "\n", "-\n", "- ", "[1]"]


def bare(text: str) -> str:
    """What mending never touches."""
    return "".join(sign for sign in text if not sign.isspace() and sign not in "-\u2010\u00ad")


@given(
    st.lists(st.sampled_from(PIECES), max_size=20).map("".join), st.lists(st.integers(0, 60), min_size=2, max_size=2)
)
def test_only_hyphens_and_white_space_change_and_spans_keep_their_letters(text: str, ends: list[int]) -> None:
    start, end = (min(each, len(text)) for each in sorted(ends))
    whole, moved = mend(text, ((start, end),))
    assert bare(whole) == bare(text)
    assert "\u00ad" not in whole
    assert moved is not None
    ((new_start, new_end),) = moved
    assert 0 <= new_start <= new_end <= len(whole)
    assert bare(whole[new_start:new_end]) == bare(text[start:end])
