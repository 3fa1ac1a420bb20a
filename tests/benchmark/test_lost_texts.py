"""Texts found again by paper, length and hash; and what an export must say of a text that it does not hold."""

import hashlib
import json
from pathlib import Path

import pytest

from ratio_spark.benchmark.hydrate import read_about, wanted_of
from ratio_spark.benchmark.lost_texts import Wanted, find_texts
from ratio_spark.errors import ConfigurationError, DataContractError


def wanted(text: str) -> Wanted:
    return Wanted(len(text), hashlib.sha256(text.encode()).hexdigest())


def found(paragraphs: list[str], *texts: str) -> list[str]:
    return sorted(find_texts(paragraphs, [wanted(text) for text in texts]).values())


def test_a_query_is_a_whole_sentence_and_a_gold_the_end_of_one() -> None:
    paragraphs = ["Nothing here.", "Nets overfit.  To avoid\nthis, we drop units – often. It works."]
    assert found(paragraphs, "Nets overfit.", "we drop units – often.") == ["Nets overfit.", "we drop units – often."]


def test_a_text_is_not_cut_out_of_a_word_or_over_two_sentences() -> None:
    assert found(["It overfits. We stop."], "fits.", "overfits. We stop.") == []


def test_texts_of_one_length_are_told_apart() -> None:
    assert found(["We stop. We halt. We rest."], "We rest.", "We halt.", "We wait.") == ["We halt.", "We rest."]


def export(folder: Path, *rows: object) -> list[Path]:
    (folder / "test").mkdir()
    (folder / "test" / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return [folder / "test" / "corpus.jsonl"]


def test_lines_with_a_text_need_none(tmp_path: Path) -> None:
    text = wanted("We rest.")
    rows = [
        {"_id": "c1", "text": "We stop.", "metadata": {"papers": ["a:1"]}},
        {"_id": "c2", **text._asdict(), "metadata": {"papers": ["a:1", "a:2"]}},
        {"_id": "q1", **text._asdict(), "metadata": {"paper_id": "a:3"}},
        {"_id": "q2", **text._asdict()},
    ]
    [batch] = wanted_of(export(tmp_path, *rows), 0)
    assert [(row["line"], row["papers"]) for row in batch.to_pylist()] == [(2, ["a:1", "a:2"]), (3, ["a:3"]), (4, [])]


def test_a_line_with_neither_text_nor_hash_is_refused(tmp_path: Path) -> None:
    files = export(tmp_path, {"_id": "c1", "text": "We stop."}, {"_id": "c2", "characters": 4})
    with pytest.raises(DataContractError, match=r"corpus\.jsonl:2: has neither a text nor the length and hash of one"):
        list(wanted_of(files, 0))


def test_a_folder_that_is_no_export_without_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"is no export: benchmark\.json cannot be read"):
        read_about(tmp_path)
    (tmp_path / "benchmark.json").write_text('{"format": "beir", "is_ids_only": false}', encoding="utf-8")
    with pytest.raises(ConfigurationError, match="there is nothing to put in"):
        read_about(tmp_path)
