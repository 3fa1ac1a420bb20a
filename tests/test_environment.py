"""`ratio-spark setup`: which Java it takes, and that a jar with the wrong checksum is never installed."""

from pathlib import Path

import pytest

from ratio_spark import environment
from ratio_spark.errors import ConfigurationError, RetryableError


def java(folder: Path, version: str) -> Path:
    """A Java that says it has this version; its home."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-01' >&2\n")
    program.chmod(0o755)
    return folder


def test_java_home_goes_before_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, other = java(tmp_path / "home", "17.0.1"), java(tmp_path / "other", "21.0.1")
    monkeypatch.setenv("JAVA_HOME", str(home))
    monkeypatch.setenv("PATH", f"{other}/bin", prepend=":")
    assert environment.find_java() == home


def test_a_java_home_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java(tmp_path / "old", "11.0.2")))
    monkeypatch.setenv("PATH", f"{java(tmp_path / 'new', '17')}/bin", prepend=":")
    assert environment.find_java() == tmp_path / "new"


def test_without_java_and_apt_the_command_to_type_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match="apt-get install openjdk-17-jre-headless"):
        environment.setup()


@pytest.mark.spark
def test_a_jar_from_a_mirror_with_the_wrong_checksum_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jar = environment.Jar("org.example", "thing", "1.0", "0" * 64)
    place = tmp_path / "mirror" / "org" / "example" / "thing" / "1.0"
    place.mkdir(parents=True)
    (place / jar.file_name).write_bytes(b"not what was promised")
    (place / "thing-1.0.pom").write_text(
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>org.example</groupId><artifactId>thing</artifactId><version>1.0</version></project>"
    )
    monkeypatch.setenv("MAVEN_MIRROR", (tmp_path / "mirror").as_uri())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    home = environment.find_java()
    if home is None:
        pytest.skip("no Java here")
    target = tmp_path / "jars"
    target.mkdir()
    with pytest.raises(RetryableError, match=r"thing-1\.0\.jar has the wrong checksum"):
        environment._install_jar(jar, home, target)
    assert list(target.iterdir()) == []


def test_a_cached_jar_is_installed_without_java_and_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"a jar"
    jar = environment.Jar("g", "a", "1", environment.hashlib.sha256(content).hexdigest())
    cached = tmp_path / "cache" / "ratio-spark" / "jars" / jar.file_name
    cached.parent.mkdir(parents=True)
    cached.write_bytes(content)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    target = tmp_path / "jars"
    target.mkdir()
    environment._install_jar(jar, tmp_path / "no-java", target)
    assert (target / jar.file_name).read_bytes() == content


def test_a_configuration_of_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "spark-defaults.conf"
    file.write_text("spark.master yarn\n")
    with pytest.raises(ConfigurationError, match="was not written by ratio-spark"):
        environment._write_configuration(file, "spark.x y\n")
    assert file.read_text() == "spark.master yarn\n"
