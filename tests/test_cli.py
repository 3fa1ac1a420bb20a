"""What a person sees who gives wrong options: one sentence, exit code 2, and no Spark started."""

from pathlib import Path

import pytest

from ratio_spark.cli import main, mine


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence with which `ratio-spark` refuses these arguments."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


@pytest.fixture
def paper(tmp_path: Path) -> str:
    file = tmp_path / "in.jsonl"
    file.write_text('{"paper_id": "1", "text": "One. However, two."}\n')
    return str(file)


def test_an_unknown_option_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = refusal(capsys, "mine", "--inptu", "x", "--tables", "t")
    assert sentence == "ratio-spark: unrecognized arguments: --inptu x; see ratio-spark --help"


def test_a_missing_input_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sentence = refusal(capsys, "mine", "--input", f"{tmp_path}/none.gz", "--tables", f"{tmp_path}/t")
    assert f"{tmp_path}/none.gz: no such file" in sentence


def test_tables_are_needed(capsys: pytest.CaptureFixture[str], paper: str) -> None:
    assert refusal(capsys, "mine", "--input", paper) == "ratio-spark mine: --tables is needed"


def test_a_wrong_format_is_answered_with_the_formats(capsys: pytest.CaptureFixture[str], paper: str) -> None:
    sentence = refusal(capsys, "mine", "--input", paper, "--format", "pdf", "--tables", "t")
    assert sentence.startswith("ratio-spark mine: --format: 'pdf' is no format; choose auto or one of acl_abstracts, ")
    assert sentence.endswith(", unarxive, unarxive_2024")


def test_a_wrong_date_or_number_is_named(capsys: pytest.CaptureFixture[str], paper: str) -> None:
    sentence = refusal(capsys, "mine", "--input", paper, "--tables", "t", "--since", "2020-13-01", "--limit", "0")
    assert "--since: Input should be a valid date" in sentence
    assert "--limit: Input should be greater than 0" in sentence


def test_a_root_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str], paper: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sentence = refusal(capsys, "mine", "--input", paper, "--tables", f"{tmp_path}/file/tables")
    assert sentence.endswith(f"cannot be made: {tmp_path}/file is a file")


def test_a_lexicon_error_names_file_and_line(capsys: pytest.CaptureFixture[str], paper: str, tmp_path: Path) -> None:
    lexicon = tmp_path / "lexicon"
    lexicon.mkdir()
    header = "---\ndistractor: contrast\ndefinition: d\n---\n"
    (lexicon / "contrast.lex").write_text(f"{header}however\tmanual\tcandidate\nhowever\tmanual\tcandidate\n")
    sentence = refusal(capsys, "mine", "--input", paper, "--tables", f"{tmp_path}/t", "--lexicon", str(lexicon))
    assert "contrast.lex:6: 'however'" in sentence


def test_a_configuration_file_gives_options_and_its_faults_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    config = tmp_path / "mine.yaml"
    config.write_text(f"input: {tmp_path}/none.gz\ntables: {tmp_path}/t\n")
    assert "none.gz: no such file" in refusal(capsys, "mine", "--config", str(config))
    config.write_text("tables: t\nlimits: 3\n")
    assert refusal(capsys, "mine", "--config", str(config)).endswith("--limits is no option of this command")
    config.write_text("tables: [")
    assert "cannot be read" in refusal(capsys, "mine", "--config", str(config))


def test_help_is_in_sentences_for_the_command_and_the_job(capsys: pytest.CaptureFixture[str]) -> None:
    for show in (lambda: main(["mine", "--help"]), lambda: mine(["--help"])):
        with pytest.raises(SystemExit) as stop:
            show()
        assert stop.value.code == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "--papers PAPER [PAPER ...] Files of the S2ORC `papers` release" in text


def test_explain_prints_pairs_and_the_reason_where_there_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "text.txt"
    file.write_text("However, it fails. To address this,\nwe wait.\n\nIt ends.\n")
    main(["explain", str(file), "--json"])
    first, second = capsys.readouterr().out.splitlines()
    assert first == (
        '{"id": "1", "sentences": ["However, it fails.", "To address this, we wait."], "pairs": [{"sentence": 1, '
        '"move": "ADDRESS", "kind": null, "marker": "To address this,", "extension": null, "query": "However, it '
        'fails.", "gold": "we wait."}], "unpaired": [{"sentence": 0, "marker": "However,", "reason": '
        '"first_in_paragraph"}]}'
    )
    assert second == '{"id": "2", "sentences": ["It ends."], "pairs": [], "unpaired": []}'


def test_explain_names_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "none.txt: cannot be read" in refusal(capsys, "explain", f"{tmp_path}/none.txt")
