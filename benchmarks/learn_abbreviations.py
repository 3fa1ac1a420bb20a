"""Propose abbreviations for `ratio_spark/text/data/sentences.yaml`: NLTK's Punkt trainer over a corpus.

What it prints was reviewed by hand before it became package data; NLTK is needed here only, never at run time.

    python benchmarks/learn_abbreviations.py ../shared/corpora/s2orc_bulk.jsonl.gz --every 4
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from nltk.tokenize.punkt import PunktTrainer

CHUNK_CHARACTERS = 1_000_000
"""Text is handed to the trainer in pieces of this size, so that memory stays flat."""


def paragraphs(path: Path, every: int) -> Iterator[str]:
    """Paragraph texts of each `every`-th paper of a file in the S2ORC bulk layout (gzipped JSON lines)."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in islice(lines, 0, None, every):
            content = json.loads(line)["content"]
            for span in json.loads(content["annotations"].get("paragraph") or "[]"):
                yield content["text"][int(span["start"]) : int(span["end"])]


def chunks(texts: Iterator[str]) -> Iterator[str]:
    """Texts joined into pieces of about `CHUNK_CHARACTERS`."""
    piece: list[str] = []
    held = 0
    for text in texts:
        piece.append(text)
        held += len(text)
        if held >= CHUNK_CHARACTERS:
            yield "\n".join(piece)
            piece, held = [], 0
    yield "\n".join(piece)


def learn(path: Path, every: int) -> list[tuple[str, int]]:
    """Abbreviations Punkt found (lower case, without the last stop) with their counts, most frequent first."""
    trainer = PunktTrainer()
    trainer.INCLUDE_ALL_COLLOCS = False
    for chunk in chunks(paragraphs(path, every)):
        trainer.train(chunk, finalize=False)
    counts = trainer._type_fdist
    trainer.finalize_training()
    found = trainer.get_params().abbrev_types
    return sorted(((word, counts[word + "."]) for word in found), key=lambda item: (-item[1], item[0]))


def main() -> None:
    """Print one abbreviation a line with the number of times it was seen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--every", type=int, default=4, help="read one paper in so many")
    arguments = parser.parse_args()
    for word, count in learn(arguments.corpus, arguments.every):
        print(f"{word}\t{count}")


if __name__ == "__main__":
    main()
