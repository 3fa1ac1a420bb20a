"""What a format is: how its records are recognised and identified, and how one becomes a paper."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ratio_spark.corpus.paper import DateOverride, Metadata, Withdrawal, one_line
from ratio_spark.corpus.refusals import Reason, Refusal

Record = Mapping[str, Any]


class Carrier(StrEnum):
    """What carries the records of a format: JSON objects (and rows of Parquet), XML documents, or plain text."""

    JSON = "json"
    XML = "xml"
    TEXT = "text"


# An identifier is a key of every table; what is longer is a text in the wrong field.
ID_CHARACTERS = 200


@dataclass(frozen=True)
class Format:
    """A layout of records.

    A record is a JSON object (`Record`), an `XmlDocument` or a `TextDocument`, as `carrier` says.

    `source` is the part of a paper_id before the colon: formats of one collection share it. It is empty where
    the records hold whole paper_ids.
    `native_id` gives the identifier as it stands in a record, or None. `fits` says whether a record has this
    layout, its identifier aside, without looking deeper than needed. `read` gets a record that fits and its
    paper_id and gives a `Paper`, `Metadata`, `Withdrawal` or `DateOverride`, or raises `Refusal`. `auto` never chooses
    a format that is `by_name_only`. `split` gives the records of a document that holds several.
    """

    name: str
    source: str
    native_id: Callable[[Any], object]
    fits: Callable[[Any], bool]
    read: Callable[[Any, str], Metadata | Withdrawal | DateOverride]
    by_name_only: bool = False
    carrier: Carrier = Carrier.JSON
    split: Callable[[Any], Iterable[Any]] = lambda record: (record,)

    def recognises(self, record: Any) -> bool:
        """Whether `auto` takes a file that holds this record for this format."""
        return not self.by_name_only and self.fits(record) and self.native_id(record) is not None

    def paper_id(self, record: Any) -> str:
        """`source:native_id`; raises `Refusal(NO_ID)` where the record has no usable identifier."""
        native = self.native_id(record)
        prefix = f"{self.source}:" if self.source else ""
        if isinstance(native, str) and len(native) > ID_CHARACTERS:
            raise Refusal(Reason.NO_ID, f"the identifier has {len(native)} characters; {ID_CHARACTERS} are allowed")
        if isinstance(native, int) and not isinstance(native, bool):
            return f"{prefix}{native}"
        if isinstance(native, str) and (bare := one_line(native)):
            return f"{prefix}{bare}"
        raise Refusal(Reason.NO_ID, f"the identifier is {shown(native)}")


def shown(value: object) -> str:
    """A value of a record in a few words, for the detail of a refusal."""
    match value:
        case None | bool() | int() | float() | str():
            return f"{value!r:.60}"
        case _:
            return f"a {type(value).__name__}"


def text_of(record: Record, key: str) -> str | None:
    """The text under `key`, None if absent or null; raises `Refusal(WRONG_LAYOUT)` for anything else."""
    value = record.get(key)
    if value is None or isinstance(value, str):
        return value
    raise Refusal(Reason.WRONG_LAYOUT, f"{key}: expected text, found {shown(value)}")


def object_of(record: Record, key: str) -> Record:
    """The object under `key`, empty if absent or null; raises `Refusal(WRONG_LAYOUT)` for anything else."""
    value = record.get(key)
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    raise Refusal(Reason.WRONG_LAYOUT, f"{key}: expected an object, found {shown(value)}")


def list_of(record: Record, key: str) -> list[Any]:
    """The list under `key`, empty if absent or null; raises `Refusal(WRONG_LAYOUT)` for anything else."""
    value = record.get(key)
    if value is None:
        return []
    if isinstance(value, list):
        return value
    raise Refusal(Reason.WRONG_LAYOUT, f"{key}: expected a list, found {shown(value)}")


def texts_of(record: Record, key: str) -> tuple[str, ...]:
    """The texts of the list under `key`; raises `Refusal(WRONG_LAYOUT)` for anything else."""
    values = list_of(record, key)
    for value in values:
        if not isinstance(value, str):
            raise Refusal(Reason.WRONG_LAYOUT, f"{key}: expected texts, found {shown(value)}")
    return tuple(values)
