"""All small positions of every game, the smallest first, and random larger ones.

What is enumerated is mostly boards, so that one search answers every start. A *stratum* is all boards of one size;
strata are listed one after the other and merged where their sizes agree, so that boards come by size (vertices,
heaps or parts) and then by total weight. The first counterexample met is then a smallest one. What the boards of a
stratum are, and how a random one is drawn, each game says itself (:mod:`lastmove.games.samples`).
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import groupby
from typing import TYPE_CHECKING, Any

from lastmove.games import game_class
from lastmove.games.samples import Stratum

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

__all__ = ["exhaustive", "layers", "random_positions", "strata"]

LARGEST_DIGRAPHS = 4
"""The most vertices of digraphs that are enumerated unless a game asks for more."""


def exhaustive(game: str, size: int, weight: int) -> Iterator[Any]:
    """Every small board or position of a game, smallest first.

    Parameters
    ----------
    game
        The name of the game.
    size
        The most vertices, heaps (in a circle), or parts of a sum; digraphs stop where there are too many.
    weight
        The largest weight, heap or part; in Edge Geography the most edges. Weights begin at the least that the
        game allows, heaps at 0.

    Examples
    --------
    >>> list(exhaustive("nim", 1, 2))
    [Nim([]), Nim([0]), Nim([1]), Nim([2])]
    """
    return layers(game, strata(game, size, weight))


def strata(game: str, size: int, weight: int) -> tuple[Stratum, ...]:
    """The strata of all sizes up to ``size``: of graphs and digraphs, if the game's usual range has both."""
    usual = game_class(game).usual_range().strata
    found = [Stratum(n, weight) for n in range(min(stratum.size for stratum in usual), size + 1)]
    if any(stratum.directed for stratum in usual):
        found += [Stratum(n, weight, directed=True) for n in range(1, min(size, LARGEST_DIGRAPHS) + 1)]
    return tuple(found)


def layers(game: str, chosen: Iterable[Stratum]) -> Iterator[Any]:
    """The boards of some strata, by size and then total weight."""
    kind = game_class(game)
    for _, same in groupby(sorted(chosen, key=lambda stratum: stratum.size), key=lambda stratum: stratum.size):
        yield from merge(*map(kind.small_boards, same), key=kind.measure)


def random_positions(game: str, rng: Random, size: int, weight: int) -> Iterator[Any]:
    """Random boards or positions of a game, without end.

    Parameters
    ----------
    game
        The name of the game.
    rng
        Decides everything.
    size
        The most vertices, heaps or parts.
    weight
        The largest weight or heap; in Edge Geography the most edges.
    """
    draw = game_class(game).random_board
    while True:
        yield draw(rng, size, weight)
