"""Embeddings on disk, with a model that counts what it is asked."""

import fcntl
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.models import embeddings
from ratio_spark.retrieval.models.embeddings import TokenEmbeddings, embed
from ratio_spark.retrieval.models.registry import ModelEntry, load_registry
from tests.retrieval.invented_models import dense_entry, late_entry

TEXTS = ["one", "two two", "three", "four four four", "five", "six", "seven seven"]


class Counting:
    """Stands in for an Encoder: a text of n words has vectors that tell n and its first letter."""

    def __init__(self, entry: ModelEntry, stop_at: str | None) -> None:
        self.entry, self.device, self.stop_at = entry, "cpu", stop_at
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], is_query: bool, say: Any) -> Any:
        if self.stop_at in texts:
            raise KeyboardInterrupt
        self.asked += texts
        say(len(texts))
        rows = [[float(len(text.split())), float(ord(text[0]))] for text in texts]
        if self.entry.kind == "dense":
            return np.array(rows, np.float32)
        counts = [len(text.split()) for text in texts]
        vectors = np.repeat(np.array(rows, np.float32), counts, axis=0)
        return TokenEmbeddings(vectors, np.concatenate([[0], np.cumsum(counts)]))

    def __enter__(self) -> "Counting":
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Counting]:
    """The models that were loaded, of which there are to be few; shards of three texts."""
    loaded: list[Counting] = []

    def load(entry: ModelEntry, device: str, offline: bool) -> Counting:
        loaded.append(Counting(entry, None))
        return loaded[-1]

    monkeypatch.setattr(embeddings.Encoder, "open", load)
    monkeypatch.setattr(embeddings, "_SHARD", 3)
    return loaded


@pytest.fixture
def dense(tmp_path_factory: pytest.TempPathFactory) -> ModelEntry:
    folder = tmp_path_factory.mktemp("weights") / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    return dense_entry(folder, query_prefix="q: ", document_prefix="d: ")


@pytest.fixture
def late(dense: ModelEntry) -> ModelEntry:
    assert dense.folder is not None
    return late_entry(dense.folder)


def files(cache: Path) -> list[str]:
    """What stands in a cache, with the fingerprints left out."""
    return sorted({path.name for path in cache.rglob("*") if path.is_file() and path.suffix != ".lock"})


def test_dense_embeddings_come_from_the_model_once_and_from_the_disk_then(
    opened: list[Counting], dense: ModelEntry, tmp_path: Path
) -> None:
    expected = [[len(text.split()), ord(text[0])] for text in TEXTS]
    for _ in range(2):
        found = embed(dense, TEXTS, True, tmp_path)
        assert isinstance(found, np.memmap)
        assert (found.dtype, found.tolist()) == (np.float32, expected)
        assert not found.flags.writeable
    assert len(opened) == 1
    assert opened[0].asked == TEXTS
    assert files(tmp_path) == ["about.json", "vectors.npy"]


def test_late_embeddings_are_ragged_and_half_as_wide(opened: list[Counting], late: ModelEntry, tmp_path: Path) -> None:
    for _ in range(2):
        found = embed(late, TEXTS, False, tmp_path)
        assert isinstance(found, TokenEmbeddings)
        assert isinstance(found.vectors, np.memmap)
        assert (found.vectors.dtype, found.offsets.dtype, len(found)) == (np.float16, np.int64, 7)
        assert found.offsets.tolist() == [0, 1, 3, 4, 7, 8, 9, 11]
        assert found[3].tolist() == [[3, ord("f")]] * 3
    assert len(opened) == 1
    assert files(tmp_path) == ["about.json", "offsets.npy", "vectors.npy"]


@pytest.mark.parametrize("kind", ["dense", "late"])
def test_what_was_stopped_goes_on_with_the_first_shard_that_is_missing(
    opened: list[Counting], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    entry: ModelEntry = request.getfixturevalue(kind)
    stopped = Counting(entry, "six")
    with monkeypatch.context() as patch:
        patch.setattr(embeddings.Encoder, "open", lambda *_: stopped)
        with pytest.raises(KeyboardInterrupt):
            embed(entry, TEXTS, True, tmp_path / "cache")
    assert stopped.asked == TEXTS[:3]
    assert "about.json" not in files(tmp_path / "cache")
    found = embed(entry, TEXTS, True, tmp_path / "cache")
    assert opened[0].asked == TEXTS[3:]
    afresh = embed(entry, TEXTS, True, tmp_path / "afresh")
    for each, other in ((found, afresh),) if kind == "dense" else ((found.vectors, afresh.vectors),):
        np.testing.assert_array_equal(each, other)
    assert files(tmp_path / "cache") == files(tmp_path / "afresh")


def test_a_stop_between_the_shards_and_the_end_loads_no_model_again(
    opened: list[Counting], dense: ModelEntry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(embeddings, "_join", stop)
        with pytest.raises(KeyboardInterrupt):
            embed(dense, TEXTS, True, tmp_path)
    (shards,) = tmp_path.rglob("*.shards")
    (shards.with_suffix("") / ".vectors.npy.1234").write_bytes(b"half of it")
    assert len(embed(dense, TEXTS, True, tmp_path)) == 7
    assert len(opened) == 1
    assert files(tmp_path) == ["about.json", "vectors.npy"]


@pytest.mark.parametrize(
    "changes",
    [
        {"query_prefix": "Q: "},
        {"dtype": "bfloat16"},
        {"max_length": 12},
        {"normalize": False},
        {"pools_prefix": False},
    ],
)
def test_another_way_to_run_a_model_gives_other_embeddings(
    opened: list[Counting], dense: ModelEntry, tmp_path: Path, changes: dict[str, Any]
) -> None:
    embed(dense, TEXTS, True, tmp_path)
    embed(dense.model_copy(update=changes), TEXTS, True, tmp_path)
    assert len(opened) == 2


def test_other_weights_texts_roles_and_versions_give_other_embeddings(
    opened: list[Counting], dense: ModelEntry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    embed(dense, TEXTS, True, tmp_path)
    embed(dense, TEXTS[::-1], True, tmp_path)
    embed(dense, ["one two", "two"], True, tmp_path)
    embed(dense, ["one", "two two"], True, tmp_path)
    embed(dense, TEXTS, False, tmp_path)
    assert dense.folder is not None
    (dense.folder / "config.json").write_text('{"other": 1}')
    embed(dense, TEXTS, True, tmp_path)
    monkeypatch.setattr(embeddings, "versions_in", lambda python: {"transformers": "9"})
    embed(dense, TEXTS, True, tmp_path)
    assert len(opened) == 7


def test_what_does_not_count_for_a_query_leaves_its_embeddings(
    opened: list[Counting], dense: ModelEntry, tmp_path: Path
) -> None:
    embed(dense, TEXTS, True, tmp_path, "cpu")
    embed(dense.model_copy(update={"document_prefix": "D: ", "licence": "MIT"}), TEXTS, True, tmp_path, "auto")
    assert len(opened) == 1


def test_the_model_is_checked_before_it_embeds(opened: list[Counting], dense: ModelEntry, tmp_path: Path) -> None:
    def refuse(encoder: Any) -> None:
        assert encoder.asked == []
        raise DataContractError("other vectors than before")

    with pytest.raises(DataContractError, match="other vectors than before"):
        embed(dense, TEXTS, True, tmp_path, check=refuse)
    assert files(tmp_path) == []


def test_progress_is_told_in_texts(opened: list[Counting], dense: ModelEntry, tmp_path: Path) -> None:
    said: list[str] = []
    embed(dense, TEXTS, False, tmp_path, say=said.append)
    assert said == [
        "model: loading the model",
        "model: 3 of 7 candidates embedded on cpu",
        "model: 6 of 7 candidates embedded on cpu",
        "model: 7 of 7 candidates embedded on cpu",
    ]


def test_of_two_that_want_the_same_one_waits_for_the_other(
    opened: list[Counting], dense: ModelEntry, tmp_path: Path
) -> None:
    embed(dense, TEXTS, True, tmp_path)
    (made,) = (path.parent for path in tmp_path.rglob("about.json"))
    waiting, said = threading.Event(), []

    def say(sentence: str) -> None:
        said.append(sentence)
        waiting.set()

    away = made.rename(made.with_name("away"))
    with made.with_name(f"{made.name}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        second = threading.Thread(target=embed, args=(dense, TEXTS, True, tmp_path, "cpu", say))
        second.start()
        assert waiting.wait(10)
        away.rename(made)
    second.join(10)
    assert said == ["model: waiting for another process that embeds the same texts"]
    assert len(opened) == 1


def test_a_cache_that_cannot_be_written_is_one_sentence(
    opened: list[Counting], dense: ModelEntry, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ConfigurationError, match=r"embeddings cannot be written to .*: name another --cache"):
        embed(dense, TEXTS, True, tmp_path / "file")


def test_no_texts_are_refused(opened: list[Counting], dense: ModelEntry, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="there are no texts for model to embed"):
        embed(dense, [], True, tmp_path)


def test_bm25_embeds_nothing(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="bm25 is no model that embeds texts"):
        embed(load_registry().find("bm25"), TEXTS, True, tmp_path)


def test_a_real_model_goes_through_the_cache_unchanged(colbert: Path, tmp_path: Path) -> None:
    from ratio_spark.retrieval.models.encoders import Encoder

    entry = late_entry(colbert)
    with Encoder.open(entry, "cpu") as encoder:
        direct = encoder.encode(TEXTS, False)
    found = embed(entry, TEXTS, False, tmp_path, "cpu")
    assert isinstance(direct, TokenEmbeddings)
    assert isinstance(found, TokenEmbeddings)
    np.testing.assert_array_equal(found.vectors, direct.vectors.astype(np.float16))
    np.testing.assert_array_equal(found.offsets, direct.offsets)
