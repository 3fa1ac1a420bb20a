"""Small XML documents in each layout, and what the readers make of them."""

from ratio_spark.corpus.documents import parse_xml
from ratio_spark.corpus.format import Format
from ratio_spark.corpus.paper import Paper

MATHML = 'xmlns:mml="http://www.w3.org/1998/Math/MathML"'
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
TEI_NAMESPACE = "http://www.tei-c.org/ns/1.0"


def jats(body: str = "<p>One.</p>", meta: str = "", back: str = "", attributes: str = "") -> str:
    front = f"<front><journal-meta><issn>1234-5678</issn></journal-meta><article-meta>{meta}</article-meta></front>"
    return f"<article {MATHML} {XLINK} {attributes}>{front}<body>{body}</body><back>{back}</back></article>"


def tei(body: str, header: str = "", profile: str = "", program: str = "GROBID", back: str = "") -> str:
    """A TEI document; `header` is put into fileDesc."""
    application = f'<encodingDesc><appInfo><application ident="{program}"/></appInfo></encodingDesc>'
    head = f"<fileDesc>{header}</fileDesc>{application}<profileDesc>{profile}</profileDesc>"
    text = f"<text><body>{body}</body><back>{back}</back></text>"
    return f'<TEI xmlns="{TEI_NAMESPACE}"><teiHeader>{head}</teiHeader>{text}</TEI>'


def acl(papers: str, meta: str = "", identifier: str = "2020.acl", volume: str = "main") -> str:
    """A collection of the ACL Anthology with one volume."""
    opened = f"<collection id='{identifier}'><volume id='{volume}' ingest-date='2021-01-01'><meta>{meta}</meta>"
    return f"{opened}<frontmatter><url>f</url></frontmatter>{papers}</volume></collection>"


def papers(layout: Format, document: str | bytes, name: str = "file") -> list[Paper]:
    """The papers of a document, read as the readers do."""
    data = document.encode() if isinstance(document, str) else document
    parsed = parse_xml(data, name)
    assert layout.fits(parsed)
    found = [layout.read(piece, layout.paper_id(piece)) for piece in layout.split(parsed)]
    return [each for each in found if isinstance(each, Paper)]


def paper(layout: Format, document: str | bytes, name: str = "file") -> Paper:
    (only,) = papers(layout, document, name)
    return only


def texts(found: Paper) -> list[str]:
    return [paragraph.text for paragraph in found.paragraphs]


def sections(found: Paper) -> list[tuple[str | None, str]]:
    return [(paragraph.section, paragraph.text) for paragraph in found.paragraphs]


def cited(found: Paper) -> list[list[str]]:
    """The citation marks of each paragraph, as they stand in its text."""
    return [[each.text[start:end] for start, end in each.citations or ()] for each in found.paragraphs]
