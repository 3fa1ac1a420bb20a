"""Which benchmark of a root a person means."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from ratio_spark.errors import ConfigurationError

_SHORTEST_ID = 4


class Named(Protocol):
    """What a benchmark is called."""

    @property
    def benchmark_id(self) -> str: ...

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def choose(root: str, newest_first: Sequence[N], wanted: str | None) -> N:
    """The benchmark that is wanted, of those of a root.

    Args:
        wanted: its name (the newest of that name), or its benchmark_id or how that starts; None: the newest of all.

    Raises:
        ConfigurationError: there is none.
    """
    for each in newest_first:
        is_meant = len(wanted) >= _SHORTEST_ID and each.benchmark_id.startswith(wanted) if wanted else True
        if is_meant or wanted == each.name:
            return each
    if not newest_first:
        raise ConfigurationError(f"{root} holds no benchmark: run `ratio-spark benchmark build` or `import` first")
    named = ", ".join(sorted({each.name for each in newest_first}))
    raise ConfigurationError(f"{root} holds no benchmark {wanted}; it holds {named}")
