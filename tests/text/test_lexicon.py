"""The lexicon loader: what it reads, what it refuses, what its fingerprint depends on."""

import pickle
import time
from pathlib import Path

import pytest

from ratio_spark.errors import LexiconError
from ratio_spark.text.lexicon import Lexicon, Move

MOVE = """---
move: ADDRESS
definition: The gold deals with the problem.
roles: {query: problem, gold: approach}
slot: {max_words: 3}
words:
  solve: [address, tackle]
  this: [this, these]
---
"""
KIND = """---
distractor: contrast
definition: The gold opposes the query.
---
"""


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.lex").write_text(text, encoding="utf-8")
    return folder


def errors(folder: Path) -> list[str]:
    with pytest.raises(LexiconError) as caught:
        Lexicon.load(folder)
    return [line.removeprefix(f"{folder}/") for line in str(caught.value).splitlines()]


def markers(lexicon: Lexicon) -> dict[str, list[str]]:
    return {group.label: [marker for marker, _ in group.markers()] for group in lexicon.groups}


def test_moves_and_kinds_come_from_the_files(tmp_path: Path) -> None:
    lexicon = Lexicon.load(
        write(tmp_path, a=MOVE + "as a remedy\tmanual\tcandidate\n", b=KIND + "but\tmanual\taccepted by A. B.\n")
    )
    assert lexicon.moves == (Move("ADDRESS", "The gold deals with the problem.", "problem", "approach"),)
    assert lexicon.kinds == ("contrast",)
    assert [(group.move, group.kind, group.max_words) for group in lexicon.groups] == [
        ("ADDRESS", None, 3),
        ("DISTRACTOR", "contrast", 5),
    ]


def test_word_lists_multiply_and_comments_and_rejected_lines_do_not_fire(tmp_path: Path) -> None:
    text = MOVE + "# a comment\n\nto {solve} {this} …\tm\tcandidate\nto address\tm\trejected: bare\n"
    assert markers(Lexicon.load(write(tmp_path, a=text))) == {
        "ADDRESS": ["to address this …", "to address these …", "to tackle this …", "to tackle these …"]
    }


def test_a_rejected_line_takes_its_marker_out_of_a_pattern(tmp_path: Path) -> None:
    text = MOVE + "to {solve} this\tm\tcandidate\nto tackle this\tm\trejected: reads odd\n"
    assert markers(Lexicon.load(write(tmp_path, a=text))) == {"ADDRESS": ["to address this"]}


def test_the_marker_id_depends_on_label_and_text_of_its_line_only(tmp_path: Path) -> None:
    one = Lexicon.load(write(tmp_path, a=MOVE + "as a remedy\tm\tcandidate\n")).groups[0]
    two = Lexicon.load(write(tmp_path, a=MOVE + "x\tm\tcandidate\nas a remedy\tn\taccepted by B\n")).groups[0]
    assert one.marker_id(one.entries[0]) == two.marker_id(two.entries[1])
    assert len(one.marker_id(one.entries[0])) == 16
    other = Lexicon.load(write(tmp_path, a=MOVE.replace("ADDRESS", "SOLVE") + "as a remedy\tm\tcandidate\n"))
    assert other.groups[0].marker_id(other.groups[0].entries[0]) != one.marker_id(one.entries[0])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("as a remedy\tm", "2 cells; write marker, source and status with one tab between each"),
        ("\tm\tcandidate", "'' is empty; delete the line or write a marker"),
        ("...\tm\tcandidate", "'...' holds no word; delete it"),
        ("As a remedy\tm\tcandidate", "'As a remedy' has capitals; write it in lower case"),
        ("as a remedy,\tm\tcandidate", "'as a remedy,' ends in a comma; leave it out, every marker is followed by one"),
        (
            "as  a remedy\tm\tcandidate",
            "'as  a remedy' has blanks at an end or in a row; leave single blanks between words",
        ),
        ("as a remedy\t\tcandidate", "'as a remedy' has no source; say where it comes from"),
        (
            "as a remedy\tm\tmaybe",
            "'as a remedy' has the status 'maybe'; write `candidate`, `accepted by NAME` or `rejected: REASON`",
        ),
        ("to {fix} this\tm\tcandidate", "the header has no word list 'fix'; add it under `words:`"),
        ("to {solve this\tm\tcandidate", "'to {solve this' has a brace without its partner; write {name}"),
        ("… this\tm\tcandidate", "'… this' needs `…` once, as a word of its own, after at least one word"),
        ("to this…\tm\tcandidate", "'to this…' needs `…` once, as a word of its own, after at least one word"),
    ],
)
def test_a_wrong_line_is_named_with_its_remedy(tmp_path: Path, line: str, message: str) -> None:
    assert errors(write(tmp_path, a=MOVE + line + "\n")) == [f"a.lex:10: {message}"]


def test_duplicates_in_a_file_between_files_and_across_patterns_are_errors(tmp_path: Path) -> None:
    write(tmp_path, a=MOVE + "to {solve} this\tm\tcandidate\nto address this\tm\tcandidate\n")
    write(tmp_path, b=KIND + "to tackle this\tm\tcandidate\n")
    assert errors(tmp_path) == [
        "a.lex:11: 'to address this' is a marker of a.lex:10 too; delete one of the two",
        "b.lex:5: 'to tackle this' is a marker of a.lex:10 too; delete one of the two",
    ]


def test_typographic_variants_are_duplicates(tmp_path: Path) -> None:
    write(tmp_path, a=MOVE + "to tackle today's issue\tm\tcandidate\nto tackle today’s issue\tm\tcandidate\n")
    assert errors(tmp_path) == [
        'a.lex:11: "to tackle today\'s issue" is a marker of a.lex:10 too; delete one of the two'
    ]


def test_a_line_both_rejected_and_not_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, a=MOVE + "as a remedy\tm\tcandidate\nas a remedy\tm\trejected: weak\n")
    assert errors(tmp_path) == ["a.lex:11: 'as a remedy' stands in line 10 too; delete one of the two"]


def test_a_rejected_marker_may_live_in_another_file(tmp_path: Path) -> None:
    write(tmp_path, a=MOVE + "to this end\tm\trejected: a distractor\n", b=KIND + "to this end\tm\tcandidate\n")
    assert markers(Lexicon.load(tmp_path)) == {"ADDRESS": [], "contrast": ["to this end"]}


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (
            "move: ADDRESS\nroles: {query: a, gold: b}",
            "a.lex:2: header definition: Field required; add it to the header",
        ),
        ("definition: x", "a.lex:2: header: name either `move: NAME` or `distractor: kind`"),
        (
            "move: ADDRESS\ndefinition: x",
            "a.lex:2: header: a move needs `roles: {query: …, gold: …}`, a distractor has none",
        ),
        (
            "distractor: contrast\ndefinition: x\nwords:\n  a: [no, B]",
            "a.lex:4: header words.a.0: Input should be a valid string; see lexicons/README.md",
        ),
        (
            "definition: x\nwords: ]",
            "a.lex:3: the header is no YAML: expected the node content, but found ']'; mend it",
        ),
    ],
)
def test_a_wrong_header_is_named_by_line(tmp_path: Path, header: str, message: str) -> None:
    assert errors(write(tmp_path, a=f"---\n{header}\n---\n"))[0] == message


def test_every_fault_of_every_file_is_reported_at_once(tmp_path: Path) -> None:
    write(tmp_path, a=MOVE + "X\tm\tcandidate\ny\tm\tmaybe\n", b="no header\n", c=KIND + "z,\tm\tcandidate\n", d=KIND)
    assert [message.split(";")[0] for message in errors(tmp_path)] == [
        "a.lex:10: 'X' has capitals",
        "a.lex:11: 'y' has the status 'maybe'",
        "b.lex:1: no header",
        "c.lex:5: 'z,' ends in a comma",
        "d.lex:1: contrast already has the file c.lex",
    ]


def test_a_folder_without_lexicons_is_an_error(tmp_path: Path) -> None:
    assert errors(tmp_path) == [f"{tmp_path}:1: no *.lex file here; name a directory that holds lexicon files"]


def test_bytes_that_are_not_utf8_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.lex").write_bytes(KIND.encode() + b"caf\xe9\tm\tcandidate\n")
    assert errors(tmp_path)[0] == "a.lex:5: not UTF-8; save the file as UTF-8"


def test_expansion_is_bounded(tmp_path: Path) -> None:
    numbers = ", ".join(f"w{number}" for number in range(500))
    text = MOVE.replace("  solve:", f"  many: [{numbers}]\n  solve:") + "{many} {many}\tm\tcandidate\n"
    assert errors(write(tmp_path, a=text)) == [
        "a.lex:11: the file expands to over 200,000 markers; shorten its word lists"
    ]


def test_the_fingerprint_follows_what_decides_a_result_only(tmp_path: Path) -> None:
    lines = ["to {solve} this …\tm\tcandidate\n", "as a remedy\tm\tcandidate\n"]
    base = Lexicon.load(write(tmp_path, a=MOVE + "".join(lines))).fingerprint
    (tmp_path / "a.lex").unlink()
    same = MOVE.replace("deals", "copes") + "# why\n" + lines[1].replace("\tm\t", "\tbook\t") + lines[0]
    same += "x\tm\trejected: never\n"
    assert Lexicon.load(write(tmp_path, z=same.replace("candidate", "accepted by B"))).fingerprint == base
    for changed in (
        same.replace("max_words: 3", "max_words: 4"),
        same.replace("[address, tackle]", "[address, tackle, face]"),
        same.replace("x\tm\trejected: never", "x\tm\tcandidate"),
        same.replace("as a remedy\tbook\tcandidate", "as a remedy\tbook\trejected: no"),
        same + "to tackle this …\tm\trejected: an exception\n",
    ):
        assert Lexicon.load(write(tmp_path, z=changed)).fingerprint != base


def test_a_lexicon_survives_pickling(tmp_path: Path) -> None:
    lexicon = Lexicon.load(write(tmp_path, a=MOVE + "to {solve} this …\tm\tcandidate\n"))
    assert pickle.loads(pickle.dumps(lexicon)) == lexicon


def test_five_thousand_lines_and_a_hundred_thousand_markers_load_in_two_seconds(tmp_path: Path) -> None:
    words = ", ".join(f"verb{number}" for number in range(20))
    lines = "".join(f"to {{solve}} case{number} well\tm\tcandidate\n" for number in range(5000))
    write(tmp_path, a=MOVE.replace("[address, tackle]", f"[{words}]") + lines)
    start = time.process_time()
    lexicon = Lexicon.load(tmp_path)
    assert time.process_time() - start < 2
    assert sum(1 for _ in lexicon.groups[0].markers()) == 100_000
