"""What a figure was measured with: library versions, the machine, and the peak memory of this process."""

import importlib.metadata
import os
import platform
import resource
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from ratio_spark import __version__

LIBRARIES = (
    "bm25s", "deltalake", "mlflow", "numba", "numpy", "pyarrow", "PyStemmer", "scikit-learn", "scipy",
    "sentence-transformers", "torch", "transformers",
)  # fmt: skip
"""Whose versions stand beside results."""

_MIB = 2**20
_CGROUP = Path("/sys/fs/cgroup")
_PROC = Path("/proc")


def versions(libraries: Sequence[str] = LIBRARIES) -> dict[str, str]:
    """The versions of Python, of ratio-spark and of those libraries that are installed, by name."""
    found = {"python": platform.python_version(), "ratio-spark": __version__}
    for library in libraries:
        with suppress(importlib.metadata.PackageNotFoundError):
            found[library] = importlib.metadata.version(library)
    return found


def machine() -> dict[str, str | int | float]:
    """The machine, as far as this process may use it.

    Returns:
        system: operating system and architecture; cpu: its name; cores: those that this process may keep busy, a
        fraction where a container gets one; memory_mb: MiB; gpu: names of the CUDA devices that torch sees, and
        gpu_memory_mb: MiB of the first, where there are any.
    """
    described: dict[str, str | int | float] = {
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu_name(),
        "cores": _cores(),
        "memory_mb": _memory() // _MIB,
    }
    # A process that never loaded torch computes on no GPU.
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        devices = [torch.cuda.get_device_properties(device) for device in range(torch.cuda.device_count())]
        described["gpu"] = ", ".join(device.name for device in devices)
        described["gpu_memory_mb"] = devices[0].total_memory // _MIB
    return described


def peak_memory_mb() -> float:
    """The most memory that this process held at one time since it started or forgot, in MiB.

    Files that are mapped into memory count as far as they were read.
    """
    # getrusage would count what the parent process held when it made this one.
    with suppress(FileNotFoundError):
        for line in (_PROC / "self" / "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / _MIB if sys.platform == "darwin" else peak / 1024


def forget_peak_memory() -> bool:
    """Let the peak of memory begin at what is held now.

    Returns:
        Whether the system can: Linux; elsewhere the peak is that since the process started.
    """
    try:
        (_PROC / "self" / "clear_refs").write_text("5")
    except OSError:
        return False
    return True


def _cpu_name() -> str:
    with suppress(OSError):
        for line in (_PROC / "cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _cores() -> int | float:
    """The cores that the scheduler may place this process on, or the share of time that its container gets."""
    placed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota, _, period = _limit("cpu.max").partition(" ")
    return min(placed, round(int(quota) / int(period), 2)) if quota.isdigit() else placed


def _memory() -> int:
    """Bytes of memory: of the machine, or as many as its container gets."""
    total = int(psutil.virtual_memory().total)
    limit = _limit("memory.max")
    return min(total, int(limit)) if limit.isdigit() else total


def _limit(name: str) -> str:
    """A limit of the container (control groups, version 2), as its file has it; empty where there is none."""
    try:
        return (_CGROUP / name).read_text().strip()
    except OSError:
        return ""
