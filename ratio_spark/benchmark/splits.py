"""Spark: which split each paper's work comes to, and why a work comes to none.

All pairs of a work come to one split, for a preprint and its article hold the same sentences. A work whose papers
have several dates counts from its earliest publication: since that day its text can be read, and so can have been
in what a model was trained on; a later version makes no old text new. Of the earliest publication is known that it
is not before the first day that any of the papers may have appeared on, and not after the first day by which one of
them surely had. A paper without a date says nothing about a work that has dated ones.

The date of a paper itself must lie in that period as well. The article of 2026 to a preprint of 2025 may say what the
preprint did not, so its pairs are no train pairs, and those that the preprint has too are no test pairs: they stay out.
"""

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.split_file import read_split_file
from ratio_spark.benchmark.split_rules import DateSplit, FileSplit, HashSplit
from ratio_spark.corpus.ingest import last_day
from ratio_spark.errors import ConfigurationError

NO_DATE = "no date"
OUTSIDE = "published outside the periods"
TOO_COARSE = "date too coarse for the periods"
LATER_VERSION = "a version published after the period of its work"
NO_SHARE = "beyond the shares"
NOT_NAMED = "not in the file of splits"

_OF_WORK, _OWN = ("since", "until"), ("own_since", "own_until")
_PARTS = 2**53


def _nowhere() -> Column:
    return F.lit(None).cast("string")


def place_works(papers: DataFrame, works: DataFrame, rule: DateSplit | HashSplit | FileSplit, seed: int) -> DataFrame:
    """The split of every paper.

    Args:
        papers: at least `paper_id`, `pub_date` (first day of the known period), `date_precision`.
        works: rows of the table `works`; a paper that is not in it is a work of its own.
        seed: of the hash rule.

    Returns:
        One row per paper: paper_id; work_id; split, NULL where it comes to none; unplaced, why it comes to none; since,
        the earliest day that its work may have appeared on (NULL: nothing is known); era, the split whose period
        holds that day, or `split` where a rule knows no periods.

    Raises:
        ConfigurationError: the file of the splits is wrong, or puts one work into two splits.
    """
    dated = dated_works(papers, works)
    if isinstance(rule, DateSplit):
        return _dated_split(dated, rule)
    dated = dated.drop("until", "own_since", "own_until")
    if isinstance(rule, HashSplit):
        split = _share(rule, seed)
        why_not = F.when(F.col("split").isNull(), NO_SHARE)
        return dated.withColumn("split", split).withColumns({"era": F.col("split"), "unplaced": why_not})
    return _listed(dated, rule)


def dated_works(papers: DataFrame, works: DataFrame) -> DataFrame:
    """Of each paper: paper_id; work_id; since, until: the period in which the work's earliest publication lies;
    own_since, own_until: that in which the paper's own does."""
    of_papers = papers.select("paper_id", F.col("pub_date").alias("since"), last_day().alias("until"))
    shared = works.select("paper_id", "work_id")
    of_works = (
        shared.join(of_papers, "paper_id")
        .groupBy("work_id")
        .agg(F.min("since").alias("work_since"), F.min("until").alias("work_until"))
    )
    known = shared.join(of_works, "work_id").select("paper_id", "work_id", "work_since", "work_until")
    return of_papers.join(known, "paper_id", "left").select(
        "paper_id",
        F.coalesce("work_id", "paper_id").alias("work_id"),
        F.when(F.col("work_id").isNull(), F.col("since")).otherwise(F.col("work_since")).alias("since"),
        F.when(F.col("work_id").isNull(), F.col("until")).otherwise(F.col("work_until")).alias("until"),
        F.col("since").alias("own_since"),
        F.col("until").alias("own_until"),
    )


def _dated_split(dated: DataFrame, rule: DateSplit) -> DataFrame:
    """Adds split, era and unplaced; takes away what only they need."""
    dated = dated.withColumns({name: holding(rule, *days) for name, days in {"of_work": _OF_WORK, "own": _OWN}.items()})
    is_placed = F.coalesce(F.col("of_work") == F.col("own"), F.lit(False))
    touched = F.when(F.col("of_work").isNull(), _touched(rule, *_OF_WORK)).otherwise(_touched(rule, *_OWN))
    is_too_coarse = F.when(F.col("of_work").isNull(), F.size(touched) > 0).otherwise(
        F.array_contains(touched, F.col("of_work")) & F.col("own").isNull()
    )
    unplaced = (
        F.when(is_placed, _nowhere())
        .when(F.col("own_since").isNull(), NO_DATE)
        .when(is_too_coarse, TOO_COARSE)
        .when(F.col("of_work").isNull(), OUTSIDE)
        .otherwise(LATER_VERSION)
    )
    placed = {"split": F.when(is_placed, F.col("own")), "era": holding(rule, "since", "since"), "unplaced": unplaced}
    return dated.withColumns(placed).drop("until", *_OWN, "of_work", "own")


def holding(rule: DateSplit, since: str, until: str) -> Column:
    """The split whose period holds all days from `since` to `until`, NULL if none does."""
    split = _nowhere()
    for name, period in rule.ranges.items():
        is_within = (F.col(since) >= F.lit(period.first)) & (F.col(until) <= F.lit(period.last))
        split = F.when(is_within, F.lit(name)).otherwise(split)
    return split


def _touched(rule: DateSplit, since: str, until: str) -> Column:
    """The splits whose periods hold any day from `since` to `until`."""
    touched = [
        F.when((F.col(since) <= F.lit(period.last)) & (F.col(until) >= F.lit(period.first)), F.lit(name))
        for name, period in rule.ranges.items()
    ]
    return F.array_compact(F.array(*touched))


def lot(identity: str, seed: int) -> Column:
    """A number from 0 to below 2**53 that an identity and a seed give, the same on any cluster."""
    return F.pmod(F.xxhash64(identity, F.lit(seed)), F.lit(_PARTS))


def _share(rule: HashSplit, seed: int) -> Column:
    split, above = _nowhere(), sum(rule.shares.values())
    for name, share in reversed(rule.shares.items()):
        split = F.when(lot("work_id", seed) < round(above * _PARTS), F.lit(name)).otherwise(split)
        above -= share
    return split


def _listed(dated: DataFrame, rule: FileSplit) -> DataFrame:
    """The works as a file names them, by any of their papers or by themselves."""
    listed = dated.sparkSession.createDataFrame(read_split_file(rule))
    if "work_id" not in listed.columns:
        listed = listed.join(dated.select("paper_id", "work_id"), "paper_id")
    of_works = listed.groupBy("work_id").agg(F.min("split").alias("split"), F.max("split").alias("other"))
    torn = of_works.where(F.col("split") != F.col("other")).orderBy("work_id").limit(1).collect()
    if torn:
        raise ConfigurationError(f"{rule.file}: the work {torn[0].work_id} is in {torn[0].split} and {torn[0].other}")
    why_not = F.when(F.col("split").isNull(), NOT_NAMED)
    return dated.join(of_works.drop("other"), "work_id", "left").withColumns(
        {"era": F.col("split"), "unplaced": why_not}
    )
