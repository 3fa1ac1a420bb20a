"""`lexicon discover`: from published papers to the table `openers`."""

import json
from pathlib import Path
from typing import Any

import pytest
from deltalake import DeltaTable
from pyspark.sql import SparkSession

from ratio_spark.cli import discover, main
from ratio_spark.tables.schemas import OPENERS
from tests.spark.conftest import Mine

LEXICON = """---
distractor: contrast
definition: d
---
however\ttest\tcandidate
as a remedy for this\ttest\tcandidate
strikingly\ttest\trejected: a stance
"""
PAPERS = {
    "a": ["It ran. In that reading, it fell. Strikingly, it won. “In that Reading, it fell.", "However, it is so."],
    "b": ["In that reading, it fell. It is so. However, it ran. A remedy for this, if any, is dear."],
    "c": ["It is so. Strikingly, it ran. A remedy for this, it is."],
}


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lexicon")
    (folder / "contrast.lex").write_text(LEXICON, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def root(mine: Mine, tmp_path_factory: pytest.TempPathFactory, lexicon: Path) -> str:
    """Tables with the papers: every test writes its own `openers`."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "in.jsonl").write_text(
        "".join(json.dumps({"paper_id": name, "paragraphs": texts}) + "\n" for name, texts in PAPERS.items())
    )
    mine(input=[str(folder / "in.jsonl")], tables=str(folder / "tables"), lexicon=str(lexicon))
    return str(folder / "tables")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[dict[str, Any], str]:
    """The JSON line and the report of `lexicon discover`."""
    capsys.readouterr()
    main(["lexicon", "discover", *arguments])
    output = capsys.readouterr()
    return json.loads(output.out.splitlines()[-1]), output.err


def openers(root: str) -> dict[str, dict[str, Any]]:
    return {row.pop("opener"): row for row in DeltaTable(f"{root}/openers").to_pyarrow_table().to_pylist()}


def test_unknown_openers_are_written_with_counts_samples_and_a_suggestion(
    spark: SparkSession, root: str, lexicon: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result, report = run(capsys, "--tables", root, "--lexicon", str(lexicon), "--min-papers", "2")
    assert result["counts"] == {
        "openers": 2, "sentences": 5, "pairs": 4, "known": 0, "unknown": 2, "suggested:contrast": 1
    }  # fmt: skip
    found = openers(root)
    samples = found["in that reading"].pop("samples")
    assert [sample["paper_id"] for sample in samples] == ["jsonl:a"]
    assert found["in that reading"] == {
        "status": "unknown", "papers": 2, "sentences": 3, "pairs": 2,
        "suggestion": None, "resembles": None, "likeness": None,
    }  # fmt: skip
    assert samples[0]["previous"] == "It ran."
    assert samples[0]["sentence"] == "In that reading, it fell."
    remedy = found["a remedy for this"]
    assert sorted(sample["sentence"] for sample in remedy.pop("samples")) == [
        "A remedy for this, if any, is dear.",
        "A remedy for this, it is.",
    ]
    assert (remedy["suggestion"], remedy["resembles"], remedy["papers"]) == ("contrast", "as a remedy for this", 2)
    assert "2 papers        3 sentences  in that reading," in report
    assert "It ran. ▸ In that reading, it fell." in report
    schema = DeltaTable(f"{root}/openers").schema()
    assert [field.metadata["comment"] for field in schema.fields] == [column.comment for column in OPENERS.columns]


def test_known_openers_are_kept_on_demand_and_top_takes_the_most_frequent(
    spark: SparkSession, root: str, lexicon: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--tables", root, "--lexicon", str(lexicon), "--all", "--min-papers")
    run(capsys, *options, "1")
    rows = openers(root)
    known = {name: (row["status"], row["suggestion"], row["resembles"], row["pairs"]) for name, row in rows.items()}
    assert known["however"] == ("known", "contrast", "however", 1)
    assert known["strikingly"] == ("known", None, "strikingly", 2)
    assert known["in that reading"] == ("unknown", None, None, 2)
    result, _ = run(capsys, *options, "2", "--top", "1")
    assert list(openers(root)) == ["in that reading"]
    assert result["counts"]["known"] == 0


def test_the_same_command_commits_once_and_another_lexicon_commits_again(
    spark: SparkSession, root: str, lexicon: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--tables", root, "--min-papers", "2", "--top", "9", "--lexicon")
    first, _ = run(capsys, *options, str(lexicon))
    again, report = run(capsys, *options, str(lexicon))
    assert (first["committed"], again["committed"]) == (True, False)
    assert {**first, "committed": 0, "seconds": 0} == {**again, "committed": 0, "seconds": 0}
    assert "as before" in report
    (tmp_path / "contrast.lex").write_text(f"{LEXICON}in that reading\ttest\trejected: a view\n", encoding="utf-8")
    changed, _ = run(capsys, *options, str(tmp_path))
    assert (changed["committed"], changed["version"]) == (True, first["version"] + 1)
    assert list(openers(root)) == ["a remedy for this"]


def test_counting_openers_is_no_run_that_mining_must_undo(
    spark: SparkSession, root: str, lexicon: Path, capsys: pytest.CaptureFixture[str], mine: Mine
) -> None:
    discovered, _ = run(capsys, "--tables", root, "--lexicon", str(lexicon))
    outcome = mine(tables=root, lexicon=str(lexicon))
    assert not outcome.published
    assert DeltaTable(f"{root}/openers").version() == discovered["version"]


def test_a_root_without_a_published_run_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stop:
        discover(["--tables", str(tmp_path)])
    assert stop.value.code == 2
    assert "holds no published run" in capsys.readouterr().err
