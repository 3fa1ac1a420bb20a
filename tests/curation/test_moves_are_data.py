"""A move is a file of `lexicons/`: no code names one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ratio_spark.text.lexicon import Lexicon

ROOT = Path(__file__).parent.parent.parent


def constants(source: str) -> Iterator[tuple[int, str]]:
    """Line and value of every string that the code works with: docstrings and other bare strings are left out."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value


def names_a_move(text: str, moves: list[str]) -> bool:
    return re.search(rf"\b({'|'.join(moves)})\b", text) is not None


def test_no_code_names_a_shipped_move() -> None:
    moves = [move.name for move in Lexicon.load(ROOT / "lexicons").moves]
    assert len(moves) >= 3
    files = sorted((ROOT / "ratio_spark").rglob("*.py")) + sorted((ROOT / "jobs").rglob("*.py"))
    assert len(files) > 50
    assert [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in files
        for line, text in constants(path.read_text(encoding="utf-8"))
        if names_a_move(text, moves)
    ] == []


def test_the_search_finds_a_name_in_code_and_none_in_a_docstring() -> None:
    source = '"""Of ADDRESS."""\nMOVE = f"queries:ADDRESS {1}"\ndef find():\n    """BROADEN"""\n    # SPECIFY\n'
    found = [line for line, text in constants(source) if names_a_move(text, ["ADDRESS", "BROADEN", "SPECIFY"])]
    assert found == [2]
