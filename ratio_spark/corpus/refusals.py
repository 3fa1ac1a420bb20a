"""Why a record or a whole file was refused: a closed list, each reason with what a person can do about it."""

from enum import StrEnum

from ratio_spark.errors import RatioError

DETAIL_LENGTH = 300


class Reason(StrEnum):
    """A reason for a refusal; its value is what the tables hold, `remedy` is one line for a person.

    `of_file`: it ends the reading of a file, or of a member of an archive, and not of a single record.

    >>> Reason.NO_ID == "no_id", Reason.NO_ID.of_file, Reason.TRUNCATED.of_file
    (True, False, True)
    """

    remedy: str
    of_file: bool

    def __new__(cls, value: str, remedy: str, of_file: bool = False) -> "Reason":
        member = str.__new__(cls, value)
        member._value_ = value
        member.remedy = remedy
        member.of_file = of_file
        return member

    NOT_JSON = "not_json", "Write one JSON object per line; NaN and Infinity are not JSON."
    NOT_XML = "not_xml", "Mend the document at the line of the detail, or fetch it again: it is not well-formed."
    NOT_UTF8 = "not_utf8", "Convert the file to UTF-8, for instance with iconv."
    WRONG_LAYOUT = "wrong_layout", "Name the format the record is really in, or mend the field of the detail."
    NO_ID = "no_id", "Give the record the identifier of its format, not empty and not null."
    OFFSETS_OUTSIDE = "offsets_outside", "Fetch the paper again: its annotations belong to another text."
    OFFSETS_OVERLAP = "offsets_overlap", "Fetch the paper again: its paragraphs overlap in part."
    ANNOTATIONS_NULL = "annotations_null", "Nothing to do: the source did not find the paragraphs."
    IMPOSSIBLE_DATE = "impossible_date", "Correct the date: YYYY, YYYY-MM or YYYY-MM-DD, a day that exists."
    NO_PARAGRAPHS = "no_paragraphs", "Nothing to do if the source has no text; else check the text field."
    RECORD_TOO_LARGE = (
        "record_too_large",
        "Split the record, or leave out of it what is no text: it has more than 64 MiB.",
    )
    PAPER_TOO_LONG = (
        "paper_too_long",
        "Cut the volume into papers: none may have more than 5,000,000 characters.",
    )
    SUPERSEDED = "superseded", "Nothing to do: a newer record with the same paper_id was taken."
    WITHDRAWN = "withdrawn", "Nothing to do: a list of withdrawn papers names it."

    TRUNCATED = "truncated", "Fetch the file again: it is cut off; what stands before the cut was read.", True
    DAMAGED = (
        "damaged",
        "Fetch the file again: its compressed bytes are damaged; what stands before was read.",
        True,
    )
    NOT_GZIP = (
        "not_gzip",
        "Rename the file without .gz, or fetch it again: its content is no gzip stream.",
        True,
    )
    EMPTY_FILE = "empty_file", "Fetch the file again, or leave it out of the input: it holds no record.", True
    UNREADABLE = "unreadable", "Check that the file is there and may be read, then run again.", True
    UNKNOWN_FORMAT = "unknown_format", "Name the format with --format, or convert the file to jsonl.", True
    NOT_AS_NAMED = (
        "not_as_named",
        "Rename the file, or fetch it again: its content is not what its name ends in.",
        True,
    )
    NESTED_ARCHIVE = "nested_archive", "Unpack the outer archive: what lies two archives deep is not read.", True
    NOT_UNPACKABLE = (
        "not_unpackable",
        "Pack the member again, without a password and by deflate: it cannot be unpacked here.",
        True,
    )
    UNPACKED_TOO_LARGE = (
        "unpacked_too_large",
        "Unpack the file yourself if it is sound: its content is too large for its stored bytes.",
        True,
    )


class Refusal(RatioError):  # noqa: N818 - it ends as a row of the quarantine, not as a failure
    """One record, or what remains of one file, is refused; the rest goes on.

    `detail` says what exactly was wrong, in at most 300 characters: it may quote a value, never a record.
    """

    def __init__(self, reason: Reason, detail: str) -> None:
        shortened = detail if len(detail) <= DETAIL_LENGTH else detail[: DETAIL_LENGTH - 1] + "…"
        super().__init__(f"{reason}: {shortened}")
        self.reason = reason
        self.detail = shortened

    def __reduce__(self) -> tuple[type["Refusal"], tuple[Reason, str]]:
        return Refusal, (self.reason, self.detail)
