"""Paragraphs of Markdown and of plain text, which is Markdown without headings of its own kind.

Blocks are those of CommonMark and its tables, found by markdown-it. Lists are cut by their marks here: what CommonMark
takes for a list of one item is a numbered heading in plain text.
"""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ratio_spark.corpus.captions import is_caption
from ratio_spark.corpus.headings import is_back_matter
from ratio_spark.corpus.joining import Mark
from ratio_spark.corpus.paper import Paragraph

# Text in columns is indented without being code.
_BLOCKS = MarkdownIt("commonmark").enable("table").disable(["code", "list"]).disable("inline")
_NO_TEXT = frozenset({"table_open", "table_close"})

_ITEM = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)]|\(\w{1,3}\))[ \t]+", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[-*+•][ \t]+", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,80}\]:")
_FORMULA = re.compile(r"\$\$[^$]+\$\$[.,;]?")
_LINE_END = re.compile(r"(?<![- \t])[ \t]*\n[ \t\n]*")
_MARKUP = (
    (re.compile(r"!\[[^\]]{0,500}\]\([^()\s]{0,2000}\)|\[\^[^\]\s]{1,80}\]|<!--.{0,2000}?-->", re.DOTALL), ""),
    (re.compile(r"<[bB][rR][ /]{0,2}>"), " "),
    (re.compile(r"</?[a-zA-Z][^<>]{0,200}>"), ""),
    (re.compile(r"\[([^\[\]]{1,500})\]\((?:https?:|mailto:|[#./\w])[^()\s]{0,2000}\)"), r"\1"),
    (re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,300})(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^_\n]{1,300})(?<=\S)\1(?![\w_])"), r"\2"),
    (re.compile(r"(?<!`)`([^`\n]{1,300})`(?!`)"), r"\1"),
)

_NUMBERED_HEADING = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.)[ \t]+[^\W\d_a-z]\S*(?:[ \t]+\S+){0,11}"
)
_NAMED_HEADING = re.compile(
    r"(?:abstract|introduction|background|related work|methods?|results|discussion|conclusions?)"
)
_LONGEST_HEADING = 90


def pieces(text: str) -> Iterator[Paragraph | Mark]:
    """The paragraphs and display formulas of a text, each under the heading it stands below.

    Code, tables, images, captions, HTML, footnotes and definitions of links are left out, marks of emphasis too. Each
    item of a list and each paragraph of a quotation is one paragraph. Where no heading is marked, a line by itself
    that is numbered, in capitals or named as a heading is one.

    >>> list(pieces("# Aim\\n\\nTo *see*\\nit.\\n\\n- One.\\n- Two."))[1:]
    [Paragraph(section='Aim', text='One.', citations=None), Paragraph(section='Aim', text='Two.', citations=None)]
    """
    lines = text.split("\n")
    tokens = _BLOCKS.parse(text)
    # A line of hyphens is also what a table in plain text has.
    is_marked = any(token.type == "heading_open" and token.markup != "-" for token in tokens)
    section: str | None = None
    in_table = in_footnote = False
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type in _NO_TEXT:
            in_table = token.type == "table_open"
        if token.type != "inline" or before is None or in_table:
            continue
        content = token.content
        if before.type == "heading_open" or (not is_marked and _is_heading(content)):
            section = _one_line(content) or None
            continue
        in_footnote = _FOOTNOTE.match(content) is not None or (in_footnote and _is_indented(token, lines))
        if not in_footnote:
            yield from _of_block(section, content)


def _of_block(section: str | None, content: str) -> Iterator[Paragraph | Mark]:
    if _FORMULA.fullmatch(content.strip()):
        yield Mark(_one_line(content))
        return
    item = _ITEM if _ITEM.match(content) else _BULLET
    for part in item.split(content):
        if (paragraph := _one_line(part)) and not is_caption(paragraph):
            yield Paragraph(section, paragraph)


def _is_indented(token: Token, lines: list[str]) -> bool:
    return token.map is not None and lines[token.map[0]].startswith(("    ", "\t"))


def _is_heading(content: str) -> bool:
    line = content.strip()
    if "\n" in line or not 2 < len(line) <= _LONGEST_HEADING or line[-1] in ".,;:?!":
        return False
    is_capital = line.isupper() and sum(map(str.isalpha, line)) > 3
    is_named = _NAMED_HEADING.fullmatch(line.lower()) is not None or is_back_matter(line)
    return is_capital or is_named or _NUMBERED_HEADING.fullmatch(line) is not None


def _one_line(content: str) -> str:
    """Text without marks of Markdown on one line; a hyphen at a line end keeps its line end, which tells what it is."""
    for markup, replacement in _MARKUP:
        content = markup.sub(replacement, content)
    return _LINE_END.sub(" ", content).strip()
