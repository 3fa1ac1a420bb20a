"""Agreement, decisions, and what is written into the lexicon."""

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from vetting import CAUSE, judge, line_of, write_lexicon

from ratio_spark.cli import main
from ratio_spark.curation.agreement import Decision, Tally, agreements, decide
from ratio_spark.curation.lexicon_edit import replace_files, with_statuses
from ratio_spark.curation.records import read_records
from ratio_spark.errors import LexiconError
from ratio_spark.text.lexicon import Lexicon


@pytest.fixture
def lexicons(tmp_path: Path) -> Path:
    return write_lexicon(tmp_path)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    return tmp_path / "vetting"


def agree(capsys: pytest.CaptureFixture[str], lexicons: Path, *options: str) -> tuple[dict[str, Any], str]:
    """The JSON and the report of the command."""
    main(["lexicon", "agree", "--lexicon", str(lexicons), *options])
    out, err = capsys.readouterr()
    return json.loads(out), err


def kappa(records: Path) -> tuple[int, int, float | None]:
    (found,) = agreements(read_records(records))
    return found.pairs, found.same, found.kappa


def test_kappa_is_that_of_the_textbook_over_the_pairs_that_both_judged(lexicons: Path, records: Path) -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed agreement 0.7, by chance 0.5.
    line = line_of(lexicons, "however")
    judge(records, "Ada", line, ["yes"] * 25 + ["no"] * 25 + ["yes"] * 3)
    judge(records, "Bo", line, ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15)
    assert kappa(records) == (50, 35, pytest.approx(0.4))


def test_unsure_is_a_verdict_of_its_own(lexicons: Path, records: Path) -> None:
    line = line_of(lexicons, "however")
    judge(records, "Ada", line, ["yes", "no", "unsure"])
    judge(records, "Bo", line, ["yes", "no", "no"])
    assert kappa(records) == (3, 2, pytest.approx(0.5))


def test_kappa_is_undefined_where_both_gave_one_verdict_throughout(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line_of(lexicons, "however"), ["yes"] * 4)
    assert kappa(records) == (4, 4, None)
    assert "100% of them alike; Cohen's kappa is undefined" in agree(capsys, lexicons)[1]


def test_kappa_is_undefined_without_a_common_pair(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge(records, "Ada", line_of(lexicons, "however"), ["yes"])
    judge(records, "Bo", line_of(lexicons, "because of this …"), ["no"])
    found, report = agree(capsys, lexicons)
    assert found["agreement"] == [{"annotators": ["Ada", "Bo"], "pairs": 0, "same": 0, "kappa": None}]
    assert "Ada and Bo: no pair judged by both; Cohen's kappa is undefined" in report


def test_three_annotators_give_three_agreements(lexicons: Path, records: Path) -> None:
    for annotator in ("Cy", "Ada", "Bo"):
        judge(records, annotator, line_of(lexicons, "however"), ["yes", "no"])
    found = agreements(read_records(records))
    assert [item.annotators for item in found] == [("Ada", "Bo"), ("Ada", "Cy"), ("Bo", "Cy")]


@pytest.mark.parametrize(
    ("yes", "decision"),
    [
        ((15, 12), Decision.ACCEPTED),
        ((15, 11), Decision.DISAGREED),
        ((11, 2), Decision.REJECTED),
        ((15,), Decision.UNDECIDED),
        ((15, 15, 15), Decision.ACCEPTED),
        ((15, 15, 0), Decision.DISAGREED),
        ((), Decision.UNDECIDED),
    ],
)
def test_a_line_is_decided_by_the_share_of_yes_of_each_annotator(yes: tuple[int, ...], decision: Decision) -> None:
    assert decide({str(number): Tally(15, count) for number, count in enumerate(yes)}, accept=0.8) == decision


def test_an_annotator_with_few_pairs_has_no_say(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = line_of(lexicons, "however")
    judge(records, "Ada", line, ["yes"] * 5)
    judge(records, "Bo", line, ["yes"] * 4)
    assert agree(capsys, lexicons)[0]["states"]["contrast"]["undecided"] == 1
    assert agree(capsys, lexicons, "--min-pairs", "4")[0]["states"]["contrast"]["accepted"] == 1


def test_every_line_is_counted_once_and_what_nobody_vetted_is_called_so(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line_of(lexicons, "because of this …"), ["no"] * 5)
    found, report = agree(capsys, lexicons)
    none = dict.fromkeys(("accepted", "rejected", "disagreed", "undecided", "unvetted"), 0)
    assert found["states"] == {
        "CAUSE": none | {"accepted": 1, "rejected": 1, "unvetted": 1},
        "contrast": none | {"unvetted": 1},
    }
    assert found["lines"]["rejected"] == [
        {
            "label": "CAUSE",
            "line": "because of this …",
            "tallies": {"Ada": {"judged": 5, "yes": 0}, "Bo": {"judged": 5, "yes": 0}},
        }
    ]
    assert "rejected  because of this …  CAUSE  holds in 0 of 5 pairs by Ada, 0 of 5 pairs by Bo" in report
    assert "--write puts 1 of these decisions into the lexicon" in report


def test_write_changes_the_status_of_exactly_the_decided_lines(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line_of(lexicons, "as a consequence of {this}"), ["yes"] * 5)
        judge(records, annotator, line_of(lexicons, "because of this …"), ["yes"] * 3 + ["no"] * 2)
        judge(records, annotator, line_of(lexicons, "owing to that"), ["yes"] * 5)
    judge(records, "Ada", line_of(lexicons, "however"), ["yes"] * 5)
    contrast = (lexicons / "contrast.lex").stat()
    found, report = agree(capsys, lexicons, "--write")
    expected = (
        CAUSE.replace("of {this}\tmanual\tcandidate", "of {this}\tmanual\taccepted by Ada, Bo")
        .replace("…\tpattern\tcandidate", "…\tpattern\trejected: holds in 3 of 5 pairs by Ada, 3 of 5 pairs by Bo")
        .replace("accepted by Carl", "accepted by Carl, Ada, Bo")
    )
    assert (lexicons / "cause.lex").read_text(encoding="utf-8") == expected
    assert (lexicons / "contrast.lex").stat().st_mtime_ns == contrast.st_mtime_ns
    assert found["written"] == [
        "cause.lex:10: accepted by Ada, Bo",
        "cause.lex:12: rejected: holds in 3 of 5 pairs by Ada, 3 of 5 pairs by Bo",
        "cause.lex:13: accepted by Carl, Ada, Bo",
    ]
    assert "the next `ratio-spark mine` mines again" in report
    assert len(Lexicon.load(lexicons).groups[0].rejected) == 2


def test_a_second_write_finds_nothing_to_do_and_never_revives_a_rejected_line(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = line_of(lexicons, "because of this …")
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line, ["no"] * 5)
    agree(capsys, lexicons, "--write")
    content = (lexicons / "cause.lex").read_bytes()
    assert agree(capsys, lexicons, "--write")[0]["written"] == []
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line, ["yes"] * 5)
    found, report = agree(capsys, lexicons, "--write")
    assert (found["written"], "No status cell of the lexicon has to change" in report) == ([], True)
    assert (lexicons / "cause.lex").read_bytes() == content


def test_judged_lines_that_left_the_lexicon_are_counted_and_not_written(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line_of(lexicons, "however"), ["yes"] * 5)
    (lexicons / "contrast.lex").unlink()
    found, report = agree(capsys, lexicons, "--write")
    assert (found["written"], found["lines"]["accepted"]) == ([], [])
    assert "1 judged lines are no longer in the lexicon" in report


def test_byte_order_mark_line_ends_and_rights_of_a_file_stay(lexicons: Path) -> None:
    path = lexicons / "contrast.lex"
    content = "\ufeff".encode() + path.read_bytes().replace(b"\n", b"\r\n").rstrip()
    path.write_bytes(content)
    path.chmod(0o640)
    replace_files(lexicons, {path.name: with_statuses(content, {5: "accepted by Ada, Bo"})})
    assert path.read_bytes() == content.replace(b"candidate", b"accepted by Ada, Bo")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(lexicons).count(".contrast.lex.new") == 0


def test_a_change_that_breaks_the_lexicon_is_refused_as_a_whole(lexicons: Path) -> None:
    before = {path.name: path.read_bytes() for path in lexicons.iterdir()}
    broken = {name: content + b"however\tmanual\tcandidate\n" for name, content in before.items()}
    with pytest.raises(LexiconError, match=rf"{lexicons}/contrast\.lex:5: 'however' is a marker of cause\.lex:15 too"):
        replace_files(lexicons, broken)
    assert {path.name: path.read_bytes() for path in lexicons.iterdir()} == before


def test_an_empty_folder_of_records_is_answered_with_the_command_that_fills_it(
    lexicons: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        agree(capsys, lexicons)
    assert stop.value.code == 2
    assert "vetting holds no judgments; `ratio-spark lexicon vet` makes them" in capsys.readouterr().err


def test_one_annotator_alone_decides_nothing(lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge(records, "Ada", line_of(lexicons, "however"), ["yes"] * 15)
    found, report = agree(capsys, lexicons)
    assert (found["agreement"], found["states"]["contrast"]["undecided"]) == ([], 1)
    assert "One annotator alone: agreement and decisions need two" in report


def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    lexicons: Path, records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for annotator in ("Ada", "Bo"):
        judge(records, annotator, line_of(lexicons, "however"), ["yes"])
    monkeypatch.setitem(sys.modules, "sklearn.exceptions", None)
    with pytest.raises(SystemExit) as stop:
        agree(capsys, lexicons)
    assert stop.value.code == 2
    sentence = "this command needs sklearn.exceptions: run pip install 'ratio-spark[curate]'\n"
    assert capsys.readouterr().err == f"ratio-spark lexicon agree: {sentence}"
