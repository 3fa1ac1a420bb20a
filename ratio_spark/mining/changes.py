"""Replacing the rows of changed papers, in one commit per table, at a cost that follows the change."""

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import Table


@dataclass(frozen=True)
class Changes:
    """The papers of which a run writes rows, against those whose rows are published.

    paper_ids: one column, the papers to write.
    added, replaced: how many of them have no published rows, and how many have.
    months: all months ('YYYY-MM') in which rows are removed or added.
    everything: no published paper keeps its rows.
    """

    paper_ids: DataFrame
    added: int
    replaced: int
    months: tuple[str, ...]
    everything: bool

    @property
    def is_empty(self) -> bool:
        return self.added + self.replaced == 0


def find_changes(papers: DataFrame, published: DataFrame | None, is_same: str) -> Changes:
    """Compare papers with published ones by paper_id.

    Args:
        papers: at least `paper_id` and `pub_month`; one row per paper.
        published: the published rows, one per paper, with the same columns; None on an empty root.
        is_same: SQL condition over `papers.*` and `published.*` under which a published paper stays as it is.
    """
    if published is None:
        added = papers.count()
        return Changes(papers.select("paper_id"), added, 0, (), everything=False)
    pairs = papers.alias("papers").join(
        published.alias("published"), F.expr("papers.paper_id = published.paper_id"), "left"
    )
    is_known = F.col("published.paper_id").isNotNull()
    to_write = pairs.where(~is_known | ~F.expr(is_same)).select(
        "papers.paper_id", "papers.pub_month", F.col("published.pub_month").alias("old_month")
    )
    figures = to_write.agg(
        F.count_if(F.col("old_month").isNull()).alias("added"),
        F.count("old_month").alias("replaced"),
        F.collect_set("pub_month").alias("new_months"),
        F.collect_set("old_month").alias("old_months"),
    ).collect()[0]
    return Changes(
        to_write.select("paper_id"),
        figures.added,
        figures.replaced,
        tuple(sorted({*figures.new_months, *figures.old_months})),
        everything=figures.replaced > 0 and figures.replaced == published.count(),
    )


def commit_rows(publication: Publication, table: Table, rows: DataFrame, changes: Changes) -> None:
    """Commit the rows of the papers to write; their published rows leave in the same commit.

    Args:
        table: has the columns `paper_id` and `pub_month`.
        rows: the new rows of all papers to write, with the columns of the table.
    """
    if changes.is_empty and publication.previous:
        return
    if not changes.replaced:
        publication.append(table, rows)
        return
    publication.note_slices(changes.months)
    if changes.everything:
        publication.overwrite(table, rows)
    else:
        in_months = publication.before(table).where(F.col("pub_month").isin(*changes.months))
        kept = in_months.join(changes.paper_ids, "paper_id", "left_anti")
        both = kept.select(table.column_names).unionByName(rows.select(table.column_names))
        publication.replace_months(table, both, changes.months)
