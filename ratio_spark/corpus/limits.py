"""What a record may be at most, so that no single one exhausts a worker or lies about the future."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta


def _a_year_from_now() -> date:
    return datetime.now(UTC).date() + timedelta(days=366)


@dataclass(frozen=True)
class Limits:
    """Limits of one run; made once and handed to all workers, so that all of them judge alike.

    `record_bytes`: a longer line is skipped without being held, a larger document not read. `paper_characters`:
    code points of all paragraphs of a paper, each with its heading. `latest_date`: a later publication date is
    impossible (the default is a year from now, as journals date issues ahead). `unpacked_bytes`,
    `unpacked_ratio`: what a file unpacks to beyond so many bytes may be at most so many times its stored bytes
    (text packs 3 to 20 times, the rows of a table up to 100 times).
    """

    record_bytes: int = 64 * 1024 * 1024
    paper_characters: int = 5_000_000
    latest_date: date = field(default_factory=_a_year_from_now)
    unpacked_bytes: int = 1024 * 1024 * 1024
    unpacked_ratio: int = 200
