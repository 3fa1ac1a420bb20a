"""Values of other carriers (Parquet, YAML) as JSON has them, so that one format reads records of any."""

import math
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any


def plain(value: Any) -> Any:
    """A value of null, truth values, numbers, texts, lists and objects with text keys only.

    Dates and times are in ISO 8601 (a time stamp of midnight is a date), what is no number is null, bytes are text.
    Raises UnicodeDecodeError for bytes that are not UTF-8.

    >>> plain({"year": Decimal(2020), "day": date(2020, 5, 17), 1: (float("nan"), b"a")})
    {'year': 2020, 'day': '2020-05-17', '1': [None, 'a']}
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {str(key): plain(each) for key, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(each) for each in value]
        case bytes():
            return value.decode()
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case date() | time():
            return value.isoformat()
        case Decimal():
            if not value.is_finite():
                return None
            return int(value) if value == int(value) else plain(float(value))
        case _:
            return str(value)
