"""Spans of a text as JSON releases give them: numbers or text, repeated, out of range, JSON within JSON."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

from ratio_spark.corpus.format import shown
from ratio_spark.corpus.json_lines import parse_json
from ratio_spark.corpus.refusals import Reason, Refusal

Span = tuple[int, int]
"""Start and end (exclusive) in code points."""


def strict_spans(value: object, name: str, length: int) -> list[Span]:
    """The distinct spans of an annotation, in order of the text.

    Args:
        value: a list of `{"start": …, "end": …}`, or JSON text of one, or None.
        length: of the text, in code points.

    Raises `Refusal` with WRONG_LAYOUT, NOT_JSON or OFFSETS_OUTSIDE.

    >>> strict_spans('[{"start": "4", "end": 6}, {"start": 0, "end": 2}, {"start": 4, "end": 6}]', "paragraph", 6)
    [(0, 2), (4, 6)]
    """
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


def _offset(value: object, name: str) -> int:
    if type(value) is int:
        return value
    try:
        if isinstance(value, str) or (isinstance(value, float) and value.is_integer()):
            return int(value)
    except ValueError:
        pass
    raise Refusal(Reason.WRONG_LAYOUT, f"{name}: an offset is {shown(value)}, not a number")


def sound_spans(value: object, text: str) -> list[Span] | None:
    """The sound spans of an annotation that only adds to a text: what is unsound is left out, and refuses nothing.

    Out of range, empty, said to be of another text (`text` beside the offsets), repeated, within the one before it:
    all left out. None where the source does not have the annotation.

    >>> sound_spans([{"start": 0, "end": 2, "text": "ab"}, {"start": 1, "end": 2}, {"start": 2, "end": 9}], "abc")
    [(0, 2)]
    """
    try:
        items = parse_json(value) if isinstance(value, str) else value
    except Refusal:
        return None
    if not isinstance(items, list):
        return None
    sound: list[Span] = []
    for start, end in sorted({span for item in items if (span := _sound_span(item, text))}):
        if not sound or start >= sound[-1][1]:
            sound.append((start, end))
    return sound


def _sound_span(item: Any, text: str) -> Span | None:
    try:
        start, end = (_offset(item.get(key), key) for key in ("start", "end")) if isinstance(item, dict) else (0, 0)
    except Refusal:
        return None
    if not 0 <= start < end <= len(text):
        return None
    stated = item.get("text")
    return None if isinstance(stated, str) and stated != text[start:end] else (start, end)


def spans_within(spans: list[Span], start: int, end: int) -> Iterable[Span]:
    """Those of sorted spans that lie whole between two offsets, as they are.

    >>> list(spans_within([(0, 2), (3, 5), (4, 9), (5, 6)], 3, 7))
    [(3, 5), (5, 6)]
    """
    for index in range(bisect_left(spans, (start, start)), len(spans)):
        if spans[index][0] >= end:
            return
        if spans[index][1] <= end:
            yield spans[index]
