"""Small lexicons for the tests of curation."""

from pathlib import Path

HEADERS = {
    "SOLVE": "move: SOLVE\ndefinition: d\nroles: {query: problem, gold: approach}\nslot: {max_words: 5}\n",
    "SHOW": "move: SHOW\ndefinition: d\nroles: {query: abstract, gold: concrete}\n",
    "contrast": "distractor: contrast\ndefinition: d\n",
}
WORDS = "words:\n  solve: [address, tackle]\n  this: [this, these]\n"
LEXICON = {
    "SOLVE": "to {solve} this\tpattern\tcandidate\nto {solve} {this} …\tpattern\taccepted by A. Reader\n"
    "as a remedy\tmanual\tcandidate\nto tackle these …\tmanual\trejected: reads odd\n",
    "SHOW": "for example\tmanual\tcandidate\nin practice\tmanual\trejected: is no example\n",
    "contrast": "however\tmanual\tcandidate\n",
}
FIRST_LINE = {label: (header + WORDS).count("\n") + 3 for label, header in HEADERS.items()}
"""The line of the first marker of a file."""


def write_lexicon(folder: Path, **texts: str) -> Path:
    """A folder with one file per label, with `texts` in place of the lines of LEXICON; an empty text leaves it out."""
    folder.mkdir()
    for label, lines in (LEXICON | texts).items():
        if lines:
            (folder / f"{label}.lex").write_text(f"---\n{HEADERS[label]}{WORDS}---\n{lines}", encoding="utf-8")
    return folder
