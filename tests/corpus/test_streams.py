"""How files are unpacked: by what their bytes are."""

import gzip
import io

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import file_outcome, jsonl, outcome, reason_of

from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.streams import CHUNK_BYTES, ChunkReader, InputStream, peek, unpacked

LINE = b'{"paper_id":"%d","text":"A."}\n'
LONG = b'{"paper_id":"%d","text":"' + b"A." * 2_000 + b'"}\n'


def zstd(content: bytes) -> bytes:
    return pa.compress(content, "zstd", asbytes=True)


@pytest.fixture
def put(tmp_path):
    def _put(content: bytes, name: str = "file") -> str:
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return _put


def no_limit(_: int) -> None:
    pass


@pytest.mark.parametrize("name", ["x.jsonl.zst", "x", "x.json"])
def test_zstandard_is_unpacked_whatever_its_name(write, put, read, name):
    paper, file = read(put(zstd(LINE % 1), name))
    assert outcome(paper) == (0, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", None, 1, True)


def test_zstandard_frames_one_after_the_other_are_one_stream(put, read):
    skippable = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"
    rows = read(put(skippable + zstd((LINE % 1)[:9]) + zstd(b"") + zstd((LINE % 1)[9:] + LINE % 2) + skippable))
    assert [row["paper_id"] for row in rows] == ["jsonl:1", "jsonl:2", None]


def test_zstandard_that_is_cut_off_gives_what_stands_before(put, read):
    packed = zstd(LONG % 1 + LONG % 2) + zstd(LONG % 3)
    *records, file = read(put(packed[:-3]), "jsonl")
    assert len(records) == 1
    assert file_outcome(file) == ("jsonl", "truncated", 1, False)


def test_zstandard_that_is_damaged_gives_what_stands_before(put, read):
    *records, file = read(put(zstd(LONG % 1 + LONG % 2) + b"<html>" * 9), "jsonl")
    assert len(records) == 1
    assert file_outcome(file) == ("jsonl", "damaged", 1, False)
    assert file["detail"].startswith("after 7168 unpacked bytes: ")


@pytest.mark.parametrize("ending", [".zst", ".zip", ".tgz", ".ZIP"])
def test_what_is_not_packed_as_its_name_says_is_not_read(put, read, ending):
    (file,) = read(put(b"<html>", f"x{ending}"))
    assert file_outcome(file) == (None, "not_as_named", 0, False)
    assert file["detail"] == f"named {ending.lower()}, but starts with the bytes 3c 68 74 6d"


@pytest.mark.parametrize("pack", [gzip.compress, zstd])
def test_chunks_are_at_most_one_mebibyte(put, pack):
    path = put(pack(b"x" * 3_000_000))
    sizes = [len(chunk) for chunk in InputStream(path).chunks()]
    assert sum(sizes) == 3_000_000
    assert max(sizes) <= CHUNK_BYTES


@given(st.lists(st.binary(max_size=9), max_size=6), st.sampled_from([bytes, gzip.compress, zstd]), st.data())
def test_unpacking_does_not_depend_on_chunks(pieces, pack, data):
    content = b"text" + b"".join(pieces)
    packed = pack(content)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(packed)), max_size=5)))
    chunks = [packed[start:end] for start, end in zip([0, *cuts], [*cuts, len(packed)], strict=True)]
    assert b"".join(unpacked(iter(chunks), "x", no_limit)) == content


@given(st.binary(max_size=40), st.sampled_from([b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b""]))
def test_any_bytes_are_unpacked_or_refused(content, magic):
    reason = reason_of(lambda: b"".join(unpacked(iter([magic + content]), "x", no_limit)))
    assert reason in (None, Reason.TRUNCATED, Reason.DAMAGED)


def test_looking_at_the_head_of_a_stream_takes_nothing_from_it():
    def chunks():
        yield b"abc"
        yield b"def"
        raise Refusal(Reason.DAMAGED, "here")

    head, again, ended, fault = peek(chunks(), 2)
    assert (head, ended, fault) == (b"abc", False, None)
    assert next(again) == b"abc"
    head, again, ended, fault = peek(chunks(), 9)
    assert (head, ended, fault.reason) == (b"abcdef", False, Reason.DAMAGED)
    assert next(again) == b"abcdef"
    with pytest.raises(Refusal, match="damaged: here"):
        next(again)
    assert peek(iter([b"a"]), 1)[::2] == (b"a", True)


def test_chunks_are_read_as_a_file():
    reader = ChunkReader(iter([b"abc", b"", b"d"]))
    assert [reader.read(2), reader.read(2), reader.read(), reader.read(5)] == [b"ab", b"c", b"d", b""]
    assert reader.ended
    assert isinstance(reader, io.RawIOBase)


def test_the_digest_is_that_of_the_stored_bytes_whether_read_or_not(put):
    path = put(gzip.compress(b"x" * 5_000_000))
    stream = InputStream(path)
    next(stream.chunks())
    assert stream.digest() == InputStream(path).digest()


def test_records_of_a_zip_are_those_of_its_file(put, read, write):
    assert read(write(jsonl(1), name="x.gz"))[0]["paper_id"] == "jsonl:1"
