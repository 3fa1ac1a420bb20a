"""Texts of unarXive made readable: what LaTeX held stands in them as placeholders such as `{{cite:…}}`.

Formulas come back as LaTeX between dollars, citations as numbers in the order in which the paper makes them, with
their spans. Figures and tables, which stand where the source held them and not where the text refers to them, go.
"""

import re
from collections.abc import Mapping
from typing import Any

from ratio_spark.corpus.format import Record
from ratio_spark.corpus.paper import Paragraph

_FLOATS = re.compile(r"(?:(?<=\n)|\A)[ \t]*(?:\{\{(?:figure|table):[^{}]*\}\}[ \t]*)+")
# A formula, and a reference that unarXive did not resolve, have one blank behind them that the author did not write.
_FORMULA = re.compile(r"\{\{formula:([^{}]*)\}\} ?")
_REFERENCE = re.compile(r"\bREF (?=[\s.,;:!?)\]}])")
_OTHER = re.compile(r"\{\{(figure|table|section):[^{}]*\}\}")
_CITATION = re.compile(r"\{\{cite:([^{}]*)\}\}")
# White space as LaTeX writes it, at the end of a display formula before or after its stop.
_SPACES = ("\\qquad", "\\quad", "\\nonumber", "\\,", "\\;", "\\:", "\\!", "\\ ", "~", " ", "\n", "\t")
_STOPS = (".", ",", ";", ":")
_ESCAPED_STOPS = tuple(f"\\{stop}" for stop in _STOPS)
# A broken macro turned text and formulas inside out: "formulas" that are prose begin with blank-separated words.
_PROSE = re.compile(
    r"[.,;:)]?(?:\s+[A-Za-z]{2,}\s[a-z]{2,}|\s*[A-Za-z]{3,}\s[a-z]{3,}|\s+(?:and|are|be|for|is|of|that|the|to|with)\s)"
)


class Readable:
    """Makes the texts of one paper readable, in reading order: its citations are numbered as they come."""

    def __init__(self, record: Record) -> None:
        entries = record.get("ref_entries")
        self._entries: Mapping[str, Any] = entries if isinstance(entries, dict) else {}
        self._numbers: dict[str, int] = {}

    def paragraph(self, section: str | None, text: str) -> Paragraph:
        """A paragraph on one line.

        >>> readable = Readable({"ref_entries": {"a1": {"type": "formula", "latex": "x = 1 \\\\,."}}})
        >>> readable.paragraph(None, "Let {{formula:a1}}  See {{cite:b2}}, {{cite:c3}}.")
        Paragraph(section=None, text='Let $x = 1$. See [1], [2].', citations=((17, 20), (22, 25)))
        """
        flat = self._without_citations(text)
        pieces: list[str] = []
        spans = []
        length = kept = 0
        for found in _CITATION.finditer(flat):
            number = self._numbers.setdefault(found[1], len(self._numbers) + 1)
            mark = f"[{number}]"
            start = length + found.start() - kept
            spans.append((start, start + len(mark)))
            pieces += [flat[kept : found.start()], mark]
            length, kept = start + len(mark), found.end()
        return Paragraph(section, "".join([*pieces, flat[kept:]]), tuple(spans))

    def heading(self, text: str | None) -> str | None:
        """A heading on one line."""
        return self._without_citations(text or "") or None

    def _without_citations(self, text: str) -> str:
        if "{{" in text:
            text = _FLOATS.sub("\n", text)
            text = _FORMULA.sub(self._formula, text)
            text = _OTHER.sub(lambda found: found[1].capitalize(), text)
        return " ".join(_REFERENCE.sub("REF", text).split())

    def _formula(self, found: re.Match[str]) -> str:
        entry = self._entries.get(found[1])
        latex = entry.get("latex") if isinstance(entry, dict) else None
        if not isinstance(latex, str) or not latex.strip():
            return "[formula]"
        if _PROSE.match(latex):
            return latex
        formula = _without_spaces(latex)
        stop = formula[-1:] if formula.endswith(_STOPS) and not formula.endswith(_ESCAPED_STOPS) else ""
        return f"${_without_spaces(formula.removesuffix(stop)).strip()}${stop}"


def _without_spaces(latex: str) -> str:
    end = len(latex)
    while size := next((len(each) for each in _SPACES if latex.endswith(each, 0, end)), 0):
        end -= size
    return latex[:end]
