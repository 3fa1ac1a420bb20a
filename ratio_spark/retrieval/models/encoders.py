"""From texts to vectors: a model of the registry that is ready to run, here or in a process of its own."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.models.registry import Entry, ModelEntry, as_model
from ratio_spark.retrieval.models.sentence_model import ModelError, SentenceModel, Settings
from ratio_spark.retrieval.models.separate_process import SeparateModel, versions_in
from ratio_spark.retrieval.models.weights import check_weights, find_weights
from ratio_spark.retrieval.pairs import Ints

if TYPE_CHECKING:
    import torch

# So many batches are embedded between one word of progress and the next.
_BATCHES = 8
_INCIDENTAL = ("folder", "device", "remote_code")
_GIB = 2**30
_SHOWN = 60


@dataclass(frozen=True, eq=False)
class TokenEmbeddings:
    """A vector for each token of each text.

    vectors: float32 or float16 of shape (tokens of all texts, dimension).
    offsets: int64 of shape (texts + 1,). The tokens of text t are vectors[offsets[t]:offsets[t + 1]].
    """

    vectors: "NDArray[np.floating]"
    offsets: Ints

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.offsets) - 1

    def __getitem__(self, text: int) -> "NDArray[np.floating]":
        return self.vectors[self.offsets[text] : self.offsets[text + 1]]


Embeddings = NDArray[np.float32] | TokenEmbeddings
"""Of a dense model one vector for each text, of shape (texts, dimension); of a late one a vector for each token."""


def check_runnable(entry: Entry, device: str = "auto", offline: bool = False) -> None:
    """Raise where a system cannot run here, before any work; BM25 and the controls always can.

    Args:
        device: "auto", "cpu", "cuda" or "cuda:N"; offline: ask no hub for weights.

    Raises:
        ConfigurationError: code that was not agreed to, other versions, no such device, a GPU too small, no weights, or
            terms of theirs that were not accepted.
        RetryableError: the weights are not here, and the hub does not answer.
    """
    if not isinstance(entry, ModelEntry):
        return
    check_environment(entry)
    _check_memory(entry, _device(device))
    check_weights(entry, offline)


def check_environment(entry: ModelEntry) -> None:
    """Raise ConfigurationError where the code of a model is not agreed to, or its environment has not what it needs."""
    if entry.remote_code and not entry.remote_code_agreed:
        raise ConfigurationError(
            f"model {entry.name} brings code of its own that runs with it: read it, and if you agree, write "
            f"`{entry.name}: {{remote_code_agreed: true}}` in a registry of your own"
        )
    versions = versions_in(entry.python)
    for need in entry.needs.packages:
        requirement = Requirement(need)
        found = versions.get(canonicalize_name(requirement.name))
        if found is None or not requirement.specifier.contains(found, prereleases=True):
            extra = f" (`pip install 'ratio-spark[{entry.needs.extra}]'`)" if entry.needs.extra else ""
            where = f"{entry.python or 'this environment'} has {found or 'none'}"
            raise ConfigurationError(
                f"model {entry.name} needs {need}, and {where}: make an environment that has it{extra} and name its "
                "Python as `python` in a registry of your own"
            )


def settings_of(entry: ModelEntry, folder: str, device: str) -> Settings:
    """How a model is loaded and run, with its weights in a folder and on a device."""
    return Settings(
        folder=folder,
        device=device,
        is_late=entry.kind == "late",
        query_prefix=entry.query_prefix,
        document_prefix=entry.document_prefix,
        pooling=entry.pooling,
        pools_prefix=entry.pools_prefix,
        normalize=entry.normalize,
        dimension=entry.dimension,
        max_length=entry.max_length,
        max_query_length=entry.max_query_length,
        dtype=entry.dtype,
        remote_code=entry.remote_code,
    )


def what_decides(entry: ModelEntry) -> dict[str, Any]:
    """The settings that decide what the model gives, beside its weights: not where or how fast it runs."""
    settings = asdict(settings_of(entry, "", ""))
    return {name: value for name, value in settings.items() if name not in _INCIDENTAL}


class _Model(Protocol):
    def encode(self, texts: Sequence[str], is_query: bool) -> tuple[NDArray[np.float32], Ints | None]: ...


class Encoder:
    """A loaded model. Leave the context, or call `close`, when it is not needed any more.

    entry: the model; device: what it runs on; identity: which weights it has (see weights.py).

    >>> with Encoder.open(entry) as encoder:  # doctest: +SKIP
    ...     encoder.encode(["Our model is prone to overfitting."], is_query=True).shape
    (1, 384)
    """

    def __init__(self, entry: ModelEntry, model: _Model, settings: Settings, identity: str) -> None:
        self.entry, self.device, self.identity = entry, settings.device, identity
        self._model, self._piece = model, _BATCHES * settings.batch_size

    @classmethod
    def open(cls, entry: Entry, device: str = "auto", offline: bool = False) -> Self:
        """Load a model.

        Args:
            device: "auto" (a GPU where there is one), "cpu", "cuda" or "cuda:N".
            offline: ask no hub for weights that are not here.

        Raises:
            ConfigurationError: the model cannot run here, or is not what the registry says.
            RetryableError: its weights are not here, and the hub does not answer.
        """
        model = as_model(entry)
        check_environment(model)
        where = _device(device)
        _check_memory(model, where)
        weights = find_weights(model, offline)
        settings = settings_of(model, str(weights.folder), str(where))
        try:
            loaded = SeparateModel(model.python, settings) if model.python else SentenceModel(settings)
        except ModelError as error:
            raise ConfigurationError(f"model {model.name} {error}") from error
        return cls(model, loaded, settings, weights.identity)

    def encode(
        self, texts: Sequence[str], is_query: bool, say: Callable[[int], None] = lambda done: None
    ) -> Embeddings:
        """Embed texts, long ones first; texts of about one length go through the model together.

        Args:
            is_query: whether they get the prefix of queries, or that of documents.
            say: called with how many texts are done, every now and then.

        Returns:
            float32 of shape (texts, dimension); of a late model, float32 vectors of tokens. In the order of the texts.

        Raises:
            ConfigurationError: the model fails, such as for too little memory.
            DataContractError: a vector holds NaN or infinity; the message shows the text.
        """
        order = sorted(range(len(texts)), key=lambda place: (-len(texts[place]), place))
        vectors, counts = [], []
        for start in range(0, len(order), self._piece):
            piece = [texts[place] for place in order[start : start + self._piece]]
            try:
                found, lengths = self._model.encode(piece, is_query)
            except ModelError as error:
                raise ConfigurationError(f"model {self.entry.name} {error}") from error
            each = np.ones(len(piece), np.int64) if lengths is None else lengths
            self._check_finite(found, each, piece)
            vectors.append(found)
            counts.append(each)
            say(start + len(piece))
        sizes = np.concatenate([np.zeros(0, np.int64), *counts])
        rows, offsets = _back_in_order(np.asarray(order, np.int64), sizes)
        joined = np.concatenate(vectors)[rows] if vectors else np.zeros((0, self.entry.dimension or 0), np.float32)
        return TokenEmbeddings(joined, offsets) if self.entry.kind == "late" else joined

    def close(self) -> None:
        """End the process of the model, if it has one of its own."""
        if isinstance(self._model, SeparateModel):
            self._model.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_finite(self, vectors: NDArray[np.float32], counts: Ints, texts: Sequence[str]) -> None:
        wrong = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
        if len(wrong):
            text = texts[int(np.searchsorted(np.cumsum(counts), wrong[0], side="right"))]
            raise DataContractError(
                f"model {self.entry.name} gives numbers that are none (NaN or infinite), first for {text[:_SHOWN]!r}: "
                f"{self.entry.dtype} on {self.device} is too narrow for it, or its weights are damaged"
            )


def _back_in_order(order: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    """Where the rows of texts stand that were embedded in another order.

    Args:
        order: the place of each text that was embedded; sizes: its number of rows.

    Returns:
        The rows in the order of the places, and the offsets of each text among them.
    """
    starts = np.cumsum(sizes) - sizes
    back = np.argsort(order)
    offsets = np.zeros(len(order) + 1, np.int64)
    np.cumsum(sizes[back], out=offsets[1:])
    within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes[back])
    return np.repeat(starts[back], sizes[back]) + within, offsets


def _device(name: str) -> "torch.device":
    from ratio_spark.retrieval.search.exact import device

    return device(name)


def _check_memory(entry: ModelEntry, device: "torch.device") -> None:
    import torch

    if device.type != "cuda" or entry.needs.gpu_memory_gib is None:
        return
    there = torch.cuda.get_device_properties(device).total_memory / _GIB
    if there < entry.needs.gpu_memory_gib:
        raise ConfigurationError(
            f"model {entry.name} takes {entry.needs.gpu_memory_gib:g} GiB and {device} has {there:.0f}: use a larger "
            "GPU, or name cpu as device"
        )
