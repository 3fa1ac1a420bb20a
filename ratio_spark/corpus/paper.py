"""What a reader makes of a record: a paper with its text, or a row of metadata to join to papers."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ratio_spark.corpus.dates import PubDate

# A control character carries no text, and NUL ends strings in many a reader of the tables. Each becomes one
# blank, so that lengths stay; tabs and line feeds are layout and stay.
_CONTROL_BYTES = bytes([*range(0x09), *range(0x0B, 0x20), 0x7F])
_CONTROLS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f]")
_DOI_PREFIX = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:)\s*", re.IGNORECASE)

# No cleaned text holds this separator, so joined texts are equal only where all texts are.
_SEPARATOR = b"\x1e"


class Paragraph(NamedTuple):
    """A paragraph with the heading of its section (None where there is none).

    `citations` are the spans of the marks that cite other work, as (start, end) in code points of `text`; None
    where the source does not mark them.
    """

    section: str | None
    text: str
    citations: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about a paper beside its text; `paper_id` is `source:native_id`.

    `arxiv_id` (without version) and `first_author` (as the source writes the name) tell which papers are one work.
    """

    paper_id: str
    source: str
    date: PubDate
    title: str | None = None
    fields: tuple[str, ...] = ()
    doi: str | None = None
    arxiv_id: str | None = None
    first_author: str | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A paper that must not be in the tables, whatever file holds it."""

    paper_id: str


@dataclass(frozen=True, slots=True)
class DateOverride:
    """A date that counts instead of the one that the record of a paper states, and why.

    `paper_id` is that of the paper, or `doi:` with its bare DOI. `updated` orders two overrides of one paper.
    """

    paper_id: str
    date: PubDate
    why: str
    updated: str | None = None


@dataclass(frozen=True, slots=True)
class Paper(Metadata):
    """A paper with its paragraphs in order; `updated` orders two records of one paper."""

    paragraphs: tuple[Paragraph, ...] = ()
    language: str | None = None
    license: str | None = None
    updated: str | None = None


def clean(text: str) -> tuple[str, bytes]:
    """The text, and its UTF-8, with each control character replaced by a blank, without outer blanks.

    >>> clean("\\x00a\\x0bb\\tc")
    ('a b\\tc', b'a b\\tc')
    """
    text = text.strip()
    encoded = text.encode()
    # Deleting bytes is ten times as fast as a regular expression over the text, and mostly there are none.
    if len(encoded.translate(None, _CONTROL_BYTES)) < len(encoded):
        text = _CONTROLS.sub(" ", text).strip()
        encoded = text.encode()
    return text, encoded


def leading_blanks(text: str) -> int:
    """How many code points `clean` takes off the start of a text.

    >>> leading_blanks(" \\x00 a "), len(clean(" \\x00 a ")[0])
    (3, 1)
    """
    return len(text) - len(_CONTROLS.sub(" ", text).lstrip())


def one_line(text: str | None) -> str | None:
    """The text without line breaks, control characters and outer blanks; None if nothing is left.

    >>> one_line("  Deep\\n learning "), one_line(" ")
    ('Deep learning', None)
    """
    if not text:
        return None
    return " ".join((text if text.isprintable() else _CONTROLS.sub(" ", text)).split()) or None


def normal_doi(doi: str | None) -> str | None:
    """The bare DOI in lower case, as DOIs are compared (DOI Handbook, case insensitivity).

    >>> normal_doi("https://doi.org/10.7554/eLife.00003")
    '10.7554/elife.00003'
    """
    bare = one_line(doi)
    return _DOI_PREFIX.sub("", bare, count=1).lower() or None if bare else None


def text_hash(
    sections: Iterable[str | None], texts: Iterable[bytes], citations: list[tuple[int, int, int]] | None = None
) -> str:
    """BLAKE2b (16 bytes, hex) of the headings and cleaned texts (UTF-8) of all paragraphs, in order.

    `citations` (paragraph, start, end) count where they are known.
    """
    pairs = zip(sections, texts, strict=True)
    parts = [part for section, text in pairs for part in ((section or "").encode(), text)]
    if citations is not None:
        parts.append(repr(citations).encode())
    return hashlib.blake2b(_SEPARATOR.join(parts), digest_size=16).hexdigest()
