"""Where the weights of a model lie, and which weights they are: a folder, an installed package, or the hub."""

import hashlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ratio_spark.errors import ConfigurationError, RetryableError
from ratio_spark.retrieval.models.registry import ModelEntry

_SECONDS_TO_ANSWER = 5
# Weights in other formats, which nobody reads here, and in formats that can carry code.
_NOT_FETCHED = ["*.bin", "*.ckpt", "*.gguf", "*.h5", "*.msgpack", "*.onnx", "*.ot", "*.pkl", "*.pt", "*.pth"]
_DECIDE = {".bin", ".jinja", ".json", ".model", ".py", ".safetensors", ".txt"}


@dataclass(frozen=True)
class Weights:
    """The weights of a model on this machine.

    folder: where they lie.
    identity: "commit …" of the hub, or "sha256 …" of the files that decide what the model gives.
    """

    folder: Path
    identity: str


def find_weights(entry: ModelEntry, offline: bool = False) -> Weights:
    """The weights of a model, fetched from the hub if need be.

    Args:
        offline: ask no hub. HF_HUB_OFFLINE=1 says the same.

    Raises:
        ConfigurationError: they are not there and cannot be had: no such folder, package, repository or revision, terms
            that were not accepted, or the hub must not be asked.
        RetryableError: the hub does not answer.
    """
    folder = _local(entry)
    if folder:
        return Weights(folder, f"sha256 {_digest(folder)}")
    found = _fetched(entry) or _fetch(entry, _resolve(entry, offline))
    return Weights(found, f"commit {found.name}")


def check_weights(entry: ModelEntry, offline: bool = False) -> None:
    """Raise what `find_weights` would, as far as that can be known without fetching anything."""
    if not _local(entry) and not _fetched(entry):
        _resolve(entry, offline)


def identity_of(entry: ModelEntry, offline: bool = False) -> str:
    """Which weights a model has; of a pinned commit it is known although they are not on this machine.

    Raises:
        ConfigurationError, RetryableError: as `find_weights`.
    """
    if entry.revision and not _local(entry):
        return f"commit {entry.revision}"
    return find_weights(entry, offline).identity


def _local(entry: ModelEntry) -> Path | None:
    """The folder, or that of the package; None where only the hub has them."""
    if entry.folder:
        if not entry.folder.is_dir():
            raise ConfigurationError(f"model {entry.name}: there is no folder {entry.folder}: correct the registry")
        return entry.folder
    if entry.package is None:
        return None
    module, _, inside = entry.package.partition(":")
    for folder in _package_folders(module, inside):
        if folder.is_dir():
            return folder
    if entry.hub:
        return None
    raise ConfigurationError(f"model {entry.name}: the package {module} with {inside} in it is not here: install it")


def _package_folders(module: str, inside: str) -> list[Path]:
    """Where a folder of a package may lie; nowhere, if there is no such package."""
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        # A package above it is not there, or is no package.
        return []
    return [Path(place, inside) for place in (found.submodule_search_locations or [])] if found else []


def _fetched(entry: ModelEntry) -> Path | None:
    """The folder of what was fetched from the hub before."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    assert entry.hub is not None
    try:
        return Path(
            snapshot_download(entry.hub, revision=entry.revision, local_files_only=True, ignore_patterns=_NOT_FETCHED)
        )
    except LocalEntryNotFoundError:
        return None


def _resolve(entry: ModelEntry, offline: bool) -> str:
    """The commit of the hub, where it may be fetched.

    One question first, so that a dead network costs seconds and no series of retries. The hub tells of a gated
    repository to everybody, but gives it only to those who have accepted its terms.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.constants import is_offline_mode

    assert entry.hub is not None
    if offline or is_offline_mode():
        raise ConfigurationError(
            f"model {entry.name} ({entry.hub}) is not on this machine and the hub is not to be asked: fetch it once "
            "while online, or name its `folder` in a registry of your own"
        )
    with _hub_errors(entry):
        found = HfApi().model_info(entry.hub, revision=entry.revision, timeout=_SECONDS_TO_ANSWER)
        if found.gated or entry.needs.is_gated:
            HfApi().auth_check(entry.hub)
    assert found.sha is not None
    return found.sha


def _fetch(entry: ModelEntry, commit: str) -> Path:
    from huggingface_hub import snapshot_download

    assert entry.hub is not None
    with _hub_errors(entry):
        return Path(snapshot_download(entry.hub, revision=commit, ignore_patterns=_NOT_FETCHED))


@contextmanager
def _hub_errors(entry: ModelEntry) -> Iterator[None]:
    """What the hub answers, in a sentence."""
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError
    from huggingface_hub.utils import httpx  # type: ignore[attr-defined] # by this name whichever it uses

    try:
        yield
    except GatedRepoError as error:
        raise ConfigurationError(
            f"model {entry.name}: {entry.hub} asks for its terms to be accepted: do so on its page of the hub and set "
            "HF_TOKEN"
        ) from error
    except RevisionNotFoundError as error:
        raise ConfigurationError(f"model {entry.name}: {entry.hub} has no revision {entry.revision}") from error
    except RepositoryNotFoundError as error:
        raise ConfigurationError(
            f"model {entry.name}: the hub has no {entry.hub}, or not for you: correct the name, or set HF_TOKEN"
        ) from error
    except (OSError, httpx.HTTPError) as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise RetryableError(
            f"model {entry.name} ({entry.hub}) is not on this machine and the hub gives no answer ({why}): try again "
            "while online, or name its `folder` in a registry of your own"
        ) from error


def _digest(folder: Path) -> str:
    """SHA-256 of the names and contents of the files that decide what a model gives."""
    total = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        if file.suffix in _DECIDE and not any(part.startswith(".") for part in inside.parts):
            status = file.stat()
            total.update(f"{inside.as_posix()} {_digest_of(file, status.st_size, status.st_mtime_ns)}\n".encode())
    return total.hexdigest()


@cache
def _digest_of(file: Path, size: int, changed: int) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
