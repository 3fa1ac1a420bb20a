"""Runs after runs: new, changed and broken input, other lexicons, kills."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deltalake import DeltaTable

from ratio_spark.config import MineConfig, load_config
from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError
from ratio_spark.mining import job
from ratio_spark.mining.history import compare
from ratio_spark.tables.schemas import ROW_TABLES, Table
from ratio_spark.tables.store import Store
from tests.spark.conftest import ADDRESS, Mine
from tests.spark.content import content, last_run, rows

PROBLEM = "Our model overfits on the small corpus of letters."
APPROACH = "we apply dropout to every layer of the encoder."


def paper(number: int, date: str = "2020-05-17", approach: str = APPROACH) -> dict[str, Any]:
    text = f"{PROBLEM} To address this issue, {approach} However, the loss of paper {number} stays high."
    return {"paper_id": f"p{number}", "title": f"Paper {number}", "date": date, "paragraphs": [text]}


def write(file: Path, *papers: dict[str, Any] | str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in papers))
    return file


def published_tables(root: Path) -> list[str]:
    """The tables of a root, but for the claim that every job takes."""
    return sorted(folder.name for folder in root.iterdir() if folder.name != "claims")


@pytest.fixture(scope="session")
def mine(mine: Mine, small_lexicon: Path) -> Mine:
    """Mine with the small lexicon, unless another one is given."""

    def mine_small(**options: Any) -> job.Outcome:
        return mine(**{"lexicon": str(small_lexicon)} | options)

    return mine_small


@pytest.fixture
def clean(mine: Mine, tmp_path: Path) -> Callable[..., dict[str, list[dict[str, Any]]]]:
    """The content of a first run over the same input in tables of its own."""

    def clean(**options: Any) -> dict[str, list[dict[str, Any]]]:
        root = tmp_path / "clean"
        mine(tables=str(root), **options)
        return content(root)

    return clean


def test_a_pair_and_a_distractor_come_out_of_our_own_format(mine: Mine, tmp_path: Path) -> None:
    outcome = mine(input=[str(write(tmp_path / "in.jsonl", paper(1)))], tables=str(tmp_path / "t"))
    assert [(row["move"], row["marker"], row["text"]) for row in rows(tmp_path / "t", "queries")] == [
        ("ADDRESS", "To address this issue,", PROBLEM)
    ]
    assert [row["text"] for row in rows(tmp_path / "t", "golds")] == [APPROACH]
    assert [(row["kind"], row["previous"], row["text"]) for row in rows(tmp_path / "t", "distractors")] == [
        ("contrast", f"To address this issue, {APPROACH}", "the loss of paper 1 stays high.")
    ]
    assert outcome.run is not None
    assert (outcome.run.counts["queries:ADDRESS"], outcome.run.counts["distractors:contrast"]) == (1, 1)


def test_a_new_file_is_added_and_the_rows_of_the_others_stay(mine: Mine, tmp_path: Path, clean: Any) -> None:
    folder = tmp_path / "in"
    options = {"input": [str(folder)]}
    write(folder / "a.jsonl", paper(1))
    first = mine(tables=str(tmp_path / "t"), **options)
    write(folder / "b.jsonl", paper(2, "2026-02"), paper(3, "2019"))
    second = mine(tables=str(tmp_path / "t"), **options)
    assert (second.plan.unchanged, len(second.plan.read)) == (1, 1)
    assert first.run is not None
    assert second.run is not None
    assert second.run.sequence == 2
    as_first_published = DeltaTable(f"{tmp_path}/t/queries", version=first.run.versions["queries"])
    assert as_first_published.to_pyarrow_table().column("paper_id").to_pylist() == ["jsonl:p1"]
    assert content(tmp_path / "t") == clean(**options)
    for name in ("papers", "sources", "mined_papers", "queries", "golds", "distractors"):
        before, after = (_files(tmp_path / "t", name, run.versions[name]) for run in (first.run, second.run))
        assert before < after, f"{name}: what stood was written again"


def _files(root: Path, table: str, version: int) -> set[str]:
    return set(DeltaTable(f"{root}/{table}", version=version).file_uris())


def test_a_changed_paper_loses_its_old_rows_also_when_its_month_changed(mine: Mine, tmp_path: Path, clean: Any) -> None:
    file = tmp_path / "in.jsonl"
    options = {"input": [str(file)]}
    write(file, paper(1), paper(2, "2020-05"), paper(3, "2021"))
    first = mine(tables=str(tmp_path / "t"), **options)
    write(file, paper(1), paper(2, "2022-01-09"), paper(3, "2021", "no approach helps."), paper(4))
    second = mine(tables=str(tmp_path / "t"), **options)
    assert content(tmp_path / "t") == clean(**options)
    assert first.run is not None
    assert second.run is not None
    assert second.difference is not None
    # What a run tells of itself is what its tables tell.
    told = compare(second.store, first.run, second.run)
    assert second.difference.papers == {"added": 1, "removed": 0, "changed": 2}
    assert second.difference.pairs() == {"added": 4, "removed": 2, "changed": 0}
    assert (told.papers, told.changes) == (second.difference.papers, second.difference.changes)
    assert last_run(tmp_path / "t")["slices"] == ["2020-05", "2021-00", "2022-01"]


def test_a_paper_that_has_no_pairs_any_more_loses_its_rows(mine: Mine, tmp_path: Path, clean: Any) -> None:
    file = tmp_path / "in.jsonl"
    options = {"input": [str(file)]}
    write(file, paper(1), paper(2))
    mine(tables=str(tmp_path / "t"), **options)
    write(file, paper(1), paper(2) | {"paragraphs": ["Nothing is left."]})
    mine(tables=str(tmp_path / "t"), **options)
    assert {row["paper_id"] for row in rows(tmp_path / "t", "queries")} == {"jsonl:p1"}
    assert content(tmp_path / "t") == clean(**options)


def test_a_touched_file_changes_no_paper(mine: Mine, tmp_path: Path) -> None:
    file = write(tmp_path / "in.jsonl", paper(1))
    first = mine(input=[str(file)], tables=str(tmp_path / "t"))
    write(file, paper(1))
    second = mine(input=[str(file)], tables=str(tmp_path / "t"))
    assert first.run is not None
    assert second.run is not None
    unchanged = {"papers", "queries", "golds", "distractors", "mined_papers"}
    for name in unchanged:
        assert first.run.versions[name] == second.run.versions[name]


def test_another_lexicon_mines_the_papers_of_the_tables_again(mine: Mine, tmp_path: Path, clean: Any) -> None:
    lexicon = tmp_path / "lexicon"
    lexicon.mkdir()
    (lexicon / "address.lex").write_text(ADDRESS, encoding="utf-8")
    file = write(tmp_path / "in.jsonl", paper(1))
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    again = mine(tables=str(tmp_path / "t"), lexicon=str(lexicon))
    assert again.plan.reasons == ("the lexicon has changed",)
    assert rows(tmp_path / "t", "distractors") == []
    assert content(tmp_path / "t") == clean(input=[str(file)], lexicon=str(lexicon))
    back = mine(tables=str(tmp_path / "t"))
    assert back.published
    assert len(rows(tmp_path / "t", "distractors")) == 1


class _KilledError(Exception):
    pass


@pytest.fixture(scope="module")
def two_papers(mine: Mine, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Any]:
    """An input of two papers, and the content of a clean run over it."""
    folder = tmp_path_factory.mktemp("two")
    options = {"input": [str(write(folder / "in.jsonl", paper(1), paper(2, "2018")))]}
    mine(tables=str(folder / "clean"), **options)
    return options, content(folder / "clean")


@pytest.mark.parametrize("dies_at", ["papers", "golds", "runs"])
def test_a_run_killed_at_any_table_is_finished_by_the_same_command(
    mine: Mine, tmp_path: Path, two_papers: Any, monkeypatch: pytest.MonkeyPatch, dies_at: str
) -> None:
    options, clean = two_papers
    _kill_at(monkeypatch, dies_at)
    with pytest.raises(_KilledError):
        mine(tables=str(tmp_path / "t"), **options)
    monkeypatch.undo()
    mine(tables=str(tmp_path / "t"), **options)
    assert content(tmp_path / "t") == clean


def test_what_a_killed_run_left_is_undone_by_a_run_over_other_input(
    mine: Mine, tmp_path: Path, clean: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "in.jsonl"
    options = {"input": [str(file)]}
    write(file, paper(1), paper(2))
    _kill_at(monkeypatch, "golds")
    with pytest.raises(_KilledError):
        mine(tables=str(tmp_path / "t"), **options)
    monkeypatch.undo()
    write(file, paper(3))
    outcome = mine(tables=str(tmp_path / "t"), **options)
    assert "papers: an unpublished commit of another run was undone" in outcome.notes
    assert content(tmp_path / "t") == clean(**options)


def test_a_run_that_was_undone_is_written_again_and_not_skipped(
    mine: Mine, tmp_path: Path, clean: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    write(one, paper(1))
    write(other, paper(2))
    for file in (one, other):
        _kill_at(monkeypatch, "golds")
        with pytest.raises(_KilledError):
            mine(tables=str(tmp_path / "t"), input=[str(file)])
        monkeypatch.undo()
    mine(tables=str(tmp_path / "t"), input=[str(one)])
    assert content(tmp_path / "t") == clean(input=[str(one)])


def _kill_at(monkeypatch: pytest.MonkeyPatch, table_name: str) -> None:
    write_table = Store.write

    def write_or_die(store: Store, table: Table, *arguments: Any, **options: Any) -> None:
        if table.name == table_name:
            raise _KilledError
        write_table(store, table, *arguments, **options)

    monkeypatch.setattr(Store, "write", write_or_die)


def test_of_two_records_with_one_paper_id_the_newer_one_is_taken(mine: Mine, tmp_path: Path) -> None:
    file = write(
        tmp_path / "in.jsonl",
        paper(1) | {"updated": "2021-02-01", "title": "newer"},
        paper(1) | {"updated": "2021-01-01", "title": "older"},
    )
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    assert [row["title"] for row in rows(tmp_path / "t", "papers")] == ["newer"]
    assert [(row["record"], row["reason"]) for row in rows(tmp_path / "t", "quarantine")] == [(1, "superseded")]


def test_fields_dates_and_limit_choose_the_papers_and_count_what_they_leave_out(mine: Mine, tmp_path: Path) -> None:
    papers = [paper(n, date) | {"fields": [field]} for n, date, field in [
        (1, "2019-12-31", "cs.CL"), (2, "2020-01-01", "cs.CL"), (3, "2020", "cs.CL"), (4, "2020-12", "cs.CV"),
        (5, "2020-12-31", "cs.CL"), (6, "2021-01", "cs.CL"), (7, "2020-06", "q-bio")]]  # fmt: skip
    file = write(tmp_path / "in.jsonl", *papers, {"paper_id": "p8", "text": "No date. However, it is there."})
    options = {"input": [str(file)], "fields": ["cs.CL", "cs.CV"], "since": "2020-01-01", "until": "2020-12-31"}
    mine(tables=str(tmp_path / "t"), **options)
    taken = sorted(row["paper_id"] for row in rows(tmp_path / "t", "papers"))
    assert taken == ["jsonl:p2", "jsonl:p3", "jsonl:p4", "jsonl:p5"]
    assert [(row["records"], row["papers"], row["left_out"]) for row in rows(tmp_path / "t", "sources")] == [(8, 4, 4)]
    mine(tables=str(tmp_path / "limited"), limit=2, **options)
    assert sorted(row["paper_id"] for row in rows(tmp_path / "limited", "papers")) == ["jsonl:p2", "jsonl:p3"]


def test_a_limit_refuses_a_root_made_with_other_options(mine: Mine, tmp_path: Path) -> None:
    file = write(tmp_path / "in.jsonl", paper(1), paper(2))
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    with pytest.raises(ConfigurationError, match="was made with other options"):
        mine(input=[str(file)], tables=str(tmp_path / "t"), limit=1)


def test_a_plan_writes_nothing(mine: Mine, tmp_path: Path) -> None:
    file = write(tmp_path / "in.jsonl", paper(1))
    outcome = mine(input=[str(file)], tables=str(tmp_path / "t"), plan=True)
    assert outcome.plan.reasons == ("1 new or changed input file(s)",)
    assert not (tmp_path / "t").exists()


def test_a_wrong_format_is_refused_before_anything_is_written(mine: Mine, tmp_path: Path) -> None:
    file = write(tmp_path / "in.jsonl", paper(1))
    with pytest.raises(ConfigurationError, match=r"in\.jsonl: no record of the input is in the format s2orc"):
        mine(input=[str(file)], format="s2orc", tables=str(tmp_path / "t"))
    unknown = write(tmp_path / "unknown.jsonl", {"name": "x"})
    with pytest.raises(ConfigurationError, match=r"unknown\.jsonl: its records are in no known format"):
        mine(input=[str(unknown)], tables=str(tmp_path / "t"))
    assert published_tables(tmp_path / "t") == []


def test_a_huge_paper_goes_to_quarantine_and_the_rest_is_mined(mine: Mine, tmp_path: Path) -> None:
    huge = paper(2) | {"paragraphs": ["A sentence that goes on. " * 250_000]}
    file = write(tmp_path / "in.jsonl", paper(1), huge, paper(3), '{"paper_id": "p4", "te')
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    quarantine = [(row["record"], row["reason"]) for row in rows(tmp_path / "t", "quarantine")]
    assert quarantine == [(1, "paper_too_long"), (3, "not_json")]
    assert len(rows(tmp_path / "t", "queries")) == 2


def test_one_odd_file_goes_to_quarantine_and_the_rest_is_mined(mine: Mine, tmp_path: Path) -> None:
    write(tmp_path / "in" / "a.jsonl", paper(1))
    write(tmp_path / "in" / "b.jsonl", paper(2) | {"title": 5})
    mine(input=[str(tmp_path / "in")], tables=str(tmp_path / "t"))
    assert [row["reason"] for row in rows(tmp_path / "t", "quarantine")] == ["wrong_layout"]
    assert len(rows(tmp_path / "t", "queries")) == 1


def test_an_older_record_that_arrives_later_does_not_replace_the_newer_one(
    mine: Mine, tmp_path: Path, clean: Any
) -> None:
    folder = tmp_path / "in"
    write(folder / "a.jsonl", paper(1) | {"updated": "2021-05-01", "title": "newer"})
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    write(folder / "b.jsonl", paper(1) | {"updated": "2020-01-01", "title": "older"})
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    assert [row["title"] for row in rows(tmp_path / "t", "papers")] == ["newer"]
    assert file_counts(tmp_path / "t") == {"a.jsonl": (1, 0, 0), "b.jsonl": (0, 0, 1)}
    assert content(tmp_path / "t") == clean(input=[str(folder)])


def test_a_newer_record_that_arrives_later_takes_the_paper_from_the_older_file(
    mine: Mine, tmp_path: Path, clean: Any
) -> None:
    folder = tmp_path / "in"
    write(folder / "a.jsonl", paper(1) | {"updated": "2020-01-01"}, paper(2))
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    write(folder / "b.jsonl", paper(1, approach="we stop early.") | {"updated": "2021-05-01"})
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    assert file_counts(tmp_path / "t") == {"a.jsonl": (1, 0, 1), "b.jsonl": (1, 0, 0)}
    assert [(row["record"], row["reason"]) for row in rows(tmp_path / "t", "quarantine")] == [(0, "superseded")]
    assert content(tmp_path / "t") == clean(input=[str(folder)])


def test_where_records_do_not_say_when_they_changed_the_newer_file_has_the_newer_ones(
    mine: Mine, tmp_path: Path, clean: Any
) -> None:
    folder = tmp_path / "in"
    os.utime(write(folder / "b.jsonl", paper(1), paper(2)), (1e9, 1e9))
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    os.utime(write(folder / "a.jsonl", paper(1, approach="we stop early.")), (2e9, 2e9))
    os.utime(write(folder / "c.jsonl", paper(2, approach="we stop late.")), (5e8, 5e8))
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    assert file_counts(tmp_path / "t") == {"a.jsonl": (1, 0, 0), "b.jsonl": (1, 0, 1), "c.jsonl": (0, 0, 1)}
    assert content(tmp_path / "t") == clean(input=[str(folder)])


def test_a_record_that_is_not_wanted_replaces_none_that_is(mine: Mine, tmp_path: Path, clean: Any) -> None:
    folder = tmp_path / "in"
    options = {"input": [str(folder)], "until": "2020-12-31"}
    write(folder / "b.jsonl", paper(1, "2019") | {"updated": "2020-01-01"})
    mine(tables=str(tmp_path / "t"), **options)
    write(folder / "a.jsonl", paper(1, "2021") | {"updated": "2021-01-01"})
    mine(tables=str(tmp_path / "t"), **options)
    assert [row["pub_month"] for row in rows(tmp_path / "t", "papers")] == ["2019-00"]
    assert content(tmp_path / "t") == clean(**options)


def test_all_records_of_a_withdrawn_paper_are_withdrawn_and_a_list_names_it_once(
    mine: Mine, tmp_path: Path, clean: Any
) -> None:
    folder, lists = tmp_path / "in", tmp_path / "lists"
    options = {"input": [str(folder)], "withdrawn": [str(lists)]}
    write(folder / "a.jsonl", paper(1) | {"updated": "2020-01-01"}, paper(1) | {"updated": "2021-01-01"}, paper(2))
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    write(lists / "gone.jsonl", {"paper_id": "jsonl:p1"})
    mine(tables=str(tmp_path / "t"), **options)
    assert file_counts(tmp_path / "t")["a.jsonl"] == (1, 2, 0)
    assert content(tmp_path / "t") == clean(**options)
    write(lists / "gone.jsonl", {"paper_id": "jsonl:p5"}, {"paper_id": "jsonl:p1"}, {"paper_id": "jsonl:p1"})
    mine(tables=str(tmp_path / "t"), **options)
    assert [(row["paper_id"], row["record"]) for row in rows(tmp_path / "t", "withdrawn")] == [
        ("jsonl:p1", 1), ("jsonl:p5", 0),
    ]  # fmt: skip


def test_a_table_that_is_lost_is_named_and_not_made_again(mine: Mine, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    write(folder / "a.jsonl", paper(1))
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    shutil.rmtree(tmp_path / "t" / "golds")
    write(folder / "b.jsonl", paper(2))
    with pytest.raises(DataContractError, match="golds: the table is lost; bring it back, or mine into a new root"):
        mine(input=[str(folder)], tables=str(tmp_path / "t"))
    assert not (tmp_path / "t" / "golds").exists()


def test_withdrawn_papers_leave_and_do_not_come_back(mine: Mine, tmp_path: Path, clean: Any) -> None:
    folder, lists = tmp_path / "in", tmp_path / "lists"
    options = {"input": [str(folder)], "withdrawn": [str(lists)]}
    write(folder / "a.jsonl", paper(1), paper(2), paper(3, "2019"))
    mine(input=[str(folder)], tables=str(tmp_path / "t"))
    write(lists / "gone.jsonl", {"paper_id": "jsonl:p1"}, {"paper_id": "jsonl:p4"}, {"paper_id": "p2"})
    outcome = mine(tables=str(tmp_path / "t"), **options)
    assert outcome.difference is not None
    assert outcome.difference.papers == {"added": 0, "removed": 1, "changed": 0}
    assert outcome.difference.pairs("ADDRESS") == {"added": 0, "removed": 1, "changed": 0}
    write(folder / "b.jsonl", paper(4), paper(1) | {"updated": "2026-01-01"})
    mine(tables=str(tmp_path / "t"), **options)
    assert {row["paper_id"] for row in rows(tmp_path / "t", "queries")} == {"jsonl:p2", "jsonl:p3"}
    assert file_counts(tmp_path / "t") == {"a.jsonl": (2, 1, 0), "b.jsonl": (0, 2, 0), "gone.jsonl": (2, 1, 0)}
    assert content(tmp_path / "t") == clean(**options)
    assert mine(tables=str(tmp_path / "t"), **options).plan.is_empty


def test_a_paper_that_its_file_holds_no_more_stays(mine: Mine, tmp_path: Path) -> None:
    file = write(tmp_path / "in.jsonl", paper(1), paper(2))
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    write(file, paper(2))
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    papers = {row["paper_id"]: row["record"] for row in rows(tmp_path / "t", "papers")}
    assert papers == {"jsonl:p1": None, "jsonl:p2": 0}
    os.utime(write(tmp_path / "other.jsonl", paper(1)), (0, 0))
    mine(input=[str(tmp_path / "other.jsonl")], tables=str(tmp_path / "t"))
    assert file_counts(tmp_path / "t") == {"in.jsonl": (1, 0, 0), "other.jsonl": (1, 0, 0)}


def test_a_text_that_became_a_file_of_dates_holds_its_papers_no_more(mine: Mine, tmp_path: Path) -> None:
    file = write(tmp_path / "first.csv", paper(1))
    mine(input=[str(file)], tables=str(tmp_path / "t"), format="jsonl")
    file.write_text("paper_id,date,reason\njsonl:p2,2019-03,as printed\n")
    second = write(tmp_path / "in" / "second.jsonl", paper(2))
    mine(input=[str(second)], dates=[str(file)], tables=str(tmp_path / "t"))
    stand = {row["paper_id"]: (row["record"], row["pub_month"]) for row in rows(tmp_path / "t", "papers")}
    assert stand == {"jsonl:p1": (None, "2020-05"), "jsonl:p2": (0, "2019-03")}
    assert {row["source_file"] for row in rows(tmp_path / "t", "sources")} == {str(file), str(second)}
    assert len(rows(tmp_path / "t", "sources")) == 2


def test_a_file_rewritten_in_place_is_found_by_verify(mine: Mine, tmp_path: Path, clean: Any) -> None:
    file = write(tmp_path / "in.jsonl", paper(1))
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    write(file, paper(1, approach=APPROACH.upper()))
    os.utime(file, ns=times)
    assert mine(input=[str(file)], tables=str(tmp_path / "t")).plan.is_empty
    assert not mine(input=[str(file)], tables=str(tmp_path / "t"), verify=True).plan.is_empty
    assert mine(input=[str(file)], tables=str(tmp_path / "t"), verify=True).plan.is_empty
    assert content(tmp_path / "t") == clean(input=[str(file)])


def test_a_new_file_with_an_old_time_is_read(mine: Mine, tmp_path: Path) -> None:
    write(tmp_path / "in" / "a.jsonl", paper(1))
    mine(input=[str(tmp_path / "in")], tables=str(tmp_path / "t"))
    os.utime(write(tmp_path / "in" / "b.jsonl", paper(2)), (0, 0))
    mine(input=[str(tmp_path / "in")], tables=str(tmp_path / "t"))
    assert {row["paper_id"] for row in rows(tmp_path / "t", "queries")} == {"jsonl:p1", "jsonl:p2"}


def file_counts(root: Path) -> dict[str, tuple[int, int, int]]:
    """By file name: papers, quarantined, duplicates."""
    return {
        Path(row["source_file"]).name: (row["papers"], row["quarantined"], row["duplicates"])
        for row in rows(root, "sources")
    }


def test_a_file_that_cannot_be_read_now_publishes_nothing(mine: Mine, tmp_path: Path, spark: Any) -> None:
    file = write(tmp_path / "in.jsonl", paper(1))
    prepared = job.prepare(load_config(MineConfig, {"input": [str(file)], "tables": str(tmp_path / "t")}))
    file.unlink()
    with pytest.raises(RetryableError, match=r"in\.jsonl: .*every worker must be able to read it"):
        job.run(spark, prepared)
    assert published_tables(tmp_path / "t") == []


def test_metadata_among_the_texts_is_refused_with_the_option_to_use(mine: Mine, tmp_path: Path, sample: Path) -> None:
    with pytest.raises(ConfigurationError, match="holds S2ORC metadata: give it by --papers"):
        mine(input=[str(sample / "s2orc_papers")], tables=str(tmp_path / "t"))


def test_a_killed_second_run_is_finished_by_the_same_command(
    mine: Mine, tmp_path: Path, clean: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "in.jsonl"
    options = {"input": [str(file)]}
    write(file, paper(1), paper(2, "2019"))
    mine(tables=str(tmp_path / "t"), **options)
    write(file, paper(1), paper(2, "2021"), paper(3))
    _kill_at(monkeypatch, "golds")
    with pytest.raises(_KilledError):
        mine(tables=str(tmp_path / "t"), **options)
    monkeypatch.undo()
    assert {row["pub_month"] for row in rows(tmp_path / "t", "queries")} == {"2020-05", "2019-00"}
    mine(tables=str(tmp_path / "t"), **options)
    assert content(tmp_path / "t") == clean(**options)


def test_a_catalog_holds_the_same_rows_as_a_folder(mine: Mine, tmp_path: Path, spark: Any) -> None:
    file = write(tmp_path / "in.jsonl", paper(1), paper(2, "2018"))
    outcome = mine(input=[str(file)], tables="spark_catalog.mined")
    assert outcome.run is not None
    mine(input=[str(file)], tables=str(tmp_path / "t"))
    for table in ROW_TABLES:
        here = spark.read.table(f"spark_catalog.mined.{table.name}").count()
        assert here == len(rows(tmp_path / "t", table.name)), table.name
    assert mine(input=[str(file)], tables="spark_catalog.mined").plan.is_empty
    write(file, paper(1, "2020-06"), paper(2, "2018"))
    mine(input=[str(file)], tables="spark_catalog.mined")
    months = spark.read.table("spark_catalog.mined.queries").select("pub_month").orderBy("pub_month").collect()
    assert [row.pub_month for row in months] == ["2018-00", "2020-06"]
