"""Spark: which rows a benchmark takes, and which of them are one query and one candidate.

Everything here is decided on `members`, a slim row per mined row with the columns MEMBER. What is drawn is drawn by the
hash of an id with the seed, never by the order of rows, so that any number of cores gives the same.
"""

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from ratio_spark.benchmark.duplicates import COPY, REST
from ratio_spark.benchmark.rows import GOLD, QUERY_TEXT, is_in, out
from ratio_spark.benchmark.spec import Caps
from ratio_spark.benchmark.splits import lot
from ratio_spark.tables.schemas import LISTS_OF_QUERIES

MEMBER = ("pair_id", "candidate_id", "role", "move", "split", "paper_id", "work_id", "license", "marker_id",
          "query_key", "key", "out")  # fmt: skip
_CAP_STEP, _POOL_STEP = "caps", "pool"
# 4,096 ranges of the numbers that `lot` gives.
_RANGE_BITS = 41


def members_of(rows: DataFrame, leaving: DataFrame) -> DataFrame:
    """The slim rows, without those whose query or candidate is a copy.

    Args:
        rows: of `Mined.rows`.
        leaving: text_id, reason: texts that leave because they are copies.
    """
    is_query = F.substring("text_id", 1, 1) == QUERY_TEXT
    side = F.when(F.col("reason") == REST, "query without its opener").when(is_query, "query").otherwise("candidate")
    reason = F.when(F.col("reason") == REST, COPY).otherwise(F.col("reason"))
    # Of a pair whose two sides are copies the query is named, and that it is one as it stands.
    of_pairs = leaving.groupBy(F.expr("substring(text_id, 2)").alias("pair_id")).agg(
        F.min_by(F.concat_ws(" ", side, F.lit("is a"), reason), F.struct(~is_query, "reason")).alias("copy")
    )
    is_copy = out("copies", F.col("copy"))
    with_reason = F.when(F.col("out").isNotNull(), F.col("out")).when(F.col("copy").isNotNull(), is_copy)
    return rows.select(*MEMBER).join(of_pairs, "pair_id", "left").withColumn("out", with_reason).drop("copy")


def cap(members: DataFrame, caps: Caps, seed: int) -> DataFrame:
    """The members with those out that are beyond a cap; a paper's come first, and then a marker's."""
    for column, most in (("paper_id", caps.paper), ("marker_id", caps.marker)):
        if most is None:
            continue
        # Rows that are out stand behind those that are in, and count for nothing.
        drawn = Window.partitionBy("split", "role", column).orderBy(is_in().desc(), lot("pair_id", seed), "pair_id")
        is_beyond = is_in() & (F.col("place") > most)
        rule = out(_CAP_STEP, f"more than {most} of a {column.removesuffix('_id')}")
        members = members.withColumn("place", F.row_number().over(drawn)).withColumn("out", _unless(is_beyond, rule))
    return members.drop("place")


def merge(members: DataFrame) -> DataFrame:
    """The members with `query_id` and `pool_id`: the smallest id of those that are one query, and one candidate.

    Queries of one move in one split are one where their texts are the same; so are candidates of one split, whatever
    their roles. NULL for a member that is out, and the query_id of a distractor.
    """
    same_query = Window.partitionBy("split", "move", query_group(), is_in())
    same_text = Window.partitionBy("split", "key", is_in())
    query_id = F.when(is_in() & F.col("move").isNotNull(), F.min("pair_id").over(same_query))
    return members.withColumns(
        {"query_id": query_id, "pool_id": F.when(is_in(), F.min("candidate_id").over(same_text))}
    )


def query_group() -> Column:
    """What the pairs of one query share; a distractor shares it with none, else all of them would be one group."""
    return F.coalesce(F.col("query_key"), F.col("pair_id").cast("binary"))


def limit(merged: DataFrame, size: int | None, seed: int) -> DataFrame:
    """The members with those distractors out that a pool of this size has no room for; every gold has.

    Golds come first, and then what is drawn. A place is counted within a range of lots, behind all of earlier ranges:
    no task orders a whole split.
    """
    if size is None:
        return merged
    is_gold = F.max(_is_gold()).alias("is_gold")
    candidates = merged.where(is_in()).groupBy("split", "pool_id").agg(is_gold).withColumn("lot", lot("pool_id", seed))
    nth = F.when(F.col("is_gold"), -1).otherwise(F.shiftright("lot", _RANGE_BITS))
    candidates = candidates.withColumn("nth", nth)
    earlier = Window.partitionBy("split").orderBy("nth").rowsBetween(Window.unboundedPreceding, -1)
    before = F.coalesce(F.sum("count").over(earlier), F.lit(0)).alias("before")
    ranges = candidates.groupBy("split", "nth").count().select("split", "nth", before)
    drawn = Window.partitionBy("split", "nth").orderBy("lot", "pool_id")
    places = candidates.where(~F.col("is_gold")).withColumn("place", F.row_number().over(drawn))
    beyond = places.join(ranges, ["split", "nth"]).where(F.col("before") + F.col("place") > size)
    marked = merged.join(beyond.select("split", "pool_id", F.lit(True).alias("beyond")), ["split", "pool_id"], "left")
    rule = out(_POOL_STEP, f"no room in a pool of {size}")
    return marked.withColumn("out", _unless(F.col("beyond").isNotNull(), rule)).drop("beyond")


def _is_gold() -> Column:
    return F.startswith("role", F.lit(GOLD))


def _unless(is_beyond: Column, rule: Column) -> Column:
    return F.when(is_beyond, rule).otherwise(F.col("out"))


def query_rows(rows: DataFrame, members: DataFrame) -> DataFrame:
    """The rows of `benchmark_queries`: of pairs that are one query the one with the smallest pair_id, and with it all
    their papers, works and licences.

    Args:
        rows: of `Mined.rows`.
        members: of `merge`.
    """
    of_queries = members.where(is_in() & F.col("query_id").isNotNull()).groupBy(F.col("query_id").alias("pair_id"))
    lists = of_queries.agg(*[_all(one, name) for name, one in LISTS_OF_QUERIES.items()])
    return rows.join(lists, "pair_id").select(
        "pair_id", "split", "move", "paper_id", "work_id", "pub_date", "date_precision", "marker", "marker_id",
        "section", "paragraph", "sentence", F.col("query_flags").alias("flags"), "license", "papers", "works",
        "licenses", F.col("query_text").alias("text"),
    )  # fmt: skip


def candidate_rows(rows: DataFrame, members: DataFrame) -> DataFrame:
    """The rows of `benchmark_candidates`: one per text and split, with all its roles, papers and works."""
    pooled = rows.join(members.where(is_in()).select("pair_id", "pool_id"), "pair_id")
    return pooled.groupBy("split", F.col("pool_id").alias("candidate_id")).agg(
        F.min("pub_date").alias("pub_date"),
        _all("role", "roles"),
        _all("paper_id", "papers"),
        _all("work_id", "works"),
        _all("marker", "markers"),
        _all("license", "licenses"),
        F.array_sort(F.array_distinct(F.flatten(F.collect_set("flags")))).alias("flags"),
        F.min_by("text", "candidate_id").alias("text"),
    )


def _all(column: str, name: str) -> Column:
    return F.array_sort(F.collect_set(column)).alias(name)


def qrel_rows(members: DataFrame) -> DataFrame:
    """The rows of `qrels`: a query with each of its golds."""
    of_pairs = members.where(is_in() & F.col("query_id").isNotNull())
    ids = of_pairs.select("split", F.col("query_id").alias("pair_id"), F.col("pool_id").alias("candidate_id"), "move")
    return ids.distinct().withColumn("relevance", F.lit(1))
