"""Every reason for a refusal, and what is kept beside it."""

import gzip
import io
import os
from datetime import date
from pathlib import Path

import pytest
from layouts import arxiv, file_outcome, jsonl, outcome, s2orc, s2orc_papers, span, withdrawn

from ratio_spark.corpus import rows, streams
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.errors import ConfigurationError

TEXT = "Title\n\nFirst one. Second."
ALL = len(TEXT)

BROKEN_RECORDS = [
    ("jsonl", b'{"paper_id": "x", ', "not_json", None),
    ("jsonl", b"[1]", "not_json", None),
    ("jsonl", b'{"paper_id": NaN}', "not_json", None),
    ("jsonl", b'{"paper_id": ' + b"[" * 2000 + b"]" * 2000 + b"}", "not_json", None),
    ("jsonl", b"\0" * 20, "not_json", None),
    ("jsonl", b'{"paper_id": "x", "text": "caf\xe9"}', "not_utf8", None),
    ("jsonl", jsonl(text="x" * 10_000), "record_too_large", None),
    ("jsonl", {"paper_id": "x", "body": "y"}, "wrong_layout", None),
    ("jsonl", {}, "wrong_layout", None),
    ("jsonl", jsonl(9, title=["T"]), "wrong_layout", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs="One."), "wrong_layout", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs=["One.", 2]), "wrong_layout", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs=[{"section": "S"}]), "wrong_layout", "jsonl:9"),
    ("jsonl", jsonl(9, fields="cs.CL"), "wrong_layout", "jsonl:9"),
    ("jsonl", jsonl(9, fields=[None]), "wrong_layout", "jsonl:9"),
    ("jsonl", {"text": "One."}, "no_id", None),
    ("jsonl", jsonl(paper_id=None), "no_id", None),
    ("jsonl", jsonl(paper_id=" \u2003\0"), "no_id", None),
    ("jsonl", jsonl(paper_id=True), "no_id", None),
    ("jsonl", jsonl(paper_id="x" * 201), "no_id", None),
    ("jsonl", jsonl(paper_id=["a"]), "no_id", None),
    ("jsonl", b'{"paper_id": ' + b"9" * 30 + b', "text": "A."}', "no_id", None),
    ("jsonl", jsonl(9, date="2005-09-31"), "impossible_date", "jsonl:9"),
    ("jsonl", jsonl(9, date="Summer"), "impossible_date", "jsonl:9"),
    ("jsonl", jsonl(9, date="2089-01-01"), "impossible_date", "jsonl:9"),
    ("jsonl", jsonl(9, date="0212-01-01"), "impossible_date", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs=[]), "no_paragraphs", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs=[" ", "\0"]), "no_paragraphs", "jsonl:9"),
    ("jsonl", {"paper_id": "9", "text": None}, "no_paragraphs", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs=["x" * 1_000, "y" * 1_001]), "paper_too_long", "jsonl:9"),
    ("jsonl", jsonl(9, paragraphs=[{"section": "s" * 1_000, "text": "y"}] * 2), "paper_too_long", "jsonl:9"),
    ("arxiv", arxiv(listed="2025-13-01"), "impossible_date", "arxiv:2005.00001"),
    ("arxiv", arxiv(abstract=""), "no_paragraphs", "arxiv:2005.00001"),
    ("arxiv", arxiv(abstract=5), "wrong_layout", "arxiv:2005.00001"),
    ("s2orc", s2orc(TEXT, paragraph=[span(7, ALL + 1)]), "offsets_outside", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(-1, 5)]), "offsets_outside", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(9, 8)]), "offsets_outside", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(7, ALL), span(9, 9)]), "offsets_outside", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(7, 9)], sectionheader=[span(0, 99)]), "offsets_outside", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(7, 20), span(19, ALL)]), "offsets_overlap", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(7, ALL), span(9, 12)]), "offsets_overlap", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=None), "annotations_null", "s2orc:7"),
    ("s2orc", s2orc() | {"content": {"text": TEXT, "annotations": None}}, "annotations_null", "s2orc:7"),
    ("s2orc", s2orc() | {"content": {"text": None, "annotations": None}}, "no_paragraphs", "s2orc:7"),
    ("s2orc", s2orc() | {"content": None}, "no_paragraphs", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[]), "no_paragraphs", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(5, 7)]), "no_paragraphs", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span("seven", 9)]), "wrong_layout", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(True, 9)]), "wrong_layout", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=[span(None, "9" * 5_000)]), "wrong_layout", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph=["7..9"]), "wrong_layout", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph={"start": 7, "end": 9}), "wrong_layout", "s2orc:7"),
    ("s2orc", s2orc(TEXT, paragraph="[{"), "not_json", "s2orc:7"),
    ("s2orc", s2orc() | {"content": "text"}, "wrong_layout", "s2orc:7"),
    ("s2orc", s2orc(corpusid=None), "no_id", None),
    ("s2orc_papers", s2orc_papers(publicationdate="2019-02-30"), "impossible_date", "s2orc:7"),
    ("s2orc_papers", s2orc_papers(publicationdate=None, year=3019), "impossible_date", "s2orc:7"),
    ("s2orc_papers", s2orc_papers(s2fieldsofstudy=["Biology"]), "wrong_layout", "s2orc:7"),
    ("s2orc_papers", s2orc(), "wrong_layout", None),
    ("withdrawn", withdrawn("p1"), "no_id", "p1"),
    ("withdrawn", {"corpusid": [7]}, "no_id", None),
    ("withdrawn", {"id": "jsonl:1"}, "wrong_layout", None),
]
SOUND = {"jsonl": jsonl, "arxiv": lambda number: arxiv(number + 1), "s2orc": lambda _: s2orc(corpusid=8),
         "s2orc_papers": lambda _: s2orc_papers(8), "withdrawn": lambda _: {"corpusid": 8}}  # fmt: skip


@pytest.mark.parametrize(("name", "record", "reason", "paper_id"), BROKEN_RECORDS)
def test_a_broken_record_is_refused_by_name_and_the_next_one_read(write, read, name, record, reason, paper_id):
    broken, sound, file = read(write(record, SOUND[name](1)), name)
    assert outcome(broken) == (0, "refusal", paper_id, reason)
    assert 0 < len(broken["detail"]) <= 300
    assert broken["paragraphs"] is None
    assert (sound["record"], sound["reason"]) == (1, None)
    assert sound["kind"] in ("paper", "metadata", "withdrawal")
    assert file_outcome(file) == (name, None, 2, True)


def test_every_reason_for_a_record_is_tried_here():
    given_elsewhere = {"superseded", "withdrawn", "not_xml"}
    assert {reason for _, _, reason, _ in BROKEN_RECORDS} | given_elsewhere == {
        reason.value for reason in Reason if not reason.of_file
    }


def test_a_large_record_in_the_middle_costs_only_itself(write, read):
    rows = read(write(jsonl(1), jsonl(2, text="x" * 300_000), jsonl(3)), "jsonl")
    assert [outcome(row) for row in rows[:3]] == [
        (0, "paper", "jsonl:1", None),
        (1, "refusal", None, "record_too_large"),
        (2, "paper", "jsonl:3", None),
    ]
    assert "the record has 300" in rows[1]["detail"]


def test_a_gzip_file_cut_in_the_middle_gives_the_records_before_the_cut(write, read):
    whole = Path(write(*(jsonl(number, text=os.urandom(99).hex()) for number in range(50)), name="x.jsonl.gz"))
    content = whole.read_bytes()
    whole.write_bytes(content[: len(content) // 2])
    *papers, file = read(str(whole))
    assert 20 <= len(papers) <= 30
    assert [outcome(row) for row in papers] == [(n, "paper", f"jsonl:{n}", None) for n in range(len(papers))]
    assert file_outcome(file) == ("jsonl", "truncated", len(papers), False)


@pytest.mark.parametrize("kept", [1, 9, 12])
def test_a_gzip_file_cut_before_its_first_record_is_truncated(write, read, kept):
    path = Path(write(jsonl(), name="x.gz"))
    path.write_bytes(path.read_bytes()[:kept])
    expected = "not_gzip" if kept == 1 else "truncated"
    assert [file_outcome(row) for row in read(str(path), "jsonl")] == [("jsonl", expected, 0, False)]


def test_a_plain_file_that_ends_within_a_record_is_truncated(write, read):
    path = Path(write(jsonl(1), b'{"paper_id": "2", "text": "caf\xc3'))
    path.write_bytes(path.read_bytes()[:-1])
    paper, file = read(str(path))
    assert outcome(paper) == (0, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", "truncated", 1, False)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"paper_id": NaN}', "not_json"),
        (b'{"paper_id": "2", "text": "caf\xe9"}', "not_utf8"),
        (b'{"paper_id": "2",}', "not_json"),
        (b"oops", "not_json"),
    ],
)
def test_a_whole_last_line_without_line_feed_is_a_record_of_its_own_fault(write, read, line, reason):
    path = Path(write(jsonl(1), line))
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    _, refusal, file = read(str(path))
    assert outcome(refusal) == (1, "refusal", None, reason)
    assert file_outcome(file) == ("jsonl", None, 2, True)


@pytest.mark.parametrize("kept", range(1, 45))
def test_a_record_cut_anywhere_is_truncated(write, read, kept):
    whole = b'{"paper_id": "2", "text": "caf\xc3\xa9 \\ud83d\\ude00"}'
    path = Path(write(jsonl(1), whole[:kept]))
    path.write_bytes(path.read_bytes()[:-1])
    assert file_outcome(read(str(path))[-1]) == ("jsonl", "truncated", 1, False)


def test_a_paper_that_is_too_long_is_refused_before_any_work_on_its_text(write, read, monkeypatch):
    monkeypatch.setattr(rows, "mend", None)
    refusal, _ = read(write(jsonl(1, paragraphs=["a- b " * 500])))
    assert outcome(refusal) == (0, "refusal", "jsonl:1", "paper_too_long")
    assert refusal["detail"] == "the paper has 2500 characters, and 0 of headings, one to each paragraph"


def test_a_damaged_gzip_file_gives_the_records_before_the_damage(tmp_path, read):
    one, other = (gzip.compress(b'{"paper_id":"%d","text":"A."}\n' % number) for number in (1, 2))
    path = tmp_path / "x.gz"
    wrong_checksum = other[:-8] + bytes(4) + other[-4:]
    for tail in (wrong_checksum, b"<html>", one[:4] + b"\xff" * 30):
        path.write_bytes(one + tail)
        *papers, file = read(str(path))
        assert outcome(papers[0]) == (0, "paper", "jsonl:1", None)
        assert file_outcome(file) == ("jsonl", "damaged", len(papers), False)


def test_a_file_named_gz_that_is_no_gzip_is_not_read(tmp_path, read):
    path = tmp_path / "x.jsonl.GZ"
    path.write_bytes(b'{"paper_id":"1","text":"A."}\n')
    (file,) = read(str(path))
    assert file_outcome(file) == (None, "not_gzip", 0, False)
    assert file["detail"] == "named .gz, but starts with the bytes 7b 22 70 61"


EMPTY = [b"", b"\n \n\r\n", b"\xef\xbb\xbf", gzip.compress(b"", mtime=0), gzip.compress(b"\n", mtime=0)]


@pytest.mark.parametrize("content", EMPTY)
@pytest.mark.parametrize("name", ["auto", "s2orc"])
def test_a_file_without_records_is_empty(tmp_path, read, content, name):
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    (file,) = read(str(path), name)
    assert file_outcome(file) == (None if name == "auto" else name, "empty_file", 0, False)


def test_a_file_that_vanished_or_is_a_folder_is_unreadable(tmp_path, read):
    for path in (tmp_path / "gone.jsonl", tmp_path):
        (file,) = read(str(path))
        assert file_outcome(file) == (None, "unreadable", 0, False)


def test_an_error_in_the_middle_of_a_file_keeps_what_was_read(write, read, monkeypatch):
    class Failing(io.BytesIO):
        def read(self, size):
            if self.tell() > 60:
                raise OSError("connection\n  reset")
            return super().read(40)

    monkeypatch.setattr(streams, "open_file", lambda path: Failing(Path(path).read_bytes()))
    paper, file = read(write({"paper_id": "1", "text": "A."}, jsonl(2), jsonl(3)))
    assert outcome(paper) == (0, "paper", "jsonl:1", None)
    assert file_outcome(file) == ("jsonl", "unreadable", 1, False)
    assert file["detail"] == "connection reset"


@pytest.mark.parametrize(
    "content", [b"plain text\nof two lines\n", b"<unknown/>", b"%PDF-1.7\xff\n" * 40, b'{"a": 1}\n' * 40]
)
def test_a_file_in_no_known_format_is_refused_as_one(tmp_path, read, content):
    path = tmp_path / "x"
    path.write_bytes(content)
    (file,) = read(str(path))
    assert file_outcome(file) == (None, "unknown_format", 0, False)


def test_the_wrong_format_by_name_refuses_each_record(write, read):
    rows = read(write(arxiv(1), arxiv(2)), "s2orc")
    assert [outcome(row) for row in rows[:2]] == [(n, "refusal", None, "wrong_layout") for n in (0, 1)]
    assert rows[0]["detail"] == (
        "not in the layout of s2orc; its keys are 'id', 'listed', 'categories', 'title', 'abstract'"
    )
    assert file_outcome(rows[2]) == ("s2orc", None, 2, True)


def test_a_format_that_does_not_exist_is_a_configuration_error(write, read):
    with pytest.raises(ConfigurationError, match=r"choose auto or one of acl.*, arxiv, .*, jsonl, .*"):
        read(write(jsonl()), "bibtex")


def test_the_detail_of_a_refusal_is_bounded_and_a_refusal_travels():
    refusal = Refusal(Reason.NOT_JSON, "x" * 1_000)
    assert refusal.detail == "x" * 299 + "…"
    reason, detail = refusal.__reduce__()[1]
    assert (reason, detail) == (Reason.NOT_JSON, refusal.detail)


def test_every_reason_has_a_remedy_of_one_line():
    assert [reason for reason in Reason if not reason.remedy.endswith(".") or "\n" in reason.remedy] == []


def test_remedies_name_what_a_person_can_do_and_the_limits_as_they_are():
    assert [reason for reason in Reason if "Raise" in reason.remedy or "Remove" in reason.remedy] == []
    limits = Limits()
    assert f"{limits.record_bytes // 2**20} MiB" in Reason.RECORD_TOO_LARGE.remedy
    assert f"{limits.paper_characters:,} characters" in Reason.PAPER_TOO_LONG.remedy


def test_limits_are_64_mib_5_million_characters_and_a_year_ahead():
    limits = Limits()
    assert (limits.record_bytes, limits.paper_characters) == (67_108_864, 5_000_000)
    assert 364 <= (limits.latest_date - date.today()).days <= 367


def test_one_file_at_fault_does_not_touch_the_next(write, tmp_path, limits):
    good = write(jsonl(1))
    (batch,) = read_files([(str(tmp_path / "gone"), "auto"), (good, "auto")], limits)
    assert batch.column("kind").to_pylist() == ["file", "paper", "file"]
    assert batch.column("source_file").to_pylist() == [str(tmp_path / "gone"), good, good]
