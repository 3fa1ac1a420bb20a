"""The metadata of arXiv as its snapshots have it (Kaggle, OAI, unarXive): authors, categories, versions, licence."""

from dataclasses import dataclass

from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import PubDate, first_version, month_of_arxiv_id
from ratio_spark.corpus.format import Record, text_of


@dataclass(frozen=True, slots=True)
class ArxivMetadata:
    """What a snapshot says of a paper; `date` is that of its first version, `updated` that of its last change."""

    arxiv_id: str
    date: PubDate
    title: str | None
    categories: tuple[str, ...]
    doi: str | None
    first_author: str | None
    license: str | None
    abstract: str
    updated: str | None


def bare_arxiv_id(value: object) -> object:
    """An identifier without its version; what is no text stays as it is.

    >>> bare_arxiv_id("2503.11731v2"), bare_arxiv_id("hep-th/9901001"), bare_arxiv_id(None)
    ('2503.11731', 'hep-th/9901001', None)
    """
    if not isinstance(value, str):
        return value
    bare, version, number = value.strip().rpartition("v")
    return bare if version and number.isdecimal() else value


def read_arxiv_metadata(record: Record, arxiv_id: str) -> ArxivMetadata:
    """The metadata of a record; its date is the month of the identifier where no version is told.

    Raises `Refusal` with WRONG_LAYOUT or IMPOSSIBLE_DATE.
    """
    date = first_version(record.get("versions"))
    return ArxivMetadata(
        arxiv_id=arxiv_id,
        date=date if date.first_day else month_of_arxiv_id(arxiv_id),
        title=text_of(record, "title"),
        categories=tuple((text_of(record, "categories") or "").split()),
        doi=text_of(record, "doi"),
        first_author=first_author(record) or text_of(record, "authors"),
        license=text_of(record, "license"),
        abstract=text_of(record, "abstract") or "",
        updated=text_of(record, "update_date"),
    )
