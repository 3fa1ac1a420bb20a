"""From what a person writes to the line of the lexicon that is meant."""

from pathlib import Path

import pytest

from ratio_spark.curation.lines import Line, find_lines, group_of, lines_by_id, live_lines
from ratio_spark.errors import ConfigurationError
from ratio_spark.text.lexicon import Lexicon
from tests.curation.lexicons import FIRST_LINE, write_lexicon


@pytest.fixture
def lexicon(tmp_path: Path) -> Lexicon:
    return Lexicon.load(write_lexicon(tmp_path / "lexicon"))


def meant(lexicon: Lexicon, written: str) -> tuple[list[str], str | None]:
    found = find_lines(lexicon, written)
    return [line.entry.text for line in found.lines], found.marker


def refusal(lexicon: Lexicon, written: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        find_lines(lexicon, written)
    return str(caught.value)


def test_a_line_is_known_by_its_place_its_standing_and_its_markers(lexicon: Lexicon) -> None:
    _, plain, slotted, _, _ = live_lines(lexicon)
    assert (plain.label, plain.place, plain.standing) == ("SOLVE", f"SOLVE.lex:{FIRST_LINE['SOLVE']}", "unvetted")
    assert list(plain.markers()) == ["to address this", "to tackle this"]
    assert (slotted.place, slotted.standing) == (f"SOLVE.lex:{FIRST_LINE['SOLVE'] + 1}", "accepted by A. Reader")


def test_what_a_rejected_line_takes_out_of_a_pattern_is_none_of_its_markers(lexicon: Lexicon) -> None:
    (slotted,) = find_lines(lexicon, "to {solve} {this} …").lines
    assert list(slotted.markers()) == ["to address this …", "to address these …", "to tackle this …"]


def test_a_line_as_it_is_written_means_all_its_markers(lexicon: Lexicon) -> None:
    assert meant(lexicon, "to {solve} this") == (["to {solve} this"], None)
    assert meant(lexicon, "However,") == (["however"], None)


def test_a_marker_written_out_means_itself_on_its_line(lexicon: Lexicon) -> None:
    assert meant(lexicon, "To tackle this, ") == (["to {solve} this"], "to tackle this")
    assert meant(lexicon, "to address these …") == (["to {solve} {this} …"], "to address these …")
    assert meant(lexicon, "to address these ...") == (["to {solve} {this} …"], "to address these …")


def test_words_in_a_slot_follow_the_rule_of_mining(lexicon: Lexicon) -> None:
    assert meant(lexicon, "to address this issue") == (["to {solve} {this} …"], "to address this issue")
    assert "no line of the lexicon knows" in refusal(lexicon, "to address this issue we found")


def test_the_marker_of_a_longer_text_is_not_taken_for_the_text(lexicon: Lexicon) -> None:
    assert "no line of the lexicon knows" in refusal(lexicon, "however, to wait")


def test_a_marker_id_means_its_line(lexicon: Lexicon) -> None:
    for line in live_lines(lexicon):
        assert find_lines(lexicon, line.marker_id).lines == (line,)


def test_lines_by_id_hold_rejected_lines_too(lexicon: Lexicon) -> None:
    by_id = lines_by_id(lexicon)
    assert len(by_id) == 7
    assert sorted(line.entry.text for line in by_id.values() if line.entry.rejected) == [
        "in practice",
        "to tackle these …",
    ]


def test_a_rejected_marker_is_named_with_its_reason(lexicon: Lexicon) -> None:
    place = f"SHOW.lex:{FIRST_LINE['SHOW'] + 1}"
    assert refusal(lexicon, "in practice") == f"'in practice' never fires: {place} is rejected: is no example"


def test_an_unknown_marker_is_answered_with_close_ones(lexicon: Lexicon) -> None:
    assert refusal(lexicon, "to adress this") == (
        "no line of the lexicon knows 'to adress this'; did you mean 'to address this', 'to address this …', "
        "'to tackle this', 'to tackle this …'?"
    )
    assert refusal(lexicon, "xyzzy") == (
        "no line of the lexicon knows 'xyzzy'; `ratio-spark lexicon expand` lists all markers"
    )


def test_a_move_or_kind_that_is_not_there_is_answered_with_those_that_are(lexicon: Lexicon) -> None:
    assert [Line(group_of(lexicon, "SHOW"), entry).entry.text for entry in group_of(lexicon, "SHOW").entries] == [
        "for example"
    ]
    with pytest.raises(
        ConfigurationError, match="no move or distractor kind 'show'; choose from SHOW, SOLVE, contrast"
    ):
        group_of(lexicon, "show")
