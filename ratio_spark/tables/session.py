"""The Spark session of a command: the active one where there is one, else one that is ours to stop."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from ratio_spark.errors import ConfigurationError

# Small batches are faster than the 64 MiB of Spark's default, and bound the memory of a Python worker.
SETTINGS = {
    "spark.sql.shuffle.partitions": "8",
    "spark.sql.execution.arrow.maxBytesPerBatch": str(8 * 2**20),
    "spark.sql.execution.arrow.pyspark.validateSchema.enabled": "true",
    # A decision row is small: rather send it to the texts than shuffle the texts.
    "spark.sql.autoBroadcastJoinThreshold": str(64 * 2**20),
    "spark.sql.session.timeZone": "UTC",
    # The default of 64 would make one tiny task per bucket of a small root's log.
    "spark.databricks.delta.snapshotPartitions": "2",
}


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
    builder = SparkSession.builder.appName(app_name)
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
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
