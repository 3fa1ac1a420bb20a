"""What goes wrong below the tables, told in one sentence: other writers, a full disk, lost rights, lost files."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from py4j.protocol import Py4JJavaError, Py4JNetworkError
from pyspark.errors import PySparkException

from ratio_spark.errors import ConfigurationError, DataContractError, RatioError, RetryableError
from ratio_spark.tables.store import is_catalog

_CONFLICT = re.compile(
    r"DELTA_CONCURRENT|DELTA_METADATA_CHANGED|DELTA_PROTOCOL_CHANGED|Concurrent\w*Exception|MetadataChangedException"
    r"|ProtocolChangedException|DELTA_TABLE_ALREADY_EXISTS|DELTA_VERSIONS_NOT_CONTIGUOUS"
)


@dataclass(frozen=True)
class _Trouble:
    """Something below the tables that a person can mend: how Java words it, what it means, the error it becomes."""

    pattern: re.Pattern[str]
    meaning: str
    error: type[RatioError]


_TROUBLES = (
    _Trouble(
        re.compile(
            r"Python worker (?:exited unexpectedly|failed to connect back)[^\n]{0,80}|ExecutorLostFailure[^\n]{0,200}"
            r"|SparkContext was shut ?down"
            # A stream between Spark and its Python worker that ends, wherever that is noticed first.
            r"|EOFException(?=(?:\s+at [^\n]+){1,8}?\s+at org\.apache\.spark\.(?:api|sql\.execution)\.python\.)"
        ),
        "a process of Spark died, of too little memory or by a signal; run again",
        RetryableError,
    ),
    _Trouble(
        re.compile("No space left on device|Disk quota exceeded"),
        "the disk is full; make room and run again",
        RetryableError,
    ),
    _Trouble(
        re.compile("Read-only file system|Permission denied|AccessDenied|Mkdirs failed"),
        "the tables can no longer be written to; see to their rights and run again",
        ConfigurationError,
    ),
    _Trouble(
        re.compile(r"(?:FILE_NOT_EXIST|FileNotFoundException|DELTA_TRUNCATED_TRANSACTION_LOG)\S*[^\n]{0,300}"),
        "a file of the tables is lost; bring it back, or go back by `ratio-spark runs rollback` to a run without it",
        DataContractError,
    ),
)


@contextmanager
def in_one_sentence(root: str) -> Iterator[None]:
    """Turn what Spark, Delta or the storage below them raises into an error of ours, in one sentence.

    Raises:
        RetryableError: another writer came in between, the disk is full, or a process of Spark died.
        DataContractError: a file of the tables is lost.
        ConfigurationError: the tables cannot be read or written for any other reason.
    """
    try:
        yield
    except Py4JNetworkError as error:
        raise RetryableError(f"{root}: the JVM of Spark died; run again") from error
    except (PySparkException, Py4JJavaError) as error:
        java = _java_text(error)
        first_line = java.strip().splitlines()[0][:300]
        if is_conflict(error):
            raise RetryableError(f"{root}: another writer came in between: {first_line}") from error
        for trouble in _TROUBLES:
            if found := trouble.pattern.search(java):
                raise trouble.error(f"{root}: {trouble.meaning} ({' '.join(found[0].split())})") from error
        hint = f"; write ./{root} for a folder of that name" if is_catalog(root) else ""
        raise ConfigurationError(f"the tables of {root} cannot be read or written: {first_line}{hint}") from error


def is_conflict(error: Exception) -> bool:
    """Whether Delta refused a commit because another writer came in between."""
    text = _java_text(error)
    return _CONFLICT.search(text) is not None


def _java_text(error: Exception) -> str:
    """What the Java side says: the exception with its causes."""
    if not isinstance(error, Py4JJavaError):
        return str(error)
    texts: list[str] = []
    cause = error.java_exception
    while cause is not None and len(texts) < 20:
        texts.append(cause.toString())
        cause = cause.getCause()
    return "\n".join(texts)
