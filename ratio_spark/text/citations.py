"""Finds references to other work in a text: numbers in brackets, names with years, markup."""

import re

MAY_CITE = r"\[[1-9A-Z@]|et al|\\cite|\{\{cite|(?:1[89]|20)[0-9][0-9]"
"""Found in every text that cites, in the syntax of RE2 and of Python."""

MUST_CITE = (
    r"et al|\\cite|\{\{cite|\[@"
    r"|[(\[](?:[^()\[\]]*[ ;,])?[A-Z][a-z]+, ?(?:1[89]|20)[0-9][0-9][a-z]?[;,)\]]"
    r"|[a-df-km-z,)] \[[1-9][0-9]{0,2}(?: ?[,;–-] ?[1-9][0-9]{0,2})*\](?:[.,;:)]|$| [A-Za-z(])"
)
"""Found only in texts that cite, in the same syntax."""

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? "
_YEAR = r"(?:1[89]|20)[0-9]{2}[a-z]?\b"
_NAME = r"(?=[^\W\d_a-z])[^\W\d_]['’-]?[^\W\d_]*[^\W\d_A-Z][^\s,;()\[\]\d]*"
_NUMBER = r"[1-9]\d{0,2}[a-c]?"
_KEY = r"[A-Z][A-Za-z+]{1,6}\d\d[a-c]?"
_NUMBERED = re.compile(
    rf"""\[(?:
      (?<!\b\w\[)(?<!\b\w\w\[)(?<![∈=]\[)(?<![∈=]\ \[)(?<!range\ \[)(?<!interval\ \[)    # x[1], = [1, 2] are none
      {_NUMBER}(?:\s?[,;–-]\s?{_NUMBER})*\](?!\s?[×^→])                        # [12], [3, 4], [5–7]
    | {_KEY}(?:[,;]\ ?{_KEY})*\]                                             # [Xu19]
    )""",
    re.VERBOSE,
)
# (Smith, 2019), (see Xu and Li 2020)
_DATED = re.compile(rf"[(\[](?:[^()\[\]]*[\s;,])?(?!{_MONTH}){_NAME},? ?\(?{_YEAR}")
# Vaswani (2017)
_NAMED = re.compile(rf"\b(?!{_MONTH}){_NAME} [(\[]{_YEAR}[)\],;]")
_MARKUP = re.compile(r"et al|\\cite|\{\{cite|\[@")
_HAS_YEAR = re.compile(_YEAR)


def cites(text: str) -> bool:
    """Whether a text refers to other work; intervals, indices, numbers and dates do not.

    >>> cites("as in [12, 13]."), cites("x in [0, 1]"), cites("(see Xu and Li, 2020)"), cites("(in May 2020)")
    (True, False, True, False)
    """
    if _MARKUP.search(text):
        return True
    if "[" in text and _NUMBERED.search(text):
        return True
    return bool(_HAS_YEAR.search(text) and (_DATED.search(text) or _NAMED.search(text)))
