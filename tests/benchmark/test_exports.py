"""What the writers of all formats put into files, and that the tools they are for read it."""

import csv
import errno
import importlib.util
import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pyarrow import parquet

from ratio_spark.benchmark.exports import beir, mteb, training, trec
from ratio_spark.benchmark.whole_folder import whole_folder
from ratio_spark.errors import ConfigurationError, DataContractError
from tests.benchmark.invented import ROWS, Invented, about

ir_measures = pytest.importorskip("ir_measures", reason="needs ir_measures")
pytrec_eval = pytest.importorskip("pytrec_eval", reason="needs pytrec_eval-terrier")


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def tab_separated(file: Path) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream, delimiter="\t"))


def test_beir_has_a_folder_per_split_with_the_pool_of_that_split_alone(tmp_path: Path) -> None:
    counts = beir.write(Invented(), about(), tmp_path)
    assert counts["test:candidates"] == 4
    assert counts["train:candidates"] == 1
    assert [row["_id"] for row in lines(tmp_path / "test" / "corpus.jsonl")] == ["c1", "c2", "c3", "c4"]
    assert lines(tmp_path / "train" / "corpus.jsonl")[0] == {
        "_id": "c0",
        "title": "",
        "text": "we write rules\tfor them.",
        "metadata": {
            "roles": ["gold:ADDRESS"], "papers": ["s2orc:1"], "works": ["s2orc:1"], "markers": ["However,"],
            "pub_date": "2026-02-01", "licenses": ["cc-by"], "flags": ["has_citation"],
        },
    }  # fmt: skip


def test_beir_has_qrels_and_excluded_ids_of_all_moves_and_of_each(tmp_path: Path) -> None:
    beir.write(Invented(), about(), tmp_path)
    header = ["query-id", "corpus-id", "score"]
    assert tab_separated(tmp_path / "test/qrels/test.tsv") == [header, ["q1", "c1", "1"], ["q2", "c2", "1"]]
    assert tab_separated(tmp_path / "test/qrels/test-SPECIFY.tsv") == [header, ["q2", "c2", "1"]]
    assert tab_separated(tmp_path / "test/excluded/test-ADDRESS.tsv")[1:] == [["q1", "c3", "self"]]
    assert tab_separated(tmp_path / "test/excluded/test-SPECIFY.tsv")[1:] == []


def test_beir_loads_with_its_own_loader(tmp_path: Path) -> None:
    loading = pytest.importorskip("beir.datasets.data_loader", reason="beir is not installed (extra `benchmark`)")
    beir.write(Invented(), about(), tmp_path)
    corpus, queries, qrels = loading.GenericDataLoader(str(tmp_path / "test")).load("test-ADDRESS")
    assert corpus["c4"] == {"text": "we see the same on \u20ac prices.", "title": ""}
    assert queries == {"q1": "However, training is slow."}
    assert qrels == {"q1": {"c1": 1}}


def test_a_text_that_is_not_passed_on_has_its_length_and_hash_in_its_place(tmp_path: Path) -> None:
    beir.write(Invented(ids_only=True), about(is_ids_only=True), tmp_path)
    row = lines(tmp_path / "test" / "queries.jsonl")[0]
    assert "text" not in row
    assert row["characters"] == len("However, training is slow.")
    assert row["sha256"] == ROWS["test"]["queries"][0]["sha256"]
    assert row["metadata"]["paper_id"] == "s2orc:2"
    assert "slow" not in (tmp_path / "test" / "corpus.jsonl").read_text(encoding="utf-8")


def test_trec_qrels_are_read_by_pytrec_eval_and_ir_measures(tmp_path: Path) -> None:
    trec.write(Invented(), about(), tmp_path)
    with (tmp_path / "test" / "qrels.txt").open(encoding="utf-8") as stream:
        qrels = pytrec_eval.parse_qrel(stream)
    assert qrels == {"q1": {"c1": 1}, "q2": {"c2": 1}}
    run = {"q1": {"c3": 2.0, "c1": 1.0}, "q2": {"c2": 1.0}}
    of_address = ir_measures.read_trec_qrels(str(tmp_path / "test" / "qrels-ADDRESS.txt"))
    assert ir_measures.calc_aggregate([ir_measures.RR @ 10], of_address, run) == {ir_measures.RR @ 10: 0.5}


def test_trec_topics_documents_and_excluded_ids_are_one_a_line(tmp_path: Path) -> None:
    trec.write(Invented(), about(), tmp_path)
    topics = (tmp_path / "train" / "topics.tsv").read_text(encoding="utf-8")
    assert topics == "q0\tLabels are scarce in the “wild”.\n"
    assert (tmp_path / "test" / "excluded.txt").read_text(encoding="utf-8") == "q1 0 c3 self\n"
    assert lines(tmp_path / "train" / "documents.jsonl") == [{"id": "c0", "contents": "we write rules\tfor them."}]


def test_trec_refuses_an_id_with_white_space(tmp_path: Path) -> None:
    rows = {"test": {**ROWS["test"], "candidates": [{**ROWS["test"]["candidates"][0], "candidate_id": "two words"}]}}
    with pytest.raises(DataContractError, match="'two words' has white space"):
        trec.write(Invented(rows), about(splits=("test",)), tmp_path)


def test_mteb_shares_the_corpus_of_a_split_among_its_moves(tmp_path: Path) -> None:
    mteb.write(Invented(), about(), tmp_path)
    names = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.parquet"))
    assert names == [
        "ADDRESS/excluded/test.parquet",
        "ADDRESS/qrels/test.parquet",
        "ADDRESS/qrels/train.parquet",
        "ADDRESS/queries/test.parquet",
        "ADDRESS/queries/train.parquet",
        "SPECIFY/qrels/test.parquet",
        "SPECIFY/queries/test.parquet",
        "corpus/test.parquet",
        "corpus/train.parquet",
    ]
    assert parquet.read_table(tmp_path / "SPECIFY/qrels/test.parquet").to_pylist() == [
        {"query-id": "q2", "corpus-id": "c2", "score": 1}
    ]
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert page.count("path: corpus/test.parquet") == 2


def test_training_sets_are_pairs_triplets_and_tevatron_lines_of_each_move(tmp_path: Path) -> None:
    counts = training.write(Invented(), about(), tmp_path, negatives=1)
    of_address = tmp_path / "test" / "ADDRESS"
    pair = {"anchor": "However, training is slow.", "positive": "we cache the features."}
    negative = "we see the same on \u20ac prices."
    assert lines(of_address / "pairs.jsonl") == [pair]
    assert lines(of_address / "triplets.jsonl") == [{**pair, "negative": negative}]
    assert lines(of_address / "negatives.jsonl") == [{**pair, "negative_1": negative}]
    assert lines(of_address / "tevatron.jsonl") == [
        {
            "query_id": "q1",
            "query": pair["anchor"],
            "positive_passages": [{"docid": "c1", "title": "", "text": pair["positive"]}],
            "negative_passages": [{"docid": "c4", "title": "", "text": negative}],
        }
    ]
    assert (counts["test:SPECIFY:pairs"], counts["test:SPECIFY:negatives"]) == (1, 0)


def test_training_sets_without_negatives_have_no_files_for_them(tmp_path: Path) -> None:
    training.write(Invented(), about(), tmp_path)
    assert sorted(file.name for file in (tmp_path / "train" / "ADDRESS").iterdir()) == ["pairs.jsonl", "tevatron.jsonl"]


def test_an_export_says_what_it_is(tmp_path: Path) -> None:
    beir.write(Invented(), about(licenses=("cc-by",)), tmp_path)
    said = json.loads((tmp_path / "benchmark.json").read_text(encoding="utf-8"))
    assert said["format"] == "beir"
    assert said["benchmark_id"] == "0f" * 16
    assert said["licenses"] == ["cc-by"]
    assert said["moves"][1]["gold_role"] == "concrete"
    assert said["counts"]["test:exclusions"] == 1


def test_a_move_that_is_no_file_name_is_refused() -> None:
    with pytest.raises(DataContractError, match=r"'\.\./up' cannot be the name of a file"):
        about(splits=("../up",))


@pytest.mark.parametrize("write", [beir.write, trec.write, mteb.write, training.write])
def test_the_same_benchmark_is_written_as_the_same_bytes(tmp_path: Path, write: Any) -> None:
    contents = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write(Invented(), about(), tmp_path / name)
        contents.append({str(f.relative_to(tmp_path / name)): f.read_bytes() for f in (tmp_path / name).rglob("*.*")})
    assert contents[0] == contents[1]


def test_a_folder_that_could_not_be_finished_is_not_there(tmp_path: Path) -> None:
    rows = {"test": {**ROWS["test"], "queries": [{**ROWS["test"]["queries"][0], "pair_id": "two words"}]}}
    with pytest.raises(DataContractError), whole_folder(tmp_path / "new" / "out") as folder:
        trec.write(Invented(rows), about(splits=("test",)), folder)
    assert list((tmp_path / "new").iterdir()) == []


def test_a_full_disk_is_told_in_one_sentence(tmp_path: Path) -> None:
    def write() -> None:
        with whole_folder(tmp_path / "out"):
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(ConfigurationError, match="out: cannot be written: No space left on device"):
        write()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="is there already"), whole_folder(tmp_path):
        pass
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_the_tasks_of_an_export_run_under_mteb_and_leave_excluded_candidates_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    library = pytest.importorskip("mteb", reason="mteb is not installed (extra `benchmark`)")
    (tmp_path / "out").mkdir()
    mteb.write(Invented(), about(), tmp_path / "out")
    tasks = loaded(tmp_path / "out" / "task.py").TASKS
    assert [(task.metadata.name, list(task.metadata.eval_langs)) for task in tasks] == [
        ("invented-ADDRESS", ["ADDRESS"]),
        ("invented-SPECIFY", ["SPECIFY"]),
    ]
    found = library.evaluate(ByWords(), tasks, cache=None, raise_error=True)
    scores = {result.task_name: result.scores["test"][0] for result in found.task_results}
    # "However, training is slow." finds its own clause first, which is masked.
    assert scores["invented-ADDRESS"]["mrr_at_10"] == 0.5
    assert scores["invented-ADDRESS"]["main_score"] == scores["invented-ADDRESS"]["masked_mrr_at_10"] == 1.0
    assert scores["invented-SPECIFY"]["main_score"] == 1.0


def loaded(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location("exported_task", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ByWords:
    """A search for mteb that ranks by what words are shared: the query's own clause comes first."""

    RANKED: ClassVar = {"However, training is slow.": ["c3", "c1"], "Some words have several senses.": ["c2"]}

    def __init__(self) -> None:
        from mteb.models.model_meta import ModelMeta

        self.mteb_model_meta = ModelMeta.create_empty()

    def index(self, corpus: Any, **_: Any) -> None:
        assert list(corpus["id"]) == ["c1", "c2", "c3", "c4"]

    def search(self, queries: Any, **_: Any) -> dict[str, dict[str, float]]:
        texts = {row["id"]: row["text"] for row in queries}
        return {
            name: {one: 1 / place for place, one in enumerate(self.RANKED[text], 1)} for name, text in texts.items()
        }
