"""Pins: vectors that a model once gave for a few sentences, so that another result after an upgrade does not pass."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.locked import locked
from ratio_spark.retrieval.models.encoders import Encoder, TokenEmbeddings, what_decides
from ratio_spark.retrieval.models.registry import ModelEntry
from ratio_spark.retrieval.models.separate_process import PACKAGES, versions_in
from ratio_spark.retrieval.pairs import Floats

SENTENCES = (
    "Our model is prone to overfitting.",
    "we apply dropout with a rate of 0.1 to the attention weights, and stop early on held-out data",
    "α-synuclein aggregates (≈ 50 nm) were found in 12 of 14 samples",
    "However, the cost of annotation grows with the number of classes, which is why most corpora that were built for "
    "scientific text are small, cover one field only, and are seldom updated once they have been published.",
)
"""What every model is pinned by: short and long, plain and with signs and numbers, so that prefix, padding, pooling and
tokenizer all show."""

_SHIPPED = "pins.json"
_COMPONENTS = 64
_DIGITS = 6
# How far a vector may be from its pin, as a share of the pin's length: float32 on another machine stays below 0.001.
_TOLERANCE = {"float32": 0.01, "bfloat16": 0.1, "float16": 0.1}


class Pin(BaseModel):
    """What a model gave.

    settings: fingerprint of how it was run (prefixes, pooling, lengths, dtype); weights: which it had.
    queries, documents: of each sentence the first components of its vector, or of the mean over its tokens.
    tokens: of late interaction, how many vectors the sentences had as queries and as documents.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    settings: str
    weights: str
    versions: dict[str, str]
    device: str
    made: datetime
    queries: tuple[tuple[float, ...], ...]
    documents: tuple[tuple[float, ...], ...]
    tokens: tuple[int, ...] | None = None

    @classmethod
    def of(cls, encoder: Encoder) -> Self:
        """What a loaded model gives now."""
        entry = encoder.entry
        versions = versions_in(entry.python)
        queries, query_tokens = _known(encoder, is_query=True)
        documents, document_tokens = _known(encoder, is_query=False)
        return cls(
            name=entry.name,
            settings=settings_fingerprint(entry),
            weights=encoder.identity,
            versions={package: versions[package] for package in PACKAGES},
            device=encoder.device,
            made=datetime.now(UTC).replace(microsecond=0),
            queries=_rounded(queries),
            documents=_rounded(documents),
            tokens=(*query_tokens, *document_tokens) or None,
        )

    def check(self, now: "Pin", dtype: str) -> None:
        """Compare with what the model gives now.

        Raises:
            DataContractError: it gives something else; the message says for which sentence and how far off.
        """
        for role, before, after in (("query", self.queries, now.queries), ("document", self.documents, now.documents)):
            for sentence, old, new in zip(SENTENCES, before, after, strict=True):
                share = _distance(np.asarray(old), np.asarray(new))
                if share > _TOLERANCE[dtype]:
                    self._refuse(now, f"the vector of the {role} {sentence[:40]!r} is off by {share:.0%}")
        if self.tokens != now.tokens:
            self._refuse(now, f"the sentences have {now.tokens} tokens, not {self.tokens}")

    def _refuse(self, now: "Pin", what: str) -> NoReturn:
        then, today = (
            ", ".join(f"{name} {pin.versions[name]}" for name in sorted(pin.versions)) for pin in (self, now)
        )
        weights = "the same weights" if self.weights == now.weights else f"weights {now.weights}, not {self.weights}"
        raise DataContractError(
            f"model {self.name} does not give what it gave on {self.made:%Y-%m-%d}: {what} ({then}; now {today}; "
            f"{weights}): go back to those, or accept the change by `ratio-spark models pin {self.name} --again`"
        )


def settings_fingerprint(entry: ModelEntry) -> str:
    """What a pin is bound to: how a model is run. Weights and versions are what it is to watch."""
    return hashlib.sha256(json.dumps(what_decides(entry), sort_keys=True).encode()).hexdigest()[:16]


def pins_file(registry: Path | None, cache: Path) -> Path:
    """Where the pins of a person are: beside their registry, or in the cache where they have none."""
    return registry.with_suffix(".pins.json") if registry else cache.expanduser() / "pins.json"


def find_pin(entry: ModelEntry, own: Path) -> Pin | None:
    """The pin of a model as it is run: that of a person, or else the shipped one.

    Raises:
        ConfigurationError: the file of the person is damaged.
    """
    key = entry.name, settings_fingerprint(entry)
    return _pins(own).get(key) or _shipped().get(key)


def status(entry: ModelEntry, own: Path) -> str:
    """What is known of a model: "verified" (by a shipped pin), "pinned" (on its first use here), or "unverified"."""
    if (entry.name, settings_fingerprint(entry)) in _shipped():
        return "verified"
    return "pinned" if find_pin(entry, own) else "unverified"


def save_pin(pin: Pin, own: Path) -> None:
    """Add a pin to the file of a person, in place of one for the same model and settings."""
    with _locked(own):
        _add(pin, own)


def check_or_pin(own: Path, say: Callable[[str], None]) -> Callable[[Encoder], None]:
    """What to do with a model that was just loaded: compare it with its pin, or pin it on its first use."""

    def check(encoder: Encoder) -> None:
        now, entry = Pin.of(encoder), encoder.entry
        pin = find_pin(entry, own)
        if pin is None:
            with _locked(own):
                # Another process may have used it meanwhile.
                pin = find_pin(entry, own)
                if pin is None:
                    _add(now, own)
        if pin:
            pin.check(now, entry.dtype)
        else:
            say(f"{entry.name}: first use, pinned in {own}")

    return check


@contextmanager
def _locked(own: Path) -> Iterator[None]:
    """Holds the folder of a file of pins against other processes; trouble with the disk is told in a sentence."""
    try:
        own.parent.mkdir(parents=True, exist_ok=True)
        with locked(own.parent):
            yield
    except OSError as error:
        raise ConfigurationError(f"pins cannot be written to {own}: {error.strerror}") from error


def _add(pin: Pin, own: Path) -> None:
    """The file is held."""
    kept = _pins(own) | {(pin.name, pin.settings): pin}
    aside = own.with_name(f".{own.name}.{os.getpid()}")
    aside.write_bytes(_PINS.dump_json(sorted(kept.values(), key=lambda each: each.name), indent=1))
    aside.replace(own)


_PINS: TypeAdapter[list[Pin]] = TypeAdapter(list[Pin])


@cache
def _shipped() -> dict[tuple[str, str], Pin]:
    content = (files("ratio_spark.retrieval.models") / _SHIPPED).read_bytes()
    return {(pin.name, pin.settings): pin for pin in _PINS.validate_json(content)}


def _pins(own: Path) -> dict[tuple[str, str], Pin]:
    if not own.is_file():
        return {}
    try:
        return {(pin.name, pin.settings): pin for pin in _PINS.validate_json(own.read_bytes())}
    except ValidationError as error:
        raise ConfigurationError(f"pins {own}: is damaged: remove it, and models are pinned anew") from error


def _known(encoder: Encoder, is_query: bool) -> tuple[Floats, list[int]]:
    """The vectors to pin, of shape (sentences, components), and the tokens of each sentence, if they count."""
    found: Any = encoder.encode(SENTENCES, is_query)
    if isinstance(found, TokenEmbeddings):
        means = np.stack([found[text].mean(axis=0, dtype=np.float64) for text in range(len(found))])
        return means[:, :_COMPONENTS], np.diff(found.offsets).tolist()
    return found[:, :_COMPONENTS].astype(np.float64), []


def _rounded(vectors: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(round(number, _DIGITS) for number in vector) for vector in vectors.tolist())


def _distance(old: Floats, new: Floats) -> float:
    if old.shape != new.shape:
        return float("inf")
    return float(np.linalg.norm(new - old) / max(np.linalg.norm(old), np.finfo(float).tiny))
