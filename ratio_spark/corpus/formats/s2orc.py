"""The S2ORC bulk release, both versions: one JSON object a line, its paragraphs as spans of one text.

Annotations are JSON inside of JSON, and their offsets (in code points) may be numbers or text (facts of the datasets
API). Version 1 has text and annotations in `content`. Version 2 has them in `body`, the references apart in
`bibliography`, the names of annotations with underscores, and identifiers and licence in `openaccessinfo`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ratio_spark.corpus.annotations import Span, sound_spans, spans_within, strict_spans
from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import UNDATED
from ratio_spark.corpus.format import Format, Record, object_of, text_of
from ratio_spark.corpus.joining import Mark, joined
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.semantic_scholar import arxiv_id, doi

# What may stand between the halves of a paragraph that it cut.
_MARKS = ("formula", "bibref", "figureref", "tableref")


def _annotated(record: Record) -> tuple[str, dict[str, Any]]:
    """The text, and its annotations by name, as version 1 writes it."""
    name = "content" if "content" in record else "body"
    content = object_of(record, name)
    text = text_of(content, "text")
    if text is None:
        raise Refusal(Reason.NO_PARAGRAPHS, f"{name}.text is null")
    annotations = object_of(content, "annotations")
    if annotations.get("paragraph") is None:
        raise Refusal(Reason.ANNOTATIONS_NULL, f"{name}.annotations.paragraph is null")
    return text, {key.replace("_", ""): value for key, value in annotations.items()}


def _paragraph_spans(text: str, annotations: Record) -> list[Span]:
    spans = strict_spans(annotations["paragraph"], "paragraph", len(text))
    covered = 0
    for start, end in spans:
        if start == end:
            raise Refusal(Reason.OFFSETS_OUTSIDE, f"paragraph: {start}..{end} is empty")
        if start < covered:
            raise Refusal(Reason.OFFSETS_OVERLAP, f"paragraph: {start}..{end} starts before {covered}")
        covered = end
    return spans


def _headings(text: str, annotations: Record) -> tuple[list[int], list[str]]:
    """Where the headings end, in order, and what they say."""
    spans = strict_spans(annotations.get("sectionheader"), "sectionheader", len(text))
    ordered = sorted((end, start) for start, end in spans if start < end)
    return [end for end, _ in ordered], [text[start:end] for end, start in ordered]


def _pieces(text: str, annotations: Record) -> Iterator[Paragraph | Mark]:
    """The paragraphs, each with the last heading that ends before it starts, and the marks that cut them.

    The abstract comes first where it is told apart from the paragraphs, as the release does.
    """
    ends, headings = _headings(text, annotations)
    cited = sound_spans(annotations.get("bibref"), text)
    marks = _marks(text, annotations, cited)
    paragraphs = _paragraph_spans(text, annotations)
    for span in sound_spans(annotations.get("abstract"), text) or ():
        if not _overlaps(span, paragraphs):
            yield _paragraph("Abstract", text, span, cited)
    before = 0
    for start, end in paragraphs:
        if marks:
            yield from _marks_between(text, marks, before, start)
        heading = bisect_right(ends, start)
        yield _paragraph(headings[heading - 1] if heading else None, text, (start, end), cited)
        before = end


def _overlaps(span: Span, paragraphs: list[Span]) -> bool:
    """Whether a span has text in common with one of sorted spans that have none with each other."""
    before_end = bisect_left(paragraphs, (span[1], 0))
    return before_end > 0 and paragraphs[before_end - 1][1] > span[0]


def _paragraph(section: str | None, text: str, span: Span, cited: list[Span] | None) -> Paragraph:
    start, end = span
    citations = None
    if cited is not None:
        citations = tuple((first - start, last - start) for first, last in spans_within(cited, start, end))
    return Paragraph(section, text[start:end], citations)


def _marks(text: str, annotations: Record, cited: list[Span] | None) -> list[Span]:
    others = (sound_spans(annotations.get(name), text) or [] for name in _MARKS if name != "bibref")
    return sorted({*(cited or []), *chain.from_iterable(others)})


def _marks_between(text: str, marks: list[Span], before: int, start: int) -> Iterator[Mark]:
    """The marks between two paragraphs, if only white space stands around them."""
    between = list(spans_within(marks, before, start))
    ends = [before, *(end for _, end in between)]
    starts = [*(first for first, _ in between), start]
    if not any(text[end:first].strip() for end, first in zip(ends, starts, strict=True)):
        yield from (Mark(text[first:end].strip()) for first, end in between)


def _title(record: Record, text: str, annotations: Record) -> str | None:
    spans = strict_spans(annotations.get("title"), "title", len(text))
    return text[slice(*spans[0])] if spans else text_of(record, "title")


def _read(record: Record, paper_id: str) -> Paper:
    text, annotations = _annotated(record)
    access = object_of(record, "openaccessinfo") or object_of(object_of(record, "content"), "source")
    access = object_of(access, "oainfo") or access
    external_ids = object_of(record, "externalids") or object_of(access, "externalids")
    return Paper(
        paper_id=paper_id,
        source="s2orc",
        date=UNDATED,
        title=_title(record, text, annotations),
        doi=doi(external_ids),
        arxiv_id=arxiv_id(external_ids),
        first_author=first_author(record),
        paragraphs=joined(_pieces(text, annotations)),
        license=text_of(access, "license"),
    )


FORMAT = Format(
    name="s2orc",
    source="s2orc",
    native_id=lambda record: record.get("corpusid"),
    fits=lambda record: "content" in record or ("body" in record and "corpusid" in record),
    read=_read,
)
