"""Proposals from a model to candidate lines, over a real client and a local server."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from chat_server import ChatServer, Reply, chat_server
from vetting import CAUSE, write_lexicon

from ratio_spark.cli import main
from ratio_spark.curation import endpoint
from ratio_spark.curation.prompts import PLACEHOLDERS, load_prompts
from ratio_spark.curation.proposals import as_marker, read_answer
from ratio_spark.text.lexicon import Lexicon

KEY = "sk-secret-of-the-test"


class Outcome(NamedTuple):
    """Standard output, standard error and exit code."""

    out: str
    err: str
    code: int


Generate = Callable[..., Outcome]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with chat_server() as server:
        yield server


@pytest.fixture
def lexicons(tmp_path: Path) -> Path:
    return write_lexicon(tmp_path)


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    file = tmp_path / "ask.md"
    file.write_text("$number markers for $move: $definition From $query to $gold.\n$known\n$rejected\n$$5")
    return file


@pytest.fixture
def generate(server: ChatServer, lexicons: Path, prompt: Path, capsys: pytest.CaptureFixture[str]) -> Generate:
    """Run the command with one prompt and the model m, or other options; see `Outcome`."""

    def generate(*options: str) -> Outcome:
        given = ["--lexicon", str(lexicons), "--move", "CAUSE", "--endpoint", server.url, "--prompt", str(prompt)]
        code = 0
        try:
            main(["lexicon", "generate", *given, *([] if "--model" in options else ["--model", "m"]), *options])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert KEY not in out + err
        return Outcome(out, err, code)

    return generate


def test_new_markers_come_out_as_candidate_lines_that_name_their_model(server: ChatServer, generate: Generate) -> None:
    server.will_propose(["As a result of this,", "owing to this … alone"])
    out, err, _ = generate()
    assert out == "as a result of this\tgeneration: m\tcandidate\nowing to this … alone\tgeneration: m\tcandidate\n"
    assert "2 proposals: 2 new candidates, all of them unvetted; refused: none" in err


def test_the_prompt_is_filled_from_the_lexicon_file_and_the_key_from_the_environment(
    server: ChatServer, generate: Generate
) -> None:
    server.will_propose([])
    generate("--number", "7")
    assert server.keys == [f"Bearer {KEY}"]
    assert server.requests[0]["model"] == "m"
    assert server.requests[0]["messages"] == [
        {
            "role": "user",
            "content": "7 markers for CAUSE: The gold is an effect of what the query states. From cause to effect.\n"
            "- as a consequence of this\n- because of this …\n- owing to that\n"
            "- to be exact (rejected: makes concrete)\n$5",
        }
    ]


def test_what_any_file_knows_is_left_out_patterns_written_out_and_rejected_lines_too(
    server: ChatServer, generate: Generate
) -> None:
    server.will_propose(["As a consequence of these", "To be exact", "HOWEVER,", "because of this ...", "thereby"])
    out, err, _ = generate()
    assert out == "thereby\tgeneration: m\tcandidate\n"
    assert "5 proposals: 1 new candidates, all of them unvetted; refused: 4 in the lexicon" in err


def test_what_a_slot_or_a_connective_makes_fire_already_is_left_out_and_named(
    server: ChatServer, generate: Generate
) -> None:
    server.will_propose(["because of this flood", "but however"])
    out, err, _ = generate()
    assert out.strip() == ""
    assert "refused: 2 fires already" in err
    assert "refused 'because of this flood': as CAUSE" in err
    assert "refused 'but however': as contrast" in err


def test_a_marker_of_two_models_and_prompts_is_one_line_with_both(
    server: ChatServer, generate: Generate, tmp_path: Path
) -> None:
    second = tmp_path / "again.md"
    second.write_text("more")
    server.will_propose(["thereby"], ["Thereby,"], ["thereby", "as such"], ["hence it is"])
    out, err, _ = generate("--model", "m", "n", "--prompt", str(second))
    assert out.splitlines() == [
        "thereby\tgeneration: m, n\tcandidate",
        "as such\tgeneration: n\tcandidate",
        "hence it is\tgeneration: n\tcandidate",
    ]
    assert "5 proposals: 3 new candidates, all of them unvetted; refused: 2 proposed before" in err
    assert [request["model"] for request in server.requests] == ["m", "m", "n", "n"]


def test_what_cannot_be_a_marker_is_refused_with_the_reason(server: ChatServer, generate: Generate) -> None:
    server.will_propose(
        ["", "… of this", "{that} aside", "#1 of all", 7, {"marker": "x"}, "\x1b[2J", "a " * 13, "---", "by {this}"]
    )
    out, err, _ = generate()
    assert out == "by {this}\tgeneration: m\tcandidate\n"
    assert "10 proposals: 1 new candidates" in err
    assert "2 no text; 1 longer than 12 words; 1 characters that cannot be printed; 5 spelling" in err
    assert "refused '{that} aside': the header has no word list 'that'; add it under `words:`" in err
    assert "refused '… of this': '… of this' needs `…` once, as a word of its own, after at least one word" in err


def test_a_server_error_is_tried_again(server: ChatServer, generate: Generate) -> None:
    server.replies += [Reply(status=500), Reply(status=503), Reply(status=429)]
    server.will_propose(["thereby"])
    assert generate().out == "thereby\tgeneration: m\tcandidate\n"
    assert len(server.requests) == 4


def test_an_endpoint_that_keeps_failing_ends_with_the_exit_code_for_later(
    server: ChatServer, generate: Generate
) -> None:
    server.replies += [Reply(status=500, message="overloaded")] * 5
    outcome = generate()
    assert (outcome.code, outcome.out, len(server.requests)) == (75, "", 5)
    assert "m: Error code: 500" in outcome.err
    assert "run again later" in outcome.err


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_never_shown_even_where_the_server_repeats_it(
    status: int, server: ChatServer, generate: Generate
) -> None:
    server.replies.append(Reply(status=status, message=f"Incorrect key: {KEY}"))
    outcome = generate()
    assert (outcome.code, outcome.out) == (2, "")
    assert "Incorrect key: …" in outcome.err
    assert "set a valid key in OPENAI_API_KEY" in outcome.err


def test_a_model_that_is_not_there_does_not_cost_the_answers_of_the_others(
    server: ChatServer, generate: Generate, tmp_path: Path
) -> None:
    server.replies.append(Reply(status=404, message="no model named m"))
    server.will_propose(["thereby"])
    output = tmp_path / "new.tsv"
    outcome = generate("--model", "m", "n", "--output", str(output))
    assert output.read_text() == "thereby\tgeneration: n\tcandidate\n"
    (failed,) = json.loads(outcome.out)["failed"]
    assert failed.startswith("m: Error code: 404")
    assert failed.endswith("check --endpoint and --model")
    assert failed in outcome.err


def test_a_silent_server_is_given_up(server: ChatServer, generate: Generate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_RETRIES", 1)
    server.replies += [Reply(silence=1)] * 2
    outcome = generate("--timeout", "0.1")
    assert (outcome.code, len(server.requests)) == (75, 2)
    assert "m: Request timed out. Is the server of --endpoint up?" in outcome.err


def test_a_server_that_is_not_there_is_said(generate: Generate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_RETRIES", 0)
    outcome = generate("--endpoint", "http://127.0.0.1:9/v1")
    assert outcome.code == 75
    assert "m: Connection error. Is the server of --endpoint up?" in outcome.err


def test_a_server_of_another_protocol_is_said(server: ChatServer, generate: Generate) -> None:
    server.replies.append(Reply(raw=b"data: <html>\n\n"))
    outcome = generate()
    assert outcome.code == 2
    assert "m: the endpoint does not answer as expected" in outcome.err


def test_chunks_that_lack_everything_are_an_answer_without_markers(server: ChatServer, generate: Generate) -> None:
    server.replies.append(Reply(raw=b'data: {}\n\ndata: {"choices": [{}]}\n\ndata: [DONE]\n\n'))
    outcome = generate()
    assert (outcome.code, outcome.out.strip()) == (0, "")
    assert "no list of markers in the answer of m to ask.md" in outcome.err


def test_an_answer_that_is_cut_short_is_counted_and_said(
    server: ChatServer, generate: Generate, tmp_path: Path
) -> None:
    server.replies.append(Reply(('{"markers": ["thereby", "as su',), finish="length"))
    server.will_propose(["as such"])
    outcome = generate("--model", "m", "n", "--output", str(tmp_path / "new.tsv"))
    assert json.loads(outcome.out)["unreadable"] == ["m to ask.md: cut short by the server: length"]
    assert json.loads(outcome.out)["candidates"] == 1
    assert "no list of markers in the answer of m to ask.md: cut short by the server: length" in outcome.err


def test_an_answer_without_end_is_cut_off_and_the_connection_closed(server: ChatServer, generate: Generate) -> None:
    server.replies.append(Reply(('{"markers": ["',), endless=True))
    assert "m to ask.md: cut off after 100,000 characters" in generate().err
    assert server.broken_off.wait(10)


@pytest.mark.parametrize("text", ["Sure!", "[]", '{"markers": "thereby"}', '{"marks": []}', "{", "}{"])
def test_garbage_is_counted_and_said(text: str, server: ChatServer, generate: Generate) -> None:
    server.will_say(text)
    outcome = generate()
    assert (outcome.code, outcome.out.strip()) == (0, "")
    assert "no list of markers in the answer of m to ask.md" in outcome.err


def test_words_around_the_json_are_left_aside() -> None:
    assert read_answer('Of course:\n```json\n{"markers": ["thereby"]}\n```\nMore?') == ["thereby"]


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("  Thereby ,", "thereby"),
        ("To mend these\n…  issues,", "to mend these … issues"),
        ("Don’t  STOP—here", "don't stop-here"),
        ("because of this...", "because of this …"),
    ],
)
def test_a_proposal_is_spelled_as_the_lexicon_spells(text: str, marker: str) -> None:
    assert as_marker(text) == marker


def test_write_adds_the_lines_to_the_file_of_the_move_and_the_lexicon_loads(
    server: ChatServer, generate: Generate, lexicons: Path
) -> None:
    server.will_propose(["thereby", "however"])
    outcome = generate("--write")
    text = (lexicons / "cause.lex").read_text(encoding="utf-8")
    assert text == f"{CAUSE}thereby\tgeneration: m\tcandidate\n"
    assert json.loads(outcome.out) == {
        "candidates": 1,
        "file": f"{lexicons}/cause.lex",
        "proposals": 2,
        "refused": {"in the lexicon": 1},
        "unreadable": [],
        "failed": [],
    }
    assert [entry.unvetted for entry in Lexicon.load(lexicons).groups[0].entries] == [True, True, False, True]


def test_a_distractor_kind_can_be_extended_too(server: ChatServer, generate: Generate) -> None:
    server.will_propose(["on the contrary"])
    assert generate("--move", "contrast").out == "on the contrary\tgeneration: m\tcandidate\n"
    assert "From sentence before to sentence." in server.requests[0]["messages"][0]["content"]


def test_an_output_file_that_is_there_is_refused_before_anything_is_asked(
    server: ChatServer, generate: Generate, tmp_path: Path
) -> None:
    (tmp_path / "new.tsv").write_text("mine")
    outcome = generate("--output", str(tmp_path / "new.tsv"))
    assert (outcome.code, server.requests) == (2, [])
    assert "is there already; name a new file" in outcome.err


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Markers of $relation", "$relation is no placeholder; choose from $move, $definition, $query"),
        ("It costs 5 $.", "a $ stands alone; write $$ for a dollar sign"),
        (" \n", "is empty"),
    ],
)
def test_a_wrong_prompt_file_is_named(text: str, fault: str, prompt: Path, generate: Generate) -> None:
    prompt.write_text(text)
    outcome = generate()
    assert outcome.code == 2
    assert f"--prompt ask.md{' ' if fault == 'is empty' else ': '}{fault}" in outcome.err


def test_the_shipped_prompts_name_no_move_and_use_every_placeholder() -> None:
    prompts = load_prompts([])
    assert [prompt.name for prompt in prompts] == ["phrases.md", "sentences.md"]
    for prompt in prompts:
        assert not {"ADDRESS", "BROADEN", "SPECIFY"} & set(prompt.text.split())
        assert all(f"${name}" in prompt.text for name in PLACEHOLDERS)


@pytest.mark.parametrize("url", ["localhost:8000/v1", "http://[", "file:///etc", ""])
def test_a_wrong_endpoint_is_named(url: str, generate: Generate) -> None:
    outcome = generate("--endpoint", url)
    assert outcome.code == 2
    assert "--endpoint: " in outcome.err


def test_prompt_files_of_one_name_are_all_asked(server: ChatServer, generate: Generate, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "ask.md").write_text("more")
    server.will_propose(["thereby"], ["as such"])
    assert len(generate("--prompt", str(tmp_path / "other" / "ask.md")).out.splitlines()) == 2


def test_an_unknown_move_is_answered_with_the_moves(generate: Generate, server: ChatServer) -> None:
    outcome = generate("--move", "EFFECT")
    assert (outcome.code, server.requests) == (2, [])
    assert "choose from CAUSE, contrast" in outcome.err


def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    generate: Generate, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("generate", "endpoint"):
        monkeypatch.delitem(sys.modules, f"ratio_spark.curation.{name}")
    monkeypatch.delattr("ratio_spark.curation.generate", raising=False)
    monkeypatch.setitem(sys.modules, "openai", None)
    outcome = generate()
    assert (outcome.code, outcome.err) == (
        2,
        "ratio-spark lexicon generate: this command needs openai: run pip install 'ratio-spark[curate]'\n",
    )
