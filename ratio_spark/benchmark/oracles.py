"""Spark: what orders score that do not read the query, and how many candidates are masked, by split and move."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.bounds import MRR_AT, RECALLS_AT, Parts, expected_mrr, expected_recall
from ratio_spark.benchmark.contracts import Contents
from ratio_spark.benchmark.exclusions import REASONS
from ratio_spark.benchmark.split_rules import SPLITS

ORDERS = ("random", "same_paper", "same_move")
"""A random order; the candidates of the query's papers first; the golds of its move first."""

METRICS = (f"mrr@{MRR_AT}", *(f"recall@{at}" for at in RECALLS_AT))

_QUERY, _CANDIDATE = ["split", "pair_id"], ["split", "candidate_id"]


@dataclass
class Figures:
    """Of the queries of a split and move.

    pool: candidates of the split; masked: exclusions by reason; with_self: queries that have a self.
    scores: by order and metric, the mean over the queries, without what is masked for each.
    """

    queries: int = 0
    pool: int = 0
    with_self: int = 0
    masked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REASONS, 0))
    scores: dict[str, dict[str, float]] = field(
        default_factory=lambda: {order: dict.fromkeys(METRICS, 0.0) for order in ORDERS}
    )

    def to_json(self) -> dict[str, Any]:
        """All figures as plain data."""
        return vars(self).copy()


def figures(rows: Contents) -> dict[tuple[str, str], Figures]:
    """The figures by (split, move), the splits in the order of time."""
    pools = {row.split: row["count"] for row in rows.candidates.groupBy("split").count().collect()}
    found: defaultdict[tuple[str, str], Figures] = defaultdict(Figures)
    # As many rows as there are different numbers of candidates in a paper, of golds and of exclusions.
    for row in _counted(rows).collect():
        of_move = found[row.split, row.move]
        of_move.queries += row["count"]
        of_move.pool = pools.get(row.split, 0)
        of_move.with_self += row["count"] * (row.self > 0)
        for reason in REASONS:
            of_move.masked[reason] += row["count"] * row[reason]
        pool = of_move.pool - row.excluded
        for order in ORDERS:
            first, first_golds = (row[f"{order}_{what}"] for what in ("first", "golds"))
            parts = Parts(first, first_golds, pool - first, row.golds - first_golds)
            scores = of_move.scores[order]
            scores[METRICS[0]] += row["count"] * expected_mrr(parts)
            for at, name in zip(RECALLS_AT, METRICS[1:], strict=True):
                scores[name] += row["count"] * expected_recall(parts, at)
    for of_move in found.values():
        for scores in of_move.scores.values():
            for name in scores:
                scores[name] /= of_move.queries
    return dict(sorted(found.items(), key=lambda item: (_place(item[0][0]), item[0])))


def _place(split: str) -> int:
    return SPLITS.index(split) if split in SPLITS else len(SPLITS)


def _counted(rows: Contents) -> DataFrame:
    """Queries by split, move and all that decides their figures. A gold that is excluded or not in the pool is none."""
    queries = rows.queries.select(*_QUERY, "move", "papers")
    findable = rows.qrels.join(rows.exclusions, [*_QUERY, "candidate_id"], "anti")
    in_paper, of_move = F.col("in_paper"), F.col("of_move").isNotNull()
    golds = _marked(rows, queries, findable).groupBy(*_QUERY).agg(
        F.count("*").alias("golds"), F.count_if(in_paper).alias("same_paper_golds")
    )  # fmt: skip
    masks = _marked(rows, queries, rows.exclusions).groupBy(*_QUERY).agg(
        F.count("*").alias("excluded"),
        F.count_if(in_paper).alias("excluded_in_paper"),
        F.count_if(of_move).alias("excluded_of_move"),
        *[F.count_if(F.col("reason") == reason).alias(reason) for reason in REASONS],
    )  # fmt: skip
    moves = _moves(rows).groupBy("split", "move").agg(F.count("*").alias("of_move"))
    joined = queries.join(golds, _QUERY, "left").join(masks, _QUERY, "left")
    joined = joined.join(_of_papers(rows), ["split", "papers"], "left").join(moves, ["split", "move"], "left")
    return joined.na.fill(0).groupBy(
        "split", "move", "golds", "excluded", *REASONS,
        F.lit(0).alias("random_first"), F.lit(0).alias("random_golds"),
        (F.col("of_papers") - F.col("excluded_in_paper")).alias("same_paper_first"), "same_paper_golds",
        (F.col("of_move") - F.col("excluded_of_move")).alias("same_move_first"),
        F.col("golds").alias("same_move_golds"),
    ).count()  # fmt: skip


def _of_papers(rows: Contents) -> DataFrame:
    """How many candidates come from the papers of a query, by split and papers: few queries have several papers."""
    of_queries = rows.queries.select("split", "papers").distinct().withColumn("paper_id", F.explode("papers"))
    of_candidates = rows.candidates.select(*_CANDIDATE, F.explode("papers").alias("paper_id"))
    joined = of_queries.join(of_candidates, ["split", "paper_id"])
    return joined.groupBy("split", "papers").agg(F.count_distinct("candidate_id").alias("of_papers"))


def _moves(rows: Contents) -> DataFrame:
    """The candidates that are a gold of a move, with that move."""
    return rows.qrels.select(*_CANDIDATE, "move").distinct().join(rows.candidates, _CANDIDATE, "semi")


def _marked(rows: Contents, queries: DataFrame, pairs: DataFrame) -> DataFrame:
    """Pairs of a query and a candidate of the pool; in_paper: they have a paper in common; of_move: it is a gold of the
    query's move."""
    found_in = rows.candidates.select(*_CANDIDATE, F.col("papers").alias("found_in"))
    yes: Column = F.lit(True)
    return (
        pairs.drop("move")
        .join(queries, _QUERY, "inner")
        .join(found_in, _CANDIDATE, "inner")
        .withColumn("in_paper", F.arrays_overlap("papers", "found_in"))
        .join(_moves(rows).withColumn("of_move", yes), [*_CANDIDATE, "move"], "left")
    )
