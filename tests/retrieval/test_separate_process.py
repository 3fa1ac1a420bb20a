"""Models in a process of their own."""

import ast
import json
import sys
from dataclasses import asdict
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.models import sentence_model
from ratio_spark.retrieval.models.encoders import (
    Encoder,
    TokenEmbeddings,
    check_environment,
    check_runnable,
    settings_of,
)
from ratio_spark.retrieval.models.registry import ModelEntry
from ratio_spark.retrieval.models.sentence_model import serve
from ratio_spark.retrieval.models.separate_process import versions_in
from tests.retrieval.invented_models import TEXTS, dense_entry, late_entry


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """Another name for our Python: an environment of its own, as far as anyone can tell."""
    other = tmp_path / "python"
    other.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    other.chmod(0o755)
    return other


def failing(tmp_path: Path, code: str) -> Path:
    """A Python that tells its versions and then fails as a model."""
    other = tmp_path / "failing"
    other.write_text(f'#!/bin/sh\ncase "$2" in -c) exec {sys.executable} "$@" ;; esac\n{code}\n')
    other.chmod(0o755)
    return other


def test_a_model_gives_the_same_vectors_in_a_process_of_its_own(minilm: ModelEntry, python: Path) -> None:
    with Encoder.open(minilm, "cpu") as here:
        expected = here.encode(TEXTS, True)
    with Encoder.open(minilm.model_copy(update={"python": python}), "cpu") as elsewhere:
        found = elsewhere.encode(TEXTS, True)
        again = elsewhere.encode(TEXTS[::-1], True)
        process = elsewhere._model._process  # type: ignore[attr-defined]
    assert isinstance(found, np.ndarray)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_allclose(again, found[::-1], atol=1e-6)
    assert process.returncode == 0


def test_token_embeddings_come_back_as_vectors_and_counts(colbert: Path, tmp_path: Path) -> None:
    """The script, spoken to in this process."""
    entry = late_entry(colbert)
    settings = asdict(settings_of(entry, str(colbert), "cpu"))
    (tmp_path / "texts.json").write_text(json.dumps(TEXTS))
    question = {"texts": str(tmp_path / "texts.json"), "is_query": False, "to": str(tmp_path)}
    answers = StringIO()
    serve(StringIO(f"{json.dumps(settings)}\n{json.dumps(question)}\n"), answers)
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [{"done": "loaded"}, {"done": "encoded"}]
    with Encoder.open(entry, "cpu") as here:
        expected = here.encode(TEXTS, False)
    assert isinstance(expected, TokenEmbeddings)
    assert np.load(tmp_path / "counts.npy").tolist() == np.diff(expected.offsets).tolist()
    np.testing.assert_array_equal(np.load(tmp_path / "vectors.npy"), expected.vectors)


def test_what_is_wrong_with_a_model_is_said_by_its_process(
    colbert: Path, python: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # What a caller's environment holds does not reach the other one.
    (tmp_path / "numpy.py").write_text("raise AssertionError('not of this environment')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(ConfigurationError) as caught:
        Encoder.open(dense_entry(colbert, python=python), "cpu")
    assert str(caught.value).startswith("model colbert gives more than one vector for a text")
    assert str(caught.value).endswith(f"(in {python})")


def test_a_process_that_dies_is_one_sentence_with_its_last_words(modernbert: Path, tmp_path: Path) -> None:
    python = failing(tmp_path, "echo loading >&2\necho 'out of memory' >&2\nexit 9")
    with pytest.raises(ConfigurationError) as caught:
        Encoder.open(dense_entry(modernbert, python=python), "cpu")
    assert str(caught.value) == f"model modernbert ended with code 9 in {python}: out of memory"


def test_a_process_that_dies_at_work_is_one_sentence(modernbert: Path, tmp_path: Path) -> None:
    python = failing(tmp_path, 'read settings\necho \'{"done": "loaded"}\'\nread texts\nexit 3')
    with (
        Encoder.open(dense_entry(modernbert, python=python), "cpu") as encoder,
        pytest.raises(ConfigurationError, match=r"model modernbert ended with code 3 in .*: it said nothing"),
    ):
        encoder.encode(TEXTS, True)


def test_another_environment_is_asked_for_its_versions_before_any_work(modernbert: Path, python: Path) -> None:
    assert versions_in(python)["numpy"] == np.__version__
    check_environment(dense_entry(modernbert, python=python, needs={"packages": ["transformers>=5"]}))
    with pytest.raises(ConfigurationError) as caught:
        check_environment(dense_entry(modernbert, python=python, needs={"packages": ["transformers<5"]}))
    assert str(caught.value).startswith(f"model modernbert needs transformers<5, and {python} has 5.")


def test_a_need_is_met_however_the_package_is_spelled(modernbert: Path, python: Path) -> None:
    for needs in ("sentence_transformers>=5", "Sentence.Transformers>=5"):
        check_environment(dense_entry(modernbert, needs={"packages": [needs]}))
        check_environment(dense_entry(modernbert, python=python, needs={"packages": [needs]}))


def test_what_is_left_of_a_removed_package_has_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    versions_in.cache_clear()
    assert versions_in()["numpy"] == np.__version__
    other = tmp_path / "python"
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); exec(sys.argv[1])"
    other.write_text(f'#!/bin/sh\nexec {sys.executable} -I -c "{code}" "$3"\n')
    other.chmod(0o755)
    assert versions_in(other)["numpy"] == np.__version__
    versions_in.cache_clear()


def test_a_python_that_is_none_is_named(modernbert: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="is no Python that runs: correct `python` in the registry"):
        check_runnable(dense_entry(modernbert, python=tmp_path / "none"), "cpu")


def test_the_script_needs_nothing_of_this_package() -> None:
    tree = ast.parse(Path(sentence_model.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named = {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert named == {"numpy", "sentence_transformers", "torch", "transformers"}
