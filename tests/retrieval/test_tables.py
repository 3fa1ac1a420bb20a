"""Tables of results: what stands where, what is marked, and how Markdown and LaTeX write it."""

import re
from itertools import product
from pathlib import Path

import pytest

from ratio_spark.retrieval.report.folder import write_report
from ratio_spark.retrieval.report.main_table import main_table
from ratio_spark.retrieval.report.standing import standings
from ratio_spark.retrieval.report.stored_results import Results
from ratio_spark.retrieval.report.table_text import Block, Cell, Table
from ratio_spark.retrieval.report.tables import (
    cross_table,
    masking_table,
    metrics_table,
    overlap_table,
    parts_table,
    settings_table,
    tables_of,
    ties_table,
)
from tests.retrieval.invented_results import BENCHMARK, Invented, overlap_row, plain, rows, write_results, write_system

SPLIT = Path(BENCHMARK) / "test"
MOVES = ("ADDRESS", "SPECIFY")


def lines(table: Table) -> list[str]:
    """The rows of a table in Markdown, without title and notes."""
    return [line for line in table.markdown().splitlines() if line.startswith("|") and "---" not in line]


def small(folder: Path) -> Results:
    """bm25, a tuned system that was tested across, and a control; two queries a move."""
    write_system(
        folder, "bm25",
        [rows(move, ranks, setting) for move, ranks in (("ADDRESS", [2, 5]), ("SPECIFY", [1, 20]))
         for setting in ("pool", "unmasked")],
        [overlap_row("ADDRESS", k, 0.3 / k if k else 0.08) for k in (0, 1, 10)], kind="bm25",
    )  # fmt: skip
    write_system(
        folder, "mpnet",
        [rows(move, [1, 1] if on == move else [4, 10], tuned_on=on) for on, move in product(MOVES, MOVES)],
        tuned_on=MOVES, after_test_start=True,
    )  # fmt: skip
    control = [rows(move, [10, 10], tuned_on=move) for move in MOVES]
    write_system(folder, "move-prior", control, tuned_on=MOVES, kind="control", is_control=True)
    return Results(folder / SPLIT)


def test_the_main_table_sets_moves_side_by_side_with_controls_below(tmp_path: Path) -> None:
    results = small(tmp_path)
    table = main_table(results, standings(results, "pool", "mrr_at_10"), "pool", "mrr_at_10")
    assert lines(table) == [
        "| system | ADDRESS MRR@10 | ADDRESS R@10 | ADDRESS R@100 | SPECIFY MRR@10 | SPECIFY R@10 | SPECIFY R@100 |",
        "| bm25 | _35.0 – ‡_ | 100.0 | 100.0 | _50.0 – ‡_ | 50.0 | 100.0 |",
        "| mpnet† | **100.0 – ‡** | 100.0 | 100.0 | **100.0 – ‡** | 100.0 | 100.0 |",
        "| *controls* |  |  |  |  |  |  |",
        "| move-prior | 10.0 – | 100.0 | 100.0 | 10.0 – | 100.0 | 100.0 |",
    ]
    assert table.notes[0] == (
        "ADDRESS (2 queries of 1 work): mpnet is best, 100.0 –, and not told apart from bm25; "
        "it does not beat move-prior, so that nothing can be claimed for it."
    )
    notes = " ".join(table.notes)
    assert "‡ does not beat move-prior " in notes
    assert "Not evaluated, and so not held against: bm25+move-prior." in notes
    assert "† released after the test period had begun" in notes


def test_the_main_table_says_who_wins_with_the_interval_of_its_lead(tmp_path: Path) -> None:
    systems = [
        plain("bm25", 0.1, kind="bm25"), plain("good", 0.9),
        Invented("move-prior", {f"{on}>{on}": 0.02 for on in MOVES}, "control", MOVES, is_control=True),
    ]  # fmt: skip
    results = Results(write_results(tmp_path, systems, {"ADDRESS": 200, "SPECIFY": 200}))
    table = main_table(results, standings(results, "pool", "mrr_at_10"), "pool", "mrr_at_10")
    lead = r"\+\d+\.\d \[\+\d+\.\d, \+\d+\.\d\], p < .001\."
    assert re.fullmatch(
        rf"ADDRESS \(200 queries of 100 works\): good is best, \d\d\.\d \[.*\], ahead of bm25 by {lead}", table.notes[0]
    )
    (good,) = (line for line in lines(table) if line.startswith("| good"))
    assert "‡" not in good
    assert re.match(r"\| good \| \*\*\d\d\.\d \[\d\d\.\d, \d\d\.\d\]\*\* \|", good)


def test_settings_stand_side_by_side_and_a_setting_that_was_not_asked_is_empty(tmp_path: Path) -> None:
    table = settings_table(small(tmp_path), "mrr_at_10")
    assert lines(table)[:4] == [
        "| system | whole pool | nothing masked |",
        "| *ADDRESS* |  |  |",
        "| bm25 | 35.0 | **35.0** |",
        "| mpnet† | **100.0** |  |",
    ]
    assert "Nothing masked: the whole pool with selfs and twins in it, as the paper scores." in table.notes


def test_masked_stands_beside_unmasked_with_what_masking_gains(tmp_path: Path) -> None:
    tables = [rows("ADDRESS", [1, 2]), rows("ADDRESS", [2, 2], "unmasked")]
    write_system(tmp_path, "bm25", tables)
    assert lines(masking_table(Results(tmp_path / SPLIT), "mrr_at_10")) == [
        "| system | ADDRESS masked | ADDRESS unmasked | ADDRESS gain |",
        "| bm25 | 75.0 | 50.0 | +25.0 |",
    ]


def test_parts_say_how_many_queries_they_have(tmp_path: Path) -> None:
    table = parts_table(small(tmp_path), "mrr_at_10")
    assert lines(table)[2] == "| bm25 | 50.0 | 20.0 |"
    assert table.notes[0] == "Queries: ADDRESS 1 abstract, 1 full text; SPECIFY 1 abstract, 1 full text."


def test_the_cross_matrix_has_rows_of_tuning_and_columns_of_testing(tmp_path: Path) -> None:
    assert lines(cross_table(small(tmp_path), "mrr_at_10")) == [
        "| tuned on | ADDRESS | SPECIFY |",
        "| *mpnet†* |  |  |",
        "| ADDRESS | **100.0** | 17.5 |",
        "| SPECIFY | 17.5 | **100.0** |",
    ]


def test_all_metrics_of_rank_are_shown(tmp_path: Path) -> None:
    table = metrics_table(small(tmp_path))
    assert lines(table)[0] == "| system | MRR@10 | R@1 | R@3 | R@5 | R@10 | R@20 | R@100 | nDCG@10 |"
    assert lines(table)[2] == "| bm25 | 35.0 | 0.0 | 50.0 | **100.0** | **100.0** | **100.0** | **100.0** | 50.9 |"


def test_ties_and_the_querys_paper_are_shown(tmp_path: Path) -> None:
    table = ties_table(small(tmp_path))
    assert table.columns[0] == "system"
    assert lines(table)[2] == "| bm25 | 35.0 | 35.0 | 50.0 | 25.0 |"


def test_overlap_shows_the_gold_before_the_depths(tmp_path: Path) -> None:
    assert lines(overlap_table(small(tmp_path))) == [
        "| system | gold | k = 1 | k = 10 |",
        "| *ADDRESS* |  |  |  |",
        "| bm25 | 0.080 | 0.300 | 0.030 |",
    ]


def test_tables_without_figures_are_left_out(tmp_path: Path) -> None:
    write_system(tmp_path, "bm25", [rows("ADDRESS", [1])])
    names = [table.name for table in tables_of(Results(tmp_path / SPLIT), "mrr_at_10")]
    assert names == ["settings", "parts", "metrics", "ties"]


def test_a_report_holds_every_table_and_plot(tmp_path: Path) -> None:
    results = small(tmp_path / "results")
    folder = tmp_path / "report"
    folder.mkdir()
    write_report(results, standings(results, "pool", "mrr_at_10"), "pool", "mrr_at_10", folder)
    made = {path.name for path in folder.iterdir()}
    tables = ("main", "settings", "masking", "parts", "cross", "metrics", "ties", "overlap")
    assert made == {"tables.md", *(f"{name}.tex" for name in tables), "main.png", "overlap.png", "cross.png"}
    page = (folder / "tables.md").read_text()
    for picture in ("main.png", "overlap.png", "cross.png"):
        assert f"]({picture})" in page
    # Each file stands alone: where a system is marked, the mark is explained.
    for name in tables:
        latex = (folder / f"{name}.tex").read_text()
        assert ("mpnet\\textdagger{}" in latex) == ("\\textdagger{} released after the test period" in latex), name
    assert "mpnet\\textdagger{}" in (folder / "cross.tex").read_text()


def test_random_pools_that_differ_are_told_beside_their_figures(tmp_path: Path) -> None:
    for name, seed in (("one", 0), ("two", 3)):
        write_system(
            tmp_path, name, [rows("ADDRESS", [1, 2], setting) for setting in ("pool", "random_pool")], seed=seed
        )
    results = Results(tmp_path / SPLIT)
    told = "The random pools are not the same ones, and figures in them not to be compared; seeds: one 0, two 3."
    assert told in settings_table(results, "mrr_at_10").notes
    for setting, is_told in (("pool", False), ("random_pool", True)):
        standing = standings(results, setting, "mrr_at_10")
        assert (told in main_table(results, standing, setting, "mrr_at_10").notes) == is_told


def test_a_table_of_named_systems_is_held_against_the_controls_that_are_there(tmp_path: Path) -> None:
    small(tmp_path)
    results = Results(tmp_path / SPLIT, ["bm25"])
    table = main_table(results, standings(results, "pool", "mrr_at_10"), "pool", "mrr_at_10")
    assert lines(table)[1] == "| bm25 | **35.0 – ‡** | 100.0 | 100.0 | **50.0 – ‡** | 50.0 | 100.0 |"
    assert "Not evaluated, and so not held against: bm25+move-prior." in table.notes


TABLE = Table(
    "signs",
    "50 % of_all & more",
    ("system", "a", "b"),
    (Block("", ((Cell("x_1"), Cell("1.0", is_best=True), Cell("−2.0")),)),
     Block("controls", ((Cell("y†"), Cell("3.0", is_near=True), Cell("< 4")),))),
    (("A|B", 2),),
    ("See `golds_of_move` < 5.",),
)  # fmt: skip


def test_markdown_escapes_what_it_would_read_but_not_code() -> None:
    assert TABLE.markdown() == (
        "## 50 % of_all & more\n\n"
        "| system | A\\|B a | A\\|B b |\n| --- | ---: | ---: |\n"
        "| x\\_1 | **1.0** | −2.0 |\n| *controls* |  |  |\n| y† | _3.0_ | \\< 4 |\n\n"
        "See `golds_of_move` \\< 5.\n"
    )


def test_latex_has_groups_rules_and_escapes() -> None:
    assert TABLE.latex() == (
        "\\begin{table}\n\\centering\\small\n\\begin{tabular}{lrr}\n\\toprule\n"
        " & \\multicolumn{2}{c}{A\\textbar{}B} \\\\\n\\cmidrule(lr){2-3}\nsystem & a & b \\\\\n\\midrule\n"
        "x\\_1 & \\textbf{1.0} & $-$2.0 \\\\\n\\midrule\n\\multicolumn{3}{l}{\\emph{controls}} \\\\\n"
        "y\\textdagger{} & \\underline{3.0} & $<$ 4 \\\\\n\\bottomrule\n\\end{tabular}\n"
        "\\caption{50 \\% of\\_all \\& more. See \\texttt{golds\\_of\\_move} $<$ 5.}\n"
        "\\label{tab:signs}\n\\end{table}\n"
    )


@pytest.mark.parametrize("table", ["main", "settings", "cross"])
def test_every_row_of_a_latex_table_has_all_columns(tmp_path: Path, table: str) -> None:
    results = small(tmp_path)
    main = main_table(results, standings(results, "pool", "mrr_at_10"), "pool", "mrr_at_10")
    (found,) = (each for each in (main, *tables_of(results, "mrr_at_10")) if each.name == table)
    of_rows = [line for line in found.latex().splitlines() if line.endswith(r"\\") and "multicolumn" not in line]
    assert len(of_rows) > 2
    assert {line.count(" & ") for line in of_rows} == {len(found.columns) - 1}
