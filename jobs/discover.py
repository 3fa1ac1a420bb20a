"""`spark-submit jobs/discover.py --tables ROOT`: the same as `ratio-spark lexicon discover`."""

from ratio_spark.cli import discover

if __name__ == "__main__":
    discover()
