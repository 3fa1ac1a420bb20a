"""unarXive 2024: as that of 2022, but one text a section, under its title, and the language told.

The source writes the paragraphs of a section one after the other without a blank between them. Sections of one title
were one key, of which the last stands.
"""

import re
from collections.abc import Iterator

from ratio_spark.corpus.arxiv_metadata import bare_arxiv_id, read_arxiv_metadata
from ratio_spark.corpus.format import Format, Record, object_of, shown, text_of
from ratio_spark.corpus.joining import joined
from ratio_spark.corpus.paper import Paper, Paragraph
from ratio_spark.corpus.placeholders import Readable
from ratio_spark.corpus.refusals import Reason, Refusal

# A word that opens sentences, right behind the stop of another: names as `torch.Tensor` and addresses are not cut.
_GLUED = re.compile(
    r"(?<=[a-z)\]}][.?!])(?=(?:A|All|Although|An|As|At|Based|Both|By|Finally|First|Following|For|From|Given|Here|However"
    r"|I|If|In|It|Moreover|Next|Note|On|Our|Recently|Second|Several|Similarly|Since|Some|Such|The|Then|There|Therefore"
    r"|These|They|This|Thus|To|Two|Under|We|When|Where|Whereas|While|With)\s)"
)


def _abstract(record: Record, stated: str) -> Paragraph:
    """The abstract of the metadata, else that of the text, which is an object or a text."""
    abstract = record.get("abstract")
    if not stated and isinstance(abstract, dict):
        stated = text_of(abstract, "text") or ""
    elif not stated and isinstance(abstract, str):
        stated = abstract
    return Paragraph("Abstract", " ".join(stated.split()))


def _pieces(record: Record) -> Iterator[Paragraph]:
    readable = Readable(record)
    for title, section in object_of(record, "sections").items():
        if not isinstance(section, dict):
            raise Refusal(Reason.WRONG_LAYOUT, f"sections: expected objects, found {shown(section)}")
        heading = readable.heading(title)
        for part in _GLUED.split(text_of(section, "text") or ""):
            yield readable.paragraph(heading, part)


def _read(record: Record, paper_id: str) -> Paper:
    inner = object_of(record, "metadata")
    metadata = read_arxiv_metadata(inner, paper_id.removeprefix("unarxive:"))
    return Paper(
        paper_id=paper_id,
        source="unarxive",
        date=metadata.date,
        title=metadata.title,
        fields=metadata.categories,
        doi=metadata.doi,
        arxiv_id=metadata.arxiv_id,
        first_author=metadata.first_author,
        paragraphs=(_abstract(record, metadata.abstract), *joined(_pieces(record))),
        language=text_of(inner, "language"),
        license=metadata.license,
        updated=metadata.updated,
    )


FORMAT = Format(
    name="unarxive_2024",
    source="unarxive",
    native_id=lambda record: bare_arxiv_id(record.get("paper_id")),
    fits=lambda record: isinstance(record.get("sections"), dict) and "metadata" in record,
    read=_read,
)
