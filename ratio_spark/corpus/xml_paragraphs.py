"""Paragraphs of an XML document in order, those whole again that a formula, a list or a PDF has cut in two."""

from collections.abc import Callable
from itertools import zip_longest

from lxml import etree

from ratio_spark.corpus.joining import Mark, begins_within, joined
from ratio_spark.corpus.paper import Paragraph
from ratio_spark.corpus.xml_text import CUT, DISPLAY, DISPLAY_END, Inline, finished, is_blank, is_display_only


class Paragraphs:
    """Collects the paragraphs of one document.

    marks_citations: whether the document marks its citations; where it does not, those of a paragraph are unknown.
    """

    def __init__(self, inline: Inline, marks_citations: bool) -> None:
        self._inline = inline
        self._marks_citations = marks_citations
        self._runs: list[list[Paragraph | Mark]] = [[]]

    def close(self) -> None:
        """Say that the text is interrupted, as by a heading or a list: what follows continues no paragraph."""
        if self._runs[-1]:
            self._runs.append([])

    def read(self, element: etree._Element, section: str | None, read_block: Callable[[etree._Element], None]) -> None:
        """Add the paragraph that an element holds, and hand each block within it to `read_block`, after it.

        Where a new sentence begins behind a block, a new paragraph does.
        """
        draft, blocks = self._inline.read(element)
        own: list[str] = []
        waiting: list[etree._Element] = []
        # A block within a citation mark is read too, though it cuts nothing.
        for piece, block in zip_longest(draft.split(CUT), blocks):
            if piece is not None:
                if waiting and not is_blank(piece) and not begins_within(finished(piece)[0]):
                    self._add_with(section, own, waiting, read_block)
                    own, waiting = [], []
                own.append(piece)
            if block is not None:
                waiting.append(block)
        self._add_with(section, own, waiting, read_block)

    def _add_with(
        self,
        section: str | None,
        pieces: list[str],
        blocks: list[etree._Element],
        read_block: Callable[[etree._Element], None],
    ) -> None:
        self.add(section, " ".join(pieces))
        for block in blocks:
            read_block(block)

    def add(self, section: str | None, draft: str) -> None:
        """Add a draft; a display formula at its end may be followed by the rest of the paragraph."""
        run = self._runs[-1]
        if is_blank(draft):
            return
        if is_display_only(draft):
            run.append(Mark(finished(draft)[0]))
            return
        text, mark = draft.rstrip(), ""
        if text.endswith(DISPLAY_END):
            text, _, mark = text.rpartition(DISPLAY)
        shown, citations = finished(text)
        run.append(Paragraph(section, shown, citations if self._marks_citations else None))
        if mark:
            run.append(Mark(finished(mark)[0]))

    def finished(self) -> tuple[Paragraph, ...]:
        """The paragraphs; formulas that belong to none are left out."""
        return tuple(paragraph for run in self._runs for paragraph in joined(run))
