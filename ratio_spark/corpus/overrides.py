"""Spark: dates that count instead of those that the records of papers state (`--dates`)."""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.corpus.read import DATES_FORMATS

_DATE = ("pub_date", "pub_month", "date_precision", "date_source")


def with_overrides(records: DataFrame) -> DataFrame:
    """Papers with the date of the override of their paper_id, else of that of their DOI, and its reason.

    A paper whose only override is refused is refused too: that its own date is doubtful is known.

    Args:
        records: one row per record with the columns of the readers and `is_older`; overrides (kind `override`) say
            in `paper_id` the paper or `doi:` with its DOI, and in `detail` why.

    Returns:
        The same rows, with `date_reason`.
    """
    is_override = (F.col("kind") == "override") & ~F.col("is_older")
    is_refused = (F.col("kind") == "refusal") & F.col("format").isin(*DATES_FORMATS)
    place = F.concat_ws("", F.lit("its date in "), "source_file", F.lit(": "), "detail")
    fault = F.struct(place.alias("detail"), "reason")
    named = (
        records.where((is_override | is_refused) & F.col("paper_id").isNotNull())
        .groupBy("paper_id")
        .agg(
            F.max(F.when(is_override, F.struct(*_DATE, F.col("detail").alias("date_reason")))).alias("override"),
            F.min(F.when(is_refused, fault)).alias("fault"),
        )
    )
    of_id, of_doi = (
        named.select(F.col("paper_id").alias(f"{by}_name"), F.struct("override", "fault").alias(by))
        for by in ("by_id", "by_doi")
    )
    is_paper = F.col("kind") == "paper"
    doi = F.concat(F.lit("doi:"), F.col("doi"))
    joined = records.join(of_id, is_paper & (F.col("paper_id") == F.col("by_id_name")), "left").join(
        of_doi, is_paper & (doi == F.col("by_doi_name")), "left"
    )
    return joined.withColumns(_columns()).drop("by_id_name", "by_id", "by_doi_name", "by_doi")


def _columns() -> dict[str, Column]:
    override, fault = (F.coalesce(f"by_id.{name}", f"by_doi.{name}") for name in ("override", "fault"))
    columns = {name: F.when(override.isNotNull(), override[name]).otherwise(F.col(name)) for name in _DATE}
    columns["date_reason"] = override["date_reason"]
    is_faulty = override.isNull() & fault.isNotNull() & F.col("reason").isNull()
    for name in ("reason", "detail"):
        columns[name] = F.when(is_faulty, fault[name]).otherwise(F.col(name))
    return columns
