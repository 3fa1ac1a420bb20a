"""A gold that still opens with a marker of a move, because its author wrote two."""

from pathlib import Path

import pytest

from ratio_spark.benchmark.left_markers import opens_with_marker
from ratio_spark.text.lexicon import Lexicon

ADDRESS = """---
move: ADDRESS
definition: The gold deals with the problem that the query states.
roles: {query: problem, gold: approach}
---
to address this problem\ttest\tcandidate
"""
CONTRAST = """---
distractor: contrast
definition: The sentence stands against the one before.
---
however\ttest\tcandidate
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("to address this problem, we use a cache.", True),
        ("To address this Problem , we use a cache.", True),
        ("we use a cache to address this problem, too.", False),
        ("to address this problem we use a cache.", False),
        ("however, we use a cache.", False),
    ],
)
def test_a_marker_of_a_move_is_seen_at_the_head_alone(tmp_path: Path, text: str, expected: bool) -> None:
    (tmp_path / "address.lex").write_text(ADDRESS, encoding="utf-8")
    (tmp_path / "contrast.lex").write_text(CONTRAST, encoding="utf-8")
    assert opens_with_marker(Lexicon.load(tmp_path))(text) is expected
