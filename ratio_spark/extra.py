"""Packages that not everybody needs, installed as an extra of this one."""

from collections.abc import Iterator
from contextlib import contextmanager

from ratio_spark.errors import ConfigurationError


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import packages of an extra in here.

    Raises:
        ConfigurationError: one is not installed; the message says how to install it.
    """
    try:
        yield
    except ImportError as error:
        raise ConfigurationError(
            f"this command needs {error.name or error}: run pip install 'ratio-spark[{name}]'"
        ) from error
