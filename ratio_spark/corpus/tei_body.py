"""The text of a TEI document: which elements are paragraphs, under which headings, and what a PDF has torn.

Abstract, body and appendices are read. What GROBID calls the annex is whatever stands behind the conclusion, most of
it declarations; it is left out like the rest of the back matter.
"""

import re
from collections.abc import Iterator

from lxml import etree

from ratio_spark.corpus.headings import is_back_matter
from ratio_spark.corpus.paper import Paragraph
from ratio_spark.corpus.xml_names import children, every, first, local_name, plain_text
from ratio_spark.corpus.xml_paragraphs import Paragraphs
from ratio_spark.corpus.xml_text import (
    FORMULA_RULES,
    Inline,
    Rules,
    blank,
    block,
    citation,
    display_formula,
    finished,
    formula,
    leave_out,
    spaced,
    superscript,
)

# No running text, wherever it stands (TEI P5, and what GROBID writes).
_NO_TEXT = frozenset((
    "argument", "bibl", "biblFull", "biblStruct", "byline", "dateline", "desc", "docAuthor", "docTitle", "eg", "egXML",
    "epigraph", "figDesc", "figure", "fw", "graphic", "head", "index", "label", "lg", "listBibl", "media", "note",
    "opener", "speaker", "stage", "table", "titlePage", "trailer",
))  # fmt: skip
_BLOCKS = frozenset({"ab", "cit", "list", "p", "quote", "sp"})
_OWN_PARAGRAPHS = frozenset({"cit", "item", "quote"})

_SCRIPTS = frozenset({"sub", "subscript", "sup", "superscript"})
_FOOTNOTES = ("#ftn", "#_ftn", "#_edn", "#foot")
# Blanks that DHConvalidator leaves within brackets and before punctuation; its documents mark no citations.
_LAID_OUT = re.compile(r"(?<=[(\[“]) | (?=[.,;:)\]”](?:\W|\Z))")
_CAPTION = re.compile(
    r"(?:fig(?:ur[ae]?)?|abb(?:ildung)?|table|tabl[ae]|tableau|tabelle|image|imagen|gráfico|graph|ilustración|chart)"
    r"\.?\s*\d+[a-z]?\s?[.:–-]\s*\S",
    re.IGNORECASE,
)
_LONGEST_CAPTION = 400
_LONGEST_HEADING = 100
_MOST_PARTS_OF_HEADING = 4
_ENDS = (".", "?", "!", ":", ";", ",", "…")


def _reference(inline: Inline, element: etree._Element) -> None:
    is_footnote = element.get("type") == "foot" or element.get("target", "").startswith(_FOOTNOTES)
    if element.get("type") == "bibr":
        citation(inline, element)
    elif is_footnote:
        leave_out(inline, element)
    else:
        inline.walk(element)


def _highlight(inline: Inline, element: etree._Element) -> None:
    rend = element.get("rend", "")
    if rend in ("sup", "superscript"):
        superscript(inline, element)
    elif rend in ("footnote_reference", "endnote_reference"):
        leave_out(inline, element)
    else:
        inline.walk(element)


def _converted_highlight(inline: Inline, element: etree._Element) -> None:
    """For documents of DHConvalidator, which puts each element on a line of its own, in the middle of a word too."""
    last = inline.parts[-1] if inline.parts else ""
    shown = last.rstrip(" \t\n")
    is_layout = last.startswith("\n", len(shown))
    if is_layout and (shown or _is_part_of_word(element)):
        inline.parts[-1] = shown
    _highlight(inline, element)


def _is_part_of_word(element: etree._Element) -> bool:
    """Whether an element belongs to the one before it: as an index, or as one letter of a word does to the others."""
    before = element.getprevious()
    is_letter = any(each is not None and len(plain_text(each)) == 1 for each in (before, element))
    return is_letter or element.get("rend") in _SCRIPTS


def _formula(inline: Inline, element: etree._Element) -> None:
    is_display = element.get("rend", "inline") != "inline"
    (display_formula if is_display else formula)(inline, element)


def _quote(inline: Inline, element: etree._Element) -> None:
    """A quotation with paragraphs of its own is a block, any other one stands in the line."""
    is_block = next(children(element, *_BLOCKS), None) is not None
    (block if is_block else Inline.walk)(inline, element)


def _choice(inline: Inline, element: etree._Element) -> None:
    """Of two readings of one passage the editor's, of an abbreviation what is written."""
    edited = next(children(element, "corr", "reg"), None)
    read = edited if edited is not None else next(children(element), None)
    if read is not None:
        inline.walk(read)


def _pointer(inline: Inline, element: etree._Element) -> None:
    """A bare pointer shows where it points to."""
    target = element.get("target", "")
    inline.parts.append(target if target.startswith("http") else "")


def _line_break(inline: Inline, element: etree._Element) -> None:
    if element.get("break") != "no":
        blank(inline, element)


_RULES: Rules = {
    **FORMULA_RULES,
    **dict.fromkeys(_NO_TEXT, leave_out),
    **dict.fromkeys(_BLOCKS, block),
    "choice": _choice,
    "cit": _quote,
    "quote": _quote,
    "ref": _reference,
    "hi": _highlight,
    "lb": _line_break,
    "ptr": _pointer,
    "s": spaced,
    "formula": _formula,
}
_CONVERTED_RULES: Rules = {**_RULES, "hi": _converted_highlight}


def title_text(element: etree._Element | None) -> str | None:
    """The text of a title or heading, without footnote marks; None where it has none."""
    if element is None:
        return None
    return finished(Inline(_RULES).read(element)[0])[0] or None


def paragraphs(root: etree._Element) -> tuple[Paragraph, ...]:
    """The paragraphs of a document's abstract, body and appendices, each with its nearest heading."""
    text = _Text(root)
    content = first(root, "text")
    for abstract in every(root, "teiHeader", "profileDesc", "abstract"):
        text.read_division(abstract, "Abstract")
    for division in every(content, "front", "div"):
        if division.get("type") == "abstract":
            text.read_division(division, "Abstract")
    for body in every(content, "body"):
        text.read_division(body, None)
    for division in every(content, "back", "div"):
        if division.get("type") == "appendix":
            text.read_division(division, "Appendix")
    return tuple(text.found())


class _Text:
    def __init__(self, root: etree._Element) -> None:
        programs = {each.get("ident", "").upper() for each in root.iter("{*}application")}
        marks_citations = any(ref.get("type") == "bibr" for ref in root.iter("{*}ref"))
        self._has_typed_headings = "GROBID" not in programs
        self._is_converted = "DHCONVALIDATOR" in programs
        self._inline = Inline(_CONVERTED_RULES if self._is_converted else _RULES)
        self.paragraphs = Paragraphs(self._inline, marks_citations)

    def read_division(self, element: etree._Element, heading: str | None) -> None:
        """Read the blocks of a division, each under the heading that stands before it."""
        self.paragraphs.close()
        for child in children(element):
            if found := self._heading(child):
                heading = found
                self.paragraphs.close()
            elif not is_back_matter(heading):
                self._read_block(child, heading)
        self.paragraphs.close()

    def _heading(self, element: etree._Element) -> str | None:
        """The text of a heading, also of one that was typed as a paragraph: short, and not ended as a sentence is."""
        name = local_name(element)
        if name == "head":
            return self._text(element)
        if name != "p" or not self._has_typed_headings or len(element) > _MOST_PARTS_OF_HEADING:
            return None
        text = self._text(element)
        is_short = 0 < len(text) <= _LONGEST_HEADING
        return text if is_short and not text.endswith(_ENDS) and not text[0].islower() else None

    def _text(self, element: etree._Element) -> str:
        return finished(self._inline.read(element)[0])[0]

    def found(self) -> Iterator[Paragraph]:
        """The paragraphs without what looks like a caption."""
        for each in self.paragraphs.finished():
            text = _LAID_OUT.sub("", each.text) if self._is_converted else each.text
            if not _is_caption(text):
                yield each._replace(text=text)

    def _read_block(self, element: etree._Element, heading: str | None) -> None:
        name = local_name(element)
        if name == "formula":
            self.paragraphs.add(heading, self._inline.drafted(display_formula, element))
        elif name in ("p", "ab"):
            self.paragraphs.read(element, heading, lambda within: self._read_block(within, heading))
        elif name in _OWN_PARAGRAPHS:
            self.paragraphs.close()
            self.paragraphs.read(element, heading, lambda within: self._read_block(within, heading))
            self.paragraphs.close()
        elif name not in _NO_TEXT:
            self.read_division(element, heading)


def _is_caption(text: str) -> bool:
    return len(text) <= _LONGEST_CAPTION and _CAPTION.match(text) is not None
