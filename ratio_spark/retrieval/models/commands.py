"""The `models` commands: which models there are, whether they run here, and whether they give what they gave."""

import importlib.util
from collections.abc import Sequence
from typing import Any, ClassVar

from pydantic import Field

from ratio_spark.command import STDERR, Command
from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.extra import extra
from ratio_spark.retrieval.models.registry import ModelEntry, Registry, as_model, load_registry
from ratio_spark.retrieval.options import ModelConfig

_YES, _FETCH, _NO = "yes", "fetch", "no"
_AGREES, _UNVERIFIED = "gives what its pin says", "unverified: it runs, and has no pin (`models pin`)"


class ModelsConfig(ModelConfig):
    """Options of a command that looks at models."""

    offline: bool = Field(False, description="Ask no hub for weights that are not on this machine.")


class ModelsListConfig(ModelsConfig):
    """Options of `models list`."""


class ModelsPinConfig(ModelsConfig):
    """Options of `models pin`."""

    positional: ClassVar[tuple[str, ...]] = ("models",)

    models: tuple[str, ...] = Field(min_length=1, description="The models to pin, by their names in the registry.")
    again: bool = Field(False, description="Pin anew a model that gives other vectors than its pin.")


class ModelsCheckConfig(ModelsConfig):
    """Options of `models check`."""

    positional: ClassVar[tuple[str, ...]] = ("models",)

    models: tuple[str, ...] = Field(
        (), description="The models to check, by their names in the registry. By default all that can run here."
    )


def _list(config: ModelsListConfig) -> dict[str, Any]:
    from rich.table import Table

    _check_installed()
    registry = load_registry(config.registry)
    rows = [_row(entry, config) for entry in registry.models()]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("model", "kind", "released", "licence", "status", "here"):
        table.add_column(name, no_wrap=True)
    for row in rows:
        table.add_row(*(str(row[str(column.header)] or "–") for column in table.columns))
    STDERR.print(table)
    STDERR.print("here: `fetch`: the weights come from the hub on the first use; `no`: see below.")
    for row in rows:
        if row["here"] == _NO:
            STDERR.print(f"{row['obstacle']}.")
    others = [entry.name for entry in registry.without_models()]
    STDERR.print(f"Without weights, and always here: {', '.join(others)}.")
    return {"models": rows, "others": others}


def _row(entry: ModelEntry, config: ModelConfig) -> dict[str, Any]:
    from ratio_spark.retrieval.models.pins import pins_file, status

    here, obstacle = _runs_here(entry)
    return {
        "model": entry.name,
        "kind": entry.kind,
        "weights": entry.place,
        "revision": entry.revision,
        "released": entry.released.isoformat() if entry.released else None,
        "licence": entry.licence,
        "tuned_on": entry.tuned_on,
        "status": status(entry, pins_file(config.registry, config.cache)),
        "here": here,
        "obstacle": obstacle,
    }


def _runs_here(entry: ModelEntry) -> tuple[str, str | None]:
    """Whether a model runs here, as far as that shows without asking the hub or loading anything; and why not."""
    from ratio_spark.retrieval.models.encoders import check_environment
    from ratio_spark.retrieval.models.weights import check_weights

    try:
        check_environment(entry)
    except ConfigurationError as error:
        return _NO, str(error)
    try:
        check_weights(entry, offline=True)
    except ConfigurationError as error:
        return _FETCH if entry.hub else _NO, str(error)
    return _YES, None


def _pin(config: ModelsPinConfig) -> dict[str, Any]:
    _check_installed()
    from ratio_spark.retrieval.models.encoders import Encoder, check_runnable
    from ratio_spark.retrieval.models.pins import Pin, find_pin, pins_file, save_pin

    entries = _named(load_registry(config.registry), config.models)
    for entry in entries:
        check_runnable(entry, config.device, config.offline)
    own = pins_file(config.registry, config.cache)
    for entry in entries:
        with Encoder.open(entry, config.device, config.offline) as encoder:
            now = Pin.of(encoder)
        before = find_pin(entry, own)
        if before and not config.again:
            before.check(now, entry.dtype)
        save_pin(now, own)
        STDERR.print(f"{entry.name}: pinned in {own}")
    return {"pinned": [entry.name for entry in entries], "file": str(own)}


def _check(config: ModelsCheckConfig) -> dict[str, Any]:
    _check_installed()
    from ratio_spark.retrieval.models.encoders import Encoder
    from ratio_spark.retrieval.models.pins import Pin, find_pin, pins_file

    registry = load_registry(config.registry)
    entries = _named(registry, config.models) or [each for each in registry.models() if _runs_here(each)[0] == _YES]
    if not entries:
        raise ConfigurationError("no model of the registry runs here: `ratio-spark models list` says why")
    own = pins_file(config.registry, config.cache)
    checked: dict[str, str] = {}
    for entry in entries:
        with Encoder.open(entry, config.device, config.offline) as encoder:
            now = Pin.of(encoder)
        checked[entry.name] = _compare(find_pin(entry, own), now, entry)
        STDERR.print(f"{entry.name}: {checked[entry.name]}")
    wrong = [result for result in checked.values() if result not in (_AGREES, _UNVERIFIED)]
    if wrong:
        raise DataContractError(wrong[0])
    return {"checked": checked}


def _compare(pin: Any, now: Any, entry: ModelEntry) -> str:
    if pin is None:
        return _UNVERIFIED
    try:
        pin.check(now, entry.dtype)
    except DataContractError as error:
        return str(error)
    return _AGREES


def _check_installed() -> None:
    """Raise ConfigurationError where the packages that run models are not here. They are not loaded."""
    with extra("retrieval"):
        import huggingface_hub  # noqa: F401

        for package in ("sentence_transformers", "torch"):
            if importlib.util.find_spec(package) is None:
                raise ModuleNotFoundError(name=package)


def _named(registry: Registry, names: Sequence[str]) -> list[ModelEntry]:
    return [as_model(registry.find(name)) for name in names]


COMMANDS = (
    Command(
        "models list",
        ModelsListConfig,
        "Show the models of the registry: where their weights lie, since when they are public, whether they run here, "
        "and which have been tried.",
        _list,
    ),
    Command(
        "models pin",
        ModelsPinConfig,
        "Load models and write down the vectors that they give for a few sentences: a later use that gives others "
        "fails.",
        _pin,
    ),
    Command(
        "models check",
        ModelsCheckConfig,
        "Load models and compare the vectors that they give with their pins.",
        _check,
    ),
)
