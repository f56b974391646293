"""How far each statement is verified unless someone asks for more: one table.

The sizes follow the cost of the law, so that all statements together take about five minutes on one slow core.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from lastmove.core.errors import InputError
from lastmove.games import game_class
from lastmove.research.positions import Stratum, strata

__all__ = ["RANGES", "Range", "range_for"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Which positions of a game are looked at.

    Attributes
    ----------
    strata
        What is enumerated.
    random
        How many random boards are drawn.
    random_size, random_weight
        How large those may be.
    """

    strata: tuple[Stratum, ...]
    random: int
    random_size: int
    random_weight: int

    def describe(self, game: str) -> str:
        """The range in words, such as ``graphs of up to 6 vertices; 300 random, up to 9 vertices``."""
        told = []
        for (directed, uniform), same in groupby(self.strata, key=lambda s: (s.directed, s.uniform)):
            told.append(_tell(game, directed, uniform, list(same)))
        if self.random:
            told.append(f"{self.random:,} random, up to {self.random_size} {_noun(game)}")
        return "; ".join(told)


def _up_to(*weights: int, directed: bool = False, first: int = 1, uniform: bool = False) -> tuple[Stratum, ...]:
    """Sizes ``first``, ``first`` + 1, ... with these largest weights."""
    return tuple(Stratum(size, weight, directed, uniform) for size, weight in enumerate(weights, first))


_NIMG = Range(
    strata=(
        *_up_to(9, 7, 5, 4, 1),
        *_up_to(9, 7, 4, 1, directed=True),
        *_up_to(2, directed=True, first=4, uniform=True),
    ),
    random=500,
    random_size=8,
    random_weight=8,
)

RANGES: dict[str, Range] = {
    "nim": Range(strata=_up_to(0, 20, 16, 12, 8, 5, first=0), random=500, random_size=5, random_weight=60),
    "adjacent-nim": Range(
        strata=(*_up_to(12, 10, 8, 6, 4), *_up_to(5, 4, 3, 2, 2, first=6, uniform=True)),
        random=500,
        random_size=12,
        random_weight=12,
    ),
    "vertex-geography": Range(
        strata=(*_up_to(*[0] * 6), *_up_to(*[0] * 4, directed=True)), random=500, random_size=10, random_weight=0
    ),
    "edge-geography": Range(
        strata=(
            *_up_to(4, 6, 8, 8),
            *_up_to(9, first=5, uniform=True),
            *_up_to(4, 6, 7, 5, directed=True),
        ),
        random=500,
        random_size=8,
        random_weight=13,
    ),
    "nimg-rm": _NIMG,
    "nimg-mr": _NIMG,
    "vertexnim": Range(
        strata=(
            *_up_to(9, 7, 5, 4, 2),
            *_up_to(9, 7, 4, 2, directed=True),
            *_up_to(3, directed=True, first=4, uniform=True),
        ),
        random=500,
        random_size=7,
        random_weight=8,
    ),
    "octal": Range(strata=_up_to(0, 9, 7, 5, first=0), random=300, random_size=3, random_weight=12),
    "subtraction": Range(strata=_up_to(0, 16, 10, 7, first=0), random=300, random_size=3, random_weight=20),
    "dag": Range(strata=_up_to(*[0] * 5), random=300, random_size=12, random_weight=0),
    "sum": Range(strata=_up_to(0, 5, 4, 2, first=0), random=300, random_size=3, random_weight=6),
}
"""The default range of every game."""


def range_for(game: str, *, size: int | None = None, weight: int | None = None, random: int | None = None) -> Range:
    """The default range of a game, or another one where a size, a weight or a number of draws is given."""
    for name, value in (("size", size), ("weight", weight), ("random", random)):
        if value is not None and value < 0:
            raise InputError(name, f"{value}; accepted: an integer >= 0")
    usual = RANGES.get(game) or Range(strata=(), random=0, random_size=0, random_weight=0)
    chosen = usual.strata
    if size is not None:
        known = {(s.size, s.directed): s.weight for s in usual.strata}
        beyond = min((s.weight for s in usual.strata if s.size), default=0)
        chosen = tuple(
            replace(s, weight=known.get((s.size, s.directed), beyond)) for s in strata(game, size, weight or 0)
        )
    if weight is not None:
        chosen = tuple(replace(s, weight=weight) for s in chosen)
    return replace(
        usual,
        strata=chosen,
        random=usual.random if random is None else random,
        random_size=max(usual.random_size, size or 0),
        random_weight=max(usual.random_weight, weight or 0),
    )


def _tell(game: str, directed: bool, uniform: bool, same: list[Stratum]) -> str:
    """One run of strata, such as ``graphs of up to 4 vertices, weights up to 6, 5, 4, 3``."""
    noun = _noun(game)
    kind = {"parts": "sums", "heaps": "circles" if game == "adjacent-nim" else "positions"}.get(noun, "graphs")
    if directed or game == "dag":
        kind = "digraphs" if directed else "acyclic digraphs"
    if uniform:
        kind += {"adjacent-nim": " without empty heaps", "edge-geography": " without loops"}.get(
            game, " with no loops or all"
        )
    sizes = [s.size for s in same]
    told = f"{kind} of {'up to ' if sizes[0] <= 1 else ''}{_several(sizes if sizes[0] > 1 else sizes[-1:])} {noun}"
    what = {"edge-geography": "edges", "vertex-geography": "", "dag": "", "sum": "each"}
    what |= dict.fromkeys(("nim", "adjacent-nim", "octal", "subtraction"), "heaps")
    weights = [s.weight for s in same if s.size]
    return f"{told}, {what.get(game, 'weights')} up to {_several(weights)}" if what.get(game, "w") and weights else told


def _several(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers if len(set(numbers)) > 1 else numbers[:1]))


def _noun(game: str) -> str:
    if "edges" in game_class(game).fields:
        return "vertices"
    return "parts" if game == "sum" else "heaps"
