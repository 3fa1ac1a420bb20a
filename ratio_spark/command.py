"""What a command is. Each stage lists its own; `cli.py` gathers them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from ratio_spark.config import Config

STDERR = Console(stderr=True, highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class Command:
    """A command: its options, what it is for in a sentence or two, and the function that runs it.

    name: one word, or two for a member of a group ("lexicon check").
    run: takes the validated options and gives the JSON object that ends the output, or None where the command
        prints its result itself. It raises a RatioError where it fails.
    """

    name: str
    config: type[Config]
    purpose: str
    run: Callable[[Any], dict[str, Any] | None]
