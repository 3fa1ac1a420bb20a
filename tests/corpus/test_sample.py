"""The bundled sample keeps what its README promises: bytes, papers, dates, offsets, markers and damage."""

import gzip
import importlib.util
import json
import re
import zlib
from collections import Counter
from datetime import date
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SAMPLE = Path(__file__).resolve().parents[2] / "sample"
FILES = [*(f"s2orc/s2orc-{number:03}.jsonl.gz" for number in range(4)), "s2orc_papers/papers-000.jsonl.gz"]

ADDRESS = (
    r"(?:In order to|To) (?:[a-z]+ ){1,3}(?:this|these)(?: [a-z-]+){0,3},"
    r"|As an? (?:possible |alternative )?(?:remedy|solution|workaround),"
    r"|In (?:response to|light of) this [a-z]+,"
)
BROADEN = (
    r"(?:Stated |Put |Viewed |Speaking |Expressed )?[Mm]ore (?:generally|broadly)(?: speaking)?,"
    r"|Beyond this (?:particular case|example),|Generali[sz]ing this [a-z]+,|Stepping back,"
    r"|In (?:a )?(?:more general|broader) (?:terms|sense),"
)
SPECIFY = (
    r"Specifically,|Concretely,|More (?:specifically|concretely|precisely),|In particular,"
    r"|For (?:example|instance),|As (?:an? |one )(?:concrete )?(?:example|illustration),"
    r"|To illustrate(?: this)?,|By way of [a-z]+,"
)
CONTRAST = (
    r"However,|In contrast,|By contrast,|On the (?:other hand|contrary),|Conversely,|Instead,"
    r"|Alternatively,|Nevertheless,|Nonetheless,"
)
SIMILARITY = (
    r"Similarly,|Likewise,|Analogously,|Equally,|By analogy,|By the same token,"
    r"|In the same (?:way|vein),|In a similar (?:vein|fashion),"
)
IRRELEVANT = (
    r"Therefore,|Thus,|Finally,|In addition,|To this end,|For this purpose,|Moreover,|Furthermore,"
    r"|As a (?:result|consequence),|Consequently,|Hence,"
)


def readable(path: Path) -> list[bytes]:
    """Return the lines of a gzip file as far as it can be read, the last one perhaps cut short."""
    return zlib.decompressobj(wbits=31).decompress(path.read_bytes()).splitlines(keepends=True)


def parsed(line: bytes) -> dict[str, Any] | None:
    try:
        record: dict[str, Any] = json.loads(line.decode("utf-8"))
    except ValueError:
        return None
    return record


def paragraphs(record: dict[str, Any]) -> list[str]:
    text = record["content"]["text"]
    spans = json.loads(record["content"]["annotations"]["paragraph"])
    return [text[int(span["start"]) : int(span["end"])] for span in spans]


@pytest.fixture(scope="module")
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ratio_sample_build", SAMPLE / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def papers(build: ModuleType) -> list[Any]:
    """The good papers as their sources give them."""
    return list(build.read_papers())


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    """Every record of the bundled files that can be parsed, in the order of files and lines."""
    lines = [line for name in FILES[:-1] for line in readable(SAMPLE / name)]
    return [record for record in map(parsed, lines) if record is not None]


@pytest.fixture(scope="module")
def rows() -> dict[int, dict[str, Any]]:
    with gzip.open(SAMPLE / FILES[-1], "rt", encoding="utf-8") as file:
        return {row["corpusid"]: row for row in map(json.loads, file)}


@pytest.fixture(scope="module")
def good(papers: list[Any], records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records of the good papers; of two records with one corpusid the later one."""
    wanted = {paper.corpusid for paper in papers}
    return list({record["corpusid"]: record for record in records if record["corpusid"] in wanted}.values())


def test_building_twice_gives_the_same_bytes(build: ModuleType, tmp_path: Path) -> None:
    build.build(tmp_path / "first")
    build.build(tmp_path / "second")
    for name in FILES:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_the_bundled_files_are_what_a_build_gives(build: ModuleType, tmp_path: Path) -> None:
    # Whole lines and not bytes: zlib and its faster replacements compress the same text differently.
    build.build(tmp_path)
    for name in FILES:
        built, bundled = readable(tmp_path / name), readable(SAMPLE / name)
        whole = [line for line in bundled if line.endswith(b"\n")]
        assert whole == [line for line in built if line.endswith(b"\n")], name


def test_the_bundled_files_stay_small() -> None:
    assert sum((SAMPLE / name).stat().st_size for name in FILES) < 300_000


def test_every_good_paper_stands_in_the_files_with_its_papers_row(
    papers: list[Any], good: list[dict[str, Any]], rows: dict[int, dict[str, Any]]
) -> None:
    assert len(papers) == 70
    assert sorted(record["corpusid"] for record in good) == [paper.corpusid for paper in papers]
    assert [rows[paper.corpusid]["title"] for paper in papers] == [paper.title for paper in papers]


def test_dates_lie_on_both_sides_of_the_splits(papers: list[Any], rows: dict[int, Any]) -> None:
    def period(row: dict[str, Any]) -> str:
        if row["publicationdate"] is None:
            return "no date" if row["year"] is None else "year only"
        day = date.fromisoformat(row["publicationdate"])
        if day < date(2025, 10, 1):
            return "train"
        return "validation" if day.year == 2025 else "test" if day < date(2026, 6, 1) else "after test"

    assert Counter(period(rows[paper.corpusid]) for paper in papers) == {
        "train": 39,
        "validation": 10,
        "test": 14,
        "after test": 2,
        "year only": 3,
        "no date": 2,
    }
    assert min(paper.publicationdate for paper in papers if paper.publicationdate) >= "2015-01-01"


def test_papers_come_from_many_fields(papers: list[Any]) -> None:
    fields = Counter(field for paper in papers for field in paper.fields)
    assert len(fields) >= 12
    assert fields["Computer Science"] >= 14


def test_every_annotation_slices_to_its_part(papers: list[Any], good: list[dict[str, Any]]) -> None:
    sources = {paper.corpusid: paper for paper in papers}
    for record in good:
        paper, content = sources[record["corpusid"]], record["content"]
        parts: dict[str, list[str]] = {}
        for name, annotation in content["annotations"].items():
            spans = json.loads(annotation) if annotation is not None else []
            parts[name] = [content["text"][int(span["start"]) : int(span["end"])] for span in spans]
        assert parts["title"] == [paper.title]
        assert parts["abstract"] == [paper.abstract]
        assert parts["sectionheader"] == [section["heading"] for section in paper.sections]
        assert parts["paragraph"] == [text for section in paper.sections for text in section["paragraphs"]]
        assert all(re.search(r"\d[\])]$", citation) for citation in parts["bibref"])
        assert all(reference.startswith("Fig") for reference in parts["figureref"])


def test_some_offsets_are_strings_and_some_texts_leave_the_basic_plane(good: list[dict[str, Any]]) -> None:
    starts = [json.loads(record["content"]["annotations"]["title"])[0]["start"] for record in good]
    assert sum(isinstance(start, str) for start in starts) == 2
    assert sum(any(ord(char) > 0xFFFF for char in record["content"]["text"]) for record in good) == 2


@pytest.mark.parametrize(
    ("markers", "least"),
    [(ADDRESS, 60), (BROADEN, 25), (SPECIFY, 60), (CONTRAST, 30), (SIMILARITY, 30), (IRRELEVANT, 30)],
    ids=["ADDRESS", "BROADEN", "SPECIFY", "contrast", "similarity", "irrelevant"],
)
def test_markers_of_every_kind_open_sentences_within_paragraphs(
    good: list[dict[str, Any]], markers: str, least: int
) -> None:
    opener = re.compile(rf"(?<=[.?!\])] )(?:{markers})")
    assert sum(len(opener.findall(text)) for record in good for text in paragraphs(record)) >= least


@pytest.mark.parametrize("opening", ["More generally,", "Specifically,", "To overcome this limitation,"])
def test_some_paragraphs_open_with_a_marker(good: list[dict[str, Any]], opening: str) -> None:
    assert any(text.startswith(opening) for record in good for text in paragraphs(record))


def test_the_damage_is_as_many_records_of_each_kind_as_promised(rows: dict[int, dict[str, Any]]) -> None:
    found: Counter[str] = Counter()
    seen: set[int] = set()
    for name in FILES[:-1]:
        lines = readable(SAMPLE / name)
        found["records"] += len(lines)
        found["empty_file"] += (SAMPLE / name).stat().st_size == 0
        for line in lines:
            if not line.endswith(b"\n"):
                found["truncated_file"] += 1
            elif (record := parsed(line)) is None:
                found["not_json" if _is_utf8(line) else "not_utf8"] += 1
            else:
                found[_fault(record, rows[record["corpusid"]])] += 1
                found["older_duplicate"] += record["corpusid"] in seen
                seen.add(record["corpusid"])
    assert found == {
        "records": 80,
        "good": 71,  # the older of the two records with one corpusid has no fault of its own
        "older_duplicate": 1,
        "not_json": 1,
        "not_utf8": 1,
        "span_outside_text": 1,
        "overlapping_paragraphs": 1,
        "annotations_null": 1,
        "paragraph_null": 1,
        "no_paragraphs": 1,
        "impossible_date": 1,
        "truncated_file": 1,
        "empty_file": 1,
    }


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _fault(record: dict[str, Any], row: dict[str, Any]) -> str:
    """Return what is wrong with a record that could be parsed, or "good"."""
    content = record["content"]
    if content["annotations"] is None:
        return "annotations_null"
    if content["annotations"]["paragraph"] is None:
        return "paragraph_null"
    spans = [(int(s["start"]), int(s["end"])) for s in json.loads(content["annotations"]["paragraph"])]
    if not spans:
        return "no_paragraphs"
    if any(end > len(content["text"]) for _, end in spans):
        return "span_outside_text"
    if any(start < end for (_, end), (start, _) in pairwise(spans)):
        return "overlapping_paragraphs"
    try:
        date.fromisoformat(row["publicationdate"] or "2015-01-01")
    except ValueError:
        return "impossible_date"
    return "good"
