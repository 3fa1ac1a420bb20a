"""Running text out of XML: what stands within a paragraph, with the spans of its citation marks.

A format says by the names of elements what is special (`Rules`); every other element is walked through. Marks that
XML cannot hold (control characters) stand in the draft of a text for what must be known when it is finished.
"""

import re
from collections.abc import Callable, Mapping
from itertools import islice

from lxml import etree

from ratio_spark.corpus.documents import entity_text
from ratio_spark.corpus.xml_maths import mathml_text, tex_text
from ratio_spark.corpus.xml_names import children, local_name

CITATION, CITATION_END = "\x01", "\x02"
DISPLAY, DISPLAY_END = "\x03", "\x04"
CUT, LEFT_OUT = "\x05", "\x06"
MARKS = CITATION + CITATION_END + DISPLAY + DISPLAY_END + CUT + LEFT_OUT

# A formula that the source has as a picture only.
PICTURED_FORMULA = "[FORMULA]"

_SPANNED = re.compile(f"([{CITATION}{CITATION_END}])")
_CLOSING = (".", ",", ";", ":", "!", "?", ")", "]")
_SHOWN = re.compile(rf"[^\s{MARKS}]")
_DISPLAY = re.compile(f"{DISPLAY}[^{DISPLAY}{DISPLAY_END}]*{DISPLAY_END}")
_NUMBER_START = re.compile(r"\s*[+\-−–]?\d")
_FOOTNOTE_MARK = re.compile(r"[\[(]?\s*(?:\d{1,3}|\w|[^\w\s]{1,3})\s*[\])]?")

Citations = tuple[tuple[int, int], ...]
Rule = Callable[["Inline", etree._Element], None]
Rules = Mapping[str, Rule]


def finished(draft: str) -> tuple[str, Citations]:
    """The text of a draft, white space collapsed and marks resolved, and the spans of its citation marks.

    >>> finished(f"As  shown {CITATION}[1]{CITATION_END}\\n {LEFT_OUT}.")
    ('As shown [1].', ((9, 12),))
    """
    text = " ".join(_without(_closed(draft), DISPLAY + DISPLAY_END + CUT).split())
    if CITATION not in text:
        return text, ()
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    length = start = 0
    for part in _SPANNED.split(text):
        if part == CITATION:
            start = length
        elif part == CITATION_END:
            spans.append((start, length))
        else:
            parts.append(part)
            length += len(part)
    return "".join(parts), tuple(spans)


def _closed(draft: str) -> str:
    """The draft without the blanks before punctuation that what was left out has left behind."""
    if LEFT_OUT not in draft:
        return draft
    shown: list[str] = []
    for part in draft.split(LEFT_OUT):
        if (closing := part.lstrip())[:1] in _CLOSING:
            while shown and not shown[-1].strip():
                shown.pop()
            shown[-1:] = [each.rstrip() for each in shown[-1:]]
            part = closing
        shown.append(part)
    return "".join(shown)


def _without(draft: str, marks: str) -> str:
    # Much faster than str.translate, which takes the slow way for text that is not ASCII.
    for mark in marks:
        if mark in draft:
            draft = draft.replace(mark, "")
    return draft


def unmarked(draft: str) -> str:
    """The draft without its marks, white space as it is."""
    return _without(draft, MARKS)


def is_blank(draft: str) -> bool:
    """Whether a draft shows nothing."""
    return _SHOWN.search(draft) is None


def is_display_only(draft: str) -> bool:
    """Whether a draft is display formulas and nothing else."""
    return DISPLAY in draft and not unmarked(_DISPLAY.sub("", draft)).strip(" \t\r\n.,;:")


class Inline:
    """Walks through the content of paragraphs of one document by the rules of its format."""

    def __init__(self, rules: Rules) -> None:
        self.parts: list[str] = []
        self.blocks: list[etree._Element] = []
        self._rules = rules
        self._by_tag: dict[str, Rule | None] = {}

    def read(self, element: etree._Element) -> tuple[str, list[etree._Element]]:
        """The draft of an element's text, and the blocks within it: one at each CUT."""
        self.parts, self.blocks = [], []
        self.walk(element)
        return "".join(self.parts), self.blocks

    def walk(self, element: etree._Element) -> None:
        """Add the content of an element. The depth is bounded by that of the document (256)."""
        add = self.parts.append
        if element.text:
            add(element.text)
        for child in element:
            tag = child.tag
            if isinstance(tag, str):
                if tag not in self._by_tag:
                    self._by_tag[tag] = self._rules.get(local_name(child))
                rule = self._by_tag[tag]
                if rule is None:
                    self.walk(child)
                else:
                    rule(self, child)
            elif tag is etree.Entity:
                add(entity_text(child))
            if child.tail:
                add(child.tail)

    def drafted(self, rule: Rule, element: etree._Element) -> str:
        """The draft that a rule makes of an element, which is not added; blocks within it are."""
        outer, self.parts = self.parts, []
        try:
            rule(self, element)
            return "".join(self.parts)
        finally:
            self.parts = outer

    def within(self, element: etree._Element) -> str:
        """The draft of an element by its own rule."""
        return self.drafted(self._rules.get(local_name(element)) or Inline.walk, element)

    def content(self, element: etree._Element) -> str:
        """The draft of what an element holds, whatever the rule for itself."""
        return self.drafted(Inline.walk, element)

    def ends_with_blank(self) -> bool:
        """Whether nothing, or white space, stands before."""
        return not (before := self._before()) or before.isspace()

    def ends_with_digit(self) -> bool:
        return self._before().isdigit()

    def _before(self) -> str:
        for part in islice(reversed(self.parts), 8):
            if shown := unmarked(part):
                return shown[-1]
        return ""


def leave_out(inline: Inline, element: etree._Element) -> None:
    """For what is no running text: captions, tables, footnotes, pictures."""
    inline.parts.append(LEFT_OUT)


def blank(inline: Inline, element: etree._Element) -> None:
    """For a line break: white space as any other."""
    inline.parts.append(" ")


def spaced(inline: Inline, element: etree._Element) -> None:
    """For elements that may touch in the XML, such as sentences, but not in the text."""
    inline.walk(element)
    inline.parts.append(" ")


def block(inline: Inline, element: etree._Element) -> None:
    """For blocks within a paragraph, such as lists: they cut it."""
    inline.parts.append(CUT)
    inline.blocks.append(element)


def citation(inline: Inline, element: etree._Element) -> None:
    """For the marks that cite other work; one without a text marks nothing."""
    draft = unmarked(inline.content(element))
    text = draft.strip()
    if text:
        before = " " if draft[0].isspace() else ""
        after = " " if draft[-1].isspace() else ""
        inline.parts.append(f"{before}{CITATION}{text}{CITATION_END}{after}")


def footnote_mark(inline: Inline, element: etree._Element) -> None:
    """For references to footnotes: a bare mark at a word is left out as its footnote is, words stay."""
    draft = inline.content(element)
    is_mark = _FOOTNOTE_MARK.fullmatch(unmarked(draft).strip()) and not inline.ends_with_blank()
    inline.parts.append(LEFT_OUT if is_mark else draft)


def superscript(inline: Inline, element: etree._Element) -> None:
    """For superscripts: a number at a number is its power (10^-3), anything else is glued as in print (cm2)."""
    draft = inline.content(element)
    if inline.ends_with_digit() and _NUMBER_START.match(unmarked(draft)):
        inline.parts.append("^")
    inline.parts.append(draft)


def mathml(inline: Inline, element: etree._Element) -> None:
    inline.parts.append(mathml_text(element))


def tex(inline: Inline, element: etree._Element) -> None:
    inline.parts.append(tex_text(inline.content(element)))


def alternatives(inline: Inline, element: etree._Element) -> None:
    """For several forms of one thing: the shortest that has a text; where none has one, nothing."""
    drafts = [inline.within(child) for child in children(element)]
    inline.parts.append(min((draft for draft in drafts if not is_blank(draft)), key=len, default=""))


def formula(inline: Inline, element: etree._Element) -> None:
    """For formulas in a line, once, though the source may have them in MathML and in TeX."""
    inline.parts.append(_formula_draft(inline, element))


def display_formula(inline: Inline, element: etree._Element) -> None:
    """For formulas on lines of their own."""
    draft = unmarked(_formula_draft(inline, element)).strip()
    inline.parts.append(f" {DISPLAY}{draft}{DISPLAY_END} ")


def _formula_draft(inline: Inline, element: etree._Element) -> str:
    forms = {name: child for child in children(element) if (name := local_name(child)) in ("math", "tex-math")}
    if len(forms) > 1:
        inline_text = min((inline.within(child) for child in forms.values()), key=len)
    else:
        inline_text = inline.content(element)
    return PICTURED_FORMULA if is_blank(inline_text) else inline_text


FORMULA_RULES: Rules = {"math": mathml, "tex-math": tex, "alternatives": alternatives}
