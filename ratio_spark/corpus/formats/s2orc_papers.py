"""The `papers` table that goes with the S2ORC bulk release: dates and fields, joined on corpusid."""

from ratio_spark.corpus.dates import first_known
from ratio_spark.corpus.format import Format, Record, list_of, object_of, shown, text_of
from ratio_spark.corpus.paper import Metadata
from ratio_spark.corpus.refusals import Reason, Refusal


def _categories(record: Record) -> tuple[str, ...]:
    found: dict[str, None] = {}
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
        doi=text_of(external_ids, "DOI" if "DOI" in external_ids else "doi"),
    )


FORMAT = Format(
    name="s2orc_papers",
    source="s2orc",
    native_id=lambda record: record.get("corpusid"),
    fits=lambda record: "publicationdate" in record and "year" in record and "content" not in record,
    read=_read,
)
