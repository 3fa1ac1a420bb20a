"""A folder that is there whole or not at all: it is written under another name beside its place, and then renamed."""

import errno
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ratio_spark.errors import ConfigurationError

_OF_THE_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES}


def check_free(folder: Path) -> None:
    """Raise ConfigurationError where a folder cannot be made: something stands there, or a file in its way."""
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists() or folder.is_symlink():
        raise ConfigurationError(f"{folder}: is there already; name a folder that is not, or remove it")
    nearest = next(parent for parent in folder.absolute().parents if parent.exists())
    if not nearest.is_dir():
        raise ConfigurationError(f"{folder}: cannot be made: {nearest} is a file")


@contextmanager
def whole_folder(folder: Path, replaces: bool = False) -> Iterator[Path]:
    """A folder to write to, which takes its place once all is written; nothing is left of it if that fails.

    Args:
        replaces: whether it may take the place of another, which stands until then.

    Raises:
        ConfigurationError: something stands there already, or nothing can be written there.
    """
    if not replaces:
        check_free(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise ConfigurationError(f"{folder}: cannot be written: {error}") from error
    try:
        yield unfinished
        unfinished.chmod(0o755)
        if replaces:
            _take_place(unfinished, folder)
        else:
            if folder.is_dir():
                folder.rmdir()
            unfinished.rename(folder)
    except BaseException as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
            raise ConfigurationError(f"{folder}: cannot be written: {error.strerror}") from error
        raise


def _take_place(new: Path, folder: Path) -> None:
    """Put a folder in the place of another; of several that do so at once, the last one stays."""
    before = new.with_name(f"{new.name}.before")
    while True:
        with suppress(FileNotFoundError):
            folder.rename(before)
            shutil.rmtree(before)
        try:
            new.rename(folder)
            return
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
