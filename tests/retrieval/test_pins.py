"""Pins, and the commands that look after models."""

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.models import pins
from ratio_spark.retrieval.models.commands import COMMANDS, ModelsCheckConfig, ModelsListConfig, ModelsPinConfig
from ratio_spark.retrieval.models.encoders import Encoder, TokenEmbeddings
from ratio_spark.retrieval.models.pins import SENTENCES, Pin, check_or_pin, find_pin, pins_file, save_pin, status
from ratio_spark.retrieval.models.registry import ModelEntry
from tests.retrieval.invented_models import dense_entry, late_entry

LIST, PIN, CHECK = (command.run for command in COMMANDS)


class Invented:
    """Stands in for an Encoder: unit vectors from a seed, pushed off by so much."""

    def __init__(self, entry: ModelEntry, push: float = 0.0, tokens: int = 3) -> None:
        self.entry, self.device, self.identity = entry, "cpu", "sha256 0"
        self.push, self.tokens = push, tokens

    def encode(self, texts: Sequence[str], is_query: bool) -> Any:
        count = len(texts) * (self.tokens if self.entry.kind == "late" else 1)
        vectors = np.random.default_rng(is_query).normal(size=(count, 100))
        vectors[:, 1] += self.push * np.linalg.norm(vectors[:, :64], axis=1)
        if self.entry.kind == "dense":
            return vectors.astype(np.float32)
        return TokenEmbeddings(vectors.astype(np.float32), np.arange(len(texts) + 1) * self.tokens)


@pytest.fixture
def entry(tmp_path: Path) -> ModelEntry:
    return dense_entry(tmp_path / "model")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "mine.pins.json"


def use(encoder: Any, own: Path, said: list[str] | None = None) -> None:
    check_or_pin(own, said.append if said is not None else lambda sentence: None)(encoder)


def test_a_model_is_pinned_on_its_first_use_and_compared_on_the_next(entry: ModelEntry, own: Path) -> None:
    said: list[str] = []
    assert status(entry, own) == "unverified"
    use(Invented(entry), own, said)
    assert said == [f"model: first use, pinned in {own}"]
    assert status(entry, own) == "pinned"
    use(Invented(entry), own, said)
    use(Invented(entry, push=0.005), own, said)
    assert len(said) == 1


def test_other_vectors_than_those_pinned_are_refused(entry: ModelEntry, own: Path) -> None:
    use(Invented(entry), own)
    written = own.read_bytes()
    with pytest.raises(DataContractError) as caught:
        use(Invented(entry, push=0.2), own)
    message = str(caught.value)
    assert message.startswith("model model does not give what it gave on ")
    assert "the vector of the query 'Our model is prone to overfitting.' is off by 20%" in message
    assert "the same weights" in message
    assert message.endswith("or accept the change by `ratio-spark models pin model --again`")
    assert own.read_bytes() == written


def test_half_precision_may_be_ten_times_as_far_off(tmp_path: Path, own: Path) -> None:
    half = dense_entry(tmp_path / "model", dtype="bfloat16")
    use(Invented(half), own)
    use(Invented(half, push=0.05), own)
    with pytest.raises(DataContractError, match="is off by 15%"):
        use(Invented(half, push=0.15), own)


def test_a_late_model_must_give_as_many_tokens_as_before(tmp_path: Path, own: Path) -> None:
    late = late_entry(tmp_path / "model")
    use(Invented(late), own)
    pin = find_pin(late, own)
    assert pin is not None
    assert pin.tokens == (3,) * 8
    more = Pin.model_validate(pin.model_dump() | {"tokens": (3,) * 7 + (4,)})
    with pytest.raises(DataContractError, match=r"the sentences have \(3, 3, 3, 3, 3, 3, 3, 4\) tokens, not"):
        pin.check(more, "float32")
    with pytest.raises(DataContractError, match="does not give what it gave"):
        use(Invented(late, tokens=4), own)


def test_a_pin_is_of_one_way_to_run_a_model(entry: ModelEntry, own: Path) -> None:
    use(Invented(entry), own)
    other = entry.model_copy(update={"query_prefix": "query: "})
    assert (status(entry, own), status(other, own)) == ("pinned", "unverified")
    use(Invented(other, push=1), own)
    assert (status(entry, own), status(other, own)) == ("pinned", "pinned")
    use(Invented(entry), own)


def test_a_pin_is_small_and_says_what_it_was_made_with(entry: ModelEntry, own: Path) -> None:
    use(Invented(entry), own)
    (pin,) = json.loads(own.read_text())
    assert [len(vector) for vector in pin["queries"] + pin["documents"]] == [64] * 8
    assert set(pin["versions"]) == {"sentence-transformers", "transformers", "tokenizers", "torch"}
    assert (pin["weights"], pin["device"]) == ("sha256 0", "cpu")
    assert own.stat().st_size < 20_000
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def test_a_new_pin_takes_the_place_of_the_old_one(entry: ModelEntry, own: Path) -> None:
    use(Invented(entry), own)
    save_pin(Pin.of(Invented(entry, push=1)), own)  # type: ignore[arg-type]
    assert len(json.loads(own.read_text())) == 1
    use(Invented(entry, push=1), own)


def test_first_uses_at_once_keep_the_pins_of_all(tmp_path: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = pins._pins

    def slowly(file: Path) -> dict[tuple[str, str], Pin]:
        found = read(file)
        time.sleep(0.02)
        return found

    monkeypatch.setattr(pins, "_pins", slowly)
    entries = [dense_entry(tmp_path / f"model{number}") for number in range(8)]
    start = threading.Barrier(len(entries))

    def first_use(entry: ModelEntry) -> None:
        start.wait()
        use(Invented(entry), own)

    with ThreadPoolExecutor(len(entries)) as pool:
        list(pool.map(first_use, entries))
    assert [pin["name"] for pin in json.loads(own.read_text())] == [entry.name for entry in entries]
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def test_of_two_first_uses_of_a_model_the_second_is_compared(
    entry: ModelEntry, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def before_another_process(entry: ModelEntry, own: Path) -> None:
        monkeypatch.undo()
        use(Invented(entry), own)

    monkeypatch.setattr(pins, "find_pin", before_another_process)
    with pytest.raises(DataContractError, match="does not give what it gave"):
        use(Invented(entry, push=0.2), own)


def test_pins_that_cannot_be_written_are_one_sentence(entry: ModelEntry, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match=r"pins cannot be written to .*: (File exists|Not a directory)"):
        use(Invented(entry), tmp_path / "file" / "mine.pins.json")


def test_damaged_pins_are_one_sentence(entry: ModelEntry, own: Path) -> None:
    own.parent.mkdir()
    own.write_text('[{"name": "model"}]')
    with pytest.raises(ConfigurationError, match=r"mine\.pins\.json: is damaged: remove it"):
        use(Invented(entry), own)


def test_pins_stand_beside_the_registry_of_a_person_or_in_the_cache() -> None:
    assert pins_file(Path("some/mine.yaml"), Path("cache")) == Path("some/mine.pins.json")
    assert pins_file(None, Path("~/cache")) == Path.home() / "cache" / "pins.json"


@pytest.mark.parametrize("model", ["minilm", "mpnet"])
def test_real_models_give_what_the_shipped_pins_say(request: pytest.FixtureRequest, own: Path, model: str) -> None:
    real: ModelEntry = request.getfixturevalue(model)
    assert status(real, own) == "verified"
    pin = find_pin(real, own)
    assert pin is not None
    with Encoder.open(real, "cpu") as encoder:
        now = Pin.of(encoder)
    pin.check(now, real.dtype)
    np.testing.assert_allclose(now.queries, pin.queries, atol=1e-4)
    assert len(now.queries) == len(SENTENCES)


@pytest.mark.parametrize("change", ["pooling", "prefix"])
def test_a_silent_change_of_a_real_model_is_seen(minilm: ModelEntry, own: Path, tmp_path: Path, change: str) -> None:
    assert minilm.package is not None
    pin = find_pin(minilm, own)
    assert pin is not None
    if change == "prefix":
        entry = minilm.model_copy(update={"query_prefix": "query: "})
    else:
        from ratio_spark.retrieval.models.weights import find_weights

        folder = tmp_path / "changed"
        shutil.copytree(find_weights(minilm).folder, folder)
        saved = {"word_embedding_dimension": 384, "pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(saved))
        entry = minilm.model_copy(update={"folder": folder, "pooling": "cls"})
    with Encoder.open(entry, "cpu") as encoder, pytest.raises(DataContractError, match="the vector of the query"):
        pin.check(Pin.of(encoder), "float32")


def test_the_commands_list_pin_and_check_a_model_of_ones_own(modernbert: Path, tmp_path: Path) -> None:
    registry = tmp_path / "mine.yaml"
    registry.write_text(json.dumps({"mine": {"kind": "dense", "pooling": "mean", "folder": str(modernbert)}}))
    where = {"registry": registry, "cache": tmp_path / "cache", "offline": True, "device": "cpu"}

    def row() -> dict[str, Any]:
        rows = LIST(ModelsListConfig(**where))["models"]
        return next(each for each in rows if each["model"] == "mine")

    assert (row()["status"], row()["here"], row()["obstacle"]) == ("unverified", "yes", None)
    checked = CHECK(ModelsCheckConfig(**where, models=("mine",)))
    assert checked == {"checked": {"mine": "unverified: it runs, and has no pin (`models pin`)"}}
    pinned = PIN(ModelsPinConfig(**where, models=("mine",)))
    assert pinned == {"pinned": ["mine"], "file": str(tmp_path / "mine.pins.json")}
    assert row()["status"] == "pinned"
    assert CHECK(ModelsCheckConfig(**where, models=("mine",))) == {"checked": {"mine": "gives what its pin says"}}

    kept = json.loads((tmp_path / "mine.pins.json").read_text())
    kept[0]["queries"][2][0] += 1
    (tmp_path / "mine.pins.json").write_text(json.dumps(kept))
    with pytest.raises(DataContractError, match="model mine does not give what it gave"):
        CHECK(ModelsCheckConfig(**where, models=("mine",)))
    with pytest.raises(DataContractError, match="model mine does not give what it gave"):
        PIN(ModelsPinConfig(**where, models=("mine",)))
    PIN(ModelsPinConfig(**where, models=("mine",), again=True))
    CHECK(ModelsCheckConfig(**where, models=("mine",)))


def test_the_list_says_why_a_model_does_not_run_here(tmp_path: Path) -> None:
    rows = {row["model"]: row for row in LIST(ModelsListConfig(cache=tmp_path))["models"]}
    assert rows["stella-en-1.5b-v5"]["here"] == "no"
    assert "brings code of its own" in rows["stella-en-1.5b-v5"]["obstacle"]
    assert rows["reason-moderncolbert"]["status"] == "unverified"


@pytest.mark.parametrize("package", ["huggingface_hub", "sentence_transformers", "torch"])
@pytest.mark.parametrize("command", ["list", "check"])
def test_without_the_extra_the_commands_say_what_to_install(tmp_path: Path, command: str, package: str) -> None:
    """In a process of its own, in which one package is as if it were not there."""
    code = f"""
import sys
sys.modules[{package!r}] = None
from ratio_spark.cli import main
main(["models", {command!r}, "--cache", {str(tmp_path)!r}, "--offline"])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"this command needs {package}: run pip install 'ratio-spark[retrieval]'" in " ".join(ran.stderr.split())


@pytest.mark.parametrize("command", [PIN, CHECK])
def test_the_commands_refuse_an_unknown_model(command: Any, tmp_path: Path) -> None:
    kind = ModelsPinConfig if command is PIN else ModelsCheckConfig
    with pytest.raises(ConfigurationError, match="there is no system minilm; the nearest are all-minilm-l6-v2"):
        command(kind(models=("minilm",), cache=tmp_path))
