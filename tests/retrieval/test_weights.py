"""Where weights are found, and what is said where they are not."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from ratio_spark.errors import ConfigurationError, RetryableError
from ratio_spark.retrieval.models.registry import ModelEntry
from ratio_spark.retrieval.models.weights import check_weights, find_weights, identity_of

COMMIT = "0123456789" * 4


def model(**fields: object) -> ModelEntry:
    return ModelEntry.model_validate({"name": "m", "kind": "late", **fields})


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the hub, and a hub that refuses every connection."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    return tmp_path


@pytest.fixture
def answering_hub(hub: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """A hub that answers every question with an error, which the test says; but for what is `about` a repository."""
    error: dict[str, str] = {}

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_told = "about" in error and not self.path.endswith("/auth-check")
            content = error["about"].encode() if is_told else b""
            self.send_response(200 if is_told else int(error["status"]))
            self.send_header("X-Error-Code", "" if is_told else error["code"])
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    yield error
    server.shutdown()
    server.server_close()


def test_weights_in_a_folder_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"1")
    (tmp_path / "config.json").write_text("{}")
    entry = model(folder=tmp_path)
    before = find_weights(entry)
    assert before.folder == tmp_path
    (tmp_path / "README.md").write_text("more words")
    assert identity_of(entry) == before.identity
    (tmp_path / "model.safetensors").write_bytes(b"2")
    assert identity_of(entry) != before.identity
    assert before.identity.startswith("sha256 ")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=f"model m: there is no folder {tmp_path}/none: correct the registry"):
        check_weights(model(folder=tmp_path / "none"))


def test_weights_in_a_package_need_no_import_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "some_weights_here"
    (package / "model").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    (package / "model" / "config.json").write_text("{}")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_weights(model(package="some_weights_here:model")).folder == package / "model"


@pytest.mark.parametrize("package", ["no_such_package", "no_such_package.within", "json.decoder.within", "__main__"])
def test_a_package_that_is_not_installed_is_named_unless_the_hub_has_the_weights(hub: Path, package: str) -> None:
    with pytest.raises(ConfigurationError, match=f"the package {package} with model in it is not here"):
        check_weights(model(package=f"{package}:model"))
    with pytest.raises(RetryableError, match=r"model m \(a/b\)"):
        check_weights(model(package="no_such_package:model", hub="a/b"))


@pytest.mark.parametrize("by_variable", [True, False])
def test_offline_a_missing_model_is_one_sentence_at_once(
    hub: Path, monkeypatch: pytest.MonkeyPatch, by_variable: bool
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", by_variable)
    started = time.monotonic()
    with pytest.raises(ConfigurationError) as caught:
        find_weights(model(hub="a/b", revision=COMMIT), offline=not by_variable)
    assert time.monotonic() - started < 5
    assert str(caught.value) == (
        "model m (a/b) is not on this machine and the hub is not to be asked: fetch it once while online, or name its "
        "`folder` in a registry of your own"
    )


def test_a_dead_network_is_one_sentence_within_seconds(hub: Path) -> None:
    started = time.monotonic()
    with pytest.raises(RetryableError) as caught:
        find_weights(model(hub="a/b", revision=COMMIT))
    assert time.monotonic() - started < 5
    assert str(caught.value) == (
        "model m (a/b) is not on this machine and the hub gives no answer ([Errno 111] Connection refused): try again "
        "while online, or name its `folder` in a registry of your own"
    )


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        ("403", "GatedRepo", "model m: a/b asks for its terms to be accepted"),
        ("404", "RepoNotFound", "model m: the hub has no a/b, or not for you"),
        ("404", "RevisionNotFound", f"model m: a/b has no revision {COMMIT}"),
    ],
)
def test_what_the_hub_refuses_is_said(answering_hub: dict[str, str], status: str, code: str, message: str) -> None:
    answering_hub.update(status=status, code=code)
    with pytest.raises(ConfigurationError) as caught:
        check_weights(model(hub="a/b", revision=COMMIT))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("gated", "needs"), [("manual", {}), (False, {"is_gated": True})])
@pytest.mark.parametrize("status", ["403", "200"])
def test_of_a_gated_repository_it_is_asked_before_any_work_whether_it_may_be_fetched(
    answering_hub: dict[str, str], gated: object, needs: dict[str, bool], status: str
) -> None:
    about = {"id": "a/b", "sha": COMMIT, "gated": gated, "siblings": []}
    answering_hub.update(status=status, code="GatedRepo", about=json.dumps(about))
    entry = model(hub="a/b", revision=COMMIT, needs=needs)
    if status == "200":
        check_weights(entry)
        return
    with pytest.raises(ConfigurationError) as caught:
        check_weights(entry)
    assert str(caught.value) == (
        "model m: a/b asks for its terms to be accepted: do so on its page of the hub and set HF_TOKEN"
    )


def test_of_an_open_repository_that_is_not_asked(answering_hub: dict[str, str]) -> None:
    about = {"id": "a/b", "sha": COMMIT, "gated": False, "siblings": []}
    answering_hub.update(status="403", code="GatedRepo", about=json.dumps(about))
    check_weights(model(hub="a/b"))


def test_a_hub_in_trouble_may_be_asked_again(answering_hub: dict[str, str]) -> None:
    answering_hub.update(status="503", code="")
    with pytest.raises(RetryableError, match="the hub gives no answer"):
        check_weights(model(hub="a/b"))


@pytest.mark.parametrize("revision", [COMMIT, None])
def test_what_was_fetched_before_needs_no_network(hub: Path, revision: str | None) -> None:
    repository = hub / "models--a--b"
    (repository / "snapshots" / COMMIT).mkdir(parents=True)
    (repository / "snapshots" / COMMIT / "config.json").write_text(json.dumps({}))
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(COMMIT)
    found = find_weights(model(hub="a/b", revision=revision))
    assert (found.folder, found.identity) == (repository / "snapshots" / COMMIT, f"commit {COMMIT}")


def test_a_pinned_commit_is_known_without_its_weights(hub: Path) -> None:
    assert identity_of(model(hub="a/b", revision=COMMIT)) == f"commit {COMMIT}"
