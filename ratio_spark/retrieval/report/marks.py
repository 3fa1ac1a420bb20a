"""The signs that stand beside systems and figures, and what they mean: no claim is shown without what limits it."""

from collections.abc import Container, Iterator, Mapping, Sequence

from ratio_spark.retrieval.report.standing import Standing
from ratio_spark.retrieval.report.stored_results import RANDOM_POOL, TO_BEAT, Results

NEWER, UNBEATEN = "†", "‡"
SHORT = {NEWER: "released after the test period began", UNBEATEN: "does not beat the controls"}
"""What a sign means, in the legend of a plot."""


def label(results: Results, name: str) -> str:
    """The name of a system with the mark of one that was released after the test period had begun."""
    return name + (NEWER if results.systems[name].is_newer else "")


def unbeaten_mark(standing: Mapping[str, Standing], move: str, name: str) -> str:
    """The mark, after a space, of a figure that no claim stands on; empty where one may."""
    return f" {UNBEATEN}" if move in standing and name in standing[move].unbeaten else ""


def time_notes(results: Results, names: Sequence[str]) -> Iterator[str]:
    """What NEWER means where it stands beside one of some systems; and that it may be lacking."""
    systems = [results.systems[name] for name in names]
    if any(system.is_newer for system in systems):
        yield (f"{NEWER} released after the test period had begun, or nobody knows when: it may have seen test texts.")
    if any(system.is_newer is None and system.has_weights for system in systems):
        yield (
            "The benchmark has no test period that is known, so that no model is marked as released after its begin: "
            "any of them may have seen test texts."
        )


def control_notes(evaluated: Container[str]) -> Iterator[str]:
    """What UNBEATEN means, and which controls were not among those evaluated, to be held against."""
    there = [name for name in TO_BEAT if name in evaluated]
    missing = [name for name in TO_BEAT if name not in evaluated]
    if there:
        yield (
            f"{UNBEATEN} does not beat {' and '.join(there)} (sign-flip test by work, Holm over all systems and "
            "moves): its score may come from the style of the move alone, and no claim stands on it."
        )
    if missing:
        yield f"Not evaluated, and so not held against: {' and '.join(missing)}."


def seed_notes(results: Results, settings: Sequence[str]) -> Iterator[str]:
    """That systems had random pools of their own, where that is so."""
    drawn = {name: system.seeds for name, system in results.systems.items() if RANDOM_POOL in system.settings}
    if RANDOM_POOL in settings and len(set(drawn.values())) > 1:
        said = ", ".join(f"{name} {' and '.join(map(_seed, sorted(seeds, key=str)))}" for name, seeds in drawn.items())
        yield f"The random pools are not the same ones, and figures in them not to be compared; seeds: {said}."


def _seed(seed: int | None) -> str:
    return "unknown" if seed is None else str(seed)
