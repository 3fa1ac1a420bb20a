"""Paragraphs of a paper in the JSON of s2orc-doc2json: `abstract`, `body_text` and `back_matter`, with spans.

S2ORC of 2019 and 2020, CORD-19, ACL-OCL and doc2json itself write them, each in another wrapper.
"""

import re
from collections.abc import Iterator
from typing import Any

from ratio_spark.corpus.annotations import Span, sound_spans
from ratio_spark.corpus.captions import is_caption
from ratio_spark.corpus.format import Record, list_of, shown, text_of
from ratio_spark.corpus.joining import Mark, joined
from ratio_spark.corpus.paper import Paragraph
from ratio_spark.corpus.refusals import Reason, Refusal

_BACK = "back_matter"
_PARTS = ("abstract", "body_text", _BACK)
# Stands in the text for a formula whose source is told beside it, and for a citation in papers that were LaTeX.
_FORMULA_WORDS = frozenset({"EQUATION", "FORMULA"})
_CITATION_WORD = re.compile(r"BIBREF(\d{1,6})")


def parsed_paragraphs(parse: Record) -> tuple[Paragraph, ...]:
    """The paragraphs of a parse, whole, without captions.

    A part that is text instead of a list is one paragraph. Back matter without a heading is none: nothing tells it
    from thanks and notes. What the abstract has and the body too (GROBID took the
    beginning of the text for a part of the abstract) stays in the body. Raises `Refusal(WRONG_LAYOUT)`.
    """
    captions = _captions(parse)
    left_out = {"abstract": captions | _texts(parse.get("body_text"))}
    return joined(piece for part in _PARTS for piece in _pieces(parse, part, left_out.get(part, captions)))


def _captions(parse: Record) -> frozenset[str]:
    entries = parse.get("ref_entries")
    return _texts(list(entries.values())) if isinstance(entries, dict) else frozenset()


def _texts(items: object) -> frozenset[str]:
    texts = (item.get("text") for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
    return frozenset(text.strip() for text in texts if isinstance(text, str) and text.strip())


def _pieces(parse: Record, part: str, left_out: frozenset[str]) -> Iterator[Paragraph | Mark]:
    if isinstance(text := parse.get(part), str):
        if part != _BACK:
            yield Paragraph("Abstract" if part == "abstract" else None, text)
        return
    for item in list_of(parse, part):
        if not isinstance(item, dict):
            raise Refusal(Reason.WRONG_LAYOUT, f"{part}: expected objects, found {shown(item)}")
        text = text_of(item, "text") or ""
        if text.strip() in left_out or is_caption(text) or (part == _BACK and _heading(item) is None):
            continue
        yield _piece(item, text)


def _piece(item: Record, text: str) -> Paragraph | Mark:
    formulas = _formulas(item, text)
    cited = sound_spans(item.get("cite_spans"), text)
    if len(formulas) == 1 and text.strip() == text[slice(*next(iter(formulas)))].strip():
        return Mark(next(iter(formulas.values())))
    readable, citations = _readable(text, formulas, cited or [])
    return Paragraph(_heading(item), readable, None if cited is None else citations)


def _heading(item: Record) -> str | None:
    """The lowest heading: sections are written `Methods::Data`."""
    return (text_of(item, "section") or "").rpartition("::")[2].strip() or None


def _formulas(item: Record, text: str) -> dict[Span, str]:
    """What to read instead of the words that stand for formulas, or the formulas as they are."""
    stated = item.get("eq_spans")
    spans: dict[Span, str] = {}
    for each in stated if isinstance(stated, list) else []:
        for start, end in sound_spans([each], text) or []:
            spans[start, end] = _formula(each, text[start:end])
    return spans


def _formula(stated: dict[str, Any], text: str) -> str:
    latex, raw = stated.get("latex"), stated.get("raw_str")
    if text not in _FORMULA_WORDS:
        return text
    if isinstance(latex, str) and latex.strip():
        return f"${latex.strip()}$"
    return raw.strip() if isinstance(raw, str) and raw.strip() else text


def _readable(text: str, formulas: dict[Span, str], cited: list[Span]) -> tuple[str, tuple[Span, ...]]:
    """The text with its formulas and numbered citations in place, and where the citations are in it."""
    pieces: list[str] = []
    citations: list[Span] = []
    length = kept = 0
    for (start, end), formula in sorted({**dict.fromkeys(cited), **formulas}.items()):
        if start < kept:
            continue
        within = text[start:end]
        new = formula if formula is not None else _CITATION_WORD.sub(lambda word: f"[{int(word[1]) + 1}]", within)
        length += start - kept
        if (start, end) in cited:
            citations.append((length, length + len(new)))
        pieces += [text[kept:start], new]
        length += len(new)
        kept = end
    return "".join([*pieces, text[kept:]]), tuple(citations)
