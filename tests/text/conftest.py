"""Small lexicons for the tests of the text core."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.mine import TextCore

MakeLexicon = Callable[..., Lexicon]

HEADERS = {
    "ADDRESS": "move: ADDRESS\ndefinition: d\nroles: {query: problem, gold: approach}\nslot: {max_words: 5}\n",
    "SPECIFY": "move: SPECIFY\ndefinition: d\nroles: {query: abstract, gold: concrete}\n",
    "BROADEN": "move: BROADEN\ndefinition: d\nroles: {query: special, gold: general}\n",
    "contrast": "distractor: contrast\ndefinition: d\n",
}
WORDS = "words:\n  solve: [address, tackle]\n  this: [this, these]\n"
MARKERS = {
    "ADDRESS": [
        "to {solve} this",
        "to {solve} {this} …",
        "to {solve} the … issues",
        "in response to this …",
        "to address the gap, then",
    ],
    "SPECIFY": ["for example", "in particular", "more specifically", "specifically", "don't panic"],
    "contrast": ["however", "thus", "on the one hand"],
}


@pytest.fixture(scope="session")
def make_lexicon(tmp_path_factory: pytest.TempPathFactory) -> MakeLexicon:
    """Makes a lexicon of markers per label; `{solve}` and `{this}` are word lists of each file."""

    def make(**markers: list[str]) -> Lexicon:
        folder: Path = tmp_path_factory.mktemp("lexicon")
        for label, lines in markers.items():
            body = "".join(f"{line}\ttest\tcandidate\n" for line in lines)
            (folder / f"{label}.lex").write_text(f"---\n{HEADERS[label]}{WORDS}---\n{body}", encoding="utf-8")
        return Lexicon.load(folder)

    return make


@pytest.fixture(scope="session")
def markers() -> dict[str, list[str]]:
    """The markers of `core`."""
    return MARKERS


@pytest.fixture(scope="session")
def core(make_lexicon: MakeLexicon) -> TextCore:
    """A core over two moves and one distractor kind."""
    return TextCore(make_lexicon(**MARKERS))
