"""The text of a JATS article: which elements are paragraphs, under which headings, and which are not the paper's.

Abstracts, body and appendices are read. The rest of the back matter (acknowledgements, funding, author contributions,
competing interests, data sets, glossaries, references) is about the paper or is a list: no one argues there, so no
pair of sentences can be mined. Decision letters, answers and translations (`sub-article`, `response`,
`trans-abstract`) are other texts than the paper.
"""

import re
from collections.abc import Iterator

from lxml import etree

from ratio_spark.corpus.headings import is_back_matter
from ratio_spark.corpus.paper import Paragraph
from ratio_spark.corpus.xml_names import children, every, first, local_name
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
    footnote_mark,
    formula,
    leave_out,
    superscript,
)

# No running text, wherever it stands. Names are those of the JATS tag library (Archiving 1.3) and of NLM 2 and 3.
_NO_TEXT = frozenset((
    "ack", "alt-text", "alt-title", "array", "article-id", "attrib", "author-notes", "bio", "caption",
    "chem-struct-wrap", "citation", "code", "contrib", "contrib-group", "custom-meta-group", "element-citation",
    "fig", "fig-group", "floats-group", "floats-wrap", "fn", "fn-group", "glossary", "glyph-data", "graphic",
    "history", "index-term", "inline-graphic", "kwd-group", "label", "long-desc", "media", "mixed-citation",
    "nlm-citation", "notes", "object-id", "permissions", "preformat", "private-char", "product", "ref",
    "ref-list", "related-article", "response", "rp", "rt", "sec-meta", "sig-block", "speaker", "sub-article",
    "subtitle", "supplementary-material", "table", "table-wrap", "table-wrap-foot", "table-wrap-group", "title",
    "trans-abstract", "verse-group",
))  # fmt: skip
_BLOCKS = frozenset({"boxed-text", "def-list", "disp-quote", "list", "p", "speech", "statement"})

# Abstracts that say again, in fewer words or in a picture, what another one says, or that an editor wrote.
_OTHER_ABSTRACTS = frozenset({"editor", "editorial", "graphical", "precis", "short", "teaser", "toc", "video"})
_DOI_ALONE = re.compile(r"(?:DOI:?\s*)?(?:https?://(?:dx\.)?doi\.org/|10\.\d{4,9}/)\S+", re.IGNORECASE)


def _reference(inline: Inline, element: etree._Element) -> None:
    match element.get("ref-type"):
        case "bibr":
            citation(inline, element)
        case "fn" | "table-fn" | "author-notes":
            footnote_mark(inline, element)
        case _:
            inline.walk(element)


_RULES: Rules = {
    **FORMULA_RULES,
    **dict.fromkeys(_NO_TEXT, leave_out),
    **dict.fromkeys(_BLOCKS, block),
    "xref": _reference,
    "sup": superscript,
    "break": blank,
    "inline-formula": formula,
    "disp-formula": display_formula,
}


def title_text(element: etree._Element | None) -> str | None:
    """The text of a title or heading, without footnote marks; None where it has none."""
    if element is None:
        return None
    return finished(Inline(_RULES).read(element)[0])[0] or None


def paragraphs(root: etree._Element, meta: etree._Element | None) -> tuple[Paragraph, ...]:
    """The paragraphs of an article's abstracts, body and appendices, each with its nearest heading."""
    marks_citations = any(ref.get("ref-type") == "bibr" for ref in root.iter("{*}xref"))
    text = _Text(marks_citations)
    for abstract in every(meta, "abstract"):
        if abstract.get("abstract-type", "").lower() not in _OTHER_ABSTRACTS:
            text.read_section(abstract, "Abstract")
    for body in children(root, "body"):
        text.read_blocks(body, None)
    for appendix in _appendices(first(root, "back")):
        text.read_section(appendix, "Appendix")
    return tuple(each for each in text.paragraphs.finished() if not _DOI_ALONE.fullmatch(each.text))


def _appendices(back: etree._Element | None) -> Iterator[etree._Element]:
    yield from every(back, "app-group", "app")
    yield from every(back, "app")
    for section in every(back, "sec"):
        if section.get("sec-type") == "appendix":
            yield section


class _Text:
    def __init__(self, marks_citations: bool) -> None:
        self._inline = Inline(_RULES)
        self.paragraphs = Paragraphs(self._inline, marks_citations)

    def read_section(self, element: etree._Element, heading: str | None) -> None:
        """Read a section; one without a title is under the heading around it. Back matter in the body is left out."""
        self.paragraphs.close()
        title = title_text(first(element, "title")) or heading
        if not is_back_matter(title):
            self.read_blocks(element, title)
        self.paragraphs.close()

    def read_blocks(self, element: etree._Element, heading: str | None) -> None:
        for child in children(element):
            self._read_block(child, local_name(child), heading)

    def _read_block(self, element: etree._Element, name: str, heading: str | None) -> None:
        if name == "sec":
            self.read_section(element, heading)
        elif name == "p":
            self.paragraphs.read(element, heading, lambda within: self._read_block(within, local_name(within), heading))
        elif name in ("disp-formula", "disp-formula-group"):
            self.paragraphs.add(heading, self._inline.within(element))
        elif name not in _NO_TEXT:
            self.paragraphs.close()
            self.read_blocks(element, heading)
            self.paragraphs.close()
