"""What was run, on what, with what and how well, in MLflow: one experiment a stage, one parent run a matrix of
systems and moves, one child a system and move."""

import getpass
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ratio_spark.errors import ConfigurationError, RatioError
from ratio_spark.redact import redact, redact_option
from ratio_spark.tracking.machine import machine, versions
from ratio_spark.tracking.store import artifact_location, prepare, store_errors, tracking_uri

# isort: split
# tracking_store says to MLflow, before this imports it, what it may do.
from mlflow import MlflowClient
from mlflow.entities import Dataset, DatasetInput, Experiment, InputTag, Metric, Param
from mlflow.exceptions import MlflowException
from mlflow.utils.mlflow_tags import (
    MLFLOW_DATASET_CONTEXT,
    MLFLOW_PARENT_RUN_ID,
    MLFLOW_SOURCE_NAME,
    MLFLOW_SOURCE_TYPE,
    MLFLOW_USER,
)

_LONGEST_PARAMETER, _LONGEST_DIGEST = 6000, 36
_PARAMETERS_AT_ONCE, _METRICS_AT_ONCE = 100, 1000
_CUT = " …"


@dataclass(frozen=True)
class Input:
    """A Delta table that a run reads.

    name: what it holds, such as "ratio/test"; path: where it lies; version: the version that is read.
    digest: hash of the rows that are read; MLflow shows its first 36 digits, and a tag has it whole.
    use: what they are read for.
    """

    name: str
    path: str
    version: int
    digest: str
    use: str = "evaluation"


class Tracking:
    """The experiment of a stage.

    Args:
        stage: such as "evaluate"; the experiment has its name.
        results: the folder that holds the store, unless MLFLOW_TRACKING_URI names another one.

    Raises:
        ConfigurationError: the store cannot be opened, or the experiment was deleted.
        RetryableError: the store does not answer.
    """

    def __init__(self, stage: str, results: Path) -> None:
        self.stage, self.uri = stage, tracking_uri(results)
        prepare(self.uri)
        with store_errors(self.uri):
            self._client = MlflowClient(tracking_uri=self.uri)
            self.experiment_id = self._experiment()

    def _experiment(self) -> str:
        found = self._client.get_experiment_by_name(self.stage) or self._new_experiment()
        if found.lifecycle_stage != "active":
            raise ConfigurationError(
                f"the MLflow experiment {self.stage} was deleted: `mlflow experiments restore --experiment-id "
                f"{found.experiment_id}` brings it back"
            )
        return str(found.experiment_id)

    def _new_experiment(self) -> Experiment:
        try:
            new_id = self._client.create_experiment(self.stage, artifact_location(self.uri, self.stage))
            return self._client.get_experiment(new_id)
        except MlflowException as error:
            # Another process may have made it meanwhile.
            found = self._client.get_experiment_by_name(self.stage)
            if error.error_code != "RESOURCE_ALREADY_EXISTS" or found is None:
                raise
            return found

    @contextmanager
    def matrix(self, name: str, inputs: Sequence[Input], params: Mapping[str, object]) -> Iterator["Matrix"]:
        """A parent run, which ends with the block: finished, failed or killed.

        Args:
            inputs: the tables that it and its children read.
            params: options by name; secrets in them are hidden.

        Raises:
            ConfigurationError, RetryableError: as the store does.
        """
        started = time.time()
        described = {f"machine.{name}": value for name, value in machine().items()}
        libraries = {f"version.{library}": version for library, version in versions().items()}
        with store_errors(self.uri):
            run_id = self._start(name, started, {**libraries, **described})
        matrix, status = Matrix(self, run_id, tuple(inputs)), "FAILED"
        try:
            with store_errors(self.uri):
                self._fill(run_id, inputs, params, {}, ())
            yield matrix
            matrix.add({"seconds": time.time() - started})
            status = "FINISHED"
        except (KeyboardInterrupt, SystemExit):
            status = "KILLED"
            raise
        finally:
            self._end(run_id, status)

    def _start(self, name: str, started: float, tags: Mapping[str, object]) -> str:
        about = {MLFLOW_SOURCE_NAME: f"ratio-spark {self.stage}", MLFLOW_SOURCE_TYPE: "LOCAL", MLFLOW_USER: _user()}
        texts = {key: redact(str(value)) for key, value in tags.items()}
        run = self._client.create_run(self.experiment_id, int(started * 1000), about | texts, name)
        return str(run.info.run_id)

    def _fill(
        self, run_id: str, inputs: Sequence[Input], params: Mapping[str, object], metrics: Mapping[str, float],
        artifacts: Sequence[Path],
    ) -> None:  # fmt: skip
        now = int(time.time() * 1000)
        numbers = [Metric(key, float(value), now, 0) for key, value in metrics.items()]
        texts = [Param(key, _short(redact_option(key, value))) for key, value in params.items()]
        self._client.log_inputs(run_id, [_dataset(each) for each in inputs])
        for start in range(0, len(texts), _PARAMETERS_AT_ONCE):
            self._client.log_batch(run_id, params=texts[start : start + _PARAMETERS_AT_ONCE])
        for start in range(0, len(numbers), _METRICS_AT_ONCE):
            self._client.log_batch(run_id, metrics=numbers[start : start + _METRICS_AT_ONCE])
        for path in artifacts:
            if path.is_dir():
                self._client.log_artifacts(run_id, str(path), path.name)
            else:
                self._client.log_artifact(run_id, str(path))

    def _end(self, run_id: str, status: str) -> None:
        """A run that failed says why it failed, not that its store is gone as well."""
        try:
            with store_errors(self.uri):
                self._client.set_terminated(run_id, status)
        except RatioError:
            if status == "FINISHED":
                raise


@dataclass(frozen=True)
class Matrix:
    """A parent run of systems and moves."""

    tracking: Tracking
    run_id: str
    inputs: tuple[Input, ...]

    def child(
        self, system: str, move: str, params: Mapping[str, object], metrics: Mapping[str, float],
        artifacts: Sequence[Path] = (), seconds: float = 0.0,
    ) -> str:  # fmt: skip
        """A finished run of one system on one move.

        Args:
            params: options by name; secrets in them are hidden.
            metrics: by name: letters, digits and `_ - . : /`.
            artifacts: files and folders to keep.
            seconds: how long it took until now.

        Returns:
            The id of the run.

        Raises:
            ConfigurationError, RetryableError: as the store does.
        """
        tracking = self.tracking
        tags = {MLFLOW_PARENT_RUN_ID: self.run_id, "system": system, "move": move}
        with store_errors(tracking.uri):
            run_id = tracking._start(f"{system} {move}", time.time() - seconds, tags)
        status = "FAILED"
        try:
            with store_errors(tracking.uri):
                tracking._fill(run_id, self.inputs, {"system": system, "move": move, **params}, metrics, artifacts)
            status = "FINISHED"
        finally:
            tracking._end(run_id, status)
        return run_id

    def add(self, metrics: Mapping[str, float], artifacts: Sequence[Path] = ()) -> None:
        """Metrics, files and folders of all of it."""
        with store_errors(self.tracking.uri):
            self.tracking._fill(self.run_id, (), {}, metrics, artifacts)


def _dataset(read: Input) -> DatasetInput:
    """The entry of an input, as MLflow's DeltaDatasetSource reads it. Nothing is read to write it."""
    source = json.dumps({"path": redact(read.path), "delta_table_version": read.version})
    dataset = Dataset(read.name, read.digest[:_LONGEST_DIGEST], "delta_table", source)
    tags = {MLFLOW_DATASET_CONTEXT: read.use, "version": str(read.version), "digest": read.digest}
    return DatasetInput(dataset, [InputTag(key, value) for key, value in tags.items()])


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST_PARAMETER else value[: _LONGEST_PARAMETER - len(_CUT)] + _CUT


def _user() -> str:
    with suppress(KeyError, OSError):
        return getpass.getuser()
    return "unknown"
