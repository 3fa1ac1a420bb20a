"""Which files a retry reads again."""

from pyspark.sql import Row

from ratio_spark.mining.quarantine import _still_there


def test_files_that_are_gone_are_left_out_with_a_note(tmp_path):
    kept = tmp_path / "kept[1].jsonl"
    kept.write_text("{}\n")
    rows = [Row(source_file=str(path), scope="a") for path in (tmp_path / "z", kept, tmp_path / "b", tmp_path)]
    notes: list[str] = []
    assert _still_there(rows, notes) == [rows[1]]
    assert notes == [f"3 file(s) are gone, first {tmp_path}: what is in quarantine of them stays there."]


def test_nothing_is_said_where_all_files_are_there(tmp_path):
    notes: list[str] = []
    assert _still_there([], notes) == notes == []
