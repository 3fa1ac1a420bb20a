"""Text that was taken from the pages of a PDF: page breaks and page numbers out of the way of its paragraphs."""

import re

_PAGE_NUMBER = r"[ \t]*(?:[-–—][ \t]*)?(?:[Pp]age[ \t]+)?\d{1,4}(?:[ \t]+of[ \t]+\d{1,4})?(?:[ \t]*[-–—])?[ \t]*"
_FORM_FEED = re.compile(rf"(?:\n{{1,9}}{_PAGE_NUMBER})?\n{{0,9}}\f(?:\n{{0,9}}{_PAGE_NUMBER}(?=\n))?\n*")
_NUMBER_BETWEEN = re.compile(rf"\n[ \t]*\n{_PAGE_NUMBER}(?=\n[ \t]*\n)")
_ENDED = re.compile(r"[.?!:][\"'”’»)\]]*[ \t]*\Z")
_TAIL = 40


def without_pages(text: str) -> str:
    """The text with a line feed where a page ends within a sentence, and a blank line where one ends with it.

    >>> without_pages("It was found\\n\\n- 12 -\\n\\fby Turing.\\n\\f13\\nNext.")
    'It was found\\nby Turing.\\n\\nNext.'
    >>> without_pages("It was found\\n\\n12\\n\\nby Turing.")
    'It was found\\n\\nby Turing.'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _NUMBER_BETWEEN.sub("", text)
    if "\f" not in text:
        return text
    return _FORM_FEED.sub(lambda found: _between(text, found.start()), text)


def _between(text: str, end: int) -> str:
    before = text[max(0, end - _TAIL) : end].rstrip()
    return "\n\n" if not before or _ENDED.search(before) else "\n"
