"""The S2ORC bulk release: one JSON object a line, its paragraphs as spans (in code points) of one text.

Annotations are JSON inside of JSON, and their offsets may be numbers or text (facts of the datasets API).
"""

from bisect import bisect_right

from ratio_spark.corpus.dates import UNDATED
from ratio_spark.corpus.format import Format, Record, object_of, shown, text_of
from ratio_spark.corpus.json_lines import parse_json
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.refusals import Reason, Refusal

_Span = tuple[int, int]


def _offset(value: object, name: str) -> int:
    if type(value) is int:
        return value
    try:
        if isinstance(value, str) or (isinstance(value, float) and value.is_integer()):
            return int(value)
    except ValueError:
        pass
    raise Refusal(Reason.WRONG_LAYOUT, f"{name}: an offset is {shown(value)}, not a number")


def _spans(annotations: Record, name: str, length: int) -> list[_Span]:
    """The distinct spans of one kind of annotation, in order of the text."""
    value = annotations.get(name)
    items = parse_json(value) if isinstance(value, str) else value
    if items is None:
        return []
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise Refusal(Reason.WRONG_LAYOUT, f"{name}: expected a list of spans, found {shown(items)}")
    spans = {(_offset(item.get("start"), name), _offset(item.get("end"), name)) for item in items}
    for start, end in spans:
        if not 0 <= start <= end <= length:
            raise Refusal(Reason.OFFSETS_OUTSIDE, f"{name}: {start}..{end} in a text of {length} characters")
    return sorted(spans)


def _headings(text: str, annotations: Record) -> tuple[list[int], list[str]]:
    """Where the headings end, in order, and what they say."""
    spans = _spans(annotations, "sectionheader", len(text))
    ordered = sorted((end, start) for start, end in spans if start < end)
    return [end for end, _ in ordered], [text[start:end] for end, start in ordered]


def _paragraphs(text: str, annotations: Record) -> tuple[Paragraph, ...]:
    """The paragraphs, each with the last heading that ends before it starts."""
    if annotations.get("paragraph") is None:
        raise Refusal(Reason.ANNOTATIONS_NULL, "content.annotations.paragraph is null")
    spans = _spans(annotations, "paragraph", len(text))
    ends, headings = _headings(text, annotations)
    paragraphs = []
    covered = 0
    for start, end in spans:
        if start == end:
            raise Refusal(Reason.OFFSETS_OUTSIDE, f"paragraph: {start}..{end} is empty")
        if start < covered:
            raise Refusal(Reason.OFFSETS_OVERLAP, f"paragraph: {start}..{end} starts before {covered}")
        covered = end
        before = bisect_right(ends, start)
        paragraphs.append(Paragraph(headings[before - 1] if before else None, text[start:end]))
    return tuple(paragraphs)


def _title(text: str, annotations: Record) -> str | None:
    spans = _spans(annotations, "title", len(text))
    return text[slice(*spans[0])] if spans else None


def _read(record: Record, paper_id: str) -> Paper:
    content = object_of(record, "content")
    text = text_of(content, "text")
    if text is None:
        raise Refusal(Reason.NO_PARAGRAPHS, "content.text is null")
    if content.get("annotations") is None:
        raise Refusal(Reason.ANNOTATIONS_NULL, "content.annotations is null")
    annotations = object_of(content, "annotations")
    access = object_of(object_of(content, "source"), "oainfo")
    return Paper(
        paper_id=paper_id,
        source="s2orc",
        date=UNDATED,
        title=_title(text, annotations),
        doi=text_of(object_of(record, "externalids"), "doi"),
        paragraphs=_paragraphs(text, annotations),
        license=text_of(access, "license"),
    )


FORMAT = Format(
    name="s2orc",
    source="s2orc",
    native_id=lambda record: record.get("corpusid"),
    fits=lambda record: "content" in record,
    read=_read,
)
