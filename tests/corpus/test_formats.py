"""What each layout gives, field by field."""

from datetime import date
from hashlib import sha256
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import arxiv, file_outcome, jsonl, outcome, reason_of, s2orc, s2orc_papers, span, withdrawn

from ratio_spark.corpus.format import Carrier
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.refusals import Reason

SAMPLES = {"jsonl": jsonl(), "arxiv": arxiv(), "s2orc": s2orc(), "s2orc_papers": s2orc_papers(),
           "withdrawn": withdrawn()}  # fmt: skip
TEXT = "Deep\nwork\n\n1 Intro\n\nFirst 🙂 one.\n\n1.1 Rest\n\nSecond."


def known(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if value is not None}


def test_a_record_is_recognised_by_its_own_format_only():
    for name, record in SAMPLES.items():
        of_json = [each for each in FORMATS.values() if each.carrier is Carrier.JSON]
        recognised = [each.name for each in of_json if each.recognises(record)]
        assert recognised == ([] if name == "withdrawn" else [name])


def test_jsonl_keeps_all_that_it_is_given(write, read):
    record = {
        "paper_id": 12,
        "title": " On\nthings ",
        "date": "2020-05",
        "paragraphs": ["One.\x00Two.\t", {"section": "2  Method", "text": "Three\r\nfour."}, {"text": "Five."}],
        "fields": ["cs.CL", "cs.AI", "cs.CL", ""],
        "language": "en",
        "doi": "https://doi.org/10.1000/ABC",
        "license": "CC BY 4.0",
        "updated": "2021-01-01",
    }
    path = write(record)
    paper, file = read(path)
    assert known(paper) == {
        "source_file": path,
        "format": "jsonl",
        "record": 0,
        "kind": "paper",
        "paper_id": "jsonl:12",
        "source": "jsonl",
        "updated": "2021-01-01",
        "pub_date": date(2020, 5, 1),
        "pub_month": "2020-05",
        "date_precision": "month",
        "date_source": "date",
        "title": "On things",
        "fields": ["cs.CL", "cs.AI"],
        "language": "en",
        "doi": "10.1000/abc",
        "license": "CC BY 4.0",
        "text_hash": paper["text_hash"],
        "characters": 9 + 12 + 5,
        "paragraphs": [
            {"section": None, "text": "One. Two."},
            {"section": "2 Method", "text": "Three \nfour."},
            {"section": None, "text": "Five."},
        ],
    }
    digest = sha256(Path(path).read_bytes()).hexdigest()
    assert known(file) == {
        "source_file": path, "format": "jsonl", "kind": "file", "records": 1, "complete": True, "digest": digest
    }  # fmt: skip


@pytest.mark.parametrize("feed", ["\n", "\r\n"])
def test_jsonl_text_is_cut_at_blank_lines(write, read, feed):
    text = feed.join(["", "One", "two.", "", " \t", "Three.", "", ""])
    paper, _ = read(write({"paper_id": "a", "text": text}))
    assert [each["text"].split() for each in paper["paragraphs"]] == [["One", "two."], ["Three."]]
    assert (paper["pub_date"], paper["pub_month"], paper["date_precision"]) == (None, "0000-00", "none")
    assert (paper["date_source"], paper["title"], paper["fields"]) == (None, None, [])


def test_an_abstract_of_arxiv_is_one_paragraph(write, read):
    paper, _ = read(write(arxiv(3, abstract=" First\nline.\n\nMore. ", categories=["cs.CV", "cs.RO"], title="A\n b")))
    assert paper["paper_id"] == "arxiv:2005.00003"
    assert paper["paragraphs"] == [{"section": "Abstract", "text": "First\nline.\n\nMore."}]
    assert (paper["pub_date"], paper["date_precision"], paper["date_source"]) == (date(2020, 5, 17), "day", "listed")
    assert (paper["fields"], paper["title"], paper["source"]) == (["cs.CV", "cs.RO"], "A b", "arxiv")


def test_s2orc_paragraphs_are_spans_of_code_points_under_their_last_heading(write, read):
    assert TEXT[20:32] == "First 🙂 one."
    record = s2orc(
        TEXT,
        title=[span(0, 9)],
        paragraph=[span("44", "51"), span(20, 32), span(0, 9), span(20.0, " 32 ")],
        sectionheader=[{"start": 34, "end": 42, "attributes": {"n": "1.1"}}, span(11, 18), span(0, 0)],
    )
    record["externalids"] = {"doi": "10.1/X", "mag": 5}
    record["content"]["source"] = {"oainfo": {"license": "CCBY"}, "pdfurls": None}
    paper, file = read(write(record))
    assert paper["paragraphs"] == [
        {"section": None, "text": "Deep\nwork"},
        {"section": "1 Intro", "text": "First 🙂 one."},
        {"section": "1.1 Rest", "text": "Second."},
    ]
    assert (paper["paper_id"], paper["title"], paper["doi"]) == ("s2orc:7", "Deep work", "10.1/x")
    assert (paper["license"], paper["pub_month"], paper["date_source"]) == ("CCBY", "0000-00", None)
    assert file_outcome(file) == ("s2orc", None, 1, True)


def test_s2orc_annotations_may_be_lists_and_their_other_kinds_are_not_looked_at(write, read):
    record = s2orc(TEXT)
    record["content"]["annotations"] = {"paragraph": [span(20, 32)], "bibref": "[{", "figure": 3, "title": None}
    paper, _ = read(write(record))
    assert (paper["title"], [each["text"] for each in paper["paragraphs"]]) == (None, ["First 🙂 one."])


def test_s2orc_text_with_half_a_surrogate_pair_keeps_its_offsets(write, read):
    line = orjson.dumps(s2orc("Tit?e\n\nFirst one.", paragraph=[span(7, 17)], title=[span(0, 5)]))
    paper, _ = read(write(line.replace(b"Tit?e", rb"Tit\ud800e")))
    assert (paper["title"], paper["paragraphs"][0]["text"]) == ("Tit\ufffde", "First one.")


@pytest.mark.parametrize(
    ("changes", "day", "precision", "source"),
    [
        ({}, date(2019, 4, 30), "day", "publicationdate"),
        ({"year": 2018}, date(2019, 4, 30), "day", "publicationdate"),
        ({"publicationdate": None}, date(2019, 1, 1), "year", "year"),
        ({"publicationdate": "2019-04", "year": None}, date(2019, 4, 1), "month", "publicationdate"),
        ({"publicationdate": None, "year": None}, None, "none", None),
    ],
)
def test_the_papers_table_gives_dates(write, read, changes, day, precision, source):
    row, file = read(write(s2orc_papers(**changes)))
    assert outcome(row) == (0, "metadata", "s2orc:7", None)
    assert (row["pub_date"], row["date_precision"], row["date_source"]) == (day, precision, source)
    assert (row["paragraphs"], row["text_hash"], row["characters"]) == (None, None, None)
    assert file_outcome(file) == ("s2orc_papers", None, 1, True)


def test_the_papers_table_gives_fields_once_and_a_doi(write, read):
    fields = [
        {"category": "Biology", "source": "a"},
        {"category": "Medicine"},
        {"category": "Biology"},
        {"category": None},
    ]
    row, _ = read(write(s2orc_papers(s2fieldsofstudy=fields, externalids={"DOI": "10.1/A"}, title=None)))
    assert (row["fields"], row["doi"], row["title"]) == (["Biology", "Medicine"], "10.1/a", None)


KEYS = sorted({key for record in SAMPLES.values() for key in record} | {"start", "end", "section", "category", "doi"})
INNER = ["content.text", "content.annotations", "content.source"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner),
    max_leaves=12,
)


@pytest.mark.parametrize("name", SAMPLES)
@given(data=st.data())
def test_any_value_in_any_field_is_read_or_refused(name, data):
    record = dict(SAMPLES[name])
    for key in data.draw(st.lists(st.sampled_from([*record, *INNER]), max_size=3)):
        within = record
        if key.startswith("content.") and isinstance(record.get("content"), dict):
            within = record["content"] = dict(record["content"])
        within[key.removeprefix("content.")] = data.draw(VALUES)
    layout = FORMATS[name]
    assert reason_of(lambda: layout.fits(record) and layout.read(record, layout.paper_id(record))) in {None, *Reason}


OFFSETS = st.integers(-2, 14) | st.integers(0, 12).map(str)


@given(st.lists(st.tuples(OFFSETS, OFFSETS), max_size=5), st.lists(st.tuples(OFFSETS, OFFSETS), max_size=3))
def test_annotations_are_taken_exactly_where_they_are_sound(paragraphs, headings):
    text = "0123456789AB"
    record = s2orc(
        text, paragraph=[span(*each) for each in paragraphs], sectionheader=[span(*each) for each in headings]
    )
    exact = sorted({(int(start), int(end)) for start, end in paragraphs})
    outside = any(not 0 <= start < end <= 12 for start, end in exact)
    outside |= any(not 0 <= int(start) <= int(end) <= 12 for start, end in headings)
    overlap = any(a < d and c < b for i, (a, b) in enumerate(exact) for c, d in exact[:i])
    layout = FORMATS["s2orc"]
    reason = reason_of(lambda: layout.read(record, "s2orc:7"))
    if outside or overlap:
        allowed = {Reason.OFFSETS_OUTSIDE} if not overlap else {Reason.OFFSETS_OUTSIDE, Reason.OFFSETS_OVERLAP}
        assert reason in allowed
        return
    assert [each.text for each in layout.read(record, "s2orc:7").paragraphs] == [text[a:b] for a, b in exact]
    for (start, _), paragraph in zip(exact, layout.read(record, "s2orc:7").paragraphs, strict=True):
        before = [(int(end), int(begin)) for begin, end in headings if int(begin) < int(end) <= start]
        expected = text[max(before)[1] : max(before)[0]] if before else None
        assert paragraph.section == expected
