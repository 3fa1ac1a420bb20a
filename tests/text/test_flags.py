"""Flags and the selections that read them."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.errors import ConfigurationError
from ratio_spark.text.flags import FLAGS, GOLD, QUERY, Side, has_citation, side_flags
from ratio_spark.text.flags_fast import column_flags
from ratio_spark.text.selection import load_selection

CLEAN = "The search takes far too long on every large graph."


def test_every_flag_is_documented_by_an_example() -> None:
    assert [name for name, flag in FLAGS.items() if ">>>" not in (flag.check.__doc__ or "")] == []


def test_a_plain_sentence_has_no_flag() -> None:
    assert side_flags(QUERY, Side(CLEAN, "To address this,")) == []
    assert side_flags(GOLD, Side(CLEAN.lower(), "To address this,")) == []


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("Fig.", ["no_verb", "ends_in_abbreviation", "short", "one_word"]),
        ("and it takes far too long on large graphs, as (Xu, 2020)", ["fragment", "starts_lowercase", "has_citation"]),
        ("They use f(x = 2 y + 1 and it is of no use at all here.", ["unbalanced", "not_standalone"]),
        ("A = 2 , B = 3 , C = 4 [ 5 ] ( 6 ) + 7 > 8 .", ["no_verb", "math_heavy"]),
        ("Dieses Verfahren ist nicht für die große Menge der Daten geeignet.", ["not_english"]),
        ("This article is distributed under the terms of the CC BY license.", ["not_standalone", "boilerplate"]),
    ],
)
def test_flags_of_a_query(text: str, flags: list[str]) -> None:
    assert side_flags(QUERY, Side(text, "However,")) == flags


def test_flags_of_one_side_only() -> None:
    assert {name for name, flag in FLAGS.items() if flag.sides == {QUERY}} == {"starts_lowercase", "not_standalone"}
    assert {name for name, flag in FLAGS.items() if flag.sides == {GOLD}} == {"bare_marker"}


@pytest.mark.parametrize(
    "text",
    ["[12]", "[3, 4]", "[5–7]", "the method[12]", "(see [3])", "[Xu19]", "[BCB15, LPM15]", "(Xu, 2020)", "(Xu 2019)",
     "(Smith et al., 2019)", "(see van der Berg and Li 2019b)", "[Smith, 2019; Xu & Li, 2020]", "Vaswani (2017) says",
     "Smith and Xu (2019)", "Xu et al. say", "\\citep{xu}", "{{cite:abc}}", "[@xu2019]"],
)  # fmt: skip
def test_citations_are_found(text: str) -> None:
    assert has_citation(Side(text))


@pytest.mark.parametrize(
    "text",
    ["[0, 1]", "[1, 0]", "x = [1, 2]", "v ∈ [1, 5]", "the range [1, 5]", "a[1]", "x2[i, j2]", "(e.g., 1024)", "(12)",
     "(n = 2015)", "(ICDAR 2019)", "(May 2019)", "(in December 2019)", "(1998)", "in 2019 (Fig. 2)", "[1 2 3]"],
)  # fmt: skip
def test_intervals_indices_numbers_and_dates_are_no_citations(text: str) -> None:
    assert not has_citation(Side(text))


def test_the_ratio_selection_is_its_released_filter() -> None:
    ratio = load_selection("ratio")
    assert ratio.exclude.query == ratio.exclude.gold == ("short", "one_word", "has_citation")
    assert ratio.keeps(["long", "fragment"], ["bare_marker"])
    assert not ratio.keeps([], ["has_citation"])


def test_the_clean_selection_keeps_citations_and_drops_debris() -> None:
    clean = load_selection("clean")
    assert clean.keeps(["has_citation", "not_standalone"], ["bare_marker"])
    assert not clean.keeps(["fragment"], [])


def test_a_selection_of_ones_own_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("selection: mine\ndescription: d\nexclude: {gold: [long]}\n", encoding="utf-8")
    assert load_selection(path).exclude.gold == ("long",)
    path.write_text("selection: mine\ndescription: d\nexclude: {gold: [starts_lowercase]}\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="no flag of the gold side: starts_lowercase"):
        load_selection(path)
    with pytest.raises(ConfigurationError, match="no selection 'none'; choose from clean, ratio"):
        load_selection("none")


def flags_of_column(which: str, texts: list[str], marker: str, repeated: bool) -> list[list[str]]:
    markers = pa.array([marker] * len(texts), pa.string())
    flags: list[list[str]] = column_flags(
        which, pa.array(texts, pa.string()), markers, np.full(len(texts), repeated)
    ).to_pylist()
    return flags


PIECES = st.sampled_from(
    ["The", "search", "is", "slow", "overfitted.", "(see", "Xu", "2020)", "[12]", "[0, 1]", "“so”", '"', "1)", "Fig.",
     "et al.", "E = mc²", "n", "=", "3.5", "…", "der", "das", "ﬁne", "该方法优于基线。", "Это", "верно", "they", "x",
     "However,", "a, b, c", "all rights reserved", "conflict of interest", "{", "]", "{{cite:1}}", "word " * 90, "!",
     "ª", "\u1c90", "“", "”", "” “", "range [1, 5]", "x [3, 4].", "interval [2].", "This, however,", "thiſ", "so,",
     "(Li,", "(May,", "[e.g. Xu,", "2019b;"]
)  # fmt: skip


@given(st.lists(st.lists(PIECES, min_size=1, max_size=9), max_size=4), st.booleans())
def test_a_column_gets_the_flags_that_each_side_gets(rows: list[list[str]], repeated: bool) -> None:
    texts = [" ".join(" ".join(pieces).split()) for pieces in rows]
    for which in (QUERY, GOLD):
        assert flags_of_column(which, texts, "To address this,", repeated) == [
            side_flags(which, Side(text, "To address this,", repeated)) for text in texts
        ]


@given(st.text(min_size=1, max_size=40).map(lambda text: " ".join(text.split())))
def test_a_column_of_hostile_text_gets_the_flags_that_each_side_gets(text: str) -> None:
    for which in (QUERY, GOLD):
        assert flags_of_column(which, [text], "However,", False) == [side_flags(which, Side(text, "However,"))]
