"""Explaining a paragraph: the same pairs as mining, and reasons where there is none."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from ratio_spark.text.explain import explain_paragraph
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.mine import TextCore

PARAGRAPH = "However, it is slow. To address this\nissue, we prune. For example it ran. Thus, …."


def test_the_json_form_has_sentences_pairs_and_reasons(core: TextCore) -> None:
    assert explain_paragraph(PARAGRAPH, core).to_json("x") == {
        "id": "x",
        "sentences": ["However, it is slow.", "To address this issue, we prune.", "For example it ran.", "Thus, …."],
        "pairs": [
            {
                "sentence": 1,
                "move": "ADDRESS",
                "kind": None,
                "marker": "To address this issue,",
                "extension": "issue",
                "query": "However, it is slow.",
                "gold": "we prune.",
            }
        ],
        "unpaired": [
            {"sentence": 0, "marker": "However,", "reason": "first_in_paragraph"},
            {"sentence": 2, "marker": "For example", "reason": "no_comma"},
            {"sentence": 3, "marker": "Thus,", "reason": "empty_gold"},
        ],
    }


def test_the_human_form_numbers_sentences_and_names_reasons(core: TextCore) -> None:
    console = Console(file=io.StringIO(), width=100)
    console.print(explain_paragraph(PARAGRAPH, core))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "  1  To address this issue, we prune." in shown
    assert "    0+1  ADDRESS  To address this issue,  (slot: issue)" in shown
    assert "For example  no pair: no comma" in shown


def test_a_paragraph_without_markers_says_so(core: TextCore) -> None:
    console = Console(file=io.StringIO(), width=100)
    console.print(explain_paragraph("It ran.", core))
    assert "no sentence opens with a marker" in console.file.getvalue()  # type: ignore[attr-defined]


def test_hand_read_paragraphs_are_cut_as_the_readers_cut_them() -> None:
    root = Path(__file__).parents[2]
    truth = root.parent / "shared" / "truth" / "truth_dev.jsonl"
    if not truth.is_file():
        pytest.skip(f"{truth} is missing")
    core = TextCore(Lexicon.load(root / "lexicons"))
    wanted: set[tuple[str, str, str, str]] = set()
    doubtful: set[tuple[str, int]] = set()
    found: dict[tuple[str, str, str, str], tuple[str, int]] = {}
    for line in truth.read_text(encoding="utf-8").splitlines():
        paragraph = json.loads(line)
        name = paragraph["id"]
        doubtful |= {(name, pair["sentence"]) for pair in paragraph["pairs"] if pair.get("doubtful")}
        wanted |= {
            (name, pair["move"], " ".join(pair["query"].split()), " ".join(pair["gold"].split()))
            for pair in paragraph["pairs"]
            if not pair.get("doubtful")
        }
        for pair in explain_paragraph(paragraph["text"], core).to_json(name)["pairs"]:
            found[name, pair["move"], pair["query"], pair["gold"]] = (name, pair["sentence"])
    for distractors, precision, recall in ((False, 0.98, 0.95), (True, 0.9, 0.9)):
        right = {pair for pair in wanted if (pair[1] == "DISTRACTOR") is distractors}
        given = {
            pair for pair, place in found.items() if (pair[1] == "DISTRACTOR") is distractors and place not in doubtful
        }
        assert len(right & given) >= precision * len(given)
        assert len(right & given) >= recall * len(right)
