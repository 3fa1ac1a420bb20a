"""Results of several systems on one split, read back from the folders that `evaluate` wrote."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ratio_spark.errors import ConfigurationError, DataContractError
from ratio_spark.retrieval.pairs import Floats

TO_BEAT = ("move-prior", "bm25+move-prior")
"""The controls that no claim may stand below: the style of a move, which reads no query, and BM25 with it."""

RANDOM_POOL = "random_pool"
"""The setting whose candidates the seed decides."""

_KINDS = ("bm25", "dense", "late")
# At RATIO's size the rows of a system in a setting take 30 to 50 MB.
_HELD = 24


@dataclass(frozen=True)
class System:
    """What was evaluated, as its about.json says.

    Models that are tuned on a move each and are called after it (`mpnet-address`, `mpnet-broaden`) are one system of
    several folders: it is called by what their names begin with and `-tuned`, so that it is never taken for the model
    before tuning. Where something else is called so, or two of them are tuned on the same move, each stands alone.

    folders: where its results lie, below those of the split.
    tuned_on: the moves that it is tuned on, each for itself; none: it is one for all.
    is_newer: it was released after the test period had begun, so that it may have seen the test texts; None: no test
        period is known.
    seeds: of its evaluations; None: of one that does not say.
    is_control: it tells what a score means, and is no retriever.
    """

    name: str
    folders: tuple[str, ...]
    kind: str
    tuned_on: tuple[str, ...]
    digests: frozenset[str]
    is_newer: bool | None
    seeds: frozenset[int | None]
    is_control: bool
    settings: tuple[str, ...]

    @property
    def has_weights(self) -> bool:
        """Whether it is a model that learned from texts before it was made public."""
        return not self.is_control and self.kind != "bm25"


@dataclass(frozen=True, eq=False)
class PerQuery:
    """What a system scores query by query, for one move in one setting; sorted by pair_id.

    pair_ids, works: one entry a query. values: by metric, float64 of shape (queries,).
    """

    pair_ids: pa.Array
    works: pa.Array
    values: Mapping[str, Floats]

    def __len__(self) -> int:
        return len(self.pair_ids)


class Results:
    """The systems of one benchmark and split.

    Args:
        folder: RESULTS/BENCHMARK/SPLIT.
        names: only these systems, all by default; a folder of several that are one system stands for it. Those of
            TO_BEAT that are there and of the same state of the benchmark come in addition, for claims to be held
            against.

    named: the systems that were asked for.

    Raises:
        ConfigurationError: there are no results, or none of a system that is named.
        DataContractError: they are of different states of the benchmark, or a file is damaged.
    """

    def __init__(self, folder: Path, names: Sequence[str] = ()) -> None:
        self.folder = folder
        self.benchmark, self.split = folder.parent.name, folder.name
        there = _joined([_system(path) for path in sorted(folder.glob("[!.]*/about.json"))])
        if not there:
            raise ConfigurationError(f"{folder} holds no results: run `ratio-spark evaluate` first")
        by_name = {folder: system for system in there.values() for folder in system.folders} | there
        for name in names:
            if name not in by_name:
                raise ConfigurationError(f"{folder} holds no results of {name}; it holds {', '.join(there)}")
        chosen = {by_name[name].name: by_name[name] for name in names or there}
        digests = frozenset[str]().union(*(system.digests for system in chosen.values()))
        if len(digests) > 1:
            raise DataContractError(
                f"{folder} holds results of different states of the benchmark: evaluate its systems again"
            )
        self.named = tuple(chosen)
        chosen |= {name: there[name] for name in TO_BEAT if name in there and there[name].digests == digests}
        self.systems = {system.name: system for system in sorted(chosen.values(), key=_order)}
        self._queries = lru_cache(maxsize=_HELD)(self._sorted_queries)

    def moves(self, setting: str) -> list[str]:
        """The moves that some system was evaluated on in a setting, sorted."""
        of_each = [pc.unique(self._queries(name, setting)["move"]).to_pylist() for name in self.systems]
        return sorted({move for moves in of_each for move in moves})

    def settings(self) -> list[str]:
        """The settings that some system was evaluated in, as the systems list them."""
        return list(dict.fromkeys(setting for system in self.systems.values() for setting in system.settings))

    def parts(self, setting: str) -> list[str]:
        """The parts of papers that queries come from, sorted."""
        of_each = [pc.unique(self._queries(name, setting)["part"]).to_pylist() for name in self.systems]
        return sorted({part for parts in of_each for part in parts})

    def tuned(self, system: str, setting: str) -> list[str]:
        """The moves that the rows of a system in a setting are tuned on, sorted."""
        return sorted(filter(None, pc.unique(self._queries(system, setting)["tuned_on"]).to_pylist()))

    def per_query(
        self, system: str, setting: str, move: str, metrics: Sequence[str], part: str | None = None,
        tuned_on: str | None = None,
    ) -> PerQuery | None:  # fmt: skip
        """What a system scores for a move; None where it was not evaluated so.

        Args:
            part: only queries from this part of papers.
            tuned_on: as tuned on this move; by default as it is meant for the move: tuned on it, or on none.

        Raises:
            ConfigurationError: a metric is not there.
        """
        rows = self._queries(system, setting)
        wanted = pc.equal(rows["tuned_on"], tuned_on or move)
        wanted = pc.fill_null(wanted, tuned_on is None)
        wanted = pc.and_(wanted, pc.equal(rows["move"], move))
        if part is not None:
            wanted = pc.and_(wanted, pc.equal(rows["part"], part))
        rows = rows.filter(wanted)
        if not rows.num_rows:
            return None
        for metric in metrics:
            if metric not in rows.column_names:
                raise ConfigurationError(f"{self.folder / system} holds no metric {metric}: evaluate it again")
        return PerQuery(
            rows["pair_id"].combine_chunks(),
            rows["work_id"].combine_chunks(),
            {metric: rows[metric].to_numpy().astype(np.float64) for metric in metrics},
        )

    def overlap(self, system: str, setting: str, move: str) -> dict[int, float]:
        """Mean Jaccard similarity of query and top k, by k (0: of query and gold). Empty where not measured.

        Raises:
            DataContractError: the file is damaged or lost.
        """
        rows = self._rows(system, "overlap.parquet", setting).to_pylist()
        return {row["k"]: row["jaccard"] for row in rows if row["move"] == move and row["tuned_on"] in (None, move)}

    def _sorted_queries(self, system: str, setting: str) -> pa.Table:
        return self._rows(system, "queries.parquet", setting).sort_by("pair_id")

    def _rows(self, system: str, file: str, setting: str) -> pa.Table:
        folders = self.systems[system].folders
        return pa.concat_tables([_rows(self.folder / folder / file, setting) for folder in folders])


def find_results(results: Path, benchmark: str | None, split: str) -> Path:
    """The folder of the results on one split of one benchmark.

    Args:
        results: what `evaluate --to` was given.
        benchmark: its name, or its benchmark_id or how that starts; None: the only one that is there.

    Raises:
        ConfigurationError: there is none, or several and none is named.
    """
    there = sorted(path.parent for path in results.glob(f"[!.]*/{split}") if any(path.glob("[!.]*/about.json")))
    if not there:
        raise ConfigurationError(f"{results} holds no results on a split {split}: run `ratio-spark evaluate` first")
    found = [folder for folder in there if benchmark is None or _is_named(folder.name, benchmark)]
    if len(found) != 1:
        state = "several benchmarks" if found else f"no benchmark {benchmark}"
        named = ", ".join(folder.name for folder in found or there)
        raise ConfigurationError(f"{results} holds {state}: name one by --benchmark: {named}")
    return found[0] / split


def check_same_queries(first: str, one: PerQuery, second: str, other: PerQuery) -> None:
    """Raise ConfigurationError where two systems were asked different queries."""
    if not one.pair_ids.equals(other.pair_ids):
        raise ConfigurationError(
            f"{first} was evaluated on {len(one):,} queries and {second} on {len(other):,}, not all of them the same: "
            "evaluate both with the same options"
        )


def check_same_candidates(one: System, other: System, setting: str) -> None:
    """Raise ConfigurationError where two systems had other candidates in a setting."""
    if setting == RANDOM_POOL and (one.seeds != other.seeds or None in one.seeds or len(one.seeds) > 1):
        raise ConfigurationError(
            f"{one.name} and {other.name} were evaluated with different seeds, and {RANDOM_POOL} draws other "
            "candidates for each: evaluate both with the same --seed"
        )


def _is_named(folder: str, benchmark: str) -> bool:
    name, _, start = folder.rpartition("-")
    return benchmark in (name, folder) or (len(benchmark) >= 4 and start[: len(benchmark)] == benchmark[: len(start)])


def _system(path: Path) -> System:
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
        return System(
            name=path.parent.name,
            folders=(path.parent.name,),
            kind=about["kind"],
            tuned_on=tuple(about["tuned_on"]),
            digests=frozenset([about["digest"]]),
            is_newer=about["after_test_start"],
            seeds=frozenset([about.get("seed")]),
            is_control=about["is_control"],
            settings=tuple(about["settings"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataContractError(f"{path} is damaged ({error!r}): evaluate {path.parent.name} again") from error


def _joined(read: Sequence[System]) -> dict[str, System]:
    """Systems by name, those that are tuned on a move each and called after it as one."""
    families: dict[str, list[System]] = {}
    for system in read:
        if (name := _family(system)) != system.name:
            families.setdefault(name, []).append(system)
    found = {system.name: system for system in read}
    for name, members in families.items():
        if name not in found and len({member.tuned_on for member in members}) == len(members):
            found = {each: system for each, system in found.items() if system not in members}
            found[name] = _one_of(name, members)
    return found


def _family(system: System) -> str:
    """What a system and those that are tuned on other moves are called together; its own name where it is alone."""
    if len(system.tuned_on) == 1:
        stem, end = system.name[: -len(system.tuned_on[0])], system.name[-len(system.tuned_on[0]) :]
        if end.casefold() == system.tuned_on[0].casefold() and len(stem) > 1 and stem[-1] in "-._+":
            return f"{stem[:-1]}-tuned"
    return system.name


def _one_of(name: str, systems: Sequence[System]) -> System:
    return System(
        name=name,
        folders=tuple(folder for system in systems for folder in system.folders),
        kind=systems[0].kind,
        tuned_on=tuple(sorted({move for system in systems for move in system.tuned_on})),
        digests=frozenset[str]().union(*(system.digests for system in systems)),
        is_newer=_any_newer([system.is_newer for system in systems]),
        seeds=frozenset[int | None]().union(*(system.seeds for system in systems)),
        is_control=all(system.is_control for system in systems),
        settings=tuple(dict.fromkeys(setting for system in systems for setting in system.settings)),
    )


def _any_newer(newer: Sequence[bool | None]) -> bool | None:
    return True if any(newer) else None if None in newer else False


def _order(system: System) -> tuple[bool, int, str]:
    """Retrievers before controls; word models, then vectors, then late interaction; by name."""
    place = _KINDS.index(system.kind) if system.kind in _KINDS else len(_KINDS)
    return system.is_control, place, system.name


def _rows(path: Path, setting: str) -> pa.Table:
    try:
        return pq.read_table(path, filters=[("setting", "=", setting)])
    except (OSError, pa.ArrowException) as error:
        raise DataContractError(f"{path} is damaged or lost ({error}): evaluate {path.parent.name} again") from error
