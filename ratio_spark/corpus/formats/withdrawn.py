"""Lists of withdrawn papers: our own (`paper_id`, as the tables have it) and the delete lists of S2ORC (`corpusid`)."""

from ratio_spark.corpus.format import Format, Record, shown
from ratio_spark.corpus.paper import Withdrawal
from ratio_spark.corpus.refusals import Reason, Refusal


def _paper_id(record: Record) -> object:
    corpus_id = record.get("corpusid")
    if corpus_id is None:
        return record.get("paper_id")
    return f"s2orc:{corpus_id}" if isinstance(corpus_id, int | str) else corpus_id


def _read(_: Record, paper_id: str) -> Withdrawal:
    if ":" not in paper_id:
        raise Refusal(Reason.NO_ID, f"the identifier {shown(paper_id)} is not written source:id")
    return Withdrawal(paper_id)


FORMAT = Format(
    name="withdrawn",
    source="",
    native_id=_paper_id,
    fits=lambda record: "paper_id" in record or "corpusid" in record,
    read=_read,
    by_name_only=True,
)
