"""The tables of a root as its last run published them, opened for a command."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pyspark.sql import DataFrame

from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError
from ratio_spark.progress import Progress
from ratio_spark.tables.publish import Run, last_run
from ratio_spark.tables.schemas import Table
from ratio_spark.tables.session import spark_session
from ratio_spark.tables.store import Store, check_readable
from ratio_spark.tables.troubles import in_one_sentence

Say = Callable[[str], None]
"""Called with what the command does now, for a progress line."""


@dataclass(frozen=True)
class Published:
    """The tables of a root as their last run published them."""

    store: Store
    run: Run

    def read(self, table: Table) -> DataFrame:
        """The published rows of a table. Raises ConfigurationError where no run has written it yet."""
        if table.name not in self.run.versions:
            root = self.store.root
            raise ConfigurationError(f"{root} holds no {table.name} yet: run `ratio-spark mine --tables {root}` first")
        return self.store.read(table, self.run.versions[table.name])


@contextmanager
def open_published(command: str, root: str) -> Iterator[tuple[Published, Say]]:
    """Open the tables that a command reads, in the session that is there or in one of its own.

    Raises:
        ConfigurationError: no run was published there, or the tables cannot be read.
    """
    check_readable(root)
    with Progress(STDERR) as progress:
        progress.say("starting Spark")
        with spark_session(f"ratio-spark {command}") as spark, progress.watching(spark), in_one_sentence(root):
            store = Store(spark, root)
            run = last_run(store)
            if run is None:
                raise ConfigurationError(
                    f"{root} holds no published run: finish `ratio-spark mine --tables {root}` first"
                )
            yield Published(store, run), progress.say
