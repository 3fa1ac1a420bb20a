"""Sound records of the JSON formats beside those of `layouts`, to be changed by tests."""

from typing import Any

from layouts import Row, arxiv, jsonl, s2orc, s2orc_papers

from ratio_spark.corpus.documents import TextDocument
from ratio_spark.corpus.formats import FORMATS
from ratio_spark.corpus.paper import Paper

ARXIV_METADATA: Row = {
    "id": "2212.00001",
    "submitter": "A. Turing",
    "authors": "Alan Turing, Ada Lovelace",
    "title": "On\n  things",
    "categories": "cs.CL math.PR",
    "doi": "10.1/X",
    "license": "http://creativecommons.org/licenses/by/4.0/",
    "abstract": "  We see\nthat $x$ is.\n",
    "versions": [
        {"version": "v1", "created": "Thu, 22 Dec 2022 17:01:56 GMT"},
        {"version": "v2", "created": "Mon, 30 Sep 2024 14:34:28 GMT"},
    ],
    "update_date": "2024-10-01",
    "authors_parsed": [["Turing", "Alan", ""], ["Lovelace", "Ada", ""]],
}


def item(text: str = "One. Two.", section: object = "Intro", **spans: object) -> Row:
    return {"text": text, "section": section, "cite_spans": [], "ref_spans": [], "eq_spans": []} | spans


def doc2json(*body: Row, **changes: object) -> Row:
    parse = {"paper_id": "P1", "abstract": [], "body_text": list(body or (item(),)), "back_matter": []}
    parse |= {"bib_entries": {}, "ref_entries": {}}
    head = {"paper_id": "P1", "header": {"generated_with": "S2ORC 1.0.0"}, "title": "T", "year": "", "abstract": "A."}
    authors = [{"first": "Alan", "middle": ["M."], "last": "Turing", "suffix": ""}]
    return head | {"authors": authors, "pdf_parse": parse} | changes


def s2orc_2020(*body: Row, **changes: object) -> Row:
    texts = {"abstract": [], "body_text": list(body or (item(),)), "bib_entries": {}, "ref_entries": {}}
    return {"paper_id": "77", "_pdf_hash": "ab"} | texts | changes


def unarxive(*body: Row, entries: Row | None = None, **metadata: object) -> Row:
    standard = {"sec_number": "1", "sec_type": "section", "content_type": "paragraph"}
    return {
        "paper_id": "2212.00001",
        "_pdf_hash": None,
        "_source_hash": "1b",
        "_source_name": "2212.00001.gz",
        "metadata": ARXIV_METADATA | metadata,
        "abstract": {"section": "Abstract", "text": "We see."},
        "body_text": [standard | each for each in body or (item(),)],
        "bib_entries": {},
        "ref_entries": entries or {},
    }


def unarxive_2024(sections: Row | None = None, **metadata: object) -> Row:
    record = unarxive(**metadata)
    del record["body_text"]
    return record | {"sections": sections or {"Intro": {"text": "One. Two.", "cite_spans": [], "ref_spans": []}}}


def pes2o(text: str = "Title\n\nAbstract here.\nIntroduction\nOne. Two.", **changes: object) -> Row:
    times = {"added": "2023-01-03T00:00:00.000Z", "created": "2012-03-04T00:00:00.000Z"}
    return times | {"id": "77", "source": "s2orc/train", "text": text, "version": "v2"} | changes


def acl(**changes: object) -> Row:
    dated = {"id": "2020.acl-main.1", "year": 2020, "month": 7, "month_raw": "July", "venue": ["acl"]}
    return dated | {"title": "T", "abstract": "One. Two.", "doi": None, "url": "u", "language": None} | changes


SAMPLES: dict[str, Row] = {
    "acl_abstracts": acl(),
    "arxiv": arxiv(),
    "arxiv_kaggle": dict(ARXIV_METADATA),
    "doc2json": doc2json(),
    "jsonl": jsonl(),
    "pes2o": pes2o(),
    "s2orc": s2orc(),
    "s2orc_2020": s2orc_2020(),
    "s2orc_papers": s2orc_papers(),
    "unarxive": unarxive(),
    "unarxive_2024": unarxive_2024(),
}


def read_paper(name: str, record: Any) -> Paper:
    """The paper of a record in a format that fits it."""
    layout = FORMATS[name]
    assert layout.fits(record)
    paper = layout.read(record, layout.paper_id(record))
    assert isinstance(paper, Paper)
    return paper


def texts(paper: Paper) -> list[str]:
    return [paragraph.text.strip() for paragraph in paper.paragraphs]


def cited(paper: Paper) -> list[list[str] | None]:
    """What the citations of each paragraph say."""
    return [
        None if each.citations is None else [each.text[start:end] for start, end in each.citations]
        for each in paper.paragraphs
    ]


def text_document(text: str, name: str = "notes", **front: object) -> TextDocument:
    return TextDocument(text, name, front)
