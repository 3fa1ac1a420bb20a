from pathlib import Path

import numpy as np
import pytest

from ratio_spark.retrieval.collection import Collection, find_benchmark, load
from ratio_spark.retrieval.ranking import View
from ratio_spark.retrieval.settings import SETTINGS
from ratio_spark.tables.arrow import ArrowTables
from tests.retrieval.invented_root import write_root


@pytest.fixture(scope="module")
def test_split(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    tables = ArrowTables(str(write_root(Path(tmp_path_factory.mktemp("root")))))
    return load(tables, find_benchmark(tables), "test")


def found(collection: Collection, view: View, query: int) -> set[int]:
    """The candidates that a query may find."""
    pool = np.arange(len(collection.candidate_ids))
    may = set(pool.tolist() if view.candidates is None else pool[view.candidates].tolist())
    may |= set(view.besides[query].tolist()) if view.besides else set()
    return may - set(view.without[query].tolist() if view.without else [])


def ids(collection: Collection, places: set[int]) -> set[str]:
    return {collection.candidate_ids[place] for place in places}


def view(collection: Collection, setting: str, seed: int = 0) -> View:
    return SETTINGS[setting].view(collection, "ADDRESS", seed)


def test_the_pool_is_whole_but_for_the_querys_own_self(test_split: Collection) -> None:
    everything = set(test_split.candidate_ids)
    assert ids(test_split, found(test_split, view(test_split, "pool"), 0)) == everything - {"s-test-ADDRESS-0"}


def test_nothing_is_masked_as_in_the_paper(test_split: Collection) -> None:
    assert len(found(test_split, view(test_split, "unmasked"), 0)) == 60


def test_only_golds_of_the_move_are_there_to_control_style(test_split: Collection) -> None:
    there = ids(test_split, found(test_split, view(test_split, "golds_of_move"), 3))
    assert there == {f"g-test-ADDRESS-{number}" for number in range(12)}


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_random_pool_has_as_many_candidates_and_the_querys_golds(test_split: Collection, seed: int) -> None:
    drawn = view(test_split, "random_pool", seed)
    assert drawn.candidates is not None
    assert drawn.candidates.sum() == 12
    for query in range(12):
        assert set(test_split.golds[query].tolist()) <= found(test_split, drawn, query)
    again = view(test_split, "random_pool", seed).candidates
    assert again is not None
    np.testing.assert_array_equal(drawn.candidates, again)


def test_other_papers_leave_only_the_gold_of_the_querys_own(test_split: Collection) -> None:
    there = ids(test_split, found(test_split, view(test_split, "other_papers"), 0))
    assert len(there) == 60 - 5 + 1
    assert "g-test-ADDRESS-0" in there


def test_every_setting_asks_all_queries_of_the_move_and_no_other(test_split: Collection) -> None:
    for setting in SETTINGS.values():
        assert setting.view(test_split, "SPECIFY", 0).queries.tolist() == list(range(12, 24))
