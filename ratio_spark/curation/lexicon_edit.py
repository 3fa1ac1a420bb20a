"""Changes of lexicon files: single cells and new lines, all else byte for byte, and never a broken lexicon."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ratio_spark.errors import ConfigurationError, LexiconError
from ratio_spark.text.lexicon import Lexicon


def with_statuses(content: bytes, statuses: Mapping[int, str]) -> bytes:
    """The content of a lexicon file with new status cells, by line (1-based).

    >>> with_statuses(b"as a remedy\\tmanual\\tcandidate\\r\\n", {1: "accepted by A, B"})
    b'as a remedy\\tmanual\\taccepted by A, B\\r\\n'
    """
    # Lines as the reader of lexicons counts them.
    lines = content.decode("utf-8").splitlines(keepends=True)
    for number, status in statuses.items():
        line = lines[number - 1]
        cells = line.splitlines()[0]
        marker_and_source = cells.rpartition("\t")[0]
        lines[number - 1] = f"{marker_and_source}\t{status}{line[len(cells) :]}"
    return "".join(lines).encode()


def with_lines(content: bytes, lines: Sequence[str]) -> bytes:
    """The content of a lexicon file with more lines at its end.

    >>> with_lines(b"as a remedy\\tmanual\\tcandidate", ["to mend this\\tmanual\\tcandidate"])
    b'as a remedy\\tmanual\\tcandidate\\nto mend this\\tmanual\\tcandidate\\n'
    """
    end = b"\r\n" if b"\r\n" in content else b"\n"
    if content and not content.endswith(b"\n"):
        content += end
    return content + b"".join(line.encode() + end for line in lines)


def replace_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Replace lexicon files by name, each at once, after the whole folder was found to load with them.

    Raises:
        LexiconError: the lexicon would not load; nothing was replaced.
        ConfigurationError: a file cannot be written.
    """
    with TemporaryDirectory() as trial:
        for path in folder.glob("*.lex"):
            content = contents[path.name] if path.name in contents else path.read_bytes()
            Path(trial, path.name).write_bytes(content)
        try:
            Lexicon.load(Path(trial))
        except LexiconError as error:
            raise LexiconError(str(error).replace(trial, str(folder))) from error
    for name, content in contents.items():
        _replace((folder / name).resolve(), content)


def _replace(path: Path, content: bytes) -> None:
    new = path.with_name(f".{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, new)
        os.replace(new, path)
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be written: {error.strerror}") from error
