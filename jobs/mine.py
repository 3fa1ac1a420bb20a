"""`spark-submit jobs/mine.py --input PATH… --tables ROOT`: the same as `ratio-spark mine`."""

from ratio_spark.cli import mine

if __name__ == "__main__":
    mine()
