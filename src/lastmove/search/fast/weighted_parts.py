"""What the searches of weighted games share: boards for parts of a graph, weights as planes, component after component.

Only what the token can reach is numbered, so a small part of a large graph costs no more than itself. Everything
asked about the same part, with the weights it began with or lower ones, shares one board and what was found out about
it. In NimG the token goes from one strong component to the next and never comes back.
"""

from __future__ import annotations

from functools import partial
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any

from lastmove.graphs.components import strong_components
from lastmove.search.fast.board import BitBoard, TooManyOptions, check_width
from lastmove.search.fast.board_layout import PLANES
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.settings import Settings
from lastmove.search.trampoline import work_out

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph

__all__ = [
    "MOST_OPTIONS",
    "ByComponents",
    "Part",
    "WeightedSearch",
    "live_bits",
    "planes_for",
    "spread",
    "state_of",
    "width_for",
]

MOST_OPTIONS = 100_000
"""A state may have this many options; larger weights are left to the plain search."""


class Part:
    """A board for some vertices of the graph, and its search."""

    def __init__(self, members: Sequence[int], most: Mapping[int, int], planes: int, search: BitSearch) -> None:
        self.members = frozenset(members)
        self.place = {v: place for place, v in enumerate(members)}
        self.most = most
        self.planes = planes
        self.search = search

    def holds(self, wanted: Iterable[int], weights: Sequence[int]) -> bool:
        """Whether the board is large enough for these vertices with these weights."""
        return self.members.issuperset(wanted) and all(weights[v] <= self.most[v] for v in wanted)

    def bits(self, vertices: Iterable[int]) -> int:
        return sum(1 << self.place[v] for v in vertices)


class WeightedSearch:
    """Who wins a weighted game on a graph, from any vertex and with any weights.

    Parameters
    ----------
    graph
        The graph, which never changes.
    weights
        The weights at the beginning, in vertex order.
    misere
        The convention.
    meter
        Counts positions and stops the search when a limit is spent; each question may have its own.
    settings
        How to search.
    switches
        Which parts of the rules are switched on; all by default.
    """

    rules: Any

    def __init__(
        self,
        graph: Graph,
        weights: Sequence[int],
        misere: bool,
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        switches: int | None = None,
    ) -> None:
        self.graph = graph
        self.weights = tuple(weights)
        self.misere = misere
        self.meter = meter
        self.settings = settings
        self.every_start = False
        self.switches = self.rules.ALL if switches is None else switches
        self._parts: dict[int, list[Part]] = {}

    @property
    def parts(self) -> list[Part]:
        """The boards made so far."""
        return [part for parts in self._parts.values() for part in parts]

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        """Whether the player to move wins with the token on a vertex.

        Raises
        ------
        LimitReached
            When a limit of the meter is spent. What is known by then is kept.
        TooManyOptions
            When a state could have more than ``MOST_OPTIONS`` options.
        """
        raise NotImplementedError

    def _reach(self, start: Iterable[int], live: Sequence[bool], out: Sequence[Sequence[int]]) -> list[int]:
        """The live vertices that can be reached from some of them through live ones, ascending."""
        seen = set(start)
        stack = list(seen)
        while stack:
            for v in out[stack.pop()]:
                if live[v] and v not in seen:
                    seen.add(v)
                    stack.append(v)
        return sorted(seen)

    def _part(self, wanted: list[int], whole: list[int], weights: Sequence[int], meter: Meter, kind: int = -1) -> Part:
        """A board that holds these vertices with these weights; a new one holds all that was there at first.

        Only boards of the same kind are looked through.
        """
        parts = self._parts.setdefault(kind, [])
        for part in parts:
            if part.holds(wanted, weights):
                return part
        members = whole if set(whole).issuperset(wanted) else wanted
        heavy = {v: max(weights[v], self.weights[v]) for v in members}
        check_width(len(members), meter)
        made = self._board(members, heavy)
        search = BitSearch(made, self.settings)
        part = Part(members, heavy, made.numbers[PLANES], search)
        parts.append(part)
        return part

    def _board(self, members: list[int], weights: Mapping[int, int]) -> BitBoard:
        raise NotImplementedError

    def _rows(self, members: list[int], *, loops: bool) -> list[list[int]]:
        """The tables of a board: out-neighbours, in-neighbours, both."""
        place = {v: number for number, v in enumerate(members)}
        out = [0] * len(members)
        into = [0] * len(members)
        for u, number in place.items():
            for v in self.graph.neighbours[u]:
                if v in place and (loops or u != v):
                    out[number] |= 1 << place[v]
                    into[place[v]] |= 1 << number
        return [out, into, [a | b for a, b in zip(out, into, strict=True)]]


def width_for(options: int) -> int:
    if options > MOST_OPTIONS:
        raise TooManyOptions(f"a state could have {options} options")
    return max(3, options)


def planes_for(weights: Mapping[int, int], members: Iterable[int]) -> int:
    return max(1, max((weights[v] for v in members), default=1).bit_length())


def spread(part: Part, kept: Iterable[int], weights: Sequence[int]) -> list[int]:
    """The planes of the vertices that are kept."""
    planes = [0] * part.planes
    for v in kept:
        for i in range(part.planes):
            planes[i] |= (weights[v] >> i & 1) << part.place[v]
    return planes


def live_bits(planes: Sequence[int]) -> int:
    found = 0
    for plane in planes:
        found |= plane
    return found


def state_of(planes: Sequence[int], kept: int, ones: int) -> list[int]:
    first = planes[0] & kept | ones & kept
    return [first, *(plane & kept & ~ones for plane in planes[1:])]


class ByComponents(WeightedSearch):
    """A game whose token goes from one strong component to the next and never comes back."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.component = [0] * self.graph.n
        self.members = strong_components(self.graph.neighbours)
        for number, members in enumerate(self.members):
            for v in members:
                self.component[v] = number
        self._known: dict[int, bool] = {}
        self._others: dict[tuple[int, ...], ByComponents] = {}

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        meter = meter or self.meter
        weights = self.weights if weights is None else tuple(weights)
        if weights != self.weights:
            changed = compress(self.component, map(ne, weights, self.weights))
            if min(changed) < self.component[vertex]:
                # Never so in play; a token that was put elsewhere can find weights ahead that were changed.
                return self._other(weights).wins(vertex, meter=meter)
        return work_out(self._token(vertex, weights, meter), partial(self._recipe, meter=meter), self._known)

    def _recipe(self, vertex: int, meter: Meter) -> Generator[int, bool, bool]:
        """Work out what is asked about a vertex of another component, where nothing has happened yet."""
        raise NotImplementedError

    def _token(self, vertex: int, weights: Sequence[int], meter: Meter) -> Generator[int, bool, bool]:
        """Whether the player to move wins; asks for vertices of other components."""
        raise NotImplementedError

    def _other(self, weights: tuple[int, ...]) -> ByComponents:
        """A search of its own for a graph in another state."""
        if weights not in self._others:
            self._others[weights] = type(self)(
                self.graph, weights, self.misere, self.meter, self.settings, self.switches
            )
        return self._others[weights]
