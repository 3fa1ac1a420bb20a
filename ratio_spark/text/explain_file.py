"""`explain` over a file: plain text with blank lines between paragraphs, or JSONL with `id` and `text`."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import orjson
from rich.console import Console

from ratio_spark.errors import ConfigurationError
from ratio_spark.text.explain import explain_paragraph
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.mine import text_core


def explain_file(file: str, lexicon_folder: Path, *, as_json: bool) -> None:
    """Print what mining sees in each paragraph: for a person, or one JSON object a line.

    Args:
        file: a path, or `-` for standard input.

    Raises:
        ConfigurationError: the file cannot be read, is not UTF-8, or a line of JSONL is wrong; or a lexicon is.
    """
    core = text_core(Lexicon.load(lexicon_folder))
    console = Console(highlight=False, soft_wrap=True)
    try:
        with _open(file) as stream:
            for identifier, text in _paragraphs(stream, file):
                explanation = explain_paragraph(text, core)
                if as_json:
                    print(json.dumps(explanation.to_json(identifier), ensure_ascii=False))
                else:
                    console.rule(identifier, align="left", style="dim")
                    console.print(explanation)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file}: cannot be read: {error}") from error


def _open(file: str) -> IO[str]:
    # Standard input stays open: it is not ours to close.
    return open(sys.stdin.fileno() if file == "-" else file, encoding="utf-8", closefd=file != "-")


def _paragraphs(stream: IO[str], file: str) -> Iterator[tuple[str, str]]:
    """Identifier and text of each paragraph; a file whose first character is `{` is JSONL."""
    first = stream.readline()
    while first and not first.strip():
        first = stream.readline()
    if first.lstrip().startswith("{"):
        for number, line in enumerate([first, *stream], 1):
            if line.strip():
                yield _of_json(line, f"{file}:{number}")
    else:
        blocks = re.split(r"\n[^\S\n]*\n", first + stream.read())
        for number, block in enumerate((block for block in blocks if block.strip()), 1):
            yield str(number), block


def _of_json(line: str, place: str) -> tuple[str, str]:
    try:
        record = orjson.loads(line)
        return str(record["id"]), str(record["text"])
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        raise ConfigurationError(f"{place}: expected a JSON object with `id` and `text`: {error}") from error
