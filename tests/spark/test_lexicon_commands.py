"""Relations of one's own from lexicon file to report, and the `lexicon` commands over the tables they gave."""

import csv
import json
import re
import shutil
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from ratio_spark.cli import main
from ratio_spark.curation.pair_diff import CHANGES, compare_pairs, diff_pairs, random_papers
from ratio_spark.mining import job
from ratio_spark.mining.mine import mine
from ratio_spark.published import Published
from ratio_spark.tables.publish import last_run
from ratio_spark.tables.schemas import PAPERS
from ratio_spark.tables.store import Store
from ratio_spark.text.lexicon import Lexicon
from tests.conftest import ROOT
from tests.spark.content import rows

EXAMPLES = ROOT / "examples" / "lexicons"


@dataclass(frozen=True)
class Mined:
    """Tables that the command line made, with what it told a person and a program."""

    root: str
    report: str
    result: dict[str, Any]


def run(*arguments: str) -> tuple[str, str]:
    """What a command prints for programs and for a person."""
    out, report = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(report):
        main(arguments)
    return out.getvalue(), report.getvalue()


@pytest.fixture(scope="module")
def relations(spark: SparkSession, sample_options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Mined:
    """The bundled sample, mined with the two example relations."""
    root = str(tmp_path_factory.mktemp("relations") / "tables")
    inputs = [argument for name, values in sample_options.items() for argument in (f"--{name}", *values)]
    out, report = run("mine", *inputs, "--lexicon", str(EXAMPLES), "--tables", root)
    return Mined(root, report, json.loads(out.splitlines()[-1]))


LONG_MARKER = "however, the pooled prior is stale after large refactorings"


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example relations with changes that make pairs differ in every way but their flags."""
    folder = tmp_path_factory.mktemp("changed") / "lexicon"
    shutil.copytree(EXAMPLES, folder)
    cause, contrast = folder / "cause.lex", folder / "contrast.lex"
    text = re.sub(r"(?m)^(therefore\tmanual\t)candidate", r"\1rejected: for a test", cause.read_text())
    cause.write_text(re.sub(r"(?m)^consequently\t.*\n", "", text))
    text = re.sub(r"(?m)^by contrast\t.*\n", "", contrast.read_text())
    text = text.replace("words:\n", "words:\n  opposition: [contrast]\n")
    for marker in ("consequently", "similarly", LONG_MARKER, "by {opposition}"):
        text += f"{marker}\ttest\tcandidate\n"
    contrast.write_text(text)
    return folder


def test_a_relation_of_ones_own_is_mined_counted_and_reported(relations: Mined) -> None:
    queries, golds = rows(relations.root, "queries"), rows(relations.root, "golds")
    by_move = Counter(row["move"] for row in queries)
    assert set(by_move) == {"CAUSE", "CONTRAST"}
    assert min(by_move.values()) >= 20
    assert Counter(row["move"] for row in golds) == by_move
    counts = relations.result["counts"]
    assert {name: counts[f"queries:{name}"] for name in by_move} == by_move
    assert counts["distractors"] == 0
    for name, number in by_move.items():
        assert re.search(rf"(?m)^ +{number}  {name} pairs$", relations.report)
        assert re.search(rf"(?m)^{name}  \S", relations.report)
    pairs = {row["pair_id"]: row["text"] for row in golds}
    of_cause = [row for row in queries if row["marker"] == "Consequently,"]
    assert {row["move"] for row in of_cause} == {"CAUSE"}
    assert all(row["pair_id"] in pairs for row in of_cause)


def test_a_relation_of_ones_own_is_explained(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("Prices rose. As a consequence of this shift, demand fell. In contrast, wages stood still.\n")
    out, _ = run("explain", str(text), "--lexicon", str(EXAMPLES), "--json")
    found = [(pair["move"], pair["marker"], pair["extension"]) for pair in json.loads(out)["pairs"]]
    assert found == [("CAUSE", "As a consequence of this shift,", "shift"), ("CONTRAST", "In contrast,", None)]


def published(spark: SparkSession, root: str) -> Published:
    store = Store(spark, root)
    newest = last_run(store)
    assert newest
    return Published(store, newest)


def test_stats_count_every_pair_by_the_line_that_fired(relations: Mined, tmp_path: Path) -> None:
    listing = tmp_path / "lines.tsv"
    at = ("--tables", relations.root, "--lexicon", str(EXAMPLES))
    out, report = run("lexicon", "stats", *at, "--top", "1", "--output", str(listing))
    result, queries = json.loads(out), rows(relations.root, "queries")
    pairs = Counter(row["marker_id"] for row in queries)
    papers = Counter(marker_id for marker_id, _ in {(row["marker_id"], row["paper_id"]) for row in queries})
    with listing.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, dialect="excel-tab"))
    live = [line for line in lines if int(line["pairs"])]
    assert {line["marker_id"]: (int(line["pairs"]), int(line["papers"])) for line in live} == {
        marker_id: (pairs[marker_id], papers[marker_id]) for marker_id in pairs
    }
    total = sum(len(group.entries) for group in Lexicon.load(EXAMPLES).groups)
    assert len(lines) == total
    assert result["counts"] == {
        "pairs": len(queries),
        "live_lines": total,
        "fired_lines": len(pairs),
        "unvetted": len(pairs),
        "silent_lines": total - len(pairs),
        "stranger_lines": 0,
        "stranger_pairs": 0,
    }
    of_cause = [row for row in queries if row["move"] == "CAUSE"]
    assert result["moves"]["CAUSE"]["pairs"] == len(of_cause)
    assert result["moves"]["CAUSE"]["papers"] == len({row["paper_id"] for row in of_cause})
    assert result["same_lexicon"] is True
    (top,) = result["top"]
    assert (top["pairs"], top["status"]) == (max(pairs.values()), "unvetted")
    assert f"{total - len(pairs)} of {total} live lines never fired" in report
    assert report.count(" ▸ ") == 2
    assert "another lexicon" not in report
    assert not list(tmp_path.glob(".*"))


def test_stats_count_the_forms_of_a_marker_whatever_its_case_and_signs(relations: Mined) -> None:
    out, _ = run("lexicon", "stats", "--tables", relations.root, "--lexicon", str(EXAMPLES), "--move", "CAUSE")
    forms = {line["marker"]: line["forms"] for line in json.loads(out)["top"]}
    texts = [row["marker"] for row in rows(relations.root, "queries")]
    assert forms["therefore"] == f"therefore ({texts.count('Therefore,')})"
    found = Counter(text.lower() for text in texts if text.lower() in ("as a result,", "as a consequence,"))
    assert forms["as a {outcome}"] == "; ".join(
        f"{text.rstrip(',')} ({number})"
        for text, number in sorted(found.items(), key=lambda item: (item[1], item[0]))[::-1]
    )


def test_stats_with_another_lexicon_count_what_it_does_not_know(relations: Mined, changed: Path) -> None:
    out, report = run("lexicon", "stats", "--tables", relations.root, "--lexicon", str(changed), "--top", "0")
    queries = rows(relations.root, "queries")
    strangers = [row for row in queries if row["marker"] in ("Therefore,", "Consequently,", "By contrast,")]
    counts = json.loads(out)["counts"]
    assert (counts["stranger_lines"], counts["stranger_pairs"]) == (3, len(strangers))
    assert counts["pairs"] == len(queries)
    assert "These tables were mined with another lexicon: 3 lines that fired" in report


def test_samples_are_the_same_for_a_seed_and_others_for_another(relations: Mined) -> None:
    at = ("--tables", relations.root, "--lexicon", str(EXAMPLES), "--json", "--number", "3")
    first, again, other = (run("lexicon", "samples", "however", *at, *seed)[0] for seed in ((), (), ("--seed", "1")))
    assert first == again != other
    pairs = [json.loads(line) for line in first.splitlines()]
    golds = {row["pair_id"]: row for row in rows(relations.root, "golds")}
    queries = {row["pair_id"]: row for row in rows(relations.root, "queries")}
    assert len(pairs) == 3
    for pair in pairs:
        query, gold = queries[pair["pair_id"]], golds[pair["pair_id"]]
        assert (pair["query"], pair["marker"], pair["gold"]) == (query["text"], query["marker"], gold["text"])
        assert (pair["query_flags"], pair["gold_flags"]) == (query["flags"], gold["flags"])


def test_samples_of_a_line_a_marker_written_out_and_an_id(relations: Mined) -> None:
    at = ("--tables", relations.root, "--lexicon", str(EXAMPLES), "--json", "--number", "1000")
    queries = rows(relations.root, "queries")
    line = next(row["marker_id"] for row in queries if row["marker"] == "As a result,")
    of_line = {row["pair_id"] for row in queries if row["marker_id"] == line}
    of_marker = {row["pair_id"] for row in queries if row["marker"].lower().endswith("as a result,")}
    assert of_marker < of_line

    def found(marker: str) -> set[str]:
        return {json.loads(line)["pair_id"] for line in run("lexicon", "samples", marker, *at)[0].splitlines()}

    assert found("as a {outcome}") == found(line) == of_line
    assert found("as a result") == of_marker


def test_samples_of_distractors_and_the_listing_for_a_person(mined_sample: job.Outcome) -> None:
    root = mined_sample.store.root
    listing, _ = run("lexicon", "samples", "However,", "--tables", root, "--number", "2")
    distractors = {row["previous"]: row for row in rows(root, "distractors")}
    total = sum(row["marker"] == "However," for row in distractors.values())
    head, numbers, *_ = listing.splitlines()
    assert re.fullmatch(r"however  contrast  distractor_contrast\.lex:\d+  (unvetted|accepted by .+)", head)
    assert numbers == f"2 of {total} pairs"
    shown = [line for line in listing.splitlines() if " ▸ " in line]
    assert len(shown) == 2
    for line in shown:
        row = distractors[line.split(" ▸ ")[0]]
        assert line.endswith(f"However, {row['text']}")


def test_samples_refuse_an_unknown_marker_before_spark_and_an_unknown_id_after(
    relations: Mined, capsys: pytest.CaptureFixture[str]
) -> None:
    for marker, sentence in (
        ("howevr", "no line of the lexicon knows 'howevr'; did you mean 'however'?"),
        ("0123456789abcdef", "0123456789abcdef is the marker_id of no line of the lexicon and no pair of the tables"),
    ):
        with pytest.raises(SystemExit) as stop:
            main(["lexicon", "samples", marker, "--tables", relations.root, "--lexicon", str(EXAMPLES)])
        assert stop.value.code == 2
        assert capsys.readouterr().err == f"ratio-spark lexicon samples: {sentence}\n"


Pairs = dict[str, dict[str, Any]]


def pairs_of(root: str) -> Pairs:
    """Every published pair of a root, by pair_id."""
    golds = {row["pair_id"]: row for row in rows(root, "golds")}
    queries = {row["pair_id"]: row for row in rows(root, "queries")}
    distractors = {row["pair_id"]: row for row in rows(root, "distractors")}
    of_moves = {
        pair_id: {"label": row["move"], "gold": golds[pair_id]["text"], "rows": (row, golds[pair_id]), **row}
        for pair_id, row in queries.items()
    }
    of_distractors = {
        pair_id: {"label": row["kind"], "gold": row["text"], "rows": row, **row} for pair_id, row in distractors.items()
    }
    return of_moves | of_distractors


def pairs_mined(papers: DataFrame, lexicon: Path) -> Pairs:
    """Every pair that the mining stage finds, by pair_id."""
    found = mine(papers, Lexicon.load(lexicon)).where("pair_id IS NOT NULL").collect()
    return {row.pair_id: {"label": row.kind or row.move, "rows": row, **row.asDict()} for row in found}


def real_changes(before: Pairs, after: Pairs) -> dict[str, str]:
    """How two sets of pairs differ, by pair_id."""
    changes = dict.fromkeys(after.keys() - before.keys(), "added")
    changes |= dict.fromkeys(before.keys() - after.keys(), "removed")
    for pair_id in before.keys() & after.keys():
        old, new = before[pair_id], after[pair_id]
        if old["label"] != new["label"]:
            changes[pair_id] = "moved"
        elif old["gold"] != new["gold"]:
            changes[pair_id] = "cut"
        elif old["marker_id"] != new["marker_id"]:
            changes[pair_id] = "line"
        elif old["rows"] != new["rows"]:
            changes[pair_id] = "flags"
    return changes


def changes_told(papers: DataFrame, first: Path, second: Path) -> dict[str, str]:
    found = compare_pairs(papers, Lexicon.load(first), Lexicon.load(second)).collect()
    return {row.pair_id: row.change for row in found if row.pair_id}


def test_diff_tells_of_every_pair_how_mining_again_would_change_it(
    spark: SparkSession, relations: Mined, changed: Path
) -> None:
    papers = published(spark, relations.root).read(PAPERS)
    real = real_changes(pairs_mined(papers, EXAMPLES), pairs_mined(papers, changed))
    assert set(real.values()) == {"added", "removed", "moved", "cut", "line"}
    assert changes_told(papers, EXAMPLES, changed) == real


def test_diff_tells_of_flags_that_other_pairs_decide(spark: SparkSession, changed: Path) -> None:
    text = "It fails at night. Therefore, we wait for light. It fails at night. Hence, we sleep until the morning."
    papers = Store(spark, "none").empty(PAPERS)
    paper = {"paper_id": "a", "paragraphs": [{"section": "", "text": text}]}
    papers = spark.createDataFrame([{name: paper.get(name) for name in papers.columns}], papers.schema)
    real = real_changes(pairs_mined(papers, EXAMPLES), pairs_mined(papers, changed))
    assert sorted(real.values()) == ["flags", "removed"]
    assert changes_told(papers, EXAMPLES, changed) == real


def test_diff_is_the_difference_of_the_tables_that_two_lexicons_give(
    relations: Mined, mined_sample: job.Outcome
) -> None:
    root = relations.root
    before, after = pairs_of(root), pairs_of(mined_sample.store.root)
    real = Counter(real_changes(before, after).values())
    assert min(real[change] for change in ("added", "moved")) > 0
    out, report = run("lexicon", "diff", str(EXAMPLES), str(ROOT / "lexicons"), "--tables", root, "--top", "3")
    told = json.loads(out)["pairs"]
    same = len(before.keys() & after.keys()) - sum(real[change] for change in ("moved", "cut", "line", "flags"))
    assert told["counts"] == {"same": same, **{change: real[change] for change in CHANGES}}
    assert sum(change["pairs"] for change in told["changes"]) == sum(real.values())
    for label in {pair["label"] for pair in (*before.values(), *after.values())}:
        figures = told["moves"][label]
        assert figures["before"] == sum(pair["label"] == label for pair in before.values())
        assert figures["after"] == sum(pair["label"] == label for pair in after.values())
        gain = figures["added"] - figures["removed"] + figures["moved_in"] - figures["moved_out"]
        assert figures["after"] - figures["before"] == gain
    assert f"Pairs of 70 of 70 papers: {same:,} are the same" in report
    assert re.search(rf"(?m)^ +{real['moved']} moved: of another move or distractor kind$", report)
    assert report.count("▸") >= 3


def test_diff_of_some_papers_takes_the_same_ones_each_time(spark: SparkSession, relations: Mined) -> None:
    papers = published(spark, relations.root).read(PAPERS)
    ids = [sorted(row.paper_id for row in random_papers(papers, 7).select("paper_id").collect()) for _ in range(2)]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 7
    lexicon = Lexicon.load(EXAMPLES)
    nothing = diff_pairs(random_papers(papers, 7), lexicon, lexicon)
    assert nothing.changes == ()
    of_these = sum(pair["paper_id"] in ids[0] for pair in pairs_of(relations.root).values())
    assert sum(nothing.same.values()) == of_these > 0
