"""unarXive 2022: full texts from the LaTeX of arXiv, one JSON object a line, with placeholders in the text.

The source cuts a paragraph at every display formula and float. Its papers are not those of `arxiv`, which are
abstracts: one work under two identifiers.
"""

import re
from collections.abc import Iterator

from ratio_spark.corpus.arxiv_metadata import bare_arxiv_id, read_arxiv_metadata
from ratio_spark.corpus.format import Format, Record, list_of, object_of, shown, text_of
from ratio_spark.corpus.joining import Mark, joined
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.placeholders import Readable
from ratio_spark.corpus.refusals import Reason, Refusal

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_FORMULA_ALONE = re.compile(r"\$[^$]+\$[.,;:]?")


def _pieces(record: Record) -> Iterator[Paragraph | Mark]:
    readable = Readable(record)
    for item in list_of(record, "body_text"):
        if not isinstance(item, dict):
            raise Refusal(Reason.WRONG_LAYOUT, f"body_text: expected objects, found {shown(item)}")
        heading = readable.heading(text_of(item, "section"))
        text = text_of(item, "text") or ""
        # A list or a proof is one item with all its paragraphs.
        is_paragraph = item.get("content_type") == "paragraph"
        for part in (text,) if is_paragraph else _BLANK_LINES.split(text):
            paragraph = readable.paragraph(heading, part)
            yield Mark(paragraph.text) if _FORMULA_ALONE.fullmatch(paragraph.text) else paragraph


def _read(record: Record, paper_id: str) -> Paper:
    metadata = read_arxiv_metadata(object_of(record, "metadata"), paper_id.removeprefix("unarxive:"))
    return Paper(
        paper_id=paper_id,
        source="unarxive",
        date=metadata.date,
        title=metadata.title,
        fields=metadata.categories,
        doi=metadata.doi,
        arxiv_id=metadata.arxiv_id,
        first_author=metadata.first_author,
        paragraphs=(Paragraph("Abstract", " ".join(metadata.abstract.split())), *joined(_pieces(record))),
        license=metadata.license,
        updated=metadata.updated,
    )


FORMAT = Format(
    name="unarxive",
    source="unarxive",
    native_id=lambda record: bare_arxiv_id(record.get("paper_id")),
    fits=lambda record: "_source_hash" in record and "body_text" in record,
    read=_read,
)
