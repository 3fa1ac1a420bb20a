"""The packages of the extra `curate`, which not everybody needs."""

from collections.abc import Iterator
from contextlib import contextmanager

from ratio_spark.errors import ConfigurationError


@contextmanager
def curate_extra() -> Iterator[None]:
    """Import a package of the extra in here.

    Raises:
        ConfigurationError: it is not installed; the message says how to install it.
    """
    try:
        yield
    except ImportError as error:
        raise ConfigurationError(
            f"this command needs {error.name or error}: run pip install 'ratio-spark[curate]'"
        ) from error
