"""All small positions of every game, the smallest first, and random larger ones; and the law, remembered between them.

What is enumerated is mostly boards, so that one search answers every start. A *stratum* is all boards of one size;
strata are listed one after the other and merged where their sizes agree, so that boards come by size (vertices,
heaps or parts) and then by total weight. The first counterexample met is then a smallest one. What the boards of a
stratum are, and how a random one is drawn, each game says itself (:mod:`lastmove.games.samples`).

A statement is verified on the usual range of each of its games, or on another one that is asked for. The usual ranges
(:meth:`lastmove.games.base.Game.usual_range`) follow the cost of the law, so that all statements together take about
five minutes on one slow core.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import merge
from itertools import groupby
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.limits import Meter
from lastmove.games import game_class
from lastmove.games.samples import Stratum
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from lastmove.core.limits import Limits
    from lastmove.core.play import Play
    from lastmove.games.samples import Range

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


def range_for(game: str, *, size: int | None = None, weight: int | None = None, random: int | None = None) -> Range:
    """The usual range of a game, or another one where a size, a weight or a number of draws is given."""
    check_numbers(size=size, weight=weight, random=random)
    usual = game_class(game).usual_range()
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


def check_numbers(**given: object) -> None:
    """An InputError for the first of these that is given and no integer >= 0."""
    for name, value in given.items():
        if value is not None and (not isinstance(value, int) or value < 0):
            raise InputError(name, f"{show(value)}; accepted: an integer >= 0")


MOST_REMEMBERED = 5_000_000
"""Once so many positions are known, all are forgotten and the search begins again; they take some 140 bytes each."""


class ReferenceSearch:
    """Plain searches that are kept, one for each convention, so that statements about the same boards share them.

    It is for one thread at a time. A question is asked with ``meter``, the one that was granted last.
    """

    def __init__(self) -> None:
        self.meter = Meter()
        self._searches: dict[Play, PlainSearch] = {}
        self._earlier = 0

    def grant(self, limits: Limits | None) -> Meter:
        """Begin another task: these limits hold from now on."""
        self._earlier += self.meter.positions
        self.meter = Meter(limits)
        return self.meter

    def under(self, play: Play) -> PlainSearch:
        """The search under one convention, with all that it knows."""
        if self._earlier + self.meter.positions > MOST_REMEMBERED:
            self._searches.clear()
            self._earlier = -self.meter.positions
        search = self._searches.get(play)
        if search is None:
            search = self._searches[play] = PlainSearch(play, self.meter)
        return search
