"""arXiv abstracts, one JSON object a line: `id`, `listed` (the day), `categories`, `title`, `abstract`."""

from ratio_spark.corpus.dates import read_date
from ratio_spark.corpus.format import Format, Record, text_of, texts_of
from ratio_spark.corpus.paper import Paper, Paragraph


def _read(record: Record, paper_id: str) -> Paper:
    return Paper(
        paper_id=paper_id,
        source="arxiv",
        date=read_date(record.get("listed"), "listed"),
        title=text_of(record, "title"),
        fields=texts_of(record, "categories"),
        paragraphs=(Paragraph("Abstract", text_of(record, "abstract") or ""),),
    )


FORMAT = Format(
    name="arxiv",
    source="arxiv",
    native_id=lambda record: record.get("id"),
    fits=lambda record: "abstract" in record and "listed" in record,
    read=_read,
)
