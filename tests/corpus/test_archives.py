"""Archives: each member is read on its own, nothing is lost, and no archive can do harm."""

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import arxiv, file_outcome, jsonl, outcome, s2orc

from ratio_spark.corpus import streams
from ratio_spark.corpus.archives import Part, is_tar, parts
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files
from ratio_spark.corpus.refusals import Refusal
from ratio_spark.corpus.streams import InputStream

Members = Mapping[str, bytes]


def lines(*records: object) -> bytes:
    return b"".join(orjson.dumps(each) + b"\n" for each in records)


def tar(members: Members, **changes: Any) -> bytes:
    """A tar archive; `changes` are attributes that the header of each member gets."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=changes.pop("format", tarfile.PAX_FORMAT)) as archive:
        for name, content in members.items():
            header = tarfile.TarInfo(name)
            header.size = len(content)
            for attribute, value in changes.items():
                setattr(header, attribute, value)
            archive.addfile(header, io.BytesIO(content))
    return buffer.getvalue()


def zipped(members: Members, method: int = zipfile.ZIP_DEFLATED, mode: int = 0) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            header = zipfile.ZipInfo(name)
            header.compress_type = method
            header.external_attr = mode << 16
            archive.writestr(header, content)
    return buffer.getvalue()


def zstd(content: bytes) -> bytes:
    return pa.compress(content, "zstd", asbytes=True)


MEMBERS = {"a/1.jsonl": lines(jsonl(1), jsonl(2)), "a/2.txt": lines(arxiv(3)), "3": lines(s2orc())}
PACKERS = {
    "tar": tar,
    "ustar": lambda members: tar(members, format=tarfile.USTAR_FORMAT),
    "gnu": lambda members: tar(members, format=tarfile.GNU_FORMAT),
    "tar.gz": lambda members: gzip.compress(tar(members)),
    "tar.zst": lambda members: zstd(tar(members)),
    "zip": zipped,
    "zip, stored": lambda members: zipped(members, zipfile.ZIP_STORED),
}


@pytest.fixture
def put(tmp_path):
    """Write bytes to a file with a name that tells nothing."""

    def _put(content: bytes, name: str = "file") -> str:
        path = tmp_path / name
        path.write_bytes(content)
        return str(path)

    return _put


@pytest.mark.parametrize("packer", PACKERS)
def test_the_members_of_an_archive_are_read_each_in_its_format_and_numbered_through(put, read, packer):
    *records, file = read(put(PACKERS[packer](MEMBERS)))
    assert [outcome(row) for row in records] == [
        (0, "paper", "jsonl:1", None),
        (1, "paper", "jsonl:2", None),
        (2, "paper", "arxiv:2005.00003", None),
        (3, "paper", "s2orc:7", None),
    ]
    assert [row["format"] for row in records] == ["jsonl", "jsonl", "arxiv", "s2orc"]
    assert file_outcome(file) == ("arxiv, jsonl, s2orc", None, 4, True)
    assert len(file["digest"]) == 64


@pytest.mark.parametrize("packer", ["tar", "tar.gz", "zip"])
@pytest.mark.parametrize("pack", [gzip.compress, zstd])
def test_a_compressed_member_is_unpacked(put, read, packer, pack):
    paper, file = read(put(PACKERS[packer]({"1.jsonl.any": pack(lines(jsonl(1)))})))
    assert outcome(paper) == (0, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", None, 1, True)


@pytest.mark.parametrize("packer", ["tar", "zip"])
def test_a_member_in_no_known_format_is_one_refusal_that_names_it(put, read, packer):
    members = {
        "x/picture.png": b"\x89PNG\r\n\x1a\n\0\0",
        "1.jsonl": lines(jsonl(1)),
        "x.json": b'{"a": 1}\n' * 40,
        "x.xml": b"<unknown/>",
        "empty.jsonl": b"",
        "cut.jsonl": lines(jsonl(2)) + b'{"paper_id": "3", "te',
        "broken.xml": b"<a>\n</b>",
    }
    *records, file = read(put(PACKERS[packer](members)))
    assert [outcome(row) for row in records] == [
        (0, "refusal", None, "unknown_format"),
        (1, "paper", "jsonl:1", None),
        (2, "refusal", None, "unknown_format"),
        (3, "refusal", None, "unknown_format"),
        (4, "refusal", None, "empty_file"),
        (5, "paper", "jsonl:2", None),
        (6, "refusal", None, "truncated"),
        (7, "refusal", None, "not_xml"),
    ]
    assert [row["detail"].partition(": ")[0] for row in records if row["reason"]] == [
        "x/picture.png", "x.json", "x.xml", "empty.jsonl", "cut.jsonl", "broken.xml",
    ]  # fmt: skip
    assert records[0]["detail"] == "x/picture.png: its first bytes are 89 50 4e 47 0d 0a 1a 0a"
    assert records[7]["detail"].startswith("broken.xml: line 2: Opening and ending tag mismatch")
    assert file_outcome(file) == ("jsonl", None, 8, True)


def test_the_detail_of_a_broken_record_begins_with_its_member(put, read):
    refusal, paper, _ = read(put(tar({"d/x.jsonl": b"{\n" + lines(jsonl(1))})))
    assert (refusal["reason"], refusal["detail"].partition(": ")[0]) == ("not_json", "d/x.jsonl")
    assert outcome(paper) == (1, "paper", "jsonl:1", None)


def test_a_named_format_is_that_of_all_members(put, read):
    *records, file = read(put(tar(MEMBERS)), "arxiv")
    assert [outcome(row)[3] for row in records] == ["wrong_layout", "wrong_layout", None, "wrong_layout"]
    assert file_outcome(file) == ("arxiv", None, 4, True)


def test_first_ends_the_reading_within_an_archive(put, read):
    rows = read(put(tar(MEMBERS)), first=3)
    assert [row["paper_id"] for row in rows] == ["jsonl:1", "jsonl:2", "arxiv:2005.00003", None]
    assert file_outcome(rows[-1]) == ("arxiv, jsonl", None, 3, False)
    assert rows[-1]["digest"] is None


HIDDEN = ["_SUCCESS", "a/.hidden", ".git/x", "__MACOSX/a/._1.jsonl", "a/_x/1", "./.x"]


@pytest.mark.parametrize("packer", ["tar", "zip"])
def test_hidden_members_are_left_out_as_in_folders(put, read, packer):
    members = {"./a/./1.jsonl": lines(jsonl(1))} | dict.fromkeys(HIDDEN, lines(jsonl(2)))
    paper, file = read(put(PACKERS[packer](members)))
    assert (paper["paper_id"], file["records"]) == ("jsonl:1", 1)


ODD_NAMES = ["/etc/passwd", "../../up.jsonl", "C:\\x", "a\nb", "caf\xe9/\U0001f600", "x" * 3_000]


@pytest.mark.parametrize("packer", ["tar", "gnu", "zip"])
def test_the_names_of_members_are_never_paths(put, read, tmp_path, packer):
    path = put(PACKERS[packer](dict.fromkeys(ODD_NAMES, b"%PDF")))
    *records, file = read(path)
    names = [row["detail"].partition(": its first bytes")[0] for row in records]
    assert [name for name in names if len(name) < 100] == [
        "/etc/passwd", "../../up.jsonl", "C:\\x", "a b", "caf\xe9/\U0001f600",
    ]  # fmt: skip
    assert max(map(len, names)) == 150
    assert file["records"] == 6
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_what_is_no_regular_file_in_a_tar_is_left_out(put, read):
    kinds = (tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for kind in kinds:
            header = tarfile.TarInfo(f"m{kind.decode()}")
            header.type, header.linkname = kind, "/etc/passwd"
            archive.addfile(header)
    (file,) = read(put(buffer.getvalue()))
    assert file_outcome(file) == (None, "empty_file", 0, False)


def test_what_is_no_regular_file_in_a_zip_is_left_out(put, read):
    (file,) = read(put(zipped({"link": b"/etc/passwd", "folder/": b""}, mode=stat.S_IFLNK | 0o777)))
    assert file_outcome(file) == (None, "empty_file", 0, False)


@pytest.mark.parametrize("content", [tar({}), zipped({})])
def test_an_archive_without_members_gives_nothing(put, read, content):
    (file,) = read(put(content))
    assert (file["records"], file["complete"]) == (0, False)


INNER = [tar(MEMBERS), gzip.compress(tar(MEMBERS)), zipped(MEMBERS), zstd(tar(MEMBERS))]


@pytest.mark.parametrize("packer", ["tar", "tar.gz", "zip"])
@pytest.mark.parametrize("inner", INNER)
def test_an_archive_within_an_archive_is_refused_by_name(put, read, packer, inner):
    refusal, paper, file = read(put(PACKERS[packer]({"in/ner.tar": inner, "1.jsonl": lines(jsonl(1))})))
    assert outcome(refusal) == (0, "refusal", None, "nested_archive")
    assert refusal["detail"].startswith("in/ner.tar: ")
    assert outcome(paper) == (1, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", None, 2, True)


def test_a_zip_within_gzip_is_refused(put, read):
    (file,) = read(put(gzip.compress(zipped(MEMBERS))))
    assert file_outcome(file) == (None, "nested_archive", 0, False)


@pytest.mark.parametrize("first", ["[Content_Types].xml", "mimetype"])
def test_an_office_document_is_no_archive_of_papers(put, read, first):
    (file,) = read(put(zipped({first: b"x", "word/document.xml": b"<x/>"})))
    assert file_outcome(file) == (None, "unknown_format", 0, False)


MANY = {f"{number}.jsonl": lines(jsonl(number, text="x" * 400)) for number in range(8)}


def cut_of(content: bytes, numbers: range) -> list[tuple[object, ...]]:
    return [(number, "paper", f"jsonl:{number}", None) for number in numbers]


@pytest.mark.parametrize("kept", [512 * 4 + 100, 512 * 4, 512 * 3 + 7, 512 * 5])
def test_a_tar_that_is_cut_off_gives_what_stands_before_the_cut(put, read, kept):
    content = tar(MANY, format=tarfile.USTAR_FORMAT)[:kept]
    *records, file = read(put(content))
    whole = kept // 1024
    assert [outcome(row) for row in records[:whole]] == cut_of(content, range(whole))
    assert file_outcome(file)[1:] == ("truncated", len(records), False)


def test_a_tar_without_its_end_mark_is_cut_off(put, read):
    content = tar(MANY, format=tarfile.USTAR_FORMAT)[: 512 * 16]
    *records, file = read(put(content))
    assert [outcome(row) for row in records] == cut_of(content, range(8))
    assert file_outcome(file) == ("jsonl", "truncated", 8, False)
    assert "without its end mark" in file["detail"]


def test_a_tar_in_a_gzip_that_is_cut_off_is_truncated(put, read):
    content = gzip.compress(tar(MANY))
    (*_, file) = read(put(content[: len(content) - 30]))
    assert file_outcome(file)[1] == "truncated"
    # All of the archive is there; its checksum is not.
    assert file_outcome(read(put(content[:-6]))[-1]) == ("jsonl", "truncated", 8, False)


def test_a_damaged_header_is_no_end_of_the_archive(put, read):
    content = bytearray(tar(MANY, format=tarfile.USTAR_FORMAT))
    content[512 * 4 + 20] ^= 1
    *records, file = read(put(bytes(content)))
    assert [outcome(row) for row in records] == cut_of(content, range(2))
    assert file_outcome(file) == ("jsonl", "damaged", 2, False)


def test_archives_one_after_the_other_are_one(put, read):
    *records, file = read(put(tar({"1": lines(jsonl(1))}) + tar({"2": lines(jsonl(2))})))
    assert [row["paper_id"] for row in records] == ["jsonl:1", "jsonl:2"]
    assert file_outcome(file) == ("jsonl", None, 2, True)


def test_an_extended_header_that_claims_much_is_not_read_into_memory(put, read):
    content = bytearray(tar({"x" * 300: lines(jsonl(1))}, format=tarfile.GNU_FORMAT))
    header = tarfile.TarInfo("././@LongLink")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 2 << 30
    content[:512] = header.tobuf(tarfile.GNU_FORMAT)
    (file,) = read(put(bytes(content)))
    assert file_outcome(file) == (None, "damaged", 0, False)
    assert "2147483648 bytes" in file["detail"]


def test_a_chain_of_extended_headers_is_damage(put, read):
    header = tarfile.TarInfo("././@PaxHeader")
    header.type = tarfile.XHDTYPE
    (file,) = read(put(header.tobuf(tarfile.USTAR_FORMAT) * 3_000))
    assert file_outcome(file) == (None, "damaged", 0, False)


def test_a_sparse_member_is_not_unpacked(put, read):
    header = tarfile.TarInfo("sparse")
    header.type, header.size = tarfile.GNUTYPE_SPARSE, 0
    refusal, _ = read(put(header.tobuf(tarfile.GNU_FORMAT) + bytes(1024)))
    assert outcome(refusal) == (0, "refusal", None, "not_unpackable")


def test_a_zip_that_is_cut_off_has_no_directory(put, read):
    content = zipped(MANY)
    (file,) = read(put(content[:-40]))
    assert file_outcome(file) == (None, "truncated", 0, False)


def test_a_damaged_member_of_a_zip_costs_only_itself(put, read):
    content = bytearray(zipped(MANY, zipfile.ZIP_STORED))
    content[content.index(b"x" * 9) + 5] ^= 1
    *records, file = read(put(bytes(content)))
    assert [outcome(row)[3] for row in records] == ["damaged"] + [None] * 7
    assert records[0]["detail"] == "0.jsonl: Bad CRC-32 for file '0.jsonl'"
    assert file_outcome(file) == ("jsonl", None, 8, True)


def test_a_member_with_a_password_or_an_odd_method_is_refused_by_name(put, read):
    locked = bytearray(zipped({"locked": b"x", "1": lines(jsonl(1))}))
    locked[locked.rindex(b"PK\x01\x02", 0, locked.rindex(b"PK\x01\x02")) + 8] |= 1
    refusal, paper, file = read(put(bytes(locked)))
    assert outcome(refusal) == (0, "refusal", None, "not_unpackable")
    assert refusal["detail"] == "locked: it needs a password"
    assert (paper["paper_id"], file["records"]) == ("jsonl:1", 2)
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        refusal, _ = read(put(zipped({"odd": b"x" * 100}, method)))
        assert refusal["detail"] == f"odd: packed by method {method}, not by deflate"


def test_a_zip64_archive_is_read(put, read):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, archive.open("1.jsonl", "w", force_zip64=True) as member:
        member.write(lines(jsonl(1)))
    assert read(put(buffer.getvalue()))[0]["paper_id"] == "jsonl:1"


def test_more_members_than_a_zip_without_zip64_can_have_are_read(put, read):
    members = {f"_{number}": b"" for number in range(65_600)} | {"last": lines(jsonl(1))}
    assert read(put(zipped(members, zipfile.ZIP_STORED)))[0]["paper_id"] == "jsonl:1"


BOUND = Limits(record_bytes=10_000, latest_date=date(2027, 6, 30), unpacked_bytes=100_000, unpacked_ratio=20)
ZEROS = lines(jsonl(1)) + bytes(50_000_000)
BOMBS = {
    "gz": gzip.compress(ZEROS),
    "zst": zstd(ZEROS),
    "tar.gz": gzip.compress(tar({"1": ZEROS})),
    "tar.zst": zstd(tar({"1": ZEROS})),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_ends_in_a_refusal(put, kind):
    path = put(BOMBS[kind])
    *records, file = [row for batch in read_files([(path, "auto")], BOUND) for row in batch.to_pylist()]
    assert [outcome(row) for row in records] == [(0, "paper", "jsonl:1", None)][: file["records"]]
    assert file_outcome(file)[1::2] == ("unpacked_too_large", False)


@pytest.mark.parametrize(("packer", "pack"), [(zipped, bytes), (zipped, gzip.compress), (tar, zstd)])
def test_a_bomb_among_the_members_ends_the_archive(put, packer, pack):
    path = put(packer({"0": lines(jsonl(0)), "bomb": pack(ZEROS), "2": lines(jsonl(2))}))
    *records, file = [row for batch in read_files([(path, "auto")], BOUND) for row in batch.to_pylist()]
    assert [outcome(row)[2] for row in records] == ["jsonl:0", "jsonl:1"]
    assert file_outcome(file) == ("jsonl", "unpacked_too_large", 2, False)
    assert file["detail"].startswith("bomb: ")


def test_overlapping_members_of_a_zip_are_bounded_together(put):
    """Many entries of one directory that name the same compressed bytes."""
    content = zipped({"0": bytes(90_000)})
    start = content.index(b"PK\x01\x02")
    entry, end = content[start:-22], bytearray(content[-22:])
    end[8:12] = (1000).to_bytes(2, "little") * 2
    end[12:16] = (1000 * len(entry)).to_bytes(4, "little")
    path = put(content[:start] + entry * 1000 + bytes(end))
    *records, file = [row for batch in read_files([(path, "auto")], BOUND) for row in batch.to_pylist()]
    assert {row["reason"] for row in records} == {"unknown_format"}
    assert file_outcome(file)[1:] == ("unpacked_too_large", len(records), False)
    assert len(records) < 20


def test_an_error_of_the_store_within_an_archive_is_not_damage(put, read, monkeypatch):
    content = tar(MANY)

    class Failing(io.BytesIO):
        def read(self, size):
            if self.tell() > 5_000:
                raise OSError("connection reset")
            return super().read(1_000)

    monkeypatch.setattr(streams, "open_file", lambda _: Failing(content))
    *records, file = read(put(content))
    assert [row["paper_id"] for row in records] == [f"jsonl:{number}" for number in range(5)]
    assert file_outcome(file) == ("jsonl", "unreadable", 5, False)
    assert file["detail"] == "5.jsonl: connection reset"


def test_a_file_that_only_looks_like_a_tar_is_none():
    assert not is_tar(b"x" * 257 + b"ustar\x0000" + b"x" * 300)
    assert not is_tar(tar(MEMBERS)[:511])
    assert is_tar(tar(MEMBERS)[:512])


PACKED = [pack(MEMBERS) for pack in PACKERS.values()]


@given(data=st.data())
def test_a_damaged_archive_gives_records_and_refusals_that_add_up(tmp_path_factory, data):
    content = bytearray(data.draw(st.sampled_from(PACKED)))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.none() | st.integers(0, len(content)))
    path = Path(tmp_path_factory.mktemp("any")) / "x"
    path.write_bytes(content[:cut])
    *records, file = [row for batch in read_files([(str(path), "auto")], BOUND) for row in batch.to_pylist()]
    assert [row["record"] for row in records] == list(range(file["records"]))
    assert all((row["kind"] == "refusal") == (row["reason"] is not None) for row in records)
    assert file["complete"] == (file["reason"] is None)


def read_whole(part: Part) -> bytes:
    return b"".join(part.chunks)


def test_headers_of_members_are_not_kept(put):
    path = put(tar({f"{number}": b"%PDF" for number in range(5)}))
    seen = [(part.name, read_whole(part)) for part in parts(InputStream(path))]
    assert seen == [(str(number), b"%PDF") for number in range(5)]


def test_a_part_left_unread_does_not_disturb_the_next(put):
    path = put(tar({"0": b"x" * 5_000, "1": b"y" * 5_000}))
    names = []
    for part in parts(InputStream(path)):
        names.append(part.name)
        if part.name == "1":
            assert read_whole(part) == b"y" * 5_000
    assert names == ["0", "1"]


def test_the_refusal_of_a_whole_archive_is_noted_on_its_stream(put):
    stream = InputStream(put(tar(MANY)[:700]))
    with pytest.raises(Refusal) as refused:
        list(map(read_whole, parts(stream)))
    assert refused.value is stream.fault
