"""What a person sees of `lexicon check`, `expand` and `diff`: they need no Spark."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.cli import main
from ratio_spark.text.lexicon import Lexicon
from tests.curation.lexicons import FIRST_LINE, LEXICON, write_lexicon

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "lexicons"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, dict[str, Any]]:
    """What a command tells a person, and its JSON."""
    main(["lexicon", *arguments])
    output = capsys.readouterr()
    return output.err, json.loads(output.out.splitlines()[-1])


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines with which a command refuses these arguments."""
    with pytest.raises(SystemExit) as stop:
        main(["lexicon", *arguments])
    assert stop.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    return output.err.splitlines()


def test_check_counts_lines_markers_and_what_nobody_has_vetted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = write_lexicon(tmp_path / "lexicon")
    report, result = told(capsys, "check", "--lexicon", str(folder))
    rows = [line.split() for line in report.splitlines()]
    assert ["SOLVE", "3", "6", "2", "1", "1"] in rows
    assert ["SOLVE.lex", "2", "pattern,", "1", "manual"] in rows
    assert report.endswith(
        f"{folder}: no fault. 5 lines stand for 8 markers; 4 of the lines are unvetted: nobody has accepted them yet.\n"
    )
    assert result["fingerprint"] == Lexicon.load(folder).fingerprint
    assert result["counts"] == {"lines": 5, "markers": 8, "unvetted": 4, "accepted": 1, "rejected": 2}
    assert result["files"][1] == {
        "file": "SOLVE.lex",
        "label": "SOLVE",
        "lines": 3,
        "markers": 6,
        "unvetted": 2,
        "accepted": 1,
        "rejected": 1,
        "sources": {"pattern": 2, "manual": 1},
    }


def test_check_names_every_fault_at_the_head_of_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = write_lexicon(tmp_path / "lexicon", SHOW="However\tmanual\tcandidate\n", contrast="so\tm\tmaybe\n")
    (folder / "folder.lex").mkdir()
    head, *faults = refused(capsys, "check", "--lexicon", str(folder))
    assert head == f"ratio-spark lexicon check: 3 faults in {folder}"
    assert [fault.split(": ")[0] for fault in faults] == [
        f"{folder}/SHOW.lex:{FIRST_LINE['SHOW']}",
        f"{folder}/contrast.lex:{FIRST_LINE['contrast']}",
        f"{folder}/folder.lex:1",
    ]
    assert faults[2].endswith("cannot be read (Is a directory); mend or remove it")


def expanded(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    main(["lexicon", "expand", *arguments])
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_expand_prints_move_id_and_marker_of_a_line_a_move_and_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = write_lexicon(tmp_path / "lexicon")
    solve = next(group for group in Lexicon.load(folder).groups if group.label == "SOLVE")
    plain = solve.marker_id(solve.entries[0])
    rows = [["SOLVE", plain, "to address this"], ["SOLVE", plain, "to tackle this"]]
    at = ("--lexicon", str(folder))
    assert expanded(capsys, "to {solve} this", *at) == rows
    assert expanded(capsys, "to tackle this", "however", *at)[:2] == rows
    assert [row[2] for row in expanded(capsys, "--move", "contrast", *at)] == ["however"]
    assert [row[2] for row in expanded(capsys, "--move", "SOLVE", *at)] == [marker for marker, _ in solve.markers()]
    assert len(expanded(capsys, *at)) == 8


def test_expand_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    at = ("--lexicon", str(write_lexicon(tmp_path / "lexicon")))
    assert refused(capsys, "expand", "howevr", *at) == [
        "ratio-spark lexicon expand: no line of the lexicon knows 'howevr'; did you mean 'however'?"
    ]
    assert refused(capsys, "expand", "however", "--move", "contrast", *at) == [
        "ratio-spark lexicon expand: name markers or --move, not both"
    ]


def test_a_reader_that_has_read_enough_gives_no_complaint() -> None:
    code = "from ratio_spark.cli import main; main(['lexicon', 'expand'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().count("\t") == 2
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_diff_tells_lines_and_markers_added_removed_moved_and_altered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = write_lexicon(tmp_path / "before")
    after = write_lexicon(
        tmp_path / "after",
        SOLVE="to {solve} this\tpattern\taccepted by B\nto {solve} {this} …\tpattern\tcandidate\n"
        "as a cure\tmanual\tcandidate\nas a remedy\tmanual\trejected: means nothing\nto address this\tm\trejected: x\n",
        SHOW=LEXICON["SHOW"] + "however\tmanual\tcandidate\n",
        contrast="yet\tmanual\tcandidate\n",
    )
    report, result = told(capsys, "diff", str(before), str(after))
    assert result["lines"] == {"added": 2, "removed": 1, "moved": 1, "altered": 2}
    # "to tackle these …" is rejected no more, "to address this" is now.
    assert result["markers"] == {"added": 3, "removed": 2, "moved": 1}
    changes = {change["marker"]: change for change in result["changed_lines"]}
    assert changes["however"]["before"] == {"label": "contrast", "place": f"contrast.lex:{FIRST_LINE['contrast']}"}
    assert changes["however"]["after"]["label"] == "SHOW"
    assert report.splitlines() == [
        "Lines: 2 added, 1 removed, 1 moved, 2 altered",
        "Markers: 3 added, 2 removed, 1 moved",
        f"  ~ however  contrast → SHOW  SHOW.lex:{FIRST_LINE['SHOW'] + 2}",
        f"  ~ to {{solve}} this  SOLVE  SOLVE.lex:{FIRST_LINE['SOLVE']}  markers: -1 (to address this)",
        f"  ~ to {{solve}} {{this}} …  SOLVE  SOLVE.lex:{FIRST_LINE['SOLVE'] + 1}  markers: +1 (to tackle these …)",
        f"  + as a cure  SOLVE  SOLVE.lex:{FIRST_LINE['SOLVE'] + 2}",
        f"  - as a remedy  SOLVE  SOLVE.lex:{FIRST_LINE['SOLVE'] + 2}  rejected: means nothing",
        f"  + yet  contrast  contrast.lex:{FIRST_LINE['contrast']}",
    ]


def test_diff_of_a_lexicon_with_itself_and_of_another_slot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before, after = write_lexicon(tmp_path / "before"), write_lexicon(tmp_path / "after")
    report, result = told(capsys, "diff", str(before), str(after))
    assert report == "Lines: the same\nMarkers: the same\n"
    assert result["fingerprints"]["a"] == result["fingerprints"]["b"]
    file = after / "SOLVE.lex"
    file.write_text(file.read_text().replace("max_words: 5", "max_words: 7"))
    report, result = told(capsys, "diff", str(before), str(after))
    assert result["lines"] == {"added": 0, "removed": 0, "moved": 0, "altered": 1}
    assert report.endswith("slot of 5 → 7 words\n")


def test_diff_limits_only_the_papers_of_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = str(write_lexicon(tmp_path / "lexicon"))
    assert refused(capsys, "diff", folder, folder, "--limit", "5") == [
        "ratio-spark lexicon diff: --limit chooses among papers: name their --tables too"
    ]
    assert refused(capsys, "diff", folder) == ["ratio-spark lexicon diff: B is needed"]
    (sentence,) = refused(capsys, "diff", folder, folder, "--tables", str(tmp_path / "none"))
    assert sentence.endswith(f"{tmp_path}/none holds no published run: name the --tables of `ratio-spark mine`")


def test_the_example_relations_load_and_each_is_one_file() -> None:
    lexicon = Lexicon.load(EXAMPLES)
    assert [move.name for move in lexicon.moves] == ["CAUSE", "CONTRAST"]
    assert lexicon.kinds == ()
    assert all(20 <= len(group.entries) <= 60 for group in lexicon.groups)
