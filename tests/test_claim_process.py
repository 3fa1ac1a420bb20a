"""Whether the process that holds a claim is still there."""

import os
import subprocess
import sys

import psutil

from ratio_spark.tables.claim import Process


def test_a_process_is_itself_whatever_the_clock_says(monkeypatch) -> None:
    this = Process.this()
    boot = psutil.boot_time()
    monkeypatch.setattr(psutil, "boot_time", lambda: boot + 3600)
    monkeypatch.setattr(psutil.Process, "create_time", lambda _: 0.0)
    assert (this.pid, this.is_gone()) == (os.getpid(), False)


def test_a_process_that_ended_is_gone_and_so_is_one_whose_number_another_has() -> None:
    this = Process.this()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        other = Process(this.host, this.machine, child.pid, this.started)
        assert other.is_gone()
    assert Process(this.host, this.machine, child.pid, 1.0).is_gone()
    assert not Process(this.host, "another machine", child.pid, 1.0).is_gone()
