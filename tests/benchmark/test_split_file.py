"""The file that puts works into splits, read where the benchmark is planned."""

import gzip
from pathlib import Path

import pytest

from ratio_spark.benchmark import split_file
from ratio_spark.benchmark.split_file import read_split_file
from ratio_spark.benchmark.split_rules import FileSplit
from ratio_spark.errors import ConfigurationError


def rule(file: Path, *lines: str) -> FileSplit:
    file.write_text("\n".join(lines), encoding="utf-8")
    return FileSplit(rule="file", file=str(file), names=("train", "test"))


def test_the_columns_are_found_by_name_and_the_work_counts_before_the_paper(tmp_path: Path) -> None:
    lines = ("split,paper_id,work_id", 'train,p1,"a, b"', "", "test,p2,w2")
    found = read_split_file(rule(tmp_path / "s[1].csv", *lines))
    assert found.to_pydict() == {"work_id": ["a, b", "w2"], "split": ["train", "test"]}


def test_a_packed_file_is_unpacked(tmp_path: Path) -> None:
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(b"\xef\xbb\xbfpaper_id,split\r\np1,test\r\n"))
    found = read_split_file(FileSplit(rule="file", file=str(tmp_path / "s.csv.gz")))
    assert found.to_pydict() == {"paper_id": ["p1"], "split": ["test"]}


def test_a_file_of_many_rows_is_held_as_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_file, "_ROWS_AT_ONCE", 2)
    found = read_split_file(rule(tmp_path / "s.csv", "paper_id,split", *(f"p{n},test" for n in range(5))))
    assert [len(chunk) for chunk in found.column("paper_id").chunks] == [2, 2, 1]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["paper,split"], "it needs the columns paper_id or work_id, and split"),
        ([""], "it needs the columns paper_id or work_id, and split"),
        (["paper_id,split", "p1,dev"], "row 2: 'dev' is no split of the specification: train, test"),
        (["paper_id,split", "p1"], "row 2 has 1 fields, and the header 2"),
        (["paper_id,split", '"p1,test'], "the file of the splits cannot be read: unexpected end of data"),
        (["paper_id,split", "p1,test", "p2,test", "p3,test"], "it has more than 3 rows"),
    ],
)
def test_a_fault_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], message: str
) -> None:
    monkeypatch.setattr(split_file, "MOST_ROWS", 3)
    with pytest.raises(ConfigurationError) as refused:
        read_split_file(rule(tmp_path / "s.csv", *lines))
    assert str(refused.value).startswith(f"{tmp_path / 's.csv'}: {message}")


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="the file of the splits cannot be read"):
        read_split_file(FileSplit(rule="file", file=str(tmp_path / "s.csv")))
