"""Reads one `*.lex` file and says everything that is wrong with it (the format: lexicons/README.md)."""

import re
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from ratio_spark.text.entries import DISTRACTOR, MAX_EXPANSIONS, SLOT, Entry, Group, Move
from ratio_spark.text.normalise import fold

_STATUS = re.compile(r"candidate|accepted by \S.*|rejected: \S.*")


def _marker_words(word: str) -> str:
    fault = _spelling_fault(word)
    if fault:
        raise ValueError(f"{word!r} {fault}")
    if SLOT in word or "{" in word or "}" in word:
        raise ValueError(f"{word!r} holds a slot or a brace; a word list holds plain words")
    return word


Word = Annotated[str, AfterValidator(_marker_words)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Roles(_Model):
    query: str = Field(min_length=1)
    gold: str = Field(min_length=1)


class _Slot(_Model):
    max_words: int = Field(default=5, ge=1, le=20)


class _Header(_Model):
    move: str | None = Field(default=None, pattern=r"^[A-Z][A-Z0-9_]*$")
    distractor: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]*$")
    definition: str = Field(min_length=1)
    roles: _Roles | None = None
    slot: _Slot = _Slot()
    words: dict[str, Annotated[list[Word], Field(min_length=1)]] = {}

    @model_validator(mode="after")
    def _one_label(self) -> "_Header":
        if (self.move is None) == (self.distractor is None):
            raise ValueError("name either `move: NAME` or `distractor: kind`")
        if self.move == DISTRACTOR:
            raise ValueError(f"{DISTRACTOR} is no move; write `distractor: kind`")
        if (self.move is None) != (self.roles is None):
            raise ValueError("a move needs `roles: {query: …, gold: …}`, a distractor has none")
        for name, words in self.words.items():
            if len(set(map(fold, words))) < len(words):
                raise ValueError(f"the list {name} holds a word twice; delete one")
        return self


@dataclass
class LexiconFile:
    """What a file holds: its group and move (None where the header is broken) and every error found."""

    path: Path
    group: Group | None = None
    move: Move | None = None
    errors: list[str] = field(default_factory=list)

    def error(self, line: int, message: str) -> None:
        """Notes a fault of a line (1-based)."""
        self.errors.append(f"{self.path}:{line}: {message}")


def read_lexicon_file(path: Path) -> LexiconFile:
    """Reads a lexicon file as far as possible; faults are values, so that all are reported at once."""
    file = LexiconFile(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        file.error(1, f"cannot be read ({error.strerror}); mend or remove it")
        return file
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        file.error(content.count(b"\n", 0, error.start) + 1, "not UTF-8; save the file as UTF-8")
        return file
    start, end = _header_lines(lines)
    if end is None:
        file.error(1, "no header; open the file with a YAML block between two lines `---`")
        return file
    header = _read_header(file, lines[start:end], start)
    entries = [entry for entry in _read_entries(file, lines, end + 1) if entry]
    if header:
        _fill(file, header, entries)
    return file


def _header_lines(lines: list[str]) -> tuple[int, int | None]:
    fences = [at for at, line in enumerate(lines) if line.rstrip() == "---"][:2]
    before = lines[: fences[0]] if len(fences) == 2 else ["no header"]
    if any(line.strip() and not line.startswith("#") for line in before):
        return 0, None
    return fences[0] + 1, fences[1]


def _read_header(file: LexiconFile, lines: list[str], start: int) -> _Header | None:
    try:
        content: Any = yaml.safe_load("\n".join(lines))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "cannot be read"
        file.error(start + 1 + (mark.line if mark else 0), f"the header is no YAML: {problem}; mend it")
        return None
    try:
        return _Header.model_validate(content if content is not None else {})
    except ValidationError as error:
        for fault in error.errors():
            where = ".".join(map(str, fault["loc"]))
            key = str(fault["loc"][0]) if fault["loc"] else ""
            at = next((n for n, line in enumerate(lines) if key and line.startswith(f"{key}:")), 0)
            remedy = "add it to the header" if fault["type"] == "missing" else "see lexicons/README.md"
            message = fault["msg"].removeprefix("Value error, ")
            file.error(start + 1 + at, f"header {where}: {message}; {remedy}" if where else f"header: {message}")
        return None


def _read_entries(file: LexiconFile, lines: list[str], start: int) -> list[Entry | None]:
    return [
        _read_entry(file, line, number)
        for number, line in enumerate(lines[start:], start + 1)
        if line.strip() and not line.startswith("#")
    ]


def _read_entry(file: LexiconFile, line: str, number: int) -> Entry | None:
    cells = line.split("\t")
    if len(cells) != 3:
        file.error(number, f"{len(cells)} cells; write marker, source and status with one tab between each")
        return None
    marker, source, status = cells
    fault = _spelling_fault(marker) or _slot_fault(marker)
    if not fault and not source.strip():
        fault = "has no source; say where it comes from"
    if not fault and not _STATUS.fullmatch(status.rstrip()):
        fault = f"has the status {status!r}; write `candidate`, `accepted by NAME` or `rejected: REASON`"
    if fault:
        file.error(number, f"{marker!r} {fault}")
        return None
    return Entry(marker, source.strip(), status.rstrip(), number)


def _spelling_fault(marker: str) -> str | None:
    """What is wrong with the spelling of a marker or a word, with the remedy; None where nothing is."""
    if not marker.strip():
        return "is empty; delete the line or write a marker"
    if marker != marker.lower():
        return "has capitals; write it in lower case"
    if marker.rstrip().endswith(","):
        return "ends in a comma; leave it out, every marker is followed by one"
    if marker != " ".join(marker.split()):
        return "has blanks at an end or in a row; leave single blanks between words"
    if not any(character.isalnum() for character in marker):
        return "holds no word; delete it"
    return None


def _slot_fault(marker: str) -> str | None:
    if SLOT not in marker:
        return None
    words = marker.split(" ")
    if marker.count(SLOT) > 1 or SLOT not in words or words[0] == SLOT:
        return f"needs `{SLOT}` once, as a word of its own, after at least one word"
    return None


def _fill(file: LexiconFile, header: _Header, entries: list[Entry]) -> None:
    """Puts group and move into the file and checks what needs header and entries together."""
    words = {name: tuple(map(fold, items)) for name, items in header.words.items()}
    entries = [entry for entry in entries if _known_words(file, entry, words)]
    size, usable = 0, []
    for entry in entries:
        size += prod(len(words[name]) for name in entry.names)
        if size > MAX_EXPANSIONS:
            file.error(entry.line, f"the file expands to over {MAX_EXPANSIONS:,} markers; shorten its word lists")
            break
        usable.append(entry)
    _check_repeated_lines(file, usable)
    rejected = tuple(entry for entry in usable if entry.rejected)
    group = Group(
        file=file.path.name,
        move=header.move or DISTRACTOR,
        kind=header.distractor,
        max_words=header.slot.max_words,
        words=words,
        entries=tuple(entry for entry in usable if not entry.rejected),
        rejected=rejected,
        vetoed=frozenset(marker for entry in rejected for marker in entry.expand(words)),
    )
    file.group = group
    if header.move and header.roles:
        file.move = Move(header.move, header.definition, header.roles.query, header.roles.gold)


def _known_words(file: LexiconFile, entry: Entry, words: dict[str, tuple[str, ...]]) -> bool:
    unknown = [name for name in entry.names if name not in words]
    braces = entry.text.count("{") + entry.text.count("}")
    if unknown:
        file.error(entry.line, f"the header has no word list {unknown[0]!r}; add it under `words:`")
    elif braces != 2 * len(entry.names):
        file.error(entry.line, f"{entry.text!r} has a brace without its partner; write {{name}}")
    else:
        return True
    return False


def _check_repeated_lines(file: LexiconFile, entries: list[Entry]) -> None:
    first: dict[str, Entry] = {}
    for entry in entries:
        other = first.setdefault(fold(entry.text), entry)
        if other is not entry and (other.rejected or entry.rejected):
            file.error(entry.line, f"{entry.text!r} stands in line {other.line} too; delete one of the two")
