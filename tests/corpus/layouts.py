"""Sound records in each layout, to be broken by tests, and short views of what became of them."""

from collections.abc import Callable
from typing import Any

import orjson

from ratio_spark.corpus.refusals import Reason, Refusal

Row = dict[str, Any]


def jsonl(number: int = 1, **changes: object) -> Row:
    return {"paper_id": str(number), "date": "2020-05-17", "paragraphs": ["One. Two."]} | changes


def arxiv(number: int = 1, **changes: object) -> Row:
    sound = {"id": f"2005.{number:05}", "listed": "2020-05-17", "categories": ["cs.CL"], "title": "T", "abstract": "A."}
    return sound | changes


def s2orc(text: str = "Title\n\nFirst one. Second.", corpusid: object = 7, **spans: object) -> Row:
    """An S2ORC record; `spans` are annotations, given as lists and stored as JSON text as the release does."""
    if not spans:
        spans = {"title": [span(0, 5)], "paragraph": [span(7, 25)]}
    annotations = {
        name: orjson.dumps(value).decode() if isinstance(value, list) else value for name, value in spans.items()
    }
    content = {"source": None, "text": text, "annotations": annotations}
    return {"corpusid": corpusid, "externalids": None, "content": content}


def s2orc_papers(corpusid: object = 7, **changes: object) -> Row:
    return {"corpusid": corpusid, "title": "T", "year": 2019, "publicationdate": "2019-04-30"} | changes


def withdrawn(paper_id: object = "jsonl:1") -> Row:
    return {"paper_id": paper_id}


def span(start: object, end: object) -> Row:
    return {"start": start, "end": end}


def outcome(row: Row) -> tuple[object, ...]:
    return row["record"], row["kind"], row["paper_id"], row["reason"]


def file_outcome(row: Row) -> tuple[object, ...]:
    assert (row["kind"], row["record"]) == ("file", None)
    return row["format"], row["reason"], row["records"], row["complete"]


def reason_of(call: Callable[[], object]) -> Reason | None:
    """Why the call was refused, None if it was not; anything but a refusal goes through."""
    try:
        call()
    except Refusal as refusal:
        return refusal.reason
    return None
