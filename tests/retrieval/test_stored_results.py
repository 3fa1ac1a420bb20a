"""Result folders of several systems, read back."""

import shutil
from pathlib import Path

import pytest

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.report.stored_results import Results, check_same_candidates, check_same_queries, find_results
from ratio_spark.retrieval.scores.metrics import METRICS
from tests.retrieval.invented_results import BENCHMARK, metrics_of, plain, rows, write_results, write_system

SPLIT = Path(BENCHMARK) / "test"


def test_invented_results_have_the_columns_of_the_metrics() -> None:
    assert {*metrics_of([1]), "tied_golds"} == set(METRICS)


def test_a_system_answers_a_move_as_it_is_meant_for_it(tmp_path: Path) -> None:
    tables = [
        rows("ADDRESS", [1, 2], tuned_on="ADDRESS"),
        rows("ADDRESS", [4, 4], tuned_on="SPECIFY"),
        rows("SPECIFY", [5, 11], tuned_on="SPECIFY"),
        rows("ADDRESS", [10, 10], "unmasked", "ADDRESS"),
    ]
    write_system(tmp_path, "tuned", tables, tuned_on=["ADDRESS", "SPECIFY"])
    results = Results(tmp_path / SPLIT)

    def scored(*asked: str, tuned_on: str | None = None) -> list[float]:
        found = results.per_query("tuned", *asked, ["mrr_at_10"], tuned_on=tuned_on)
        assert found
        return found.values["mrr_at_10"].tolist()

    assert scored("pool", "ADDRESS") == [1.0, 0.5]
    assert scored("pool", "SPECIFY") == [0.2, 0.0]
    assert scored("pool", "ADDRESS", tuned_on="SPECIFY") == [0.25, 0.25]
    assert scored("unmasked", "ADDRESS") == [0.1, 0.1]
    assert results.per_query("tuned", "unmasked", "SPECIFY", ["mrr_at_10"]) is None
    assert results.moves("pool") == ["ADDRESS", "SPECIFY"]
    assert results.settings() == ["pool", "unmasked"]
    assert results.tuned("tuned", "pool") == ["ADDRESS", "SPECIFY"]


def test_queries_come_by_their_ids_whatever_their_order_in_the_file(tmp_path: Path) -> None:
    write_system(tmp_path, "one", [rows("ADDRESS", [1, 2, 4])])
    write_system(tmp_path, "two", [rows("ADDRESS", [1, 2, 4])[::-1]])
    results = Results(tmp_path / SPLIT)
    one, two = (results.per_query(name, "pool", "ADDRESS", ["mrr_at_10"]) for name in ("one", "two"))
    assert one
    assert two
    assert two.values["mrr_at_10"].tolist() == [1.0, 0.5, 0.25]
    check_same_queries("one", one, "two", two)


def test_a_part_of_papers_takes_its_queries_alone(tmp_path: Path) -> None:
    write_system(tmp_path, "one", [rows("ADDRESS", [1, 2, 4, 5])])
    results = Results(tmp_path / SPLIT)
    found = results.per_query("one", "pool", "ADDRESS", ["mrr_at_10"], part="full text")
    assert found
    assert found.values["mrr_at_10"].tolist() == [0.5, 0.2]
    assert found.works.to_pylist() == ["w0", "w1"]
    assert results.parts("pool") == ["abstract", "full text"]


def test_models_that_are_tuned_on_a_move_each_are_one_system(tmp_path: Path) -> None:
    write_system(tmp_path, "mpnet", [rows("ADDRESS", [10]), rows("SPECIFY", [10])])
    for move in ("ADDRESS", "SPECIFY"):
        other = rows("SPECIFY" if move == "ADDRESS" else "ADDRESS", [5], tuned_on=move)
        name = f"mpnet-{move.lower()}"
        write_system(tmp_path, name, [rows(move, [1], tuned_on=move), other], tuned_on=[move])
    write_system(tmp_path, "alone.SPECIFY", [rows("SPECIFY", [2], tuned_on="SPECIFY")], tuned_on=["SPECIFY"])
    results = Results(tmp_path / SPLIT)
    assert list(results.systems) == ["alone-tuned", "mpnet", "mpnet-tuned"]
    assert results.systems["mpnet-tuned"].folders == ("mpnet-address", "mpnet-specify")
    for move in ("ADDRESS", "SPECIFY"):
        found = results.per_query("mpnet-tuned", "pool", move, ["mrr_at_10"])
        assert found
        assert found.values["mrr_at_10"].tolist() == [1.0]
    assert list(Results(tmp_path / SPLIT, ["mpnet-address"]).systems) == ["mpnet-tuned"]


def test_tuned_models_without_their_base_are_not_taken_for_it(tmp_path: Path) -> None:
    for move in ("ADDRESS", "SPECIFY"):
        write_system(tmp_path, f"mpnet-{move}", [rows(move, [1], tuned_on=move)], tuned_on=[move])
    assert list(Results(tmp_path / SPLIT).systems) == ["mpnet-tuned"]


@pytest.mark.parametrize("other", ["mpnet-tuned", "mpnet.address"])
def test_what_would_be_taken_for_another_system_stands_alone(tmp_path: Path, other: str) -> None:
    """A model that is tuned on both moves and called as the family would be, or a second one tuned on a move."""
    on: dict[str, list[str]] = {"mpnet-ADDRESS": ["ADDRESS"], other: ["ADDRESS"]}
    if other == "mpnet-tuned":
        on[other] = ["ADDRESS", "SPECIFY"]
    for name, moves in on.items():
        write_system(tmp_path, name, [rows(move, [1, 2], tuned_on=move) for move in moves], tuned_on=moves)
    results = Results(tmp_path / SPLIT)
    assert set(results.systems) == set(on)
    for name in on:
        found = results.per_query(name, "pool", "ADDRESS", [])
        assert found
        assert len(found) == 2


def test_controls_that_claims_are_held_against_come_with_any_system(tmp_path: Path) -> None:
    for name, about in {
        "bm25": {}, "mpnet": {}, "random": {"is_control": True}, "move-prior": {"is_control": True},
        "bm25+move-prior": {"is_control": True, "digest": "e" * 64},
    }.items():  # fmt: skip
        write_system(tmp_path, name, [rows("ADDRESS", [1])], **about)
    results = Results(tmp_path / SPLIT, ["mpnet"])
    # That of another state of the benchmark cannot be held against anything.
    assert list(results.systems) == ["mpnet", "move-prior"]
    assert results.named == ("mpnet",)


@pytest.mark.parametrize(
    ("newer", "of_both"), [((True, None), True), ((False, None), None), ((False, False), False), ((None, None), None)]
)
def test_what_one_of_several_folders_may_have_seen_the_system_may(
    tmp_path: Path, newer: tuple[bool | None, ...], of_both: bool | None
) -> None:
    for move, is_newer in zip(("ADDRESS", "SPECIFY"), newer, strict=True):
        write_system(
            tmp_path, f"m-{move}", [rows(move, [1], tuned_on=move)], tuned_on=[move], after_test_start=is_newer
        )
    assert Results(tmp_path / SPLIT).systems["m-tuned"].is_newer is of_both


@pytest.mark.parametrize(
    ("seed", "setting", "passes"),
    [(0, "random_pool", True), (1, "pool", True), (1, "random_pool", False), (None, "random_pool", False)],
)
def test_random_pools_of_other_seeds_are_not_compared(
    tmp_path: Path, seed: int | None, setting: str, passes: bool
) -> None:
    write_system(tmp_path, "one", [rows("ADDRESS", [1], setting)], seed=seed)
    write_system(tmp_path, "two", [rows("ADDRESS", [1], setting)], seed=0)
    one, two = Results(tmp_path / SPLIT).systems.values()
    if passes:
        check_same_candidates(one, two, setting)
    else:
        with pytest.raises(
            ConfigurationError, match="one and two were evaluated with different seeds, and random_pool"
        ):
            check_same_candidates(one, two, setting)


def test_word_models_come_first_and_controls_last(tmp_path: Path) -> None:
    systems = [
        plain("random", 0.01, is_control=True, kind="control"),
        plain("colbert", 0.2, kind="late"),
        plain("zoe", 0.2),
        plain("bm25", 0.2, kind="bm25"),
    ]
    results = Results(write_results(tmp_path, systems, {"ADDRESS": 4}))
    assert list(results.systems) == ["bm25", "zoe", "colbert", "random"]


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    folder = tmp_path / SPLIT
    with pytest.raises(ConfigurationError, match="holds no results on a split test: run `ratio-spark evaluate`"):
        find_results(tmp_path, None, "test")
    with pytest.raises(ConfigurationError, match="holds no results: run `ratio-spark evaluate` first"):
        Results(folder)
    write_system(tmp_path, "bm25", [rows("ADDRESS", [1])])
    with pytest.raises(ConfigurationError, match=r"holds no results of bm52; it holds bm25"):
        Results(folder, ["bm52"])
    with pytest.raises(ConfigurationError, match="bm25 holds no metric mrr: evaluate it again"):
        Results(folder).per_query("bm25", "pool", "ADDRESS", ["mrr"])
    with pytest.raises(ConfigurationError, match="no benchmark other: name one by --benchmark: invented-0123abcd"):
        find_results(tmp_path, "other", "test")
    shutil.copytree(folder, tmp_path / "other-89abcdef" / "test")
    with pytest.raises(
        ConfigurationError, match=r"holds several benchmarks: name one by .*: invented-.*, other-89abcdef"
    ):
        find_results(tmp_path, None, "test")


@pytest.mark.parametrize("name", ["invented", "0123abcd", "0123", "0123abcd0123abcd", None])
def test_a_benchmark_is_found_by_name_or_by_how_its_id_starts(tmp_path: Path, name: str | None) -> None:
    write_system(tmp_path, "bm25", [rows("ADDRESS", [1])])
    if name is not None:
        (tmp_path / "other-89abcdef" / "test" / "bm25").mkdir(parents=True)
        (tmp_path / "other-89abcdef" / "test" / "bm25" / "about.json").write_text("{}")
    assert find_results(tmp_path, name, "test") == tmp_path / SPLIT


def test_results_of_another_state_of_the_benchmark_are_refused(tmp_path: Path) -> None:
    write_system(tmp_path, "one", [rows("ADDRESS", [1])])
    write_system(tmp_path, "two", [rows("ADDRESS", [1])], digest="e" * 64)
    with pytest.raises(DataContractError, match="different states of the benchmark"):
        Results(tmp_path / SPLIT)
    assert list(Results(tmp_path / SPLIT, ["two"]).systems) == ["two"]


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    write_system(tmp_path, "one", [rows("ADDRESS", [1])])
    folder = tmp_path / SPLIT / "one"
    (folder / "queries.parquet").write_bytes(b"PAR1")
    with pytest.raises(DataContractError, match=r"queries.parquet is damaged or lost .*: evaluate one again"):
        Results(tmp_path / SPLIT).moves("pool")
    (folder / "about.json").write_text('{"kind": "dense"}')
    with pytest.raises(DataContractError, match=r"about.json is damaged \(KeyError\('tuned_on'\)\)"):
        Results(tmp_path / SPLIT)


def test_systems_that_were_asked_other_queries_are_not_compared(tmp_path: Path) -> None:
    write_system(tmp_path, "one", [rows("ADDRESS", [1, 2, 3])])
    write_system(tmp_path, "two", [rows("ADDRESS", [1, 2])])
    results = Results(tmp_path / SPLIT)
    one, two = (results.per_query(name, "pool", "ADDRESS", []) for name in ("one", "two"))
    assert one
    assert two
    with pytest.raises(ConfigurationError, match="one was evaluated on 3 queries and two on 2, not all of them the"):
        check_same_queries("one", one, "two", two)
