"""The `ui` command."""

from pathlib import Path

from pydantic import Field

from ratio_spark.command import Command
from ratio_spark.config import RESULTS, Config


class UiConfig(Config):
    """Options of `ui`."""

    results: Path = Field(
        RESULTS,
        description="The folder that `evaluate` wrote its results to. By default `results`. Where MLFLOW_TRACKING_URI "
        "names a store, the runs are there.",
    )
    store: str | None = Field(
        None, min_length=1, description="Another store of MLflow to show: a SQLite file, or a URI as MLflow takes it."
    )
    port: int = Field(5000, ge=0, le=65535, description="Port to serve on; 0 takes any that is free. By default 5000.")
    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Address to serve on. By default 127.0.0.1, which only this machine reaches. There is no password: "
        "who reaches it can read and delete runs. Names of this machine that others call it by are told to MLflow by "
        "MLFLOW_SERVER_ALLOWED_HOSTS and MLFLOW_SERVER_CORS_ALLOWED_ORIGINS.",
    )


def _ui(config: UiConfig) -> None:
    from ratio_spark.tracking import ui as tracking_ui

    tracking_ui.run(config.store, config.results.expanduser(), config.host, config.port)


COMMANDS = (
    Command(
        "ui",
        UiConfig,
        "Look at the runs of all evaluations in a browser: MLflow's user interface, served until it is interrupted.",
        _ui,
    ),
)
