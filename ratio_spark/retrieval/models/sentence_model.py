"""Runs a model with sentence-transformers, in this process or, as a script, in an environment of its own.

It needs numpy, torch and sentence-transformers 5 or 6 and nothing of this package, so that the environment of a model
that does not run with our versions need not hold ours.

As a script it reads JSON lines and answers each with one: first the settings of the model, then as often as wanted
{"texts": a JSON file, "is_query": …, "to": a folder}, where it writes vectors.npy and, for late interaction,
counts.npy. An answer is {"done": …} or {"fault": a sentence}.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

_BATCH = {"cpu": 32, "cuda": 256}


class ModelError(Exception):
    """What is wrong with a model, as the end of a sentence that starts with its name."""


@dataclass(frozen=True)
class Settings:
    """How a model is loaded and run; the fields of `ModelEntry` in registry.py, where they are told.

    folder: where its weights lie; device: "cpu", "cuda" or "cuda:N".
    """

    folder: str
    device: str
    is_late: bool
    query_prefix: str | None
    document_prefix: str | None
    pooling: str | None
    pools_prefix: bool
    normalize: bool
    dimension: int | None
    max_length: int | None
    max_query_length: int | None
    dtype: str
    remote_code: bool

    @property
    def batch_size(self) -> int:
        """So many texts go through the model together."""
        return _BATCH[self.device_kind]

    @property
    def device_kind(self) -> str:
        """The device without its number."""
        return self.device.split(":")[0]


class SentenceModel:
    """A model in this process.

    Raises:
        ModelError: it cannot be loaded, or is not what the settings say.
    """

    def __init__(self, settings: Settings) -> None:
        _check_saved_as(Path(settings.folder), settings.is_late)
        self._settings = settings
        try:
            self._model = _load(settings)
        except Exception as error:  # whatever the code of a model raises while it loads
            raise ModelError(f"cannot be loaded from {settings.folder}: {_first_line(error)}") from error
        self._check_device()
        self._check_pooling()
        self._check_dimension()
        self._limit_length()

    def encode(self, texts: Sequence[str], is_query: bool) -> tuple[NDArray[np.float32], NDArray[np.int64] | None]:
        """Vectors of texts.

        Returns:
            For a dense model float32 of shape (texts, dimension), and None; for late interaction float32 of shape
            (tokens of all texts, dimension), and how many tokens each text has: int64 of shape (texts,).

        Raises:
            ModelError: the device has too little memory, or the model fails otherwise.
        """
        settings = self._settings
        encode = self._model.encode_query if is_query else self._model.encode_document
        how: dict[str, Any] = {
            "prompt": settings.query_prefix if is_query else settings.document_prefix,
            "batch_size": settings.batch_size,
            "show_progress_bar": False,
            "normalize_embeddings": settings.normalize,
        }
        try:
            if not settings.is_late:
                return encode(list(texts), convert_to_tensor=True, **how).float().cpu().numpy(), None
            parts = [part.float().cpu().numpy() for part in encode(list(texts), **how)]
        except RuntimeError as error:
            raise ModelError(f"fails on {settings.device}: {_first_line(error)}") from error
        return np.concatenate(parts), np.fromiter(map(len, parts), np.int64, len(parts))

    def _check_device(self) -> None:
        found = self._model.device.type
        if found != self._settings.device_kind:
            raise ModelError(f"runs on {found}, not on {self._settings.device} as it should")

    def _check_pooling(self) -> None:
        for module in self._model:
            if type(module).__name__ == "Pooling":
                module.include_prompt = self._settings.pools_prefix
                found = getattr(module, "pooling_mode", None) or module.get_pooling_mode_str()
                if found != self._settings.pooling:
                    raise ModelError(
                        f"pools by {found} and the registry says {self._settings.pooling}: correct the registry, or "
                        "fetch the model again"
                    )

    def _check_dimension(self) -> None:
        model = self._model
        found = (getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension)()
        if self._settings.dimension not in (None, found):
            raise ModelError(f"gives vectors of {found} and the registry says {self._settings.dimension}")

    def _limit_length(self) -> None:
        settings, transformer = self._settings, self._model[0]
        config = getattr(getattr(transformer, "auto_model", None), "config", None)
        most = getattr(config, "max_position_embeddings", None)
        for length in (settings.max_length, settings.max_query_length):
            if length is not None and most is not None and 0 < most < length:
                raise ModelError(f"reads at most {most} tokens and the registry says {length}: lower max_length")
        if not settings.is_late:
            self._model.max_seq_length = settings.max_length or self._model.max_seq_length
            return
        transformer.document_length = settings.max_length or transformer.document_length
        if settings.max_query_length:
            transformer.query_length = settings.max_query_length
            if expansion := transformer.query_expansion:
                # Short queries are filled up as the model was trained; long ones are no longer cut to that length.
                length = min(expansion["length"], settings.max_query_length)
                transformer.query_expansion = {**expansion, "strategy": "min", "length": length}


def _check_saved_as(folder: Path, is_late: bool) -> None:
    """Refuse what sentence-transformers would complete by modules of its own, untrained or of its choice."""
    if not (folder / "config.json").is_file() and not (folder / "modules.json").is_file():
        raise ModelError(f"is not in {folder}: there is neither config.json nor modules.json")
    kind = _json(folder / "config_sentence_transformers.json").get("model_type")
    is_colbert = "HF_ColBERT" in (_json(folder / "config.json").get("architectures") or [])
    if is_late and not is_colbert and kind not in ("ColBERT", "MultiVectorEncoder"):
        raise ModelError(f"is not for late interaction: nothing in {folder} says so (`kind: dense`?)")
    if not is_late and (is_colbert or kind not in (None, "SentenceTransformer")):
        raise ModelError(f"gives more than one vector for a text: {folder} is saved as {kind} (`kind: late`?)")
    if not is_late and not (folder / "modules.json").is_file():
        raise ModelError(f"is no sentence-transformers model: {folder} has no modules.json, which says how to pool")


def _json(file: Path) -> dict[str, Any]:
    content = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return content if isinstance(content, dict) else {}


def _load(settings: Settings) -> Any:
    import sentence_transformers
    import torch
    import transformers

    transformers.utils.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    kind = sentence_transformers.MultiVectorEncoder if settings.is_late else sentence_transformers.SentenceTransformer
    # The argument got a new name in transformers 4.56, and the old one is going.
    major, minor = map(int, transformers.__version__.split(".")[:2])
    dtype = "dtype" if (major, minor) >= (4, 56) else "torch_dtype"
    return kind(
        settings.folder,
        device=settings.device,
        trust_remote_code=settings.remote_code,
        local_files_only=True,
        model_kwargs={dtype: getattr(torch, settings.dtype)},
    )


def _first_line(error: BaseException) -> str:
    return " ".join(str(error).split()).split(". ")[0].rstrip(".:") or type(error).__name__


def _answer(model: SentenceModel, asked: dict[str, Any]) -> None:
    texts = json.loads(Path(asked["texts"]).read_text(encoding="utf-8"))
    vectors, counts = model.encode(texts, asked["is_query"])
    np.save(Path(asked["to"], "vectors.npy"), vectors)
    if counts is not None:
        np.save(Path(asked["to"], "counts.npy"), counts)


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer questions until there are no more, as the head of this file says.

    Raises:
        SystemExit: the model failed, which was the last answer.
    """

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    try:
        model = SentenceModel(Settings(**json.loads(questions.readline())))
        say({"done": "loaded"})
        for line in questions:
            _answer(model, json.loads(line))
            say({"done": "encoded"})
    except ModelError as error:
        say({"fault": str(error)})
        sys.exit(1)


if __name__ == "__main__":
    # What libraries print must not come between the answers.
    own_output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.stdin, own_output)
