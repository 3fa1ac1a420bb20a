"""One split of a benchmark in memory: its queries, its pool, golds and exclusions, by place instead of by id.

The pool stands in the order of the tie rule: of two candidates with the same score the one that stands first here
comes first. That order is the SHA-256 of the id, so that it has nothing to do with what a candidate is, and is the
same on every machine.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ratio_spark.benchmark.choice import choose
from ratio_spark.benchmark.spec import parse_specification
from ratio_spark.benchmark.split_rules import DateSplit
from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.pairs import Ints, Pairs
from ratio_spark.tables.arrow import ArrowTables
from ratio_spark.tables.schemas import (
    BENCHMARK_CANDIDATES,
    BENCHMARK_QUERIES,
    BENCHMARKS,
    EXCLUSIONS,
    QRELS,
    Table,
)

TEST, SILVER = "test", "silver"
"""Silver is those queries of test that judges accepted: they carry it as a flag."""

_QUERY_COLUMNS = ["pair_id", "move", "paper_id", "work_id", "section", "papers", "flags", "text"]
_CANDIDATE_COLUMNS = ["candidate_id", "roles", "papers", "text"]


@dataclass(frozen=True)
class BenchmarkName:
    """Which benchmark a result is of: what its row of `benchmarks` says.

    version: of that table.
    test_start: the first day of its test period, or else the first on which a query of test may have been published;
        None: its queries are not dated.
    """

    benchmark_id: str
    name: str
    kind: str
    digest: str
    version: int
    test_start: date | None = None


@dataclass(frozen=True, eq=False)
class Collection:
    """The queries and the pool of one split.

    Queries are sorted by move, then by id; the pool is in the order of the tie rule.

    query_ids, moves, works, sections, texts: one entry a query. works: what a test may not take apart.
    query_papers, candidate_papers: the papers of each query and of each candidate.
    candidate_ids, candidate_texts, roles: one entry a candidate; roles are `gold:MOVE` and `distractor:KIND`.
    golds, selfs, twins: the relevant candidates of each query; the candidates that it must not be judged by.
    """

    benchmark: BenchmarkName
    split: str
    query_ids: list[str]
    moves: list[str]
    works: list[str]
    sections: list[str]
    texts: list[str]
    query_papers: list[list[str]]
    candidate_ids: list[str]
    candidate_texts: list[str]
    candidate_papers: list[list[str]]
    roles: list[list[str]]
    golds: Pairs
    selfs: Pairs
    twins: Pairs

    @cached_property
    def excluded(self) -> Pairs:
        """Selfs and twins."""
        return self.selfs.union(self.twins)

    @cached_property
    def same_paper(self) -> Pairs:
        """The candidates that come from a paper of the query, golds and selfs among them."""
        holds: dict[str, list[int]] = {}
        for place, papers in enumerate(self.candidate_papers):
            for paper in papers:
                holds.setdefault(paper, []).append(place)
        found = [
            (query, place)
            for query, papers in enumerate(self.query_papers)
            for paper in papers
            for place in holds.get(paper, ())
        ]
        return Pairs.of(len(self.query_ids), [query for query, _ in found], [place for _, place in found])

    @cached_property
    def move_names(self) -> list[str]:
        """The moves that have a query, sorted."""
        return sorted(set(self.moves))

    def queries_of(self, move: str) -> Ints:
        """The places of the queries of a move: int64, ascending and without a gap."""
        return np.flatnonzero(np.asarray(self.moves) == move)

    def only(self, queries: Ints) -> "Collection":
        """The same pool with some of the queries, in the order of their places."""

        def some(values: list[Any]) -> list[Any]:
            return [values[place] for place in queries.tolist()]

        lists = ("query_ids", "moves", "works", "sections", "texts", "query_papers")
        pairs = ("golds", "selfs", "twins")
        chosen = {name: some(getattr(self, name)) for name in lists} | {
            name: getattr(self, name).at(queries) for name in pairs
        }
        return replace(self, **chosen)

    def first(self, limit: int | None) -> "Collection":
        """At most so many queries of each move, as good as chosen at random; None: all."""
        if limit is None:
            return self
        order = np.empty(len(self.query_ids), np.int64)
        order[tie_order(self.query_ids)] = np.arange(len(self.query_ids))
        chosen = [queries[np.argsort(order[queries])[:limit]] for queries in map(self.queries_of, self.move_names)]
        return self.only(np.sort(np.concatenate(chosen)))

    def has_role(self, role: str) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        """Which candidates have a role: bool of shape (candidates,)."""
        return np.fromiter((role in roles for roles in self.roles), bool, len(self.roles))


def tie_order(ids: Sequence[str]) -> list[int]:
    """The places of ids in the order of the tie rule.

    >>> [["a", "b", "c"][place] for place in tie_order(["a", "b", "c"])]
    ['c', 'b', 'a']
    """
    return sorted(range(len(ids)), key=lambda place: hashlib.sha256(ids[place].encode()).digest())


def find_benchmark(tables: ArrowTables, name: str | None = None) -> BenchmarkName:
    """A benchmark of a root; `choose` says which one.

    Raises:
        ConfigurationError: there is none.
    """
    version = tables.version(BENCHMARKS)
    columns = ["benchmark_id", "name", "kind", "digest", "created", "specification"]
    rows = tables.read(BENCHMARKS, columns, version=version)
    newest_first = rows.sort_by([("created", "descending"), ("benchmark_id", "ascending")]).to_pylist()
    found = choose(tables.root, [SimpleNamespace(**row) for row in newest_first], name)
    assert version is not None
    test_start = _test_start(tables, found)
    return BenchmarkName(found.benchmark_id, found.name, found.kind, found.digest, version, test_start)


def _test_start(tables: ArrowTables, benchmark: SimpleNamespace) -> date | None:
    if benchmark.kind == "built":
        split = parse_specification(benchmark.specification, "the specification of the benchmark").split
        if isinstance(split, DateSplit) and TEST in split.ranges:
            return split.ranges[TEST].first
    of_test = [("benchmark_id", "=", benchmark.benchmark_id), ("split", "=", TEST)]
    first: date | None = pc.min(tables.read(BENCHMARK_QUERIES, ["pub_date"], of_test).column("pub_date")).as_py()
    return first


def load(tables: ArrowTables, benchmark: BenchmarkName, split: str) -> Collection:
    """Read one split of a benchmark.

    Args:
        split: train, validation or test; or silver, the pool of test with those of its queries that judges accepted.

    Raises:
        ConfigurationError: the split has no query, or texts were passed on as identifiers only.
        DataContractError: a gold or exclusion names a query or candidate that is not there.
    """

    stored = TEST if split == SILVER else split

    def rows(table: Table, columns: Sequence[str]) -> pa.Table:
        return tables.read(table, columns, [("benchmark_id", "=", benchmark.benchmark_id), ("split", "=", stored)])

    queries = rows(BENCHMARK_QUERIES, _QUERY_COLUMNS).sort_by([("move", "ascending"), ("pair_id", "ascending")])
    pool = _with_room(rows(BENCHMARK_CANDIDATES, _CANDIDATE_COLUMNS))
    name = f"split {split} of benchmark {benchmark.name}"
    if split == SILVER:
        queries = queries.filter([SILVER in (flags or ()) for flags in queries.column("flags").to_pylist()])
        if not queries.num_rows:
            raise ConfigurationError(
                f"benchmark {benchmark.name} has no queries that judges accepted: name another --split"
            )
    if not queries.num_rows or not pool.num_rows:
        raise ConfigurationError(f"{name} has no queries or no pool: name another --split")
    if queries.column("text").null_count or pool.column("text").null_count:
        raise ConfigurationError(f"{name} has no texts: put them back by `ratio-spark benchmark hydrate`")
    pool = pool.take(tie_order(pool.column("candidate_id").to_pylist()))
    query_place = _places(queries.column("pair_id"))
    candidate_place = _places(pool.column("candidate_id"))

    def pairs(table: pa.Table) -> Pairs:
        if split == SILVER:
            table = table.filter(pc.is_in(table.column("pair_id"), queries.column("pair_id").combine_chunks()))
        try:
            return Pairs.of(
                queries.num_rows,
                [query_place[key] for key in table.column("pair_id").to_pylist()],
                [candidate_place[key] for key in table.column("candidate_id").to_pylist()],
            )
        except KeyError as missing:
            raise DataContractError(
                f"{name}: {missing.args[0]} is named by qrels or exclusions and is not there: run `benchmark check`"
            ) from None

    golds = rows(QRELS, ["pair_id", "candidate_id", "relevance"])
    excluded = rows(EXCLUSIONS, ["pair_id", "candidate_id", "reason"])
    return Collection(
        benchmark=benchmark,
        split=split,
        query_ids=queries.column("pair_id").to_pylist(),
        moves=queries.column("move").to_pylist(),
        works=pc.coalesce(queries.column("work_id"), queries.column("paper_id"), queries.column("pair_id")).to_pylist(),
        sections=pc.coalesce(queries.column("section"), "").to_pylist(),
        texts=queries.column("text").to_pylist(),
        query_papers=[
            papers or [paper for paper in [paper] if paper]
            for papers, paper in zip(
                queries.column("papers").to_pylist(), queries.column("paper_id").to_pylist(), strict=True
            )
        ],
        candidate_ids=pool.column("candidate_id").to_pylist(),
        candidate_texts=pool.column("text").to_pylist(),
        candidate_papers=[papers or [] for papers in pool.column("papers").to_pylist()],
        roles=[roles or [] for roles in pool.column("roles").to_pylist()],
        golds=pairs(golds.filter(pc.greater(golds.column("relevance"), 0))),
        selfs=pairs(excluded.filter(pc.equal(excluded.column("reason"), "self"))),
        twins=pairs(excluded.filter(pc.not_equal(excluded.column("reason"), "self"))),
    )


def examples(
    tables: ArrowTables, benchmark: BenchmarkName, split: str, role: str, most: int, seed: int
) -> tuple[list[str], list[str]]:
    """Texts of candidates of a split that have a role, and of candidates that do not, at most so many of each by lot.

    Reads no more of the split than these columns: a train split is too large for `load`.
    """
    of_split = [("benchmark_id", "=", benchmark.benchmark_id), ("split", "=", split)]
    pool = _with_room(tables.read(BENCHMARK_CANDIDATES, ["candidate_id", "roles", "text"], of_split))
    pool = pool.take(pc.sort_indices(pool.column("candidate_id")))
    roles = pool.column("roles").combine_chunks()
    has_role = np.zeros(pool.num_rows, bool)
    has_role[pc.list_parent_indices(roles).filter(pc.equal(pc.list_flatten(roles), role)).to_numpy()] = True
    chance = np.random.Generator(np.random.PCG64(seed))
    chosen = [chance.permutation(np.flatnonzero(wanted))[:most] for wanted in (has_role, ~has_role)]
    texts = [pool.column("text").take(pa.array(np.sort(places))).to_pylist() for places in chosen]
    return texts[0], texts[1]


def _with_room(pool: pa.Table) -> pa.Table:
    """The same with texts that may be over 2 GiB together: Arrow's plain strings cannot be gathered from so many."""
    place = pool.schema.get_field_index("text")
    return pool.set_column(place, "text", pool.column("text").cast(pa.large_string()))


def _places(ids: pa.ChunkedArray) -> dict[str, int]:
    return {key: place for place, key in enumerate(ids.to_pylist())}
