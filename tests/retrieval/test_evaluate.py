import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import pytrec_eval
import torch

from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.retrieval import evaluate
from ratio_spark.retrieval.collection import find_benchmark, load
from ratio_spark.retrieval.controls import QueryFree
from ratio_spark.retrieval.options import EvaluateConfig
from ratio_spark.retrieval.scores.metrics_table import read_metrics
from ratio_spark.retrieval.settings import SETTINGS
from ratio_spark.tables.arrow import ArrowTables
from tests.retrieval.invented_root import BENCHMARK_ID, write_root

FOLDER = Path("invented-5e5e5e5e") / "test"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_root(tmp_path_factory.mktemp("root") / "t")


@pytest.fixture(scope="module")
def run(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, Any]]:
    results = tmp_path_factory.mktemp("results")

    def of(*systems: str, to: Path = results, **options: Any) -> dict[str, Any]:
        config = {"tables": str(root), "systems": systems, "to": to, "device": "cpu"} | options
        return evaluate.run(EvaluateConfig(**config)) | {"folder": to / FOLDER}

    return of


@pytest.fixture(scope="module")
def done(run: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    """All systems that need no model, evaluated."""
    return run()


def about(done: dict[str, Any], system: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((done["folder"] / system / "about.json").read_text())
    return read


def means(done: dict[str, Any], system: str, setting: str, metric: str = "mrr_at_10") -> dict[str, float]:
    """The mean by move, of the system as it is meant for the move."""
    rows = pq.read_table(done["folder"] / system / "queries.parquet").to_pylist()
    chosen = [row for row in rows if row["setting"] == setting and row["tuned_on"] in (None, row["move"])]
    return {
        move: float(np.mean([row[metric] for row in chosen if row["move"] == move])) for move in ("ADDRESS", "SPECIFY")
    }


def test_by_default_all_systems_without_a_model_are_evaluated(done: dict[str, Any]) -> None:
    names = {"bm25", "bm25-bigram", "bm25-trigram", "bm25-tuned", "random", "same-paper", "move-prior"}
    assert set(done["evaluated"]) == names | {"bm25+move-prior"}
    assert {path.name for path in done["folder"].iterdir()} == names | {"bm25+move-prior"}


def test_the_self_stands_before_the_gold_unless_it_is_masked(done: dict[str, Any]) -> None:
    # Of a query the pool holds its own sentence, stripped: BM25 ranks that first.
    rows = pq.read_table(done["folder"] / "bm25" / "rankings.parquet").to_pylist()
    first = {(row["setting"], row["pair_id"]): row["candidate_id"] for row in rows if row["rank"] == 1}
    for number in range(12):
        assert first["unmasked", f"q-test-ADDRESS-{number}"] == f"s-test-ADDRESS-{number}"
        assert first["pool", f"q-test-ADDRESS-{number}"] != f"s-test-ADDRESS-{number}"


def test_among_golds_of_the_move_words_of_the_subject_are_enough(done: dict[str, Any]) -> None:
    assert means(done, "bm25", "golds_of_move") == {"ADDRESS": 1.0, "SPECIFY": 1.0}


def test_style_alone_ranks_golds_of_the_move_before_the_rest(done: dict[str, Any]) -> None:
    # Twelve golds of one style, in the same order for every query: the mean of 1/1 … 1/10, 0 and 0.
    assert means(done, "move-prior", "pool")["ADDRESS"] == pytest.approx(sum(1 / rank for rank in range(1, 11)) / 12)
    assert means(done, "move-prior", "pool", "recall_at_20") == {"ADDRESS": 1.0, "SPECIFY": 1.0}


def test_words_and_style_together_find_every_gold(done: dict[str, Any]) -> None:
    assert means(done, "bm25+move-prior", "pool") == {"ADDRESS": 1.0, "SPECIFY": 1.0}
    assert about(done, "bm25+move-prior")["parameters"]["ADDRESS.weight"] > 0


def test_knowing_the_paper_leaves_the_order_of_its_candidates_to_ties(done: dict[str, Any]) -> None:
    # The self is masked: the gold is one of four candidates that tie.
    expected = (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4
    any_order = means(done, "same-paper", "pool", "mrr_at_10_any_order")
    assert any_order == {"ADDRESS": pytest.approx(expected), "SPECIFY": pytest.approx(expected)}
    assert means(done, "same-paper", "other_papers") == {"ADDRESS": 1.0, "SPECIFY": 1.0}


def test_other_moves_are_asked_in_the_default_setting_of_what_is_tuned(done: dict[str, Any]) -> None:
    rows = pq.read_table(done["folder"] / "move-prior" / "queries.parquet").to_pylist()
    crossed = {(row["tuned_on"], row["move"], row["setting"]) for row in rows if row["tuned_on"] != row["move"]}
    assert crossed == {("ADDRESS", "SPECIFY", "pool"), ("SPECIFY", "ADDRESS", "pool")}
    own = {row["setting"] for row in rows if row["tuned_on"] == row["move"]}
    assert own == set(SETTINGS)


def test_a_run_scores_the_same_in_trec_eval(done: dict[str, Any], root: Path) -> None:
    tables = ArrowTables(str(root))
    collection = load(tables, find_benchmark(tables), "test")
    qrels = {
        query: {collection.candidate_ids[gold]: 1 for gold in collection.golds[place]}
        for place, query in enumerate(collection.query_ids)
    }
    for system in ("bm25", "same-paper", "random"):
        with gzip.open(done["folder"] / system / "pool.trec.gz", "rt") as file:
            run = pytrec_eval.parse_run(file)
        scores = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank", "recall.1,3,5,10,20"}).evaluate(run)
        rows = pq.read_table(done["folder"] / system / "queries.parquet").to_pylist()
        ours = {row["pair_id"]: row for row in rows if row["setting"] == "pool"}
        assert scores.keys() == ours.keys()
        for query, found in scores.items():
            reciprocal = found["recip_rank"] if found["recip_rank"] >= 0.1 else 0.0
            assert ours[query]["mrr_at_10"] == pytest.approx(reciprocal)
            for at in (1, 3, 5, 10, 20):
                assert ours[query][f"recall_at_{at}"] == found[f"recall_{at}"]


def test_the_table_of_metrics_holds_the_same_means_with_their_intervals(done: dict[str, Any], root: Path) -> None:
    rows = read_metrics(ArrowTables(str(root)), BENCHMARK_ID).to_pylist()
    found = {
        (row["system"], row["setting"], row["move"], row["metric"]): row
        for row in rows
        if row["part"] == "all" and row["tuned_on"] in (None, row["move"])
    }
    for setting in SETTINGS:
        for move, mean in means(done, "bm25", setting).items():
            row = found["bm25", setting, move, "mrr_at_10"]
            assert row["value"] == pytest.approx(mean)
            assert row["low"] <= mean <= row["high"]
            assert (row["queries"], row["digest"], len(row["mlflow_run"])) == (12, "d1" * 32, 32)
    assert {row["part"] for row in rows} == {"all", "abstract", "full text"}


def test_what_has_been_evaluated_in_the_same_way_is_not_evaluated_again(
    run: Callable[..., dict[str, Any]], done: dict[str, Any]
) -> None:
    before = (done["folder"] / "bm25" / "about.json").stat().st_mtime_ns
    assert run("bm25", "random")["evaluated"] == []
    assert (done["folder"] / "bm25" / "about.json").stat().st_mtime_ns == before


def test_the_same_evaluation_gives_the_same_figures(
    run: Callable[..., dict[str, Any]], done: dict[str, Any], tmp_path: Path
) -> None:
    again = run("bm25", "bm25+move-prior", "random", to=tmp_path)
    for system in again["systems"]:
        for file in ("queries.parquet", "rankings.parquet", "overlap.parquet"):
            one, other = (pq.read_table(each["folder"] / system / file) for each in (done, again))
            assert one.equals(other), (system, file)


def test_other_settings_are_added_to_those_that_are_there(run: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    assert run("random", settings=("pool", "pool"), to=tmp_path)["evaluated"] == ["random"]
    assert run("random", settings=("unmasked",), to=tmp_path)["evaluated"] == ["random"]
    both = run("random", settings=("pool", "unmasked"), to=tmp_path)
    assert both["evaluated"] == []
    assert about(both, "random")["settings"] == ["pool", "unmasked"]
    rows = pq.read_table(both["folder"] / "random" / "queries.parquet").to_pylist()
    assert len(rows) == len({(row["setting"], row["pair_id"]) for row in rows}) == 2 * 24


def test_figures_that_could_not_be_stored_are_made_again(
    run: Callable[..., dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise RetryableError("metrics was not written, run again")

    with monkeypatch.context() as patch:
        patch.setattr(evaluate, "write_metrics", busy)
        with pytest.raises(RetryableError, match="run again"):
            run("same-paper", to=tmp_path)
    assert not (tmp_path / FOLDER / "same-paper").exists()
    assert run("same-paper", to=tmp_path)["evaluated"] == ["same-paper"]


def test_an_evaluation_that_fails_leaves_the_results_of_the_one_before(
    run: Callable[..., dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = about(run("random", to=tmp_path), "random")
    monkeypatch.setattr(evaluate, "write_metrics", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run("random", to=tmp_path, again=True)
    assert about({"folder": tmp_path / FOLDER}, "random") == before
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["random"]


def test_part_of_the_queries_is_evaluated_in_a_place_of_its_own(run: Callable[..., dict[str, Any]]) -> None:
    few = run("bm25", limit=3)
    assert few["split"] == "test-3-a-move"
    assert about(few | {"folder": Path(few["results"])}, "bm25")["queries"] == 6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"systems": ("bm52",)}, "there is no system bm52; the nearest are bm25"),
        ({"benchmark": "other"}, "holds no benchmark other; it holds invented"),
        ({"split": "silver"}, "invented has no queries that judges accepted"),
        ({"split": "validation", "systems": ("bm25-tuned",)}, "its figures on validation would be worth nothing"),
        pytest.param(
            {"device": "cuda"},
            "device cuda was asked for and there is no such GPU here",
            marks=pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here"),
        ),
        ({"tables": "/nowhere"}, "/nowhere holds no benchmark"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence_and_nothing_is_written(
    run: Callable[..., dict[str, Any]], tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigurationError, match=message) as caught:
        run(*options.pop("systems", ("bm25",)), to=tmp_path, **options)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_scores_that_are_no_numbers_stop_the_evaluation_and_leave_no_results(
    run: Callable[..., dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluate, "tuned", lambda *_: [evaluate.Tuned(None, QueryFree(np.full(60, np.nan)), {})])
    with pytest.raises(DataContractError, match="NaN or infinite"):
        run("random", to=tmp_path)
    assert not (tmp_path / FOLDER).exists()
