"""Edge Geography on bipartite components, normal play: sets of vertices with even numbers of edges into them."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from lastmove.core.errors import TooLarge
from lastmove.core.language import Phrase
from lastmove.core.limits import need, watched
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.games.moves import SlideOver
from lastmove.graphs.gf2 import Elimination
from lastmove.theorems.rules.matchings.even_sets_check import MOST_BITS, EvenSet, EvenSets
from lastmove.theorems.statement import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.graphs.gf2 import Side
    from lastmove.graphs.graph import Graph

AT_ONCE = 4096
"""Starts whose sets are worked out together, as bits of one integer a vertex."""


class BipartiteComponent:
    """A bipartite component: which of its vertices are lost, and sets that show it.

    Parameters
    ----------
    graph
        The board.
    sides
        The vertices of the component on either side.
    """

    def __init__(self, graph: Graph, sides: tuple[list[int], list[int]]) -> None:
        self._graph = graph
        self._sides = sides
        columns, rows = sides
        self._place = {u: (number, place) for number, side in enumerate(sides) for place, u in enumerate(side)}
        ends = ([self._place[v][1] for _, v in graph.incidence[y]] for y in rows)
        found = Elimination(list(watched(ends)), len(columns))
        self._found: tuple[Side, Side] = found.columns, found.rows

    def wins(self, u: int) -> bool:
        """Whether the player to move wins with the token on u."""
        side, place = self._place[u]
        return self._found[side].is_spanned(place)

    def set_for(self, u: int) -> list[int]:
        """If u is lost, a set on its side; if it is won, a set on the other side that shows it."""
        side, place = self._place[u]
        if self.wins(u):
            chosen = self._found[side].combinations([place])
            return [y for y, bits in zip(self._sides[1 - side], chosen, strict=True) if bits]
        return [self._sides[side][other] for other in self._found[side].null_set(place)]

    def even_sets(self) -> Iterator[list[int]]:
        """Sets that together hold every lost vertex."""
        for vertices, found in zip(self._sides, self._found, strict=True):
            for lines in found.null_sets():
                yield [vertices[line] for line in lines]

    def won(self, side: int) -> list[int]:
        """The vertices of a side that are won."""
        return [u for u in self._sides[side] if self.wins(u)]

    def members(self, side: int, won: Sequence[int]) -> Iterator[tuple[int, int]]:
        """For each vertex of the other side, the won vertices of this side whose sets it is in, as bits."""
        chosen = self._found[side].combinations(self._place[u][1] for u in won)
        return zip(self._sides[1 - side], chosen, strict=True)

    def moves(self) -> Iterator[tuple[int, int]]:
        """Each won vertex with a neighbour that it is won by moving to."""
        for side in (0, 1):
            won = self.won(side)
            for first in range(0, len(won), AT_ONCE):
                together = won[first : first + AT_ONCE]
                need(len(self._place) * len(together) // 8)
                member = dict(self.members(side, together))
                for number, u in enumerate(watched(together)):
                    yield u, next(v for _, v in self._graph.incidence[u] if member[v] >> number & 1)


class EvenSetRule:
    """What the theorem says of a board: bipartite components are decided, others are not.

    Parameters
    ----------
    graph
        An undirected board.
    wanted
        The vertices whose components are looked at.
    """

    def __init__(self, graph: Graph, wanted: Iterable[int]) -> None:
        self._graph = graph
        parts: dict[int, tuple[list[int], list[int]]] = {}
        for u, where in enumerate(graph.sides):
            if where is not None:
                parts.setdefault(where[0], ([], []))[where[1]].append(u)
        places = map(graph.sides.__getitem__, wanted)
        roots = dict.fromkeys(where[0] for where in places if where is not None)
        self._components = {root: BipartiteComponent(graph, parts[root]) for root in watched(roots, 1)}

    @property
    def codes(self) -> bytes:
        """WINS, LOSES or UNDECIDED for each vertex."""
        found = bytearray([UNDECIDED]) * self._graph.n
        for u, where in enumerate(watched(self._graph.sides)):
            if where is not None and where[0] in self._components:
                found[u] = WINS if self._components[where[0]].wins(u) else LOSES
        return bytes(found)

    def verdict(self, u: int) -> Verdict | None:
        """What is said of one start."""
        where = self._graph.sides[u]
        if where is None:
            return None
        component, names = self._components[where[0]], self._graph.vertices
        if not component.wins(u):
            why = Phrase("the component is bipartite and such a set with {place} exists", place=names[u])
            return Verdict(False, None, why, certificate=lambda: EvenSet(tuple(component.set_for(u))))
        balance = component.set_for(u)
        inside = set(balance)
        to = next(v for _, v in self._graph.incidence[u] if v in inside)
        listed = ", ".join(str(names[y]) for y in balance[:5]) + (", ..." if len(balance) > 5 else "")
        why = Phrase(
            "the component is bipartite and no such set exists: {listed} sends an odd number of edges to "
            "{place} and an even number to every other vertex of its side",
            listed=f"{{{listed}}}",
            place=names[u],
        )
        return Verdict(True, SlideOver(names[to]), why, certificate=partial(EvenSet, tuple(balance)))

    @cached_property
    def moves(self) -> list[SlideOver | None]:
        """A winning move from each start that is won: many at once are less work than one by one."""
        found: list[SlideOver | None] = [None] * self._graph.n
        names = self._graph.vertices
        for component in self._components.values():
            for u, v in component.moves():
                found[u] = SlideOver(names[v])
        return found

    def certificate(self) -> EvenSets:
        """Evidence for every start that is decided."""
        won: list[int] = []
        members: dict[int, int] = {}
        bits = 0
        for component in watched(self._components.values(), 1):
            for side in (0, 1):
                starts = component.won(side)
                bits += len(starts) * self._graph.n // 2
                if bits > MOST_BITS:
                    raise TooLarge("the sets of all starts that are won take too much room on a board of this size")
                need(bits // 8)
                won += starts
                members |= (pair for pair in component.members(side, starts) if pair[1])
        even = [tuple(found) for component in self._components.values() for found in component.even_sets()]
        return EvenSets(tuple(even), tuple(won), tuple(members.get(u, 0) for u in range(self._graph.n)))
