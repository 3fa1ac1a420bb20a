"""Trouble below the tables: a full disk, a root that turns read-only, lost files. Each ends in one sentence."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.errors import ConfigurationError, DataContractError, RatioError, RetryableError
from ratio_spark.tables.schemas import Table
from ratio_spark.tables.store import Store
from tests.spark.conftest import ADDRESS, Mine
from tests.spark.content import content
from tests.spark.test_mine_changes import paper, write


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB, of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here (needs root)")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def jobs(tmp_path: Path, small_lexicon: Path, mine: Mine) -> tuple[dict[str, Any], Callable[[], dict[str, Any]]]:
    """Options over two papers that stand, and what makes them three, one of them changed."""
    file = write(tmp_path / "in.jsonl", paper(1), paper(2, "2018"))
    options = {"input": [str(file)], "lexicon": str(small_lexicon)}

    def change() -> dict[str, Any]:
        write(file, paper(1), paper(2, "2019"), paper(3))
        return options

    return options, change


def when_writing(monkeypatch: pytest.MonkeyPatch, table_name: str, happens: Callable[[], None]) -> None:
    """Let something happen before a table is written."""
    write_table = Store.write

    def write_then(store: Store, table: Table, *arguments: Any, **options: Any) -> None:
        if table.name == table_name:
            happens()
        write_table(store, table, *arguments, **options)

    monkeypatch.setattr(Store, "write", write_then)


def fill(folder: Path) -> None:
    """Leave no byte free."""
    with suppress(OSError), (folder / "ballast").open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


def remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


def is_one_sentence(error: RatioError) -> bool:
    return "\n" not in str(error) and "run again" in str(error) and len(str(error)) < 600


@pytest.mark.parametrize("table_name", ["papers", "golds", "runs"])
def test_a_full_disk_is_told_and_the_next_run_with_room_finishes(
    mine: Mine, disk: Path, jobs: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table_name: str
) -> None:
    options, change = jobs
    mine(tables=str(disk / "t"), **options)
    before = content(disk / "t")
    change()
    when_writing(monkeypatch, table_name, lambda: fill(disk))
    with pytest.raises(RetryableError, match="the disk is full; make room and run again") as caught:
        mine(tables=str(disk / "t"), **options)
    assert is_one_sentence(caught.value)
    assert content(disk / "t") == before
    monkeypatch.undo()
    (disk / "ballast").unlink()
    mine(tables=str(disk / "t"), **options)
    mine(tables=str(tmp_path / "clean"), **options)
    assert content(disk / "t") == content(tmp_path / "clean")


@pytest.mark.parametrize("table_name", ["claims", "golds"])
def test_a_root_that_turns_read_only_is_told_and_the_next_run_that_may_write_finishes(
    mine: Mine, disk: Path, jobs: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table_name: str
) -> None:
    options, change = jobs
    mine(tables=str(disk / "t"), **options)
    change()
    when_writing(monkeypatch, table_name, lambda: remount(disk, "ro"))
    with pytest.raises(ConfigurationError, match="can no longer be written to; see to their rights and run again"):
        mine(tables=str(disk / "t"), **options)
    monkeypatch.undo()
    with pytest.raises(ConfigurationError, match="cannot be written to: no permission on"):
        mine(tables=str(disk / "t"), **options)
    remount(disk, "rw")
    mine(tables=str(disk / "t"), **options)
    mine(tables=str(tmp_path / "clean"), **options)
    assert content(disk / "t") == content(tmp_path / "clean")


def data_files(table: Path) -> set[Path]:
    return {file for file in table.rglob("*.parquet") if "_delta_log" not in file.parts}


def other_lexicon(folder: Path) -> str:
    """Another lexicon, with which all papers must be read from the tables."""
    folder.mkdir(exist_ok=True)
    (folder / "address.lex").write_text(ADDRESS, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("lost", ["a data file", "its log", "all"])
def test_what_is_lost_of_a_table_is_named_by_every_run_that_needs_it_and_nothing_is_published(
    mine: Mine, jobs: Any, tmp_path: Path, lost: str
) -> None:
    options, _ = jobs
    root = tmp_path / "t"
    mine(tables=str(root), **options)
    pieces = {
        "a data file": sorted(data_files(root / "papers"))[:1],
        "its log": sorted((root / "papers" / "_delta_log").glob("*.json")),
        "all": sorted(file for file in (root / "papers").rglob("*") if file.is_file()),
    }[lost]
    kept = {file: file.read_bytes() for file in pieces}
    for file in pieces:
        file.unlink()
    again = options | {"lexicon": other_lexicon(tmp_path / "lexicon")}
    for _ in range(2):
        with pytest.raises(DataContractError, match="papers") as caught:
            mine(tables=str(root), **again)
        assert "\n" not in str(caught.value)
        assert "bring it back" in str(caught.value)
    for file, data in kept.items():
        file.write_bytes(data)
    mine(tables=str(root), **again)
    mine(tables=str(tmp_path / "clean"), **again)
    assert content(root) == content(tmp_path / "clean")
