"""Makes the installed pyspark ready for `spark-submit`: a Java, the two Delta jars, the settings they need.

`spark-submit` starts the JVM before any Python of ours runs, so the jars, the Delta extension and the
driver's memory have to stand in the environment's own `pyspark/jars` and `pyspark/conf`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import pyspark

from ratio_spark.errors import ConfigurationError, RetryableError

MINIMAL_JAVA = 17
MIRROR_VARIABLE = "MAVEN_MIRROR"
DEBIAN_PACKAGES = ("openjdk-17-jre-headless", "openjdk-21-jre-headless", "default-jre-headless")
# What suits this engine; `--conf` of spark-submit goes before it.
SETTINGS = {
    # Small batches are faster than the 64 MiB of Spark's default, and bound the memory of a Python worker.
    "spark.sql.execution.arrow.maxBytesPerBatch": str(8 * 2**20),
    "spark.sql.execution.arrow.pyspark.validateSchema.enabled": "true",
    # A verdict is small: rather send all of them to the texts than shuffle the texts.
    "spark.sql.autoBroadcastJoinThreshold": str(64 * 2**20),
    "spark.sql.session.timeZone": "UTC",
    # For one machine; a cluster wants two or three for each of its cores.
    "spark.sql.shuffle.partitions": "16",
    # Every task works out anew how to read a log entry: one task for a few thousand files.
    "spark.databricks.delta.snapshotPartitions": "1",
    # Else every column expression tells the JVM the line of Python that made it: one more call for each.
    "spark.python.sql.dataFrameDebugging.enabled": "false",
}
HEADER = "# Written by `ratio-spark setup`; it will be written again.\n"


@dataclass(frozen=True)
class Jar:
    """A file of a Maven repository, with the checksum it must have."""

    group: str
    artifact: str
    version: str
    sha256: str

    @property
    def file_name(self) -> str:
        return f"{self.artifact}-{self.version}.jar"


# The artifact name carries Spark's own version: Delta breaks between minor releases of Spark.
DELTA_JARS = (
    Jar(
        "io.delta",
        "delta-spark_4.2_2.13",
        "4.4.0",
        "27d4fd8b1f879535c573ed1c718177d6a27f24d3e626ba02e216369725721ead",
    ),
    Jar(
        "io.delta",
        "delta-storage",
        "4.4.0",
        "c46735481fa8e326b0957be02b4420cbcab4b325bb08009b7f2045a95133f1cc",
    ),
)


def setup() -> list[str]:
    """Make this Python environment ready for `spark-submit`; a second call changes nothing.

    Returns:
        One sentence for each thing that was found or done.

    Raises:
        ConfigurationError: there is no Java >= 17, and how to install one; or a foreign Spark configuration
            stands where ours belongs.
        RetryableError: a jar could not be fetched, or came with the wrong checksum.
    """
    spark_home = Path(pyspark.__file__).parent
    java_home = find_java() or _install_java()
    done = [f"Java: {java_home}"]
    for jar in DELTA_JARS:
        _install_jar(jar, java_home, spark_home / "jars")
        done.append(f"Delta: {jar.file_name}")
    for name, content in _configuration(java_home).items():
        _write_configuration(spark_home / "conf" / name, content)
    done.append(f"Spark: {spark_home}")
    return done


def find_java() -> Path | None:
    """The home of a Java >= 17: that of `JAVA_HOME`, else that of the `java` on the `PATH`, else None."""
    for java in _java_candidates():
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
        version = re.search(r'version "(\d+)', answer)
        if version and int(version[1]) >= MINIMAL_JAVA:
            return java.resolve().parent.parent
    return None


def _java_candidates() -> Iterator[Path]:
    home = os.environ.get("JAVA_HOME")
    if home and (java := Path(home) / "bin" / "java").is_file():
        yield java
    if on_path := shutil.which("java"):
        yield Path(on_path)


def _install_java() -> Path:
    """Install a headless OpenJDK where that is one command: on Debian and its kin, as root or with sudo."""
    remedy = (
        f"no Java >= {MINIMAL_JAVA} was found in JAVA_HOME or on the PATH; install one "
        f"(Debian, Ubuntu: `sudo apt-get install {DEBIAN_PACKAGES[0]}`; Fedora: `sudo dnf install "
        "java-21-openjdk-headless`; macOS: `brew install openjdk@17`) or set JAVA_HOME"
    )
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    is_root = os.geteuid() == 0
    if not apt or not (is_root or sudo):
        raise ConfigurationError(remedy)
    command = [apt] if is_root else [str(sudo), apt]
    subprocess.run([*command, "update"], check=False, stdout=subprocess.DEVNULL)
    for package in DEBIAN_PACKAGES:
        install = [*command, "install", "-y", "--no-install-recommends", package]
        installed = subprocess.run(install, check=False, stdout=subprocess.DEVNULL).returncode == 0
        if installed and (java := find_java()):
            return java
    raise ConfigurationError(remedy)


def _install_jar(jar: Jar, java_home: Path, target: Path) -> None:
    """Put the jar into `target`, from the user's cache where it is there, else from the Maven repository."""
    if _has_checksum(target / jar.file_name, jar.sha256):
        return
    cached = _cache_folder() / jar.file_name
    if not _has_checksum(cached, jar.sha256):
        _fetch(jar, java_home, cached)
    partial = target / f".{jar.file_name}.partial"
    shutil.copyfile(cached, partial)
    partial.replace(target / jar.file_name)


def _cache_folder() -> Path:
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ratio-spark" / "jars"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _has_checksum(file: Path, sha256: str) -> bool:
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == sha256


def _fetch(jar: Jar, java_home: Path, cached: Path) -> None:
    """Fetch one jar with the Ivy that comes with Spark, without what it depends on: Spark has that already."""
    mirror = os.environ.get(MIRROR_VARIABLE)
    jars = Path(pyspark.__file__).parent / "jars"
    class_path = os.pathsep.join(map(str, [*jars.glob("ivy-*.jar"), *jars.glob("commons-cli-*.jar")]))
    settings = as_file(files("ratio_spark") / "data" / "ivy-mirror.xml")
    with tempfile.TemporaryDirectory() as scratch, settings as mirror_settings:
        command = [str(java_home / "bin" / "java"), f"-Dmaven.mirror={mirror}", "-cp", class_path]
        command += ["org.apache.ivy.Main", "-warn", "-cache", f"{scratch}/ivy", "-notransitive"]
        command += ["-settings", str(mirror_settings)] if mirror else []
        command += ["-dependency", jar.group, jar.artifact, jar.version, "-confs", "master", "-types", "jar"]
        command += ["-retrieve", f"{scratch}/[artifact]-[revision].[ext]"]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        fetched = Path(scratch) / jar.file_name
        if not _has_checksum(fetched, jar.sha256):
            what = "has the wrong checksum" if fetched.is_file() else "could not be fetched"
            where = f"the mirror {mirror}" if mirror else f"Maven (a mirror can be set by {MIRROR_VARIABLE})"
            last_lines = " ".join((answer.stdout + answer.stderr).split())[-300:]
            raise RetryableError(f"{jar.file_name} {what} from {where}: {last_lines}")
        partial = cached.with_suffix(f".{os.getpid()}.partial")
        shutil.copyfile(fetched, partial)
        partial.replace(cached)


def _configuration(java_home: Path) -> dict[str, str]:
    """The files of `pyspark/conf`, by name."""
    defaults = SETTINGS | {
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.driver.memory": "4g",
        "spark.ui.showConsoleProgress": "false",
        # A run of many small queries generates more classes than the default of 100.
        "spark.sql.codegen.cache.maxEntries": "2000",
        # Executors must run the driver's Python, not whichever `python3` the PATH has.
        "spark.pyspark.python": sys.executable,
        "spark.pyspark.driver.python": sys.executable,
    }
    lines = "".join(f"{name} {value}\n" for name, value in defaults.items())
    return {
        "spark-defaults.conf": HEADER + lines,
        "spark-env.sh": f'{HEADER}export JAVA_HOME="{java_home}"\n',
        "log4j2.properties": HEADER + (files("ratio_spark") / "data" / "log4j2.properties").read_text(),
    }


def _write_configuration(file: Path, content: str) -> None:
    if file.is_file():
        standing = file.read_text()
        if standing == content:
            return
        if not standing.startswith(HEADER):
            raise ConfigurationError(
                f"{file} was not written by ratio-spark: add these lines to it, or remove it\n{content}"
            )
    file.parent.mkdir(exist_ok=True)
    file.write_text(content)
