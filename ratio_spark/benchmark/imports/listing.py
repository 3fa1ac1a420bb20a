"""The files below the folder of a published benchmark, by their names within it."""

import os
from dataclasses import dataclass

from ratio_spark.corpus.files import list_inputs
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import ConfigurationError

_SPLITS = {
    "train": "train",
    "training": "train",
    "dev": "validation",
    "val": "validation",
    "valid": "validation",
    "validation": "validation",
    "test": "test",
}


@dataclass(frozen=True)
class Listing:
    """A folder or URL, and its files: path or URL by name within it, sorted by name."""

    root: str
    files: dict[str, str]


def list_folder(root: str) -> Listing:
    """List a folder. Raises ConfigurationError where it cannot be listed, or is no folder."""
    within = _beyond_scheme(root if "://" in root else os.path.abspath(os.path.expanduser(root))).rstrip("/") + "/"
    files = {}
    for file in list_inputs([root]):
        place = _beyond_scheme(file.path)
        if not place.startswith(within):
            raise ConfigurationError(f"{root}: is a file; name the folder of the benchmark")
        files[place.removeprefix(within)] = file.path
    return Listing(root, dict(sorted(files.items())))


def _beyond_scheme(path: str) -> str:
    """A path without the scheme and the options of a URL, of which either may be written in several ways."""
    return path.partition("://")[2].partition("?")[0] if "://" in path else path


def split_of(name: str) -> str | None:
    """The split that a folder or file is named after, by any of its usual names; None where it is none.

    >>> split_of("dev"), split_of("test-ADDRESS")
    ('validation', None)
    """
    return _SPLITS.get(name.lower())


def digests(listing: Listing) -> dict[str, str]:
    """The SHA-256 of every file, by name. Raises ConfigurationError where one cannot be read."""
    found = {}
    for name, path in listing.files.items():
        digest = InputStream(path).digest()
        if digest is None:
            raise ConfigurationError(f"{path}: cannot be read to its end")
        found[name] = digest
    return found
