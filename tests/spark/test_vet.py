"""The pairs that a sitting shows: drawn from published tables, the same for every annotator."""

import io
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from ratio_spark.cli import main
from ratio_spark.config import load_config, shipped_lexicons
from ratio_spark.curation.lines import Line, live_lines
from ratio_spark.curation.options import VetConfig
from ratio_spark.curation.sitting import DrawnLine
from ratio_spark.curation.vet import draw_lines
from ratio_spark.errors import ConfigurationError
from ratio_spark.mining import job
from ratio_spark.published import Published
from ratio_spark.text.lexicon import Lexicon
from tests.spark.content import rows


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    return live_lines(Lexicon.load(shipped_lexicons()))


def drawn(mined: job.Outcome, chosen: list[Line], /, **options: object) -> list[DrawnLine]:
    config = load_config(VetConfig, {"tables": mined.store.root, "annotator": "Ada", **options})
    assert mined.run is not None
    return draw_lines(Published(mined.store, mined.run), chosen, config, lambda _: None)


def test_the_lines_that_fired_most_come_first_with_pairs_of_their_own(
    mined_sample: job.Outcome, lines: list[Line]
) -> None:
    moves = [line for line in lines if not line.group.kind]
    found = drawn(mined_sample, moves, pairs=3)
    queries = {row["pair_id"]: row for row in rows(mined_sample.store.root, "queries")}
    golds = {row["pair_id"]: row["text"] for row in rows(mined_sample.store.root, "golds")}
    counts = Counter(row["marker_id"] for row in queries.values())
    expected = sorted(counts, key=lambda marker_id: (-counts[marker_id], marker_id))[:40]
    assert [(line.line.marker_id, line.fired) for line in found] == [(one, counts[one]) for one in expected]
    for line in found:
        assert len({pair.pair_id for pair in line.pairs}) == min(3, line.fired)
        for pair in line.pairs:
            query = queries[pair.pair_id]
            assert (query["marker_id"], query["text"], query["marker"]) == (
                line.line.marker_id,
                pair.query,
                pair.marker,
            )
            assert pair.gold == golds[pair.pair_id]


def test_every_annotator_and_seed_gets_the_same_pairs_and_more_of_them_begin_with_the_same(
    mined_sample: job.Outcome, lines: list[Line]
) -> None:
    first = {line.line.marker_id: line.pairs for line in drawn(mined_sample, lines, lines=1000, pairs=3)}
    other = drawn(mined_sample, lines, lines=1000, pairs=5, seed=4, annotator="Bo")
    assert [line.line.marker_id for line in other] != list(first)
    assert {line.line.marker_id: line.pairs[:3] for line in other} == first


def test_a_seed_draws_lines_whatever_other_lines_are_there(mined_sample: job.Outcome, lines: list[Line]) -> None:
    every = [line.line.marker_id for line in drawn(mined_sample, lines, seed=7, lines=1000)]
    half = {line.marker_id for line in lines[::2]}
    some = [line.line.marker_id for line in drawn(mined_sample, lines[::2], seed=7, lines=5)]
    assert some == [marker_id for marker_id in every if marker_id in half][:5]


def test_distractor_lines_are_shown_with_the_sentence_before(mined_sample: job.Outcome, lines: list[Line]) -> None:
    contrast = [line for line in lines if line.label == "contrast"]
    found = drawn(mined_sample, contrast, lines=1, pairs=4)[0]
    distractors = {row["pair_id"]: row for row in rows(mined_sample.store.root, "distractors")}
    assert found.line.entry.text == "however"
    assert [(pair.query, pair.gold) for pair in found.pairs] == [
        (distractors[pair.pair_id]["previous"], distractors[pair.pair_id]["text"]) for pair in found.pairs
    ]


def test_lines_that_never_fired_are_refused_with_their_number(mined_sample: job.Outcome, lines: list[Line]) -> None:
    counts = {row["marker_id"] for row in rows(mined_sample.store.root, "queries")}
    silent = [line for line in lines if line.label == "BROADEN" and line.marker_id not in counts][:3]
    with pytest.raises(ConfigurationError, match="none of these 3 lines fired"):
        drawn(mined_sample, silent)


def test_the_command_takes_piped_answers_and_goes_on_where_it_was(
    mined_sample: job.Outcome, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--tables", mined_sample.store.root, "--annotator", "Ada", "--records", str(tmp_path)]
    reports = []
    for typed in ("y\nn\nb\nu\n", "y\nq\ny\n"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        main(["lexicon", "vet", *options, "--markers", "for example", "in particular", "--pairs", "2"])
        reports.append(json.loads(capsys.readouterr().out))
    assert [(report["answers"], report["left"], report["lines"]) for report in reports] == [(2, 2, 2), (1, 1, 2)]
    said = [json.loads(line) for line in (tmp_path / "Ada.jsonl").read_text().splitlines()]
    assert [judgment["verdict"] for judgment in said] == ["yes", "no", "undo", "unsure", "yes"]
    judged = [judgment["line"] for judgment in said]
    assert judged == [judged[0]] * 4 + [judged[4]]
    assert {judged[0], judged[4]} == {"for example", "in particular"}
