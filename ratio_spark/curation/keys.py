"""The keys that a person presses, one at a time at a terminal; the first letter of each line where input is piped."""

import os
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_ESCAPE = "\x1b"
_END_OF_INPUT = "\x04"


@contextmanager
def pressed_keys(stream: TextIO) -> Iterator[Iterator[str]]:
    """Give the keys in lower case; they end with the input, or with Ctrl-D.

    What was typed before, while Spark started, is not taken for an answer.
    """
    if not stream.isatty():
        yield (line.strip()[:1].lower() for line in stream)
        return
    terminal = stream.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield _keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(terminal: int) -> Iterator[str]:
    while typed := os.read(terminal, 64).decode(errors="ignore"):
        # An arrow or function key comes as several characters that begin with Escape: it is one unknown key.
        for key in _ESCAPE if typed.startswith(_ESCAPE) else typed.lower():
            if key == _END_OF_INPUT:
                return
            yield key
