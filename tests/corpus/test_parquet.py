"""Parquet: rows are records as JSON has them, batch by batch; a damaged file is refused by name."""

import gzip
import io
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import arxiv, file_outcome, jsonl, outcome, s2orc
from pyarrow import parquet

from ratio_spark.corpus import files
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files


def stored(table: pa.Table | list[dict[str, object]], **options: object) -> bytes:
    """A table, or records, as the bytes of a Parquet file."""
    buffer = io.BytesIO()
    parquet.write_table(table if isinstance(table, pa.Table) else pa.Table.from_pylist(table), buffer, **options)
    return buffer.getvalue()


@pytest.fixture
def put(tmp_path: Path) -> Callable[[bytes], str]:
    def _put(content: bytes) -> str:
        (tmp_path / "file").write_bytes(content)
        return str(tmp_path / "file")

    return _put


@pytest.mark.parametrize("options", [{}, {"row_group_size": 1}, {"compression": "zstd"}, {"use_dictionary": False}])
@pytest.mark.parametrize(
    ("records", "name", "ids"),
    [
        ([jsonl(1), jsonl(2, title=None)], "jsonl", ["jsonl:1", "jsonl:2"]),
        ([jsonl(1, paragraphs=[{"section": None, "text": "One."}])], "jsonl", ["jsonl:1"]),
        ([arxiv(1)], "arxiv", ["arxiv:2005.00001"]),
        ([s2orc(corpusid=7), s2orc(corpusid=8)], "s2orc", ["s2orc:7", "s2orc:8"]),
    ],
)
def test_rows_are_records_in_the_layout_of_their_columns(put, read, options, records, name, ids):
    *papers, file = read(put(stored(records, **options)))
    assert [outcome(row) for row in papers] == [(n, "paper", paper_id, None) for n, paper_id in enumerate(ids)]
    assert file_outcome(file) == (name, None, len(ids), True)
    assert len(file["digest"]) == 64


def test_a_row_reads_as_the_same_json_object(put, write, read):
    record = jsonl(1, title="T", fields=["a"], paragraphs=[{"section": "S", "text": "One."}], doi="10.1/x")
    from_parquet, from_json = read(put(stored([record])))[0], read(write(record))[0]
    assert from_parquet | {"source_file": ""} == from_json | {"source_file": ""}


@pytest.mark.parametrize(
    ("value", "day", "precision"),
    [
        (date(2020, 5, 17), date(2020, 5, 17), "day"),
        (datetime(2020, 5, 17), date(2020, 5, 17), "day"),
        (2020, date(2020, 1, 1), "year"),
        (2020.0, date(2020, 1, 1), "year"),
        (float("nan"), None, "none"),
        (Decimal(2020), date(2020, 1, 1), "year"),
        (b"2020-05", date(2020, 5, 1), "month"),
    ],
)
def test_dates_of_any_type_are_read(put, read, value, day, precision):
    paper, _ = read(put(stored([jsonl(1, date=value)])))
    assert (paper["reason"], paper["pub_date"], paper["date_precision"]) == (None, day, precision)


def test_text_without_its_type_is_text_and_what_is_no_utf8_costs_its_row(put, read):
    ids = pa.array([b"1", b"\xff", b"3"], pa.binary())
    texts = pa.StringArray.from_buffers(3, pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])),
                                        pa.py_buffer(b"ab\xff"))  # fmt: skip
    *records, file = read(put(stored(pa.table({"paper_id": ids, "text": texts}))))
    assert [outcome(row)[2:] for row in records] == [("jsonl:1", None), (None, "not_utf8"), (None, "not_utf8")]
    assert file_outcome(file) == ("jsonl", None, 3, True)


def test_a_date_that_python_has_not_costs_its_row(put, read):
    days = pa.array([10_000_000, 0], pa.int32()).cast(pa.date32())
    table = pa.table({"paper_id": ["1", "2"], "text": ["A.", "B."], "date": days})
    *records, _ = read(put(stored(table)))
    assert [outcome(row)[2:] for row in records] == [(None, "wrong_layout"), ("jsonl:2", None)]


def test_a_row_over_the_limit_costs_only_itself(put, read):
    *records, file = read(put(stored([jsonl(1, note=""), jsonl(2, note="x" * 20_000), jsonl(3)])), "jsonl")
    assert [outcome(row)[3] for row in records] == [None, "record_too_large", None]
    assert file_outcome(file) == ("jsonl", None, 3, True)


def test_columns_in_no_known_layout_are_an_unknown_format(put, read):
    (file,) = read(put(stored([{"a": 1}] * 30)))
    assert file_outcome(file) == (None, "unknown_format", 0, False)


def test_rows_are_not_in_the_layout_of_a_document(put, read):
    (file,) = read(put(stored([jsonl(1)])), "jats")
    assert file_outcome(file) == ("jats", "wrong_layout", 0, False)


def test_parquet_within_gzip_is_refused_by_name(put, read):
    (file,) = read(put(gzip.compress(stored([jsonl(1)]))))
    assert file_outcome(file) == (None, "nested_archive", 0, False)


def test_a_table_without_rows_is_empty(put, read):
    (file,) = read(put(stored(pa.table({"paper_id": pa.array([], pa.string())}))))
    assert file_outcome(file) == (None, "empty_file", 0, False)


WHOLE = stored([jsonl(number, text="word " * 50) for number in range(50)], row_group_size=10)


@pytest.mark.parametrize("kept", [4, 5, 100, len(WHOLE) - 1])
def test_a_file_that_is_cut_off_has_no_footer(put, read, kept):
    (file,) = read(put(WHOLE[:kept]))
    assert file_outcome(file)[1:3] == ("truncated" if kept > 4 else "damaged", 0)


def test_a_damaged_file_gives_the_row_groups_before_the_damage(put, read):
    content = bytearray(WHOLE)
    start = parquet.ParquetFile(io.BytesIO(WHOLE)).metadata.row_group(3).column(0).dictionary_page_offset
    content[start : start + 40] = b"\xff" * 40
    *records, file = read(put(bytes(content)))
    assert [outcome(row)[3] for row in records] == [None] * 30
    assert file_outcome(file) == ("jsonl", "damaged", 30, False)


def test_an_error_of_the_store_is_not_damage(put, read, monkeypatch):
    def failing(_: str) -> None:
        raise OSError(5, "connection reset")

    path = put(WHOLE)
    monkeypatch.setattr("ratio_spark.corpus.streams.open_seekable", failing)
    (file,) = read(path)
    assert file_outcome(file) == (None, "unreadable", 0, False)
    assert files.open_seekable(path).read(4) == b"PAR1"


def test_a_large_file_streams_in_bounded_memory(tmp_path):
    table = pa.table({"paper_id": list(map(str, range(4_000))), "text": ["the words of a paper " * 1_000] * 4_000})
    path = tmp_path / "large"
    parquet.write_table(table, path, row_group_size=4_000, use_dictionary=False)
    del table
    before = pa.total_allocated_bytes()
    peak = rows = 0
    for batch in read_files([(str(path), "auto")], Limits(), batch_bytes=1_000_000):
        rows += batch.num_rows
        peak = max(peak, pa.total_allocated_bytes() - before)
    assert rows == 4_001
    assert peak < 50_000_000


def test_a_column_whose_name_is_no_utf8_is_damage(put, read):
    (file,) = read(put(WHOLE.replace(b"paper_id", b"\x80aper_id")))
    assert file_outcome(file) == (None, "damaged", 0, False)


@given(st.data())
def test_a_damaged_file_gives_records_and_refusals_that_add_up(tmp_path_factory, data):
    content = bytearray(WHOLE)
    for place in data.draw(st.lists(st.integers(4, len(content) - 5), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("any") / "x"
    path.write_bytes(content)
    *records, file = [row for batch in read_files([(str(path), "auto")], Limits()) for row in batch.to_pylist()]
    assert [row["record"] for row in records] == list(range(file["records"]))
    assert all((row["kind"] == "refusal") == (row["reason"] is not None) for row in records)
    assert file["complete"] == (file["reason"] is None)


def test_a_time_zone_that_nobody_knows_costs_its_rows(put, read):
    times = pa.array([0, None], pa.timestamp("us", "Mars/Phobos"))
    *records, file = read(put(stored(pa.table({"paper_id": ["1", "2"], "text": ["A.", "B."], "date": times}))))
    assert [outcome(row)[3] for row in records] == ["wrong_layout", None]
    assert "Mars/Phobos" in records[0]["detail"]
    assert file_outcome(file)[1:] == (None, 2, True)


def repeated(rows: int, characters: int) -> bytes:
    """A small file in which one stored text stands for those of all rows."""
    table = pa.table({"paper_id": list(map(str, range(rows))), "text": ["word " * (characters // 5)] * rows})
    content = stored(table, compression="zstd")
    assert len(content) < 20_000
    return content


def test_few_rows_of_a_file_that_repeats_one_text_are_in_memory_at_once(put):
    path, before, peak, rows = put(repeated(200, 500_000)), pa.total_allocated_bytes(), 0, 0
    for batch in read_files([(path, "auto")], Limits(), batch_bytes=1_000_000):
        rows += batch.num_rows
        peak = max(peak, pa.total_allocated_bytes() - before)
    assert rows == 201
    assert peak < 30_000_000


def test_what_rows_unpack_to_is_bounded(put):
    path = put(repeated(200, 50_000))
    *records, file = pa.Table.from_batches(read_files([(path, "auto")], Limits(unpacked_bytes=4_000_000))).to_pylist()
    assert {row["reason"] for row in records} == {None}
    assert 4_000_000 / 50_000 <= len(records) <= 4_000_000 / 50_000 + 128
    assert file_outcome(file) == ("jsonl", "unpacked_too_large", len(records), False)
