"""The pairs of a published run as curation sees them: by the lexicon line that fired, with a few at random."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from rich.text import Text

from ratio_spark.published import Published
from ratio_spark.tables.schemas import DISTRACTORS, GOLDS, QUERIES


@dataclass(frozen=True)
class Pair:
    """A mined pair; `label` is its move or distractor kind. A distractor's query is the sentence before it."""

    pair_id: str
    paper_id: str
    section: str | None
    label: str
    marker_id: str
    marker: str
    query: str
    query_flags: list[str]
    gold: str
    gold_flags: list[str]

    def to_json(self) -> dict[str, Any]:
        """The pair as plain data."""
        return asdict(self)

    def __rich__(self) -> Text:
        """The pair for a person: query ▸ marker gold."""
        return Text.assemble(self.query, (" ▸ ", "dim"), (self.marker, "bold green"), " ", self.gold)


def fired(tables: Published) -> DataFrame:
    """Every pair with the line that fired.

    Returns:
        The columns of `Pair`. Gold and gold_flags of a move stand in `golds` and are NULL here.
    """
    nothing = F.lit(None)
    of_moves = tables.read(QUERIES).select(
        "pair_id", "paper_id", "section", F.col("move").alias("label"), "marker_id", "marker",
        F.col("text").alias("query"), F.col("flags").alias("query_flags"),
        nothing.cast("string").alias("gold"), nothing.cast("array<string>").alias("gold_flags"),
    )  # fmt: skip
    of_distractors = tables.read(DISTRACTORS).select(
        "pair_id", "paper_id", "section", F.col("kind").alias("label"), "marker_id", "marker",
        F.col("previous").alias("query"), F.array().cast("array<string>").alias("query_flags"),
        F.col("text").alias("gold"), F.col("flags").alias("gold_flags"),
    )  # fmt: skip
    return of_moves.unionByName(of_distractors)


def form(marker: str = "marker") -> Column:
    """A column of markers as forms that can be counted.

    Lower case, plain quotes and dashes, no soft hyphens; without the comma, and the signs that stand before it.
    """
    bare = F.regexp_replace(marker, r"^[^\p{L}\p{N}]+|\s*,$", "")
    return F.translate(F.lower(bare), "‘’“”‐‑–—−\u00ad", "''\"\"-----")


def count_pairs(tables: Published, chosen: Column) -> dict[str, int]:
    """The number of pairs by marker_id; `chosen` is a condition on the columns of `fired`."""
    rows = fired(tables).where(chosen).groupBy("marker_id").agg(F.count("*").alias("pairs")).collect()
    return {row.marker_id: row.pairs for row in rows}


def draw(tables: Published, chosen: Column, number: int, seed: int = 0) -> dict[str, list[Pair]]:
    """Pairs at random, the same ones for the same run and seed on any cluster.

    Args:
        chosen: a condition on the columns of `fired`.
        number: pairs per line at most; the caller bounds it and the lines, since the pairs come to the driver.

    Returns:
        By marker_id, in random order.
    """
    order = F.struct(F.xxhash64("pair_id", F.lit(seed)), "pair_id")
    pair = F.struct(*(field.name for field in fields(Pair)))
    drawn = fired(tables).where(chosen).groupBy("marker_id").agg(F.min_by(pair, order, number).alias("pairs"))
    pairs = {row.marker_id: [found.asDict() for found in row.pairs] for row in drawn.collect()}
    golds = _golds(tables, [pair["pair_id"] for line in pairs.values() for pair in line if pair["gold"] is None])
    return {
        marker_id: [Pair(**pair | golds.get(pair["pair_id"], {})) for pair in found]
        for marker_id, found in pairs.items()
    }


def _golds(tables: Published, pair_ids: list[str]) -> dict[str, dict[str, Any]]:
    rows = tables.read(GOLDS).where(F.col("pair_id").isin(pair_ids)).select("pair_id", "text", "flags")
    return {row.pair_id: {"gold": row.text, "gold_flags": row.flags} for row in rows.collect()}
