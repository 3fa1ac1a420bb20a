"""Embeddings on disk: made once for a model and some texts, shard by shard, and memory-mapped from then on.

CACHE/<model>/<fingerprint>/vectors.npy    float32 (texts, dimension); late interaction: float16 (tokens, dimension)
                            offsets.npy    late interaction: int64 (texts + 1,)
                            about.json     what the fingerprint is of; written last: the rest is whole
CACHE/<model>/<fingerprint>.shards/        while they are made
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ratio_spark.errors import ConfigurationError
from ratio_spark.locked import locked
from ratio_spark.retrieval.models.encoders import Embeddings, Encoder, TokenEmbeddings, check_environment, what_decides
from ratio_spark.retrieval.models.registry import Entry, ModelEntry, as_model
from ratio_spark.retrieval.models.separate_process import PACKAGES, versions_in
from ratio_spark.retrieval.models.weights import identity_of

__all__ = ["TokenEmbeddings", "embed"]

_FORMAT = 1
_SHARD = 4096
_DIGITS = 20
_ABOUT, _VECTORS, _OFFSETS = "about.json", "vectors.npy", "offsets.npy"


def embed(
    entry: Entry,
    texts: Sequence[str],
    is_query: bool,
    cache_folder: Path,
    device: str = "auto",
    say: Callable[[str], None] = lambda sentence: None,
    *,
    offline: bool = False,
    check: Callable[[Encoder], None] = lambda encoder: None,
) -> Embeddings:
    """The embeddings of texts: those of the cache, or new ones, which then stand there.

    A process that is stopped leaves its finished shards, and the next one goes on with them. Of two that want the same,
    one waits for the other.

    Args:
        is_query: whether the texts get the prefix of queries, or that of documents.
        device: "auto", "cpu", "cuda" or "cuda:N", for what is not in the cache.
        say: told what is going on.
        offline: ask no hub for weights that are not here.
        check: called with the model when it was loaded and before it is used, to raise where it must not be.

    Returns:
        Of a dense model float32 of shape (texts, dimension); of a late one its token embeddings in float16. Read-only,
        memory-mapped.

    Raises:
        ConfigurationError: the entry is no model, the model cannot run here, there are no texts, or the folder cannot
            be written.
        DataContractError: a vector holds NaN or infinity.
        RetryableError: its weights are not here, and the hub does not answer.
    """
    model = as_model(entry)
    if not texts:
        raise ConfigurationError(f"there are no texts for {model.name} to embed")
    about = _about(model, texts, is_query, offline)
    stored = _Stored(cache_folder.expanduser() / model.name / _fingerprint(about), model)
    if not stored.is_whole:
        with _writable(stored.folder), _one_at_a_time(stored.folder, say):
            if not stored.is_whole:
                missing = stored.missing(len(texts))
                if missing:
                    say(f"{model.name}: loading the model")
                    with Encoder.open(model, device, offline) as encoder:
                        check(encoder)
                        _embed_shards(stored, missing, encoder, texts, is_query, say)
                stored.finish(len(texts), about)
    return stored.load()


def _about(entry: ModelEntry, texts: Sequence[str], is_query: bool, offline: bool) -> dict[str, Any]:
    """What decides the embeddings: the model, how it runs, the versions, the texts and their role."""
    check_environment(entry)
    versions = versions_in(entry.python)
    other = "document_prefix" if is_query else "query_prefix"
    return {
        "format": _FORMAT,
        "weights": identity_of(entry, offline),
        "settings": {name: value for name, value in what_decides(entry).items() if name != other},
        "versions": {package: versions.get(package) for package in PACKAGES},
        "role": "query" if is_query else "document",
        "texts": len(texts),
        "texts_sha256": _digest(texts),
    }


def _fingerprint(about: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:_DIGITS]


def _digest(texts: Sequence[str]) -> str:
    total = hashlib.sha256()
    for text in texts:
        content = text.encode("utf-8", "surrogatepass")
        total.update(len(content).to_bytes(8, "little"))
        total.update(content)
    return total.hexdigest()


def _embed_shards(
    stored: "_Stored",
    missing: Sequence[int],
    encoder: Encoder,
    texts: Sequence[str],
    is_query: bool,
    say: Callable[[str], None],
) -> None:
    role = "queries" if is_query else "candidates"
    for start in missing:

        def tell(done: int, before: int = start) -> None:
            say(f"{encoder.entry.name}: {before + done:,} of {len(texts):,} {role} embedded on {encoder.device}")

        stored.keep(start, encoder.encode(texts[start : start + _SHARD], is_query, tell))


@dataclass(frozen=True)
class _Stored:
    """The files of one set of embeddings."""

    folder: Path
    entry: ModelEntry

    @property
    def is_whole(self) -> bool:
        return (self.folder / _ABOUT).is_file()

    def missing(self, texts: int) -> list[int]:
        """Where the shards start that are yet to be made."""
        return [start for start in range(0, texts, _SHARD) if not self._shard(start, _VECTORS).is_file()]

    def keep(self, start: int, found: Embeddings) -> None:
        """Write a shard; its vectors come last: one that has them is whole."""
        self._shards.mkdir(parents=True, exist_ok=True)
        if isinstance(found, TokenEmbeddings):
            _save(self._shard(start, _OFFSETS), np.diff(found.offsets))
            _save(self._shard(start, _VECTORS), found.vectors.astype(np.float16))
        else:
            _save(self._shard(start, _VECTORS), found)

    def finish(self, texts: int, about: dict[str, Any]) -> None:
        """Join the shards, all of which are there."""
        starts = range(0, texts, _SHARD)
        self.folder.mkdir(parents=True, exist_ok=True)
        for left_by_a_dead_process in self.folder.glob(".*"):
            left_by_a_dead_process.unlink()
        _join([self._shard(start, _VECTORS) for start in starts], self.folder / _VECTORS)
        if self.entry.kind == "late":
            lengths = [np.load(self._shard(start, _OFFSETS)) for start in starts]
            _save(self.folder / _OFFSETS, np.cumsum(np.concatenate([np.zeros(1, np.int64), *lengths])))
        with _written_aside(self.folder / _ABOUT) as stream:
            stream.write(json.dumps({"model": self.entry.name, **about}, indent=1).encode())
        shutil.rmtree(self._shards)

    def load(self) -> Embeddings:
        vectors = np.load(self.folder / _VECTORS, mmap_mode="r")
        return TokenEmbeddings(vectors, np.load(self.folder / _OFFSETS)) if self.entry.kind == "late" else vectors

    @property
    def _shards(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}.shards")

    def _shard(self, start: int, part: str) -> Path:
        return self._shards / f"{start:09}-{part}"


def _join(shards: Sequence[Path], to: Path) -> None:
    """The rows of all shards in one file, with no more than one shard in memory."""
    parts = [np.load(shard, mmap_mode="r") for shard in shards]
    rows = sum(map(len, parts))
    with _written_aside(to) as stream:
        header = {"descr": parts[0].dtype.str, "fortran_order": False, "shape": (rows, *parts[0].shape[1:])}
        np.lib.format.write_array_header_2_0(stream, header)
        for part in parts:
            stream.write(np.ascontiguousarray(part).data)


def _save(file: Path, array: NDArray[Any]) -> None:
    with _written_aside(file) as stream:
        np.save(stream, array)


@contextmanager
def _written_aside(file: Path) -> Iterator[IO[bytes]]:
    """A file that takes its place once all is written and on the disk."""
    aside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with aside.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        aside.replace(file)
    finally:
        aside.unlink(missing_ok=True)


@contextmanager
def _one_at_a_time(folder: Path, say: Callable[[str], None]) -> Iterator[None]:
    """Only one process at a time gets past here for a folder; the lock of one that dies is free."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    waiting = f"{folder.parent.name}: waiting for another process that embeds the same texts"
    with locked(folder.with_name(f"{folder.name}.lock"), lambda: say(waiting)):
        yield


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    """Trouble with the disk, in a sentence."""
    try:
        yield
    except OSError as error:
        raise ConfigurationError(
            f"embeddings cannot be written to {folder}: {error.strerror or error}: name another --cache"
        ) from error
