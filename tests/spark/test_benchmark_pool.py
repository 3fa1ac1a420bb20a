"""A pool of limited size, and who shares a group: nothing of a whole split is ordered or gathered in one task."""

import random

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from ratio_spark.benchmark.pool import limit, query_group
from ratio_spark.benchmark.splits import lot

SPLITS = ("train", "validation", "test")
SIZES = {"train": 400, "validation": 3, "test": 60}
SCHEMA = "split STRING, pool_id STRING, role STRING, out STRUCT<step: STRING, rule: STRING>"


@pytest.fixture(scope="module")
def merged(spark: SparkSession) -> DataFrame:
    """Members of three splits, a tenth of them golds, some candidates with two roles, some members out."""
    chance = random.Random(3)
    rows = []
    for split, size in SIZES.items():
        for number in range(size):
            role = "gold:ADDRESS" if chance.random() < 0.1 else "distractor:contrast"
            rows.append((split, f"c{number}", role, None))
            if number % 7 == 0:
                rows.append((split, f"c{number}", "distractor:similarity", None))
            if number % 5 == 0:
                rows.append((split, None, role, ("caps", "too many")))
    return spark.createDataFrame(rows, SCHEMA).repartition(4).cache()


@pytest.mark.parametrize("size", [1, 5, 50, 300, 1000])
def test_a_limited_pool_takes_the_golds_and_then_the_smallest_lots(merged: DataFrame, size: int) -> None:
    there = merged.where("out IS NULL").withColumn("lot", lot("pool_id", 7)).collect()
    kept = {(row.split, row.pool_id) for row in limit(merged, size, 7).where("out IS NULL").collect()}
    for split in SPLITS:
        lots = {row.pool_id: row.lot for row in there if row.split == split}
        golds = {row.pool_id for row in there if row.split == split and row.role.startswith("gold:")}
        drawn = sorted(lots.keys() - golds, key=lambda name: (lots[name], name))[: max(0, size - len(golds))]
        assert {name for of_split, name in kept if of_split == split} == golds | set(drawn)


def test_what_was_out_before_stays_out_for_its_reason(merged: DataFrame) -> None:
    limited = limit(merged, 5, 7)
    assert limited.count() == merged.count()
    assert limited.where("out.rule = 'too many'").count() == merged.where("out IS NOT NULL").count()
    assert {row.rule for row in limited.select("out.rule").distinct().collect()} == {
        None, "too many", "no room in a pool of 5",
    }  # fmt: skip


def test_distractors_share_the_group_of_no_query(spark: SparkSession) -> None:
    rows = [("p1", bytearray(b"k")), ("p2", bytearray(b"k")), ("p3", None), ("p4", None), ("p5", None)]
    groups = spark.createDataFrame(rows, "pair_id STRING, query_key BINARY").select(
        "pair_id", query_group().alias("of")
    )
    by_group = groups.groupBy("of").agg(F.sort_array(F.collect_list("pair_id")).alias("pairs")).collect()
    assert sorted(row.pairs for row in by_group) == [["p1", "p2"], ["p3"], ["p4"], ["p5"]]
