"""One Spark session for all tests of this folder, and the bundled sample mined once with it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from ratio_spark.config import MineConfig, load_config
from ratio_spark.mining import job
from ratio_spark.tables.session import spark_session

Mine = Callable[..., job.Outcome]


# Tests of minutes each: `make test` leaves them to who asks for them.
ON_REQUEST = "RATIO_SPARK_TRIALS"
LONG = ("test_sequences", "test_troubles", "test_benchmark", "test_benchmark_exchange")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.spark)
            if item.path.stem in LONG and ON_REQUEST not in os.environ:
                item.add_marker(pytest.mark.skip(reason=f"takes minutes: {ON_REQUEST}=1 runs it"))


# Tests run many queries over few rows: plans that adapt and generated code cost them more than they give.
# The ways to run (spark-submit, cluster, Connect) are tested with the settings that people have.
SUBMIT_ARGUMENTS = (
    "--driver-java-options '-XX:+UseSerialGC -Xms1g -XX:ReservedCodeCacheSize=400m' --conf spark.ui.enabled=false "
    "--conf spark.sql.adaptive.enabled=false --conf spark.sql.shuffle.partitions=1 "
    "--conf spark.databricks.delta.snapshotPartitions=1 "
    "--conf spark.sql.codegen.wholeStage=false --conf spark.sql.codegen.factoryMode=NO_CODEGEN pyspark-shell"
)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    with pytest.MonkeyPatch.context() as patch:
        warehouse = tmp_path_factory.mktemp("warehouse")
        patch.setenv("PYSPARK_SUBMIT_ARGS", f"--conf spark.sql.warehouse.dir={warehouse} {SUBMIT_ARGUMENTS}")
        yield from _session()


def _session() -> Iterator[SparkSession]:
    with spark_session("ratio-spark tests") as session:
        yield session


@pytest.fixture(scope="session")
def mine(spark: SparkSession) -> Mine:
    """Mine with the given options."""

    def mine(**options: Any) -> job.Outcome:
        return job.run(spark, job.prepare(load_config(MineConfig, options)))

    return mine


ADDRESS = """---
move: ADDRESS
definition: The gold deals with the problem that the query states.
roles: {query: problem, gold: approach}
---
to address this issue\ttest\tcandidate
to address this …\ttest\tcandidate
"""
CONTRAST = """---
distractor: contrast
definition: The sentence stands against the one before.
---
however\ttest\tcandidate
"""


@pytest.fixture(scope="session")
def small_lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A move and a distractor kind of few markers: quick to build, and not changed with the shipped lexicons."""
    folder = tmp_path_factory.mktemp("lexicon")
    (folder / "address.lex").write_text(ADDRESS, encoding="utf-8")
    (folder / "contrast.lex").write_text(CONTRAST, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def sample_options(sample: Path) -> dict[str, Any]:
    return {"input": [str(sample / "s2orc")], "papers": [str(sample / "s2orc_papers")]}


@pytest.fixture(scope="session")
def mined_sample(mine: Mine, sample_options: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> job.Outcome:
    """The bundled sample in tables of its own: read them, do not write to them."""
    return mine(**sample_options, tables=str(tmp_path_factory.mktemp("sample")))
