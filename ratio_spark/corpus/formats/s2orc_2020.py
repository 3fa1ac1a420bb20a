"""The releases of S2ORC of 2019 and 2020: the JSON of doc2json under the corpus id that the bulk release uses too.

That of 2019 has its metadata inside, that of 2020 none at all: title and date come from `s2orc_papers`.
"""

from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import first_known
from ratio_spark.corpus.format import Format, Record, object_of, text_of
from ratio_spark.corpus.paper import Paper
from ratio_spark.corpus.parsed_paper import parsed_paragraphs

_WRAPPERS = ("latex_parse", "grobid_parse")


def _read(record: Record, paper_id: str) -> Paper:
    metadata = object_of(record, "metadata")
    parse = next((found for name in _WRAPPERS if (found := object_of(record, name)).get("body_text")), record)
    if not parse.get("abstract"):
        parse = {**parse, "abstract": metadata.get("abstract")}
    return Paper(
        paper_id=paper_id,
        source="s2orc",
        date=first_known((metadata.get("year"), "metadata.year")),
        title=text_of(metadata, "title"),
        doi=text_of(metadata, "doi"),
        arxiv_id=text_of(metadata, "arxiv_id"),
        first_author=first_author(metadata),
        paragraphs=parsed_paragraphs(parse),
    )


def _fits(record: Record) -> bool:
    is_2020 = "_pdf_hash" in record and "body_text" in record and "_source_hash" not in record
    return is_2020 or "grobid_parse" in record or "s2_pdf_hash" in record


FORMAT = Format(
    name="s2orc_2020",
    source="s2orc",
    native_id=lambda record: record.get("paper_id"),
    fits=_fits,
    read=_read,
)
