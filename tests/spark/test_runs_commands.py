"""Runs after they were published: listed, compared, gone back to, kept in order, brought up to date."""

import json
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from deltalake import DeltaTable

from ratio_spark.cli import main
from ratio_spark.errors import ConfigurationError
from tests.spark.conftest import Mine
from tests.spark.content import content, last_run, rows
from tests.spark.test_mine_changes import paper, write


@dataclass(frozen=True)
class Root:
    """A root with two runs over a folder: two papers, then one more and one of the first changed."""

    tables: Path
    options: dict[str, Any]
    runs: list[str]
    contents: list[dict[str, Any]]


@pytest.fixture(scope="module")
def two_runs(mine: Mine, small_lexicon: Path, tmp_path_factory: pytest.TempPathFactory) -> Root:
    folder = tmp_path_factory.mktemp("runs")
    root = Root(folder / "t", {"input": [str(folder / "in")], "lexicon": str(small_lexicon)}, [], [])
    for papers in ({"a": [paper(1), paper(2)]}, {"a": [paper(1), paper(2, approach="we stop.")], "b": [paper(3)]}):
        for name, lines in papers.items():
            write(folder / "in" / f"{name}.jsonl", *lines)
        outcome = mine(tables=str(root.tables), **root.options)
        assert outcome.run is not None
        root.runs.append(outcome.run.run_id)
        root.contents.append(content(root.tables))
    return root


@pytest.fixture
def own_root(two_runs: Root, tmp_path: Path) -> Root:
    """A copy of the two runs to write to."""
    shutil.copytree(two_runs.tables, tmp_path / "t")
    return Root(tmp_path / "t", two_runs.options, two_runs.runs, two_runs.contents)


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON object that ends the output of a command."""
    main(arguments)
    result: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return result


def test_runs_are_listed_newest_first_with_what_they_changed(
    two_runs: Root, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = output(capsys, "runs", "--tables", str(two_runs.tables))["runs"]
    assert [(run["sequence"], run["run_id"], run["job"]) for run in runs] == [
        (2, two_runs.runs[1], "mine"),
        (1, two_runs.runs[0], "mine"),
    ]
    assert {name: value for name, value in runs[0]["work"].items() if name.startswith("pap")} == {
        "papers_added": 1,
        "papers_changed": 1,
        "papers_removed": 0,
    }
    assert [run["work"]["pairs_added"] for run in runs] == [4, 4]


def test_two_runs_are_compared(two_runs: Root, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = two_runs.runs
    there = output(capsys, "runs", "diff", first[:8], second[:8], "--tables", str(two_runs.tables))
    assert there["papers"] == {"added": 1, "removed": 0, "changed": 1}
    # A changed sentence makes another pair.
    assert there["pairs"]["ADDRESS"] == {"added": 2, "removed": 1, "changed": 0}
    back = output(capsys, "runs", "diff", second, first, "--tables", str(two_runs.tables))
    assert back["pairs"]["ADDRESS"] == {"added": 1, "removed": 2, "changed": 0}


def test_a_run_that_is_not_there_is_named(two_runs: Root, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["runs", "rollback", "feed", "--tables", str(two_runs.tables)])
    assert stop.value.code == 2
    assert "no run has an id that starts with feed" in capsys.readouterr().err


def test_an_earlier_run_is_published_again_and_mined_on_from(
    own_root: Root, mine: Mine, capsys: pytest.CaptureFixture[str]
) -> None:
    done = output(capsys, "runs", "rollback", own_root.runs[0], "--tables", str(own_root.tables))
    assert done["published"]
    assert content(own_root.tables) == own_root.contents[0]
    assert (last_run(own_root.tables)["job"], last_run(own_root.tables)["sequence"]) == ("rollback", 3)
    mine(tables=str(own_root.tables), **own_root.options)
    assert content(own_root.tables) == own_root.contents[1]


def test_maintenance_joins_small_files_and_changes_no_row(own_root: Root, capsys: pytest.CaptureFixture[str]) -> None:
    files = len(DeltaTable(own_root.tables / "mined_papers").file_uris())
    done = output(capsys, "maintain", "--tables", str(own_root.tables))
    assert done["published"]
    assert "mined_papers" in done["compacted"]
    assert len(DeltaTable(own_root.tables / "mined_papers").file_uris()) < files
    assert content(own_root.tables) == own_root.contents[1]
    assert last_run(own_root.tables)["job"] == "maintain"
    versions = dict(last_run(own_root.tables)["versions"])
    again = output(capsys, "maintain", "--tables", str(own_root.tables))
    assert (again["published"], again["vacuumed"]) == (False, [])
    assert dict(last_run(own_root.tables)["versions"]) == versions
    # Delta keeps an older version readable for a time only.
    assert versions == {name: DeltaTable(own_root.tables / name).version() for name in versions}


def test_published_versions_are_read_and_mined_on_from_however_old_they_are(
    own_root: Root, mine: Mine, spark: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    # The promise of a moment, by a commit after the published ones, makes them as old as a month would.
    for name in dict(last_run(own_root.tables)["versions"]):
        spark.sql(f"ALTER TABLE delta.`{own_root.tables}/{name}` "
                  "SET TBLPROPERTIES ('delta.deletedFileRetentionDuration' = 'interval 1 seconds')")  # fmt: skip
    time.sleep(2)
    assert output(capsys, "runs", "diff", *own_root.runs, "--tables", str(own_root.tables))["papers"]["added"] == 1
    write(Path(own_root.options["input"][0]) / "c.jsonl", paper(4))
    try:
        mine(tables=str(own_root.tables), **own_root.options)
    finally:
        (Path(own_root.options["input"][0]) / "c.jsonl").unlink()
    assert len(content(own_root.tables)["papers"]) == 4
    versions = dict(last_run(own_root.tables)["versions"])
    assert versions == {name: DeltaTable(own_root.tables / name).version() for name in versions}


def test_a_root_of_an_older_version_is_brought_up_to_date(own_root: Root, mine: Mine, spark: Any) -> None:
    for table, column in (("sources", "digest"), ("runs", "work")):
        name = f"delta.`{own_root.tables}/{table}`"
        older = spark.read.format("delta").load(f"{own_root.tables}/{table}").drop(column)
        older.write.format("delta").mode("overwrite").option("overwriteSchema", "true").save(
            f"{own_root.tables}/{table}"
        )
        assert column not in spark.table(name).columns
    # The older version had published this state.
    version = DeltaTable(own_root.tables / "sources").version()
    runs = f"delta.`{own_root.tables}/runs`"
    spark.sql(f"UPDATE {runs} SET versions = map_concat(map_filter(versions, (k, v) -> k <> 'sources'), "
              f"map('sources', {version}L)) WHERE sequence = 2")  # fmt: skip
    write(Path(own_root.options["input"][0]) / "c.jsonl", paper(4))
    try:
        mine(tables=str(own_root.tables), **own_root.options)
    finally:
        (Path(own_root.options["input"][0]) / "c.jsonl").unlink()
    digests = {Path(row["source_file"]).name: row["digest"] for row in rows(own_root.tables, "sources")}
    assert (digests["a.jsonl"], len(digests["c.jsonl"])) == (None, 64)
    assert {row["paper_id"] for row in rows(own_root.tables, "queries")} == {f"jsonl:p{n}" for n in (1, 2, 3, 4)}


def test_a_table_of_a_newer_version_is_refused(own_root: Root, mine: Mine, spark: Any) -> None:
    spark.sql(f"ALTER TABLE delta.`{own_root.tables}/golds` ADD COLUMNS (mood STRING)")
    write(Path(own_root.options["input"][0]) / "c.jsonl", paper(4))
    try:
        with pytest.raises(ConfigurationError, match="golds: its column mood is not of this version"):
            mine(tables=str(own_root.tables), **own_root.options)
    finally:
        (Path(own_root.options["input"][0]) / "c.jsonl").unlink()
