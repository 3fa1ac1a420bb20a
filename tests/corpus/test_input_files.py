import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyarrow import fs

from ratio_spark.corpus import files
from ratio_spark.corpus.files import list_inputs, open_file
from ratio_spark.errors import ConfigurationError

ODD = "with blank/%41#?.jsonl"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    names = ["2019/x.jsonl", "2020/deep/y.jsonl", "2021/z[1].jsonl", "a.jsonl", "b.jsonl.gz", ODD]
    hidden = [".hidden", "_SUCCESS", "_temporary/0.json", "2019/.x.crc", "2020/_tmp/t.jsonl"]
    for name in names + hidden:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def names(tree: Path, *patterns: str) -> list[str]:
    found = list_inputs([f"{tree}/{pattern}" if pattern else str(tree) for pattern in patterns])
    return [os.path.relpath(file.path, tree) for file in found]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a.jsonl", ["a.jsonl"]),
        (
            "",
            ["2019/x.jsonl", "2020/deep/y.jsonl", "2021/z[1].jsonl", "a.jsonl", "b.jsonl.gz", ODD],
        ),
        ("2020", ["2020/deep/y.jsonl"]),
        ("2020/", ["2020/deep/y.jsonl"]),
        ("*.jsonl", ["a.jsonl"]),
        ("*.jsonl*", ["a.jsonl", "b.jsonl.gz"]),
        ("?.jsonl", ["a.jsonl"]),
        ("*/*.jsonl", ["2019/x.jsonl", "2021/z[1].jsonl", ODD]),
        ("**/*.jsonl", ["2019/x.jsonl", "2020/deep/y.jsonl", "2021/z[1].jsonl", "a.jsonl", ODD]),
        ("202*", ["2020/deep/y.jsonl", "2021/z[1].jsonl"]),
        ("20{19,20}/**", ["2019/x.jsonl", "2020/deep/y.jsonl"]),
        ("{a,b}.{jsonl,jsonl.gz}", ["a.jsonl", "b.jsonl.gz"]),
        ("20[12]9/x.jsonl", ["2019/x.jsonl"]),
        ("2021/z[1].jsonl", ["2021/z[1].jsonl"]),
        ("_SUCCESS", ["_SUCCESS"]),
        ("_temporary", ["_temporary/0.json"]),
        ("2019/../a.jsonl", ["a.jsonl"]),
    ],
)
def test_a_path_names_files(tree, pattern, expected):
    assert names(tree, pattern) == expected


def test_no_file_is_listed_twice(tree):
    (tree / "link.jsonl").symlink_to("a.jsonl")
    (tree / "2019" / "up").symlink_to("..")
    assert names(tree, "a.jsonl", "*.jsonl", "2019/../a.jsonl", "2019") == [
        "2019/up/2020/deep/y.jsonl",
        "2019/up/2021/z[1].jsonl",
        "2019/up/b.jsonl.gz",
        "2019/up/with blank/%41#?.jsonl",
        "2019/x.jsonl",
        "a.jsonl",
    ]


def test_a_file_has_its_size_and_time(tree):
    os.utime(tree / "a.jsonl", (1_600_000_000, 1_600_000_000))
    (file,) = list_inputs([str(tree / "a.jsonl")])
    assert (file.size, file.mtime, file.etag) == (7, datetime(2020, 9, 13, 12, 26, 40, tzinfo=UTC), None)


def test_a_relative_path_becomes_absolute(tree, monkeypatch):
    monkeypatch.chdir(tree)
    assert [file.path for file in list_inputs(["2020"])] == [f"{tree}/2020/deep/y.jsonl"]


@pytest.mark.parametrize("pattern", ["nothing", "nothing/*.gz", "*.nothing", "2019/{1,2}"])
def test_a_path_that_names_nothing_is_named(tree, pattern):
    with pytest.raises(ConfigurationError, match=r"(nothing|\{1,2\}).*: no such file"):
        names(tree, "a.jsonl", pattern)


def test_an_empty_folder_is_an_error(tmp_path):
    with pytest.raises(ConfigurationError, match="no file in it"):
        list_inputs([str(tmp_path)])


@pytest.mark.parametrize("path", ["", " ", "zz://bucket/x", "s3://key:secret@bucket/x"])
def test_a_path_that_cannot_be_opened_is_a_configuration_error(path):
    with pytest.raises(ConfigurationError) as error:
        list_inputs([path])
    assert "secret@" not in str(error.value)


@pytest.mark.parametrize("spelling", ["file://{}", "file:{}"])
def test_file_urls_are_plain_paths(tree, spelling):
    path = str(tree / "a.jsonl")
    assert [file.path for file in list_inputs([spelling.format(path)])] == [path]


@pytest.mark.parametrize(
    ("path", "mounted"),
    [
        ("dbfs:/Volumes/c/s/v/x", "/Volumes/c/s/v/x"),
        ("dbfs:/data/x", "/dbfs/data/x"),
        ("dbfs:///data/x", "/dbfs/data/x"),
        ("file:/Volumes/x", "/Volumes/x"),
        ("s3://bucket/x", "s3://bucket/x"),
    ],
)
def test_databricks_paths_are_their_mounts(path, mounted):
    assert files._in_one_spelling(path) == mounted


@pytest.fixture
def bucket(tree, monkeypatch):
    """The tree as a bucket of an object store, and the URLs under which it was opened."""
    opened = []

    def store(root: str, options: str) -> tuple[fs.FileSystem, str]:
        opened.append(root + options)
        return fs.SubTreeFileSystem(str(tree.parent), fs.LocalFileSystem()), tree.name

    monkeypatch.setattr(files, "_store", store)
    return opened


@pytest.mark.parametrize("scheme", ["s3", "gs", "hdfs"])
def test_urls_are_listed_and_opened_by_their_urls(bucket, scheme):
    found = [file.path for file in list_inputs([f"{scheme}://b/20*", f"{scheme}://b/with blank/"])]
    assert found == [
        f"{scheme}://b/2019/x.jsonl",
        f"{scheme}://b/2020/deep/y.jsonl",
        f"{scheme}://b/2021/z[1].jsonl",
        f"{scheme}://b/with blank/%41#?.jsonl",
    ]
    assert [open_file(path).read() for path in found] == [
        b"2019/x.jsonl", b"2020/deep/y.jsonl", b"2021/z[1].jsonl", b"with blank/%41#?.jsonl",
    ]  # fmt: skip


class Watched:
    """A store that notes which folders are listed, and whether with all below them."""

    def __init__(self, store: fs.FileSystem) -> None:
        self.store = store
        self.listed: list[tuple[str, bool]] = []

    def get_file_info(self, what: object) -> object:
        if isinstance(what, fs.FileSelector):
            self.listed.append((what.base_dir, what.recursive))
        return self.store.get_file_info(what)


@pytest.mark.parametrize(
    ("pattern", "listed"),
    [
        ("20*/x.jsonl", [("", False), ("/2019", False), ("/2020", False), ("/2021", False)]),
        ("{a,b}.json*", [("", False), ("", False)]),
        ("2020/d*", [("/2020", False), ("/2020/deep", True)]),
        ("2019/**/x.jsonl", [("/2019", False), ("/2019", True)]),
    ],
)
def test_a_glob_lists_no_deeper_than_it_goes(tree, monkeypatch, pattern, listed):
    store = Watched(fs.LocalFileSystem())
    monkeypatch.setattr(files.fs, "LocalFileSystem", lambda: store)
    assert names(tree, pattern)
    assert store.listed == [(f"{tree}{folder}", is_recursive) for folder, is_recursive in listed]


@pytest.mark.parametrize("pattern", ["", "/*", "/caf*"])
def test_a_name_that_is_not_utf8_is_one_sentence(tmp_path, pattern):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("One.")
    with pytest.raises(ConfigurationError, match=r": the name of a file there is not UTF-8; rename it$"):
        list_inputs([f"{tmp_path}{pattern}"])
    with pytest.raises(ConfigurationError, match=r"caf\\udce9.txt: the name of a file there is not UTF-8") as error:
        list_inputs([os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")])
    assert str(error.value).encode()


def test_a_file_that_is_there_is_told_from_one_that_is_gone(tree):
    assert [files.is_there(f"{tree}/{name}") for name in ("2021/z[1].jsonl", "gone", "2021")] == [True, False, False]


@pytest.mark.parametrize("scheme", ["s3a", "s3n"])
def test_hadoop_names_of_s3_are_s3(bucket, scheme):
    assert [file.path for file in list_inputs([f"{scheme}://b/a.jsonl"])] == ["s3://b/a.jsonl"]
    assert set(bucket) == {"s3://b"}


def test_options_of_a_store_stay_with_the_path(bucket):
    options = "?region=eu-west-1&endpoint_override=localhost:9000"
    (file,) = list_inputs([f"s3://b/2019{options}"])
    assert file.path == f"s3://b/2019/x.jsonl{options}"
    assert open_file(file.path).read() == b"2019/x.jsonl"
    assert set(bucket) == {f"s3://b{options}"}
