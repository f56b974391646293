"""Cores of parts for the four games: what the moves are among vertices that are known one by one.

A :class:`Wiring` says how a core is joined inside, to its children and to the outside; :func:`core_of` makes the core
of a game from it. In Vertex Geography and NimG a port is a vertex of the part; in Edge Geography it is an edge that
crosses, and using it from either side takes it away.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence


class CorePort(NamedTuple):
    """A port of the new part that lies in its core; ``name`` is the core's own."""

    name: Hashable


class ChildPort(NamedTuple):
    """A port of the new part that is a port of one of its children."""

    child: int
    port: int


class Core(Protocol):
    """The vertices of a part that are known one by one; a state says what is left of them."""

    @property
    def start(self) -> Any:
        """The state in which nothing has been played."""

    def steps(self, state: Any, v: int) -> Iterable[tuple[Any, int | None]]:
        """Moves of a token on v inside the core: the new state and vertex; None where the game ends by the move."""

    def enters(self, state: Any, v: int) -> Iterable[tuple[Any, int, int]]:
        """Moves of a token on v into children: the new state, the child and its port."""

    def exits(self, state: Any, v: int) -> Iterable[tuple[Any, Hashable]]:
        """Ways of a token on v out of the part: the new state and the name of the port."""

    def landings(self, state: Any, child: int, port: int) -> Iterable[tuple[Any, int]]:
        """Where a token that leaves a child through a port can come in: the new states and vertices."""

    def arrivals(self, state: Any, name: Hashable) -> Iterable[tuple[Any, int]] | None:
        """Ways to come in through a port of the core, None if the port is gone."""


class Playing(Protocol):
    """A core with children of some types, as it is played; who wins may depend on the rest of the board."""

    @property
    def core(self) -> Core:
        """The core."""

    def whole(self, state: Any, children: tuple[int, ...]) -> int:
        """The type of the core with its children."""

    def token(self, state: Any, children: tuple[int, ...], v: int) -> Any:
        """Who wins with the token on a vertex of the core."""

    def inside(self, child: int, g: Any, state: Any, children: tuple[int, ...]) -> Any:
        """Who wins with the token in a child, of which g knows the answers."""


class PartTypes(ABC):
    """A store of types: for each port None if it is gone, otherwise who wins for each way to come in."""

    parts: Sequence[Sequence[Sequence[Any] | None]]
    """The types by their numbers."""

    @abstractmethod
    def play(self, core: Core, ports: Sequence[CorePort | ChildPort | None] = ()) -> Playing:
        """All that can be played in a core."""

    @abstractmethod
    def is_won(self, found: Any) -> bool:
        """Whether the mover wins, whatever the rest of the board does."""

    @abstractmethod
    def nothing(self, ports: int) -> int:
        """The type of a part with nothing in it."""

    def compose(
        self, core: Core, children: Sequence[int] = (), ports: Sequence[CorePort | ChildPort | None] = ()
    ) -> int:
        """The type of a core with children, as seen through ``ports``; None is a port that is not there."""
        return self.play(core, ports).whole(core.start, tuple(children))


class Join(NamedTuple):
    """Vertex v of a core, joined to a port of a child; ``into`` and ``out`` are the directions that can be walked."""

    v: int
    child: int
    port: int
    into: bool = True
    out: bool = True


class Door(NamedTuple):
    """A port of the new part at vertex v of the core; it can be used to come in, to go out, or both."""

    name: Hashable
    v: int
    comes_in: bool = True
    goes_out: bool = True


@dataclass(frozen=True)
class Wiring:
    """The vertices 0..n-1 of a core with its edges (arcs if ``directed``), joins and doors; weights where needed."""

    n: int
    edges: tuple[tuple[int, int], ...]
    directed: bool = False
    joins: tuple[Join, ...] = ()
    doors: tuple[Door, ...] = ()
    weights: tuple[int, ...] = ()


class _Vertices:
    """What the cores share whose ports are vertices."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        nexts: list[set[int]] = [set() for _ in range(wiring.n)]
        for u, v in wiring.edges:
            nexts[u].add(v)
            if not wiring.directed:
                nexts[v].add(u)
        self.nexts = [sorted(found) for found in nexts]
        self.into: list[list[tuple[int, int]]] = [[] for _ in range(wiring.n)]
        self.out: dict[tuple[int, int], list[int]] = defaultdict(list)
        for join in wiring.joins:
            if join.into:
                self.into[join.v].append((join.child, join.port))
            if join.out:
                self.out[join.child, join.port].append(join.v)
        self.doors: list[list[Hashable]] = [[] for _ in range(wiring.n)]
        self.homes: dict[Hashable, Door] = {}
        for door in wiring.doors:
            self.homes[door.name] = door
            if door.goes_out:
                self.doors[door.v].append(door.name)


class VertexGeographyCore(_Vertices):
    """A state is the set of vertices that are there, as bits."""

    @property
    def start(self) -> int:
        return (1 << self.wiring.n) - 1

    def steps(self, state: int, v: int) -> Iterator[tuple[int, int]]:
        after = state & ~(1 << v)
        return ((after, w) for w in self.nexts[v] if after >> w & 1)

    def enters(self, state: int, v: int) -> Iterator[tuple[int, int, int]]:
        after = state & ~(1 << v)
        return ((after, child, port) for child, port in self.into[v])

    def exits(self, state: int, v: int) -> Iterator[tuple[int, Hashable]]:
        after = state & ~(1 << v)
        return ((after, name) for name in self.doors[v])

    def landings(self, state: int, child: int, port: int) -> Iterator[tuple[int, int]]:
        return ((state, v) for v in self.out.get((child, port), ()) if state >> v & 1)

    def arrivals(self, state: int, name: Hashable) -> tuple[tuple[int, int], ...] | None:
        door = self.homes[name]
        if not state >> door.v & 1:
            return None
        return ((state, door.v),) if door.comes_in else ()


class EdgeGeographyCore:
    """A state is the set of the core's edges and doors that are there, as bits; joins are edges of the children."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.at: list[list[tuple[int, int]]] = [[] for _ in range(wiring.n)]
        for place, (u, v) in enumerate(wiring.edges):
            self.at[u].append((1 << place, v))
            if not wiring.directed and u != v:
                self.at[v].append((1 << place, u))
        self.into: list[list[tuple[int, int]]] = [[] for _ in range(wiring.n)]
        self.out: dict[tuple[int, int], int] = {}
        for join in wiring.joins:
            if join.into:
                self.into[join.v].append((join.child, join.port))
            if join.out:
                self.out[join.child, join.port] = join.v
        first = len(wiring.edges)
        self.doors: list[list[tuple[int, Hashable]]] = [[] for _ in range(wiring.n)]
        self.homes: dict[Hashable, tuple[int, Door]] = {}
        for place, door in enumerate(wiring.doors, first):
            self.homes[door.name] = 1 << place, door
            if door.goes_out:
                self.doors[door.v].append((1 << place, door.name))

    @property
    def start(self) -> int:
        return (1 << len(self.wiring.edges) + len(self.wiring.doors)) - 1

    def steps(self, state: int, v: int) -> Iterator[tuple[int, int]]:
        return ((state & ~bit, w) for bit, w in self.at[v] if state & bit)

    def enters(self, state: int, v: int) -> Iterator[tuple[int, int, int]]:
        return ((state, child, port) for child, port in self.into[v])

    def exits(self, state: int, v: int) -> Iterator[tuple[int, Hashable]]:
        return ((state & ~bit, name) for bit, name in self.doors[v] if state & bit)

    def landings(self, state: int, child: int, port: int) -> tuple[tuple[int, int], ...]:
        v = self.out.get((child, port))
        return () if v is None else ((state, v),)

    def arrivals(self, state: int, name: Hashable) -> tuple[tuple[int, int], ...] | None:
        bit, door = self.homes[name]
        if not state & bit:
            return None
        return ((state & ~bit, door.v),) if door.comes_in else ()


Weights = tuple[int, ...]


class _Weighted(_Vertices):
    """A state is the weights of the core's vertices; they are lowered where the token leaves, or where it comes."""

    @property
    def start(self) -> Weights:
        return self.wiring.weights

    @staticmethod
    def lowered(state: Weights, v: int) -> Iterable[Weights]:
        """The states in which vertex v has lost something."""
        return ((*state[:v], k, *state[v + 1 :]) for k in range(state[v]))

    @staticmethod
    def as_it_is(state: Weights, v: int) -> Iterable[Weights]:  # noqa: ARG004
        """The state alone."""
        return (state,)

    leaving = coming = as_it_is
    """The states after the token has left a vertex, and those after it has come to one."""

    def steps(self, state: Weights, v: int) -> Iterator[tuple[Weights, int | None]]:
        return ((after, w) for left in self.leaving(state, v) for w in self.nexts[v] for after in self.coming(left, w))

    def enters(self, state: Weights, v: int) -> Iterator[tuple[Weights, int, int]]:
        return ((after, child, port) for after in self.leaving(state, v) for child, port in self.into[v])

    def exits(self, state: Weights, v: int) -> Iterator[tuple[Weights, Hashable]]:
        return ((after, name) for after in self.leaving(state, v) for name in self.doors[v])

    def landings(self, state: Weights, child: int, port: int) -> Iterator[tuple[Weights, int]]:
        return ((after, v) for v in self.out.get((child, port), ()) for after in self.coming(state, v))

    def arrivals(self, state: Weights, name: Hashable) -> tuple[tuple[Weights, int], ...]:
        door = self.homes[name]
        return tuple([(after, door.v) for after in self.coming(state, door.v)]) if door.comes_in else ()


class NimGRMCore(_Weighted):
    """Lower the weight of the token's vertex, then move; one who has no neighbour takes, and the game is over."""

    leaving = staticmethod(_Weighted.lowered)

    def steps(self, state: Weights, v: int) -> Iterator[tuple[Weights, int | None]]:
        if not self.nexts[v] and not self.into[v] and not self.doors[v]:
            return ((after, None) for after in self.lowered(state, v))
        return super().steps(state, v)


class NimGMRCore(_Weighted):
    """Move to a neighbour with something on it, then lower its weight: each new weight is a way to come in."""

    coming = staticmethod(_Weighted.lowered)


CORES: dict[str, type[VertexGeographyCore | EdgeGeographyCore | NimGRMCore | NimGMRCore]] = {
    "vertex-geography": VertexGeographyCore,
    "edge-geography": EdgeGeographyCore,
    "nimg-rm": NimGRMCore,
    "nimg-mr": NimGMRCore,
}


def core_of(game: str, wiring: Wiring) -> Core:
    """The core of a game with this wiring."""
    return CORES[game](wiring)


def ports_close(game: str) -> bool:
    """Whether what a port leads to can be used up, so that nobody can leave there."""
    return game in ("vertex-geography", "nimg-mr")
