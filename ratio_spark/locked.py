"""One process at a time, by the lock of the operating system: that of a process that dies is free."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(place: Path, waits: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold a folder, or a file that is made if it is not there, against other processes that hold it so.

    Args:
        waits: called once where another process holds it now.

    Raises:
        OSError: it cannot be opened.
    """
    handle = os.open(place, os.O_RDONLY) if place.is_dir() else os.open(place, os.O_WRONLY | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waits()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
