"""The `lexicon` commands."""

from ratio_spark.command import Command

COMMANDS: tuple[Command, ...] = ()
