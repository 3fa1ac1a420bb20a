from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.collection import find_benchmark, load, tie_order
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.schemas import BENCHMARK_QUERIES, BENCHMARKS, QRELS
from tests.retrieval.invented_root import BENCHMARK_ID, write, write_root


@pytest.fixture
def tables(tmp_path: Path) -> ArrowTables:
    return ArrowTables(str(write_root(tmp_path / "t")))


def test_the_pool_stands_in_the_order_of_the_tie_rule(tables: ArrowTables) -> None:
    collection = load(tables, find_benchmark(tables), "test")
    assert len(collection.candidate_ids) == 60
    assert tie_order(collection.candidate_ids) == list(range(60))


def test_golds_and_selfs_are_those_of_the_query(tables: ArrowTables) -> None:
    collection = load(tables, find_benchmark(tables), "test")
    for place, query in enumerate(collection.query_ids):
        assert [collection.candidate_ids[gold] for gold in collection.golds[place]] == [query.replace("q-", "g-")]
        assert [collection.candidate_ids[own] for own in collection.excluded[place]] == [query.replace("q-", "s-")]


def test_candidates_of_the_same_paper_are_found_whatever_their_role(tables: ArrowTables) -> None:
    collection = load(tables, find_benchmark(tables), "test")
    assert collection.same_paper.counts.tolist() == [5] * 24


def test_queries_stand_move_by_move(tables: ArrowTables) -> None:
    collection = load(tables, find_benchmark(tables), "test")
    assert collection.move_names == ["ADDRESS", "SPECIFY"]
    assert collection.queries_of("SPECIFY").tolist() == list(range(12, 24))


def test_some_queries_of_each_move_keep_their_golds_and_the_whole_pool(tables: ArrowTables) -> None:
    whole = load(tables, find_benchmark(tables), "test")
    some = whole.first(5)
    assert some.moves == ["ADDRESS"] * 5 + ["SPECIFY"] * 5
    assert some.candidate_ids == whole.candidate_ids
    for place, query in enumerate(some.query_ids):
        np.testing.assert_array_equal(some.golds[place], whole.golds[whole.query_ids.index(query)])
    assert set(whole.first(3).query_ids) < set(some.query_ids)


def test_the_first_day_of_the_test_period_is_known(tables: ArrowTables) -> None:
    assert str(find_benchmark(tables).test_start) == "2026-01-01"


@pytest.mark.parametrize("name", [None, "invented", BENCHMARK_ID, BENCHMARK_ID[:4]])
def test_a_benchmark_is_found_by_name_and_by_id(tables: ArrowTables, name: str | None) -> None:
    assert find_benchmark(tables, name).benchmark_id == BENCHMARK_ID


def test_an_unknown_benchmark_is_told_with_those_that_are_there(tables: ArrowTables) -> None:
    with pytest.raises(ConfigurationError, match="holds no benchmark other; it holds invented"):
        find_benchmark(tables, "other")


def test_a_root_without_benchmarks_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="run `ratio-spark benchmark build`"):
        find_benchmark(ArrowTables(str(tmp_path)))


def test_a_split_without_queries_is_refused(tables: ArrowTables) -> None:
    with pytest.raises(ConfigurationError, match="split dev of benchmark invented has no queries"):
        load(tables, find_benchmark(tables), "dev")


def test_silver_is_what_judges_accepted_of_test_in_its_whole_pool(tables: ArrowTables) -> None:
    with pytest.raises(ConfigurationError, match="invented has no queries that judges accepted"):
        load(tables, find_benchmark(tables), "silver")
    row = {"benchmark_id": BENCHMARK_ID, "split": "test", "pair_id": "q-judged", "move": "ADDRESS", "text": "Rain."}
    write(Path(tables.root), BENCHMARK_QUERIES, [row | {"flags": ["silver"], "paper_id": "x:test-0"}])
    write(Path(tables.root), QRELS, [row | {"candidate_id": "g-test-ADDRESS-0", "relevance": 1}])
    silver = load(tables, find_benchmark(tables), "silver")
    assert (silver.query_ids, len(silver.candidate_ids)) == (["q-judged"], 60)
    assert [silver.candidate_ids[gold] for gold in silver.golds[0]] == ["g-test-ADDRESS-0"]
    assert len(load(tables, find_benchmark(tables), "test").query_ids) == 25


def test_without_a_test_period_the_first_date_of_test_counts(tables: ArrowTables) -> None:
    about = {"benchmark_id": "ab" * 16, "name": "published", "kind": "imported", "digest": "d2" * 32}
    write(Path(tables.root), BENCHMARKS, [about | {"created": datetime(2027, 1, 1, tzinfo=UTC)}])
    assert find_benchmark(tables, "published").test_start is None
    row = {"benchmark_id": "ab" * 16, "split": "test", "move": "ADDRESS", "text": "Rain."}
    for day in (3, 2):
        write(Path(tables.root), BENCHMARK_QUERIES, [row | {"pair_id": f"q{day}", "pub_date": date(2026, 4, day)}])
    assert find_benchmark(tables, "published").test_start == date(2026, 4, 2)


def test_a_gold_that_is_not_in_the_pool_is_told(tables: ArrowTables) -> None:
    row = {"benchmark_id": BENCHMARK_ID, "split": "test", "pair_id": "q-test-ADDRESS-0", "candidate_id": "gone"}
    write(Path(tables.root), QRELS, [row | {"relevance": 1}])
    with pytest.raises(DataContractError, match="gone is named by qrels"):
        load(tables, find_benchmark(tables), "test")


def test_texts_that_were_not_passed_on_are_asked_for(tables: ArrowTables) -> None:
    row = {"benchmark_id": BENCHMARK_ID, "split": "test", "pair_id": "q", "move": "ADDRESS", "text": None}
    write(Path(tables.root), BENCHMARK_QUERIES, [row])
    with pytest.raises(ConfigurationError, match="benchmark hydrate"):
        load(tables, find_benchmark(tables), "test")
