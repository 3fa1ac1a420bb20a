"""Build the bundled sample: S2ORC bulk files from the papers of `papers/` and the damage of `broken.yaml`.

Run `python sample/build.py`; the same sources give the same records, and the same zlib the same bytes.
"""

import argparse
import bisect
import gzip
import io
import json
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

SOURCES = Path(__file__).resolve().parent
FIRST_CORPUSID = 900000000
# The good papers of each S2ORC file; the third file is the one that is cut off, the fourth was never written.
FILES = (range(1, 35), range(35, 68), range(68, 71), range(0))
NOTE = "Invented for the ratio-spark sample; no real study is reported here."
ANNOTATIONS = (
    "abstract",
    "author",
    "authoraffiliation",
    "authorfirstname",
    "authorlastname",
    "bibauthor",
    "bibauthorfirstname",
    "bibauthorlastname",
    "bibentry",
    "bibref",
    "bibtitle",
    "bibvenue",
    "figure",
    "figurecaption",
    "figureref",
    "formula",
    "paragraph",
    "publisher",
    "sectionheader",
    "table",
    "tableref",
    "title",
    "venue",
)
CITATION = re.compile(r"\[\d+(?:, \d+)*\]|\([^\W\d][^()\d]* \d{4}(?:; [^()\d]* \d{4})*\)")
FIGURE = re.compile(r"Figs?\. \d+[a-z]?(?: and \d+)?")

Span = dict[str, Any]
Spans = dict[str, list[Span]]


@dataclass(frozen=True)
class Paper:
    """One invented paper; `offsets` is "ints" or "strings", since real files carry both."""

    corpusid: int
    title: str
    publicationdate: str | None
    year: int | None
    fields: list[str]
    sections: list[dict[str, Any]]
    abstract: str | None = None
    offsets: str = "ints"


@dataclass(frozen=True)
class Broken:
    """A record that is damaged on purpose: how (`kind`) and where it stands (`line` is 1-based)."""

    kind: str
    file: int
    line: int
    paper: Paper


def read_papers() -> list[Paper]:
    """Return the good papers, by corpusid."""
    entries = [
        entry
        for path in sorted((SOURCES / "papers").glob("*.yaml"))
        for entry in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]
    return sorted((Paper(**entry) for entry in entries), key=lambda paper: paper.corpusid)


def read_broken() -> list[Broken]:
    """Return the broken records, in the order in which they are worked into the files."""
    entries = yaml.safe_load((SOURCES / "broken.yaml").read_text(encoding="utf-8"))
    return [Broken(**(entry | {"paper": Paper(**entry["paper"])})) for entry in entries]


def lay_out(paper: Paper) -> tuple[str, Spans]:
    """Return the whole text of a paper and its annotation spans, in code points, ends exclusive."""
    text = ""
    spans: Spans = {}

    def add(kind: str, part: str, **attributes: str) -> None:
        nonlocal text
        text += "\n\n" if text else ""
        span: Span = {"start": len(text), "end": len(text) + len(part)}
        spans.setdefault(kind, []).append(span | ({"attributes": attributes} if attributes else {}))
        text += part

    add("title", paper.title)
    if paper.abstract is not None:
        add("abstract", paper.abstract)
    for number, section in enumerate(paper.sections, start=1):
        add("sectionheader", section["heading"], n=str(number))
        for paragraph in section["paragraphs"]:
            add("paragraph", paragraph)
    for kind, pattern in (("bibref", CITATION), ("figureref", FIGURE)):
        found = [{"start": match.start(), "end": match.end()} for match in pattern.finditer(text)]
        if found:
            spans[kind] = found
    return f"{text}\n\n{NOTE}\n", spans


def damage(kind: str, text: str, spans: Spans) -> Spans:
    """Return the annotation spans of a record, broken if its kind breaks them."""
    paragraphs = spans["paragraph"]
    if kind == "span_outside_text":
        return spans | {"paragraph": [*paragraphs[:-1], paragraphs[-1] | {"end": len(text) + 57}]}
    if kind == "overlapping_paragraphs":
        return spans | {"paragraph": [paragraphs[0] | {"end": paragraphs[1]["start"] + 20}, *paragraphs[1:]]}
    if kind == "no_paragraphs":
        return spans | {"paragraph": []}
    return {} if kind == "paragraph_null" else spans


def annotation(spans: list[Span] | None, offsets: str) -> str | None:
    """Return one annotation as the release holds it: a JSON string, or null where nothing was found."""
    if spans is None or offsets == "ints":
        return None if spans is None else json.dumps(spans)
    return json.dumps([span | {"start": str(span["start"]), "end": str(span["end"])} for span in spans])


def s2orc_record(paper: Paper, kind: str = "good") -> dict[str, Any]:
    """Return a paper as a record of the S2ORC bulk release, with broken annotations if its kind says so."""
    text, spans = lay_out(paper)
    spans = damage(kind, text, spans)
    annotations = {name: annotation(spans.get(name), paper.offsets) for name in ANNOTATIONS}
    ids = dict.fromkeys(("arxiv", "mag", "acl", "pubmed", "pubmedcentral", "dblp"))
    doi = f"10.5555/ratio.sample.{paper.corpusid - FIRST_CORPUSID}"
    oainfo = {"license": "Apache-2.0", "openaccessurl": None, "status": None}
    return {
        "corpusid": paper.corpusid,
        "externalids": ids | {"doi": doi},
        "content": {
            "source": {"pdfurls": None, "pdfsha": None, "oainfo": oainfo},
            "text": text,
            "annotations": None if kind == "annotations_null" else annotations,
        },
    }


def papers_row(paper: Paper) -> dict[str, Any]:
    """Return a paper's row of the `papers` release, the only place that holds its date."""
    return {
        "corpusid": paper.corpusid,
        "title": paper.title,
        "year": paper.year,
        "publicationdate": paper.publicationdate,
        "venue": "",
        "s2fieldsofstudy": [{"category": field, "source": "s2-fos-model"} for field in paper.fields],
        "journal": None,
        "authors": [],
    }


def encode(record: dict[str, Any], kind: str = "good") -> bytes:
    """Return a record as one line of a file, damaged if its kind damages the line."""
    line = json.dumps(record, ensure_ascii=False)
    if kind == "not_json":
        line = line[: len(line) * 2 // 3]
    return line.encode("latin-1" if kind == "not_utf8" else "utf-8") + b"\n"


def compress(lines: list[bytes]) -> bytes:
    """Return the lines as one gzip member without a time stamp."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) as file:
        file.write(b"".join(lines))
    return buffer.getvalue()


def cut_off(blob: bytes, size: int) -> bytes:
    """Return the shortest beginning of a gzip file from which at least `size` bytes can be read."""

    def readable(length: int) -> int:
        return len(zlib.decompressobj(wbits=31).decompress(blob[:length]))

    return blob[: bisect.bisect_left(range(len(blob)), size, key=readable)]


def s2orc_file(papers: list[Paper], broken: list[Broken]) -> bytes:
    """Return one S2ORC file with the broken records among the good; no bytes at all for no records."""
    lines = [encode(s2orc_record(paper)) for paper in papers]
    for item in broken:
        lines.insert(item.line - 1, encode(s2orc_record(item.paper, item.kind), item.kind))
    if not lines:
        return b""
    blob = compress(lines)
    cut = any(item.kind == "truncated_file" for item in broken)
    return cut_off(blob, sum(map(len, lines)) - len(lines[-1]) // 2) if cut else blob


def build(target: Path) -> None:
    """Write `s2orc/` and `s2orc_papers/` below `target`."""
    papers, broken = read_papers(), read_broken()
    for folder in ("s2orc", "s2orc_papers"):
        (target / folder).mkdir(parents=True, exist_ok=True)
    for number, members in enumerate(FILES):
        good = [paper for paper in papers if paper.corpusid - FIRST_CORPUSID in members]
        blob = s2orc_file(good, [item for item in broken if item.file == number])
        (target / "s2orc" / f"s2orc-{number:03}.jsonl.gz").write_bytes(blob)
    known = {paper.corpusid: paper for paper in [*(item.paper for item in broken), *papers]}
    rows = [encode(papers_row(known[corpusid])) for corpusid in sorted(known)]
    (target / "s2orc_papers" / "papers-000.jsonl.gz").write_bytes(compress(rows))


def main() -> None:
    """Build the sample where it is bundled, or below another folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", type=Path, default=SOURCES, help="the folder to write to")
    build(parser.parse_args().target)


if __name__ == "__main__":
    main()
