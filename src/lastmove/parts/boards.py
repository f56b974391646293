"""Boards that come apart along small cuts: the parts on either side of each bag of a tree partition, and their types.

In a tree partition every vertex is in one bag, and every edge lies inside a bag or joins two bags that are next to each
other in the tree. So each bag takes the graph apart.

Where two bags are next to each other, what lies on the far side of one is a part, and its ports are what the other can
see of it: the vertices with neighbours there or, in Edge Geography, the edges that cross. Types are composed bag by
bag, each bag being the core and the parts behind its neighbours the children.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lastmove.parts.cores import CorePort, Door, Join, Wiring, core_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.parts.cores import Core, PartTypes


@dataclass(frozen=True, slots=True)
class PartsBoard:
    """A board of one of the four games, as it stands now, in numbers: edges are arcs if ``directed``."""

    game: str
    n: int
    edges: tuple[tuple[int, int], ...]
    directed: bool
    weights: tuple[int, ...] = ()

    @property
    def by_edges(self) -> bool:
        """Whether ports are edges."""
        return self.game == "edge-geography"

    def near(self) -> list[list[int]]:
        """For each vertex the others that it is joined to, either way."""
        found: list[set[int]] = [set() for _ in range(self.n)]
        for u, v in self.edges:
            if u != v:
                found[u].add(v)
                found[v].add(u)
        return [sorted(each) for each in found]


def graph_game(position: Any) -> PartsBoard:
    """A position or board of one of the four games in numbers; where the token is does not matter."""
    graph = position.graph
    edges: Iterable[tuple[int, int]] = graph.ends()
    if position.name != "edge-geography":
        # Parallel edges change nothing; neither do loops in Vertex Geography.
        drop_loops = position.name == "vertex-geography"
        seen = (pair if graph.directed else (min(pair), max(pair)) for pair in edges)
        edges = dict.fromkeys((u, v) for u, v in seen if not (drop_loops and u == v))
    weights = tuple(position.weights) if position.name.startswith("nimg") else ()
    return PartsBoard(position.name, graph.n, tuple(edges), graph.directed, weights)


@dataclass(frozen=True, slots=True)
class TreePartition:
    """Bags of vertices; ``parents[i]`` is the number of the bag above bag i, larger than i, or -1 at a root."""

    bags: tuple[tuple[int, ...], ...]
    parents: tuple[int, ...]


def neighbour_bags(partition: TreePartition) -> list[list[int]]:
    """For each bag those next to it: the ones below, then the one above."""
    found: list[list[int]] = [[] for _ in partition.bags]
    for bag, parent in enumerate(partition.parents):
        if parent >= 0:
            found[parent].append(bag)
    for bag, parent in enumerate(partition.parents):
        if parent >= 0:
            found[bag].append(parent)
    return found


@dataclass
class PartitionedBoard:
    """A board, a tree partition of some of its components, and a store of types."""

    board: PartsBoard
    partition: TreePartition
    types: PartTypes
    home: dict[int, int] = field(init=False)
    """The bag of each vertex that is in one."""

    def __post_init__(self) -> None:
        self.home = {v: bag for bag, members in enumerate(self.partition.bags) for v in members}
        self.beside = neighbour_bags(self.partition)
        self._place = {v: place for members in self.partition.bags for place, v in enumerate(members)}
        self._inner: list[list[tuple[int, int]]] = [[] for _ in self.partition.bags]
        self._across: dict[tuple[int, int], list[tuple[int, int, bool, bool]]] = {}
        """From one bag to one beside it: edges as (end there, end beyond, can be walked out, can be walked in)."""
        for u, v in self.board.edges:
            if u not in self.home:
                continue
            a, b = self.home[u], self.home[v]
            if a == b:
                self._inner[a].append((self._place[u], self._place[v]))
            else:
                back = not self.board.directed
                self._across.setdefault((a, b), []).append((u, v, True, back))
                self._across.setdefault((b, a), []).append((v, u, back, True))
        self._ports: dict[tuple[int, int], list[Any]] = {}
        self._parts: dict[tuple[int, int], int] = {}
        self._composed: dict[tuple[Wiring, tuple[int, ...]], int] = {}

    def ports(self, bag: int, out: int) -> list[Any]:
        """The ports of a bag that another sees: vertices, or places in the list of edges that cross."""
        key = bag, out
        if key not in self._ports:
            crossing = self._across.get(key, [])
            vertices = sorted({u for u, *_ in crossing})
            self._ports[key] = list(range(len(crossing))) if self.board.by_edges else vertices
        return self._ports[key]

    def port_vertex(self, bag: int, out: int, port: int) -> int:
        """The vertex of a bag that a port leads to."""
        found = self.ports(bag, out)[port]
        return self._across[bag, out][found][0] if self.board.by_edges else int(found)

    def _doors(self, bag: int, out: int) -> Iterator[Door]:
        crossing = self._across.get((bag, out), [])
        for number, port in enumerate(self.ports(bag, out)):
            used = [crossing[port]] if self.board.by_edges else [each for each in crossing if each[0] == port]
            comes_in, goes_out = any(each[3] for each in used), any(each[2] for each in used)
            yield Door(number, self._place[used[0][0]], comes_in, goes_out)

    def _joins(self, bag: int, child: int, other: int) -> Iterator[Join]:
        places = {port: number for number, port in enumerate(self.ports(other, bag))}
        for number, (there, here, out, into) in enumerate(self._across.get((other, bag), ())):
            port = places[number if self.board.by_edges else there]
            yield Join(self._place[here], child, port, into, out)

    def wiring(self, bag: int, out: int | None) -> tuple[Wiring, tuple[int, ...]]:
        """A bag with the parts behind its neighbours, except ``out``: how it is joined, and the neighbours."""
        others = tuple(other for other in self.beside[bag] if other != out)
        joins = tuple(join for child, other in enumerate(others) for join in self._joins(bag, child, other))
        doors = () if out is None else tuple(self._doors(bag, out))
        members = self.partition.bags[bag]
        weights = tuple(self.board.weights[v] for v in members) if self.board.weights else ()
        made = Wiring(len(members), tuple(self._inner[bag]), self.board.directed, joins, doors, weights)
        return made, others

    def _part(self, bag: int, out: int) -> None:
        """Compose the type of the part on the far side of a bag, as another bag sees it."""
        wiring, others = self.wiring(bag, out)
        children = tuple([self._parts[other, bag] for other in others])
        key = wiring, children
        if key not in self._composed:
            core = core_of(self.board.game, wiring)
            self._composed[key] = self.types.compose(core, children, [CorePort(door.name) for door in wiring.doors])
        self._parts[bag, out] = self._composed[key]

    def compose_towards(self, bag: int) -> None:
        """Compose the parts around one bag."""
        order: list[tuple[int, int]] = []
        waiting = [(other, bag) for other in self.beside[bag]]
        while waiting:
            step = waiting.pop()
            if step not in self._parts:
                order.append(step)
                waiting += [(other, step[0]) for other in self.beside[step[0]] if other != step[1]]
        for step in reversed(order):
            self._part(*step)

    def compose_all(self) -> None:
        """Compose the parts around every bag: inwards to the roots, then outwards."""
        parents = self.partition.parents
        for bag, parent in enumerate(parents):
            if parent >= 0:
                self._part(bag, parent)
        for bag in range(len(parents) - 1, -1, -1):
            if parents[bag] >= 0:
                self._part(parents[bag], bag)

    def around(self, bag: int) -> tuple[Core, Wiring, tuple[int, ...]]:
        """A bag as a core, its wiring and the types of the parts around it, once they are composed."""
        wiring, others = self.wiring(bag, None)
        return core_of(self.board.game, wiring), wiring, tuple([self._parts[other, bag] for other in others])

    def options(self, core: Core, bag: int, v: int) -> Iterator[tuple[tuple[int | None, int | None], Option]]:
        """The moves from a vertex, as (to, remaining), and what each leads to."""
        game, members, place = self.board.game, self.partition.bags[bag], self._place[v]
        others = self.beside[bag]
        for after, w in core.steps(core.start, place):
            to = None if w is None else members[w]
            left = after[place] if game == "nimg-rm" else after[w] if game == "nimg-mr" else None
            yield (to, left), (after, w, None)
        for after, child, port in core.enters(core.start, place):
            to = self.port_vertex(others[child], bag, port)
            ways: Sequence[Any] = self.types.parts[self._parts[others[child], bag]][port] or ()
            for number, way in enumerate(ways):
                left = after[place] if game == "nimg-rm" else number if game == "nimg-mr" else None
                yield (to, left), (after, None, (child, way))

    def place(self, v: int) -> int:
        """The place of a vertex in its bag."""
        return self._place[v]


Option = tuple[Any, "int | None", "tuple[int, Any] | None"]
"""The state of the core, the place of the token in it or None, and the child it is in with who wins there or None."""
