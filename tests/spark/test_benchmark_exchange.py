"""A benchmark in tables, out to files and in again: what is exported, hydrated and imported."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from ratio_spark.benchmark import export, hydrate, importing
from ratio_spark.benchmark.exchange_options import ExportConfig, ImportConfig
from ratio_spark.benchmark.export import Exported
from ratio_spark.benchmark.exports import contents
from ratio_spark.benchmark.importing import Imported
from ratio_spark.benchmark.imports import listing
from ratio_spark.benchmark.stored import Benchmark, Stored
from ratio_spark.benchmark.writing import Rows, write
from ratio_spark.config import load_config
from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.tables.claim import Claim
from ratio_spark.tables.schemas import BENCHMARK_CANDIDATES, BENCHMARK_QUERIES, EXCLUSIONS, QRELS
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon
from tests.benchmark.invented import ROWS

TABLES = (BENCHMARK_QUERIES, BENCHMARK_CANDIDATES, QRELS, EXCLUSIONS)


@pytest.fixture(scope="module")
def stored(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """The invented benchmark in tables."""
    store = Store(spark, str(tmp_path_factory.mktemp("benchmark") / "tables"))

    def frame(name: str, schema: pa.Schema) -> Any:
        rows = [{**row, "split": split} for split in ROWS for row in ROWS[split][name]]
        return spark.createDataFrame(pa.Table.from_pylist(rows, schema.append(pa.field("split", pa.string()))))

    rows = Rows(
        frame("queries", contents.QUERIES).drop("characters", "sha256"),
        frame("candidates", contents.CANDIDATES).drop("characters", "sha256"),
        frame("qrels", contents.QRELS),
        frame("exclusions", contents.EXCLUSIONS).drop("move"),
    )
    with Claim(store, "test") as claim:
        return write(claim, Benchmark("0f" * 16, "invented", "built", "benchmark: invented\n"), rows, lambda _: None)


@pytest.fixture
def lexicon(small_lexicon: Path) -> Lexicon:
    return Lexicon.load(small_lexicon)


def exported(stored: Stored, lexicon: Lexicon, folder: Path, **options: Any) -> Exported:
    config = load_config(ExportConfig, {"tables": stored.store.root, "to": folder, **options})
    return export.export(stored, config, lexicon)


def imported(store: Store, folder: Path, **options: Any) -> Imported:
    given = {"name": "again", **options, "tables": store.root, "path": str(folder)}
    config = load_config(ImportConfig, given)
    files = listing.list_folder(config.path)
    sources = importing._FORMATS[config.format].sources(files)
    return importing.take_over(store, importing.plan(config, files), config, sources, lambda _: None)


def rows_of(stored: Stored) -> dict[str, list[str]]:
    return {table.name: sorted(str(row) for row in stored.read(table).collect()) for table in TABLES}


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("format_name", ["beir", "mteb"])
def test_what_is_exported_and_imported_again_is_the_same_benchmark(
    stored: Stored, lexicon: Lexicon, tmp_path: Path, format_name: str
) -> None:
    exported(stored, lexicon, tmp_path / "out", format=format_name)
    again = imported(stored.store, tmp_path / "out", format=format_name, name=f"again-{format_name}")
    assert rows_of(again.stored) == rows_of(stored)
    assert again.stored.benchmark.digest == stored.benchmark.digest
    assert again.stored.benchmark.kind == "imported"
    assert imported(stored.store, tmp_path / "out", format=format_name, name=f"again-{format_name}").left is None


def test_an_export_names_its_moves_as_the_lexicon_does(stored: Stored, lexicon: Lexicon, tmp_path: Path) -> None:
    done = exported(stored, lexicon, tmp_path / "out", format="trec", split="test")
    assert [(move.name, move.query_role) for move in done.about.moves] == [("ADDRESS", "problem"), ("SPECIFY", "")]
    assert done.written == {"test:candidates": 4, "test:queries": 2, "test:qrels": 2, "test:exclusions": 1}
    assert not (tmp_path / "out" / "train").exists()


def test_negatives_are_of_the_same_paper_and_neither_gold_nor_excluded(
    stored: Stored, lexicon: Lexicon, tmp_path: Path
) -> None:
    exported(stored, lexicon, tmp_path / "out", format="training", negatives=3)
    by_query = {row["query_id"]: row for row in lines(tmp_path / "out/test/ADDRESS/tevatron.jsonl")}
    assert [passage["docid"] for passage in by_query["q1"]["negative_passages"]] == ["c4"]
    assert [passage["docid"] for passage in by_query["q1"]["positive_passages"]] == ["c1"]
    assert lines(tmp_path / "out/test/SPECIFY/tevatron.jsonl")[0]["negative_passages"] == []


def test_a_licence_leaves_out_other_texts_and_queries_that_lose_their_golds(
    stored: Stored, lexicon: Lexicon, tmp_path: Path
) -> None:
    done = exported(stored, lexicon, tmp_path / "out", format="beir", license=["CC-BY"])
    # q1 is under another licence too, of q2 and its gold c2 none is known.
    assert done.left_out == {"queries": 1, "candidates": 1, "qrels": 1}
    assert (done.written["test:queries"], done.written["test:candidates"], done.written["train:qrels"]) == (1, 3, 1)
    other = exported(stored, lexicon, tmp_path / "other", format="beir", license=["cc-by-nc"])
    assert other.left_out == {"queries": 3, "candidates": 5, "qrels": 3}


def test_a_licence_that_no_text_has_is_refused_with_those_that_texts_have(
    stored: Stored, lexicon: Lexicon, tmp_path: Path
) -> None:
    with pytest.raises(
        ConfigurationError, match="no text has this licence; those that the texts have: cc-by, cc-by-nc"
    ):
        exported(stored, lexicon, tmp_path / "out", format="beir", license=["mit"])
    assert not (tmp_path / "out").exists()


def test_hydrating_gives_the_files_of_an_export_with_texts(
    spark: SparkSession, stored: Stored, lexicon: Lexicon, tmp_path: Path
) -> None:
    exported(stored, lexicon, tmp_path / "texts", format="beir")
    done = exported(stored, lexicon, tmp_path / "ids", format="beir", ids_only=True, license=["cc-by"])
    assert done.withheld == {"queries": 1, "candidates": 1}
    papers = spark.createDataFrame(
        [
            ("s2orc:2", [{"section": "1", "text": "It works. However,  training is slow. To address this, we cache."}]),
            ("s2orc:3", [{"section": "1", "text": "Some words have several\nsenses. Others do not."}]),
        ],
        "paper_id STRING, paragraphs ARRAY<STRUCT<section: STRING, text: STRING>>",
    )
    first = hydrate.hydrate(papers, tmp_path / "ids", tmp_path / "half", lambda _: None)
    assert (first.filled, first.missing) == (1, {hydrate.NO_TEXT: 1})
    notes = (tmp_path / "half" / "missing.tsv").read_text(encoding="utf-8").splitlines()
    assert notes[1:] == [f"test/corpus.jsonl\t2\tc2\t{hydrate.NO_TEXT}"]

    more = spark.createDataFrame(
        [("s2orc:3", [{"section": "1", "text": "Others do. For example, a bank lends money or holds a river."}])],
        papers.schema,
    )
    second = hydrate.hydrate(more, tmp_path / "half", tmp_path / "whole", lambda _: None)
    assert (second.filled, second.missing) == (1, {})
    for file in (tmp_path / "texts").rglob("*.*l"):
        assert (tmp_path / "whole" / file.relative_to(tmp_path / "texts")).read_bytes() == file.read_bytes()
    assert hydrate.read_about(tmp_path / "half")["is_ids_only"]
    with pytest.raises(ConfigurationError, match="there is nothing to put in"):
        hydrate.read_about(tmp_path / "whole")


def test_texts_are_looked_for_some_at_a_time_and_read_by_this_machine_alone(
    spark: SparkSession, stored: Stored, lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported(stored, lexicon, tmp_path / "ids", format="beir", ids_only=True)
    papers = spark.createDataFrame(
        [
            ("s2orc:9", [{"section": "1", "text": "However, training is slow. We see the same on € prices."}]),
            ("s2orc:1", [{"section": "1", "text": "Labels are scarce in the “wild”."}]),
        ],
        "paper_id STRING, paragraphs ARRAY<STRUCT<section: STRING, text: STRING>>",
    )
    whole = hydrate.hydrate(papers, tmp_path / "ids", tmp_path / "whole", lambda _: None)
    monkeypatch.setattr(hydrate, "_BATCHES_AT_ONCE", 1)
    read = []

    def wanted_of(files: list[Path], number: int) -> Any:
        read.append(files[number].name)
        return of_file(files, number)

    of_file = hydrate.wanted_of
    monkeypatch.setattr(hydrate, "wanted_of", wanted_of)
    parts = hydrate.hydrate(papers, tmp_path / "ids", tmp_path / "parts", lambda _: None)
    assert read == ["corpus.jsonl", "queries.jsonl"] * 2
    assert parts == whole
    assert (parts.filled, sum(parts.missing.values())) == (2, 6)
    for file in (tmp_path / "whole").rglob("*.*"):
        assert (tmp_path / "parts" / file.relative_to(tmp_path / "whole")).read_bytes() == file.read_bytes()


def test_an_export_without_texts_is_imported_only_once_it_is_hydrated(
    stored: Stored, lexicon: Lexicon, tmp_path: Path
) -> None:
    exported(stored, lexicon, tmp_path / "ids", format="beir", ids_only=True)
    with pytest.raises(DataContractError, match=r"corpus.jsonl:1: the text of the candidate is missing; run"):
        imported(stored.store, tmp_path / "ids", format="beir")


BEIR = {
    "corpus.jsonl": [
        {"_id": "d1", "title": "Caches", "text": "Features can be kept."},
        {"_id": "d2", "title": "", "text": "Nothing of it."},
    ],
    "queries.jsonl": [{"_id": "7", "text": "Training is slow."}, {"_id": "8", "text": "Nobody asks this."}],
}


def beir_folder(folder: Path, qrels: str, **changed: list[dict[str, Any]]) -> Path:
    (folder / "qrels").mkdir(parents=True)
    for name, rows in {**BEIR, **{f"{key}.jsonl": value for key, value in changed.items()}}.items():
        (folder / name).write_text("\n\n".join(map(json.dumps, rows)), encoding="utf-8")
    with gzip.open(folder / "qrels" / "dev.tsv.gz", "wt", encoding="utf-8") as stream:
        stream.write("query-id\tcorpus-id\tscore\n" + qrels)
    return folder


def test_a_beir_folder_of_others_is_one_move_with_one_pool(stored: Stored, tmp_path: Path) -> None:
    found = imported(stored.store, beir_folder(tmp_path / "b", "7\td1\t2\n7\td2\t0\n"), format="beir", name="other")
    queries = found.stored.read(BENCHMARK_QUERIES).collect()
    assert [(row.pair_id, row.split, row.move, row.date_precision) for row in queries] == [
        ("7", "validation", "UNTYPED", "none")
    ]
    pool = {row.candidate_id: (row.text, row.roles) for row in found.stored.read(BENCHMARK_CANDIDATES).collect()}
    assert pool == {
        "d1": ("Caches Features can be kept.", ["gold:UNTYPED"]),
        "d2": ("Nothing of it.", ["distractor:unknown"]),
    }
    assert [(row.candidate_id, row.relevance) for row in found.stored.read(QRELS).collect()] == [("d1", 2)]
    assert found.left is not None
    assert (found.left.queries_without_gold, found.left.judged_irrelevant) == (1, 1)


@pytest.mark.parametrize(
    ("qrels", "changed", "message"),
    [
        ("7\td9\t1\n", {}, r"qrels/dev.tsv.gz:2: the candidate d9 is not there"),
        ("9\td1\t1\n", {}, r"qrels/dev.tsv.gz:2: the query 9 is not there"),
        (
            "7\td1\t1\n",
            {"corpus": [BEIR["corpus.jsonl"][0], {"_id": "d1", "text": "Another."}]},
            r"corpus.jsonl:3: the candidate d1 is there before with another text",
        ),
    ],
)
def test_rows_that_do_not_fit_together_are_refused_by_file_and_line(
    stored: Stored, tmp_path: Path, qrels: str, changed: Any, message: str
) -> None:
    with pytest.raises(DataContractError, match=message):
        imported(stored.store, beir_folder(tmp_path / "b", qrels, **changed), format="beir")


def ratio_release(folder: Path) -> Path:
    """A release of RATIO in small, with the layout and columns of the published one."""
    pair = {
        "corpusid": 5, "year": 2026, "publicationdate": "2026-01-05", "queryTerm_group": "more_generally",
        "queryTerm": "more generally,", "querySentence": "a cat sleeps.", "goldSentence": "animals rest.",
    }  # fmt: skip
    other = {**pair, "corpusid": 6, "querySentence": "a dog runs.", "goldSentence": "animals move."}
    pool = [
        {"corpusid": 5, "publicationdate": "2026-01-05", "queryTerm_group": "more_generally",
         "goldSentence": "animals rest."},
        {"corpusid": 7, "publicationdate": "2026-03-05", "queryTerm_group": "explicit_contrast",
         "goldSentence": "animals rest."},
        {"corpusid": 8, "publicationdate": None, "queryTerm_group": "common_irrelevant", "goldSentence": "we thank."},
    ]  # fmt: skip
    files = {"data/broaden/test": [pair, other], "data/broaden/silver": [pair], "data/candidates/test": pool}
    for name, rows in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        parquet.write_table(pa.Table.from_pylist(rows), folder / f"{name}.parquet")
    return folder


def test_the_release_of_ratio_becomes_tables(stored: Stored, tmp_path: Path) -> None:
    found = imported(stored.store, ratio_release(tmp_path / "r"), format="ratio", name="ratio-release")
    queries = {row.text: row for row in found.stored.read(BENCHMARK_QUERIES).collect()}
    assert {text: (row.move, row.paper_id, row.flags) for text, row in queries.items()} == {
        "a cat sleeps.": ("BROADEN", "s2orc:5", ["silver"]),
        "a dog runs.": ("BROADEN", "s2orc:6", []),
    }
    pool = {row.text: row for row in found.stored.read(BENCHMARK_CANDIDATES).collect()}
    assert {text: (row.roles, row.papers) for text, row in pool.items()} == {
        "animals rest.": (["distractor:contrast", "gold:BROADEN"], ["s2orc:5", "s2orc:7"]),
        "animals move.": (["gold:BROADEN"], ["s2orc:6"]),
        "we thank.": (["distractor:irrelevant"], ["s2orc:8"]),
    }
    qrels = {(row.pair_id, row.candidate_id) for row in found.stored.read(QRELS).collect()}
    assert (queries["a cat sleeps."].pair_id, pool["animals rest."].candidate_id) in qrels
    assert len(qrels) == 2
    assert found.left is not None
    assert (found.left.same_candidates, found.left.golds_added) == (1, 1)


def mteb_set(folder: Path, *subsets: str, split: str = "test") -> Path:
    """A data set of two moves that number their queries alike; `queries` are of each subset, or one for both."""
    configs = [{"config_name": "corpus", "data_files": "corpus.jsonl"}]
    files = {"corpus.jsonl": [{"_id": name, "text": f"The text {name}."} for name in ("d1", "d2", "d3")]}
    for subset in subsets:
        prefix = f"{subset}-" if subset else ""
        configs.append({"config_name": f"{prefix}queries", "data_files": f"{prefix}queries.jsonl"})
        files[f"{prefix}queries.jsonl"] = [{"_id": "q1", "text": f"Asked {subset}?"}, {"_id": "q2", "text": "And?"}]
    for move, judged in (("ADDRESS", ["q1 d1", "q2 d2"]), ("SPECIFY", ["q1 d3"])):
        data_files = [{"split": split, "path": f"{move}-qrels.jsonl"}]
        configs.append({"config_name": f"{move}-qrels", "data_files": data_files})
        pairs = [each.split() for each in judged]
        files[f"{move}-qrels.jsonl"] = [{"query-id": one, "corpus-id": other, "score": 1} for one, other in pairs]
    folder.mkdir()
    (folder / "README.md").write_text(f"---\n{json.dumps({'configs': configs})}\n---\n", encoding="utf-8")
    for name, rows in files.items():
        (folder / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return folder


@pytest.mark.parametrize("subsets", [("ADDRESS", "SPECIFY"), ("",)], ids=["queries of each move", "queries of both"])
def test_one_id_for_queries_of_two_moves_is_one_query_of_each(
    stored: Stored, tmp_path: Path, subsets: tuple[str, ...]
) -> None:
    folder = mteb_set(tmp_path / "m", *subsets)
    found = imported(stored.store, folder, format="mteb", name=f"of-{len(subsets)}")
    texts = {move: f"Asked {move if subsets[0] else ''}?" for move in ("ADDRESS", "SPECIFY")}
    assert sorted((row.pair_id, row.move, row.text) for row in found.stored.read(BENCHMARK_QUERIES).collect()) == [
        ("ADDRESS:q1", "ADDRESS", texts["ADDRESS"]),
        ("ADDRESS:q2", "ADDRESS", "And?"),
        ("SPECIFY:q1", "SPECIFY", texts["SPECIFY"]),
    ]
    assert sorted((row.pair_id, row.candidate_id, row.move) for row in found.stored.read(QRELS).collect()) == [
        ("ADDRESS:q1", "d1", "ADDRESS"), ("ADDRESS:q2", "d2", "ADDRESS"), ("SPECIFY:q1", "d3", "SPECIFY"),
    ]  # fmt: skip
    assert found.left is not None
    assert found.left.queries_named_by_move == 3


def test_a_split_of_another_name_is_refused_and_may_be_left_out(stored: Stored, tmp_path: Path) -> None:
    folder = mteb_set(tmp_path / "m", "", split="test_hard")
    refused = r"ADDRESS-qrels.jsonl:1: judges a split 'test_hard', which is none of train, validation, test: name those"
    with pytest.raises(DataContractError, match=refused):
        imported(stored.store, folder, format="mteb", name="hard")
    page = folder / "README.md"
    page.write_text(page.read_text(encoding="utf-8").replace("test_hard", "test", 1), encoding="utf-8")
    found = imported(stored.store, folder, format="mteb", name="easy", split="test")
    assert {(row.split, row.pair_id) for row in found.stored.read(QRELS).collect()} == {
        ("test", "ADDRESS:q1"), ("test", "ADDRESS:q2"),
    }  # fmt: skip


def test_a_benchmark_of_an_older_version_keeps_its_queries_beside_new_ones(
    spark: SparkSession, stored: Stored, tmp_path: Path
) -> None:
    lists = ("papers", "works", "licenses")
    older = replace(BENCHMARK_QUERIES, columns=tuple(c for c in BENCHMARK_QUERIES.columns if c.name not in lists))
    store = Store(spark, str(tmp_path / "t"))
    rows = stored.read(BENCHMARK_QUERIES).withColumn("benchmark_id", F.lit("0e" * 16))
    store.write(older, rows, mode="append", options={})
    imported(store, beir_folder(tmp_path / "b", "7\td1\t2\n"), format="beir", name="new")
    old = Stored(store, Benchmark("0e" * 16, "old", "built", "")).read(BENCHMARK_QUERIES)
    assert {row.pair_id: tuple(row[name] for name in lists) for row in old.collect()} == {
        "q0": (["s2orc:1"], ["s2orc:1"], ["cc-by"]),
        "q1": (["s2orc:2"], ["s2orc:2"], ["cc-by-nc"]),
        "q2": (["s2orc:3"], ["s2orc:3"], []),
    }
