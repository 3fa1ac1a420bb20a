"""TEI: what GROBID makes of PDFs (with and without sentences marked), and papers written in TEI P5."""

import re
from collections.abc import Iterator

from lxml import etree

from ratio_spark.corpus.dates import UNDATED, PubDate, read_timestamp
from ratio_spark.corpus.documents import XmlDocument
from ratio_spark.corpus.format import Carrier, Format
from ratio_spark.corpus.paper import Paper, normal_doi
from ratio_spark.corpus.tei_body import paragraphs, title_text
from ratio_spark.corpus.xml_names import every, first, local_name, plain_text, require_shallow

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7}", re.ASCII)
_SOURCE = ("sourceDesc", "biblStruct")


def _is_text(element: etree._Element) -> bool:
    return local_name(element) == "TEI" and first(element, "teiHeader") is not None


def _texts(document: XmlDocument) -> Iterator[etree._Element]:
    """The document itself, or the texts of a corpus."""
    in_corpus = local_name(document.root) == "teiCorpus"
    return filter(_is_text, document.root.iter("{*}TEI") if in_corpus else (document.root,))


def _fits(document: XmlDocument) -> bool:
    return next(_texts(document), None) is not None


def _split(document: XmlDocument) -> Iterator[XmlDocument]:
    texts = list(_texts(document))
    for number, text in enumerate(texts, start=1):
        yield XmlDocument(text, document.name if len(texts) == 1 else f"{document.name}#{number}")


def _file_description(document: XmlDocument) -> etree._Element | None:
    return first(document.root, "teiHeader", "fileDesc")


def _identifiers(described: etree._Element | None) -> dict[str, str]:
    """What the header calls the paper, by kind of identifier: the paper's own ones, not its journal's."""
    found: dict[str, str] = {}
    for path in ((*_SOURCE,), (*_SOURCE, "analytic"), ("publicationStmt",)):
        for element in every(described, *path, "idno"):
            if text := plain_text(element):
                found.setdefault(element.get("type", "").upper(), text)
    return found


def _native_id(document: XmlDocument) -> str:
    """The DOI, else the arXiv identifier, else the hash of the PDF, else the name of the file."""
    known = _identifiers(_file_description(document))
    return normal_doi(known.get("DOI")) or _arxiv_id(known) or known.get("MD5") or document.name


def _arxiv_id(known: dict[str, str]) -> str | None:
    found = _ARXIV_ID.search(known.get("ARXIV", ""))
    return found.group() if found else None


def _date(described: etree._Element | None) -> PubDate:
    """The date that says it is the one of publication, else that of the imprint of the source.

    Dates of the edition, of the application and of revisions are those of a template or a program.
    """
    published = [
        (element, "publicationStmt/date")
        for element in every(described, "publicationStmt", "date")
        if element.get("type") == "published"
    ]
    imprint = [
        (element, "imprint/date")
        for element in every(described, *_SOURCE, "monogr", "imprint", "date")
        if element.get("type", "published") == "published"
    ]
    found = (read_timestamp(element.get("when") or None, source) for element, source in published + imprint)
    return next((date for date in found if date.first_day), UNDATED)


def _authors(described: etree._Element | None) -> Iterator[etree._Element]:
    yield from every(described, *_SOURCE, "analytic", "author")
    yield from every(described, "titleStmt", "author")


def _first_author(described: etree._Element | None) -> str | None:
    """The first author who has a name, as "Surname, Forenames"."""
    for author in _authors(described):
        name = first(author, "persName")
        surname = plain_text(first(name, "surname"))
        forenames = (plain_text(each) for each in every(name, "forename"))
        whole = plain_text(name) or (author.text or "").strip()
        if found := ", ".join(filter(None, (surname, " ".join(forenames)))) if surname else whole:
            return found
    return None


def _fields(root: etree._Element) -> tuple[str, ...]:
    """Subjects from a list that all papers share; keywords that authors make up are none."""
    described = first(root, "teiHeader", "profileDesc", "textClass")
    topics = (each for each in every(described, "keywords") if each.get("n") == "topics")
    codes = every(described, "classCode")
    return tuple(plain_text(each) for group in topics for each in every(group, "term")) + tuple(map(plain_text, codes))


def _language(root: etree._Element) -> str | None:
    text = first(root, "text")
    stated = text.get(_LANGUAGE) if text is not None else None
    used = list(every(root, "teiHeader", "profileDesc", "langUsage", "language"))
    only = used[0].get("ident") if len(used) == 1 else None
    return stated or root.get(_LANGUAGE) or only


def _license(described: etree._Element | None) -> str | None:
    for licence in every(described, "publicationStmt", "availability", "licence"):
        return licence.get("target") or plain_text(licence)
    return None


def _read(document: XmlDocument, paper_id: str) -> Paper:
    root = document.root
    require_shallow(root)
    described = _file_description(document)
    known = _identifiers(described)
    title = first(described, "titleStmt", "title")
    return Paper(
        paper_id=paper_id,
        source="tei",
        date=_date(described),
        title=title_text(title),
        fields=_fields(root),
        doi=known.get("DOI"),
        arxiv_id=_arxiv_id(known),
        first_author=_first_author(described),
        paragraphs=paragraphs(root),
        language=_language(root),
        license=_license(described),
    )


FORMAT = Format(
    name="tei",
    source="tei",
    native_id=_native_id,
    fits=_fits,
    read=_read,
    carrier=Carrier.XML,
    split=_split,
)
