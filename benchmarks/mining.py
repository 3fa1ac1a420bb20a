"""Measure the text core, paragraphs to rows, beside other ways on the same text and one core.

Each way runs in a process of its own, pinned to one core: a warm-up over other papers, then the passes.

    python benchmarks/mining.py ../shared/corpora/s2orc_bulk.jsonl.gz --characters 20000000
"""

import argparse
import gzip
import json
import os
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
from mining_peers import PEERS

from ratio_spark.text.batch import Paragraphs, Sentences
from ratio_spark.text.lexicon import Lexicon
from ratio_spark.text.marker_fast import FastMatcher
from ratio_spark.text.mine import TextCore

OURS = "ratio-spark"
BATCH = 6_000_000
"""Characters of a batch, about what a Spark worker gets."""

TRAINED_ON = 2_000_000
"""Characters that a splitter may be trained on."""

PAPERS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("paragraphs", pa.list_(pa.struct([("section", pa.string()), ("text", pa.string())]))),
    ]
)
Papers = list[tuple[str, list[str]]]
"""Ids and paragraphs."""


def read(corpus: Path, every: int, characters: int) -> tuple[Papers, Papers]:
    """Each `every`-th paper of a file to measure on, and those after them, half as much text, to warm up with."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        kept = [json.loads(line) for number, line in enumerate(lines) if number % every < 2]
    papers = [(f"s2:{record['corpusid']}", texts_of(record["content"])) for record in kept]
    return list(taken(papers[::2], characters)), list(taken(papers[1::2], characters // 2))


def texts_of(content: dict[str, Any]) -> list[str]:
    """The paragraphs of a paper in the S2ORC bulk layout."""
    spans = json.loads(content["annotations"].get("paragraph") or "[]")
    return [content["text"][int(span["start"]) : int(span["end"])] for span in spans]


def taken(papers: Papers, characters: int) -> Iterator[tuple[str, list[str]]]:
    """Papers until they hold so many characters."""
    held = 0
    for paper in papers:
        if held >= characters:
            return
        held += size([paper])
        yield paper


def size(papers: Papers) -> int:
    """Characters of paragraph text."""
    return sum(len(text) for _, texts in papers for text in texts)


def batches(papers: Papers) -> list[pa.RecordBatch]:
    """The papers as a Spark worker gets them."""
    rows = [
        {"paper_id": paper_id, "paragraphs": [{"section": None, "text": text} for text in texts]}
        for paper_id, texts in papers
    ]
    number = max(1, len(rows) * BATCH // size(papers))
    return [pa.RecordBatch.from_pylist(rows[at : at + number], schema=PAPERS) for at in range(0, len(rows), number)]


class Clock:
    """Process and wall seconds spent in what it runs, by name."""

    def __init__(self) -> None:
        self.process: dict[str, float] = {}
        self.wall: dict[str, float] = {}

    def run(self, name: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What the work returns."""
        process, wall = time.process_time(), time.perf_counter()
        result = work(*arguments)
        self.process[name] = self.process.get(name, 0) + time.process_time() - process
        self.wall[name] = self.wall.get(name, 0) + time.perf_counter() - wall
        return result


def our_pass(core: TextCore, matcher: FastMatcher, papers: list[pa.RecordBatch], clock: Clock) -> int:
    """Rows of one pass; its parts are run once more on their own, outside the time of the whole."""
    rows = 0
    for batch in papers:
        rows += clock.run("whole", core.mine, batch)[0].num_rows
        sentences = clock.run("split", lambda batch=batch: Sentences(Paragraphs(batch).texts))
        clock.run("markers", matcher.opened, sentences.spans)
    return rows


def measure(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Speed and peak memory of one way, in this process."""
    os.sched_setaffinity(0, {options.core})
    pa.set_cpu_count(1)
    papers, others = read(options.corpus, options.every, options.characters)
    characters = size(papers)
    lexicon = Lexicon.load(options.lexicons)
    if name == OURS:
        core, matcher = TextCore(lexicon), FastMatcher(TextCore(lexicon).matcher)
        our_pass(core, matcher, batches(others), Clock())
        measured = batches(papers)
        passes = [(clock := Clock(), our_pass(core, matcher, measured, clock)) for _ in range(options.passes)]
    else:
        trained_on = [text for _, texts in taken(others, TRAINED_ON) for text in texts]
        try:
            mine = PEERS[name](lexicon, trained_on)
        except ImportError as error:
            return {"way": name, "note": f"not installed: {error.name}"}

        def peer_pass(some: Papers) -> int:
            return sum(len(mine(paper_id, text)) for paper_id, texts in some for text in texts)

        peer_pass(list(taken(others, TRAINED_ON)))
        passes = [(clock := Clock(), clock.run("whole", peer_pass, papers)) for _ in range(options.passes)]
    seconds = [clock.process["whole"] for clock, _ in passes]
    best = passes[seconds.index(min(seconds))][0]
    parts = {part: round(1000 * spent / (characters / 1e6), 2) for part, spent in best.process.items()}
    if name == OURS:
        parts["rows: cuts, ids, flags"] = round(parts["whole"] - parts["split"] - parts["markers"], 2)
    return {
        "way": name,
        "characters": characters,
        "rows": passes[0][1],
        "mb_per_s_first": round(characters / 1e6 / seconds[0], 2),
        "mb_per_s_best": round(characters / 1e6 / min(seconds), 2),
        "wall_mb_per_s_best": round(characters / 1e6 / min(clock.wall["whole"] for clock, _ in passes), 2),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000),
        "ms_per_mb": parts,
    }


def table(results: list[dict[str, Any]]) -> Iterator[str]:
    """The results as lines of text; MB are 10^6 characters of paragraph text."""
    ours = next((result["mb_per_s_best"] for result in results if result["way"] == OURS), None)
    yield f"{'way':<16}{'MB/s first':>12}{'best':>8}{'wall':>8}{'ours is':>9}{'rows':>9}{'peak MB':>9}"
    for result in results:
        if "note" in result:
            yield f"{result['way']:<16}  {result['note']}"
            continue
        times = f"{ours / result['mb_per_s_best']:.1f} x" if ours else ""
        yield (
            f"{result['way']:<16}{result['mb_per_s_first']:>12.2f}{result['mb_per_s_best']:>8.2f}"
            f"{result['wall_mb_per_s_best']:>8.2f}{times:>9}{result['rows']:>9}{result['peak_mb']:>9}"
        )
    for result in results:
        if len(result.get("ms_per_mb", {})) > 1:
            parts = ", ".join(f"{part} {spent}" for part, spent in result["ms_per_mb"].items())
            yield f"{result['way']}, process milliseconds a MB: {parts}"


def main() -> None:
    """Print a table and a line of JSON."""
    ways = [OURS, *PEERS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, help="papers in the S2ORC bulk layout, gzipped JSON lines")
    parser.add_argument("--characters", type=int, default=20_000_000, help="paragraph text to measure on (20000000)")
    parser.add_argument("--every", type=int, default=6, help="measure on one paper in so many, two at least (6)")
    parser.add_argument("--passes", type=int, default=2, help="measured passes over the same text (2)")
    parser.add_argument("--core", type=int, default=0, help="the core that everything is pinned to (0)")
    parser.add_argument("--lexicons", type=Path, default=Path(__file__).parents[1] / "lexicons", help="*.lex files")
    parser.add_argument("--ways", nargs="+", choices=ways, default=ways, help="what to measure (all)")
    options = parser.parse_args()
    results = []
    for name in options.ways:
        # A process each, so that peak memory and caches are its own.
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            results.append(pool.submit(measure, name, options).result())
    print("\n".join(table(results)))
    print(json.dumps(results))


if __name__ == "__main__":
    main()
