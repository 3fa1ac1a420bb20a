"""`spark-submit jobs/ingest.py --input PATH… --tables ROOT`: the same as `ratio-spark ingest`."""

from ratio_spark.cli import ingest

if __name__ == "__main__":
    ingest()
