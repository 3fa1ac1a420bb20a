"""Questions to several tables, or commits to them, at the same time: most of each is a wait for Delta."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def side_by_side(*acts: Callable[[], T]) -> list[T]:
    """Do all acts, each in a thread of its own; gives their results in order, raises what the first of them raised."""
    with ThreadPoolExecutor(max(len(acts), 1)) as pool:
        return [done.result() for done in [pool.submit(act) for act in acts]]
