"""Reading without mining: in groups that survive a kill, mined later, dated anew, reported, and read again."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from ratio_spark.cli import main
from ratio_spark.config import IngestConfig, load_config
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining import ingest_job
from ratio_spark.tables.publish import Publication
from ratio_spark.tables.schemas import PAPERS, Table
from tests.spark.conftest import Mine
from tests.spark.content import content, last_run, rows
from tests.spark.test_mine_changes import paper, write

Ingest = Callable[..., ingest_job.Ingested]


@pytest.fixture(scope="module")
def ingest(spark: SparkSession) -> Ingest:
    """Ingest with the given options."""

    def ingest(**options: Any) -> ingest_job.Ingested:
        config = load_config(IngestConfig, options)
        return ingest_job.run(spark, config, ingest_job.prepare(config))

    return ingest


def twin(number: int, of: int) -> dict[str, Any]:
    """A paper with the DOI of another one."""
    return paper(number) | {"doi": f"10.1000/{of}"}


def test_what_was_ingested_is_mined_later_as_if_it_had_been_mined_at_once(
    ingest: Ingest, mine: Mine, small_lexicon: Path, tmp_path: Path
) -> None:
    folder, lexicon = tmp_path / "in", {"lexicon": str(small_lexicon)}
    options = {"input": [str(folder)]}
    root = tmp_path / "t"
    write(folder / "a.jsonl", twin(1, of=1), paper(2), '{"paper_id": "p3"')
    first = ingest(tables=str(root), **options)
    assert (first.groups, len(rows(root, "papers"))) == (1, 2)
    assert not (root / "queries").exists()
    mined = mine(tables=str(root), **lexicon)
    assert mined.plan.reasons == ("papers that were ingested are not mined yet",)
    assert len(rows(root, "queries")) == 2
    # Nothing is left to do for either, with and without input.
    assert ingest(tables=str(root), **options).plan.is_empty
    assert mine(tables=str(root), **lexicon, **options).plan.is_empty
    assert mine(tables=str(root), **lexicon).plan.is_empty
    write(folder / "a.jsonl", twin(1, of=1), paper(2, approach="we stop early."))
    write(folder / "b.jsonl", twin(4, of=1))
    ingest(tables=str(root), **options)
    mined = mine(tables=str(root), **lexicon, **options)
    assert mined.run is not None
    assert mined.run.work["mined"] == 2
    mine(tables=str(tmp_path / "clean"), **lexicon, **options)
    assert content(root) == content(tmp_path / "clean")
    assert rows(root, "works") == [
        {"paper_id": "jsonl:p1", "work_id": "jsonl:p1", "why": "doi"},
        {"paper_id": "jsonl:p4", "work_id": "jsonl:p1", "why": "doi"},
    ]


class _KilledError(Exception):
    pass


def test_an_ingest_killed_in_its_second_group_goes_on_with_that_group(
    ingest: Ingest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, record in (("a", twin(1, of=1)), ("b", paper(2)), ("c", twin(3, of=1))):
        write(tmp_path / "in" / f"{name}.jsonl", record)
    options = {"input": [str(tmp_path / "in")], "group_gib": 1e-9}
    commit = Publication.append
    seen = []

    def append_or_die(publication: Publication, table: Table, *arguments: Any) -> None:
        seen.append(table.name)
        if seen.count(PAPERS.name) == 2:
            raise _KilledError
        commit(publication, table, *arguments)

    monkeypatch.setattr(Publication, "append", append_or_die)
    with pytest.raises(_KilledError):
        ingest(tables=str(tmp_path / "t"), **options)
    monkeypatch.undo()
    assert [row["paper_id"] for row in rows(tmp_path / "t", "papers")] == ["jsonl:p1"]
    assert ingest(tables=str(tmp_path / "t"), plan=True).plan.reasons == (
        "which of the ingested papers are one work is not known yet",
    )
    second = ingest(tables=str(tmp_path / "t"), **options)
    assert ([Path(file.path).name for file, _ in second.plan.texts], second.groups) == (["b.jsonl", "c.jsonl"], 2)
    assert (last_run(tmp_path / "t")["sequence"], last_run(tmp_path / "t")["job"]) == (3, "ingest")
    ingest(tables=str(tmp_path / "one"), input=options["input"])
    for table in ("papers", "sources", "quarantine", "works"):
        assert rows(tmp_path / "t", table) == rows(tmp_path / "one", table), table
    assert [row["paper_id"] for row in rows(tmp_path / "t", "works")] == ["jsonl:p1", "jsonl:p3"]


DEPOSIT = """<doi_batch xmlns="http://www.crossref.org/schema/5.3.1"><body><journal><journal_article><publication_date>
<month>05</month><day>23</day><year>2024</year></publication_date><doi_data><doi>10.1000/1</doi></doi_data>
</journal_article></journal></body></doi_batch>"""


def test_dates_of_a_file_count_instead_of_those_of_the_papers(ingest: Ingest, tmp_path: Path) -> None:
    file = write(tmp_path / "in" / "a.jsonl", twin(1, of=1), paper(2), paper(3), twin(4, of=4), paper(5))
    # Beside the papers, and no paper itself.
    deposit, table = file.with_name("deposit.xml"), file.with_name("dates.csv")
    deposit.write_text(DEPOSIT)
    table.write_text("paper_id,doi,date,reason\njsonl:p2,,2019,seen in the journal\njsonl:p3,,2021-09-31,a slip\n"
                     ",10.1000/4,2018-04,of the DOI\njsonl:p4,,2018-05,of the paper\n"
                     "jsonl:p9,,2018,of nobody\n")  # fmt: skip
    options = {"input": [str(file.parent)], "dates": [str(deposit), str(table)], "since": "2018-05-01"}
    ingest(tables=str(tmp_path / "t"), **options)
    found = {row["paper_id"]: row for row in rows(tmp_path / "t", "papers")}
    dated = ("pub_month", "date_precision", "date_source", "date_reason")
    assert {name: tuple(row[column] for column in dated) for name, row in found.items()} == {
        "jsonl:p1": ("2024-05", "day", "override:crossref", "Crossref deposit deposit"),
        "jsonl:p2": ("2019-00", "year", "override:csv", "seen in the journal"),
        "jsonl:p4": ("2018-05", "month", "override:csv", "of the paper"),
        "jsonl:p5": ("2020-05", "day", "date", None),
    }
    refused = {(row["paper_id"], Path(row["source_file"]).name): row for row in rows(tmp_path / "t", "quarantine")}
    assert set(refused) == {("jsonl:p3", "a.jsonl"), ("jsonl:p3", "dates.csv")}
    assert refused["jsonl:p3", "a.jsonl"]["detail"].startswith(f"its date in {table}: override:csv: 2021-09-31")
    counts = {Path(row["source_file"]).name: (row["records"], row["papers"], row["quarantined"])
              for row in rows(tmp_path / "t", "sources")}  # fmt: skip
    assert counts == {"a.jsonl": (5, 4, 1), "dates.csv": (5, 4, 1), "deposit.xml": (1, 1, 0)}
    assert ingest(tables=str(tmp_path / "t"), **options).plan.is_empty
    # A correction that is mended has the papers read again.
    table.write_text(table.read_text().replace("2021-09-31", "2021-09-30"))
    ingest(tables=str(tmp_path / "t"), **options)
    assert {row["pub_month"] for row in rows(tmp_path / "t", "papers") if row["paper_id"] == "jsonl:p3"} == {"2021-09"}
    assert rows(tmp_path / "t", "quarantine") == []
    table.write_text("doi;date\n10.1000/4;2018-04\n")
    with pytest.raises(
        ConfigurationError, match=r"dates\.csv: nothing in it can be used; the first record: .*paper_id"
    ):
        ingest(tables=str(tmp_path / "t"), **options)
    with pytest.raises(ConfigurationError, match=r"a\.jsonl: name CSV \(\.csv\), or Crossref deposits"):
        ingest(tables=str(tmp_path / "t"), input=options["input"], dates=[str(file)])


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[dict[str, Any], str]:
    """The JSON object that ends the output of a command, and what a person is told."""
    main(arguments)
    captured = capsys.readouterr()
    return json.loads(captured.out.splitlines()[-1]), captured.err


def test_the_command_line_ingests_reports_shows_the_quarantine_and_retries(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = str(tmp_path / "t")
    file = write(tmp_path / "in.jsonl", paper(1), paper(2, "2021-09-31"), paper(3, "1970"), {"paper_id": "p4"})
    done, told = output(capsys, "ingest", "--input", str(file), "--tables", root, "--report")
    assert (done["counts"]["papers"], done["groups"], done["published"]) == (2, 1, True)
    assert done["report"]["by_source"] == {"jsonl": {"day": 1, "month": 0, "year": 0, "none": 1}}
    assert [Path(name).name for name in done["report"]["files"]] == ["dates.json", "months.csv", "months.png"]
    assert (tmp_path / "t-report" / "months.png").read_bytes().startswith(b"\x89PNG")
    assert "How precisely papers are dated" in told

    shown, told = output(capsys, "quarantine", "show", "--tables", root, "--samples", "1")
    assert shown["quarantined"] == {"impossible_date": 1, "wrong_layout": 1}
    assert [(one["reason"], one["record"], one["paper_id"]) for one in shown["samples"]] == [
        ("impossible_date", 1, "jsonl:p2"),
        ("wrong_layout", 3, None),
    ]
    assert "Correct the date" in told
    one, _ = output(capsys, "quarantine", "show", "--tables", root, "--reason", "impossible_date", "--file", "in.jsonl")
    assert one["quarantined"] == {"impossible_date": 1}
    assert output(capsys, "quarantine", "show", "--tables", root, "--file", "n.jsonl")[0]["quarantined"] == {}

    # Mended without a trace: same size, same time.
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    file.write_text(file.read_text().replace("2021-09-31", "2021-09-30"))
    os.utime(file, ns=times)
    assert not output(capsys, "ingest", "--input", str(file), "--tables", root)[0]["published"]
    again, _ = output(capsys, "quarantine", "retry", "--tables", root, "--reason", "impossible_date")
    assert (again["files"], again["papers"]) == (1, {"before": 2, "after": 3})
    assert again["quarantined"] == {
        "impossible_date": {"before": 1, "after": 0},
        "wrong_layout": {"before": 1, "after": 1},
    }
    assert not output(capsys, "quarantine", "retry", "--tables", root, "--reason", "superseded")[0]["published"]
    with pytest.raises(SystemExit) as stop:
        main(["lexicon", "stats", "--tables", root])
    assert stop.value.code == 2
    assert "holds no queries yet" in capsys.readouterr().err
