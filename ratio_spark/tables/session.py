"""The Spark session of a command: the active one where there is one, else one that is ours to stop."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from ratio_spark.errors import ConfigurationError


@contextmanager
def spark_session(app_name: str) -> Iterator[SparkSession]:
    """Give the active session, or build one and stop it at the end.

    A session that somebody else made (a notebook, a test) is used as it is and never stopped. `SPARK_REMOTE`
    leads to a Spark Connect server.

    Raises:
        ConfigurationError: Spark does not start, or starts without Delta.
    """
    active = SparkSession.getActiveSession()
    if active is not None:
        yield active
        return
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        session = SparkSession.builder.appName(app_name).getOrCreate()
    except (PySparkException, Py4JJavaError, RuntimeError) as error:
        first_line = str(error).strip().splitlines()[0][:300]
        raise ConfigurationError(f"Spark does not start ({first_line}): run `ratio-spark setup`") from error
    try:
        _check_delta(session)
        yield session
    finally:
        session.stop()


def _check_delta(spark: SparkSession) -> None:
    try:
        extensions = spark.conf.get("spark.sql.extensions", "") or ""
    except PySparkException:  # a managed service may hide the setting; it brings Delta itself
        return
    if "DeltaSparkSessionExtension" not in extensions:
        raise ConfigurationError(
            "this Spark has no Delta Lake: run `ratio-spark setup` in the environment that spark-submit "
            "belongs to, or start it with the Delta jars and extension"
        )
