"""All formats by name: each module of this folder is one and holds it as `FORMAT`; no list to keep."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from ratio_spark.corpus.format import Format


def _all_formats() -> Mapping[str, Format]:
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    formats: list[Format] = [module.FORMAT for module in modules]
    return MappingProxyType({each.name: each for each in sorted(formats, key=lambda each: each.name)})


FORMATS: Mapping[str, Format] = _all_formats()
