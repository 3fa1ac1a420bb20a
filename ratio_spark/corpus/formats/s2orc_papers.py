"""Tables of metadata that go with S2ORC: dates, fields and first authors, joined on the corpus id.

`papers` goes with the bulk release (`corpusid`); `metadata` went with the releases of 2019 and 2020 (`paper_id`, and
of dates the year only).
"""

from ratio_spark.corpus.author_names import first_author
from ratio_spark.corpus.dates import first_known
from ratio_spark.corpus.format import Format, Record, list_of, object_of, shown, text_of, texts_of
from ratio_spark.corpus.paper import Metadata
from ratio_spark.corpus.refusals import Reason, Refusal
from ratio_spark.corpus.semantic_scholar import arxiv_id, doi


def _categories(record: Record) -> tuple[str, ...]:
    found: dict[str, None] = dict.fromkeys(texts_of(record, "mag_field_of_study"))
    for field in list_of(record, "s2fieldsofstudy"):
        if not isinstance(field, dict):
            raise Refusal(Reason.WRONG_LAYOUT, f"s2fieldsofstudy: expected objects, found {shown(field)}")
        if category := text_of(field, "category"):
            found[category] = None
    return tuple(found)


def _read(record: Record, paper_id: str) -> Metadata:
    external_ids = object_of(record, "externalids")
    return Metadata(
        paper_id=paper_id,
        source="s2orc",
        date=first_known(
            (record.get("publicationdate"), "publicationdate"),
            (record.get("year"), "year"),
        ),
        title=text_of(record, "title"),
        fields=_categories(record),
        doi=doi(external_ids) or text_of(record, "doi"),
        arxiv_id=arxiv_id(external_ids) or text_of(record, "arxiv_id"),
        first_author=first_author(record),
    )


def _fits(record: Record) -> bool:
    is_papers = "publicationdate" in record and "year" in record and "content" not in record and "body" not in record
    return is_papers or ("outbound_citations" in record and "year" in record)


FORMAT = Format(
    name="s2orc_papers",
    source="s2orc",
    native_id=lambda record: record.get("corpusid", record.get("paper_id")),
    fits=_fits,
    read=_read,
)
