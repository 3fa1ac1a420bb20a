"""The language of a paper: the word of the source first, then a sample of the text."""

import json
from pathlib import Path

import pytest

from ratio_spark.corpus.language import detected_language, paper_language, stated_language
from ratio_spark.corpus.limits import Limits
from ratio_spark.corpus.read import read_files
from tests.corpus.layouts import jsonl

ENGLISH = "We present a parser that reads the sentences of a text from left to right, and show that it is fast. " * 3
SPANISH = "Presentamos un analizador que lee las oraciones de un texto de izquierda a derecha y es muy rápido. " * 3
GERMAN = "Wir stellen einen Parser vor, der die Sätze eines Textes von links nach rechts liest und schnell ist. " * 3
CHINESE = "我们提出了一种从左到右读取文本句子的解析器，并且证明它的速度很快，实验结果表明该方法优于所有的基线系统。" * 3
RUSSIAN = "Мы представляем анализатор, который читает предложения текста слева направо, и показываем его скорость. " * 3


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("eng", "en"),
        ("English", "en"),
        ("english", "en"),
        ("en_US", "en"),
        ("en-GB", "en"),
        ("ger", "de"),
        ("deu", "de"),
        (" pt-br ", "pt"),
        ("Chinese (Simplified)", "zh"),
        ("grc", "grc"),
        ("und", None),
        ("zxx", None),
        ("mul", None),
        ("unknown", None),
        ("xx", None),
        ("42", None),
        ("", None),
    ],
)
def test_a_stated_language_becomes_its_shortest_code(stated: str, code: str | None) -> None:
    assert stated_language(stated) == code


@pytest.mark.parametrize(
    ("text", "code"), [(ENGLISH, "en"), (SPANISH, "es"), (GERMAN, "de"), (CHINESE, "zh"), (RUSSIAN, "ru")]
)
def test_a_language_is_recognised_by_its_text(text: str, code: str) -> None:
    assert detected_language([text]) == code


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        ["Deep learning."],
        ["Un texto corto."],
        ["$x = y + z$ \\begin{equation} " * 50],
        ["0.1 0.2 0.3 | 12 13 14 " * 50],
    ],
)
def test_too_little_text_tells_no_language(texts: list[str]) -> None:
    assert detected_language(texts) is None


def test_the_body_outweighs_an_abstract_in_english() -> None:
    assert detected_language([ENGLISH, *[SPANISH] * 9]) == "es"
    assert detected_language([SPANISH, *[ENGLISH] * 9]) == "en"


def test_formulas_do_not_hide_the_language() -> None:
    assert detected_language([f"$\\alpha_{{i}} = \\sum_j \\beta_j$ {sentence}" for sentence in [SPANISH] * 3]) == "es"


def test_the_source_is_believed_and_the_text_asked_where_the_source_says_no_language() -> None:
    assert paper_language("fr", [ENGLISH]) == "fr"
    assert paper_language("und", [SPANISH]) == "es"
    assert paper_language(None, [ENGLISH]) == "en"


def test_rows_of_papers_carry_the_language(tmp_path: Path) -> None:
    records = [
        jsonl(1, paragraphs=[SPANISH]),
        jsonl(2, paragraphs=[SPANISH], language="English"),
        jsonl(3, paragraphs=["Short."]),
    ]
    file = tmp_path / "in.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    found = [row["language"] for batch in read_files([(str(file), "jsonl")], Limits()) for row in batch.to_pylist()]
    assert found == ["es", "en", None, None]
