"""The rules of the sentence splitter, one small function a phenomenon, each with the example that justifies it.

A rule looks at a stop and answers True (a sentence ends here), False (it does not) or None (nothing to say); the first
answer counts. White space is single blanks between words here; `sentences` takes care of any other.
"""

import re
from collections.abc import Callable

from ratio_spark.text.sentence_stops import LONGEST_WORD, Stop, candidates, stop_at, word_before
from ratio_spark.text.sentence_words import BEFORE_A_NAME, LETTERED, LISTED, LOWER_OPENERS, OPENERS, ROMAN, TIER_OF

Rule = Callable[[Stop], bool | None]

_WORD = re.compile(r"[^\W\d_]+")
_DOTTED_LETTERS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_NUMBER_LIKE = re.compile(r"[\d(\[#$\\{~∼]|[IVXLC]+\b|[A-Z]{1,4}-?\d|[A-Z]\b(?! [a-z])|REF\b|FORMULA\b")
_ENUMERATOR = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}|[A-Za-z]")
_BRACKETED_START = re.compile(r"[(\[]\s?(?:[^\Wa-z_]|[\"“‘'$\\∼~*]|[a-z]\)|[ivx]{1,5}\))")
_MIXED_CASE = re.compile(r"[a-z]{1,5}-?[A-Z]")
_SYMBOL = re.compile(r"(?!a )[a-z](?:[- ,=<>^_()′']|\d)|[a-z]{1,5}-?\d|https?:")
_LOWER_OPENER = re.compile(rf"(?:{'|'.join(sorted(LOWER_OPENERS))})\b")
_SUPPLEMENT = re.compile(r" S\d\d? $")
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
    if word.endswith((")", "]", "}", "”", '"', "’", "'", "%")):
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
    return _is_plain(stop.word) and len(word) > 3 and word.istitle() and after[:1] == " " and after[1:].isalnum()


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
    if stop.mark[0] in "?!" and stop.text[stop.at - 1 : stop.at] in ("", " ", "[", "("):
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

    >>> cut("J.-P. Smith and S. Typhi met hepatitis C. However, it healed in group A. Patients left Task B. All did.")
    ['J.-P. Smith and S. Typhi met hepatitis C.', 'However, it healed in group A.', 'Patients left Task B.', 'All did.']
    """
    if stop.mark != "." or not stop.word[-1:].isupper() or len(stop.word) > 4:
        return None
    first_name, _, word = stop.word.rpartition("-")
    if len(word) != 1 or len(first_name) > 2:
        return None
    if _opens(stop):
        return True
    before = stop.text[max(0, stop.word_at - LONGEST_WORD) : stop.word_at].split(" ")[-2:]
    if before[1:] != [""] or not stop.text[stop.next].isupper() or stop.text[stop.next + 1 : stop.next + 2] == ".":
        return False
    label = before[0]
    if label.islower():
        return label in LETTERED or (label.isalpha() and label not in BEFORE_A_NAME)
    return label.lower() in LETTERED and label[-1].islower()


def abbreviation(stop: Stop) -> bool | None:
    """Abbreviations by their tier (data/sentences.yaml); a bracket that closes after one ends no sentence.

    >>> cut("Cf. Smith et al. Proposed methods, e.g. Adam, differ. See no. 5, Fig. A1 and p. IV. Then stop.")
    ['Cf. Smith et al. Proposed methods, e.g. Adam, differ.', 'See no. 5, Fig. A1 and p. IV.', 'Then stop.']
    >>> cut("They use text, etc. Audio (Xu et al.) The Great left out in the U.S. However, see S1 Fig. Cells grew.")
    ['They use text, etc.', 'Audio (Xu et al.) The Great left out in the U.S.', 'However, see S1 Fig.', 'Cells grew.']

    In capitals a title is an acronym, and may end a sentence before an opener.

    >>> cut("Mrs. The wrote of MS. The rules of MRS. MR. Smith stays.")
    ['Mrs. The wrote of MS.', 'The rules of MRS. MR. Smith stays.']
    """
    if stop.mark != ".":
        return None
    word = stop.word.lower()
    tier = TIER_OF.get(word) or ("." in word and _DOTTED_LETTERS.fullmatch(word) and "opener")
    if not tier:
        return None
    is_acronym = stop.word.isalpha() and stop.word.isupper()
    if (tier == "never" and not is_acronym) or stop.tail[:1] in (")", "]", "}"):
        return False
    if tier == "label":
        return _opens(stop) or not _NUMBER_LIKE.match(stop.text, stop.next)
    if tier == "end":
        return stop.text[stop.next] not in "(["
    is_labelled = bool(_SUPPLEMENT.search(stop.text, max(0, stop.word_at - 5), stop.word_at))
    return _opens(stop) or (is_labelled and stop.text[stop.next].isupper())


def enumerator(stop: Stop) -> bool | None:
    """The number or letter of a list item or heading belongs to what follows.

    >>> cut("Two aims follow: 1. Learn fast. 2. Forget slowly. 2.1. Data. We use text of Fig. 3. It is short.")
    ['Two aims follow: 1. Learn fast.', '2. Forget slowly.', '2.1. Data.', 'We use text of Fig. 3.', 'It is short.']
    """
    if stop.mark != "." or stop.tail or not (_ENUMERATOR.fullmatch(stop.word) or stop.word.lower() in ROMAN):
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
    """Between two numbers a sentence ends only if words follow the second, and the two are no torn percentage.

    >>> cut("It rose to 5. 12 patients left. The scores 3. 4. 5 fell by 86. 45% here.")
    ['It rose to 5.', '12 patients left.', 'The scores 3. 4. 5 fell by 86. 45% here.']
    """
    if not (stop.text[stop.next].isdigit() and stop.word[-1:].isdigit()):
        return None
    number = _NUMBER_THEN_WORD.match(stop.text, stop.next)
    return number is not None and ("%" not in number.group() or "." in stop.word)


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


def boundary_at(text: str, candidate: re.Match[str]) -> tuple[int, int] | None:
    """Where the sentence ends and where the next starts, if a sentence ends at this match of `CANDIDATE`."""
    at, mark_end = candidate.span()
    sure = candidate.lastindex
    if sure == 1 or (sure and word_before(text, at).lower() not in LISTED):
        return mark_end, mark_end + 1
    stop = stop_at(text, at, mark_end)
    return (stop.next - (not stop.glued), stop.next) if stop and ends_sentence(stop) else None


def spans(text: str) -> list[tuple[int, int]]:
    """Sentences of a text whose white space is single blanks between words, as offsets `[start, end)`."""
    found: list[tuple[int, int]] = []
    start = 0
    for candidate in candidates(text):
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
