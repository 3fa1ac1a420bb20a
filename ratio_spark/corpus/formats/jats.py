"""JATS and its elder NLM: journal articles as PMC, PLOS, eLife, SciELO, JOSE and JOSS publish them."""

import re
from collections.abc import Iterator

from lxml import etree

from ratio_spark.corpus.documents import XmlDocument
from ratio_spark.corpus.format import Carrier, Format
from ratio_spark.corpus.jats_body import paragraphs, title_text
from ratio_spark.corpus.paper import Paper, normal_doi
from ratio_spark.corpus.stated_dates import Stated, earliest_electronic
from ratio_spark.corpus.xml_names import children, every, first, local_name, plain_text, require_shallow

_HREF = "{http://www.w3.org/1999/xlink}href"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"

# Subjects of such groups, and such subjects, say what kind of text an article is, not what it is about.
_KINDS_OF_ARTICLE = frozenset({"display-channel", "article-type", "articletype", "article types"})
_KIND_OF_ARTICLE = re.compile(
    r"(?:(?:original|regular|research|review|short|full[- ]length) )?"
    r"(?:articles?|communications?|letters?|papers?|reports?|research|reviews?)",
    re.IGNORECASE,
)


def _is_article(element: etree._Element) -> bool:
    return local_name(element) == "article" and next(children(element, "front", "body"), None) is not None


def _articles(document: XmlDocument) -> Iterator[etree._Element]:
    """The document itself, or the articles within a wrapper (a set of PMC, a record of OAI-PMH)."""
    if local_name(document.root) == "article":
        return filter(_is_article, (document.root,))
    return filter(_is_article, document.root.iter("{*}article"))


def _fits(document: XmlDocument) -> bool:
    return next(_articles(document), None) is not None


def _split(document: XmlDocument) -> Iterator[XmlDocument]:
    articles = list(_articles(document))
    for number, article in enumerate(articles, start=1):
        yield XmlDocument(article, document.name if len(articles) == 1 else f"{document.name}#{number}")


def _identifiers(meta: etree._Element | None) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in every(meta, "article-id"):
        found.setdefault(element.get("pub-id-type", ""), plain_text(element))
    return found


def _native_id(document: XmlDocument) -> str:
    """The identifier in PMC, else PubMed, else the DOI, else the publisher's with the ISSN, else the file's name."""
    front = first(document.root, "front")
    known = _identifiers(first(front, "article-meta"))
    if pmc := known.get("pmcid") or known.get("pmc") or known.get("pmcaid"):
        return f"PMC{pmc.removeprefix('PMC')}"
    if pmid := known.get("pmid"):
        return f"pmid{pmid}"
    if doi := known.get("doi"):
        return normal_doi(doi) or doi
    issn = plain_text(first(front, "journal-meta", "issn"))
    if issn and (own := known.get("publisher-id")):
        return f"{issn}/{own}"
    return document.name


def _stated(element: etree._Element) -> Stated:
    kind = element.get("pub-type") or element.get("date-type") or ""
    year, month, day, season = (plain_text(first(element, name)) or None for name in ("year", "month", "day", "season"))
    if year is None:
        year, month, day = (*element.get("iso-8601-date", "").partition("T")[0].split("-", 2), None, None)[:3]
    is_electronic = element.get("publication-format", "").startswith(("electronic", "online"))
    return Stated(kind, year, month, day, season, is_electronic, f"pub-date[{kind}]" if kind else "pub-date")


def _fields(meta: etree._Element | None) -> tuple[str, ...]:
    """The subjects, of nested ones the widest. Keywords, which authors make up, are none."""
    subjects = (
        plain_text(subject)
        for group in every(meta, "article-categories", "subj-group")
        if group.get("subj-group-type", "").lower() not in _KINDS_OF_ARTICLE
        for subject in every(group, "subject")
    )
    return tuple(dict.fromkeys(each for each in subjects if not _KIND_OF_ARTICLE.fullmatch(each)))


def _license(meta: etree._Element | None) -> str | None:
    """The address of the licence, else what it says."""
    for element in every(meta, "permissions", "license"):
        address = element.get(_HREF) or plain_text(next(element.iter("{*}license_ref"), None))
        links = (link.get(_HREF) for link in element.iter("{*}ext-link"))
        return address or next(filter(None, links), None) or plain_text(element) or element.get("license-type")
    return None


def _first_author(meta: etree._Element | None) -> str | None:
    """The first author as "Surname, Given names"; a group by its name."""
    for author in every(meta, "contrib-group", "contrib"):
        if author.get("contrib-type", "author") != "author":
            continue
        name = next(author.iter("{*}name"), None)
        surname = plain_text(first(name, "surname"))
        given = plain_text(first(name, "given-names"))
        whole = next(author.iter("{*}string-name", "{*}collab"), None)
        return ", ".join(filter(None, (surname, given))) or plain_text(whole) or None
    return None


def _read(document: XmlDocument, paper_id: str) -> Paper:
    root = document.root
    require_shallow(root)
    meta = first(root, "front", "article-meta")
    return Paper(
        paper_id=paper_id,
        source="jats",
        date=earliest_electronic(map(_stated, every(meta, "pub-date"))),
        title=title_text(first(meta, "title-group", "article-title")),
        fields=_fields(meta),
        doi=_identifiers(meta).get("doi"),
        first_author=_first_author(meta),
        paragraphs=paragraphs(root, meta),
        language=root.get(_LANGUAGE),
        license=_license(meta),
    )


FORMAT = Format(
    name="jats",
    source="jats",
    native_id=_native_id,
    fits=_fits,
    read=_read,
    carrier=Carrier.XML,
    split=_split,
)
