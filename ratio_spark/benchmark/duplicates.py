"""Spark: the same text in two splits. The earliest publication keeps it, later copies leave.

A text is a copy of an earlier one that folds to the same, and a near-copy of one with nearly the same words
(`similarity.are_near`). It leaves where any earlier copy of it stands in another split, whether or not that one
leaves too: what was said in the months of validation is not new in those of test, even if something earlier had said
it already. So a text is judged by the texts that are like it, never by what is like those, and in no order of rows;
and of two copies in two splits, one leaves always.

A text outside all splits counts as well. It makes a later copy leave validation or test, for these hold only what
was not there before; train may hold what is older.

A query that opens with "However," holds a text that may stand elsewhere without it. So what is behind its first commas
(`folding.rests`) is the copy of a whole text that folds to the same, and the later of the two leaves. Two such rests
are no copies of one another: many sentences end in ", respectively."
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from ratio_spark.benchmark.near_pairs import near_pairs
from ratio_spark.benchmark.similarity import NEAR
from ratio_spark.benchmark.split_rules import SPLITS
from ratio_spark.mining.held import held

COPY, NEAR_COPY, REST = "copy", "near-copy", "rest"
"""Why a text leaves; REST: a query that is, without its opener, a copy."""

_OUTSIDE, _TRAIN = -1, 0
_PLACES = (_OUTSIDE, *range(len(SPLITS)))
_LONG_AGO = "0001-01-01"
_SIDES = ("one", "other")


@contextmanager
def copies(texts: DataFrame, near: Fraction | float = NEAR) -> Iterator[DataFrame]:
    """The texts that leave the benchmark because an earlier copy of them stands elsewhere.

    Args:
        texts: every text of every role. text_id; role; split, NULL outside of all splits; pub_date, the earliest day
            that it may have been published on, NULL where nothing is known: it may be older than any other; key
            (folding.text_key); text; is_rest: the row is not that text, but one of its rests, with the key of it. Of
            texts of one day, the one outside, then of the earlier split, then with the smaller text_id counts as the
            earlier.
        near: the Jaccard similarity from which on texts are near-copies.

    Returns:
        A row for each that leaves, and each reason: text_id, role, split; reason, COPY, NEAR_COPY or REST; keeper, the
        text_id of the earliest copy.
    """
    columns = ("text_id", "role", "split", "key", "is_rest", "text")
    ranked = texts.select(*columns, _place().alias("place"), _rank().alias("rank"))
    with held(_known(ranked)) as known:
        keepers = _keepers(known, _links(known, Fraction(str(near))))
        yield (
            ranked.join(keepers, ["key", "is_rest", "place"], "inner")
            .where(F.col("keeper") < F.col("rank"))
            .select("text_id", "role", "split", _reason().alias("reason"), F.col("keeper.text_id").alias("keeper"))
        )


def _place() -> Column:
    return F.coalesce(F.array_position(F.lit(list(SPLITS)), F.col("split")).cast("int") - 1, F.lit(_OUTSIDE))


def _rank() -> Column:
    """Ordered by publication; `key` only comes along."""
    day = F.coalesce("pub_date", F.to_date(F.lit(_LONG_AGO)))
    return F.struct(day.alias("day"), _place().alias("place"), "text_id", "key")


def _known(ranked: DataFrame) -> DataFrame:
    """Texts that fold to the same as one row: key, any of them as `text`, and of each place the first whole text in
    `firsts`, the first that has it as a rest in `rests`; `places` of whole texts as bits."""
    is_whole = ~F.col("is_rest")
    firsts, rests = (
        [F.min(F.when(of_these & (F.col("place") == place), F.col("rank"))) for place in _PLACES]
        for of_these in (is_whole, F.col("is_rest"))
    )
    bits = [
        F.max(F.when(is_whole & (F.col("place") == place), 1 << bit).otherwise(0)) for bit, place in enumerate(_PLACES)
    ]
    known = ranked.groupBy("key").agg(
        F.any_value("text", ignoreNulls=True).alias("text"),
        F.array_compact(F.array(*firsts)).alias("firsts"),
        F.array_compact(F.array(*rests)).alias("rests"),
        sum(bits, F.lit(0)).alias("places"),
    )
    return known.where(F.col("places") > 0)


def _links(known: DataFrame, near: Fraction) -> DataFrame:
    """key, other: each key with the keys of its copies, itself too, where these stand in more than one place."""
    texts = known.select(F.col("key").alias("id"), "text", "places")
    apart = "one.id < other.id AND (one.places <> other.places OR bit_count(one.places) > 1)"
    both_ways = [F.struct(F.col(one).alias("key"), F.col(two).alias("other")) for one, two in (_SIDES, _SIDES[::-1])]
    of_one_text = known.where(F.bit_count("places") > 1).select("key", F.col("key").alias("other"))
    return near_pairs(texts, apart, near).select(F.inline(F.array(*both_ways))).unionByName(of_one_text)


def _keepers(known: DataFrame, links: DataFrame) -> DataFrame:
    """key, is_rest, place, keeper: the rank of the earliest copy that a row of a place must not be later than."""
    firsts = known.select(F.col("key").alias("other"), F.explode("firsts").alias("first"))
    of_whole = links.join(firsts, "other", "inner").select("key", F.lit(False).alias("is_rest"), "first")
    sides = [
        F.struct(F.lit(is_rest).alias("is_rest"), F.col(copies).alias("copies"))
        for is_rest, copies in ((False, "rests"), (True, "firsts"))
    ]
    of_rests = known.where(F.size("rests") > 0).select("key", F.inline(F.array(*sides)))
    copies = of_whole.unionByName(of_rests.select("key", "is_rest", F.explode("copies").alias("first")))
    of_places = [
        F.struct(F.lit(place).alias("place"), F.min(F.when(_counts_for(place), F.col("first"))).alias("keeper"))
        for place in range(len(SPLITS))
    ]
    keepers = copies.groupBy("key", "is_rest").agg(F.array(*of_places).alias("of_places"))
    return keepers.select("key", "is_rest", F.inline("of_places")).where(F.col("keeper").isNotNull())


def _counts_for(place: int) -> Column:
    is_elsewhere = F.col("first.place") != place
    return is_elsewhere & (F.col("first.place") != _OUTSIDE) if place == _TRAIN else is_elsewhere


def _reason() -> Column:
    is_same = F.col("keeper.key") == F.col("key")
    return F.when(F.col("is_rest"), REST).when(is_same, COPY).otherwise(NEAR_COPY)
