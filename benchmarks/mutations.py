"""Changes in records, for the fuzzing of readers: in their bytes, and in the structure of JSON, XML and text."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from lxml import etree

from ratio_spark.corpus.format import Carrier

# Values that people have found in fields of papers, and some that they have not.
STRANGE: list[Any] = [
    None, True, False, 0, -1, 1, 7.5, 1e308, 2**31, 2**63 - 1, 10**30, "", " ", "\x00", "\n\n", "a" * 300, "2020-13-45",
    "0001-01-01", "2099", "{{cite:", "{{cite:" + "0" * 40 + "}}", "{{formula:x}}", "[1]", "(A et al., 2020)", "\ud800",
    "🙂", "\u00ad", "ex-\nample", "٣", "$x$", "\\begin{equation}", [], {}, [[]], [None], {"": None}, [{}], "[{}]", "[",
    '[{"start":0,"end":9}]', {"start": 5, "end": 2}, "1e400", "NaN", ["a", 1, None],
]  # fmt: skip


class Mutator:
    """Changes records; the same seed gives the same changes."""

    def __init__(self, seeds: list[bytes], carrier: Carrier, chance: random.Random) -> None:
        self.seeds, self.chance = seeds, chance
        structural = {Carrier.JSON: self._json, Carrier.XML: self._xml, Carrier.TEXT: self._lines}[carrier]
        self._ways: list[Callable[[bytes], bytes]] = [structural, structural, structural, self._bytes]

    def record(self) -> bytes:
        """A record with one to four changes."""
        data = self.chance.choice(self.seeds)
        for _ in range(self.chance.choice((1, 1, 2, 4))):
            data = self.chance.choice(self._ways)(data)
        return data

    def _bytes(self, data: bytes) -> bytes:
        start, end = sorted(self.chance.randrange(len(data) + 1) for _ in range(2))
        match self.chance.randrange(6):
            case 0:
                return data[:start] + self.chance.randbytes(self.chance.choice((1, 1, 4))) + data[start + 1 :]
            case 1:
                return data[:start]
            case 2:
                return data[:start] + data[end:]
            case 3:
                return data[:end] + data[start:]
            case 4:
                return (
                    data[:start]
                    + self.chance.choice((b"\0", b"\xff", b"&nbsp;", b"<", b"]]>", b'"', b"\n"))
                    + data[start:]
                )
            case _:
                return data[:start] + self.chance.choice(self.seeds)[start:]

    def _lines(self, data: bytes) -> bytes:
        lines = data.split(b"\n")
        place = self.chance.randrange(len(lines))
        match self.chance.randrange(4):
            case 0:
                lines[place] = str(self.chance.choice(STRANGE)).encode(errors="replace")
            case 1:
                lines.insert(
                    place, self.chance.choice((b"---", b"# ", b"```", b"    code", b"| a | b |", b"$$", b"\x0c", b"- "))
                )
            case 2:
                del lines[place]
            case _:
                self.chance.shuffle(lines)
        return b"\n".join(lines)

    def _json(self, data: bytes) -> bytes:
        try:
            record = json.loads(data)
        except ValueError:
            return self._bytes(data)
        holder, key = self._place(record)
        if holder is None:
            return self._bytes(data)
        match self.chance.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.insert(key, holder[key])
            case 2 if isinstance(holder[key], int | float) and not isinstance(holder[key], bool):
                holder[key] += self.chance.choice((-1, 1, -1000, 1000, 0.5))
            case 3:
                holder[key] = self._place(record, leaf=False)[0]
            case _:
                holder[key] = self.chance.choice(STRANGE)
        try:
            return json.dumps(record).encode()
        except (ValueError, RecursionError):
            return data

    def _place(self, record: Any, leaf: bool = True) -> tuple[Any, Any]:
        """A place within a record: what holds it, and its key there."""
        holder, key = None, None
        while isinstance(record, dict | list) and record and (holder is None or self.chance.random() < 0.8):
            holder = record
            key = self.chance.choice(list(record)) if isinstance(record, dict) else self.chance.randrange(len(record))
            record = record[key]
        return holder, key

    def _xml(self, data: bytes) -> bytes:
        try:
            root = etree.fromstring(data, etree.XMLParser(resolve_entities=False))
        except etree.XMLSyntaxError:
            return self._bytes(data)
        elements = list(root.iter(etree.Element))
        one, other = self.chance.choice(elements), self.chance.choice(elements)
        parent = one.getparent()
        match self.chance.randrange(7):
            case 0 if parent is not None:
                parent.remove(one)
            case 1 if parent is not None:
                parent.insert(0, copy.deepcopy(one))
            case 2:
                one.tag = other.tag
            case 3:
                one.text = self._strange_text()
            case 4:
                one.tail = self._strange_text() if parent is not None else None
            case 5 if one.attrib:
                one.set(self.chance.choice(list(one.attrib)), self._strange_text())
            case _:
                one.append(copy.deepcopy(other))
        return etree.tostring(root)

    def _strange_text(self) -> str:
        text = str(self.chance.choice(STRANGE)).encode(errors="replace").decode()
        return "".join(each for each in text if each >= " " or each in "\t\n")
