"""What a lexicon says of an opener: known or not, and which marker it resembles."""

import math
from pathlib import Path

import pytest

from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.opener_standing import Standing, Standings, knowledge

ADDRESS = """---
move: ADDRESS
definition: d
roles: {query: problem, gold: approach}
words:
  solve: [address, tackle]
---
to {solve} this …\ttest\tcandidate
to {solve} this\ttest\tcandidate
as a remedy for this\ttest\tcandidate
to tackle this\ttest\trejected: for the test
using this …\ttest\trejected: names a means
"""
CONTRAST = """---
distractor: contrast
definition: d
---
however\ttest\tcandidate
despite this progress\ttest\tcandidate
"""


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    folder: Path = tmp_path_factory.mktemp("lexicon")
    (folder / "address.lex").write_text(ADDRESS, encoding="utf-8")
    (folder / "contrast.lex").write_text(CONTRAST, encoding="utf-8")
    return Lexicon.load(folder)


@pytest.fixture(scope="module")
def standings(lexicon: Lexicon) -> Standings:
    return Standings(lexicon)


@pytest.mark.parametrize(
    ("opener", "line"),
    [("however", ("contrast", "however")), ("to address this issue", ("ADDRESS", "to {solve} this …"))],
)
def test_an_opener_on_which_a_marker_fires_is_known_by_its_line(
    standings: Standings, opener: str, line: tuple[str, str]
) -> None:
    assert standings.of(opener) == Standing("known", *line, 1.0)


@pytest.mark.parametrize(
    ("opener", "line"), [("to tackle this", "to tackle this"), ("using this tool", "using this …")]
)
def test_an_opener_that_a_rejected_line_names_is_known_and_suggests_nothing(
    standings: Standings, opener: str, line: str
) -> None:
    assert standings.of(opener) == Standing("known", None, line, 1.0)


def test_an_unknown_opener_is_told_the_marker_with_the_rarest_words_in_common(standings: Standings) -> None:
    # Shared: both words, the first as the first and the last as the last; each in one of 7 lines, so of weight log 8.
    # Apart: their standing side by side, "despite this" and "this progress", as rare; and "this", in 6 lines.
    rare, this = math.log(8), math.log(8 / 6)
    likeness = 4 * rare / (4 * rare + 3 * rare + this)
    assert standings.of("despite progress") == Standing(
        "unknown", "contrast", "despite this progress", round(likeness, 3)
    )


def test_the_order_of_words_counts(standings: Standings) -> None:
    assert standings.of("a remedy for this").resembles == "as a remedy for this"
    assert standings.of("this for remedy a").suggestion is None


def test_a_marker_that_is_like_a_rejected_line_suggests_nothing(standings: Standings) -> None:
    assert standings.of("to tackle this anew") == Standing("known", "ADDRESS", "to {solve} this …", 1.0)
    assert standings.of("using this we")[:3] == ("unknown", None, "using this …")


def test_what_shares_nothing_resembles_nothing(standings: Standings) -> None:
    assert standings.of("strikingly") == Standing("unknown", None, None, None)


def test_a_rejected_line_changes_what_is_known_but_not_what_is_mined(lexicon: Lexicon, tmp_path: Path) -> None:
    (tmp_path / "address.lex").write_text(ADDRESS, encoding="utf-8")
    (tmp_path / "contrast.lex").write_text(f"{CONTRAST}strikingly\ttest\trejected: a stance\n", encoding="utf-8")
    other = Lexicon.load(tmp_path)
    assert other.fingerprint == lexicon.fingerprint
    assert knowledge(other) != knowledge(lexicon)
    assert Standings(other).of("strikingly") == Standing("known", None, "strikingly", 1.0)
