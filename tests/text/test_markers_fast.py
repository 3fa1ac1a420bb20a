"""The compiled matcher answers exactly as the plain one does."""

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text import marker_fast
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.marker_fast import FastMatcher
from ratio_spark.text.markers import Matcher
from ratio_spark.text.normalise import collapse
from ratio_spark.text.spans import PAD, Spans

MakeLexicon = Callable[..., Lexicon]
Found = list[tuple[int, str, int, str | None]]


@pytest.fixture(scope="module")
def matcher(make_lexicon: MakeLexicon, markers: dict[str, list[str]]) -> Matcher:
    specify = [
        *markers["SPECIFY"],
        "with … as an example",
        "take …",
        "on the one hand, for example",
        "as a rule of thumb",
    ]
    return Matcher(make_lexicon(**{**markers, "SPECIFY": specify}))


def spans_of(sentences: list[str]) -> Spans:
    """Sentences with a blank between."""
    sizes = np.array([len(sentence.encode()) for sentence in sentences], np.int64)
    ends = np.cumsum(sizes + 1) - 1
    return Spans(" ".join(sentences).encode() + bytes(PAD), ends - sizes, ends)


def fast(matcher: FastMatcher, sentences: list[str]) -> Found:
    """Place, marker id, bytes of the marker and extension of each sentence that a marker opens."""
    spans = spans_of(sentences)
    opened = matcher.opened(spans)
    sizes = opened.ends - spans.starts[opened.at]
    ids = [matcher.matcher.labels[label].marker_id for label in opened.label.tolist()]
    return list(zip(opened.at.tolist(), ids, sizes.tolist(), opened.extension.to_pylist(), strict=True))


def plain(matcher: Matcher, sentences: list[str]) -> Found:
    """The same by the plain matcher."""
    matches = [(at, sentence, matcher.match(sentence)) for at, sentence in enumerate(sentences)]
    return [
        (at, match.label.marker_id, len(sentence[: match.end].encode()), match.extension)
        for at, sentence, match in matches
        if match
    ]


FAR = "x " * 30
PARTS = st.sampled_from(
    ["", "(", "“", "ii) ", "iv. ", "12. ", "a) ", "((((12. ", "And ", "So then ", "• ", "Furthermore, ", "\u00ad",
     "for example", "To address this", "to tackle these", "HOWEVER", "Speciﬁcally", "On the one hand", "Thus", "A ",
     "With cells as an example", "With the cells", "With", "Take", "As a rule of thumb", "to address the gap", "This",
     ",", " ,", " issue,", " old issue [3],", " (a, b),", "，", "﹐", " we stop,", "\u00a0,", " )", " then,", FAR,
     " as an EXAMPLE (x, y),", " it fails", " Ω", ". ", "-"]
)  # fmt: skip
SENTENCES = st.lists(PARTS, min_size=1, max_size=7).map(lambda parts: collapse("".join(parts)) or "x")


@given(st.lists(SENTENCES, max_size=8))
def test_it_agrees_with_the_plain_matcher(matcher: Matcher, sentences: list[str]) -> None:
    assert fast(FastMatcher(matcher), sentences) == plain(matcher, sentences)


@given(st.lists(st.text(min_size=1, max_size=60).map(collapse).filter(bool), max_size=8))
def test_it_agrees_on_hostile_text(matcher: Matcher, sentences: list[str]) -> None:
    assert fast(FastMatcher(matcher), sentences) == plain(matcher, sentences)


@pytest.mark.parametrize(
    "sentence",
    [
        "ii) For example, it fails.",
        "With cells as an example, it fails.",
        "With cells that divide as slowly as these in culture as an example, it fails.",
        "With 4 as an example (see Fig. 1), it fails.",
        "With 4 as an EXAMPLE , it fails.",
        "On the one hand, for example, it fails.",
        "To tackle this Limitation (Xu, 2020; Li, 2021), we stop.",
        f"({FAR}) For example, it fails.",
    ],
)
def test_what_the_first_bytes_or_the_first_comma_do_not_tell(matcher: Matcher, sentence: str) -> None:
    assert fast(FastMatcher(matcher), [sentence, "It ends."]) == plain(matcher, [sentence])


def test_most_sentences_are_never_shown_to_the_plain_matcher(matcher: Matcher, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = FastMatcher(matcher)
    sentences = [
        "The cells divide, as seen in mice.",
        "For example, they died.",
        "Without any treatment at all they died.",
    ]
    assert len(fast(compiled, sentences)) == 1
    asked: list[str] = []
    monkeypatch.setattr(matcher, "match", asked.append)
    monkeypatch.setattr(matcher, "look", asked.append)
    assert len(fast(compiled, sentences * 50)) == 50
    assert asked == []


def test_the_beginnings_of_a_lexicon_hold_markers_slot_heads_and_connectives(matcher: Matcher) -> None:
    enough, headed = matcher.beginnings(8)
    assert {"thus,", "thus ,", "for exam", "and ", "take "} <= enough
    assert headed == {"with "}
    assert matcher.tail_words() == {"example", "issues"}


def test_a_full_memo_is_emptied_and_answers_the_same(matcher: Matcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marker_fast, "MEMO_LIMIT", 2)
    sentences = ["For example, it is.", "Thus, it is.", "However, it is.", "It is.", "Specifically, it is."]
    compiled = FastMatcher(matcher)
    assert fast(compiled, sentences) == fast(compiled, sentences) == plain(matcher, sentences)


def test_no_sentences_give_no_openings(matcher: Matcher) -> None:
    opened = FastMatcher(matcher).opened(Spans(bytes(PAD), np.zeros(0, np.int64), np.zeros(0, np.int64)))
    assert (len(opened.at), len(opened.label), opened.extension.type) == (0, 0, pa.string())
