"""The registry of systems: the shipped one, and a person's own."""

from datetime import date
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from ratio_spark.errors import ConfigurationError
from ratio_spark.retrieval.models.registry import ModelEntry, Stemmer, as_model, load_registry, released_after

OF_THE_PAPER = {
    "all-mpnet-base-v2": ("dense", "query: ", "mean", 768),
    "modernbert-embed-large": ("dense", "search_query: ", "mean", 1024),
    "stella-en-1.5b-v5": (
        "dense",
        "Instruct: Given a web search query, retrieve relevant passages that answer the query.\nQuery: ",
        "mean",
        1024,
    ),
    "embeddinggemma-300m": ("dense", "task: search result | query: ", "mean", 768),
    "qwen3-embedding-0.6b": (
        "dense",
        "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
        "lasttoken",
        1024,
    ),
    "reasonir-8b": ("dense", "<|embed|>\n", "mean", 4096),
    "answerai-colbert-small-v1": ("late", None, None, 96),
    "gte-moderncolbert-v1": ("late", None, None, 128),
    "reason-moderncolbert": ("late", None, None, 128),
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "mine.yaml"


def test_every_model_of_the_paper_is_there_as_it_is_run() -> None:
    found = {entry.name: entry for entry in load_registry().models()}
    assert {
        name: (entry.kind, entry.query_prefix, entry.pooling, entry.dimension) for name, entry in found.items()
    } == OF_THE_PAPER | {"all-minilm-l6-v2": ("dense", "", "mean", 384)}
    assert {name for name, entry in found.items() if entry.revision is None} == {
        "modernbert-embed-large",
        "answerai-colbert-small-v1",
    }
    assert all(entry.released and entry.licence for entry in found.values())


def test_bm25_and_the_controls_stand_beside_the_models() -> None:
    found = {entry.name: (entry.kind, entry.is_tuned) for entry in load_registry().without_models()}
    assert found == {
        "bm25": ("bm25", False),
        "bm25-bigram": ("bm25", False),
        "bm25-trigram": ("bm25", False),
        "bm25-tuned": ("bm25", True),
        "random": ("control", False),
        "same-paper": ("control", False),
        "move-prior": ("control", True),
        "bm25+move-prior": ("control", True),
    }
    assert load_registry().find("bm25-trigram").parameters == {
        "k1": 1.5,
        "b": 0.75,
        "ngrams": 3,
        "method": "lucene",
        "stop_words": "english",
        "stemmer": "english",
    }


def test_the_shipped_registry_agrees_to_no_code_in_the_name_of_a_person() -> None:
    models = load_registry().models()
    assert [entry.name for entry in models if entry.remote_code] == ["stella-en-1.5b-v5", "reasonir-8b"]
    assert not any(entry.remote_code_agreed or entry.python for entry in models)


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("all-minilm", "all-minilm-l6-v2"),
        ("Stella-en-1.5B", "stella-en-1.5b-v5"),
        ("bm25-4gram", "bm25-bigram, bm25-trigram, bm25"),
    ],
)
def test_an_unknown_name_lists_the_nearest(asked: str, near: str) -> None:
    with pytest.raises(ConfigurationError, match="there is no system") as caught:
        load_registry().find(asked)
    assert str(caught.value).startswith(f"there is no system {asked}; the nearest are {near}")


def test_a_name_like_no_other_lists_all() -> None:
    with pytest.raises(ConfigurationError) as caught:
        load_registry().find("zzz")
    assert all(name in str(caught.value) for name in load_registry().entries)


def test_a_registry_of_ones_own_adds_models_and_changes_only_what_it_says(own: Path) -> None:
    own.write_text(
        """
        mine: {kind: dense, folder: models/mine, pooling: cls, released: 2026-02-03, tuned_on: ADDRESS}
        stella-en-1.5b-v5: {remote_code_agreed: true, python: ~/legacy/bin/python}
        bm25: {k1: 0.9}
        """
    )
    registry, shipped = load_registry(own), load_registry()
    mine = as_model(registry.find("mine"))
    assert (mine.folder, mine.pooling, mine.tuned_on) == (own.parent / "models" / "mine", "cls", "ADDRESS")
    stella = as_model(shipped.find("stella-en-1.5b-v5"))
    changes = {"remote_code_agreed": True, "python": Path.home() / "legacy/bin/python"}
    assert registry.find(stella.name) == stella.model_copy(update=changes)
    assert registry.find("bm25").parameters == shipped.find("bm25").parameters | {"k1": 0.9}
    assert registry.find("bm25-bigram") == shipped.find("bm25-bigram")


def test_a_tuned_model_is_like_its_base_but_for_its_weights(own: Path) -> None:
    own.write_text("tuned: {like: all-mpnet-base-v2, folder: /models/tuned, tuned_on: BROADEN}")
    tuned, base = (as_model(load_registry(own).find(name)) for name in ("tuned", "all-mpnet-base-v2"))
    assert (tuned.hub, tuned.revision) == (None, None)
    changes = {"name": "tuned", "hub": None, "revision": None, "folder": Path("/models/tuned"), "tuned_on": "BROADEN"}
    # When it was made public, and on which terms, is not known of other weights.
    assert tuned == base.model_copy(update=changes | {"released": None, "licence": None})


def test_consent_and_date_are_of_the_weights_that_they_were_given_for(own: Path) -> None:
    own.write_text(
        f"""
        stella-en-1.5b-v5: {{remote_code_agreed: true}}
        tuned: {{like: stella-en-1.5b-v5, folder: /models/tuned}}
        dated: {{like: stella-en-1.5b-v5, hub: me/dated, revision: {"b" * 40}, released: 2026-02-03, licence: MIT,
                 remote_code_agreed: true}}
        newer: {{like: stella-en-1.5b-v5, revision: {"a" * 40}}}
        longer: {{like: stella-en-1.5b-v5, max_length: 1024}}
        """
    )
    registry = load_registry(own)

    def known(name: str) -> tuple[bool, date | None, str | None]:
        entry = as_model(registry.find(name))
        return entry.remote_code_agreed, entry.released, entry.licence

    shipped = (date(2024, 7, 12), "MIT")
    assert known("stella-en-1.5b-v5") == (True, *shipped)
    assert known("tuned") == (False, None, None)
    assert known("dated") == (True, date(2026, 2, 3), "MIT")
    assert known("newer") == (False, *shipped)
    assert known("longer") == (True, *shipped)


def test_under_its_own_name_a_folder_is_a_copy_and_another_repository_another_model(own: Path) -> None:
    own.write_text("all-mpnet-base-v2: {folder: /models/copy}\nqwen3-embedding-0.6b: {hub: me/other}")
    registry = load_registry(own)
    assert registry.find("all-mpnet-base-v2").released == date(2021, 8, 30)
    assert registry.find("qwen3-embedding-0.6b").released is None


def test_a_person_may_pin_the_revision_of_a_shipped_model(own: Path) -> None:
    own.write_text(f"modernbert-embed-large: {{revision: {'a' * 40}}}")
    entry = as_model(load_registry(own).find("modernbert-embed-large"))
    assert (entry.hub, entry.revision) == ("lightonai/modernbert-embed-large", "a" * 40)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("m: {kind: dense, pooling: mean}", "m: say where its weights lie: `folder`, `package` or `hub`"),
        ("m: {kind: dense, hub: a/b}", "m: a dense model needs `pooling`, such as mean"),
        ("m: {kind: late, hub: a/b, pooling: mean}", "m: a late-interaction model has no `pooling`"),
        ("m: {kind: dense, hub: a/b, pooling: median}", "m: pooling: Input should be 'mean'"),
        ("m: {kind: late, hub: a/b, prefix: x}", "m: prefix: Extra inputs are not permitted"),
        ("m: {kind: late, hub: a/b, revision: main}", "m: revision: String should match pattern"),
        ("m: {kind: late, hub: a/b, remote_code_agreed: true}", "m: code of a model is agreed to for one `revision`"),
        ("a/b: {kind: late, hub: a/b}", "a/b: name: String should match pattern"),
        ("m: {kind: sparse, hub: a/b}", "m: Input tag 'sparse' found"),
        ("m: {kind: late, hub: a--b/c}", "m: hub: 'a--b/c' is no repository of the hub: write owner/name"),
        ("m: {kind: late, hub: a/b.git}", "m: hub: 'a/b.git' is no repository"),
        ("m: {kind: late, hub: b}", "m: hub: 'b' is no repository"),
        (f"m: {{kind: late, hub: a/{'b' * 95}}}", "bbb' is no repository"),
        ("m: {kind: late, package: 'a..b:c'}", "m: package: String should match pattern"),
        (
            "m: {kind: late, hub: a/b, needs: {packages: [transformers => 5]}}",
            "m: needs: packages: 'transformers => 5' is no requirement: write one such as transformers<5",
        ),
        ("mine: {kind: control}", "mine: name: Input should be 'random', 'same-paper', 'move-prior' or 'bm25+move-pr"),
        ("m: {kind: bm25, stemmer: klingon}", "m: stemmer: Input should be 'arabic', 'armenian'"),
        ("m: {kind: bm25, stop_words: french}", "m: stop_words: Input should be 'english' or 'english_plus'"),
        ("m: {kind: bm25, method: bm25l}", "m: method: Input should be 'lucene', 'robertson' or 'atire'"),
        ("m: {kind: bm25, k1: .inf}", "m: k1: Input should be a finite number"),
        ("m: {like: nobody}", "m: like: there is no system nobody"),
        ("m: 3", "write the fields of each system below its name"),
        ("m: [", "cannot be read: while parsing"),
    ],
)
def test_a_wrong_entry_is_refused_by_file_name_and_field(own: Path, content: str, message: str) -> None:
    own.write_text(content)
    with pytest.raises(ConfigurationError) as caught:
        load_registry(own)
    assert message in str(caught.value)
    assert str(own) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_registry_that_is_not_there_is_named(own: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"registry .*mine\.yaml: cannot be read: .*No such file"):
        load_registry(own)


def test_a_model_of_the_test_period_or_of_no_date_may_have_seen_it() -> None:
    start = date(2026, 1, 1)

    def model(released: date | None) -> ModelEntry:
        return ModelEntry(name="m", kind="late", hub="a/b", released=released)

    assert not released_after(model(date(2025, 12, 31)), start)
    assert released_after(model(start), start)
    assert released_after(model(None), start)
    assert not any(released_after(entry, start) for entry in load_registry().entries.values())


def test_the_stemmers_of_the_registry_are_those_that_there_are() -> None:
    assert list(get_args(Stemmer)) == import_module("Stemmer").algorithms()


def test_bm25_is_no_model() -> None:
    with pytest.raises(ConfigurationError, match="bm25 is no model that embeds texts"):
        as_model(load_registry().find("bm25"))
