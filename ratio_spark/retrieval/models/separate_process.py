"""A model in a process of its own, run by the Python of another environment that has the versions it needs."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from packaging.utils import canonicalize_name

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.models.sentence_model import ModelError, Settings

PACKAGES = ("sentence-transformers", "transformers", "tokenizers", "torch")
"""The packages whose versions count for what a model gives."""

_SCRIPT = Path(__file__).parent / "sentence_model.py"
# `-I`: the environment's own packages, whatever PYTHONPATH and the folder of the script hold.
_ISOLATED = "-I"
# Of a package that is there twice, the first on the path is the one that is imported.
_ASK_VERSIONS = """
import importlib.metadata, json
found = []
for each in importlib.metadata.distributions():
    try:
        found.append((each.metadata.get("Name"), each.metadata.get("Version")))
    except FileNotFoundError:
        pass
print(json.dumps(found))
"""
_SECONDS_TO_STOP = 10


class SeparateModel:
    """A model in another environment; it gives what `SentenceModel` gives.

    Args:
        python: of the environment, which holds sentence-transformers 5 or 6.

    Raises:
        ModelError: it cannot be loaded there, or is not what the settings say.
    """

    def __init__(self, python: Path, settings: Settings) -> None:
        self._python = python
        self._folder = tempfile.TemporaryDirectory(prefix="ratio-spark-")
        self._complaints = Path(self._folder.name, "stderr")
        with self._complaints.open("wb") as complaints:
            self._process = subprocess.Popen(
                [str(python), _ISOLATED, str(_SCRIPT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                encoding="utf-8",
            )
        try:
            self._ask(asdict(settings))
        except BaseException:
            self.close()
            raise

    def encode(self, texts: Sequence[str], is_query: bool) -> tuple[NDArray[np.float32], NDArray[np.int64] | None]:
        """As `SentenceModel.encode`.

        Raises:
            ModelError: the process failed.
        """
        folder = Path(self._folder.name)
        asked, vectors, counts = (folder / name for name in ("texts.json", "vectors.npy", "counts.npy"))
        asked.write_text(json.dumps(list(texts)), encoding="utf-8")
        self._ask({"texts": str(asked), "is_query": is_query, "to": str(folder)})
        return np.load(vectors), np.load(counts) if counts.exists() else None

    def close(self) -> None:
        """End the process: it stops when it is asked nothing more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdout.close()
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(_SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def _ask(self, question: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            code = self._process.wait()
            lines = self._complaints.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise ModelError(f"ended with code {code} in {self._python}: {lines[-1] if lines else 'it said nothing'}")
        if fault := json.loads(answer).get("fault"):
            raise ModelError(f"{fault} (in {self._python})")


@cache
def versions_in(python: Path | None = None) -> dict[str, str]:
    """The versions of all packages of an environment, by their names as PEP 503 normalises them.

    Args:
        python: of the environment; None: this one.

    Raises:
        ConfigurationError: there is no such Python, or it does not run.
    """
    if python is None or python == Path(sys.executable):
        return _by_name([_described(each) for each in metadata.distributions()])
    try:
        asked = subprocess.run(
            [str(python), _ISOLATED, "-c", _ASK_VERSIONS], capture_output=True, check=True, text=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ConfigurationError(f"{python}: is no Python that runs: correct `python` in the registry") from error
    return _by_name(json.loads(asked.stdout))


def _described(package: metadata.Distribution) -> tuple[str | None, str | None]:
    """Name and version; None of what is left of a package that was removed: versions of Python differ in what they
    make of it."""
    with suppress(FileNotFoundError):
        described: Any = package.metadata
        return described.get("Name"), described.get("Version")
    return None, None


def _by_name(packages: Sequence[Sequence[str | None]]) -> dict[str, str]:
    """The first version of each package that has one."""
    return {canonicalize_name(name): version for name, version in reversed(packages) if name and version}
