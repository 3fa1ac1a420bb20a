"""Tables survive two jobs at once and jobs that are killed, each a process of its own.

Each test tries as often as RATIO_SPARK_TRIALS says (without it, only two jobs at once, one time) and counts what
happened on standard output. A trial of a kill is one in which a process was killed:

    RATIO_SPARK_TRIALS=40 pytest tests/spark/test_survival.py -k two_jobs -s
    RATIO_SPARK_TRIALS=20 pytest tests/spark/test_survival.py -k driver -s
    RATIO_SPARK_TRIALS=10 pytest tests/spark/test_survival.py -k worker -s
"""

import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.errors import RetryableError
from tests.spark.conftest import ADDRESS, ON_REQUEST, Mine
from tests.spark.content import content
from tests.spark.driver import SHORT_LIVED, Driver, End
from tests.spark.test_mine_changes import paper, write
from tests.spark.watch import Watch

TRIALS = int(os.environ.get(ON_REQUEST, "1"))
on_request = pytest.mark.skipif(ON_REQUEST not in os.environ, reason=f"takes minutes: {ON_REQUEST}=1 runs it")
KILLED = "killed"
# The steps of a run that reads files, of which there are six: a kill comes at one of them or some seconds later.
STEPS = 6


@dataclass(frozen=True)
class Case:
    """A published root, and what a job is to make of it.

    before: a root to copy; None: no tables yet.
    options: the job, without its root; another: a job that may run beside it; both: the job that does the work of both.
    expected: the contents before and after the job; after_both: that after both jobs.
    """

    before: Path | None
    options: dict[str, Any]
    another: dict[str, Any]
    both: dict[str, Any]
    expected: list[dict[str, Any]]
    after_both: dict[str, Any]

    def copy(self, root: Path) -> Path:
        """Its root as it was."""
        if self.before:
            shutil.copytree(self.before, root)
        return root


Cases = Callable[[int], Case]


@pytest.fixture(scope="module")
def cases(mine: Mine, small_lexicon: Path, tmp_path_factory: pytest.TempPathFactory) -> Cases:
    """By number: papers that change, come and go; a first run; another lexicon. Made when they are first asked for."""
    made: dict[int, Case] = {}

    def case(number: int) -> Case:
        kind = number % 3
        if kind not in made:
            made[kind] = make(kind)
        return made[kind]

    def make(kind: int) -> Case:
        folder = tmp_path_factory.mktemp("case")
        texts, lists, lexicon, roots = (folder / name for name in ("in", "lists", "lexicon", "roots"))
        write(texts / "a.jsonl", *[paper(number, f"20{10 + number}-03-04") for number in range(1, 6)])
        options = {"input": [str(texts)], "lexicon": str(small_lexicon)}
        lexicon.mkdir()
        (lexicon / "address.lex").write_text(ADDRESS, encoding="utf-8")
        before = None
        if kind != 1:
            before = roots / "before"
            mine(tables=str(before), **options)
        if kind == 0:
            changed = paper(2, "2021-07", "no approach helps.")
            write(
                texts / "a.jsonl", paper(1, "2011-03-04"), changed, *[paper(n, f"20{10 + n}-03-04") for n in (3, 4, 5)]
            )
            write(texts / "b.jsonl", paper(6, "2011"), paper(7))
            write(lists / "gone.jsonl", {"paper_id": "jsonl:p4"})
            options |= {"withdrawn": [str(lists)]}
        if kind == 2:
            options |= {"lexicon": str(lexicon)}
        other = write(folder / "other" / "c.jsonl", paper(8, "2013"), paper(9))
        another = {"input": [str(other)], "lexicon": options["lexicon"]}
        both = options | {"input": [str(texts), str(other)]}
        for name, job in (("after", options), ("both", both)):
            mine(tables=str(roots / name), **job)
        contents = [content(roots / "after"), *([content(before)] if before else [])]
        return Case(before, options, another, both, contents, content(roots / "both"))

    return case


@pytest.fixture
def count() -> Iterator[Counter[str]]:
    """What happened in the trials, shown at the end."""
    happened: Counter[str] = Counter()
    yield happened
    print("", *[f"{what}: {n}" for what, n in happened.items()], sep="\n  ")


def test_of_two_jobs_at_once_one_works_and_nothing_is_lost_or_doubled(
    mine: Mine, cases: Cases, tmp_path: Path, count: Counter[str]
) -> None:
    with Driver(tmp_path / "log") as one, Driver(tmp_path / "log") as two:
        for trial in range(TRIALS):
            case = cases(trial)
            is_same = trial % 2 == 0
            root = case.copy(tmp_path / f"t{trial}")
            start = time.time() + 1
            one.mine(start, tables=str(root), **case.options)
            # Now at the same moment, now a little later: while the other plans, takes its claim, reads.
            two.mine(
                start + random.choice([0, 0, random.uniform(0, 4)]),
                tables=str(root),
                **(case.options if is_same else case.another),
            )
            ends = [one.end(), two.end()]
            assert sorted(end.code for end in ends) in ([0, 75], [0, 0]), ends
            for end in ends:
                assert end.code == 0 or "run again" in end.said
            count["one worked, the other stopped" if any(end.code for end in ends) else "one after the other"] += 1
            mine(tables=str(root), **(case.options if is_same else case.both))
            assert content(root) == (case.expected[0] if is_same else case.after_both)


@on_request
def test_a_driver_killed_at_any_moment_leaves_what_the_same_command_finishes(
    cases: Cases, tmp_path: Path, count: Counter[str]
) -> None:
    with Driver(tmp_path / "log") as finisher, ExitStack() as victims:
        victim = victims.enter_context(Driver(tmp_path / "log", arguments=SHORT_LIVED))
        for trial in until_killed(count):
            case = cases(trial)
            root = case.copy(tmp_path / f"t{trial}")
            with Watch(root, case.expected) as watch:
                victim.mine(tables=str(root), **case.options)
                for _ in range(random.randint(1, STEPS)):
                    step = victim.hear()
                    if isinstance(step, End):
                        break
                time.sleep(random.uniform(0, 6))
                victim.kill()
                count["ended before" if isinstance(step, End) else f"{KILLED} after: {step}"] += 1
                victim = victims.enter_context(Driver(tmp_path / "log", arguments=SHORT_LIVED))
                finisher.mine(tables=str(root), **case.options)
                assert finisher.end() == End(0, "")
            count["looks of a reader"] += watch.looks
            assert watch.strange == []
            assert content(root) == case.expected[0]


@on_request
@pytest.mark.parametrize("master", ["local[2]", "local[2,4]"])
def test_a_worker_killed_at_any_moment_costs_a_task_or_the_run_and_nothing_else(
    cases: Cases, tmp_path: Path, count: Counter[str], master: str
) -> None:
    # A worker that is not kept for the next task is a worker at work.
    with Driver(tmp_path / "log", master, "--conf spark.python.worker.reuse=false") as driver:
        for trial in until_killed(count):
            case = cases(trial)
            root = case.copy(tmp_path / f"t{trial}")
            with Watch(root, case.expected) as watch:
                driver.mine(tables=str(root), **case.options)
                driver.hear(), driver.hear()
                time.sleep(random.choice([0, random.uniform(0, 8)]))
                is_killed = kill_worker(driver, seconds=20)
                end = driver.end()
                count[f"{KILLED if is_killed else 'no worker met'}: exit code {end.code}"] += 1
                assert end.code in (0, RetryableError.exit_code), end
                if end.code:
                    assert "run again" in end.said
                    driver.mine(tables=str(root), **case.options)
                    assert driver.end() == End(0, "")
            count["looks of a reader"] += watch.looks
            assert watch.strange == []
            assert content(root) == case.expected[0]


def until_killed(count: Counter[str]) -> Iterator[int]:
    """Numbers of trials until a process was killed in as many as are wanted; fails if most trials kill nothing."""
    trial = 0
    while sum(n for what, n in count.items() if what.startswith(KILLED)) < TRIALS:
        assert trial < 3 * TRIALS, f"too few kills: {dict(count)}"
        yield trial
        trial += 1


def kill_worker(driver: Driver, seconds: float) -> bool:
    """Kill the first worker that is met within some seconds; gives whether one was."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for worker in driver.busy_workers()[:1]:
            worker.send_signal(signal.SIGKILL)
            return True
    return False
