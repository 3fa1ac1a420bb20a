"""Spark: whether input files still hold what was read from them, by their SHA-256."""

from collections.abc import Iterator, Sequence

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from ratio_spark.corpus.files import InputFile
from ratio_spark.corpus.ingest import dealt_out
from ratio_spark.corpus.read import AUTO
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import RetryableError

_DIGESTS = pa.schema([("source_file", pa.string()), ("digest", pa.string())])


def rewritten_files(sources: DataFrame, files: Sequence[InputFile]) -> set[str]:
    """The paths of the files whose content is not what `sources` says was read, or not known.

    A file of which `--limit` read no more than the head is not compared.

    Args:
        sources: rows of the table `sources`.
        files: files that stand in it.

    Raises:
        RetryableError: a file cannot be read.
    """

    def digest(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for task in batch.column("files").to_pylist():
                paths = [file["path"] for file in task]
                digests = pa.array([InputStream(path).digest() for path in paths], pa.string())
                yield pa.RecordBatch.from_arrays([pa.array(paths), digests], schema=_DIGESTS)

    tasks = dealt_out(sources.sparkSession, [(file, AUTO) for file in files])
    now = tasks.mapInArrow(digest, "source_file STRING, digest STRING")
    is_whole = F.col("digest").isNotNull() | F.col("complete")
    read = sources.where(is_whole).select("source_file", F.col("digest").alias("digest_read"))
    differing = now.join(read, "source_file").where(~F.equal_null("digest", "digest_read")).collect()
    for row in differing:
        if row.digest is None:
            raise RetryableError(f"{row.source_file}: cannot be read to its end; run again")
    return {row.source_file for row in differing}
