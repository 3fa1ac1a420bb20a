"""The language of a paper: as its source says it, or as a sample of its text shows it."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLED_PARAGRAPHS = 6
_SAMPLED_CHARACTERS = 600
_FEWEST_LETTERS = 100
_LOWEST_CONFIDENCE = 0.6

# Every fourth word of English papers, and at most every twentieth of papers in another language.
_ENGLISH_WORDS = tuple(
    f" {word} "
    for word in ("the", "of", "and", "to", "in", "is", "that", "with", "this", "are", "from", "for", "we", "by", "our")
)
_ENGLISH_SHARE = 1 / 12

_FORMULA = re.compile(r"\$[^$]*\$|\\[A-Za-z]+|\{\{[^{}]*\}\}")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_PRIMARY_SUBTAG = re.compile(r"\s*([A-Za-z]+)")


def paper_language(stated: str | None, texts: Sequence[str]) -> str | None:
    """The language of a paper, as the shortest ISO 639 code.

    Args:
        stated: the language as the source says it, if it does.
        texts: the paragraphs; a sample of them is looked at where the source says nothing that is a language.

    Returns:
        `en`, `es`, …; None where the texts are too short or too unclear to tell.

    >>> paper_language("en_US", []), paper_language("Spanish", []), paper_language(None, ["Deep learning."])
    ('en', 'es', None)
    """
    return (stated_language(stated) if stated else None) or detected_language(texts)


@cache
def stated_language(stated: str) -> str | None:
    """The code of a language that is given as ISO 639 code, language tag (BCP 47) or English name.

    >>> [stated_language(value) for value in ("eng", "pt-BR", "German", "und", "?")]
    ['en', 'pt', 'de', None, None]
    """
    from iso639 import Lang
    from iso639.exceptions import DeprecatedLanguageValue, InvalidLanguageValue

    found = _PRIMARY_SUBTAG.match(stated)
    if not found:
        return None
    subtag = found.group(1)
    try:
        language = Lang(subtag.lower() if len(subtag) <= 3 else subtag.capitalize())
    except (InvalidLanguageValue, DeprecatedLanguageValue):
        return None
    is_language = language.scope() != "Special"
    return (language.pt1 or language.pt3) if is_language else None


def detected_language(texts: Sequence[str]) -> str | None:
    """The language of the paragraphs, by a sample of their beginnings.

    >>> detected_language(["El sistema traduce cada oración y busca en la memoria los ejemplos más parecidos. " * 2])
    'es'
    """
    sample = texts[:: -(-len(texts) // _SAMPLED_PARAGRAPHS) or 1]
    each = _SAMPLED_CHARACTERS // (len(sample) or 1)
    joined = " ".join(text[:each] for text in sample)
    return "en" if _is_plainly_english(joined) else _identified(joined)


def _is_plainly_english(text: str) -> bool:
    """Whether common words make it English beyond doubt: told in a hundredth of the time that the library takes."""
    text = text.replace("\n", " ")
    common = sum(map(text.count, _ENGLISH_WORDS))
    return len(text) >= 2 * _FEWEST_LETTERS and common >= _ENGLISH_SHARE * (text.count(" ") + 1)


def _identified(text: str) -> str | None:
    plain = " ".join(_LETTERS.findall(_FORMULA.sub(" ", text)))
    if len(plain) - plain.count(" ") < _FEWEST_LETTERS:
        return None
    language, confidence = _identifier().classify(plain)
    return language if len(language) == 2 and confidence >= _LOWEST_CONFIDENCE else None


@cache
def _identifier() -> "LanguageIdentifier":
    """py3langid with its own model, for languages that have an ISO 639-1 code; `zxx` takes what is no language."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([label for label in identifier.labels if len(label) == 2 or label == "zxx"])
    # Half precision, as the model is stored, multiplies many times as slowly.
    identifier.nb_ptc = identifier.nb_ptc.astype("float32", order="C")
    return identifier
