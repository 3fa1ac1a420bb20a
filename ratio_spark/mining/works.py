"""Which papers are one work: the preprint and the article, one article under the ids of two collections.

Papers that have a DOI, an arXiv id, or title, first author and year in common are one work, and so is whatever
hangs together by such pairs.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from ratio_spark.errors import DataContractError
from ratio_spark.mining.held import held
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import PAPERS, WORKS

# What more papers have in common (the DOI of a whole volume, a title of every year) says nothing of one work.
MOST_PAPERS = 20
# A shorter title ("Editorial", "Letter to the editor") may be anybody's.
_TITLE_WORDS = 4
_MOST_STEPS = 100
_ARXIV_DOI = r"^10\.48550/arxiv\.(.+)$"
_VERSION = r"v\d+$"
_SUFFIX = " (?:jr|sr|ii|iii|iv)$"

# Letters with accents to those without, so that two spellings of a name meet.
_ACCENTED = [
    letter for letter in map(chr, range(0xC0, 0x250)) if unicodedata.normalize("NFKD", letter)[0].isascii()
    and letter.islower()
]  # fmt: skip
_PLAIN = "".join(unicodedata.normalize("NFKD", letter)[0] for letter in _ACCENTED)


@contextmanager
def works_of(papers: DataFrame) -> Iterator[DataFrame]:
    """The rows of `works`: papers that are not the only one of their work.

    Args:
        papers: at least `paper_id`, `pub_month`, `title`, `doi`, `arxiv_id`, `first_author`; one row per paper.

    Raises:
        DataContractError: a work hangs together by more than a hundred links in a row.
    """
    with ExitStack() as stack:
        links = _links(papers)
        for _ in range(_MOST_STEPS):
            links = stack.enter_context(held(_one_step(links)))
            if not links.where("moved").limit(1).collect():
                break
        else:
            raise DataContractError(f"a work hangs together by more than {_MOST_STEPS} links in a row")
        why = F.concat_ws(", ", F.array_sort(F.collect_set("kind")))
        yield links.groupBy("paper_id").agg(F.min("work_id").alias("work_id"), why.alias("why"))


def _links(papers: DataFrame) -> DataFrame:
    """A row (kind, key, paper_id, work_id) for all that a paper has in common with others; a work_id of its own."""
    keys = {"doi": _filled("doi"), "arxiv_id": _arxiv_key(), "title": _title_key()}
    named = F.array(*[F.struct(F.lit(kind).alias("kind"), key.alias("key")) for kind, key in keys.items()])
    rows = papers.select("paper_id", F.inline(named)).where(F.col("key").isNotNull())
    shared = F.count("*").over(Window.partitionBy("kind", "key"))
    is_told = F.col("papers").between(2, MOST_PAPERS)
    return rows.withColumn("papers", shared).where(is_told).drop("papers").withColumn("work_id", F.col("paper_id"))


def _one_step(links: DataFrame) -> DataFrame:
    """Papers take the smallest work_id that stands with one of their keys; `moved` where that is another."""
    of_key = F.min("work_id").over(Window.partitionBy("kind", "key"))
    of_paper = F.min("nearest").over(Window.partitionBy("paper_id"))
    stepped = links.withColumn("nearest", of_key).withColumn("nearest", of_paper)
    moved = F.col("nearest") != F.col("work_id")
    return stepped.select("kind", "key", "paper_id", F.col("nearest").alias("work_id"), moved.alias("moved"))


def _filled(column: str) -> Column:
    text = F.trim(F.lower(column))
    return F.when(text != "", text)


def _arxiv_key() -> Column:
    """The arXiv id without its version; arXiv's own DOIs hold it too."""
    of_doi = F.regexp_extract(F.lower(F.coalesce("doi", F.lit(""))), _ARXIV_DOI, 1)
    return F.regexp_replace(F.coalesce(_filled("arxiv_id"), F.when(of_doi != "", of_doi)), _VERSION, "")


def _title_key() -> Column:
    """Title, surname and year, folded; NULL where one is missing, or the title is short."""
    title, author = _folded("title"), _folded(F.substring_index("first_author", ",", 1))
    surname = F.element_at(F.split(F.regexp_replace(author, _SUFFIX, ""), " "), -1)
    year = F.substring("pub_month", 1, 4)
    is_full = (F.size(F.split(title, " ")) >= _TITLE_WORDS) & (surname != "") & (year != "0000")
    return F.when(is_full, F.concat_ws("|", title, surname, year))


def _folded(text: Column | str) -> Column:
    """In lower case, without accents, each run of other signs as one blank."""
    plain = F.regexp_replace(F.translate(F.lower(text), "".join(_ACCENTED), _PLAIN), r"\p{M}+", "")
    return F.trim(F.regexp_replace(plain, r"[^\p{L}\p{N}]+", " "))


def commit_works(publication: Publication) -> None:
    """Bring `works` up to date with the papers; no commit where it is."""
    with works_of(publication.now(PAPERS)) as works:
        if publication.previous is None or WORKS.name not in publication.previous.versions:
            publication.append(WORKS, works)
        elif _differ(works, publication.before(WORKS)):
            publication.overwrite(WORKS, works)


def _differ(works: DataFrame, published: DataFrame) -> bool:
    names = WORKS.column_names
    both = works.select(*names, F.lit(True).alias("new")).join(
        published.select(*names, F.lit(True).alias("old")), names, "full_outer"
    )
    return bool(both.where(F.col("new").isNull() | F.col("old").isNull()).limit(1).collect())
