"""Encoders: each architecture against its own transformer, one text at a time and without any padding."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.models.encoders import Encoder, TokenEmbeddings, check_runnable
from ratio_spark.retrieval.models.registry import ModelEntry, as_model, load_registry
from tests.retrieval.invented_models import TEXTS, dense_entry, late_entry

Floats = np.ndarray[Any, np.dtype[np.float64]]


def hidden(folder: Path, text: str, **how: Any) -> Floats:
    """The last hidden states of the tokens of a text, from the transformer alone: shape (tokens, size)."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokens = AutoTokenizer.from_pretrained(folder)([text], return_tensors="pt", **how)
    model = AutoModel.from_pretrained(folder).eval()
    with torch.no_grad():
        found = model(input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]).last_hidden_state
    states: Floats = found[0].double().numpy()
    return states


def weight(folder: Path, module: str) -> Floats:
    from safetensors.numpy import load_file

    return load_file(folder / module / "model.safetensors")["linear.weight"].astype(np.float64)


def unit(vectors: Floats) -> Floats:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def encoded(entry: ModelEntry, texts: list[str], is_query: bool = True) -> Any:
    with Encoder.open(entry, "cpu") as encoder:
        return encoder.encode(texts, is_query)


def assert_close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, atol=2e-6, rtol=0)


@pytest.mark.parametrize(("is_query", "prefix"), [(True, "query : "), (False, "document : ")])
def test_modernbert_is_the_mean_over_prefix_and_text(modernbert: Path, is_query: bool, prefix: str) -> None:
    entry = dense_entry(modernbert, query_prefix="query : ", document_prefix="document : ")
    found = encoded(entry, TEXTS, is_query)
    assert (found.shape, found.dtype) == ((4, 32), np.float32)
    assert_close(found, unit(np.stack([hidden(modernbert, prefix + text).mean(axis=0) for text in TEXTS])))


def test_without_normalization_vectors_keep_their_length(modernbert: Path) -> None:
    entry = dense_entry(modernbert, query_prefix="", normalize=False)
    expected = np.stack([hidden(modernbert, text).mean(axis=0) for text in TEXTS])
    assert not np.allclose(np.linalg.norm(expected, axis=1), 1)
    assert_close(encoded(entry, TEXTS), expected)


def test_a_prefix_may_be_left_out_of_the_mean(modernbert: Path) -> None:
    entry = dense_entry(modernbert, query_prefix="query : ", pools_prefix=False)
    # [CLS] and the tokens of the prefix.
    skipped = hidden(modernbert, "query : ").shape[0] - 1
    assert skipped > 2
    states = [hidden(modernbert, "query : " + text)[skipped:] for text in TEXTS]
    assert_close(encoded(entry, TEXTS), unit(np.stack([each.mean(axis=0) for each in states])))


def test_qwen3_is_the_last_token_however_short_texts_are_padded(qwen3: Path) -> None:
    instruction = "Instruct : find\nQuery :"
    entry = dense_entry(qwen3, pooling="lasttoken", query_prefix=instruction, document_prefix="")
    assert_close(encoded(entry, TEXTS), unit(np.stack([hidden(qwen3, instruction + text)[-1] for text in TEXTS])))
    assert_close(encoded(entry, TEXTS, False), unit(np.stack([hidden(qwen3, text)[-1] for text in TEXTS])))


def test_qwen2_with_a_dense_head_gives_vectors_of_its_size(qwen2: Path) -> None:
    from safetensors.numpy import load_file

    head = load_file(qwen2 / "2_Dense" / "model.safetensors")
    means = np.stack([hidden(qwen2, text).mean(axis=0) for text in TEXTS])
    expected = unit(means @ head["linear.weight"].T.astype(np.float64) + head["linear.bias"])
    found = encoded(dense_entry(qwen2, dimension=24, query_prefix=""), TEXTS)
    assert found.shape == (4, 24)
    assert_close(found, expected)


def test_gemma_reads_both_ways_and_has_two_dense_heads(gemma: Path) -> None:
    means = np.stack([hidden(gemma, "task : " + text).mean(axis=0) for text in TEXTS])
    expected = unit(means @ weight(gemma, "2_Dense").T @ weight(gemma, "3_Dense").T)
    assert_close(encoded(dense_entry(gemma, query_prefix="task : "), TEXTS), expected)
    # The first token knows what follows it.
    assert not np.allclose(hidden(gemma, "we apply dropout")[0], hidden(gemma, "we apply")[0])


def test_colbert_gives_a_vector_for_each_token_of_a_document_but_punctuation(colbert: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(colbert)
    skipped = set(tokenizer.convert_tokens_to_ids([".", ","]))
    expected = []
    for text in TEXTS:
        kept = [place for place, token in enumerate(tokenizer(text)["input_ids"]) if token not in skipped]
        expected.append(unit(hidden(colbert, text)[kept] @ weight(colbert, "1_Dense").T))
    found = encoded(late_entry(colbert), TEXTS, is_query=False)
    assert isinstance(found, TokenEmbeddings)
    assert np.diff(found.offsets).tolist() == [len(each) for each in expected]
    for text in range(len(TEXTS)):
        assert_close(found[text], expected[text])


def test_colbert_queries_are_filled_up_with_masks_that_read_the_query(colbert: Path) -> None:
    found = encoded(late_entry(colbert), TEXTS)
    assert np.diff(found.offsets).tolist() == [24] * 4
    first = hidden(colbert, TEXTS[1])
    assert_close(found[1][: len(first)], unit(first @ weight(colbert, "1_Dense").T))
    assert len(first) < 24


def test_maxsim_of_what_an_encoder_gives_is_that_of_the_library(colbert: Path) -> None:
    from sentence_transformers import MultiVectorEncoder

    model = MultiVectorEncoder(str(colbert), device="cpu")
    expected = model.similarity(model.encode_query(TEXTS), model.encode_document(TEXTS)).numpy()
    queries, documents = encoded(late_entry(colbert), TEXTS), encoded(late_entry(colbert), TEXTS, False)
    found = [[(queries[q] @ documents[d].T).max(axis=1).sum() for d in range(4)] for q in range(4)]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_a_longer_query_length_cuts_no_query_and_changes_no_short_one(colbert: Path) -> None:
    short, long = TEXTS[1], " ".join(TEXTS * 2)
    cut = encoded(late_entry(colbert), [short, long])
    whole = encoded(late_entry(colbert, max_query_length=100), [short, long])
    assert np.diff(cut.offsets).tolist() == [24, 24]
    assert np.diff(whole.offsets).tolist() == [24, len(hidden(colbert, long))]
    assert_close(whole[0], cut[0])


@pytest.mark.parametrize("is_late", [False, True])
def test_a_text_is_cut_at_the_maximal_length(modernbert: Path, colbert: Path, is_late: bool) -> None:
    text = " ".join(TEXTS)
    if is_late:
        assert len(encoded(late_entry(colbert, max_length=9), [text], False)[0]) <= 9
        return
    found = encoded(dense_entry(modernbert, max_length=9, query_prefix=""), [text])
    states = hidden(modernbert, text, max_length=9, truncation=True)
    assert len(states) == 9
    assert_close(found, unit(states.mean(axis=0, keepdims=True)))


def test_the_saved_prefix_counts_where_the_registry_has_none(modernbert: Path, tmp_path: Path) -> None:
    folder = tmp_path / "prompted"
    shutil.copytree(modernbert, folder)
    saved = json.loads((folder / "config_sentence_transformers.json").read_text())
    saved["prompts"] = {"query": "query : ", "document": ""}
    (folder / "config_sentence_transformers.json").write_text(json.dumps(saved))
    with_prefix = encoded(dense_entry(modernbert, query_prefix="query : "), TEXTS)
    without = encoded(dense_entry(modernbert, query_prefix=""), TEXTS)
    assert not np.allclose(with_prefix, without)
    assert_close(encoded(dense_entry(folder), TEXTS), with_prefix)
    assert_close(encoded(dense_entry(folder, query_prefix=""), TEXTS), without)


def test_the_order_of_texts_changes_no_vector_and_progress_is_told(modernbert: Path) -> None:
    texts = [f"{TEXTS[number % 4]} {number}" for number in range(300)]
    done: list[int] = []
    with Encoder.open(dense_entry(modernbert), "cpu") as encoder:
        forwards = encoder.encode(texts, True, done.append)
        backwards = encoder.encode(texts[::-1], True)
    assert_close(backwards, forwards[::-1])
    assert done == [256, 300]


def test_half_precision_still_gives_float32(modernbert: Path) -> None:
    full, half = (encoded(dense_entry(modernbert, dtype=dtype), TEXTS) for dtype in ("float32", "bfloat16"))
    assert half.dtype == np.float32
    assert 1e-5 < np.abs(full - half).max() < 0.02


def spoilt(folder: Path, to: Path) -> Path:
    """A copy whose embedding of one token is not a number."""
    from safetensors.numpy import load_file, save_file
    from transformers import AutoTokenizer

    shutil.copytree(folder, to)
    weights = load_file(to / "model.safetensors")
    name = next(name for name in weights if "word_embeddings" in name or "tok_embeddings" in name)
    weights[name][AutoTokenizer.from_pretrained(to).convert_tokens_to_ids("dropout")] = np.nan
    save_file(weights, to / "model.safetensors", metadata={"format": "pt"})
    return to


@pytest.mark.parametrize("is_late", [False, True])
def test_vectors_that_are_no_numbers_are_refused_with_the_text(
    modernbert: Path, colbert: Path, tmp_path: Path, is_late: bool
) -> None:
    folder = spoilt(colbert if is_late else modernbert, tmp_path / "spoilt")
    entry = late_entry(folder) if is_late else dense_entry(folder)
    with pytest.raises(DataContractError) as caught:
        encoded(entry, TEXTS, is_query=False)
    assert str(caught.value).startswith(
        "model spoilt gives numbers that are none (NaN or infinite), first for 'we apply dropout': "
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pooling": "cls"}, "modernbert pools by mean and the registry says cls: correct the registry"),
        ({"dimension": 64}, "modernbert gives vectors of 32 and the registry says 64"),
        ({"max_length": 129}, "modernbert reads at most 128 tokens and the registry says 129: lower max_length"),
        ({"kind": "late", "pooling": None}, "modernbert is not for late interaction"),
    ],
)
def test_a_model_that_is_not_as_registered_is_refused(modernbert: Path, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Encoder.open(dense_entry(modernbert, **fields), "cpu")
    assert f"model {message}" in str(caught.value)


def test_a_late_model_is_not_taken_for_a_dense_one(colbert: Path) -> None:
    with pytest.raises(ConfigurationError, match="model colbert gives more than one vector for a text"):
        Encoder.open(dense_entry(colbert), "cpu")


def damaged(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"no weights")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "modules.json").unlink(), "has no modules.json, which says how to pool"),
        (lambda folder: shutil.rmtree(folder) or folder.mkdir(), "neither config.json nor modules.json"),
        (damaged, "cannot be loaded from"),
    ],
)
def test_an_incomplete_model_is_one_sentence(
    modernbert: Path, tmp_path: Path, spoil: Callable[[Path], Any], message: str
) -> None:
    folder = tmp_path / "incomplete"
    shutil.copytree(modernbert, folder)
    spoil(folder)
    with pytest.raises(ConfigurationError) as caught:
        Encoder.open(dense_entry(folder), "cpu")
    assert str(caught.value).startswith("model incomplete ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_code_of_a_model_does_not_run_before_a_person_agrees(modernbert: Path, tmp_path: Path) -> None:
    folder, ran = tmp_path / "own_code", tmp_path / "ran"
    shutil.copytree(modernbert, folder)
    modules = json.loads((folder / "modules.json").read_text())
    modules[1]["type"] = "own.Own"
    (folder / "modules.json").write_text(json.dumps(modules))
    (folder / "own.py").write_text(
        "from sentence_transformers.sentence_transformer.modules import Pooling as Own\n"
        f"open({str(ran)!r}, 'w').close()\n"
    )
    with pytest.raises(ConfigurationError, match="model own_code cannot be loaded"):
        Encoder.open(dense_entry(folder), "cpu")
    with pytest.raises(ConfigurationError, match="model own_code brings code of its own that runs with it: read it"):
        Encoder.open(dense_entry(folder, remote_code=True), "cpu")
    assert not ran.exists()
    agreed = dense_entry(folder, remote_code=True, remote_code_agreed=True)
    assert_close(encoded(agreed, TEXTS), encoded(dense_entry(modernbert), TEXTS))
    assert ran.exists()


def test_a_model_for_other_versions_says_so_before_any_work() -> None:
    stella = as_model(load_registry().find("stella-en-1.5b-v5")).model_copy(update={"remote_code_agreed": True})
    with pytest.raises(ConfigurationError) as caught:
        check_runnable(stella, "cpu", offline=True)
    assert "model stella-en-1.5b-v5 needs transformers<5, and this environment has 5." in str(caught.value)
    assert "`pip install 'ratio-spark[legacy]'`" in str(caught.value)


def test_a_gpu_that_is_not_there_is_said_before_any_work(modernbert: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(ConfigurationError, match="device cuda was asked for and there is no such GPU here"):
        check_runnable(dense_entry(modernbert), "cuda")


def test_a_gpu_too_small_is_said_before_any_work(modernbert: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    class Properties:
        total_memory = 8 * 2**30

    monkeypatch.setattr("ratio_spark.retrieval.search.exact.device", torch.device)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: Properties)
    check_runnable(dense_entry(modernbert, needs={"gpu_memory_gib": 8}), "cuda")
    with pytest.raises(ConfigurationError, match="model modernbert takes 24 GiB and cuda has 8: use a larger GPU"):
        check_runnable(dense_entry(modernbert, needs={"gpu_memory_gib": 24}), "cuda")


def test_bm25_and_controls_run_anywhere() -> None:
    for entry in load_registry().without_models():
        check_runnable(entry, "cuda")


@pytest.mark.parametrize(
    ("model", "first"),
    [
        # The values that the cards of both models give for this sentence.
        ("minilm", [0.0676569, 0.0634959, 0.0487131]),
        ("mpnet", [0.0225026, -0.0782917, -0.0230307]),
    ],
)
def test_real_models_give_the_vectors_that_are_known_of_them(
    request: pytest.FixtureRequest, model: str, first: list[float]
) -> None:
    entry: ModelEntry = request.getfixturevalue(model)
    bare = entry.model_copy(update={"document_prefix": ""})
    found = encoded(bare, ["This is an example sentence", "Each sentence is converted"], False)
    np.testing.assert_allclose(found[0, :3], first, atol=1e-6)
    assert found.shape == (2, entry.dimension)
