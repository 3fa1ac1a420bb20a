"""Plain text or Markdown, one file a paper; front matter says what the text does not.

Keys of the front matter: `id` (else the name of the file), `title`, `date` or `year`, `author` or `authors`, `doi`,
`arxiv_id`, `fields`, `language` or `lang`, `license`.
"""

from typing import Any

from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import first_known, read_timestamp
from ratio_spark.corpus.documents import TextDocument
from ratio_spark.corpus.format import Carrier, Format, Record, text_of, texts_of
from ratio_spark.corpus.joining import joined
from ratio_spark.corpus.markdown import pieces
from ratio_spark.corpus.pages import without_pages
from ratio_spark.corpus.paper import Paper


def _fields(front: Record) -> tuple[str, ...]:
    """A list, or a text with commas."""
    value = front.get("fields")
    return tuple(map(str.strip, value.split(","))) if isinstance(value, str) else texts_of(front, "fields")


def _author(front: Record) -> str | None:
    author = front.get("author")
    return first_author({"authors": author if isinstance(author, list) else [author]}) or first_author(front)


def _native_id(document: TextDocument) -> object:
    stated: Any = document.front.get("id")
    return document.name if stated is None else stated


def _read(document: TextDocument, paper_id: str) -> Paper:
    front = document.front
    date = read_timestamp(front.get("date"), "date")
    return Paper(
        paper_id=paper_id,
        source="text",
        date=date if date.first_day else first_known((front.get("year"), "year")),
        title=text_of(front, "title"),
        fields=_fields(front),
        doi=text_of(front, "doi"),
        arxiv_id=text_of(front, "arxiv_id"),
        first_author=_author(front),
        paragraphs=joined(pieces(without_pages(document.text))),
        language=text_of(front, "language") or text_of(front, "lang"),
        license=text_of(front, "license"),
    )


FORMAT = Format(
    name="text",
    source="text",
    native_id=_native_id,
    fits=lambda document: isinstance(document, TextDocument),
    read=_read,
    carrier=Carrier.TEXT,
)
