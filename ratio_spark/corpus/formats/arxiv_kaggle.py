"""The snapshot of arXiv's metadata (Kaggle, made of OAI records), one JSON object a line, with abstracts."""

from ratio_spark.corpus.arxiv_metadata import bare_arxiv_id, read_arxiv_metadata
from ratio_spark.corpus.format import Format, Record
from ratio_spark.corpus.paper import Paper, Paragraph


def _read(record: Record, paper_id: str) -> Paper:
    metadata = read_arxiv_metadata(record, paper_id.removeprefix("arxiv:"))
    return Paper(
        paper_id=paper_id,
        source="arxiv",
        date=metadata.date,
        title=metadata.title,
        fields=metadata.categories,
        doi=metadata.doi,
        arxiv_id=metadata.arxiv_id,
        first_author=metadata.first_author,
        paragraphs=(Paragraph("Abstract", metadata.abstract),),
        license=metadata.license,
        updated=metadata.updated,
    )


FORMAT = Format(
    name="arxiv_kaggle",
    source="arxiv",
    native_id=lambda record: bare_arxiv_id(record.get("id")),
    fits=lambda record: "abstract" in record and "versions" in record and "update_date" in record,
    read=_read,
)
