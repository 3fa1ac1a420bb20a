"""What a sentence is: where a stop may stand, and one small rule a phenomenon that decides whether a sentence ends there.

A rule looks at a `Stop` and answers True (a sentence ends here), False (it does not) or None (nothing to say); the first
answer counts. White space is single blanks here; `sentences` takes care of any other.
"""

import re
from collections.abc import Callable
from pkgutil import get_data
from typing import NamedTuple

LONGEST_WORD = 24
"""Characters that are looked at before a stop: a longer word is neither abbreviation nor initial, and time stays linear."""

LOWER_OPENERS = "the we our this these those there it however thus therefore moreover furthermore".split()
"""Words that open a sentence even in lower case, where the author slipped."""

CANDIDATE = re.compile(
    rf"""
    [.!?…]
    (?: (?=\ [A-Z]) (?: (?<=[a-z]{{7}}.)|(?<=[)\]].) ) ()     # surely ends: no abbreviation is that long
    |   (?=\ [A-Z]) (?<=[^\W_]{{3}}.) () ()                   # ends unless the word is listed
    | (?<![.!?…].)(?<![.!?…]\ .) (?:\ ?[.!?…])*+           # a run of stops, taken whole
      (?!\ ?[,;:] | [a-z] | \d(?:(?<=[\d\ ].\d)|[\d,–-]*+(?!\ [^a-z]|$))      # not inside a sentence, name, address or number
       | \ (?!(?:{"|".join(LOWER_OPENERS)}|https?)\b) [a-z]{{2,}}+[ ,;:.)])                              # nor before a word in lower case
    )""",
    re.VERBOSE | re.DOTALL,
)
"""Where a sentence may end: all that most stops need to be told that they end none stands here."""

TAIL = re.compile(
    r"""(?:
      ["'”’»)\]}]                                                        # overfits.") To
    | \ (?=[)\]}”»])                                                     # overfits. ) To
    | \ ?\[\d[\d,;\ –—-]{0,80}\]\.?(?=\ [^a-z]|[\[(]|$)                  # overfits. [12] To
    | \ ?[¹²³⁰⁴-⁹][¹²³⁰⁴-⁹,–-]{0,20}                                     # overfits.¹² To
    | (?<=(?:[^\W\d_]|[)\]”’"])[.!?”’"')\]])\d{1,3}(?:[,–-]\d{1,3}){0,9}(?=\ [^\W\da-z]|\ ?$)  # overfits.12 To
    | \ \d{1,3}$                                                         # overfits. 12
    | \ \((?:[^\W\da-z_]|see\ |de\ |van\ |von\ |e\.g\.)[^()]{0,500}?(?:,|al\.?|[^\W\d_])\ (?:18|19|20)\d\d[a-z]?
      (?:[:,]\ ?p*\.?\ ?\d+)?\)\.?(?=\ [^a-z]|$)                         # overfits. (Xu, 2020) To
    | \ \(\d{1,3}(?:[,–-]\ ?\d{1,3}){1,20}\)(?=\ [^a-z]|$)               # overfits. (25, 35) To
    )*""",
    re.VERBOSE,
)
"""What follows a stop and still belongs to the sentence before: closing brackets and quotes, citation marks."""


class Stop(NamedTuple):
    """A place where a sentence may end; something always follows it."""

    text: str
    """The whole paragraph, its white space single blanks."""
    at: int
    """Where the stop characters start."""
    mark: str
    """The stop characters: `.`, `?!`, `. . .`"""
    tail: str
    """What matched `TAIL` after them."""
    next: int
    """Where the next sentence would start."""
    glued: bool
    """No blank stands before `next`."""
    word: str
    """The word before the stop without opening brackets and quotes; its last `LONGEST_WORD` characters."""
    word_at: int
    """Where `word` starts."""


Rule = Callable[[Stop], bool | None]


def _lines(name: str) -> list[str]:
    data = get_data(__package__, f"data/{name}")
    assert data is not None
    return [line for line in data.decode("utf-8").splitlines() if line and not line.startswith("#")]


def _tiers() -> dict[str, str]:
    tier_of: dict[str, str] = {}
    tier = ""
    for line in _lines("abbreviations.txt"):
        if line.startswith("["):
            tier = line.strip("[]")
        else:
            tier_of.update(dict.fromkeys(line.split(), tier))
    return tier_of


TIER_OF = _tiers()
"""Abbreviation (lower case, no last stop) to its tier."""

ROMAN = frozenset(tens + ones for tens in ("", "x", "xx") for ones in "i ii iii iv v vi vii viii ix".split()) | {"x", "xx"}
"""Roman numerals below thirty, as lists and chapters use them."""

LISTED = frozenset(TIER_OF) | ROMAN
"""Words of three characters or more on which some rule has an opinion."""

OPENERS = frozenset(word.capitalize() for line in _lines("openers.txt") for word in line.split())
"""Words that commonly open a sentence, capitalised."""

BEFORE_A_NAME = frozenset(
    "a an and as at between by cf de for from in is of on or per see than thank that the to under versus via vs with".split()
)
"""After these a single capital is an initial or the first letter of a species, not the name of a group or a variable."""

_WORD = re.compile(r"[^\W\d_]+")
_DOTTED_LETTERS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_NUMBER_LIKE = re.compile(r"[\d(\[#$\\{~∼]|[IVXLC]+\b|[A-Z]{1,4}-?\d|[A-Z]\b(?! [a-z])|REF\b|FORMULA\b")
_ENUMERATOR = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}|[A-Za-z]")
_BRACKETED_START = re.compile(r"[(\[]\s?(?:[^\Wa-z_]|[\"“‘'$\\∼~*]|[a-z]\)|[ivx]{1,5}\))")
_MIXED_CASE = re.compile(r"[a-z]{1,5}-?[A-Z]")
_SYMBOL = re.compile(r"(?!a )[a-z](?:[- ,=<>^_()′']|\d)|[a-z]{1,5}-?\d|https?:")
_LOWER_OPENER = re.compile(rf"(?:{'|'.join(LOWER_OPENERS)})\b")
_NUMBER_THEN_WORD = re.compile(r"[\d.,%-]{1,12} [^\W\d_][a-z]")


def _opens(stop: Stop) -> bool:
    """A word that commonly opens a sentence follows ("A" and "I" only before another word)."""
    found = _WORD.match(stop.text, stop.next)
    if found is None or found.group() not in OPENERS:
        return False
    after = stop.text[found.end() : found.end() + 2]
    return after[:1] in (" ", ",", "") if len(found.group()) > 1 else after[:1] == " " and after[1:].islower()


def _is_plain(word: str) -> bool:
    """Ends in three lower-case letters and is no abbreviation, or ends in a closing mark."""
    if word[-1:] in ")]}”\"’'%":
        return True
    return word[-3:].isalpha() and word[-3:].islower() and len(word) > 2 and word.lower() not in TIER_OF


def missing_blank(stop: Stop) -> bool | None:
    """The blank after the stop is missing.

    >>> cut("The network overfits.To address this, we stop early.")
    ['The network overfits.', 'To address this, we stop early.']
    >>> cut("We use Node.JS, Math.Sqrt and www.yandex.Toloka in e.g.Perl.")
    ['We use Node.JS, Math.Sqrt and www.yandex.Toloka in e.g.Perl.']
    """
    if not stop.glued:
        return None
    found = _WORD.match(stop.text, stop.next)
    if found is None or len(stop.word) < 2 or stop.word.lower() in TIER_OF or not set("./@_").isdisjoint(stop.word):
        return False
    word, after = found.group(), stop.text[found.end() : found.end() + 2]
    if word in OPENERS:
        return after[:1] in (" ", ",")
    return _is_plain(stop.word) and len(word) > 3 and word.istitle() and after[:1] == " " and after[1:].islower()


def continues(stop: Stop) -> bool | None:
    """Punctuation or an operator follows: the sentence goes on.

    >>> cut("It is (in the U.S.), so to say ... = 5.")
    ['It is (in the U.S.), so to say ... = 5.']
    """
    return False if stop.text[stop.next] in ",;:)]}.!?=<>+/&@^_|×·’”»" else None


def lost_character(stop: Stop) -> bool | None:
    """A question mark alone stands for a reference or character that was lost.

    >>> cut("See Section ?? Results [?] and (?) Methods.")
    ['See Section ?? Results [?] and (?) Methods.']
    """
    if stop.mark[0] in "?!" and stop.text[stop.at - 1 : stop.at] in " [(":
        return _opens(stop)
    return None


def ellipsis(stop: Stop) -> bool | None:
    """Dots that leave something out end a sentence after a word and before a new start only.

    >>> cut("For x1, ... , xn we sum. They said so... Then they left.")
    ['For x1, ... , xn we sum.', 'They said so...', 'Then they left.']
    """
    if stop.mark[0] in "?!" or stop.mark == ".":
        return None
    follows_word = stop.text[stop.at - 1 : stop.at] != " " and _is_plain(stop.word)
    return _opens(stop) or (follows_word and stop.text[stop.next].isupper())


def table_debris(stop: Stop) -> bool | None:
    """Digits that PDF extraction tore apart.

    >>> cut("The scores 7 1 . 9 6 and 3 . 1 rose. Then they fell.")
    ['The scores 7 1 . 9 6 and 3 . 1 rose.', 'Then they fell.']
    """
    torn = stop.text[stop.at - 1 : stop.at] == " " and stop.word.isdigit() and stop.text[stop.next].isdigit()
    return False if torn else None


def lower_case_start(stop: Stop) -> bool | None:
    """A sentence starts in lower case with a symbol or a name, or by mistake with a common opener.

    >>> cut("The cells divide. mRNA was kept. x is small. p-values fell. the rest of T. brucei died.")
    ['The cells divide.', 'mRNA was kept.', 'x is small.', 'p-values fell.', 'the rest of T. brucei died.']
    >>> cut("This held for the class. tively small improvements of approx. 3 %.")
    ['This held for the class. tively small improvements of approx. 3 %.']
    """
    first = stop.text[stop.next]
    if not first.islower() or _MIXED_CASE.match(stop.text, stop.next):
        return None
    if not _is_plain(stop.word):
        return False
    if not first.isascii() or _SYMBOL.match(stop.text, stop.next):
        return True
    return stop.mark == "." and not stop.tail and bool(_LOWER_OPENER.match(stop.text, stop.next))


def initial(stop: Stop) -> bool | None:
    """A single capital is an initial or a species, unless an opener follows or what it names stands before it.

    >>> cut("J. R. Smith and S. Typhi met hepatitis C. However, it healed in group A. Patients left.")
    ['J. R. Smith and S. Typhi met hepatitis C.', 'However, it healed in group A.', 'Patients left.']
    """
    word = stop.word.rpartition("-")[2]
    if stop.mark != "." or len(word) != 1 or not word.isupper():
        return None
    if _opens(stop):
        return True
    before = stop.text[max(0, stop.word_at - LONGEST_WORD) : stop.word_at].split(" ")[-2:]
    is_label = before[1:] == [""] and before[0].isalpha() and before[0].islower() and before[0] not in BEFORE_A_NAME
    return is_label and stop.text[stop.next].isupper() and stop.text[stop.next + 1 : stop.next + 2] != "."


def abbreviation(stop: Stop) -> bool | None:
    """Abbreviations by their tier (data/abbreviations.txt); a bracket that closes after one ends no sentence.

    >>> cut("Cf. Smith et al. Proposed methods, e.g. Adam, differ. See no. 5, Fig. A1 and p. IV. Then stop.")
    ['Cf. Smith et al. Proposed methods, e.g. Adam, differ.', 'See no. 5, Fig. A1 and p. IV.', 'Then stop.']
    >>> cut("They use images, text, etc. Audio (Xu et al.) The Great left out in the U.S. However, S1 Fig. Cells grew.")
    ['They use images, text, etc.', 'Audio (Xu et al.) The Great left out in the U.S.', 'However, S1 Fig.', 'Cells grew.']
    """
    word = stop.word.lower()
    tier = TIER_OF.get(word) or (_DOTTED_LETTERS.fullmatch(word) and "opener")
    if not tier or stop.mark != ".":
        return None
    if tier == "never" or stop.tail[:1] in (")", "]"):
        return False
    if tier == "label":
        return _opens(stop) or not _NUMBER_LIKE.match(stop.text, stop.next)
    if tier == "end":
        return stop.text[stop.next] not in "(["
    return _opens(stop) or (stop.text[stop.next].isupper() and bool(_NUMBERED_BEFORE.search(stop.text, stop.word_at - 4, stop.word_at)))


_NUMBERED_BEFORE = re.compile(r" S\d\d? $")


def enumerator(stop: Stop) -> bool | None:
    """The number or letter of a list item or heading belongs to what follows.

    >>> cut("Two aims follow: 1. Learn fast. 2. Forget slowly. 2.1. Data. We use text of Fig. 3. It is short.")
    ['Two aims follow: 1. Learn fast.', '2. Forget slowly.', '2.1. Data.', 'We use text of Fig. 3.', 'It is short.']
    """
    is_label = _ENUMERATOR.fullmatch(stop.word) or stop.word.lower() in ROMAN
    if not is_label or stop.mark != "." or stop.tail:
        return None
    before = stop.text[max(0, stop.word_at - LONGEST_WORD) : stop.word_at].rstrip("( [")
    if before and before[-1] not in ".!?:;•":
        return None
    return None if before[:-1].rpartition(" ")[2].lower() in TIER_OF else False


def bracketed_start(stop: Stop) -> bool | None:
    """A bracket opens a sentence if a capital, a number or a list letter stands in it.

    >>> cut("It overfits. (See the appendix.) We stop. (i) It helps. (and so on)")
    ['It overfits.', '(See the appendix.)', 'We stop.', '(i) It helps. (and so on)']
    """
    return bool(_BRACKETED_START.match(stop.text, stop.next)) if stop.text[stop.next] in "([" else None


def quoted_start(stop: Stop) -> bool | None:
    """A quotation opens a sentence unless it starts in lower case.

    >>> cut('Was it random? “or not” they asked. “Yes” was the answer.')
    ['Was it random? “or not” they asked.', '“Yes” was the answer.']
    """
    if stop.text[stop.next] not in "\"'“‘`«":
        return None
    inner = stop.text[stop.next : stop.next + 4].lstrip("\"'“‘`« ")[:1]
    return bool(inner) and not inner.islower()


def number_after_number(stop: Stop) -> bool | None:
    """Between two numbers a sentence ends only if words follow the second.

    >>> cut("It rose to 5. 12 patients left. The scores 3. 4. 5 fell.")
    ['It rose to 5.', '12 patients left.', 'The scores 3. 4. 5 fell.']
    """
    if stop.text[stop.next].isdigit() and stop.word[-1:].isdigit():
        return bool(_NUMBER_THEN_WORD.match(stop.text, stop.next))
    return None


RULES: tuple[Rule, ...] = (
    missing_blank,
    continues,
    lost_character,
    ellipsis,
    table_debris,
    lower_case_start,
    initial,
    abbreviation,
    enumerator,
    bracketed_start,
    quoted_start,
    number_after_number,
)


def ends_sentence(stop: Stop) -> bool:
    """Whether a sentence ends at this stop: the first rule with an answer decides, and without one it ends."""
    for rule in RULES:
        answer = rule(stop)
        if answer is not None:
            return answer
    return True


def _word_before(text: str, end: int) -> str:
    """The last `LONGEST_WORD` characters of the word that ends at `end`, without opening brackets and quotes."""
    start = max(0, end - LONGEST_WORD)
    return text[max(start, text.rfind(" ", start, end) + 1) : end].lstrip("([{\"'“‘`«")


def _stop(text: str, at: int, mark_end: int) -> Stop | None:
    """The stop whose characters are `text[at:mark_end]`, or None if nothing but its tail follows."""
    tail = TAIL.match(text, mark_end)
    end = tail.end() if tail else mark_end
    if end >= len(text):
        return None
    glued = text[end] != " "
    word_end = at - (text[at - 1 : at] == " ")
    word = _word_before(text, word_end)
    return Stop(text, at, text[at:mark_end], text[mark_end:end], end + (not glued), glued, word, word_end - len(word))


def boundary_at(text: str, candidate: re.Match[str]) -> tuple[int, int] | None:
    """Where the sentence ends and where the next starts, if a sentence ends at this match of `CANDIDATE`."""
    at, mark_end = candidate.span()
    sure = candidate.lastindex
    if sure == 1 or sure and _word_before(text, at).lower() not in LISTED:
        return mark_end, mark_end + 1
    stop = _stop(text, at, mark_end)
    return (stop.next - (not stop.glued), stop.next) if stop and ends_sentence(stop) else None


def spans(text: str) -> list[tuple[int, int]]:
    """Sentences of a text whose white space is single blanks between words, as offsets `[start, end)`."""
    found: list[tuple[int, int]] = []
    start = 0
    for candidate in CANDIDATE.finditer(text):
        if candidate.start() >= start:
            boundary = boundary_at(text, candidate)
            if boundary is not None:
                found.append((start, boundary[0]))
                start = boundary[1]
    if start < len(text):
        found.append((start, len(text)))
    return found


def cut(text: str) -> list[str]:
    """The sentences of a text whose white space is single blanks between words.

    >>> cut("It overfits. [12] To address this, we stop early.")
    ['It overfits. [12]', 'To address this, we stop early.']
    >>> cut("It overfits.12 To address this, we stop. (Xu et al., 2020) Then we go on.")
    ['It overfits.12', 'To address this, we stop. (Xu et al., 2020)', 'Then we go on.']
    """
    return [text[start:end] for start, end in spans(text)]
