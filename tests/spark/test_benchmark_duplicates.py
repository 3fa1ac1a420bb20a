"""Copies, selves and twins among a few texts, found the same on any partitioning."""

import random
from datetime import date
from itertools import permutations
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.benchmark.arrow_columns import key_column
from ratio_spark.benchmark.duplicates import copies
from ratio_spark.benchmark.exclusions import exclusions_of
from ratio_spark.benchmark.folding import words_of
from ratio_spark.benchmark.near_pairs import near_pairs
from ratio_spark.benchmark.similarity import are_near

LONG = ("the tagger of early modern letters learns the rules of its old grammar from a few hundred pages of dated "
        "print and some notes")  # fmt: skip
NEARER = LONG.replace("dated", "early").replace("rules", "forms")
"""A near-copy of CHANGED, but not of LONG."""
CHANGED = LONG.replace("dated", "early")

TEXTS = [
    # A text of train, of other days and roles in the other splits; twice in one split, which is no leak.
    ("q1", "query", "train", "2019-01-01", "Labels are “scarce” – everywhere."),
    ("c1", "gold", "train", "2020-01-01", "Labels are “scarce” – everywhere."),
    ("q2", "query", "validation", "2025-11-01", 'labels are  "scarce" - EVERYWHERE.'),
    ("c2", "distractor", "test", "2026-01-01", "Labels are “scarce” — everywhere."),
    # The later publication leaves, in whatever split it is.
    ("c3", "gold", "train", "2022-05-05", "we ask a crowd of readers for the labels."),
    ("c4", "gold", "test", "2021-05-05", "we ask a crowd of readers for the labels."),
    # Of one day, the text of the earlier split stays.
    ("a5", "gold", "test", "2021-05-05", "we buy all of the labels from a shop."),
    ("b5", "gold", "train", "2021-05-05", "we buy all of the labels from a shop."),
    # Older than every split: test and validation lose the text, train may have it. No date: it may be older.
    ("o6", "query", None, "2001-01-01", "The lamps of the archive are very dim."),
    ("c6", "query", "train", "2021-01-01", "The lamps of the archive are very dim."),
    ("d6", "query", "test", "2026-01-01", "The lamps of the archive are very dim."),
    ("o7", "query", None, None, "The stairs of the archive are very steep."),
    ("c7", "query", "validation", "2025-12-01", "The stairs of the archive are very steep."),
    # Outside, but later: it bars nothing.
    ("o8", "query", None, "2026-12-01", "The doors of the archive are very low."),
    ("c8", "query", "test", "2026-02-01", "The doors of the archive are very low."),
    # A chain of near-copies: each is judged by those that it is like, whether these leave or not.
    ("c9", "gold", "train", "2019-01-01", LONG),
    ("d9", "gold", "validation", "2025-11-01", CHANGED),
    ("e9", "gold", "test", "2026-01-01", NEARER),
    # A negation more is another statement.
    ("n9", "gold", "test", "2026-01-02", LONG.replace("learns", "never learns")),
]

RESTS = [
    # What is behind the opener of a query, to candidates of another split: the later leaves.
    ("qr1", "query", "test", "2026-02-02", "Shelves are bent by old books."),
    ("qr2", "query", "train", "2019-02-02", "The cellar is dry in summer."),
    # To a text outside: test loses it, train does not; an older text outside that it is the rest of bars as well.
    ("qr3", "query", "test", "2026-02-03", "The lamps of the archive are very dim."),
    ("qr4", "query", "train", "2020-02-03", "The lamps of the archive are very dim."),
    ("qr5", "query", None, "2010-01-01", "The attic is full of maps."),
    # To a text of its own split, to another rest, to a near-copy: no leak.
    ("qr6", "query", "test", "2026-02-04", "The yard is paved with slate."),
    ("qr7", "query", "train", "2019-02-04", "and so on."),
    ("qr8", "query", "test", "2026-02-04", "and so on."),
    ("qr9", "query", "validation", "2025-12-24", LONG.replace("few", "lot")),
]
WHOLE = [
    ("r1", "distractor", "train", "2019-03-03", "shelves are bent by OLD books."),
    ("r2", "gold", "test", "2026-03-03", "the cellar is dry in summer."),
    ("r5", "gold", "test", "2026-03-03", "the attic is full of maps."),
    ("r6", "gold", "test", "2026-03-04", "The yard is paved with slate."),
]

LEAVING = {
    ("qr1", "query", "test", "rest", "r1"),
    ("r2", "gold", "test", "copy", "qr2"),
    ("qr3", "query", "test", "rest", "o6"),
    ("r5", "gold", "test", "copy", "qr5"),
    ("q2", "query", "validation", "copy", "q1"),
    ("c2", "distractor", "test", "copy", "q1"),
    ("c3", "gold", "train", "copy", "c4"),
    ("a5", "gold", "test", "copy", "b5"),
    ("d6", "query", "test", "copy", "o6"),
    ("c7", "query", "validation", "copy", "o7"),
    ("d9", "gold", "validation", "near-copy", "c9"),
    ("e9", "gold", "test", "near-copy", "d9"),
}


def frame(spark: SparkSession, columns: str, rows: list[tuple[Any, ...]], partitions: int) -> DataFrame:
    shuffled = random.Random(partitions).sample(rows, len(rows))
    return spark.createDataFrame(shuffled, columns).repartition(partitions)


@pytest.mark.parametrize("partitions", [1, 5])
def test_later_copies_leave_and_name_what_they_copy(spark: SparkSession, partitions: int) -> None:
    rows = [
        (*row[:3], row[3] and date.fromisoformat(row[3]), row[4], texts is RESTS)
        for texts in (TEXTS, WHOLE, RESTS) for row in texts
    ]  # fmt: skip
    columns = "text_id STRING, role STRING, split STRING, pub_date DATE, text STRING, is_rest BOOLEAN"
    keyed = frame(spark, columns, rows, partitions).withColumn("key", key_column("text"))
    texts = keyed.withColumn("text", F.when(~F.col("is_rest"), F.col("text")))
    with copies(texts) as leaving:
        assert sorted(tuple(row) for row in leaving.collect()) == sorted(LEAVING)


@pytest.mark.parametrize("partitions", [1, 3])
def test_near_pairs_are_those_that_comparing_all_with_all_finds(spark: SparkSession, partitions: int) -> None:
    chance = random.Random(7)
    texts = [" ".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(0, 60))) for _ in range(20)]
    for _ in range(60):
        words = chance.choice(texts).split()
        for _ in range(chance.randint(0, 2)):
            words.insert(chance.randint(0, len(words)), chance.choice(["not", "x", "new", "word"]))
        texts.append(" ".join(words))
    rows = [(number, number % 3, text) for number, text in enumerate(texts)]
    found = near_pairs(frame(spark, "id INT, part INT, text STRING", rows, partitions), "one.part < other.part")
    expected = {
        (one, other) for one, other in permutations(range(len(texts)), 2)
        if one % 3 < other % 3 and are_near(words_of(texts[one]), words_of(texts[other]))
    }  # fmt: skip
    assert len(expected) > 50
    assert sorted((row.one, row.other) for row in found.collect()) == sorted(expected)


QUERIES = [
    ("test", "q1", "However, Labels are scarce."),
    ("test", "q2", "(i) In short, to be exact, labels are scarce."),
    ("test", "q3", "labels are scarce."),
    ("test", "q4", "Labels cost, and so on."),
    ("train", "q5", "However, labels are scarce."),
]
CANDIDATES = [
    ("test", "c1", "labels are scarce."),
    ("test", "c2", "labels are scarce here."),
    ("test", "g1", f"{LONG}."),
    ("test", "g2", f"{CHANGED}."),
    ("test", "g3", f"{NEARER}."),
    ("train", "g4", f"{CHANGED} too."),
    ("train", "c5", f"{CHANGED}, too."),
]
QRELS = [("test", "q1", "g1"), ("test", "q2", "g2"), ("test", "q3", "g1"), ("test", "q3", "c1"), ("train", "q5", "g4")]
EXCLUDED = {
    # The rest behind a comma is the candidate; a gold is never excluded, not even of a query with its text.
    ("test", "q1", "c1", "self"),
    ("test", "q2", "c1", "self"),
    # Near-copies of a gold within the split.
    ("test", "q1", "g2", "twin"),
    ("test", "q2", "g1", "twin"),
    ("test", "q2", "g3", "twin"),
    ("test", "q3", "g2", "twin"),
    ("train", "q5", "c5", "twin"),
}


@pytest.mark.parametrize("partitions", [1, 4])
def test_selves_and_twins_are_excluded(spark: SparkSession, partitions: int) -> None:
    queries = frame(spark, "split STRING, pair_id STRING, text STRING", QUERIES, partitions)
    candidates = frame(spark, "split STRING, candidate_id STRING, text STRING", CANDIDATES, partitions)
    qrels = frame(spark, "split STRING, pair_id STRING, candidate_id STRING", QRELS, partitions)
    assert {tuple(row) for row in exclusions_of(queries, candidates, qrels).collect()} == EXCLUDED
