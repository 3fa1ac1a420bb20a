"""What is one sentence in scientific text."""

import json
import time
from pathlib import Path

import pytest
from hostile import hostile_text
from hypothesis import example, given
from hypothesis import strategies as st

from ratio_spark.text.sentence_rules import boundary_at, cut, ends_sentence
from ratio_spark.text.sentence_stops import candidates, stop_at
from ratio_spark.text.sentence_words import LISTED
from ratio_spark.text.sentences import split_sentences

TRUTH = Path(__file__).parents[2].parent / "shared" / "truth" / "truth_dev.jsonl"

WHOLE = [
    "We follow Yan et al. [2004] and Wu et al. (2020) here.",
    "As shown by Smith et al. Proposed methods differ.",
    "See Fig. 3, Figs. 4 and 5, Eq. (2), Eqs. 3–4, Sec. IV, Tab. S1, Ref. [12], Alg. 1 and Thm. 2.",
    "Some tasks, e.g. Parsing, i.e. NLP, cf. Adam, differ w.r.t. Accuracy vs. Speed.",
    "It holds s.t. X is i.i.d. Gaussian noise a.k.a. AWGN.",
    "It weighs approx. 5 kg, is no. 5 of vol. 3, pp. 4–6, and ca. 0.5 m long.",
    "J. R. R. Tolkien, E. coli, S. Typhi and C. elegans met Dr. Smith of St. Louis.",
    "Values of .05, 0.5, 1,000.5 and 3.1.2 were set in v2.0 of scikit-learn.org.",
    "The files (images, text, etc.) are at https://example.org/a.Html and in foo.Bar.",
    "The scores were 7 1 . 9 6 and 8 2 . 1 here.",
    "For x1, ... , xn and y1, . . . , yn we sum.",
    "It is (in the U.S.), and was, large.",
    "See Section ?? Results and [?] here.",
    "It rose (P. falciparum) in U.S. Army labs of Acme Inc. Burlingame.",
]

CUT = [
    "It overfits.|We stop.",
    "It overfits!|Why?|We stop.",
    "It overfits.12|To address this, we stop.",
    "It overfits (Wu, 2020).3|To address this, we stop.",
    "It overfits. [12]|To address this, we stop.",
    "It overfits.[12,13]|To address this, we stop.",
    "It overfits.¹²|To address this, we stop.",
    "It overfits. (Smith and Wu, 2010; Lee et al., 2011a)|To address this, we stop.",
    "They use images, text, etc.|However, audio is left out.",
    "They use images, text, etc.|Audio is left out.",
    "It was shown by Smith et al.|However, it fails.",
    "The label is A.|However, it fails.",
    "It was done in group A.|Patients left.",
    "It rose in the U.S.|However, it fell.",
    "It took 30 min.|Cells were washed.",
    "It took 5 mg.|The rest was kept.",
    "It was so in 2010.|25 patients left.",
    "The cells divide.|mRNA was kept.|p-values fell.|x is small.|α is large.",
    "It overfits.|(See the appendix.)|We stop.",
    "It has aims.|(1) It learns.|(ii) It forgets.|2) It sleeps.",
    "It has two aims: 1. Learn fast.|2. Forget slowly.",
    "2.1. Data.|We use text.",
    "She said “it works.”|We agree.",
    'She said "it works."|We agree.',
    "He asked ``does it work?''.|We agree.",
    "It grew by 5%.|It fell to $x$.|It was \\textbf{good}.|We stop.",
    "In Theorem REF .|If FORMULA , it holds for FORMULA .|Then we stop.",
    "They said so...|Then they left.",
    "It works.|\\textbf{Results:} It grew.|∼20% of it fell.|$x$ is small.|• It ends.",
]

GLUED = [
    ("The network overfits.To address this, we stop.", "The network overfits.|To address this, we stop."),
    ("It was made of cells.Resuspend them in water.", "It was made of cells.|Resuspend them in water."),
    ("It overfits (Wu, 2020).However, we stop.", "It overfits (Wu, 2020).|However, we stop."),
]


@pytest.mark.parametrize("text", WHOLE)
def test_it_is_one_sentence(text: str) -> None:
    assert cut(text) == [text]


@pytest.mark.parametrize("sentences", CUT)
def test_it_is_cut_where_a_reader_cuts(sentences: str) -> None:
    assert cut(sentences.replace("|", " ")) == sentences.split("|")


@pytest.mark.parametrize(("text", "sentences"), GLUED)
def test_a_missing_blank_is_no_obstacle(text: str, sentences: str) -> None:
    assert cut(text) == sentences.split("|")


def test_white_space_alone_has_no_sentence() -> None:
    assert split_sentences("") == split_sentences(" \n\t\u2009") == []


def test_offsets_are_those_of_the_paragraph_given() -> None:
    assert split_sentences("\n It  over\u00a0fits.\r\n\r\nWe\tstop. ") == [(2, 16), (20, 28)]


@given(hostile_text)
def test_sentences_cover_the_text_in_order_and_never_overlap(text: str) -> None:
    spans = split_sentences(text)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert edges == sorted(edges)
    assert all(not text[edges[k] : edges[k + 1]].strip() for k in range(0, len(edges), 2))


@given(hostile_text, st.lists(st.sampled_from([" ", "\n", "\u00a0", " \u2009", "\r\n  "]), min_size=1, max_size=5))
def test_white_space_never_changes_the_sentences(text: str, blanks: list[str]) -> None:
    words = text.split()
    other = "".join(word + blanks[k % len(blanks)] for k, word in enumerate(words))
    expected = [text[start:end].split() for start, end in split_sentences(text)]
    assert [other[start:end].split() for start, end in split_sentences(other)] == expected


@given(hostile_text)
@example("He saw XIV. The end. An approx. The end.")
def test_stops_that_need_no_rule_would_get_the_same_answer_from_the_rules(text: str) -> None:
    text = " ".join(text.split())
    for candidate in candidates(text):
        stop = stop_at(text, *candidate.span())
        if candidate.lastindex and stop:
            assert (boundary_at(text, candidate) is not None) == ends_sentence(stop)


def test_a_listed_word_is_shorter_than_what_is_taken_for_sure() -> None:
    assert max(map(len, LISTED)) < 7


@pytest.mark.parametrize(
    "unit",
    [".", ". ", "..[111 111 ", ".[1 ", ". (A, 2010 ", "A. ", "a.", ".1", '."', ". (", ".¹²", "a. 1 1", "a.\n \t"],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def seconds(size: int) -> float:
        text = (unit * size)[:size]
        started = time.process_time()
        split_sentences(text)
        return time.process_time() - started

    seconds(1000)
    assert seconds(80_000) < 20 * max(seconds(10_000), 0.01)


@pytest.mark.skipif(not TRUTH.exists(), reason=f"the truth is not at {TRUTH}")
def test_it_agrees_with_careful_readers() -> None:
    hits = false = missed = 0
    for line in TRUTH.read_text(encoding="utf-8").splitlines():
        paragraph = json.loads(line)
        text = paragraph["text"]
        places, found = [], 0
        for sentence in paragraph["sentences"]:
            found = text.index(sentence, found)
            places.append(found)
        doubtful = {places[k] for k in paragraph.get("doubtful_boundaries", [])}
        wanted = set(places) - doubtful - {0}
        got = {start for start, _ in split_sentences(text)} - doubtful - {0}
        hits, false, missed = hits + len(wanted & got), false + len(got - wanted), missed + len(wanted - got)
    assert 2 * hits / (2 * hits + false + missed) >= 0.992
