"""JSON in files that are one document, and lines that only look like one."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import arxiv, file_outcome, jsonl, outcome

from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files


def pretty(value: object) -> bytes:
    return json.dumps(value, indent=2).encode()


@pytest.fixture
def put(tmp_path):
    def _put(content: bytes, name: str = "file") -> str:
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return _put


def ids(rows: list[dict[str, object]]) -> list[object]:
    return [row["paper_id"] or row["reason"] for row in rows]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("name", ["auto", "jsonl"])
@pytest.mark.parametrize("content", [pretty(jsonl(1)), b"\xef\xbb\xbf\n" + pretty(jsonl(1)) + b"\n\n"])
def test_an_object_over_many_lines_is_one_record(put, read, pack, name, content):
    paper, file = read(put(pack(content)), name)
    assert outcome(paper) == (0, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", None, 1, True)


@pytest.mark.parametrize(
    "content",
    [
        pretty([arxiv(1), arxiv(2), arxiv(3)]),
        json.dumps([arxiv(1), arxiv(2), arxiv(3)]).encode(),
        b"[\n" + b",\n".join(json.dumps(arxiv(number)).encode() for number in (1, 2, 3)) + b"\n]",
        b"[{" + pretty(arxiv(1))[1:] + b"," + pretty([arxiv(2), arxiv(3)])[1:],
    ],
)
def test_the_objects_of_a_list_are_records(put, read, content):
    *papers, file = read(put(content))
    assert [outcome(row) for row in papers] == [(n, "paper", f"arxiv:2005.0000{n + 1}", None) for n in range(3)]
    assert file_outcome(file) == ("arxiv", None, 3, True)


def test_what_is_no_object_in_a_list_is_a_refusal_of_its_own(put, read):
    *records, file = read(put(pretty([1, jsonl(1), None, [jsonl(2)], jsonl(3)])))
    assert ids(records) == ["not_json", "jsonl:1", "not_json", "not_json", "jsonl:3"]
    assert file_outcome(file) == ("jsonl", None, 5, True)


@pytest.mark.parametrize("name", ["auto", "jsonl"])
@pytest.mark.parametrize(
    ("content", "detail"),
    [
        (pretty(jsonl(1))[:-2], "unexpected end of data"),
        (
            pretty(jsonl(1)).replace(b":", b"=", 1),
            "unexpected character, expected ':' after key: line 2 column 13 (char 14)",
        ),
        (b"[\n" + pretty(jsonl(1)), "unexpected end of data"),
        (b"{\n", "unexpected end of data"),
    ],
)
def test_a_broken_document_is_one_refusal(put, read, name, content, detail):
    refusal, file = read(put(content), name)
    assert outcome(refusal) == (0, "refusal", None, "not_json")
    assert refusal["detail"].startswith(detail)
    assert file_outcome(file) == (None if name == "auto" else name, None, 1, True)


def test_a_document_over_the_limit_is_one_refusal(put, read):
    refusal, file = read(put(pretty(jsonl(1, text="x" * 20_000))), "jsonl")
    assert outcome(refusal) == (0, "refusal", None, "record_too_large")
    assert file_outcome(file) == ("jsonl", None, 1, True)


def test_lines_after_a_broken_first_one_are_read_however_many(put, read):
    lines = [json.dumps(jsonl(number)) for number in range(500)]
    *records, file = read(put("\n".join(["{", *lines]).encode()))
    assert ids(records) == ["not_json", *(f"jsonl:{number}" for number in range(500))]
    assert file_outcome(file) == ("jsonl", None, 501, True)


def test_a_list_on_each_line_is_refused_line_by_line(put, read):
    *records, file = read(put(b"[1]\n[2]\n" + json.dumps(jsonl(1)).encode()))
    assert ids(records) == ["not_json", "not_json", "jsonl:1"]
    assert file_outcome(file) == ("jsonl", None, 3, True)


def test_an_object_of_one_long_line_streams(put, limits):
    path = put(json.dumps(jsonl(1, note="x" * 200_000)).encode())
    bound = Limits(record_bytes=300_000, latest_date=limits.latest_date)
    paper, _ = next(iter(read_files([(path, "auto")], bound))).to_pylist()
    assert paper["paper_id"] == "jsonl:1"


def test_an_empty_list_holds_no_record(put, read):
    (file,) = read(put(b"[]"))
    assert file_outcome(file) == (None, "empty_file", 0, False)


RECORDS = st.lists(
    st.integers(1, 99).map(jsonl) | st.integers() | st.text("{[]}\n", max_size=3), min_size=1, max_size=4
)


@given(RECORDS, st.sampled_from([None, 1]), st.booleans())
def test_a_list_gives_as_many_records_as_it_has_values(tmp_path_factory, values, indent, compressed):
    content = json.dumps(values, indent=indent).encode()
    path = tmp_path_factory.mktemp("any") / "x"
    path.write_bytes(gzip.compress(content) if compressed else content)
    *records, file = [row for batch in read_files([(str(path), "jsonl")], Limits()) for row in batch.to_pylist()]
    assert ids(records) == [f"jsonl:{each['paper_id']}" if isinstance(each, dict) else "not_json" for each in values]
    assert file_outcome(file) == ("jsonl", None, len(values), True)
