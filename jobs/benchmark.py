"""`spark-submit jobs/benchmark.py build --tables ROOT`: the same as `ratio-spark benchmark build`."""

from ratio_spark.cli import benchmark

if __name__ == "__main__":
    benchmark()
