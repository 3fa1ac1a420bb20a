"""What the text core is measured against: other sentence splitters with plain marker matching, and RATIO's steps."""

import re
from collections.abc import Callable, Iterator
from functools import partial

import ahocorasick

from ratio_spark.text.entries import SLOT
from ratio_spark.text.lexicon import Lexicon

Spans = Iterator[tuple[int, int]]
Splitter = Callable[[str], Spans]
Row = tuple[str, ...]
Miner = Callable[[str, str], list[Row]]
"""From the id and the text of a paragraph to rows."""

_ABBREVIATIONS = """
al approx ca cf dr e.g eq eqs et etc fig figs gen i.e jr mr mrs ms no nos nov pp prof ref refs resp
sec secs sp st tab u.s viz vol vs
"""
"""What NLTK's Punkt is told; its own parameters are not trained on science."""

MIN_SENTENCE, MIN_SIDE, SHOWN = 20, 35, 160


def fixed_markers(lexicon: Lexicon) -> dict[str, str]:
    """The markers without a slot, and their labels."""
    return {marker: group.label for group in lexicon.groups for marker, _ in group.markers() if SLOT not in marker}


def nltk_punkt(texts: list[str]) -> Splitter:
    """NLTK's Punkt, trained on some paragraphs and told some abbreviations."""
    from nltk.tokenize.punkt import PunktSentenceTokenizer, PunktTrainer

    trainer = PunktTrainer("\n".join(texts))
    parameters = trainer.get_params()
    parameters.abbrev_types.update(_ABBREVIATIONS.split())
    tokenizer = PunktSentenceTokenizer(parameters)
    return lambda text: tokenizer.span_tokenize(text)


def blingfire(texts: list[str]) -> Splitter:
    """blingfire with its own model."""
    from blingfire import text_to_sentences_and_offsets

    return lambda text: iter(text_to_sentences_and_offsets(text)[1])


def nupunkt(texts: list[str]) -> Splitter:
    """nupunkt with its own model."""
    from nupunkt import sent_spans

    return lambda text: iter(sent_spans(text))


def plain_miner(split: Splitter, lexicon: Lexicon) -> Miner:
    """Sentences of a splitter; those that open with a marker and its comma, and the sentence before."""
    trie = ahocorasick.Automaton()
    for marker, label in fixed_markers(lexicon).items():
        trie.add_word(marker, label)

    def mine(paper_id: str, text: str) -> list[Row]:
        rows: list[Row] = []
        previous = ""
        for start, end in split(text):
            sentence = text[start:end].strip()
            lowered = sentence[:SHOWN].lower()
            comma = lowered.rfind(",", 0, trie.longest_prefix(lowered) + 1)
            label = trie.get(lowered[:comma], None) if comma > 0 else None
            if label and previous:
                rows.append((paper_id, label, sentence[: comma + 1], previous, sentence[comma + 1 :].lstrip()))
            previous = sentence
        return rows

    return mine


_TOKEN = re.compile(r"(?:[Ss]ecs?|[Ff]igs?|[Ee]qs?|[Nn]os?|al|gen|sp|nov)\.(?=\s)|\w+(?:[-'’]\w+)*|[^\w\s]")
_CITATIONS = (
    re.compile(r"\[[^\]]*\d[^\]]*\]"),
    re.compile(r"[\[(][^\])]*et al[^\])]*[\])]"),
    re.compile(r"\([^()]*,\s*(?:19|20)\d\d[a-z]?\)"),
    re.compile(r"\[\s*\]"),
)
_INTRODUCTION = re.compile(r"^(?:\w+\s+){0,3}\w+,\s*")
_NUMERAL = re.compile(r"^[ivxlcdm),.]+\s+")
_ORDINAL = re.compile(r"^(?:first|second|third|finally),\s*")
_EXTENDED = re.compile(
    r"\b(?:to address|to overcome this|to shed light on|to improve upon|to be more specific|zooming in)\b"
    r"(?:\s+\w+){0,3},"
)


def sentencizer(text: str) -> Spans:
    """Sentences that end with a token `.`, `!` or `?` before one that is no punctuation."""
    start, ended = 0, -1
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in (".", "!", "?"):
            ended = token.end()
        elif ended >= 0 and word[0].isalnum():
            yield start, ended
            start, ended = token.start(), -1
    if start < len(text):
        yield start, len(text)


def ratio_miner(lexicon: Lexicon) -> Miner:
    """RATIO's steps as its released code takes them: windows of three sentences, longest string prefix, filters."""
    markers = fixed_markers(lexicon)
    lengths = sorted(set(map(len, markers)), reverse=True)
    seen: set[tuple[str, str]] = set()

    def marker_of(sentence: str) -> str | None:
        return next((sentence[:length] for length in lengths if sentence[:length] in markers), None)

    def pair(window: str, sentence: str) -> Row | None:
        marker = marker_of(sentence)
        if marker is None:
            return None
        label = markers[marker]
        found = _EXTENDED.search(sentence)
        if found:
            marker, rest = found.group(), sentence[found.end() :]
        elif sentence[len(marker) : len(marker) + 1] == ",":
            rest = sentence[len(marker) :]
        else:
            return None
        gold = rest.lstrip(", ")
        query = " ".join(window[: window.find(sentence)].split())
        query = _ORDINAL.sub("", _NUMERAL.sub("", _INTRODUCTION.sub("", query)))
        for side in (query, gold):
            if len(side) < MIN_SIDE or " " not in side or any(pattern.search(side) for pattern in _CITATIONS):
                return None
        if (query, gold) in seen:
            return None
        seen.add((query, gold))
        return label, marker, query, gold

    def mine(paper_id: str, text: str) -> list[Row]:
        sentences = [text[start:end].strip() for start, end in sentencizer(text)]
        rows: list[Row] = []
        for before, sentence, after in zip(sentences, sentences[1:], sentences[2:], strict=False):
            if len(sentence) >= MIN_SENTENCE and (sentence[0].isupper() or sentence[0].isdigit()):
                row = pair(f"{before} {sentence} {after}".lower(), sentence.lower())
                if row:
                    rows.append((paper_id, *row))
        return rows

    return mine


def _split_by(splitter: Callable[[list[str]], Splitter], lexicon: Lexicon, texts: list[str]) -> Miner:
    return plain_miner(splitter(texts), lexicon)


PEERS: dict[str, Callable[[Lexicon, list[str]], Miner]] = {
    "nltk punkt": partial(_split_by, nltk_punkt),
    "blingfire": partial(_split_by, blingfire),
    "nupunkt": partial(_split_by, nupunkt),
    "ratio's steps": lambda lexicon, texts: ratio_miner(lexicon),
}
"""Ways to mine, from a lexicon and paragraphs to train on; ImportError where a package is not installed."""
