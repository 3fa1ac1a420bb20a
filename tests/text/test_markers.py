"""Which marker opens a sentence, and where it ends."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.markers import Matcher
from ratio_spark.text.mine import TextCore
from ratio_spark.text.normalise import Folded, collapse

MakeLexicon = Callable[..., Lexicon]


def opened(core: TextCore, sentence: str) -> tuple[str, str, str | None] | None:
    """Label, marker and extension."""
    match = core.matcher.match(sentence)
    return match and (match.label.kind or match.label.move, sentence[: match.end], match.extension)


@pytest.mark.parametrize(
    ("sentence", "label", "marker"),
    [
        ("For example, it fails.", "SPECIFY", "For example,"),
        ("FOR EXAMPLE, it fails.", "SPECIFY", "FOR EXAMPLE,"),
        ("For example , it fails.", "SPECIFY", "For example ,"),
        ("For example,it fails.", "SPECIFY", "For example,"),
        ("More specifically, it fails.", "SPECIFY", "More specifically,"),
        ("Don’t panic, it fails.", "SPECIFY", "Don’t panic,"),
        ("Speciﬁcally, it fails.", "SPECIFY", "Speciﬁcally,"),
        ("Speci\u00adfically, it fails.", "SPECIFY", "Speci\u00adfically,"),
        ("Thus, to address this, we stop.", "contrast", "Thus,"),
        ("To address the gap, then, we stop.", "ADDRESS", "To address the gap, then,"),
    ],
)
def test_a_marker_with_its_comma_opens_a_sentence(core: TextCore, sentence: str, label: str, marker: str) -> None:
    assert opened(core, sentence) == (label, marker, None)


@pytest.mark.parametrize(
    "sentence",
    [
        "For example it fails.",
        "For examples, it fails.",
        "Forexample, it fails.",
        "We see, for example, that it fails.",
        "Howeverly, it fails.",
        "For example",
        "To address this. Then, we stop.",
        "To tackle the very many open questions, we stop.",
        "",
    ],
)
def test_no_comma_no_word_boundary_or_no_sentence_start_is_no_marker(core: TextCore, sentence: str) -> None:
    assert core.matcher.match(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "marker"),
    [
        ("(For example, it fails.)", "(For example,"),
        ("“For example, it fails.”", "“For example,"),
        ("(ii) For example, it fails.", "(ii) For example,"),
        ("2) For example, it fails.", "2) For example,"),
        ("a. For example, it fails.", "a. For example,"),
        ("• For example, it fails.", "• For example,"),
        ("And for example, it fails.", "And for example,"),
        ("And so for example, it fails.", "And so for example,"),
        ("(3) “But for example, it fails.”", "(3) “But for example,"),
        ("Hence for example, it fails.", "Hence for example,"),
    ],
)
def test_quotes_brackets_enumerators_and_connectives_lead_in(core: TextCore, sentence: str, marker: str) -> None:
    assert opened(core, sentence) == ("SPECIFY", marker, None)


@pytest.mark.parametrize(
    ("sentence", "marker", "extension"),
    [
        ("To address this issue, we stop.", "To address this issue,", "issue"),
        (
            "To address these long-standing bottlenecks in decoding, we stop.",
            "To address these long-standing bottlenecks in decoding,",
            "long-standing bottlenecks in decoding",
        ),
        ("To tackle the many open issues, we stop.", "To tackle the many open issues,", "many open"),
        (
            "To tackle this Limitation (Xu, 2020; Li, 2021), we stop.",
            "To tackle this Limitation (Xu, 2020; Li, 2021),",
            "Limitation (Xu, 2020; Li, 2021)",
        ),
        ("To tackle this lack of an encoder, we stop.", "To tackle this lack of an encoder,", "lack of an encoder"),
        ("But to tackle this ﬂaw, we stop.", "But to tackle this ﬂaw,", "ﬂaw"),
    ],
)
def test_a_slot_takes_the_words_up_to_the_comma(core: TextCore, sentence: str, marker: str, extension: str) -> None:
    assert opened(core, sentence) == ("ADDRESS", marker, extension)


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("To address this we stop early, then go on.", "slot_has_clause"),
        ("To address this issue the authors stop, then go on.", "slot_has_clause"),
        ("To address this issue; we stop, then go on.", "slot_has_clause"),
        ("To address these a b c d e f, we stop.", "slot_too_long"),
        ("To address these (a), we stop.", "slot_empty"),
        ("For example it fails.", "no_comma"),
        ("(i) For example: it fails.", "no_comma"),
        ("To tackle the very many open and still entirely unsolved issues, we stop.", "slot_too_long"),
    ],
)
def test_a_slot_that_breaks_the_rule_and_a_missing_comma_are_near_misses(
    core: TextCore, sentence: str, reason: str
) -> None:
    assert core.matcher.match(sentence) is None
    miss = core.matcher.near_miss(sentence)
    assert miss is not None
    assert miss.reason == reason


def test_a_fixed_marker_goes_before_one_with_a_slot(make_lexicon: MakeLexicon) -> None:
    matcher = Matcher(make_lexicon(ADDRESS=["to address this …"], SPECIFY=["to address this gap"]))
    match = matcher.match("To address this gap, we stop.")
    assert match is not None
    assert (match.label.move, match.extension) == ("SPECIFY", None)


def test_the_slot_that_fixes_most_characters_wins(make_lexicon: MakeLexicon) -> None:
    matcher = Matcher(make_lexicon(ADDRESS=["to address …"], SPECIFY=["to address … issues"]))
    match = matcher.match("To address the open issues, we stop.")
    assert match is not None
    assert (match.label.move, match.extension) == ("SPECIFY", "the open")


OPENINGS = st.sampled_from(
    ["", "(", "“", "(ii) ", "1. ", "And ", "but, ", "So then ", "• ", "« ", "[", "Furthermore, ", "ﬁ", "\u00ad"]
)
HEADS = st.sampled_from(
    ["for example", "To address this", "to tackle these", "HOWEVER", "Speciﬁcally", "In response to this", "Thus", "x"]
)
TAILS = st.sampled_from([",", " ,", "", " issue,", " old issue [3],", " (a, b),", "，", " we stop,", "\u00a0,"])


@given(opening=OPENINGS, head=HEADS, tail=TAILS, rest=st.text(max_size=30), shown=st.integers(1, 40))
def test_the_cheap_look_never_hides_a_marker(
    core: TextCore, opening: str, head: str, tail: str, rest: str, shown: int
) -> None:
    sentence = collapse(f"{opening}{head}{tail} {rest}")
    if core.matcher.match(sentence):
        assert core.matcher.may_open(sentence[:shown])


@pytest.mark.parametrize("head", ["The search ", "We stop, for", "Forexa", "A for exampl"])
def test_the_cheap_look_tells_most_sentences(core: TextCore, head: str) -> None:
    assert not core.matcher.may_open(head)


@given(st.text(max_size=60))
def test_folding_keeps_a_way_back_to_every_offset(text: str) -> None:
    folded = Folded(text)
    assert folded.source(len(folded.text)) <= len(text)
    for offset in range(len(folded.text)):
        assert Folded(text[: folded.source(offset)]).text.startswith(folded.text[:offset])


ADDED = ["for", "but", "to address", "and for example", "thus it", "to tackle these open …", "for example, it fails"]


@pytest.fixture(scope="module")
def grown(make_lexicon: MakeLexicon, markers: dict[str, list[str]]) -> dict[str, Matcher]:
    """A matcher over the markers of `core` per added marker (of its own move), and one with none added."""
    lexicons = {added: make_lexicon(**markers, BROADEN=[added]) for added in ADDED}
    return {"": Matcher(make_lexicon(**markers))} | {added: Matcher(lexicons[added]) for added in ADDED}


@given(opening=OPENINGS, head=HEADS, tail=TAILS, added=st.sampled_from(ADDED))
def test_an_added_marker_changes_others_only_where_it_is_longer(
    grown: dict[str, Matcher], opening: str, head: str, tail: str, added: str
) -> None:
    sentence = collapse(f"{opening}{head}{tail} it fails, alas.")
    before, after = grown[""].match(sentence), grown[added].match(sentence)
    if after is not None and after.label.move == "BROADEN":
        assert before is None or after.end >= before.end
    else:
        assert after == before
