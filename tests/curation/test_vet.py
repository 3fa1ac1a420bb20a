"""A sitting: what is asked, what is kept, and that nothing is lost."""

import io
import os
import pty
import select
from pathlib import Path

import pytest
from rich.console import Console
from vetting import drawn, line_of, write_lexicon

from ratio_spark.cli import main
from ratio_spark.curation.conversation import Conversation
from ratio_spark.curation.keys import pressed_keys
from ratio_spark.curation.records import Record, Verdict, open_record, read_records
from ratio_spark.curation.relation import relation_of
from ratio_spark.curation.sitting import DrawnLine, Sitting
from ratio_spark.errors import ConfigurationError, DataContractError, RetryableError


@pytest.fixture
def lexicons(tmp_path: Path) -> Path:
    return write_lexicon(tmp_path)


@pytest.fixture
def lines(lexicons: Path) -> list[DrawnLine]:
    return [
        drawn(line_of(lexicons, "because of this …"), "p0", "p1", "p2"),
        drawn(line_of(lexicons, "however"), "q0"),
    ]


def converse(lexicons: Path, lines: list[DrawnLine], record: Record, keys: str, vetted: frozenset[str]) -> str:
    console = Console(width=100, record=True, file=io.StringIO())
    relations = {line.line.label: relation_of(lexicons, line.line.group) for line in lines}
    Conversation(console, Sitting(lines, record), relations, vetted).hold(iter(keys))
    return console.export_text()


def sit(lexicons: Path, lines: list[DrawnLine], keys: str) -> tuple[list[tuple[str, str]], str]:
    """What stands in the record after these keys, as pair (or line) and verdict; and what was on the screen."""
    records = lexicons.parent / "vetting"
    with open_record(records, "Ada") as record:
        screen = converse(lexicons, lines, record, keys, frozenset())
    said = read_records(records).get("Ada", {})
    return [(judgment.pair_id or judgment.line, str(judgment.verdict)) for judgment in said.values()], screen


def test_each_key_gives_its_verdict_and_the_next_pair_follows(lexicons: Path, lines: list[DrawnLine]) -> None:
    said, screen = sit(lexicons, lines, "ynu")
    assert said == [("p0", "yes"), ("p1", "no"), ("p2", "unsure")]
    assert screen.index("The river rose p0.") < screen.index("The river rose p1.") < screen.index("line 2 of 2")


def test_the_screen_shows_line_definition_roles_marker_and_that_nobody_has_vetted_it(
    lexicons: Path, lines: list[DrawnLine]
) -> None:
    screen = sit(lexicons, lines, "q")[1].splitlines()
    assert [line.rstrip() for line in screen][1:] == [
        "line 1 of 2 " + "─" * 88,
        "because of this …  CAUSE",
        "3 pairs, unvetted",
        "The gold is an effect of what the query states.",
        "",
        "  cause   The river rose p0.",
        "  effect  Because of this flood, the bridge closed.",
        "pair 1 of 3  does it hold? [y]es [n]o [u]nsure [b]ack [s]kip [q]uit [?]",
    ]


def test_a_line_that_somebody_judged_is_no_longer_called_unvetted(lexicons: Path, lines: list[DrawnLine]) -> None:
    with open_record(lexicons.parent / "vetting", "Ada") as record:
        screen = converse(lexicons, lines, record, "q", frozenset({lines[0].line.marker_id}))
    assert "3 pairs, candidate" in screen
    assert "unvetted" not in screen


def test_a_distractor_kind_is_judged_by_its_definition(lexicons: Path, lines: list[DrawnLine]) -> None:
    screen = sit(lexicons, lines[1:], "q")[1]
    assert "however  contrast" in screen
    assert "The sentence opposes the one before it." in screen
    assert "  sentence before  The river rose q0." in screen


def test_the_next_sitting_goes_on_where_the_last_one_stopped(lexicons: Path, lines: list[DrawnLine]) -> None:
    sit(lexicons, lines, "y")
    said, screen = sit(lexicons, lines, "n")
    assert said == [("p0", "yes"), ("p1", "no")]
    assert "The river rose p0." not in screen


def test_back_takes_the_last_answer_back_and_asks_again_even_in_a_later_sitting(
    lexicons: Path, lines: list[DrawnLine]
) -> None:
    sit(lexicons, lines, "yny")
    said, screen = sit(lexicons, lines, "bbu")
    assert said == [("p0", "yes"), ("p1", "unsure")]
    assert "taken back: yes to because of this …" in screen
    assert "taken back: no to because of this …" in screen


def test_an_answer_given_out_of_order_is_asked_again_at_once_when_it_is_taken_back(
    lexicons: Path, lines: list[DrawnLine]
) -> None:
    sit(lexicons, lines[1:], "y")
    said, screen = sit(lexicons, lines, "bn")
    assert said == [("q0", "no")]
    assert screen.count("The river rose q0.") == 1


def test_what_was_taken_back_stays_in_the_file(lexicons: Path, lines: list[DrawnLine]) -> None:
    sit(lexicons, lines, "yb")
    text = (lexicons.parent / "vetting" / "Ada.jsonl").read_text()
    assert [line.rsplit('"verdict":', 1)[1] for line in text.splitlines()] == ['"yes"}', '"undo"}']


def test_back_at_the_beginning_says_that_there_is_nothing(lexicons: Path, lines: list[DrawnLine]) -> None:
    said, screen = sit(lexicons, lines, "by")
    assert said == [("p0", "yes")]
    assert "there is nothing to take back" in screen


def test_skip_passes_over_the_rest_of_a_line_and_can_be_taken_back(lexicons: Path, lines: list[DrawnLine]) -> None:
    assert sit(lexicons, lines, "ys")[0] == [("p0", "yes"), ("because of this …", "skip")]
    said, screen = sit(lexicons, lines, "bn")
    assert said == [("p0", "yes"), ("p1", "no")]
    assert "The river rose q0." in screen


def test_an_unknown_key_changes_nothing_and_is_named(lexicons: Path, lines: list[DrawnLine]) -> None:
    said, screen = sit(lexicons, lines, "x?\x1by")
    assert said == [("p0", "yes")]
    assert "x is no answer; ? gives help" in screen
    assert "No: it signals another relation" in screen


def test_a_finished_sitting_asks_nothing(lexicons: Path, lines: list[DrawnLine]) -> None:
    sit(lexicons, lines, "ynuy")
    assert sit(lexicons, lines, "y") == ([("p0", "yes"), ("p1", "no"), ("p2", "unsure"), ("q0", "yes")], "")


def test_control_characters_of_a_paper_do_not_reach_the_terminal(lexicons: Path, lines: list[DrawnLine]) -> None:
    hostile = drawn(lines[0].line, "\x1b[2Jp9")
    assert "The river rose [2Jp9." in sit(lexicons, [hostile], "q")[1]


def test_every_answer_is_in_the_file_before_the_next_question(lexicons: Path, lines: list[DrawnLine]) -> None:
    path = lexicons.parent / "vetting" / "Ada.jsonl"
    with open_record(path.parent, "Ada") as record:
        sitting = Sitting(lines, record)
        for size in (1, 2, 3):
            sitting.answer(Verdict.YES)
            assert len(path.read_bytes().splitlines()) == size


def test_a_torn_last_line_is_cut_off_and_the_rest_kept(lexicons: Path, lines: list[DrawnLine]) -> None:
    sit(lexicons, lines, "yn")
    path = lexicons.parent / "vetting" / "Ada.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    assert len(read_records(path.parent)["Ada"]) == 2
    assert sit(lexicons, lines, "u")[0] == [("p0", "yes"), ("p1", "no"), ("p2", "unsure")]
    assert path.read_bytes().startswith(whole)


def test_a_last_line_that_lacks_only_its_end_is_kept(lexicons: Path, lines: list[DrawnLine]) -> None:
    sit(lexicons, lines, "yn")
    path = lexicons.parent / "vetting" / "Ada.jsonl"
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert sit(lexicons, lines, "u")[0] == [("p0", "yes"), ("p1", "no"), ("p2", "unsure")]


def test_a_damaged_line_is_named_and_nothing_is_written(lexicons: Path, lines: list[DrawnLine]) -> None:
    path = lexicons.parent / "vetting" / "Ada.jsonl"
    path.parent.mkdir()
    path.write_text('{"verdict": "maybe"}\n')
    with pytest.raises(DataContractError, match=r"Ada\.jsonl:1: no judgment"):
        sit(lexicons, lines, "y")
    assert path.read_text() == '{"verdict": "maybe"}\n'


def test_a_second_sitting_of_the_same_annotator_is_refused(tmp_path: Path) -> None:
    with open_record(tmp_path, "Ada"), open_record(tmp_path, "Bo"), pytest.raises(RetryableError) as refused:
        open_record(tmp_path, "Ada").__enter__()
    assert "another sitting of Ada is open" in str(refused.value)
    with open_record(tmp_path, "Ada"):
        pass


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(ConfigurationError, match="name another folder by --records"),
        open_record(tmp_path / "file" / "vetting", "Ada"),
    ):
        pass


def test_a_terminal_gives_single_keys_without_enter_and_forgets_what_was_typed_before() -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as terminal:
        os.write(ours, b"nnn\n")
        # A busy machine takes its time to carry it over.
        assert select.select([terminal], [], [], 30)[0]
        with pressed_keys(terminal) as keys:
            found = []
            for typed in (b"y", b"N", b"\x1b[D", b"\x04"):
                os.write(ours, typed)
                found.append(next(keys, "end"))
        assert found == ["y", "n", "\x1b", "end"]
    os.close(ours)


def test_piped_input_is_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("y\n\n No \n")
    with file.open() as stream, pressed_keys(stream) as keys:
        assert list(keys) == ["y", "", "n"]


@pytest.mark.parametrize("name", ["", "../Ada", "A, B", "-", "Ada\t", "Ada "])
def test_an_annotator_needs_a_name_that_can_stand_in_a_status_and_a_file_name(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["lexicon", "vet", "--tables", str(tmp_path), f"--annotator={name}"])
    assert stop.value.code == 2
    assert "--annotator" in capsys.readouterr().err


def test_tables_that_are_not_there_are_refused_before_spark_starts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lexicons: Path
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["lexicon", "vet", "--tables", f"{tmp_path}/t", "--annotator", "Ada", "--lexicon", str(lexicons)])
    assert stop.value.code == 2
    assert f"{tmp_path}/t holds no published run" in capsys.readouterr().err
    assert not (tmp_path / "vetting").exists()
