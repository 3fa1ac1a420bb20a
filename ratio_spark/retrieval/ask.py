"""`search`: rank the pool of a split for sentences of one's own."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rich.table import Table

from ratio_spark.command import STDERR
from ratio_spark.errors import ConfigurationError
from ratio_spark.progress import Progress
from ratio_spark.retrieval.collection import TEST, Collection, find_benchmark
from ratio_spark.retrieval.models.registry import load_registry
from ratio_spark.retrieval.options import SearchConfig
from ratio_spark.retrieval.pairs import Pairs
from ratio_spark.retrieval.ranking import Ranking, View
from ratio_spark.retrieval.search.exact import search
from ratio_spark.retrieval.systems import Workbench, check_can_run, tuned
from ratio_spark.tables.arrow import ArrowTables

_STANDARD_INPUT = "-"


def run(config: SearchConfig) -> dict[str, Any] | None:
    """Print what a system finds for each query: a table and a summary, or JSON lines.

    Raises:
        ConfigurationError: there are no queries, no such system, benchmark, split or move, or a model cannot run.
    """
    started = time.monotonic()
    entry = load_registry(config.registry).find(config.system)
    queries = list(_queries(config.queries))
    if not queries:
        raise ConfigurationError("name a sentence to search for, or - to read sentences from standard input")
    check_can_run(entry, TEST, config.device)
    tables = ArrowTables(config.tables)
    benchmark = find_benchmark(tables, config.benchmark)
    with Progress(STDERR) as progress:
        bench = Workbench(
            tables, benchmark, config.registry, config.cache.expanduser(), config.device, config.seed, progress.say
        )  # fmt: skip
        asked = _ask(bench.collection(config.split), queries, config.move)
        is_gold = asked.has_role(f"gold:{config.move}") if config.move else None
        if is_gold is not None and not is_gold.any():
            raise ConfigurationError(f"split {config.split} has no golds of {config.move}: name another --move")
        if (entry.is_tuned or entry.tuned_on) and not config.move:
            raise ConfigurationError(f"{entry.name} is tuned on a move: name it by --move")
        system = next((each for each in tuned(entry, bench, asked) if each.tuned_on in (None, config.move)), None)
        if system is None:
            raise ConfigurationError(f"{entry.name} is tuned on {entry.tuned_on}: name that as --move")
        view = View(np.arange(len(queries)), is_gold, None, None)
        (ranking,) = search(system.scorer, [view], len(asked.candidate_ids), progress.say)
    found = list(_found(asked, ranking, config.top))
    if config.as_json:
        for row in found:
            print(json.dumps(row, ensure_ascii=False))
        return None
    for number, query in enumerate(queries):
        STDERR.print(_table(query, [row for row in found if row["query"] == number]))
    seconds = round(time.monotonic() - started, 1)
    return {"benchmark_id": benchmark.benchmark_id, "split": config.split, "system": entry.name, "seconds": seconds}


def _queries(given: Sequence[str]) -> Iterator[str]:
    for query in given:
        lines = sys.stdin if query == _STANDARD_INPUT else [query]
        yield from filter(None, (line.strip() for line in lines))


def _ask(collection: Collection, queries: list[str], move: str | None) -> Collection:
    """The same pool, asked by queries that have no golds and come from no paper."""
    names = [str(number) for number in range(len(queries))]
    none = Pairs.none(len(queries))
    return replace(
        collection, query_ids=names, moves=[move or ""] * len(queries), works=names, sections=[""] * len(queries),
        texts=queries, query_papers=[[] for _ in queries], golds=none, selfs=none, twins=none,
    )  # fmt: skip


def _found(collection: Collection, ranking: Ranking, top: int) -> Iterator[dict[str, Any]]:
    for query, (places, scores) in enumerate(zip(ranking.candidates, ranking.scores, strict=True)):
        for rank, (place, score) in enumerate(zip(places[:top].tolist(), scores.tolist(), strict=False), 1):
            if place >= 0:
                yield {
                    "query": query,
                    "rank": rank,
                    "score": score,
                    "candidate_id": collection.candidate_ids[place],
                    "roles": collection.roles[place],
                    "papers": collection.candidate_papers[place],
                    "text": collection.candidate_texts[place],
                }


def _table(query: str, rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(title=query, title_justify="left", title_style="bold", box=None, show_header=False, padding=(0, 1))
    for row in rows:
        place = [", ".join(row["roles"]), ", ".join(row["papers"][:1])]
        table.add_row(str(row["rank"]), f"{row['score']:.3f}", row["text"], *place)
    return table
