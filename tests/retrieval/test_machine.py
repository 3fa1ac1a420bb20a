"""What is said of the machine, the libraries and the memory of this process."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ratio_spark import __version__
from ratio_spark.tracking import machine as told
from ratio_spark.tracking.machine import forget_peak_memory, machine, peak_memory_mb, versions

on_linux = pytest.mark.skipif(platform.system() != "Linux", reason="only Linux tells the peak anew")


def test_versions_name_what_is_installed_and_nothing_else() -> None:
    found = versions(("numpy", "no-such-library"))
    assert found == {"python": platform.python_version(), "ratio-spark": __version__, "numpy": np.__version__}


def test_the_machine_is_told_in_the_terms_of_this_process() -> None:
    described = machine()
    assert described["system"] == f"{platform.system()} {platform.machine()}"
    assert 0 < float(described["cores"]) <= (os.cpu_count() or 1)
    assert described["cpu"]
    assert int(described["memory_mb"]) > 256


@pytest.mark.parametrize(
    ("quota", "memory", "expected"),
    [
        ("150000 100000\n", f"{2**30}\n", (1.5, 1024)),
        ("800000 100000\n", f"{2**60}\n", (4, 4096)),
        ("max 100000\n", "max\n", (4, 4096)),
        (None, None, (4, 4096)),
    ],
)
def test_a_container_has_the_cores_and_memory_that_it_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quota: str | None, memory: str | None, expected: tuple[float, int]
) -> None:
    for name, content in {"cpu.max": quota, "memory.max": memory}.items():
        if content is not None:
            (tmp_path / name).write_text(content)
    monkeypatch.setattr(told, "_CGROUP", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3}, raising=False)
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(total=4 * 2**30))
    assert (machine()["cores"], machine()["memory_mb"]) == expected


def test_a_cuda_device_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    device = SimpleNamespace(name="NVIDIA H200", total_memory=141 * 2**30)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: device)
    assert machine()["gpu"] == "NVIDIA H200, NVIDIA H200"
    assert machine()["gpu_memory_mb"] == 141 * 1024


@on_linux
def test_the_peak_counts_what_was_given_back_until_it_is_forgotten() -> None:
    assert forget_peak_memory()
    before = peak_memory_mb()
    held = np.ones(100 * 2**17)
    assert peak_memory_mb() > before + 90
    del held
    assert peak_memory_mb() > before + 90
    assert forget_peak_memory()
    assert peak_memory_mb() < before + 50


@on_linux
def test_the_peak_of_a_process_is_not_that_of_the_one_that_started_it() -> None:
    held = np.ones(200 * 2**17)
    code = "from ratio_spark.tracking.machine import peak_memory_mb; print(peak_memory_mb())"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 5 < float(answer.stdout) < held.nbytes / 2**20
