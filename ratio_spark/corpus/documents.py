"""Records that are documents of their own: XML and plain text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.entities import html5
from typing import Any

import orjson
import yaml
from frontmatter.default_handlers import YAMLHandler
from lxml import etree

from ratio_spark.corpus.plain import plain
from ratio_spark.corpus.refusals import Reason, Refusal

FRONT_MATTER_CHARACTERS = 50_000

# References to entities, CDATA sections and comments: within the latter two nothing is a reference.
_REFERENCE = re.compile(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&([A-Za-z][A-Za-z0-9]{1,31});", re.DOTALL)
_OF_XML = (b"amp", b"lt", b"gt", b"quot", b"apos")
_OTHER_NAME = re.compile(rb"&(?!#|(?:amp|lt|gt|quot|apos);)")


@dataclass(frozen=True)
class XmlDocument:
    """An XML document, or an element of one that is a record of its own.

    `name` is what its file or archive member is called (`file_names`): what identifies a document that says no
    identifier of its own.
    """

    root: etree._Element
    name: str


@dataclass(frozen=True)
class TextDocument:
    """A plain text or Markdown file: what its front matter says (YAML; empty without one), and the text below."""

    text: str
    name: str
    front: Mapping[str, Any] = field(default_factory=dict)


def parse_xml(data: bytes, name: str) -> XmlDocument:
    """The document of some bytes, without comments and processing instructions.

    No entity is expanded but the five of XML, characters by number and those that HTML names; no DTD or other file
    is loaded, and what is deeper than 256 elements is refused. Blanks before the document are allowed. Raises
    `Refusal` with NOT_XML or NOT_UTF8, and the line of the fault.

    >>> parse_xml(b"<p>a&nbsp;b</p>", "x").root.text
    'a\\xa0b'
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    whole = data
    data = data.lstrip()
    if _OTHER_NAME.search(data):
        data = _REFERENCE.sub(_character, data)
    try:
        return XmlDocument(etree.fromstring(data, parser), name)
    except etree.XMLSyntaxError as error:
        is_encoding = error.code == etree.ErrorTypes.ERR_INVALID_ENCODING  # type: ignore[attr-defined]
        reason = Reason.NOT_UTF8 if is_encoding else Reason.NOT_XML
        line = (error.lineno or 1) + whole.count(b"\n", 0, len(whole) - len(whole.lstrip()))
        raise Refusal(reason, f"line {line}: {(error.msg or '').partition(', line ')[0]}") from error


def _character(reference: re.Match[bytes]) -> bytes:
    """A character of HTML by its number: XML without its DTD knows no name but five."""
    name = reference[1]
    characters = html5.get(f"{name.decode()};") if name and name not in _OF_XML else None
    return "".join(f"&#{ord(each)};" for each in characters).encode() if characters else reference[0]


def entity_text(entity: etree._Entity) -> str:
    """What a reference to an entity that is left in a document stands for: a character of HTML, else it stays.

    >>> entity_text(etree.Entity("nbsp")), entity_text(etree.Entity("publisher"))
    ('\\xa0', '&publisher;')
    """
    return html5.get(f"{entity.name};") or f"&{entity.name};"


def parse_text(data: bytes, name: str) -> TextDocument:
    """The text of some bytes, its front matter apart.

    Raises `Refusal` with NOT_UTF8, or with WRONG_LAYOUT for front matter that is no YAML, or too long.

    >>> parse_text(b"---\\ndate: 2020-05-17\\n---\\nOne.", "x")
    TextDocument(text='One.', name='x', front={'date': '2020-05-17'})
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(Reason.NOT_UTF8, f"line {line}: {error.reason}") from error
    handler = YAMLHandler()
    text = text.strip()
    if not handler.detect(text):
        return TextDocument(text, name)
    try:
        front, below = handler.split(text)
    except ValueError:
        return TextDocument(text, name)
    if len(front) > FRONT_MATTER_CHARACTERS:
        raise Refusal(Reason.WRONG_LAYOUT, f"the front matter has {len(front)} characters")
    said = _load(handler, front)
    return TextDocument(below.strip(), name, said) if isinstance(said, dict) else TextDocument(text, name)


class _Loader(yaml.SafeLoader):
    """YAML without aliases: a few of them can stand for more values than there is memory."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("an alias is not allowed")
        return super().compose_node(parent, index)


def _load(handler: YAMLHandler, front: str) -> Any:
    """The values of the front matter as JSON has them: no half of a surrogate pair, no number beyond 64 bits."""
    try:
        return orjson.loads(orjson.dumps(plain(handler.load(front, Loader=_Loader))))
    except (yaml.YAMLError, ValueError, ArithmeticError, LookupError, TypeError, RecursionError) as error:
        raise Refusal(Reason.WRONG_LAYOUT, f"front matter: {' '.join(str(error).split())}") from error
