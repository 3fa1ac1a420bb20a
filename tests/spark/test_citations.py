"""Citation marks from the files to the flags, and into roots whose papers have none yet."""

import json
from pathlib import Path
from typing import Any

from deltalake import DeltaTable

from tests.corpus.layouts import s2orc, span
from tests.spark.conftest import Mine
from tests.spark.content import rows

QUERY = "Ähnlich wie Xu et al. [12] the search of Smith is slow."
GOLD = "we prune every tree."
TEXT = f"{QUERY} To address this issue, {GOLD}"
NEW_COLUMNS = ("arxiv_id", "first_author", "citations")


def record(number: int, *cited: str) -> dict[str, Any]:
    """A paper of one paragraph in which some words are marked as citations; none: the file marks no citations."""
    marks = [span(TEXT.index(words), TEXT.index(words) + len(words)) for words in cited]
    return s2orc(TEXT, number, paragraph=[span(0, len(TEXT))], **({"bibref": marks} if cited else {}))


def write(file: Path, *records: dict[str, Any]) -> str:
    file.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return str(file)


def cites(root: Path, table: str) -> dict[str, bool]:
    return {row["paper_id"]: "has_citation" in row["flags"] for row in rows(root, table)}


def test_marks_of_the_source_decide_and_the_look_only_where_there_are_none(
    mine: Mine, small_lexicon: Path, tmp_path: Path
) -> None:
    file = write(tmp_path / "in.jsonl", record(1), record(2, "Smith"), record(3, "tree"))
    mine(input=[file], tables=str(tmp_path / "t"), lexicon=str(small_lexicon))
    assert cites(tmp_path / "t", "queries") == {"s2orc:1": True, "s2orc:2": True, "s2orc:3": False}
    assert cites(tmp_path / "t", "golds") == {"s2orc:1": False, "s2orc:2": False, "s2orc:3": True}
    start = TEXT.index("Smith")
    assert {row["paper_id"]: row["citations"] for row in rows(tmp_path / "t", "papers")} == {
        "s2orc:1": None,
        "s2orc:2": [{"paragraph": 0, "start": start, "end": start + 5}],
        "s2orc:3": [{"paragraph": 0, "start": TEXT.index("tree"), "end": TEXT.index("tree") + 4}],
    }


def test_a_paper_whose_marks_changed_is_mined_again(mine: Mine, small_lexicon: Path, tmp_path: Path) -> None:
    options = {"input": [str(tmp_path / "in.jsonl")], "tables": str(tmp_path / "t"), "lexicon": str(small_lexicon)}
    write(tmp_path / "in.jsonl", record(1, "Smith"))
    mine(**options)
    write(tmp_path / "in.jsonl", record(1, "prune"))
    outcome = mine(**options, verify=True)
    assert outcome.run is not None
    assert outcome.run.work["papers_changed"] == 1
    assert (cites(tmp_path / "t", "queries"), cites(tmp_path / "t", "golds")) == ({"s2orc:1": False}, {"s2orc:1": True})


def test_papers_of_an_older_root_have_no_marks_until_they_are_read_again(
    mine: Mine, small_lexicon: Path, tmp_path: Path, spark: Any
) -> None:
    root = tmp_path / "t"
    options = {"tables": str(root), "lexicon": str(small_lexicon)}
    old = write(tmp_path / "old.jsonl", record(1, "Smith"))
    mine(input=[old], **options)
    older = spark.read.format("delta").load(f"{root}/papers").drop(*NEW_COLUMNS)
    older.write.format("delta").mode("overwrite").option("overwriteSchema", "true").partitionBy("pub_month").save(
        f"{root}/papers"
    )
    version = DeltaTable(root / "papers").version()
    spark.sql(f"UPDATE delta.`{root}/runs` SET versions = map_concat(map_filter(versions, (k, v) -> k <> 'papers'), "
              f"map('papers', {version}L))")  # fmt: skip
    mine(input=[old, write(tmp_path / "new.jsonl", record(2, "prune"))], **options)
    assert {row["paper_id"]: row["citations"] is None for row in rows(root, "papers")} == {
        "s2orc:1": True,
        "s2orc:2": False,
    }
    assert cites(root, "golds") == {"s2orc:1": False, "s2orc:2": True}
