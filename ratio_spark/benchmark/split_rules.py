"""The three rules by which a work comes to a split, as a specification writes them."""

import re
from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

SPLITS = ("train", "validation", "test")
"""In the order of time."""


class Part(BaseModel):
    """A part of a specification; an unknown key is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Names of splits, each once, in the order train, validation, test; ValueError for any other name.

    >>> in_order(["test", "train"])
    ('train', 'test')
    """
    given = set(names)
    unknown = sorted(given.difference(SPLITS))
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no split; choose of {', '.join(SPLITS)}")
    return tuple(split for split in SPLITS if split in given)


class Period(Part):
    """Days from the first to the last, both included."""

    first: date
    last: date

    @field_validator("first", "last", mode="before")
    @classmethod
    def _written_as_day(cls, value: object) -> object:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)):
            raise ValueError(f"{value} is not written YYYY-MM-DD")
        return value

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.first > self.last:
            raise ValueError(f"its first day {self.first} is after its last day {self.last}")
        return self


class DateSplit(Part):
    """The publication date decides: a work comes to the split whose period holds all that is known of its date."""

    rule: Literal["date"]
    ranges: dict[str, Period] = Field(min_length=1)

    @field_validator("ranges")
    @classmethod
    def _follow_each_other(cls, ranges: dict[str, Period]) -> dict[str, Period]:
        ordered = {split: ranges[split] for split in in_order(ranges)}
        for (earlier, before), (later, after) in pairwise(ordered.items()):
            if before.last >= after.first:
                raise ValueError(f"{earlier} ends on {before.last}, which is not before {later} starts")
        return ordered

    @property
    def splits(self) -> tuple[str, ...]:
        return tuple(self.ranges)


class HashSplit(Part):
    """The hash of the work decides: for undated corpora. It promises nothing about time.

    Works go into the splits as if by lot: a model may have been trained on any text of the test split, and a test
    text may be older than every train text. Works are kept apart, and equal texts; that is all.
    """

    rule: Literal["hash"]
    shares: dict[str, float] = Field(min_length=1)

    @field_validator("shares")
    @classmethod
    def _are_shares(cls, shares: dict[str, float]) -> dict[str, float]:
        ordered = {split: shares[split] for split in in_order(shares)}
        if not all(share > 0 for share in shares.values()) or sum(shares.values()) > 1 + 1e-9:
            raise ValueError("each share must be above 0, and together they must be 1 or less")
        return ordered

    @property
    def splits(self) -> tuple[str, ...]:
        return tuple(self.shares)


class FileSplit(Part):
    """A file decides: CSV with the columns `paper_id` or `work_id`, and `split`. It promises nothing about time.

    sha256: of the file; where it is given, the file must still have it.
    names: the splits that the file fills.
    """

    rule: Literal["file"]
    file: str = Field(min_length=1)
    sha256: str | None = Field(None, pattern="^[0-9a-f]{64}$")
    names: tuple[str, ...] = Field(SPLITS, min_length=1)

    @field_validator("names")
    @classmethod
    def _are_splits(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(names)

    @property
    def splits(self) -> tuple[str, ...]:
        return self.names
