"""Which files an input names (files, folders, globs, object-store URLs), and how one is opened."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from fsspec.utils import glob_translate
from pyarrow import ArrowInvalid, fs

from ratio_spark.corpus import delta_source
from ratio_spark.errors import ConfigurationError

# scheme://authority/path, and the options that pyarrow takes for a store (?region=…&endpoint_override=…).
# What stands in the path is taken as it is, as Hadoop does: % and # are ordinary characters of a key.
_URL = re.compile(r"([a-z][a-z0-9]+)://([^/?]*)(.*?)(\?[a-z_]+=.*)?", re.DOTALL)
_HADOOP_SCHEMES = {"s3a": "s3", "s3n": "s3"}
_WILDCARD = re.compile(r"[*?\[{]")
_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, order=True)
class InputFile:
    """A file to read: its absolute path or URL, bytes, time of last change (UTC), entity tag if known."""

    path: str
    size: int
    mtime: datetime
    etag: str | None = None


@dataclass(frozen=True)
class _Place:
    """A path within a store; `base` is the path that the URL `root` has in the store."""

    store: Any
    path: str
    root: str = ""
    base: str = ""
    options: str = ""

    def url(self, path: str) -> str:
        """The path or URL under which `_place` finds this path of the store again."""
        return f"{self.root}/{path.removeprefix(self.base).lstrip('/')}{self.options}"


def list_inputs(paths: Sequence[str]) -> list[InputFile]:
    """All files that the paths name, sorted by path, none twice.

    A path is a file, a folder (with all below it), a glob (`*`, `?`, `[…]`, `{a,b}`, `**` for any depth; a
    matched folder counts with all below it) or the URL of one. A folder that is a Delta table stands for the Parquet
    files of its newest version. Names that start with `.` or `_` are left out
    unless named in full. Raises `ConfigurationError` for a path that names nothing or cannot be listed.
    """
    found: dict[str, InputFile] = {}
    # Most files lie in the folder of the file before.
    real_folder = lru_cache(maxsize=1 << 10)(os.path.realpath)
    for path in paths:
        place = _place(path)
        try:
            files = [_input_file(place, info) for info in _infos(place)]
        except (OSError, ArrowInvalid) as error:
            raise ConfigurationError(f"{path}: cannot be listed: {error}") from error
        except UnicodeError as error:
            name = path.encode(errors="backslashreplace").decode()
            raise ConfigurationError(f"{name}: the name of a file there is not UTF-8; rename it") from error
        if not files:
            raise ConfigurationError(f"{path}: no such file, or no file in it; check the path and its rights")
        for file in files:
            one = _identity(file.path, real_folder)
            found[one] = min(file, found.get(one, file), key=lambda each: (len(each.path), each.path))
    return sorted(found.values())


def is_there(path: str) -> bool:
    """Whether a path or URL of `list_inputs` still has its file; raises `ConfigurationError` if that cannot be told."""
    place = _place(path)
    try:
        return bool(place.store.get_file_info(place.path).is_file)
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be looked at: {error}") from error


def open_file(path: str) -> Any:
    """Open a path or URL of `list_inputs` as a binary stream, undecoded; raises OSError."""
    place = _place(path)
    return place.store.open_input_stream(place.path, compression=None, buffer_size=0)


def open_seekable(path: str) -> Any:
    """Open a path or URL of `list_inputs` as a binary file that can be read at any place; raises OSError."""
    place = _place(path)
    return place.store.open_input_file(place.path)


def _place(path: str) -> _Place:
    if not path.strip():
        raise ConfigurationError("an input path is empty; name a file, a folder, a glob or a URL")
    path = _in_one_spelling(path)
    url = _URL.fullmatch(path)
    if url is None:
        return _Place(fs.LocalFileSystem(), os.path.abspath(os.path.expanduser(path)))
    scheme, authority, within, options = url.groups(default="")
    if ":" in authority.rpartition("@")[0]:
        raise ConfigurationError(f"{scheme}://…: keep secrets out of URLs, they are written into tables")
    root = f"{_HADOOP_SCHEMES.get(scheme, scheme)}://{authority}"
    store, base = _store(root, options)
    path = f"{base.rstrip('/')}/{within.strip('/')}".rstrip("/") or "/"
    return _Place(store, path, root, base, options)


def _in_one_spelling(path: str) -> str:
    """Local files and Databricks volumes as plain paths, as they are mounted on every node."""
    for scheme, mount in (("dbfs:", "/dbfs"), ("file:", "")):
        if path.startswith(scheme):
            plain = "/" + path.removeprefix(scheme).lstrip("/")
            return plain if plain.startswith("/Volumes/") else mount + plain
    return path


@lru_cache(maxsize=16)
def _store(root: str, options: str) -> tuple[Any, str]:
    """The store of a URL without its path, kept open, and the path that its root has there."""
    try:
        store, base = fs.FileSystem.from_uri(root + ("/" if root.startswith("hdfs") else "") + options)
    except (OSError, ArrowInvalid) as error:
        raise ConfigurationError(f"{root}: cannot be opened: {error}") from error
    return store, base


def _infos(place: _Place) -> Iterator[fs.FileInfo]:
    """The files that a place names; a name that exists is taken as it stands, whatever characters it has."""
    info = place.store.get_file_info(place.path)
    if info.type == fs.FileType.File:
        yield info
    elif info.type == fs.FileType.Directory:
        yield from _below(place, place.path)
    elif wildcard := _WILDCARD.search(place.path):
        folder = place.path[: wildcard.start()].rpartition("/")[0]
        for pattern in _without_braces(place.path.removeprefix(folder).strip("/")):
            yield from _matching(place, folder or "/", pattern)


def _matching(place: _Place, folder: str, pattern: str) -> Iterator[fs.FileInfo]:
    """The files below a folder that a pattern names, and those in folders that it names; lists no deeper than it."""
    name, _, below = pattern.partition("/")
    infos = place.store.get_file_info(fs.FileSelector(folder, allow_not_found=True))
    if "**" in name or any(info.base_name == delta_source.LOG for info in infos):
        matches = _glob(f"{folder.rstrip('/')}/", pattern)
        yield from (info for info in _below(place, folder) if matches(info.path))
        return
    is_named = re.compile(glob_translate(name))
    for info in infos:
        if _is_hidden(info.base_name) or not is_named.match(info.base_name):
            continue
        if info.type == fs.FileType.Directory:
            yield from _matching(place, info.path, below) if below else _below(place, info.path)
        elif info.type == fs.FileType.File and not below:
            yield info


def _below(place: _Place, folder: str) -> Iterator[fs.FileInfo]:
    """The files below a folder; of a Delta table those of its newest version."""
    infos = place.store.get_file_info(fs.FileSelector(folder, allow_not_found=True, recursive=True))
    logs = [info.path for info in infos if info.base_name == delta_source.LOG and info.type == fs.FileType.Directory]
    live = {table: delta_source.live_files(place.url(table)) for table in map(os.path.dirname, logs)}
    for info in infos:
        names = info.path.removeprefix(folder).strip("/").split("/")
        if info.type != fs.FileType.File or any(map(_is_hidden, names)):
            continue
        table = next((table for table in live if info.path.startswith(f"{table}/")), None)
        if table is None or info.path.removeprefix(f"{table}/") in live[table]:
            yield info


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "_"))


def _glob(folder: str, pattern: str) -> Callable[[str], bool]:
    """Whether a path, or a folder that it lies in, matches the pattern below a folder."""
    expression = re.compile("|".join(glob_translate(pattern + below) for below in ("", "/**")))
    return lambda path: expression.match(path.removeprefix(folder)) is not None


def _without_braces(pattern: str) -> list[str]:
    braces = _BRACES.search(pattern)
    if braces is None:
        return [pattern]
    before, after = pattern[: braces.start()], pattern[braces.end() :]
    return [each for choice in braces[1].split(",") for each in _without_braces(before + choice + after)]


def _identity(path: str, real_folder: Callable[[str], str]) -> str:
    """The same for two paths of one file: links, even in a circle, must not read it twice."""
    if not path.startswith("/"):
        return path
    folder, _, name = path.rpartition("/")
    return os.path.realpath(path) if os.path.islink(path) else f"{real_folder(folder or '/')}/{name}"


def _input_file(place: _Place, info: fs.FileInfo) -> InputFile:
    return InputFile(place.url(info.path), info.size, info.mtime.astimezone(UTC))
