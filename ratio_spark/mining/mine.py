"""Spark: `papers` to rows of `queries`, `golds`, `distractors` and the ledger, in one pass over the text."""

from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.mining.difference import PAIR
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.marked_citations import CITATIONS
from ratio_spark.text.mine import COUNTS_SCHEMA, PAIRS_SCHEMA, text_core
from ratio_spark.text.version import ENGINE_VERSION

DISTRACTOR = "DISTRACTOR"
_PAPER = ("paper_id", "pub_month", "pub_date", "date_precision", "content_hash")
_PAIR_FIELDS = [field.with_nullable(True) for field in PAIRS_SCHEMA if field.name != "paper"]
_COUNT_FIELDS = [pa.field(field.name if field.name != "paragraphs" else "paragraph_count", field.type)
                 for field in COUNTS_SCHEMA]  # fmt: skip
_SPARK_TYPES = {pa.string(): "STRING", pa.int32(): "INT", pa.list_(pa.string()): "ARRAY<STRING>"}
_MINED_DDL = (
    "paper_id STRING, pub_month STRING, pub_date DATE, date_precision STRING, content_hash STRING, "
    + ", ".join(f"{field.name} {_SPARK_TYPES[field.type]}" for field in [*_COUNT_FIELDS, *_PAIR_FIELDS])
)


def mine(papers: DataFrame, lexicon: Lexicon) -> DataFrame:
    """Mine papers: one row per pair, and one row per paper with its counts (its `pair_id` is NULL).

    A Python function over Arrow batches, because an automaton over sentence starts is no SQL expression. The
    automaton is built once in each Python worker, from the lexicon's plain data.
    """

    def mine_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        core = text_core(lexicon)
        for batch in batches:
            pairs, counts = core.mine(batch.select(["paper_id", CITATIONS, "paragraphs"]))
            about = batch.select(list(_PAPER))
            yield _ledger_batch(about, counts)
            yield _pair_batch(about, pairs)

    return papers.select(*_PAPER, CITATIONS, "paragraphs").mapInArrow(mine_batches, _MINED_DDL)


def _ledger_batch(about: pa.RecordBatch, counts: pa.RecordBatch) -> pa.RecordBatch:
    nothing = [pa.nulls(about.num_rows, field.type) for field in _PAIR_FIELDS]
    return _mined_batch(about, [*counts.columns, *nothing])


def _pair_batch(about: pa.RecordBatch, pairs: pa.RecordBatch) -> pa.RecordBatch:
    nothing = [pa.nulls(pairs.num_rows, field.type) for field in _COUNT_FIELDS]
    return _mined_batch(about.take(pairs.column("paper")), [*nothing, *pairs.drop_columns("paper").columns])


def _mined_batch(about: pa.RecordBatch, columns: list[pa.Array]) -> pa.RecordBatch:
    fields = [*about.schema, *_COUNT_FIELDS, *_PAIR_FIELDS]
    return pa.RecordBatch.from_arrays([*about.columns, *columns], schema=pa.schema(fields))


def ledger_rows(mined: DataFrame, lexicon: Lexicon, run_id: str) -> DataFrame:
    """The rows of `mined_papers`."""
    return (
        mined.where(F.col("pair_id").isNull())
        .drop("paragraphs")
        .withColumnRenamed("paragraph_count", "paragraphs")
        .select("*", *stamps(lexicon))
        .transform(_stamped, run_id)
    )


def stamps(lexicon: Lexicon) -> list[Column]:
    """What a paper is mined with, as columns of the ledger."""
    return [
        F.lit(lexicon.fingerprint).alias("lexicon_fingerprint"),
        F.lit(ENGINE_VERSION).alias("engine_version"),
    ]


def query_rows(mined: DataFrame, run_id: str) -> DataFrame:
    """The rows of `queries`: the place is that of the query, one sentence before the marker sentence."""
    return _of_moves(mined).withColumns(
        {"text": F.col("query"), "flags": F.col("query_flags"), "sentence": F.col("sentence") - 1}
    ).transform(_stamped, run_id)  # fmt: skip


def gold_rows(mined: DataFrame, run_id: str) -> DataFrame:
    """The rows of `golds`."""
    return _of_moves(mined).transform(_as_candidate).transform(_stamped, run_id)


def distractor_rows(mined: DataFrame, run_id: str) -> DataFrame:
    """The rows of `distractors`."""
    of_distractors = mined.where(F.col("move") == DISTRACTOR)
    return of_distractors.transform(_as_candidate).withColumn("previous", F.col("query")).transform(_stamped, run_id)


def pairs(mined: DataFrame) -> DataFrame:
    """The pairs, in the columns of `difference.PAIR`."""
    is_distractor = F.col("move") == DISTRACTOR
    label = F.when(is_distractor, F.col("kind")).otherwise(F.col("move"))
    flags = F.when(~is_distractor, F.col("query_flags"))
    return mined.where(F.col("pair_id").isNotNull()).withColumns({"label": label, "query_flags": flags}).select(*PAIR)


def _of_moves(mined: DataFrame) -> DataFrame:
    return mined.where(F.col("pair_id").isNotNull() & (F.col("move") != DISTRACTOR))


def _as_candidate(pairs: DataFrame) -> DataFrame:
    return pairs.withColumns({"text": F.col("gold"), "flags": F.col("gold_flags")})


def _stamped(rows: DataFrame, run_id: str) -> DataFrame:
    year = F.substring("pub_month", 1, 4).cast("int")
    return rows.withColumns({"pub_year": year, "run_id": F.lit(run_id)})
