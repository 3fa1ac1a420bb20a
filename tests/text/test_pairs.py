"""Pairs: what is query, what is gold, and what gives none."""

from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text.mine import TextCore
from ratio_spark.text.normalise import collapse
from ratio_spark.text.pairs import opened_sentences, pair_ids
from ratio_spark.text.sentences import split_sentences


def found(core: TextCore, paragraph: str) -> list[tuple[int, str, str, str, str | None]]:
    return [
        (item.sentence, item.query, item.marker, item.gold, item.reason)
        for item in opened_sentences(paragraph, split_sentences(paragraph), core.matcher)
    ]


def test_query_and_gold_are_whole_and_the_last_sentence_counts(core: TextCore) -> None:
    assert found(core, "Images, text, and audio are slow [3]. However, mix of experts (MoE), i.e., X, is fast.") == [
        (1, "Images, text, and audio are slow [3].", "However,", "mix of experts (MoE), i.e., X, is fast.", None)
    ]


def test_a_marker_sentence_is_a_query_with_its_marker(core: TextCore) -> None:
    pairs = found(core, "It is slow. However, it works. For example, it ran.")
    assert [(query, gold) for _, query, _, gold, _ in pairs] == [
        ("It is slow.", "it works."),
        ("However, it works.", "it ran."),
    ]


def test_the_first_sentence_of_a_paragraph_gives_no_pair(core: TextCore) -> None:
    assert found(core, "However, it works.") == [(0, "", "However,", "it works.", "first_in_paragraph")]


def test_a_gold_without_a_word_gives_no_pair(core: TextCore) -> None:
    assert [item[-1] for item in found(core, "It is slow. For example, ….")] == ["empty_gold"]


TEXT = st.lists(
    st.sampled_from(
        ["It is slow.", "However,", "For example ,", "(i) To address this issue,", "we stop.", "A ﬁx works!", "\u00a0",
         "“In particular,", "x.”", "é", "🙂", "We saw Fig. 2.", "To tackle these [3, 4] gaps (a, b),", "\n", "  "]
    ),
    max_size=12,
)  # fmt: skip


@given(TEXT)
def test_marker_and_gold_join_to_the_sentence_and_the_query_is_the_one_before(
    core: TextCore, pieces: list[str]
) -> None:
    paragraph = collapse(" ".join(pieces))
    spans = split_sentences(paragraph)
    for item in opened_sentences(paragraph, spans, core.matcher):
        start, end = spans[item.sentence]
        assert paragraph[start:end] in (item.marker + item.gold, f"{item.marker} {item.gold}")
        assert item.marker.endswith((",", "，"))
        if item.reason is None:
            before = spans[item.sentence - 1]
            assert item.query == paragraph[before[0] : before[1]]


def test_ids_depend_on_paper_texts_and_occurrence() -> None:
    first = pair_ids("s2:1", "It is slow.", "However, it works.", 0)
    assert first == pair_ids("s2:1", "It is slow.", "However, it works.", 0)
    others = [
        pair_ids("s2:2", "It is slow.", "However, it works.", 0),
        pair_ids("s2:1", "It is slow", "However, it works.", 0),
        pair_ids("s2:1", "It is slow.", "However, it works", 0),
        pair_ids("s2:1", "It is slow.", "However, it works.", 1),
    ]
    ids = [name for pair in [first, *others] for name in pair]
    assert len(set(ids)) == 10
    assert {len(name) for name in ids} == {32}


def test_the_id_of_a_pair_never_changes() -> None:
    assert pair_ids("s2:1", "It is slow.", "However, it works.", 0) == (
        "8e3a0315f78d2d92555998650dfdf8ef",
        "29b3b458790e6e4e9cd77a69cef134dd",
    )
