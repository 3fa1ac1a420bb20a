"""What a move or distractor kind says of itself: for the person who judges its pairs and the model that extends it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from ratio_spark.text.entries import Group


@dataclass(frozen=True)
class Relation:
    """A relation between a sentence (gold) and the one before it (query)."""

    label: str
    definition: str
    query_role: str
    gold_role: str


def relation_of(folder: Path, group: Group) -> Relation:
    """The relation that a checked lexicon file of a folder defines; a distractor kind has no roles of its own."""
    header = next(yaml.safe_load_all((folder / group.file).read_text(encoding="utf-8-sig")))
    roles = header.get("roles") or {"query": "sentence before", "gold": "sentence"}
    return Relation(group.label, header["definition"], roles["query"], roles["gold"])
