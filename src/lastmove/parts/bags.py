"""Who wins from each vertex of a board that comes apart along small cuts: by the types of its parts.

A part is composed once, whatever is played elsewhere, and parts that are alike are composed once for all of them. So a
long narrow board costs about as much as its different pieces do, where a search would go through all that can be left
of it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import deep_calls, watching
from lastmove.core.play import LOSES, WINS
from lastmove.parts.boards import BagBoard, neighbour_bags
from lastmove.parts.cores import ports_close
from lastmove.parts.partitions import TreePartition, narrowest
from lastmove.parts.types import Composition, Types

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.parts.boards import GraphGame

MOST_PORTS = 6
"""Boards with more ports at one cut are not tried."""

_MOST_BAG = 12
"""The most vertices, or weights, of one bag."""
_MOST_BESIDE = 40


class GaveUp(Exception):
    """The types of a board take more nodes than were allowed."""


def partition_of(board: GraphGame) -> TreePartition:
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


def _price(board: GraphGame, made: TreePartition) -> float:
    """About what the types of a partition cost: a few times more for each port."""
    weights = board.weights or (1,) * board.n
    if (
        max(sum(weights[v] for v in members) for members in made.bags) > _MOST_BAG
        or max(map(len, neighbour_bags(made))) > _MOST_BESIDE
    ):
        return inf
    sizes = _sizes(BagBoard(board, made, Types(misere=False, ports_close=False)))
    return inf if max(sizes, default=0) > MOST_PORTS else sum(5.0**size for size in sizes)


def _sizes(cuts: BagBoard) -> list[int]:
    """How many ports each cut has, seen from either side, each as often as its weight allows."""
    weights = cuts.board.weights
    found = []
    for bag, parent in enumerate(cuts.partition.parents):
        for one, other in ((bag, parent), (parent, bag)) if parent >= 0 else ():
            ports = cuts.ports(one, other)
            found.append(sum(weights[v] for v in ports) if weights else len(ports))
    return found


class BagSearch:
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
        self, board: GraphGame, partition: TreePartition, *, misere: bool, meter: Meter, most_nodes: float = inf
    ) -> None:
        self.meter, self.most_nodes = meter, most_nodes
        self.stop_at = inf
        """The seconds of the meter at which the work stops with GaveUp."""
        self.types = Types(misere=misere, ports_close=ports_close(board.game), tick=self._tick, look=self._look)
        self.cuts = BagBoard(board, partition, self.types)
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
