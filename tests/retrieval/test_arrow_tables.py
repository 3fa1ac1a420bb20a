"""Delta tables without a JVM: what is read, what a write replaces, and what is said of damage and of other writers."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest
from deltalake import DeltaTable, write_deltalake

from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.tables import schemas
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.arrow_types import arrow_schema, arrow_type
from ratio_spark.tables.schemas import Column, Table
from ratio_spark.tables.store import PROPERTIES
from tests.conftest import ROOT

FIGURES = Table(
    "figures",
    (
        Column("group_id", "STRING", "a group's own fingerprint"),
        Column("name", "STRING", "what was counted"),
        Column("number", "BIGINT", "how many"),
    ),
    statistics=2,
)
DECLARED = [table for table in vars(schemas).values() if isinstance(table, Table)]


def rows(group: str, *numbers: int) -> pa.Table:
    columns = {"group_id": [group] * len(numbers), "name": ["papers"] * len(numbers), "number": list(numbers)}
    return pa.table(columns, schema=arrow_schema(FIGURES))


@pytest.fixture
def tables(tmp_path: Path) -> ArrowTables:
    return ArrowTables(str(tmp_path / "root"))


@pytest.fixture
def two_groups(tables: ArrowTables) -> ArrowTables:
    tables.replace(FIGURES, rows("aa", 1, 2), "group_id", "aa")
    tables.replace(FIGURES, rows("bb", 3), "group_id", "bb")
    return tables


def numbers(tables: ArrowTables) -> list[tuple[str, int]]:
    read = tables.read(FIGURES, ["group_id", "number"])
    return sorted((row["group_id"], row["number"]) for row in read.to_pylist())


def log_file(tables: ArrowTables, name: str) -> Path:
    return Path(tables.path(FIGURES)) / "_delta_log" / name


@pytest.mark.parametrize("table", DECLARED, ids=lambda table: table.name)
def test_a_table_that_is_not_there_has_its_declared_columns_and_no_rows(tables: ArrowTables, table: Table) -> None:
    read = tables.read(table)
    assert (read.column_names, read.num_rows) == (table.column_names, 0)
    assert read.schema.types == [arrow_type(column.type) for column in table.columns]
    assert tables.version(table) is None


def test_types_are_read_within_types() -> None:
    assert arrow_type("MAP<STRING, ARRAY<STRUCT<a: INT, b: MAP<STRING, BIGINT>>>>") == pa.map_(
        pa.string(),
        pa.list_(
            pa.field("element", pa.struct([("a", pa.int32()), ("b", pa.map_(pa.string(), pa.int64()))])),
        ),
    )
    with pytest.raises(ValueError, match="'VARIANT' is no type of a column"):
        arrow_type("ARRAY<VARIANT>")


def test_a_replacement_leaves_the_rows_of_other_values(two_groups: ArrowTables) -> None:
    two_groups.replace(FIGURES, rows("aa", 7), "group_id", "aa")
    assert numbers(two_groups) == [("aa", 7), ("bb", 3)]


def test_no_rows_in_the_place_of_some_removes_these_and_no_others(two_groups: ArrowTables) -> None:
    two_groups.replace(FIGURES, rows("aa"), "group_id", "aa")
    assert numbers(two_groups) == [("bb", 3)]


def test_no_rows_for_a_value_that_has_none_leave_all_rows(two_groups: ArrowTables) -> None:
    two_groups.replace(FIGURES, rows("cc"), "group_id", "cc")
    assert numbers(two_groups) == [("aa", 1), ("aa", 2), ("bb", 3)]


def test_a_first_write_without_rows_makes_an_empty_table(tables: ArrowTables) -> None:
    tables.replace(FIGURES, rows("aa"), "group_id", "aa")
    assert DeltaTable(tables.path(FIGURES)).to_pyarrow_table().num_rows == 0


def test_a_table_that_appears_after_it_was_looked_for_keeps_its_rows(
    two_groups: ArrowTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table, answers = two_groups._open, iter([False])
    monkeypatch.setattr(
        two_groups, "_open", lambda table, version=None: open_table(table, version) if next(answers, True) else None
    )
    two_groups.replace(FIGURES, rows("cc", 4), "group_id", "cc")
    assert numbers(two_groups) == [("aa", 1), ("aa", 2), ("bb", 3), ("cc", 4)]


def test_only_rows_that_meet_every_condition_are_read(two_groups: ArrowTables) -> None:
    read = two_groups.read(FIGURES, ["number"], [("group_id", "=", "aa"), ("number", ">", 1)])
    assert read.to_pydict() == {"number": [2]}


def test_a_value_that_is_no_fingerprint_never_reaches_the_table(tables: ArrowTables) -> None:
    for value in ("", "AA", "x' OR '1' = '1"):
        with pytest.raises(ValueError, match="is no fingerprint"):
            tables.replace(FIGURES, rows(value, 1), "group_id", value)
    assert not Path(tables.root).exists()


@pytest.mark.parametrize("other", ["bb", None])
def test_rows_of_another_value_are_refused_before_anything_is_written(tables: ArrowTables, other: str | None) -> None:
    mixed = pa.concat_tables([rows("aa", 1), rows(other, 2)])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rows of figures have another group_id than aa"):
        tables.replace(FIGURES, mixed, "group_id", "aa")
    assert not Path(tables.root).exists()


def test_a_table_is_made_as_spark_makes_it(tables: ArrowTables) -> None:
    partitioned = Table("parted", FIGURES.columns, partition="group_id", statistics=2)
    tables.replace(partitioned, rows("aa", 1), "group_id", "aa")
    tables.replace(partitioned, rows("bb", 2), "group_id", "bb")
    made = DeltaTable(tables.path(partitioned))
    fields = json.loads(made.schema().to_json())["fields"]
    assert made.metadata().partition_columns == ["group_id"]
    assert made.metadata().configuration == PROPERTIES | {"delta.dataSkippingNumIndexedCols": "2"}
    assert [field["metadata"]["comment"] for field in fields] == [
        "a group's own fingerprint",
        "what was counted",
        "how many",
    ]
    assert (made.protocol().min_reader_version, made.protocol().min_writer_version) == (1, 2)
    # One commit makes it; each replacement is one more.
    assert made.version() == 2


WRITER = """
import sys, time
from ratio_spark.tables.arrow import ArrowTables
from tests.retrieval.test_arrow_tables import FIGURES, rows
root, group, start = sys.argv[1], sys.argv[2], float(sys.argv[3])
tables = ArrowTables(root)
time.sleep(max(0, start - time.time()))
for number in range(5):
    tables.replace(FIGURES, rows(group, number, number), "group_id", group)
"""


def test_writers_that_make_and_fill_a_table_at_once_lose_nothing(tables: ArrowTables) -> None:
    start = str(time.time() + 4)
    groups = ["aa", "bb", "cc"]
    command = [sys.executable, "-c", WRITER, tables.root]
    writers = [
        subprocess.Popen([*command, group, start], stderr=subprocess.PIPE, text=True, cwd=ROOT) for group in groups
    ]
    assert [writer.communicate(timeout=120)[1] for writer in writers] == ["", "", ""]
    assert numbers(tables) == [(group, 4) for group in groups for _ in range(2)]


def test_a_writer_that_is_always_second_may_try_again_later(
    two_groups: ArrowTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ratio_spark.tables.arrow.time.sleep", lambda seconds: None)
    monkeypatch.setattr(
        two_groups, "_open", lambda table, version=None: DeltaTable(two_groups.path(FIGURES), version=1)
    )
    write_deltalake(two_groups.path(FIGURES), rows("aa", 9), mode="overwrite", predicate="group_id = 'aa'")
    with pytest.raises(RetryableError, match=r"figures was not written, run again: .*concurrent"):
        two_groups.replace(FIGURES, rows("aa", 8), "group_id", "aa")
    assert numbers(ArrowTables(two_groups.root)) == [("aa", 9), ("bb", 3)]


def test_a_lost_file_is_named(two_groups: ArrowTables) -> None:
    for file in Path(two_groups.path(FIGURES)).glob("*.parquet"):
        file.unlink()
    with pytest.raises(DataContractError, match=r"figures cannot be read: .*\.parquet not found") as refused:
        two_groups.read(FIGURES)
    assert "\n" not in str(refused.value)
    assert "\x1b" not in str(refused.value)


def test_a_damaged_file_is_no_end_of_the_rows(two_groups: ArrowTables) -> None:
    for file in Path(two_groups.path(FIGURES)).glob("*.parquet"):
        file.write_bytes(file.read_bytes()[:60])
    with pytest.raises(DataContractError, match=r"figures cannot be read: .*corrupted"):
        two_groups.read(FIGURES)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("00000000000000000002.json", b'{"add":{"path":"pa', "Truncated record"),
        ("00000000000000000001.json", None, "found gap"),
        ("_last_checkpoint", b'{"version":1,"size":4}', "didn't find any checkpoints"),
    ],
)
def test_a_damaged_log_is_no_missing_table(
    two_groups: ArrowTables, name: str, content: bytes | None, message: str
) -> None:
    file = log_file(two_groups, name)
    file.unlink() if content is None else file.write_bytes(content)
    for use in (
        lambda: two_groups.read(FIGURES),
        lambda: two_groups.version(FIGURES),
        lambda: two_groups.replace(FIGURES, rows("aa", 1), "group_id", "aa"),
    ):
        with pytest.raises(DataContractError, match=rf"figures cannot be opened: .*{message}") as refused:
            use()
        assert "\n" not in str(refused.value)


def test_a_table_of_other_columns_is_not_written_to(tables: ArrowTables) -> None:
    older = Table("figures", FIGURES.columns[:2])
    tables.replace(older, rows("aa", 1), "group_id", "aa")
    with pytest.raises(ConfigurationError, match="not of this version of ratio-spark"):
        tables.replace(FIGURES, rows("bb", 1), "group_id", "bb")
    with pytest.raises(DataContractError, match=r"cannot be read: .*number"):
        tables.read(FIGURES)


@pytest.mark.parametrize("name", ["with space", "with#hash", "with?mark", "with'quote", "100%", "größe"])
def test_folders_of_any_name_are_roots(tmp_path: Path, name: str) -> None:
    tables = ArrowTables(str(tmp_path / name))
    tables.replace(FIGURES, rows("aa", 1), "group_id", "aa")
    assert numbers(ArrowTables(str(tmp_path / name))) == [("aa", 1)]
    assert [folder.name for folder in tmp_path.iterdir()] == [name]


def test_roots_that_cannot_be_opened_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"main\.ratio is a catalog"):
        ArrowTables("main.ratio")
    with pytest.raises(ConfigurationError, match="%20 in its name"):
        ArrowTables(str(tmp_path / "a%20b"))
    with pytest.raises(ConfigurationError, match="no object store has URLs of this kind"):
        ArrowTables("nosuch://bucket/t").read(FIGURES)
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="file is a file"):
        ArrowTables(str(tmp_path / "file" / "t")).replace(FIGURES, rows("aa", 1), "group_id", "aa")


@pytest.mark.parametrize(
    ("root", "error", "kind", "ending"),
    [
        ("s3://ann:pa55@bucket/t", OSError("no\ncredentials"), RetryableError, "s3://***@bucket/t/figures cannot be "
         "written: no credentials; look at the address and its credentials, or run again"),
        ("s3://bucket/t", FileNotFoundError("a.parquet not found"), DataContractError, "a.parquet not found"),
        ("/t", OSError("No space left on device"), ConfigurationError, "written: No space left on device"),
    ],
)  # fmt: skip
def test_a_fault_says_whose_it_is(root: str, error: OSError, kind: type[Exception], ending: str) -> None:
    told = ArrowTables(root)._fault(FIGURES, "written", error)
    assert (type(told), str(told).endswith(ending)) == (kind, True)
