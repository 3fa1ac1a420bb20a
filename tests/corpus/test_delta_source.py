"""A Delta table given as input: the files of its newest version, and what cannot be read so."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from deltalake import DeltaTable, write_deltalake

from ratio_spark.corpus.files import list_inputs
from ratio_spark.errors import ConfigurationError

# The deletion vector {0}, as the Delta protocol writes it within the log (Z85).
_FIRST_ROW = "^Bg9^0rr910000000000iXQKl0rr91000005c8Xg00000"
PAPERS = pa.table({"paper_id": ["1", "2"], "text": ["One. Two.", "Three. Four."], "part": ["x y", "ä/b"]})


def listed(path: Path) -> set[str]:
    return {Path(file.path).name for file in list_inputs([str(path)])}


def live(table: Path) -> set[str]:
    return {Path(uri).name for uri in DeltaTable(str(table)).file_uris()}


def rewrite_log(table: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every action of the first commit."""
    log = table / "_delta_log" / f"{0:020}.json"
    actions = [json.loads(line) for line in log.read_text().splitlines()]
    for action in actions:
        change(action)
    log.write_text("".join(json.dumps(action) + "\n" for action in actions))


def test_only_the_files_of_the_newest_version_are_listed(tmp_path: Path) -> None:
    table = tmp_path / "papers"
    write_deltalake(table, PAPERS, partition_by=["part"])
    write_deltalake(table, PAPERS.slice(0, 1), mode="append", partition_by=["part"])
    DeltaTable(str(table)).delete("paper_id = '2'")
    assert len(list(table.rglob("*.parquet"))) == 3
    assert listed(table) == live(table)
    assert len(live(table)) == 2


def test_what_arrives_in_the_table_is_a_new_file_beside_those_that_stay(tmp_path: Path) -> None:
    table = tmp_path / "papers"
    write_deltalake(table, PAPERS)
    before = listed(table)
    write_deltalake(table, PAPERS, mode="append")
    assert before < listed(table) == live(table)


def test_tables_and_other_files_may_lie_in_one_folder(tmp_path: Path) -> None:
    (tmp_path / "more.jsonl").write_text("{}\n")
    for name in ("a", "b"):
        write_deltalake(tmp_path / name, PAPERS)
        write_deltalake(tmp_path / name, PAPERS, mode="overwrite")
    assert listed(tmp_path) == {"more.jsonl"} | live(tmp_path / "a") | live(tmp_path / "b")


def test_a_damaged_log_is_named(tmp_path: Path) -> None:
    (tmp_path / "papers" / "_delta_log").mkdir(parents=True)
    (tmp_path / "papers" / "_delta_log" / f"{0:020}.json").write_text("{")
    with pytest.raises(ConfigurationError, match="papers: its _delta_log cannot be read"):
        list_inputs([str(tmp_path)])


def test_column_mapping_is_refused_with_the_remedy(tmp_path: Path) -> None:
    write_deltalake(tmp_path, PAPERS)

    def map_columns(action: dict[str, Any]) -> None:
        if "metaData" in action:
            action["metaData"]["configuration"]["delta.columnMapping.mode"] = "name"

    rewrite_log(tmp_path, map_columns)
    with pytest.raises(ConfigurationError, match="has column mapping; give a copy of it without"):
        list_inputs([str(tmp_path)])


def test_deletion_vectors_are_refused_with_the_remedy(tmp_path: Path) -> None:
    write_deltalake(tmp_path, PAPERS)

    def delete_rows(action: dict[str, Any]) -> None:
        if "protocol" in action:
            features = ["deletionVectors"]
            action["protocol"] = {
                "minReaderVersion": 3, "minWriterVersion": 7, "readerFeatures": features, "writerFeatures": features
            }  # fmt: skip
        if "add" in action:
            action["add"]["deletionVector"] = {
                "storageType": "i", "pathOrInlineDv": _FIRST_ROW,
                "sizeInBytes": 34, "cardinality": 1,
            }  # fmt: skip

    rewrite_log(tmp_path, delete_rows)
    with pytest.raises(ConfigurationError, match="has deletion vectors; run REORG TABLE"):
        list_inputs([str(tmp_path)])


@pytest.mark.parametrize("pattern", ["papers/*.parquet", "*/*.parquet", "p*", "**/*.parquet"])
def test_a_glob_into_a_table_names_files_of_its_newest_version_only(tmp_path: Path, pattern: str) -> None:
    write_deltalake(tmp_path / "papers", PAPERS)
    write_deltalake(tmp_path / "papers", PAPERS, mode="overwrite")
    assert listed(tmp_path / pattern) == live(tmp_path / "papers")
