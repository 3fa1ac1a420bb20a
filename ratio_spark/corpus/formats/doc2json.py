"""The JSON of s2orc-doc2json, one object a paper: doc2json itself, ACL-OCL and CORD-19.

The parse of a PDF or of LaTeX lies in `pdf_parse` or `latex_parse`, in CORD-19 and the release of 2021 in the record
itself; papers that differ only in this wrapper have one identifier, which is the hash or the name of a file. Neither
has a date but a year that may be empty or hold a month.
"""

from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import first_known
from ratio_spark.corpus.format import Format, Record, object_of, text_of
from ratio_spark.corpus.paper import Paper
from ratio_spark.corpus.parsed_paper import parsed_paragraphs
from ratio_spark.corpus.semantic_scholar import arxiv_id, doi

_WRAPPERS = ("latex_parse", "pdf_parse")


def _parse(record: Record) -> Record:
    """The parse, with the abstract from beside it where it has none."""
    parse = next((found for name in _WRAPPERS if (found := object_of(record, name)).get("body_text")), record)
    if parse.get("abstract") or not record.get("abstract"):
        return parse
    return {**parse, "abstract": record["abstract"]}


def _read(record: Record, paper_id: str) -> Paper:
    metadata = object_of(record, "metadata") or record
    identifiers = object_of(metadata, "identifiers")
    return Paper(
        paper_id=paper_id,
        source="doc2json",
        date=first_known((metadata.get("year"), "year")),
        title=text_of(metadata, "title"),
        doi=doi(identifiers),
        arxiv_id=arxiv_id(identifiers),
        first_author=first_author(metadata),
        paragraphs=parsed_paragraphs(_parse(record)),
    )


def _fits(record: Record) -> bool:
    has_parse = "pdf_parse" in record or "latex_parse" in record or "body_text" in record
    return has_parse and not record.keys() & {"_pdf_hash", "s2_pdf_hash", "grobid_parse", "_source_hash"}


FORMAT = Format(
    name="doc2json",
    source="doc2json",
    native_id=lambda record: record.get("paper_id"),
    fits=_fits,
    read=_read,
)
