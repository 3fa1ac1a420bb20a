"""Replacing the rows of changed papers, in one commit per table, at a cost that follows the change."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.mining.held import held
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import Table


@dataclass(frozen=True)
class Changes:
    """The papers of which a run writes or removes rows, against those whose rows are published.

    to_write: column `paper_id`, the papers that get rows.
    to_leave: column `paper_id`, the papers whose published rows leave: those to write and those that go.
    added, replaced, removed: how many papers have no published rows yet, have others, and go without new ones.
    months: all months ('YYYY-MM') in which rows leave or are added.
    everything: no published paper keeps its rows.
    """

    to_write: DataFrame
    to_leave: DataFrame
    added: int
    replaced: int
    removed: int
    months: tuple[str, ...]
    everything: bool

    @property
    def any_leave(self) -> bool:
        """Whether published rows leave."""
        return bool(self.replaced or self.removed)

    @property
    def is_empty(self) -> bool:
        return not (self.added or self.any_leave)


def all_added(papers: DataFrame) -> Changes:
    """The changes of a first run: every paper is new."""
    nobody = papers.select("paper_id").limit(0)
    return Changes(papers.select("paper_id"), nobody, papers.count(), 0, 0, (), everything=False)


@contextmanager
def changes_against(papers: DataFrame, published: DataFrame, is_same: str, going: DataFrame) -> Iterator[Changes]:
    """Compare papers with published ones by paper_id; what was found is held for the commits that follow.

    Args:
        papers: at least `paper_id` and `pub_month`; one row per paper.
        published: the published rows, one per paper, with the same columns.
        is_same: SQL condition over `papers.*` and `published.*` under which a published paper stays as it is.
        going: `paper_id` and `pub_month` of published papers that leave and are not among `papers`.
    """
    # Where few papers meet many published ones, the ids of the few go to the many.
    known = published.join(papers.select("paper_id"), "paper_id", "left_semi")
    pairs = papers.alias("papers").join(
        known.alias("published"), F.expr("papers.paper_id = published.paper_id"), "left"
    )
    is_known = F.col("published.paper_id").isNotNull()
    written = pairs.where(~is_known | ~F.expr(is_same)).select(
        "papers.paper_id", F.col("papers.pub_month").alias("month"), F.col("published.pub_month").alias("old_month")
    )
    gone = going.select("paper_id", F.lit(None).cast("string").alias("month"), F.col("pub_month").alias("old_month"))
    with held(written.unionByName(gone)) as both:
        yield _counted(both, published)


def _counted(both: DataFrame, published: DataFrame) -> Changes:
    is_old, is_new = F.col("old_month").isNotNull(), F.col("month").isNotNull()
    figures = both.agg(
        F.count_if(~is_old).alias("added"),
        F.count_if(is_old & is_new).alias("replaced"),
        F.count_if(~is_new).alias("removed"),
        F.collect_set("month").alias("new_months"),
        F.collect_set("old_month").alias("old_months"),
    ).collect()[0]
    leaving = figures.replaced + figures.removed
    return Changes(
        to_write=both.where(is_new).select("paper_id"),
        to_leave=both.where(is_old).select("paper_id"),
        added=figures.added,
        replaced=figures.replaced,
        removed=figures.removed,
        months=tuple(sorted({*figures.new_months, *figures.old_months})),
        everything=leaving > 0 and leaving == published.count(),
    )


def leaving_rows(publication: Publication, table: Table, changes: Changes) -> DataFrame:
    """The published rows of a table (as in `commit_rows`) that leave."""
    if changes.everything:
        return publication.before(table)
    return _in_months(publication, table, changes).join(changes.to_leave, "paper_id", "left_semi")


def _in_months(publication: Publication, table: Table, changes: Changes) -> DataFrame:
    return publication.before(table).where(F.col("pub_month").isin(*changes.months))


def commit_rows(publication: Publication, table: Table, rows: DataFrame, changes: Changes) -> None:
    """Commit the rows of the papers to write; the published rows of those that leave go in the same commit.

    Args:
        table: has the columns `paper_id` and `pub_month`.
        rows: the new rows of all papers to write, with the columns of the table.
    """
    if changes.is_empty and publication.previous and table.name in publication.previous.versions:
        return
    if not changes.any_leave:
        publication.append(table, rows)
        return
    publication.note_slices(changes.months)
    if changes.everything:
        publication.overwrite(table, rows)
    else:
        kept = _in_months(publication, table, changes).join(changes.to_leave, "paper_id", "left_anti")
        both = kept.select(table.column_names).unionByName(rows.select(table.column_names))
        publication.replace_months(table, both, changes.months)
