"""The XML of the ACL Anthology: collections of volumes of papers, of which it holds the abstracts."""

from collections.abc import Iterator

from lxml import etree

from ratio_spark.corpus.dates import PubDate
from ratio_spark.corpus.documents import XmlDocument
from ratio_spark.corpus.format import Carrier, Format
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.stated_dates import read_parts
from ratio_spark.corpus.xml_names import children, every, first, local_name, plain_text, require_shallow
from ratio_spark.corpus.xml_text import FORMULA_RULES, Inline, finished

# TACL publishes all the year round, and all its volumes say December.
_ROLLING_VENUES = frozenset({"tacl"})
_ROLLING_COLLECTIONS = ("Q",)


def _split(document: XmlDocument) -> Iterator[XmlDocument]:
    papers = every(document.root, "volume", "paper")
    return (XmlDocument(paper, document.name) for paper in papers)


def _above(element: etree._Element, name: str) -> etree._Element | None:
    parent = element.getparent()
    return parent if parent is not None and local_name(parent) == name else None


def _volume_and_collection(paper: etree._Element) -> tuple[etree._Element, etree._Element] | None:
    volume = _above(paper, "volume")
    collection = None if volume is None else _above(volume, "collection")
    return None if volume is None or collection is None else (volume, collection)


def _fits(document: XmlDocument) -> bool:
    return local_name(document.root) == "collection" and first(document.root, "volume") is not None


def _native_id(document: XmlDocument) -> str | None:
    """The Anthology identifier: `2020.acl-main.1`, or `P02-1061` before 2020."""
    found = _volume_and_collection(document.root)
    if found is None:
        return None
    volume, collection = (element.get("id", "").strip() for element in found)
    paper = document.root.get("id", "").strip()
    if not (volume and collection and paper):
        return None
    if "." in collection:
        return f"{collection}-{volume}.{paper}"
    if not (volume.isdecimal() and paper.isdecimal()):
        return None
    # Of the four digits, the volume has two where a meeting has more than nine volumes, with fewer papers each.
    has_many = collection.startswith("W") or collection == "C69" or (collection == "D19" and int(volume) >= 5)
    return f"{collection}-{int(volume):02}{int(paper):02}" if has_many else f"{collection}-{int(volume)}{int(paper):03}"


def _date(paper: etree._Element) -> PubDate:
    """Year and month of the volume. Several months ("June-July") leave the year, as nobody says which one it was."""
    volume, collection = _volume_and_collection(paper) or (paper, paper)
    meta = first(volume, "meta")
    venues = {plain_text(venue).lower() for venue in every(meta, "venue")}
    is_rolling = venues & _ROLLING_VENUES or collection.get("id", "").startswith(_ROLLING_COLLECTIONS)
    month = None if is_rolling else plain_text(first(meta, "month"))
    return read_parts(plain_text(first(meta, "year")), month, None, "volume/meta")


def _first_author(paper: etree._Element) -> str | None:
    author = first(paper, "author")
    names = (plain_text(first(author, "last")), plain_text(first(author, "first")))
    return ", ".join(filter(None, names)) or None


def _read(document: XmlDocument, paper_id: str) -> Paper:
    paper = document.root
    require_shallow(paper)
    inline = Inline(FORMULA_RULES)
    titles, abstracts = (
        [finished(inline.read(each)[0])[0] for each in children(paper, name)] for name in ("title", "abstract")
    )
    return Paper(
        paper_id=paper_id,
        source="acl",
        date=_date(paper),
        title=next(iter(titles), None),
        doi=plain_text(first(paper, "doi")) or None,
        first_author=_first_author(paper),
        paragraphs=tuple(Paragraph("Abstract", abstract) for abstract in abstracts),
        language=plain_text(first(paper, "language")) or None,
    )


FORMAT = Format(
    name="acl_anthology",
    source="acl",
    native_id=_native_id,
    fits=_fits,
    read=_read,
    carrier=Carrier.XML,
    split=_split,
)
