"""The one error tree of the package: what kind of failure it is, and so which exit code a job ends with.

A message names the file, record or option, says what was wrong and what to do about it.
"""


class RatioError(Exception):
    """Root of everything this package raises on purpose."""

    exit_code = 1


class ConfigurationError(RatioError):
    """An option, a configuration file, a lexicon or a path is wrong: nothing was started."""

    exit_code = 2


class LexiconError(ConfigurationError):
    """A line of a lexicon is wrong; the message starts with `file:line:`."""


class DataContractError(RatioError):
    """Data breaks a contract that a later stage relies on: nothing was published."""

    exit_code = 3


class RetryableError(RatioError):
    """The same command may succeed later: another writer holds the tables, a service is busy."""

    exit_code = 75
