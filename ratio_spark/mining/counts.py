"""What a root holds: figures counted from committed rows, never from counters of a running job."""

from functools import reduce

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.corpus.read import METADATA_FORMAT, WITHDRAWN_FORMAT
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import DISTRACTORS, MINED_PAPERS, PAPERS, QUARANTINE, QUERIES, SOURCES

_OF_SOURCES = ("records", "quarantined", "duplicates", "left_out")
_OF_LEDGER = ("paragraphs", "sentences", "pairs", "matched")


def count_root(publication: Publication) -> dict[str, int]:
    """Figures of all tables as this run leaves them.

    Returns:
        `files`, `records`, `taken` (records that became a paper), `quarantined`, `duplicates`, `left_out`; `papers`,
        `mined_papers`, `paragraphs`, `sentences`, `pairs` (consecutive sentences), `matched`; `queries`,
        `distractors`; and by name `papers:day`, `queries:ADDRESS`, `distractors:contrast`, `quarantine:not_json`
        and the like.
    """
    sources, ledger = publication.now(SOURCES), publication.now(MINED_PAPERS)
    texts = sources.where(F.col("format").isNull() | ~F.col("format").isin(METADATA_FORMAT, WITHDRAWN_FORMAT))
    figures = [
        _total(sources, files=F.count("*")),
        _total(texts, taken=F.sum("papers"), **{name: F.sum(name) for name in _OF_SOURCES}),
        _total(ledger, mined_papers=F.count("*"), **{name: F.sum(name) for name in _OF_LEDGER}),
        _by(publication.now(PAPERS), "date_precision", "papers"),
        _by(publication.now(QUERIES), "move", "queries"),
        _by(publication.now(DISTRACTORS), "kind", "distractors"),
        _by(publication.now(QUARANTINE), "reason", "quarantine"),
    ]
    counts = {row.name: int(row.value or 0) for row in reduce(DataFrame.unionByName, figures).collect()}
    for name in ("papers", "queries", "distractors", "quarantine"):
        counts[name] = sum(value for key, value in counts.items() if key.startswith(f"{name}:"))
    return dict(sorted(counts.items()))


def _total(rows: DataFrame, **figures: Column) -> DataFrame:
    """One row (name, value) per figure."""
    named = [F.struct(F.lit(name).alias("name"), figure.alias("value")) for name, figure in figures.items()]
    return rows.agg(F.array(*named).alias("figures")).select(F.inline("figures"))


def _by(rows: DataFrame, column: str, name: str) -> DataFrame:
    """One row (name, value) per value of a column."""
    return rows.groupBy(F.concat(F.lit(f"{name}:"), F.col(column)).alias("name")).agg(F.count("*").alias("value"))
