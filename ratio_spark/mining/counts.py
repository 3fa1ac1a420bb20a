"""What a root holds: figures counted from committed rows, never from counters of a running job."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.corpus.read import BESIDE_TEXTS
from ratio_spark.errors import DataContractError
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import DISTRACTORS, MINED_PAPERS, PAPERS, QUARANTINE, QUERIES, SOURCES, WORKS
from ratio_spark.tables.side_by_side import side_by_side

_OF_SOURCES = ("records", "quarantined", "duplicates", "left_out")
_OF_LEDGER = ("paragraphs", "sentences", "pairs", "matched")


def count_root(publication: Publication) -> dict[str, int]:
    """Figures of all tables as this run leaves them.

    Returns:
        `files`, `records`, `taken` (records that became a paper), `quarantined`, `duplicates`, `left_out`; `papers`,
        `mined_papers`, `paragraphs`, `sentences`, `pairs` (consecutive sentences), `matched`; `queries`,
        `distractors`; `works` of more than one paper, `linked` (their papers); and by name `papers:day`,
        `queries:ADDRESS`, `distractors:contrast`, `quarantine:not_json` and the like.
    """
    sources, ledger = publication.now(SOURCES), publication.now(MINED_PAPERS)
    texts = sources.where(F.col("format").isNull() | ~F.col("format").isin(*BESIDE_TEXTS))
    figures = (
        _total(sources, files=F.count("*")),
        _total(texts, taken=F.sum("papers"), **{name: F.sum(name) for name in _OF_SOURCES}),
        _total(ledger, mined_papers=F.count("*"), **{name: F.sum(name) for name in _OF_LEDGER}),
        _total(publication.now(WORKS), works=F.count_distinct("work_id"), linked=F.count("*")),
        _by(publication.now(PAPERS), "date_precision", "papers"),
        _by(publication.now(QUERIES), "move", "queries"),
        _by(publication.now(DISTRACTORS), "kind", "distractors"),
        _by(publication.now(QUARANTINE), "reason", "quarantine"),
    )
    # Most of the time goes to Delta, which works out the files of one table after another.
    answers = side_by_side(*[figure.collect for figure in figures])
    counts = {row.name: int(row.value or 0) for rows in answers for row in rows}
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


def check_files(publication: Publication) -> None:
    """Nothing is lost: of each file, every record is a paper, quarantined, a duplicate or left out.

    The reader's own count stands against the committed rows.

    Raises:
        DataContractError: it does not add up.
    """
    refused = publication.now(QUARANTINE).groupBy("source_file").agg(F.count("record").alias("refused"))
    files = publication.now(SOURCES).join(refused, "source_file", "left").fillna(0, ["refused"])
    lost = files.where(
        "records IS NULL OR records <> papers + quarantined + duplicates + left_out "
        "OR refused <> quarantined + duplicates"
    )
    for row in lost.orderBy("source_file").limit(1).collect():
        raise DataContractError(
            f"{row.source_file}: {row.records} records were read, but {row.papers} papers, {row.quarantined} "
            f"quarantined, {row.duplicates} duplicates and {row.left_out} left out were counted, and {row.refused} "
            "rows of quarantine written"
        )


def check_mined(counts: dict[str, int]) -> None:
    """Every paper is mined. Raises DataContractError where one is not."""
    if counts["mined_papers"] != counts["papers"]:
        raise DataContractError(f"{counts['papers']} papers are in the tables, but {counts['mined_papers']} were mined")
