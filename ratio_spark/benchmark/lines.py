"""Lines of an input file with their numbers, bounded, and what is wrong with one as an error that names it."""

from collections.abc import Iterator
from typing import Any

from ratio_spark.corpus.json_lines import parse_json
from ratio_spark.corpus.refusals import Refusal
from ratio_spark.corpus.streams import InputStream
from ratio_spark.errors import DataContractError

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of a line at most: a document of a retrieval benchmark is a text to read."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, plain or compressed, that are not blank, without their ends, each with its number from 1.

    Raises:
        DataContractError: the file cannot be read, or a line is too long.
    """
    number, rest = 0, b""
    try:
        for chunk in InputStream(path).chunks():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                number += 1
                yield from _line(path, number, line)
            if len(rest) > LONGEST_LINE:
                break
    except Refusal as refusal:
        raise DataContractError(f"{path}:{number + 1}: {refusal.detail}") from refusal
    yield from _line(path, number + 1, rest)


def _line(path: str, number: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    if len(data) > LONGEST_LINE:
        raise DataContractError(f"{path}:{number}: the line has more than {LONGEST_LINE:,} bytes")
    if number == 1:
        data = data.removeprefix(_BYTE_ORDER_MARK)
    if data and not data.isspace():
        yield number, data.removesuffix(b"\r")


def json_objects(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a file, one a line, each with the number of its line.

    Raises:
        DataContractError: the file cannot be read, or a line is no JSON object.
    """
    for number, data in lines(path):
        try:
            value = parse_json(data)
        except Refusal as refusal:
            raise DataContractError(f"{path}:{number}: is no JSON: {refusal.detail}") from refusal
        if not isinstance(value, dict):
            raise DataContractError(f"{path}:{number}: is no JSON object, but a {type(value).__name__}")
        yield number, value
