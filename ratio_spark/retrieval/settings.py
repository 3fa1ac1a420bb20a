"""What is asked of a system beside the plain question: which candidates of the pool each query may find."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ratio_spark.retrieval.ranking import View

if TYPE_CHECKING:  # options show the settings, and are to be there at once
    from ratio_spark.retrieval.collection import Collection

DEFAULT = "pool"
"""The setting of the main figures, and of the cross-move matrix."""

ABSTRACT, FULL_TEXT, NO_HEADING = "abstract", "full text", "no heading"


@dataclass(frozen=True)
class Setting:
    """A setting: its title in tables, what it is for, and the view of a move's queries."""

    title: str
    purpose: str
    view: "Callable[[Collection, str, int], View]"


def _pool(collection: "Collection", move: str, seed: int) -> View:
    return View(collection.queries_of(move), None, None, collection.excluded)


def _unmasked(collection: "Collection", move: str, seed: int) -> View:
    return View(collection.queries_of(move), None, None, None)


def _golds_of_move(collection: "Collection", move: str, seed: int) -> View:
    return View(collection.queries_of(move), collection.has_role(f"gold:{move}"), collection.golds, collection.excluded)


def _random_pool(collection: "Collection", move: str, seed: int) -> View:
    size = int(collection.has_role(f"gold:{move}").sum())
    chance = np.random.Generator(np.random.PCG64([seed, size]))
    chosen = np.zeros(len(collection.candidate_ids), bool)
    chosen[chance.choice(len(chosen), size=size, replace=False)] = True
    return View(collection.queries_of(move), chosen, collection.golds, collection.excluded)


def _other_papers(collection: "Collection", move: str, seed: int) -> View:
    others = collection.same_paper.without(collection.golds)
    return View(collection.queries_of(move), None, None, collection.excluded.union(others))


SETTINGS: Mapping[str, Setting] = {
    DEFAULT: Setting("whole pool", "the whole pool of the split; selfs and twins are masked", _pool),
    "unmasked": Setting("nothing masked", "the whole pool with selfs and twins in it, as the paper scores", _unmasked),
    "golds_of_move": Setting(
        "golds of the move", "only golds of the query's move, so that its style tells nothing", _golds_of_move
    ),
    "random_pool": Setting(
        "random pool of that size", "as many candidates as `golds_of_move`, drawn from the whole pool", _random_pool
    ),
    "other_papers": Setting(
        "other papers",
        "the whole pool without the candidates of the query's own paper, but with its golds",
        _other_papers,
    ),
}


def part(section: str) -> str:
    """Whether a query stands in an abstract or in the full text, by the heading of its section.

    >>> part("Abstract"), part("3 Method"), part("")
    ('abstract', 'full text', 'no heading')
    """
    heading = section.strip().casefold()
    return (ABSTRACT if heading == ABSTRACT else FULL_TEXT) if heading else NO_HEADING
