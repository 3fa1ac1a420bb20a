"""Spark: the mined rows as a benchmark takes them, each with its split or the rule that keeps it out.

A row is a pair (query and gold) or a distractor (a candidate alone). No row is dropped: a row that is out tells in
`out` the step and the rule, so that the funnel counts them and a text that was published earlier still bars its copies.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.folding import rest_keys, text_key
from ratio_spark.benchmark.left_markers import opens_with_marker
from ratio_spark.benchmark.spec import Specification
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.benchmark.splits import place_works
from ratio_spark.published import Published
from ratio_spark.tables.publish import Run
from ratio_spark.tables.schemas import DISTRACTORS, GOLDS, PAPERS, QUERIES, WORKS
from ratio_spark.text.lexicon import Lexicon

GOLD, DISTRACTOR = "gold:", "distractor:"
"""What a role starts with; the move or the kind follows."""

QUERY_TEXT, GOLD_TEXT = "q", "c"
"""What a text_id starts with; the pair_id follows."""

_SPLIT_STEP, _FIELDS_STEP, _SELECTION_STEP = "split", "fields", "selection"
_OUT = "STRUCT<step: STRING, rule: STRING>"
_PLACE = ("paper_id", "pub_date", "date_precision", "marker", "marker_id", "section", "paragraph", "sentence")
_OF_TEXTS = pa.schema(
    [("query_key", pa.binary()), ("key", pa.binary()), ("rest_keys", pa.list_(pa.binary())), ("has_marker", pa.bool_())]
)
_OF_TEXTS_DDL = "query_key BINARY, `key` BINARY, rest_keys ARRAY<BINARY>, has_marker BOOLEAN"


def out(step: str, rule: Column | str) -> Column:
    """The value of `out` for a row that a rule keeps out."""
    return F.struct(F.lit(step).alias("step"), (F.lit(rule) if isinstance(rule, str) else rule).alias("rule"))


def is_in() -> Column:
    """Whether no rule has kept the row out so far."""
    return F.col("out").isNull()


def lexicon_of(run: Run) -> str | None:
    """The fingerprint of the lexicon that the rows of a run were mined with; None where it has mined nothing."""
    return run.fingerprints.get("lexicon")


@dataclass(frozen=True)
class Mined:
    """The mined tables that a benchmark is built from.

    lexicon: the one that they were mined with.
    moves, kinds: those that it takes.
    """

    tables: Published
    specification: Specification
    lexicon: Lexicon
    moves: tuple[str, ...]
    kinds: tuple[str, ...]

    def rows(self) -> DataFrame:
        """All rows of these moves and kinds.

        Returns:
            pair_id, candidate_id, role (gold:MOVE or distractor:KIND), move (NULL for a distractor), where it stands
            (paper_id, pub_date, date_precision, marker, marker_id, section, paragraph, and sentence: that of the query,
            of a distractor its own), query_flags, flags (of the candidate), work_id, split, since, era, license, out,
            query_text, text (of the candidate), query_key and key (`folding.text_key` of the two), rest_keys
            (`folding.rest_keys` of the query).
        """
        rows = self._pairs().unionByName(self._distractors())
        placed = rows.join(self._places(), "paper_id").withColumn("out", self._out()).drop("unplaced", "has_field")
        is_marked = is_in() & F.col("has_marker")
        marked = out(_SELECTION_STEP, "candidate opens with a marker of a move")
        looked_at = with_keys(placed, self.lexicon)
        return looked_at.withColumn("out", F.when(is_marked, marked).otherwise(F.col("out"))).drop("has_marker")

    def _pairs(self) -> DataFrame:
        queries = self.tables.read(QUERIES).where(F.col("move").isin(*self.moves))
        golds = self.tables.read(GOLDS).where(F.col("move").isin(*self.moves))
        sides = queries.select(
            "pair_id", "move", *_PLACE, F.col("flags").alias("query_flags"), F.col("text").alias("query_text")
        ).join(golds.select("pair_id", "candidate_id", "flags", "text"), "pair_id")
        return sides.withColumn("role", F.concat(F.lit(GOLD), "move"))

    def _distractors(self) -> DataFrame:
        nothing = F.lit(None)
        distractors = self.tables.read(DISTRACTORS).where(F.col("kind").isin(*self.kinds))
        return distractors.select(
            "pair_id", "candidate_id", *_PLACE, "flags", "text",
            F.concat(F.lit(DISTRACTOR), "kind").alias("role"), nothing.cast("string").alias("move"),
            nothing.cast("array<string>").alias("query_flags"), nothing.cast("string").alias("query_text"),
        )  # fmt: skip

    def _places(self) -> DataFrame:
        """What a row takes from its paper: work, split and the reason for none, field, licence."""
        papers = self.tables.read(PAPERS)
        has_works = WORKS.name in self.tables.run.versions
        works = self.tables.read(WORKS) if has_works else self.tables.store.empty(WORKS)
        wanted = self.specification.fields
        has_field = F.arrays_overlap("fields", F.lit(list(wanted))) if wanted else F.lit(True)
        about = papers.select("paper_id", F.coalesce(has_field, F.lit(False)).alias("has_field"), "license")
        return place_works(papers, works, self.specification.split, self.specification.seed).join(about, "paper_id")

    def _out(self) -> Column:
        """The first rule that keeps a row out: its date, its field, its flags."""
        flagged = F.coalesce(
            _flagged("query_flags", self.specification.selection.exclude.query, "query"),
            _flagged("flags", self.specification.selection.exclude.gold, "candidate"),
        )
        return (
            F.when(F.col("split").isNull(), out(_SPLIT_STEP, F.col("unplaced")))
            .when(~F.col("has_field"), out(_FIELDS_STEP, "other field of study"))
            .when(flagged.isNotNull(), out(_SELECTION_STEP, flagged))
            .otherwise(F.lit(None).cast(_OUT))
        )


def _flagged(column: str, excluded: tuple[str, ...], side: str) -> Column:
    """The first excluded flag of a side, in words; NULL where it has none."""
    if not excluded:
        return F.lit(None).cast("string")
    found = F.array_intersect(F.lit(sorted(excluded)), F.coalesce(column, F.array().cast("array<string>")))
    return F.concat(F.lit(f"{side} is flagged "), F.get(found, F.lit(0)))


def with_keys(rows: DataFrame, lexicon: Lexicon) -> DataFrame:
    """The rows with what only Python tells of their texts, for SQL knows neither Unicode forms nor markers.

    Returns:
        Also query_key, key, rest_keys; has_marker: whether the candidate of a pair still opens with a marker of a move.
    """

    def looked_at(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        opens = opens_with_marker(lexicon)
        for batch in batches:
            queries, texts = (batch.column(name).to_pylist() for name in ("query_text", "text"))
            columns = (
                [None if query is None else text_key(query) for query in queries],
                [text_key(text) for text in texts],
                [None if query is None else rest_keys(query) for query in queries],
                [query is not None and opens(text) for query, text in zip(queries, texts, strict=True)],
            )
            made = [pa.array(values, field.type) for values, field in zip(columns, _OF_TEXTS, strict=True)]
            yield pa.RecordBatch.from_arrays([*batch.columns, *made], names=[*batch.schema.names, *_OF_TEXTS.names])

    ddl = ", ".join(f"`{field.name}` {field.dataType.simpleString()}" for field in rows.schema)
    return rows.mapInArrow(looked_at, f"{ddl}, {_OF_TEXTS_DDL}")


def texts_of(rows: DataFrame, rule: object) -> DataFrame:
    """The texts of the rows, for the search of copies.

    Where dates decide, a text of a row that is out takes part too, as if it stood in the split in whose period it
    may have appeared first. Rules that promise nothing about time know no earlier text.

    Returns:
        text_id, role (query, gold, distractor), split (NULL: the text appeared in no period), pub_date (the earliest
        possible; NULL: nothing is known), key, is_rest, text. A query is there once as it stands, and, with is_rest and
        without a text, once for each key of its rests.
    """
    taking_part = rows if isinstance(rule, DateSplit) else rows.where(is_in())
    about = (F.col("era").alias("split"), F.col("since").alias("pub_date"))
    queries = taking_part.where(F.col("move").isNotNull()).select(
        F.concat(F.lit(QUERY_TEXT), "pair_id").alias("text_id"), F.lit("query").alias("role"), *about,
        "query_key", "rest_keys", "query_text",
    )  # fmt: skip
    whole = queries.select(
        "text_id", "role", "split", "pub_date", F.col("query_key").alias("key"), F.lit(False).alias("is_rest"),
        F.col("query_text").alias("text"),
    )  # fmt: skip
    rests = queries.select(
        "text_id", "role", "split", "pub_date", F.explode("rest_keys").alias("key"), F.lit(True).alias("is_rest"),
        F.lit(None).cast("string").alias("text"),
    )  # fmt: skip
    candidates = taking_part.select(
        F.concat(F.lit(GOLD_TEXT), "pair_id").alias("text_id"), F.substring_index("role", ":", 1).alias("role"),
        *about, "key", F.lit(False).alias("is_rest"), "text",
    )  # fmt: skip
    return whole.unionByName(rests).unionByName(candidates)
