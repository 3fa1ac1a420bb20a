import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import reason_of

from ratio_spark.corpus.json_lines import lines, parse_json
from ratio_spark.corpus.refusals import Reason


def cut(*chunks: bytes, limit: int = 100) -> list[tuple[bytes | None, int, bool]]:
    return [(line.data, line.size, line.ended) for line in lines(chunks, limit)]


def test_lines_end_at_line_feeds_only_wherever_chunks_end():
    separator = "\u2028".encode()
    assert cut(b'{"a":', b'"' + separator + b"\x0c" + b'"}\n{', b"}\n") == [
        (b'{"a":"' + separator + b'\x0c"}', 12, True),
        (b"{}", 2, True),
    ]


def test_blank_lines_are_no_records():
    assert cut(b"\n \t\r\n{}\n\n") == [(b"{}", 2, True)]


def test_the_last_line_needs_no_line_feed_but_is_known_not_to_have_one():
    assert cut(b"{}\n{}") == [(b"{}", 2, True), (b"{}", 2, False)]


def test_a_byte_order_mark_is_dropped_at_the_start_only():
    assert cut(b"\xef\xbb", b"\xbf{}\n\xef\xbb\xbf{}") == [(b"{}", 5, True), (b"\xef\xbb\xbf{}", 5, False)]
    assert cut(b"\xef\xbb\xbf") == []


def test_a_line_over_the_limit_is_counted_and_not_held():
    assert cut(b"aa\n", b"b" * 3, b"b" * 3, b"\ncc\n", limit=4) == [
        (b"aa", 2, True),
        (None, 6, True),
        (b"cc", 2, True),
    ]
    assert cut(b"aaaaa\nbbbb\nccccc", limit=4) == [(None, 5, True), (b"bbbb", 4, True), (None, 5, False)]


@given(st.lists(st.binary(max_size=12)), st.integers(1, 6))
def test_cutting_does_not_depend_on_chunks(chunks, limit):
    assert list(lines(chunks, limit)) == list(lines([b"".join(chunks)], limit))


@given(st.binary(max_size=60))
def test_lines_are_those_of_a_split(data):
    whole = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    assert [line.data for line in lines([data], 100)] == [line for line in whole if line.strip()]


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (rb'"\ud83d\ude00"', "\U0001f600"),
        (rb'"a\ud800b"', "a\ufffdb"),
        (rb'"\udc00\ud800"', "\ufffd\ufffd"),
        (rb'"\ud83d\ude00\ud83d"', "\U0001f600\ufffd"),
        (rb'"\\ud800\ud800"', "\\ud800\ufffd"),
        (rb'"\\\ud800"', "\\\ufffd"),
        (rb'{"a":1,"a":2}', {"a": 2}),
    ],
)
def test_half_a_surrogate_pair_becomes_one_replacement_character(data, value):
    assert parse_json(data) == value
    assert parse_json(data.decode()) == value


@given(st.text(st.characters(exclude_categories=[]) | st.sampled_from("\\u\ud800\udc00\ud83d"), max_size=20))
def test_mended_text_keeps_its_length(text):
    as_utf16 = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert len(parse_json(json.dumps(text))) == len(as_utf16)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", Reason.NOT_JSON),
        (b"nul", Reason.NOT_JSON),
        (b"NaN", Reason.NOT_JSON),
        (b'{"a":Infinity}', Reason.NOT_JSON),
        (b"1e999", Reason.NOT_JSON),
        (b"[" * 5000 + b"]" * 5000, Reason.NOT_JSON),
        (rb'"\ud800', Reason.NOT_JSON),
        (b'"\xff"', Reason.NOT_UTF8),
        (b'"\xed\xa0\x80"', Reason.NOT_UTF8),
        ("{}".encode("utf-16"), Reason.NOT_UTF8),
    ],
)
def test_what_is_no_json_is_refused(data, reason):
    assert reason_of(lambda: parse_json(data)) is reason


@given(st.binary(max_size=40))
def test_any_bytes_are_json_or_refused(data):
    assert reason_of(lambda: parse_json(data)) in (None, Reason.NOT_JSON, Reason.NOT_UTF8)
