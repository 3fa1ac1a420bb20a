"""Opener discovery: how the sentences of the published papers open, counted into the table `openers`.

One commit of one table that no other job writes: it needs no row of `runs`, and what it was made from stands in the
commit's user metadata.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.tables.publish import Run
from ratio_spark.tables.schemas import OPENERS, PAPERS
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.opener_standing import UNKNOWN, knowledge, standings
from ratio_spark.text.openers import SAMPLES, opener_counter
from ratio_spark.text.version import ENGINE_VERSION

# Changes whenever the same papers, lexicon and options may give other openers.
_VERSION = "1"

_SAMPLES = "samples ARRAY<STRUCT<{}paper_id: STRING, previous: STRING, sentence: STRING>>"
_COUNTED_DDL = "opener STRING, papers BIGINT, sentences BIGINT, pairs BIGINT, " + _SAMPLES.format("key: BIGINT, ")
_STANDING_DDL = "status STRING, suggestion STRING, resembles STRING, likeness DOUBLE"
_STANDING_SCHEMA = pa.schema(
    [*((name, pa.string()) for name in ("status", "suggestion", "resembles")), ("likeness", pa.float64())]
)

Say = Callable[[str], None]
"""Called with what the job does now, for a progress line."""


@dataclass(frozen=True)
class Wanted:
    """Which openers are kept.

    min_papers: papers that it must open a sentence of.
    top: how many are kept, the most frequent first.
    known: whether those are kept that the lexicon knows.
    """

    min_papers: int
    top: int
    known: bool


@dataclass(frozen=True)
class Outcome:
    """The version of `openers` that holds the result, and whether this run wrote it."""

    version: int
    run_id: str
    committed: bool


def discover(store: Store, run: Run, lexicon: Lexicon, wanted: Wanted, say: Say = lambda _: None) -> Outcome:
    """Count the openers of the papers that a run published; write nothing where this was done before."""
    made_from = {
        "papers": str(run.versions[PAPERS.name]),
        "lexicon": knowledge(lexicon),
        "engine": f"{ENGINE_VERSION}/{_VERSION}",
        **{name: str(value) for name, value in vars(wanted).items()},
    }
    run_id = hashlib.sha256(json.dumps(made_from).encode()).hexdigest()[:32]
    metadata = json.dumps({"run_id": run_id, **made_from})
    if store.exists(OPENERS):
        newest = store.newest(OPENERS)
        if newest.metadata == metadata:
            return Outcome(newest.version, run_id, committed=False)
    say("counting openers")
    papers = store.read(PAPERS, run.versions[PAPERS.name])
    store.write(OPENERS, opener_rows(papers, lexicon, wanted), mode="overwrite", options={"userMetadata": metadata})
    return Outcome(store.newest(OPENERS).version, run_id, committed=True)


def opener_rows(papers: DataFrame, lexicon: Lexicon, wanted: Wanted) -> DataFrame:
    """The rows of `openers`, the most frequent first."""
    counted = _count(papers, lexicon).where(F.col("papers") >= wanted.min_papers)
    standing = _with_standing(counted, lexicon)
    kept = standing if wanted.known else standing.where(F.col("status") == UNKNOWN)
    return kept.orderBy(F.desc("papers"), F.desc("sentences"), "opener").limit(wanted.top)


def _count(papers: DataFrame, lexicon: Lexicon) -> DataFrame:
    """One row per opener. Python over Arrow batches gives the counts of each batch: it holds the sentence splitter."""

    def count_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        counter = opener_counter(lexicon)
        return map(counter.count, batches)

    lowest = F.slice(F.array_sort(F.flatten(F.collect_list("samples"))), 1, SAMPLES)
    return (
        papers.select("paper_id", "paragraphs")
        .mapInArrow(count_batches, _COUNTED_DDL)
        .groupBy("opener")
        .agg(*[F.sum(name).alias(name) for name in ("papers", "sentences", "pairs")], lowest.alias("samples"))
        .withColumn("samples", F.transform("samples", lambda sample: sample.dropFields("key")))
    )


def _with_standing(counted: DataFrame, lexicon: Lexicon) -> DataFrame:
    """What the lexicon says of each opener; Python, because its matcher decides what is known."""

    def judge_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        asked = standings(lexicon)
        for batch in batches:
            found = [asked.of(opener)._asdict() for opener in batch.column("opener").to_pylist()]
            judged = pa.RecordBatch.from_pylist(found, _STANDING_SCHEMA)
            yield pa.RecordBatch.from_arrays(
                [*batch.columns, *judged.columns], schema=pa.schema([*batch.schema, *_STANDING_SCHEMA])
            )

    ddl = f"opener STRING, papers BIGINT, sentences BIGINT, pairs BIGINT, {_SAMPLES.format('')}, {_STANDING_DDL}"
    return counted.mapInArrow(judge_batches, ddl)
