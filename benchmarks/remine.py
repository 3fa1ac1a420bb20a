"""Measure what a run costs when little has changed, each run by spark-submit in a fresh process.

The corpora are dealt out with fresh ids, one S2ORC paper among seventeen arXiv abstracts as they come, to as many
papers as asked for. Then: a full run; nothing new; 1 % new papers; 0.1 % changed and 0.1 % withdrawn; nothing new.
What each run says it did is compared with the versions of the tables.

    python benchmarks/remine.py ../shared/corpora --papers 200000
"""

import argparse
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, TextIO

from deltalake import DeltaTable
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
ADDED = "However, the second version of this paper says more. To address this issue, it has one more paragraph."
# After acknowledgements, a paragraph without a heading of its own would be one of them.
HEADING = "Further results"
METADATA = "papers"


@dataclass(frozen=True)
class Record:
    """A paper of a corpus: its record, and where it comes with one, that of its metadata."""

    text: dict[str, Any]
    metadata: dict[str, Any] | None

    @property
    def paper_id(self) -> str:
        return f"s2orc:{self.text['corpusid']}" if self.metadata else f"arxiv:{self.text['id']}"

    def changed(self) -> "Record":
        """The same paper with a further section of one paragraph (an abstract: further sentences)."""
        if not self.metadata:
            return Record(self.text | {"abstract": f"{self.text['abstract']} {ADDED}"}, None)
        text, annotations = self.text["content"]["text"], dict(self.text["content"]["annotations"])
        for kind, added in (("sectionheader", HEADING), ("paragraph", ADDED)):
            text += "\n\n"
            span = {"start": len(text), "end": len(text) + len(added)}
            annotations[kind] = json.dumps([*json.loads(annotations.get(kind) or "[]"), span])
            text += added
        content = self.text["content"] | {"text": text, "annotations": annotations}
        return Record(self.text | {"content": content}, self.metadata)


def lines(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file) as source:
        yield from map(json.loads, source)


def records(corpora: Path) -> Iterator[Record]:
    """Papers without end, each with an id that no other has."""
    metadata = {each["corpusid"]: each for each in lines(corpora / "s2orc_papers.jsonl.gz")}
    for copy in count():
        texts = lines(corpora / "s2orc_bulk.jsonl.gz")
        for number, abstract in enumerate(lines(corpora / "arxiv_abstracts.jsonl.gz")):
            yield Record(abstract | {"id": f"{abstract['id']}.{copy}"}, None)
            if number % 17 == 0 and (text := next(texts, None)):
                corpus_id = text["corpusid"] * 1000 + copy
                about = metadata[text["corpusid"]] | {"corpusid": corpus_id}
                yield Record(text | {"corpusid": corpus_id}, about)


def write(folder: Path, name: str, papers: Iterator[Record], files: int) -> list[str]:
    """Write papers to `texts/name` and `papers/name` below a folder, a format to a file; gives their ids."""
    texts, about = folder / "texts" / name, folder / METADATA / name
    texts.mkdir(parents=True)
    about.mkdir(parents=True)
    ids = []
    with ExitStack() as stack:

        def opened(path: Path) -> TextIO:
            return stack.enter_context(gzip.open(path, "wt", compresslevel=1))

        def in_turn(source: str) -> Iterator[TextIO]:
            return cycle([opened(texts / f"{source}-{number:03}.jsonl.gz") for number in range(files)])

        metadata = opened(about / "papers.jsonl.gz")
        abstracts, full_texts = in_turn("arxiv"), in_turn("s2orc")
        for paper in papers:
            next(full_texts if paper.metadata else abstracts).write(json.dumps(paper.text) + "\n")
            if paper.metadata:
                metadata.write(json.dumps(paper.metadata) + "\n")
            ids.append(paper.paper_id)
    return ids


def prepare(corpora: Path, folder: Path, papers: int, files: int) -> dict[str, int]:
    """Write the inputs of all runs; gives how many papers are new, changed and withdrawn."""
    source = records(corpora)
    some = random.Random(0).sample(range(papers), 2 * (papers // 1000))
    of = {"changed": set(some[::2]), "withdrawn": set(some[1::2])}
    changed: list[Record] = []

    def all_papers() -> Iterator[Record]:
        for number, paper in enumerate(islice(source, papers)):
            if number in of["changed"]:
                changed.append(paper.changed())
            yield paper

    ids = write(folder, "1-full", all_papers(), files)
    write(folder, "2-new", islice(source, papers // 100), 1)
    write(folder, "3-changed", iter(changed), 1)
    withdrawn = [json.dumps({"paper_id": ids[number]}) for number in sorted(of["withdrawn"])]
    (folder / "withdrawn.jsonl").write_text("\n".join(withdrawn) + "\n")
    return {"full": len(ids), "new": papers // 100} | {what: len(numbers) for what, numbers in of.items()}


@dataclass(frozen=True)
class Measured:
    """A run. seconds: of the whole process; commits: to each table; run: its row of `runs`, None where none was new."""

    name: str
    seconds: float
    commits: dict[str, int]
    run: dict[str, Any] | None


class Bench:
    """Runs over the inputs in a folder, by spark-submit."""

    def __init__(self, folder: Path, cores: int, memory: str) -> None:
        self.folder, self.tables = folder, folder / "tables"
        self.submit = ["spark-submit", "--master", f"local[{cores}]", "--driver-memory", memory]

    def mine(self, name: str, part: str, *more: str) -> Measured:
        """Mine a part of the input."""
        inputs = ["--input", str(self.folder / "texts" / part), "--papers", str(self.folder / METADATA / part)]
        before = self.versions()
        started = time.monotonic()
        job = [*self.submit, str(ROOT / "jobs" / "mine.py"), *inputs, "--tables", str(self.tables), *more]
        done = subprocess.run(job, cwd=ROOT, capture_output=True, text=True)
        seconds = time.monotonic() - started
        if done.returncode:
            sys.exit(f"{name}: exit code {done.returncode}\n{done.stderr[-3000:]}")
        commits = {table: version - before.get(table, -1) for table, version in self.versions().items()}
        commits = {table: number for table, number in commits.items() if number}
        return Measured(name, seconds, commits, self.last_run() if "runs" in commits else None)

    def versions(self) -> dict[str, int]:
        """The newest version of every table, of the claim as well."""
        folders = self.tables.iterdir() if self.tables.exists() else ()
        return {folder.name: DeltaTable(str(folder)).version() for folder in folders}

    def last_run(self) -> dict[str, Any]:
        rows = DeltaTable(str(self.tables / "runs")).to_pyarrow_table().to_pylist()
        newest: dict[str, Any] = max(rows, key=lambda row: row["sequence"])
        return newest | {"work": dict(newest["work"]), "versions": dict(newest["versions"])}


@contextmanager
def unreadable(folder: Path, aside: Path) -> Iterator[None]:
    """Put empty blocks in the place of all files for a while, with their sizes and times: who read them would fail.

    aside: a folder that is no input, where the files are meanwhile.
    """
    files = list(folder.rglob("*.gz"))
    aside.mkdir()
    for file in files:
        kept = file.rename(aside / file.name)
        with file.open("wb") as blocks:
            blocks.truncate(kept.stat().st_size)
        os.utime(file, ns=(kept.stat().st_atime_ns, kept.stat().st_mtime_ns))
    try:
        yield
    finally:
        for file in files:
            (aside / file.name).rename(file)


def check(expected: dict[str, int], runs: Sequence[Measured], limit: float) -> list[str]:
    """What each run must have done and did not; a sentence each."""
    full, nothing, new, changed, again = runs
    start_up = nothing.seconds

    def papers(run: Measured) -> dict[str, int]:
        work = run.run["work"] if run.run else {}
        return {what: work.get(f"papers_{what}", -1) for what in ("added", "removed", "changed")}

    share = (new.seconds - start_up) / (full.seconds - start_up)
    claims = {
        f"{new.name} takes {share:.1%} of the full run above start-up, over {limit:.0%}": share <= limit,
        f"{nothing.name}: a commit was made: {nothing.commits}": not nothing.commits,
        f"{again.name}: a commit was made: {again.commits}": not again.commits,
        f"{full.name}: papers {papers(full)}": papers(full)["added"] == expected["full"],
        f"{new.name}: papers {papers(new)}": papers(new) == {"added": expected["new"], "removed": 0, "changed": 0},
        f"{changed.name}: papers {papers(changed)}": papers(changed)
        == {"added": 0, "removed": expected["withdrawn"], "changed": expected["changed"]},
        f"{new.name}: rows of months were replaced": new.run is not None and not new.run["slices"],
    }
    for run in (full, new, changed):
        twice = {table: number for table, number in run.commits.items() if number > 1 and table != "claims"}
        claims[f"{run.name}: more than one commit: {twice}"] = not twice
    return [claim for claim, holds in claims.items() if not holds]


def report(title: str, runs: Sequence[Measured]) -> None:
    start_up = runs[1].seconds
    full = runs[0].seconds - start_up
    table = Table(title=title, box=None)
    for heading in ("run", "s", "above start-up", "of full", "papers +", "-", "~", "pairs +", "-", "~", "commits"):
        table.add_column(heading, justify="left" if heading == "run" else "right")
    for run in runs:
        work = run.run["work"] if run.run else {}
        changes = [
            f"{work.get(f'{of}_{what}', 0):,}" for of in ("papers", "pairs") for what in ("added", "removed", "changed")
        ]
        above = run.seconds - start_up
        commits = sum(number for name, number in run.commits.items() if name != "claims")
        table.add_row(run.name, f"{run.seconds:.1f}", f"{above:.1f}", f"{above / full:.1%}", *changes, str(commits))
    Console(width=140).print(table)


def main() -> None:
    """Print a table, and the claims that do not hold; exit code 1 where one does not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, help="folder with arxiv_abstracts, s2orc_bulk and s2orc_papers")
    parser.add_argument("--papers", type=int, default=200_000, help="papers of the full run (200000)")
    parser.add_argument("--files", type=int, default=8, help="files of each corpus that they are dealt out to (8)")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--memory", default="4g", help="of the driver (4g)")
    parser.add_argument("--limit", type=float, default=0.15, help="what 1 %% new papers may cost of a full run (0.15)")
    parser.add_argument("--work", type=Path, help="folder for input and tables, empty or new (a temporary one)")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = options.work or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        expected = prepare(options.corpora, folder, options.papers, options.files)
        bench = Bench(folder, options.cores, options.memory)
        runs = [bench.mine("full", "1-full")]
        with unreadable(folder / "texts" / "1-full", folder / "aside"):
            runs.append(bench.mine("nothing new", "1-full"))
        runs.append(bench.mine("1 % new", "2-new"))
        changes = ("3-changed", "--withdrawn", str(folder / "withdrawn.jsonl"))
        runs.append(bench.mine("0.1 % changed, 0.1 % withdrawn", *changes))
        runs.append(bench.mine("nothing new, again", *changes))
    report(f"{options.papers:,} papers on {options.cores} cores", runs)
    broken = check(expected, runs, options.limit)
    for claim in broken:
        print(f"does not hold: {claim}")
    print(json.dumps([{"run": run.name, "seconds": round(run.seconds, 1), "commits": run.commits} for run in runs]))
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
