"""From mined rows to a benchmark: what each rule removed, by split and move."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.rows import GOLD, is_in

STEPS = ("split", "fields", "selection", "copies", "caps", "pool")
"""In the order in which they keep rows out."""

MINED, MERGED = "mined", "merge"

Place = tuple[str | None, str]
"""A split (None: in none), and a move or `distractor:KIND`."""


@dataclass(frozen=True)
class FunnelRow:
    """What a rule removed of one split and move, and what was left then; the unit is a mined row.

    step `mined` starts a funnel with all rows, `merge` ends it with the queries of a move, or the candidates that
    have a distractor's role.
    """

    step: str
    rule: str
    split: str | None
    move: str
    removed: int
    left: int


def funnel_of(members: DataFrame) -> list[FunnelRow]:
    """The funnel of `pool.merge`d members."""
    by_rule = members.groupBy("split", "role", "out.step", "out.rule").count().collect()
    counted = {(row.split, _move(row.role), row.step, row.rule): row["count"] for row in by_rule}
    unit = F.when(F.col("query_id").isNotNull(), F.col("query_id")).otherwise(F.col("pool_id"))
    merged = members.where(is_in()).groupBy("split", "role").agg(F.count_distinct(unit).alias("units")).collect()
    return fold_up(counted, {(row.split, _move(row.role)): row.units for row in merged})


def _move(role: str) -> str:
    return role.removeprefix(GOLD)


def fold_up(
    counted: Mapping[tuple[str | None, str, str | None, str | None], int], units: Mapping[Place, int]
) -> list[FunnelRow]:
    """The funnel of counts.

    Args:
        counted: rows by split, move, step and rule that keeps them out (None: they are in).
        units: queries, or candidates, by split and move.

    >>> counted = {("test", "ADDRESS", None, None): 5, ("test", "ADDRESS", "copies", "query is a copy"): 2}
    >>> [(row.step, row.removed, row.left) for row in fold_up(counted, {("test", "ADDRESS"): 4})]
    [('mined', 0, 7), ('copies', 2, 5), ('merge', 1, 4)]
    """
    left: Counter[Place] = Counter()
    removed: dict[tuple[str, str], dict[Place, int]] = defaultdict(dict)
    for (split, move, step, rule), number in counted.items():
        left[split, move] += number
        if step is not None and rule is not None:
            removed[step, rule][split, move] = number
    funnel = [FunnelRow(MINED, MINED, *place, 0, left[place]) for place in _in_order(left)]
    for step, rule in sorted(removed, key=lambda key: (STEPS.index(key[0]), key[1])):
        for place in _in_order(removed[step, rule]):
            number = removed[step, rule][place]
            left[place] -= number
            funnel.append(FunnelRow(step, rule, *place, number, left[place]))
    for place in _in_order(place for place in left if left[place]):
        funnel.append(FunnelRow(MERGED, "same text in the split", *place, left[place] - units[place], units[place]))
    return funnel


def _in_order(places: Iterable[Place]) -> list[Place]:
    return sorted(places, key=lambda place: (place[0] or "", place[1]))
