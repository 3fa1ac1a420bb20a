"""The files that the options of a reading command name."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from ratio_spark.config import ReadingConfig
from ratio_spark.corpus.files import InputFile, list_inputs
from ratio_spark.corpus.read import METADATA_FORMAT, WITHDRAWN_FORMAT
from ratio_spark.errors import ConfigurationError

_PACKED = (".gz", ".zst")
# Archives hold deposits: publishers give one for each paper.
_DATES_FORMATS = {".csv": "dates_csv"} | dict.fromkeys((".xml", ".tar", ".tgz", ".zip"), "dates_crossref")


@dataclass(frozen=True)
class Inputs:
    """Full texts; what is said about them: their S2ORC metadata, dates that override theirs; lists of withdrawn papers.

    `metadata` and `dates` decide what comes of every text, so a change of theirs has all texts read again.
    """

    texts: tuple[InputFile, ...] = ()
    metadata: tuple[InputFile, ...] = ()
    dates: tuple[InputFile, ...] = ()
    withdrawn: tuple[InputFile, ...] = ()

    @property
    def about(self) -> list[tuple[InputFile, str]]:
        """The files that are read with any text, each with its format."""
        return [(file, METADATA_FORMAT) for file in self.metadata] + [(file, dates_format(file)) for file in self.dates]

    @property
    def lists(self) -> list[tuple[InputFile, str]]:
        return [(file, WITHDRAWN_FORMAT) for file in self.withdrawn]


def list_all(config: ReadingConfig) -> Inputs:
    """List the files; one that is named for another use is no text.

    Raises:
        ConfigurationError: a path names nothing, files about texts are given without texts, or a file of dates is
            named neither as CSV nor as XML nor as an archive.
    """
    paths = (config.input, config.papers, config.dates, config.withdrawn)
    texts, *others = (tuple(list_inputs(named)) if named else () for named in paths)
    not_texts = {file.path for files in others for file in files}
    inputs = Inputs(tuple(file for file in texts if file.path not in not_texts), *others)
    for option, files in (("--papers", inputs.metadata), ("--dates", inputs.dates)):
        if files and not inputs.texts:
            raise ConfigurationError(f"{option} is about full texts: give them by --input")
    for file in inputs.dates:
        dates_format(file)
    return inputs


def dates_format(file: InputFile) -> str:
    """The format of a file of dates, by the ending of its name. Raises ConfigurationError for another ending."""
    path = PurePosixPath(file.path)
    name = path.with_suffix("") if path.suffix.lower() in _PACKED else path
    if name.suffix.lower() not in _DATES_FORMATS:
        raise ConfigurationError(
            f"--dates {file.path}: name CSV (.csv), or Crossref deposits (.xml, or an archive of them)"
        )
    return _DATES_FORMATS[name.suffix.lower()]
