"""After any sequence of runs the tables hold what one run over the last input gives.

RATIO_SPARK_TRIALS says how many random sequences are tried, RATIO_SPARK_SEED the number of the first:

    RATIO_SPARK_TRIALS=30 pytest tests/spark/test_sequences.py

Records that go back in time and papers that vanish from a file are left out: absence withdraws nothing.
"""

import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ratio_spark.errors import RetryableError
from ratio_spark.tables.schemas import ALL_TABLES, Table
from ratio_spark.tables.store import Store
from tests.spark.conftest import ADDRESS, Mine
from tests.spark.content import content
from tests.spark.test_mine_changes import paper, write

TRIALS = int(os.environ.get("RATIO_SPARK_TRIALS", "1"))
SEED = int(os.environ.get("RATIO_SPARK_SEED", "0"))
STEPS = 4
DATES = ("2019-03", "2019-03-08", "2020", "2021-11-30", "")
APPROACHES = ("we apply dropout to every layer.", "we stop early and keep the best model.", "we label more letters.")


class _KilledError(Exception):
    pass


class World:
    """Files of papers, a list of withdrawn ones and two lexicons, which change at random from step to step."""

    def __init__(self, folder: Path, lexicons: list[str], chance: random.Random) -> None:
        self.texts, self.withdrawn = folder / "in", folder / "lists" / "withdrawn.jsonl"
        self.lexicons, self.chance = lexicons, chance
        self.files: dict[Path, dict[int, dict[str, Any]]] = {}
        self.gone: list[int] = []
        self.papers = self.clock = 0
        self.new_file()

    @property
    def options(self) -> dict[str, Any]:
        """A job over all that there is now."""
        lists = {"withdrawn": [str(self.withdrawn)]} if self.gone else {}
        return {"input": [str(self.texts)], "lexicon": self.lexicons[0]} | lists

    def record(self, number: int) -> dict[str, Any]:
        """A record of a paper that is newer than all before."""
        self.clock += 1
        made = paper(number, self.chance.choice(DATES), self.chance.choice(APPROACHES))
        if self.chance.random() < 0.2:
            made["paragraphs"] = ["Nothing is left."]
        return made | {"updated": f"2024-01-01T00:{self.clock // 60:02}:{self.clock % 60:02}"}

    def put(self, file: Path, records: dict[int, dict[str, Any]]) -> None:
        self.files[file] = self.files.get(file, {}) | records
        write(file, *self.files[file].values())

    def next_file(self) -> Path:
        return self.texts / f"{self.chance.choice('am')}{len(self.files)}.jsonl"

    def new_file(self) -> str:
        numbers = range(self.papers, self.papers + self.chance.randint(1, 3))
        self.papers = numbers.stop
        self.put(self.next_file(), {number: self.record(number) for number in numbers})
        return f"a file with papers {list(numbers)}"

    def changed_paper(self) -> str:
        # Only in the file that has the newest record: an older one that changes would go back in time.
        file = self.chance.choice(list(self.files))
        number = self.chance.choice(list(self.files[file]))
        newest = max(self.files, key=lambda one: self.files[one].get(number, {}).get("updated", ""))
        self.put(newest, {number: self.record(number)})
        return f"paper {number} changed"

    def newer_elsewhere(self) -> str:
        number = self.chance.randrange(self.papers)
        self.put(self.next_file(), {number: self.record(number)})
        return f"a newer record of paper {number} in another file"

    def withdrawal(self) -> str:
        number = self.chance.randrange(self.papers + 1)
        self.gone += [number] if number not in self.gone else []
        write(self.withdrawn, *[{"paper_id": f"jsonl:p{number}"} for number in self.gone])
        return f"paper {number} withdrawn"

    def other_lexicon(self) -> str:
        self.lexicons = self.lexicons[::-1]
        return "the other lexicon"

    def change(self) -> str:
        """Change something; says what."""
        what = [self.new_file, self.changed_paper, self.newer_elsewhere, self.withdrawal, self.other_lexicon]
        return self.chance.choice(what)()


@pytest.fixture(scope="module")
def lexicons(small_lexicon: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("smaller")
    (folder / "address.lex").write_text(ADDRESS, encoding="utf-8")
    return [str(small_lexicon), str(folder)]


@pytest.mark.parametrize("seed", range(SEED, SEED + TRIALS))
def test_any_sequence_of_runs_ends_as_one_run_over_the_last_input(
    mine: Mine, lexicons: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = random.Random(seed)
    world = World(tmp_path, lexicons, chance)
    root = str(tmp_path / "t")
    happened = []
    for _ in range(STEPS):
        how = chance.choice(["whole", "whole", "killed", "killed", "twice at once"])
        happened.append(f"{how}: {world.change()}")
        if how == "whole":
            mine(tables=root, **world.options)
        elif how == "killed":
            happened[-1] += f", {killed(mine, monkeypatch, chance, root, world.options)}"
        else:
            twice(mine, root, world.options)
    print(json.dumps(happened))
    mine(tables=root, **world.options)
    mine(tables=str(tmp_path / "clean"), **world.options)
    assert content(root) == content(tmp_path / "clean"), happened
    assert mine(tables=root, **world.options).plan.is_empty


def killed(
    mine: Mine, monkeypatch: pytest.MonkeyPatch, chance: random.Random, root: str, options: dict[str, Any]
) -> str:
    """A run that dies before or after it writes some table, if it writes that table; says where it did."""
    dies_at, is_before = chance.choice(ALL_TABLES), chance.random() < 0.5
    write_table = Store.write

    def write_or_die(store: Store, table: Table, *arguments: Any, **more: Any) -> None:
        if table == dies_at and is_before:
            raise _KilledError
        write_table(store, table, *arguments, **more)
        if table == dies_at:
            raise _KilledError

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", write_or_die)
        try:
            mine(tables=root, **options)
        except _KilledError:
            return f"{'before' if is_before else 'after'} {dies_at.name} was written"
        return f"not killed: {dies_at.name} is not written"


def twice(mine: Mine, root: str, options: dict[str, Any]) -> None:
    """Two runs at once, of which one may be told to run again."""

    def fault() -> str | None:
        try:
            mine(tables=root, **options)
        except RetryableError as error:
            return str(error)
        return None

    with ThreadPoolExecutor(2) as pool:
        faults = [run.result() for run in [pool.submit(fault) for _ in range(2)]]
    assert None in faults
    assert all(fault is None or "run again" in fault for fault in faults)
