"""What an export says of a query or a candidate beside its text, and how an import reads it again."""

from collections.abc import Mapping
from datetime import date
from typing import Any

_QUERY = ("move", "marker", "marker_id", "paper_id", "work_id", "pub_date", "date_precision", "section", "paragraph",
          "sentence", "flags", "license", "papers", "works", "licenses")  # fmt: skip
_CANDIDATE = ("roles", "papers", "works", "markers", "pub_date", "licenses", "flags")


def query_metadata(row: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a row of QUERIES, without what is not known.

    >>> query_metadata({"move": "SPECIFY", "pub_date": date(2026, 2, 1), "section": None})
    {'move': 'SPECIFY', 'pub_date': '2026-02-01'}
    """
    return _known(row, _QUERY)


def candidate_metadata(row: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a row of CANDIDATES, without what is not known."""
    return _known(row, _CANDIDATE)


def text_or_hash(row: Mapping[str, Any]) -> dict[str, Any]:
    """A text; of one that is not passed on its code points and its SHA-256, by which it is found again.

    >>> text_or_hash({"text": None, "characters": 11, "sha256": "ab…"})
    {'characters': 11, 'sha256': 'ab…'}
    """
    if row["text"] is not None:
        return {"text": row["text"]}
    return {"characters": row["characters"], "sha256": row["sha256"]}


def _known(row: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: row.get(name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
        if value is not None and value != []
    }
