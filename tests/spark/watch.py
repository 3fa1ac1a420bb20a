"""A reader that follows `runs` while jobs write, without a JVM."""

import threading
from pathlib import Path
from typing import Any, Self

from deltalake.exceptions import TableNotFoundError

from tests.spark.content import content


class Watch:
    """Reads the published content of a root again and again within a `with` block.

    looks: how often something published was read; strange: what was read and is none of the expected contents.
    """

    def __init__(self, root: Path, expected: list[dict[str, Any]]) -> None:
        self.looks = 0
        self.strange: list[dict[str, Any]] = []
        self._root = root
        self._expected = expected
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._fault: Exception | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        if self._fault:
            raise self._fault

    def _look(self) -> None:
        while not self._ended.wait(0.3):
            try:
                seen = content(self._root)
            except TableNotFoundError:  # nothing is published yet
                continue
            except Exception as fault:
                self._fault = fault
                return
            self.looks += 1
            if seen not in self._expected:
                self.strange.append(seen)
