"""What Java says when a process of Spark dies, and what a person is told."""

import pytest
from pyspark.errors import PySparkException

from ratio_spark.errors import ConfigurationError, RatioError, RetryableError
from ratio_spark.tables.troubles import in_one_sentence

LOST_TASK = "Job aborted due to stage failure: Lost task 0.0 (executor driver): java.io.EOFException"
READ = "\n\tat java.base/java.io.DataInputStream.readInt(DataInputStream.java:398)"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (f"{LOST_TASK}{READ}\n\tat org.apache.spark.api.python.PythonWorkerFactory.create(P.scala:1)", RetryableError),
        (f"{LOST_TASK}{READ}\n\tat org.apache.spark.sql.execution.python.ArrowReader.read(A.scala:1)", RetryableError),
        (f"{LOST_TASK}{READ}\n\tat org.apache.parquet.hadoop.ParquetFileReader.read(P.java:1)", ConfigurationError),
        ("Python worker exited unexpectedly (crashed)", RetryableError),
    ],
)
def test_the_end_of_a_stream_is_a_dead_worker_only_between_spark_and_python(
    said: str, expected: type[RatioError]
) -> None:
    with pytest.raises(expected), in_one_sentence("root"):
        raise PySparkException(said)
