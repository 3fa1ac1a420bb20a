"""What is read from the files of published benchmarks, line by line, and how a line that is wrong is refused."""

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from ratio_spark.benchmark import lines
from ratio_spark.benchmark.exports import beir as beir_export
from ratio_spark.benchmark.exports import mteb as mteb_export
from ratio_spark.benchmark.importing import unread
from ratio_spark.benchmark.imports import beir, mteb, ratio
from ratio_spark.benchmark.imports.listing import digests, list_folder
from ratio_spark.benchmark.imports.raw import RAW, Source, batched
from ratio_spark.errors import ConfigurationError, DataContractError
from tests.benchmark.invented import ROWS, Invented, about


def of_kind(module: Any, folder: Path, kind: str) -> list[dict[str, Any]]:
    """The rows of a kind as Arrow gives them back, without what they lack and where they stand."""
    sources = module.sources(list_folder(str(folder)))
    rows = [row for source in sources for batch in batched(module.rows(source)) for row in batch.to_pylist()]
    known = [{name: value for name, value in row.items() if value not in (None, [])} for row in rows]
    return [{n: v for n, v in row.items() if n not in ("file", "line")} for row in known if row["kind"] == kind]


def said(rows: list[dict[str, Any]], unsaid: set[str]) -> set[str]:
    """Rows as JSON, without what they do not say."""
    kept = [
        {name: value for name, value in row.items() if name not in unsaid and value not in (None, [])} for row in rows
    ]
    return {json.dumps(row, sort_keys=True, default=str) for row in kept}


@pytest.mark.parametrize(("export", "module"), [(beir_export, beir), (mteb_export, mteb)])
def test_an_export_is_read_with_all_that_it_says(tmp_path: Path, export: Any, module: Any) -> None:
    export.write(Invented(), about(), tmp_path)
    for kind, table in (("query", "queries"), ("candidate", "candidates")):
        # A subset that is there in one split alone has no split of its own: its judgments tell it.
        unsaid = {"kind", "split", "characters", "sha256"}
        known = [row for split in ("train", "test") for row in ROWS[split][table]]
        assert said(of_kind(module, tmp_path, kind), unsaid) == said(known, unsaid)
    excluded = [{"pair_id": "q1", "candidate_id": "c3", "reason": "self"}]
    assert [{n: row[n] for n in excluded[0]} for row in of_kind(module, tmp_path, "exclusion")] == excluded


def beir_folder(folder: Path, **changed: str) -> Path:
    """A BEIR folder of others: one corpus, one query, one judgment."""
    (folder / "qrels").mkdir(parents=True)
    files = {
        "corpus.jsonl": '{"_id": "d1", "title": "Caches", "text": "Features can be kept."}\n',
        "queries.jsonl": '{"_id": 7, "text": "Training is slow."}\n',
        "qrels/dev.tsv": "query-id\tcorpus-id\tscore\n7\td1\t1.0\n",
    }
    for name, text in files.items():
        (folder / name).write_text(changed.get(name.partition(".")[0].rpartition("/")[2], text), encoding="utf-8")
    return folder


def test_a_beir_folder_of_others_is_read(tmp_path: Path) -> None:
    folder = beir_folder(tmp_path)
    assert of_kind(beir, folder, "candidate") == [
        {"kind": "candidate", "candidate_id": "d1", "text": "Caches Features can be kept."}
    ]
    assert of_kind(beir, folder, "query") == [{"kind": "query", "pair_id": "7", "text": "Training is slow."}]
    assert of_kind(beir, folder, "qrel") == [
        {"kind": "qrel", "split": "validation", "pair_id": "7", "candidate_id": "d1", "relevance": 1}
    ]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"corpus": '\n{"_id": "d1", "text": "a"}\n{"_id": '}, r"corpus\.jsonl:3: is no JSON"),
        ({"corpus": "[1]\n"}, r"corpus\.jsonl:1: is no JSON object, but a list"),
        ({"corpus": '{"text": "a"}\n'}, r"corpus\.jsonl:1: the id of the candidate is missing"),
        ({"corpus": '{"_id": "d1"}\n'}, r"corpus\.jsonl:1: the text of the candidate is missing; run"),
        ({"queries": '{"_id": "q", "text": " "}\n'}, r"queries\.jsonl:1: the text of the query is empty"),
        (
            {"queries": '{"_id": "q", "text": "a", "metadata": {"move": "../../up"}}\n'},
            r"queries\.jsonl:1: the move '\.\./\.\./up' is no word",
        ),
        (
            {"queries": '{"_id": "q", "text": "a", "metadata": {"pub_date": "soon"}}\n'},
            r"queries\.jsonl:1: metadata\.pub_date is no date",
        ),
        ({"dev": "query-id\tcorpus-id\tscore\n7\td1\n"}, r"dev\.tsv:2: has 2 fields, and the header 3"),
        ({"dev": "query-id\tcorpus-id\tscore\n7\td1\tgood\n"}, r"dev\.tsv:2: score is no whole number"),
        ({"dev": "query-id\tcorpus-id\tscore\n7\td1\t1e99\n"}, r"dev\.tsv:2: score is no whole number"),
        ({"dev": 'query-id\tcorpus-id\tscore\n"7\td1\t1\n'}, r"dev\.tsv:2: is no line of tab-separated values"),
    ],
)
def test_a_bad_line_is_refused_by_file_and_line(tmp_path: Path, changed: dict[str, str], message: str) -> None:
    folder = beir_folder(tmp_path, **changed)
    with pytest.raises(DataContractError, match=message):
        of_kind(beir, folder, "query")


def test_a_line_over_the_limit_is_refused_without_being_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST_LINE", 10)
    with gzip.open(tmp_path / "f.jsonl.gz", "wb") as stream:
        stream.write(b"{}\n" + b" " * 3_000_000)
    read = lines.lines(str(tmp_path / "f.jsonl.gz"))
    assert next(read) == (1, b"{}")
    with pytest.raises(DataContractError, match=r"f\.jsonl\.gz:2: the line has more than 10 bytes"):
        next(read)


def test_a_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    (tmp_path / "f.jsonl.gz").write_bytes(gzip.compress(b'{"a": 1}\n' * 1000)[:-20])
    with pytest.raises(DataContractError, match=r"f\.jsonl\.gz:"):
        list(lines.json_objects(str(tmp_path / "f.jsonl.gz")))


def test_a_parquet_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test.parquet").write_bytes(b"PAR1 but not really")
    with pytest.raises(DataContractError, match=r"test\.parquet:1: cannot be read"):
        list(ratio.rows(Source(str(tmp_path / "test.parquet"), ratio.PAIRS, "test", "BROADEN")))


def test_a_pair_of_ratio_is_a_query_its_gold_and_a_judgment(tmp_path: Path) -> None:
    pair = {"corpusid": 5, "publicationdate": date(2026, 1, 5), "queryTerm": "more generally,",
            "querySentence": "a cat sleeps.", "goldSentence": "animals rest."}  # fmt: skip
    (tmp_path / "data" / "broaden").mkdir(parents=True)
    (tmp_path / "data" / "candidates").mkdir()
    parquet.write_table(pa.Table.from_pylist([pair]), tmp_path / "data/broaden/silver-00000-of-00001.parquet")
    pool = [{"text": "animals rest."}, {"text": "we thank."}]
    parquet.write_table(pa.Table.from_pylist(pool), tmp_path / "data/candidates/test.parquet")
    [query] = of_kind(ratio, tmp_path, "query")
    [gold] = of_kind(ratio, tmp_path, "gold")
    [qrel] = of_kind(ratio, tmp_path, "qrel")
    first, second = of_kind(ratio, tmp_path, "candidate")
    assert (query["move"], query["split"], query["flags"], query["paper_id"], query["pub_date"]) == (
        "BROADEN", "test", ["silver"], "s2orc:5", date(2026, 1, 5)
    )  # fmt: skip
    assert qrel["pair_id"] == query["pair_id"]
    assert qrel["candidate_id"] == gold["candidate_id"] == first["candidate_id"] != second["candidate_id"]


def test_a_pool_of_ratio_without_texts_tells_its_columns(tmp_path: Path) -> None:
    parquet.write_table(pa.Table.from_pylist([{"vector": 1}]), tmp_path / "test.parquet")
    with pytest.raises(DataContractError, match=r"test\.parquet:1: has none of the columns .*, but vector"):
        list(ratio.rows(Source(str(tmp_path / "test.parquet"), "candidate", "test")))


README = """---
configs:
- config_name: corpus
  data_files: [{split: corpus, path: corpus.jsonl}]
- config_name: queries
  data_files: [{split: queries, path: queries.jsonl}]
- config_name: default
  data_files: [{split: test, path: "qrels/*.jsonl"}]
---
# A data set
"""


def test_an_mteb_data_set_of_others_is_read_by_its_page(tmp_path: Path) -> None:
    files = {
        "README.md": README,
        "corpus.jsonl": '{"_id": "d1", "title": "", "text": "Kept."}',
        "queries.jsonl": '{"_id": "q1", "text": "Slow."}',
        "qrels/test.jsonl": '{"query-id": "q1", "corpus-id": "d1", "score": 1}',
    }
    (tmp_path / "qrels").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    sources = mteb.sources(list_folder(str(tmp_path)))
    assert [(source.kind, source.split, source.move) for source in sources] == [
        ("candidate", None, None),
        ("query", None, None),
        ("qrel", "test", None),
    ]
    assert of_kind(mteb, tmp_path, "qrel")[0]["relevance"] == 1


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("# no header", "has no list `configs`"),
        ("---\nconfigs: [\n---\n", "its header cannot be read"),
        (README.replace("corpus.jsonl", "../../../etc/passwd"), r"names no file of the data set"),
        (README.replace("config_name: default", "config_name: other"), "no configuration names the qrel files"),
    ],
)
def test_a_page_that_does_not_name_the_files_is_refused(tmp_path: Path, page: str, message: str) -> None:
    (tmp_path / "qrels").mkdir()
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.jsonl"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    (tmp_path / "README.md").write_text(page, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message):
        mteb.sources(list_folder(str(tmp_path)))


@pytest.mark.parametrize(
    ("module", "message"),
    [(beir, r"there is no corpus\.jsonl"), (mteb, r"there is no README\.md"), (ratio, r"there is no data/MOVE/SPLIT")],
)
def test_a_folder_of_another_layout_is_refused(tmp_path: Path, module: Any, message: str) -> None:
    (tmp_path / "file.txt").write_text("…", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message):
        module.sources(list_folder(str(tmp_path)))


def test_files_are_named_within_their_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "data"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "a.txt").write_text("a", encoding="utf-8")
    listing = list_folder(str(folder))
    assert list(listing.files) == ["data/a.txt"]
    assert digests(listing) == {"data/a.txt": "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}
    with pytest.raises(ConfigurationError, match="is a file; name the folder"):
        list_folder(str(folder / "data" / "a.txt"))


def test_rows_have_the_columns_of_all_formats() -> None:
    [batch] = batched([{"kind": "query", "text": "…"}])
    assert batch.schema == RAW


def mteb_folder(folder: Path, page: str = README) -> Path:
    (folder / "qrels").mkdir()
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.jsonl"):
        (folder / name).write_text("{}", encoding="utf-8")
    (folder / "README.md").write_text(page, encoding="utf-8")
    return folder


BOMB = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (f"a0: &a0 [x]\n{BOMB}configs:\n- config_name: *a8\n", r"header cannot be read: \*a0 is an alias; write out"),
        (f"configs: {'[' * 50_000}\n", "header cannot be read: it is nested more than 50 deep"),
        (f"configs: {'x' * 2**20}\n", "header cannot be read: it has more than 1,048,576 bytes"),
    ],
    ids=["aliases", "nested", "long"],
)
def test_a_page_that_grows_when_it_is_read_is_refused(tmp_path: Path, header: str, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message) as refused:
        mteb.sources(list_folder(str(mteb_folder(tmp_path, f"---\n{header}---\n"))))
    assert len(str(refused.value)) < 1000


def test_values_that_are_no_texts_name_nothing(tmp_path: Path) -> None:
    page = README.replace("{split: test, path", "{split: [test], path")
    with pytest.raises(ConfigurationError, match=r"'qrels/.*' has judgments of no split: name it beside their path"):
        mteb.sources(list_folder(str(mteb_folder(tmp_path, page))))


def test_judgments_of_a_split_that_nobody_names_are_refused(tmp_path: Path) -> None:
    page = README.replace('[{split: test, path: "qrels/*.jsonl"}]', "qrels/test.jsonl")
    with pytest.raises(ConfigurationError, match=r"README\.md: 'qrels/test.jsonl' has judgments of no split"):
        mteb.sources(list_folder(str(mteb_folder(tmp_path, page))))


def test_a_split_of_another_name_keeps_it_until_all_judgments_are_seen(tmp_path: Path) -> None:
    page = README.replace("{split: test, path", "{split: test_hard, path")
    sources = mteb.sources(list_folder(str(mteb_folder(tmp_path, page))))
    assert [source.split for source in sources] == [None, None, "test_hard"]


def test_files_that_no_row_is_taken_from_are_named(tmp_path: Path) -> None:
    folder = beir_folder(tmp_path)
    (folder / "qrels" / "hard.tsv").write_text("query-id\tcorpus-id\tscore\n", encoding="utf-8")
    (folder / "LICENSE").write_text("…", encoding="utf-8")
    listing = list_folder(str(folder))
    assert unread(listing, beir.sources(listing)) == ("LICENSE", "qrels/hard.tsv")
