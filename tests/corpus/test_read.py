"""How files are read: which format, in which order, in how much memory, and that all records add up."""

import gzip
import tracemalloc
from datetime import date
from pathlib import Path

import orjson
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import arxiv, file_outcome, jsonl, outcome, s2orc, s2orc_papers

from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import RECORDS_SCHEMA, read_files

LIMITS = Limits(record_bytes=200, paper_characters=100, latest_date=date(2027, 6, 30))


@pytest.mark.parametrize(
    ("record", "name"),
    [(jsonl(), "jsonl"), (arxiv(), "arxiv"), (s2orc(), "s2orc"), (s2orc_papers(), "s2orc_papers")],
)
def test_auto_looks_at_the_records_not_at_the_name(write, read, record, name):
    _, file = read(write(record, name="s2orc.arxiv"))
    assert file_outcome(file) == (name, None, 1, True)


def test_auto_is_not_misled_by_broken_records_before_a_sound_one(write, read):
    rows = read(write(b"{", b"\xff", {}, {"paper_id": None, "text": "A."}, arxiv(1)))
    assert [outcome(row)[::3] for row in rows] == [
        (0, "not_json"), (1, "not_utf8"), (2, "wrong_layout"), (3, "wrong_layout"), (4, None), (None, None),
    ]  # fmt: skip
    assert file_outcome(rows[-1]) == ("arxiv", None, 5, True)


def test_auto_gives_up_after_twenty_records(write, read):
    assert file_outcome(read(write(*[{}] * 19, jsonl()))[-1]) == ("jsonl", None, 20, True)
    assert file_outcome(read(write(*[{}] * 20, jsonl()))[-1]) == (None, "unknown_format", 0, False)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n \n"])
@pytest.mark.parametrize("name", ["x.jsonl", "x.gz"])
def test_line_ends_and_compression_make_no_difference(write, read, end, name):
    first, second, file = read(write(jsonl(1), jsonl(2), name=name, end=end))
    assert [outcome(first), outcome(second)] == [(0, "paper", "jsonl:1", None), (1, "paper", "jsonl:2", None)]
    assert file_outcome(file) == ("jsonl", None, 2, True)


def test_a_byte_order_mark_is_no_part_of_the_first_record(write, read):
    first, _, file = read(write(b"\xef\xbb\xbf" + orjson.dumps(jsonl(1)), jsonl(2)))
    assert outcome(first) == (0, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", None, 2, True)


def test_gzip_members_one_after_the_other_are_one_stream(tmp_path, read):
    lines = orjson.dumps(jsonl(1)) + b"\n" + orjson.dumps(jsonl(2)) + b"\n"
    path = tmp_path / "joined.data"
    path.write_bytes(gzip.compress(lines[:30]) + gzip.compress(b"") + gzip.compress(lines[30:]) + bytes(600))
    assert [outcome(row)[2] for row in read(str(path))] == ["jsonl:1", "jsonl:2", None]


def test_first_ends_the_reading_of_each_file_and_says_so(write, limits):
    three, two = write(jsonl(1), jsonl(2), jsonl(3), name="3"), write(jsonl(4), jsonl(5), name="2")
    (batch,) = read_files([(three, "auto"), (two, "jsonl")], limits, first=2)
    rows = batch.to_pylist()
    assert [row["paper_id"] for row in rows] == ["jsonl:1", "jsonl:2", None, "jsonl:4", "jsonl:5", None]
    assert file_outcome(rows[2]) == ("jsonl", None, 2, False)
    assert file_outcome(rows[5]) == ("jsonl", None, 2, True)


def test_batches_are_bounded_by_the_bytes_of_their_records_and_keep_the_order(write, limits):
    path = write(*(jsonl(number, paragraphs=["x" * 100]) for number in range(10)))
    batches = list(read_files([(path, "auto")], limits, batch_bytes=460))
    assert [batch.num_rows for batch in batches] == [3, 3, 3, 2]
    assert pa.Table.from_batches(batches, RECORDS_SCHEMA).column("record").to_pylist() == [*range(10), None]
    for batch in batches:
        batch.validate(full=True)


def test_the_text_hash_tells_texts_headings_and_borders_apart(write, read):
    layouts = [["a", "b"], ["ab"], ["b", "a"], [{"section": "a", "text": "b"}], ["a\x1eb"], ["a", "b", "c"]]
    rows = read(write(*(jsonl(number, paragraphs=each) for number, each in enumerate([*layouts, [" a", "b\n"]]))))
    hashes = [row["text_hash"] for row in rows[:-1]]
    assert len(set(hashes)) == 6
    assert hashes[6] == hashes[0]
    assert {len(each) for each in hashes} == {32}


def test_a_large_file_streams_in_bounded_memory(tmp_path):
    line = orjson.dumps(jsonl(1, paragraphs=["word " * 2_000])) + b"\n"
    path = tmp_path / "large.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as stream:
        for _ in range(6):
            stream.write(line * 1_000)
        stream.write(b'{"paper_id": "' + b"x" * 60_000_000 + b'"}\n')
    limits = Limits(record_bytes=1_000_000)
    next(iter(read_files([(str(path), "auto")], limits, first=1)))
    tracemalloc.start()
    rows = 0
    for batch in read_files([(str(path), "auto")], limits, batch_bytes=1_000_000):
        rows += batch.num_rows
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert rows == 6_002
    assert peak < 20_000_000


@pytest.mark.parametrize("name", ["auto", "jsonl"])
@given(lines=st.lists(st.one_of(
    st.binary(max_size=30),
    st.builds(lambda n: orjson.dumps(jsonl(n)), st.integers(0, 9)),
    st.builds(lambda text: orjson.dumps({"paper_id": "t", "text": text}), st.text(max_size=120)),
    st.just(b'{"paper_id": "big", "text": "' + b"x" * 200 + b'"}'),
), max_size=8), compressed=st.booleans(), cut=st.integers(0, 40))  # fmt: skip
def test_whatever_a_file_holds_its_records_add_up(tmp_path_factory, name, lines, compressed, cut):
    content = b"\n".join(lines)
    content = gzip.compress(content) if compressed else content
    path = Path(tmp_path_factory.mktemp("any")) / "x"
    path.write_bytes(content[: len(content) - cut] if cut < len(content) else content)
    table = pa.Table.from_batches(read_files([(str(path), name)], LIMITS), RECORDS_SCHEMA)
    table.validate(full=True)
    *records, file = table.to_pylist()
    assert [row["record"] for row in records] == list(range(file["records"]))
    assert {row["kind"] for row in records} <= {"paper", "refusal"}
    assert [row for row in records if (row["kind"] == "paper") != (row["reason"] is None)] == []
    assert file["complete"] == (file["reason"] is None)
