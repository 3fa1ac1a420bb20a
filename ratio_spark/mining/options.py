"""The options of `runs` and `maintain`."""

from typing import ClassVar

from pydantic import Field, field_validator

from ratio_spark.config import Config
from ratio_spark.corpus.refusals import Reason
from ratio_spark.tables.schemas import KEEP_DAYS


class TablesConfig(Config):
    """Options of a command that works on published tables."""

    tables: str = Field(
        min_length=1,
        description="Root of the Delta tables that `mine` wrote: a folder, an object-store URL, or catalog.schema.",
    )


class RunsConfig(TablesConfig):
    """Options of `runs`."""

    number: int = Field(20, gt=0, description="Show the newest so many runs.")


class RunsDiffConfig(TablesConfig):
    """Options of `runs diff`."""

    positional: ClassVar[tuple[str, ...]] = ("before", "after")

    before: str = Field(min_length=4, description="The run_id of a run, or how it starts.")
    after: str = Field(min_length=4, description="The run_id of the run to compare it with.")


class RollbackConfig(TablesConfig):
    """Options of `runs rollback`."""

    positional: ClassVar[tuple[str, ...]] = ("run",)

    run: str = Field(min_length=4, description="The run_id of the run to go back to, or how it starts.")


class QuarantineConfig(TablesConfig):
    """Options of a command that works on refused records."""

    reason: tuple[str, ...] = Field(
        (), description=f"Only records that were refused for one of these: {', '.join(Reason)}."
    )
    file: str | None = Field(
        None, min_length=1, description="Only records of this file: its path, or the end of it, such as its name."
    )

    @field_validator("reason")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name not in list(Reason):
                raise ValueError(f"{name!r} is no reason; choose of {', '.join(Reason)}")
        return names


class QuarantineShowConfig(QuarantineConfig):
    """Options of `quarantine show`."""

    samples: int = Field(3, ge=0, le=1000, description="Show so many of each reason. By default 3.")


class MaintainConfig(TablesConfig):
    """Options of `maintain`."""

    keep_days: int = Field(
        KEEP_DAYS,
        ge=7,
        description="Every version that was published within so many days stays readable; files that only older "
        "ones need are deleted.",
    )
