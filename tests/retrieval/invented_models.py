"""Texts for models, and models as a person would register them."""

from pathlib import Path
from typing import Any

from ratio_spark.retrieval.models.registry import ModelEntry

TEXTS = [
    "Our model is prone to overfitting.",
    "we apply dropout",
    "However, the cost of annotation grows with the number of classes, so most corpora are small.",
    "a",
]


def dense_entry(folder: Path, **fields: Any) -> ModelEntry:
    """A dense model in a folder."""
    given = {"name": folder.name, "kind": "dense", "pooling": "mean", "folder": folder}
    return ModelEntry.model_validate(given | fields)


def late_entry(folder: Path, **fields: Any) -> ModelEntry:
    """A model for late interaction in a folder."""
    return ModelEntry.model_validate({"name": folder.name, "kind": "late", "folder": folder} | fields)
