"""peS2o: full texts (`s2orc`) and abstracts (`s2ag`) of Semantic Scholar as plain text, under its corpus ids.

The identifiers are those of S2ORC, so that one paper is one paper whichever release holds it, and the dates of
`s2orc_papers` and the lists of withdrawn papers reach it too: `created` is made up where the day is not known.
"""

from collections.abc import Iterator

from ratio_spark.corpus.dates import read_timestamp, without_default_day
from ratio_spark.corpus.format import Format, Record, text_of
from ratio_spark.corpus.joining import joined
from ratio_spark.corpus.paper import Paper, Paragraph

_COLLECTIONS = ("s2orc", "s2ag")
_LONGEST_HEADING = 100
_LONGEST_TITLE = 300
_LONGEST_NUMBER = 6


def _is_heading(line: str, longest: int = _LONGEST_HEADING) -> bool:
    """A short line that neither ends a sentence nor holds the end of one; the number of a heading has a stop too."""
    return len(line) <= longest and line[-1] not in ".?!:;," and ". " not in line[_LONGEST_NUMBER:]


def _pieces(lines: list[str], section: str | None) -> Iterator[Paragraph]:
    """The paragraphs; a short line without a stop is the heading of what follows it."""
    *before_last, last = lines
    for line in before_last:
        if _is_heading(line):
            section = line
        else:
            yield Paragraph(section, line)
    yield Paragraph(section, last)


def _read(record: Record, paper_id: str) -> Paper:
    lines = [line.strip() for line in (text_of(record, "text") or "").split("\n") if line.strip()]
    has_title = len(lines) > 1 and _is_heading(lines[0], _LONGEST_TITLE)
    is_abstract = str(record.get("source")).startswith("s2ag")
    below = lines[1:] if has_title else lines
    return Paper(
        paper_id=paper_id,
        source="s2orc",
        date=without_default_day(read_timestamp(record.get("created"), "created")),
        title=lines[0] if has_title else None,
        paragraphs=joined(_pieces(below, "Abstract" if is_abstract else None)) if below else (),
    )


def _fits(record: Record) -> bool:
    source = record.get("source")
    has_keys = "added" in record and "created" in record and "text" in record
    return has_keys and isinstance(source, str) and source.startswith(_COLLECTIONS)


FORMAT = Format(
    name="pes2o",
    source="s2orc",
    native_id=lambda record: record.get("id"),
    fits=_fits,
    read=_read,
)
