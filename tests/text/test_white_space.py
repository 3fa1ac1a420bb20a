"""Texts with uneven white space are found in bytes exactly where collapsing changes a text."""

import sys

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratio_spark.text import white_space
from ratio_spark.text.normalise import collapse
from ratio_spark.text.white_space import uneven
from tests.text.hostile import FRAGMENTS

TEXTS = st.lists(st.none() | st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join), max_size=8)


def test_every_white_space_character_but_the_blank_is_uneven() -> None:
    signs = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.isspace()]
    found = uneven(pa.array([f"a{sign}b" for sign in signs]))
    assert [sign for sign, is_uneven in zip(signs, found.tolist(), strict=True) if not is_uneven] == [" "]


def test_no_other_character_is_uneven() -> None:
    signs = [chr(code) for code in range(1, 0x10000) if not chr(code).isspace() and not 0xD800 <= code < 0xE000]
    assert not uneven(pa.array([f"a {sign} b" for sign in signs])).any()


@given(TEXTS, st.integers(0, 3))
def test_uneven_is_what_collapsing_changes(texts: list[str | None], skipped: int) -> None:
    array = pa.array(texts, pa.string()).slice(skipped)
    assert uneven(array).tolist() == [text is not None and collapse(text) != text for text in texts[skipped:]]


@given(TEXTS)
def test_what_is_uneven_does_not_depend_on_where_chunks_begin(texts: list[str | None]) -> None:
    array = pa.array(texts, pa.string())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(white_space, "CHUNK", 5)
        in_small_chunks = uneven(array)
    assert in_small_chunks.tolist() == uneven(array).tolist()
