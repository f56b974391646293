"""Who wins from each vertex of a board that comes apart along small cuts: a tree partition, and the types of its parts.

A part is composed once, whatever is played elsewhere, and parts that are alike are composed once for all of them. So a
long narrow board costs about as much as its different pieces do, where a search would go through all that can be left
of it.

A long strip has a tree partition into short columns, a tree of blobs one into pieces of its blobs; a graph with small
treewidth and small degrees always has one with small bags. :func:`layered` makes one: the layers of a breadth-first
search, each split into what hangs together further out. :func:`partition_of` tries several first layers and takes the
cheapest.
"""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import deep_calls, look, watched, watching
from lastmove.core.play import LOSES, WINS
from lastmove.parts import FIRST_LAYER_REACH, FIRST_LAYERS, FIRST_LAYERS_WORK, MOST_BAG, MOST_BESIDE, MOST_CUT
from lastmove.parts.boards import PartitionedBoard, TreePartition, neighbour_bags
from lastmove.parts.cores import ports_close
from lastmove.parts.types import Composition, Types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lastmove.core.limits import Meter
    from lastmove.parts.boards import PartsBoard


def layered(near: Sequence[Sequence[int]], roots: Iterable[int]) -> TreePartition:
    """The partition of what hangs together with some vertices, which must hang together, into layers around them.

    Examples
    --------
    >>> layered([[1], [0, 2, 3], [1], [1]], [0])
    TreePartition(bags=((2,), (3,), (1,), (0,)), parents=(2, 2, 3, -1))
    """
    layers = _layers(near, roots)
    depth = {v: d for d, layer in enumerate(layers) for v in layer}
    leader = {v: v for v in depth}

    def find(v: int) -> int:
        while leader[v] != v:
            leader[v] = leader[leader[v]]
            v = leader[v]
        return v

    bags: list[tuple[int, ...]] = []
    home: dict[int, int] = {}
    for d in range(len(layers) - 1, -1, -1):
        look()
        for v in layers[d]:
            for w in near[v]:
                if depth[w] >= d:
                    leader[find(w)] = find(v)
        together: dict[int, list[int]] = defaultdict(list)
        for v in layers[d]:
            together[find(v)].append(v)
        for members in together.values():
            home.update((v, len(bags)) for v in members)
            bags.append(tuple(sorted(members)))
    parents = [-1] * len(bags)
    for v, d in depth.items():
        for w in near[v]:
            if depth[w] < d:
                parents[home[v]] = home[w]
    return TreePartition(tuple(bags), tuple(parents))


def _layers(near: Sequence[Sequence[int]], roots: Iterable[int]) -> list[list[int]]:
    """The vertices at distance 0, 1, 2, ... from some vertices."""
    layer = sorted(set(roots))
    seen = set(layer)
    found = []
    while layer:
        look()
        found.append(layer)
        following = []
        for u in layer:
            for v in near[u]:
                if v not in seen:
                    seen.add(v)
                    following.append(v)
        layer = following
    return found


def narrowest(
    near: Sequence[Sequence[int]], root: int, cost: Callable[[TreePartition], float]
) -> tuple[TreePartition, float]:
    """The cheapest of some partitions of what hangs together with a vertex, and its cost.

    The first layer is a vertex far out, or a shortest path from it to one that is near: the end of a strip.
    """
    far = _layers(near, [root])[-1][0]
    tried = [(far,), *_short_paths(near, far)]
    best: tuple[float, TreePartition] | None = None
    for roots in watched(tried[: 2 + min(FIRST_LAYERS, FIRST_LAYERS_WORK // len(near))], 1):
        made = layered(near, roots)
        price = cost(made)
        if best is None or price < best[0]:
            best = price, made
    assert best is not None
    return best[1], best[0]


def _short_paths(near: Sequence[Sequence[int]], start: int) -> list[tuple[int, ...]]:
    """One shortest path to each vertex near a vertex, the shorter ones first."""
    found: list[tuple[int, ...]] = [(start,)]
    seen = {start}
    for path in found:
        if len(path) <= FIRST_LAYER_REACH and len(found) < FIRST_LAYERS:
            for v in near[path[-1]]:
                if v not in seen:
                    seen.add(v)
                    found.append((*path, v))
    return found[1:]


class GaveUp(Exception):
    """The types of a board take more nodes than were allowed."""


def partition_of(board: PartsBoard) -> TreePartition:
    """A partition with narrow cuts of those components of a board for which one was found."""
    near = board.near()
    bags: list[tuple[int, ...]] = []
    parents: list[int] = []
    seen: set[int] = set()
    for root in range(board.n):
        if root in seen:
            continue
        found, price = narrowest(near, root, lambda made: _price(board, made))
        seen.update(v for members in found.bags for v in members)
        if price < inf:
            parents += [parent if parent < 0 else parent + len(bags) for parent in found.parents]
            bags += found.bags
    return TreePartition(tuple(bags), tuple(parents))


def _price(board: PartsBoard, made: TreePartition) -> float:
    """About what the types of a partition cost: a few times more for each port."""
    weights = board.weights or (1,) * board.n
    if (
        max(sum(weights[v] for v in members) for members in made.bags) > MOST_BAG
        or max(map(len, neighbour_bags(made))) > MOST_BESIDE
    ):
        return inf
    sizes = _sizes(PartitionedBoard(board, made, Types(misere=False, ports_close=False)))
    return inf if max(sizes, default=0) > MOST_CUT else sum(5.0**size for size in sizes)


def _sizes(cuts: PartitionedBoard) -> list[int]:
    """How many ports each cut has, seen from either side, each as often as its weight allows."""
    weights = cuts.board.weights
    found = []
    for bag, parent in enumerate(cuts.partition.parents):
        for one, other in ((bag, parent), (parent, bag)) if parent >= 0 else ():
            ports = cuts.ports(one, other)
            found.append(sum(weights[v] for v in ports) if weights else len(ports))
    return found


class TreePartitionSearch:
    """Types around the bags of a board, under one convention.

    Parameters
    ----------
    board, partition
        The board, and a partition of the components that will be asked for.
    misere
        The convention.
    meter
        Counts the states of bags, and stops the work when a limit is spent.
    most_nodes
        So many nodes of diagrams may be made; then the work stops with GaveUp.
    """

    def __init__(
        self, board: PartsBoard, partition: TreePartition, *, misere: bool, meter: Meter, most_nodes: float = inf
    ) -> None:
        self.meter, self.most_nodes = meter, most_nodes
        self.stop_at = inf
        """The seconds of the meter at which the work stops with GaveUp."""
        self.types = Types(misere=misere, ports_close=ports_close(board.game), tick=self._tick, look=self._look)
        self.cuts = PartitionedBoard(board, partition, self.types)
        self._plays: dict[Any, Composition] = {}

    def _tick(self) -> None:
        self.meter.tick()

    def _look(self) -> None:
        self.meter.check()
        if len(self.types.functions.nodes) > self.most_nodes or self.meter.seconds > self.stop_at:
            raise GaveUp

    @property
    def ports(self) -> int:
        """The most ports at one cut; where there are weights, each as often as its weight allows."""
        return max(_sizes(self.cuts), default=0)

    def work(self, start: int | None = None) -> None:
        """Compose the parts around one vertex's bag, or around every bag."""
        with deep_calls(), watching(self.meter):
            if start is None:
                self.cuts.compose_all()
            else:
                self.cuts.compose_towards(self.cuts.home[start])
        self.types.functions.forget()

    def _play(self, bag: int) -> tuple[Composition, tuple[int, ...]]:
        core, wiring, children = self.cuts.around(bag)
        if wiring not in self._plays:
            self._plays[wiring] = Composition(self.types, core, ())
        return self._plays[wiring], children

    def wins(self, v: int) -> bool:
        """Whether the player to move wins with the token on a vertex."""
        with deep_calls():
            play, children = self._play(self.cuts.home[v])
            return play.token(play.core.start, children, self.cuts.place(v)) == WINS

    def winning(self, v: int) -> set[tuple[int | None, int | None]]:
        """The winning moves from a vertex, as pairs (to, remaining); the second is None where there are no weights."""
        bag = self.cuts.home[v]
        found = set()
        with deep_calls():
            play, children = self._play(bag)
            for move, (after, w, within) in self.cuts.options(play.core, bag, v):
                if within is not None:
                    result = play.inside(within[0], within[1], after, children)
                else:
                    result = self.types.stuck if w is None else play.token(after, children, w)
                if result == LOSES:
                    found.add(move)
        return found
