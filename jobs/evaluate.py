"""`spark-submit jobs/evaluate.py --tables ROOT`: the same as `ratio-spark evaluate`."""

from ratio_spark.cli import evaluate

if __name__ == "__main__":
    evaluate()
