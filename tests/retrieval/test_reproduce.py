"""The tables and figures of the paper: that the list is whole, what can be made of it, and the page."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from ratio_spark.config import load_config, shipped_lexicons
from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.models.registry import load_registry
from ratio_spark.retrieval.options import EvaluateConfig, ReproduceConfig
from ratio_spark.retrieval.reproduce.run import Evaluate, reproduce, run
from ratio_spark.retrieval.reproduce.spec import (
    Row,
    Specification,
    load_specification,
    needed_by,
    shipped_specification,
)
from ratio_spark.retrieval.scores.metrics import METRICS
from ratio_spark.retrieval.settings import SETTINGS
from ratio_spark.text.lexicon_file import read_lexicon_file
from tests.retrieval.invented_results import overlap_row, rows, write_system
from tests.retrieval.invented_root import BENCHMARK_ID, write_root

FOLDER = f"invented-{BENCHMARK_ID[:8]}"
MOVES = ("ADDRESS", "SPECIFY")


def write(results: Path, name: str, ranks: Sequence[int], tuned_on: str | None = None, **about: Any) -> None:
    """Results of a system that finds the golds of every move at these ranks, and at 10 on another move's queries."""
    tables = [
        rows(move, ranks if tuned_on in (None, move) else [10] * len(ranks), setting, tuned_on)
        for move in MOVES
        for setting in ("pool", "unmasked", "golds_of_move")
    ]
    overlap = [
        overlap_row(move, k, sum(ranks) / 100 / (k + 1), tuned_on=tuned_on) for move in MOVES for k in (0, 1, 10)
    ]
    about = {"benchmark": FOLDER, "digest": "d1" * 32, "tuned_on": [tuned_on] if tuned_on else []} | about
    write_system(results, name, tables, overlap, **about)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_root(tmp_path_factory.mktemp("root"))


def options(root: Path, folder: Path, **more: Any) -> ReproduceConfig:
    return load_config(
        ReproduceConfig, {"tables": str(root), "results": folder / "results", "to": folder / "page", **more}
    )


def refuse(_: EvaluateConfig) -> None:
    raise AssertionError("nothing was to be evaluated")


def page_of(folder: Path) -> str:
    return (folder / "page" / "page.md").read_text()


def line(page: str, section: str, start: str) -> list[str]:
    """The cells of the one row that starts so, in the section whose title starts so."""
    (of_section,) = (part for part in page.split("\n## ") if part.startswith(section))
    (found,) = (row for row in of_section.splitlines() if row.startswith(f"| {start} |"))
    return [cell.strip() for cell in found.strip("|").split("|")][1:]


@pytest.fixture(scope="module")
def shipped() -> Specification:
    return load_specification(shipped_specification())


def test_the_shipped_list_names_what_the_page_shows(shipped: Specification) -> None:
    assert [item.id for item in shipped.items] == [
        "moves", "construction", "scale", "markers", "splits", "silver", "judge", "headline", "gains", "rerank",
        "style", "overlap", "cross", "full", "full_reranked", "inspirations", "human", "beyond_gold",
    ]  # fmt: skip
    assert [item.id for item in shipped.items if item.is_figure] == ["moves", "construction", "overlap"]
    by_id = {item.id: item for item in shipped.items}
    assert [row.paper for row in by_id["headline"].rows] == [
        (17.6, 8.3, 10.9),
        ("29.6 (ReasonIR-8B)", "12.1 (ReasonIR-8B)", "18.6 (Stella)"),
        (26.7, 10.2, 17.3),
        (46.7, 24.5, 27.3),
        (55.1, 37.7, 28.2),
    ]
    assert by_id["splits"].rows[0].paper == (2605515, 13787834, 79583, 361172, 94079, 404371)
    assert sum(row.paper[0] for row in by_id["scale"].rows[1:4] if isinstance(row.paper[0], int)) == 3_017_476


def test_what_the_shipped_list_asks_for_is_there(shipped: Specification) -> None:
    registry = load_registry()
    for name, system in shipped.systems.items():
        if not name.endswith("-tuned") or name == "bm25-tuned":
            assert registry.find(name).name == name
        else:
            assert len(system.entries(name)) == 3
    free = [name for name, system in shipped.systems.items() if not system.needs]
    assert free == [entry.name for entry in registry.without_models()]
    figures = [figure for item in shipped.items for row in item.rows for figure in (row.figure, *row.figures) if figure]
    assert {figure.metric for figure in figures if hasattr(figure, "metric")} <= set(METRICS)
    assert {figure.setting for figure in figures if hasattr(figure, "setting")} <= set(SETTINGS)
    assert {name for item in shipped.items for name in needed_by(item)} == set(shipped.systems)


def test_without_results_the_page_says_what_each_cell_lacks(root: Path, tmp_path: Path) -> None:
    told = reproduce(options(root, tmp_path), refuse)
    assert told["figures"]["made"] == 2
    assert {"bm25", "modernbert-embed-large-tuned"} <= set(told["lacking"])
    page = page_of(tmp_path)
    assert "Scores are of split `test`; nothing has been evaluated yet." in page
    assert line(page, "Headline", "BM25 (unigram)") == ["17.6", "to be made", "8.3", "to be made", "10.9", "to be made"]
    assert line(page, "Headline", "ModernBERT-embed-large, baseline")[1] == "needs a model"
    assert line(page, "Headline", "ModernBERT-embed-large, fine-tuned + GPT-5-mini rerank")[:2] == [
        "55.1",
        "needs an LLM",
    ]
    # What nothing here can make shows the paper's figures alone, and why.
    assert line(page, "Human", "SPECIFY (39), Tuned") == ["87.2", "20.6", "63.9", "29", "10"]
    assert "Not made here: Researchers must judge candidates as inspirations, blind to the system." in page
    assert "Not made here: An LLM must rerank the top 100." in page
    command = f"`ratio-spark evaluate --tables {root} --systems bm25 --to {tmp_path}/results`"
    assert line(page, "Systems", "bm25") == ["not yet", "nothing", command]


def test_our_figures_stand_beside_the_papers(root: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    write(results, "bm25", [2, 4], kind="bm25")
    write(results, "all-mpnet-base-v2", [1, 1])
    write(results, "modernbert-embed-large", [2, 2])
    for move in MOVES:
        write(results, f"modernbert-embed-large-{move}", [1, 1], move)
    reproduce(options(root, tmp_path), refuse)
    page = page_of(tmp_path)
    assert line(page, "Headline", "BM25 (unigram)") == ["17.6", "37.5", "8.3", "37.5", "10.9", "no queries of BROADEN"]
    assert line(page, "Headline", "Best pre-trained retriever")[1] == "100.0 (all-mpnet-base-v2; 2 of 9 evaluated)"
    assert line(page, "What fine-tuning adds", "best pre-trained retriever over BM25, MRR@10 points")[1].startswith(
        "+62.5 –"
    )
    assert line(page, "What fine-tuning adds", "fine-tuned ModernBERT-embed-large over its baseline, times")[:2] == [
        "1.7×",
        "2.0×",
    ]
    assert line(page, "Not style", "fine-tuned ModernBERT-embed-large over its baseline")[1].startswith("+50.0")
    assert line(page, "Query-candidate", "fewer shared words after fine-tuning") == ["24 of 24", "4 of 4"]
    assert line(page, "Not a generic", "ModernBERT-embed-large")[:2] == ["yes", "yes (own 100.0, ADDRESS 10.0)"]
    assert line(page, "Scale", "source papers of queries") == ["1.1M", "36"]
    for picture in ("overlap.png", "cross.png"):
        assert f"]({picture})" in page
        assert (tmp_path / "page" / picture).stat().st_size
    assert line(page, "Systems", "modernbert-embed-large-tuned")[0] == "evaluated"


def evaluation(asked: list[tuple[str, ...]], results: Path) -> Evaluate:
    """Evaluates what needs no model; models are not there."""

    def evaluate(config: EvaluateConfig) -> None:
        asked.append(config.systems)
        assert (config.to, config.seed, config.device) == (results, 7, "cpu")
        for name in config.systems:
            if name.startswith(("bm25", "random", "same", "move")):
                write(results, name, [1, 2], kind="bm25")
            else:
                raise ConfigurationError(f"{name} is not in the cache and cannot be fetched: fetch it first")

    return evaluate


def test_running_evaluates_what_has_no_results_and_says_why_others_have_none(root: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    write(results, "bm25", [1, 2], kind="bm25")
    asked: list[tuple[str, ...]] = []
    told = reproduce(options(root, tmp_path, run=True, seed=7, device="cpu"), evaluation(asked, results))
    assert asked[0] == (
        "bm25-bigram", "bm25-trigram", "bm25-tuned", "random", "same-paper", "move-prior", "bm25+move-prior",
    )  # fmt: skip
    # Each model goes alone, so that one that is not there stops no other.
    assert asked[1:3] == [("all-mpnet-base-v2",), ("modernbert-embed-large",)]
    assert len(asked) == 13
    assert len(told["failed"]) == 12
    page = page_of(tmp_path)
    # The controls score just as high.
    assert line(page, "Full results", "BM25 (bigram)")[1] == "75.0 ‡"
    assert (
        line(page, "Systems", "reasonir-8b")[0]
        == "reasonir-8b is not in the cache and cannot be fetched: fetch it first"
    )
    again: list[tuple[str, ...]] = []
    reproduce(
        options(root, tmp_path, run=True, seed=7, device="cpu", to=None, systems=["bm25", "random"]),
        evaluation(again, results),
    )
    assert again == []


def test_of_free_systems_one_that_fails_stops_no_other(root: Path, tmp_path: Path) -> None:
    asked: list[tuple[str, ...]] = []

    def evaluate(config: EvaluateConfig) -> None:
        asked.append(config.systems)
        for name in config.systems:
            if name == "move-prior":
                raise ConfigurationError("no golds to learn from")
            write(tmp_path / "results", name, [1, 2], kind="bm25")

    systems = ["bm25", "random", "move-prior", "bm25+move-prior"]
    told = reproduce(options(root, tmp_path, run=True, systems=systems), evaluate)
    # Together, as far as it went; then each that has no results.
    assert asked == [tuple(systems), ("move-prior",), ("bm25+move-prior",)]
    assert told["failed"] == {"move-prior": "no golds to learn from"}
    assert not {"bm25", "random", "bm25+move-prior"} & set(told["lacking"])


def test_the_page_marks_what_no_claim_stands_on_and_what_may_know_the_test(root: Path, tmp_path: Path) -> None:
    results, ranks = tmp_path / "results", [1, 2] * 20
    write(results, "bm25", [5, 5] * 20, kind="bm25")
    write(results, "all-mpnet-base-v2", ranks)
    write(results, "reasonir-8b", [1] * 40, after_test_start=True)
    write(results, "bm25+move-prior", ranks, kind="control", is_control=True)
    reproduce(options(root, tmp_path), refuse)
    page = page_of(tmp_path)
    assert "Scores are of split `test`: 80 queries (ADDRESS 40, SPECIFY 40)." in page
    assert line(page, "Full results", "all-mpnet-base-v2")[1] == "75.0 ‡"
    assert line(page, "Full results", "ReasonIR-8B")[1] == "100.0†"
    assert line(page, "Full results", "control: BM25 and style of the move")[1] == "75.0"
    assert line(page, "Headline", "Best pre-trained retriever")[1] == "100.0 (reasonir-8b†; 2 of 9 evaluated)"
    assert "\n\n‡ does not beat bm25+move-prior (" in page
    assert "\n\nNot evaluated, and so not held against: move-prior.\n\n" in page
    assert "\n\n† released after the test period had begun, or nobody knows when" in page


def test_tuned_models_alone_are_no_baseline(root: Path, tmp_path: Path) -> None:
    for move in MOVES:
        write(tmp_path / "results", f"modernbert-embed-large-{move}", [1, 1], move)
    told = reproduce(options(root, tmp_path), refuse)
    page = page_of(tmp_path)
    assert line(page, "Headline", "ModernBERT-embed-large, baseline")[1] == "needs a model"
    assert line(page, "Headline", "ModernBERT-embed-large, fine-tuned")[1] == "100.0"
    assert "modernbert-embed-large" in told["lacking"]


def test_the_markers_of_the_shipped_lexicons_are_counted(root: Path, tmp_path: Path) -> None:
    reproduce(options(root, tmp_path), refuse)
    paper, ours = line(page_of(tmp_path), "Scale", "markers in the lexicons of the moves")
    assert paper == "4,252"
    groups = [read_lexicon_file(shipped_lexicons() / f"{move}.lex").group for move in ("address", "broaden", "specify")]
    assert int(ours.replace(",", "")) == len({marker for group in groups if group for marker, _ in group.markers()})


def test_of_systems_that_are_named_only_these_are_evaluated(root: Path, tmp_path: Path) -> None:
    asked: list[tuple[str, ...]] = []
    config = options(root, tmp_path, run=True, seed=7, device="cpu", systems=["random", "bm25"])
    reproduce(config, evaluation(asked, tmp_path / "results"))
    assert asked == [("bm25", "random")]
    with pytest.raises(ConfigurationError, match="--systems: no figure needs bm52; name one of bm25, bm25-bigram, "):
        reproduce(options(root, tmp_path, to=None, run=True, systems=["bm52"]), refuse)


def test_results_of_part_of_the_queries_are_told_from_those_of_all(root: Path, tmp_path: Path) -> None:
    write(tmp_path / "results", "bm25", [1, 2], kind="bm25")
    told = reproduce(options(root, tmp_path, limit=5), refuse)
    assert "bm25" in told["lacking"]
    page = page_of(tmp_path)
    assert "--limit 5" in line(page, "Systems", "bm25")[2]
    assert "Scores are of split `test`, of at most 5 queries of each move; nothing has been evaluated yet." in page


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"items": [{"id": "x", "title": "x", "columns": ["A"], "rows": [{"title": "r", "paper": [1, 2]}]}]},
         "row 'r' gives 2 paper for 1 columns"),
        ({"items": [{"id": "x", "title": "x", "columns": ["A"], "rows": [{"title": "r", "paper": [1]}]}]},
         "row 'r' says neither how it is made nor why it cannot be"),
        ({"items": [{"id": "x", "title": "x", "cannot": ["magic"]}]}, "x: magic is none of the reasons"),
        ({"items": [{"id": "x", "title": "x", "systems": ["bm52"]}]}, "x: bm52 is none of the systems"),
        ({"item": []}, "item: Extra inputs are not permitted"),
    ],
)  # fmt: skip
def test_a_faulty_list_is_refused_with_its_fault(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    whole = {"title": "t", "source": "s", "reasons": {}, "commands": {}, "systems": {}, "items": []}
    file = tmp_path / "paper.yaml"
    file.write_text(yaml.safe_dump(whole | change))
    with pytest.raises(ConfigurationError, match=fault):
        load_specification(file)


def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"none.yaml cannot be read"):
        load_specification(tmp_path / "none.yaml")


def test_a_row_may_make_each_column_in_its_own_way() -> None:
    count = {"of": "count", "keys": ["queries"]}
    row = Row.model_validate({"title": "r", "paper": [1, 2], "figures": [count, None]})
    assert row.figure_at(0) is not None
    assert row.figure_at(1) is None


def test_a_sample_is_reproduced_from_the_tables_to_the_page(root: Path, tmp_path: Path) -> None:
    told = run(options(root, tmp_path, run=True, device="cpu", systems=["bm25", "same-paper"]))
    assert told["failed"] == {}
    assert not {"bm25", "same-paper"} & set(told["lacking"])
    assert (tmp_path / "results" / FOLDER / "test" / "bm25" / "queries.parquet").exists()
    page = page_of(tmp_path)
    assert "Scores are of split `test`: 24 queries (ADDRESS 12, SPECIFY 12)." in page
    nothing = "no queries of BROADEN"
    # Nothing is masked: the sentences of all other queries of the move are nearer to a query in words than its gold.
    assert line(page, "Headline", "BM25 (unigram)") == ["17.6", "0.0", "8.3", "0.0", "10.9", nothing]
    expected = [f"{100 * same_paper_first(move):.1f}" for move in ("SPECIFY", "ADDRESS")]
    assert line(page, "Full results", "control: same paper first")[1::2] == [*expected, nothing]


def same_paper_first(move: str) -> float:
    """MRR@10 where the candidates of the query's paper come first, and of these the one with the least SHA-256."""
    found = []
    for number in range(12):
        gold, distractor = f"g-test-{move}-{number}", f"d-test-{number}"
        of_paper = [f"{role}-test-{each}-{number}" for role in "gs" for each in MOVES] + [distractor]
        ranked = sorted(of_paper, key=lambda candidate: sha256(candidate.encode()).digest())
        found.append(1 / (1 + ranked.index(gold)))
    return sum(found) / len(found)
