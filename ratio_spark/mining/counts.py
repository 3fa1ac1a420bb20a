"""What a root holds: figures counted from committed rows, never from counters of a running job."""

from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import DISTRACTORS, MINED_PAPERS, PAPERS, QUARANTINE, QUERIES, SOURCES


def count_root(publication: Publication) -> dict[str, int]:
    """Figures of all tables as this run leaves them.

    Returns:
        `files`, `records`, `papers`, `quarantined`, `duplicates`, `left_out`, `paragraphs`, `sentences`, `pairs`
        (consecutive sentences), `matched`, `distractors`, `queries`, and by name `papers:day`, `queries:ADDRESS`,
        `distractors:contrast`, `quarantine:not_json` and the like.
    """
    sources = publication.now(SOURCES)
    figures = [
        lambda: _sums(sources.where("format IS DISTINCT FROM 's2orc_papers'"), "records", "quarantined",
                      "duplicates", "left_out") | {"files": sources.count()},
        lambda: _sums(publication.now(MINED_PAPERS), "paragraphs", "sentences", "pairs", "matched"),
        lambda: _by(publication.now(PAPERS), "date_precision", "papers"),
        lambda: _by(publication.now(QUERIES), "move", "queries"),
        lambda: _by(publication.now(DISTRACTORS), "kind", "distractors"),
        lambda: _by(publication.now(QUARANTINE), "reason", "quarantine"),
    ]  # fmt: skip
    with ThreadPoolExecutor(3) as pool:
        found = pool.map(lambda figure: figure(), figures)
        return dict(sorted(pair for figure in found for pair in figure.items()))


def _sums(rows: DataFrame, *columns: str) -> dict[str, int]:
    total = rows.agg(*[F.coalesce(F.sum(column), F.lit(0)).alias(column) for column in columns]).collect()[0]
    return {column: int(total[column]) for column in columns}


def _by(rows: DataFrame, column: str, name: str) -> dict[str, int]:
    groups = {str(row[column]): int(row["count"]) for row in rows.groupBy(column).count().collect()}
    return {name: sum(groups.values())} | {f"{name}:{value}": count for value, count in groups.items()}
