"""Flows in the graph H whose edges are the vertices of degree at most 2 on one side of a bipartite board."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look, watched

if TYPE_CHECKING:
    from collections.abc import Iterator

NONE = -1

Flow = dict[int, int]
"""For each middle vertex how much flows through it, from its end 0 to its end 1."""


class Middle(NamedTuple):
    """A vertex with at most two edges, as an edge of H between its ends.

    Attributes
    ----------
    vertex
        Its number on the board.
    edges, ends, weights
        Of its edge 0 and its edge 1: the number on the board (NONE if there is none), where it leads to as a vertex of
        H, and its weight. Without an edge 1 that leads where edge 0 does, with weight 0.
    """

    vertex: int
    edges: tuple[int, int]
    ends: tuple[int, int]
    weights: tuple[int, int]

    @property
    def low(self) -> int:
        """0 or 1: which of its edges is the lighter one."""
        return int(self.weights[0] > self.weights[1])

    @property
    def balanced(self) -> bool:
        """Whether both edges have the same weight."""
        return self.weights[0] == self.weights[1]

    @property
    def is_loop(self) -> bool:
        """Whether both ends are the same."""
        return self.ends[0] == self.ends[1]

    @property
    def demand(self) -> int:
        """How much its low end has to send to its high end past it, for the player to move to win."""
        return 0 if self.is_loop else min(self.weights)


class Network:
    """H with capacities: through a middle vertex flows at most its smaller weight, in either direction.

    Parameters
    ----------
    size
        The number of vertices of H.
    middles
        Its edges.
    """

    def __init__(self, size: int, middles: list[Middle]) -> None:
        self.size = size
        self.middles = middles
        self.capacity = [min(middle.weights) for middle in middles]
        self.around: list[list[tuple[int, int, int]]] = [[] for _ in range(size)]
        for number, middle in enumerate(middles):
            if not middle.is_loop:
                x, y = middle.ends
                self.around[x].append((number, y, 1))
                self.around[y].append((number, x, -1))

    def with_capacity(self, number: int, capacity: int) -> Network:
        """The same with another capacity of one edge."""
        other = object.__new__(Network)
        other.size, other.middles, other.around = self.size, self.middles, self.around
        other.capacity = [*self.capacity[:number], capacity, *self.capacity[number + 1 :]]
        return other

    def push(self, flow: Flow, source: int, target: int, most: int, past: int = NONE) -> int:
        """Send up to so much more from a vertex to another, not through the middle ``past``; how much was sent.

        The ways are shortest ones, so there are O(n m) of them, whatever the weights.
        """
        sent = 0
        if source == target:
            return most
        while sent < most:
            look()
            way = self._way(flow, source, target, past)
            if way is None:
                break
            room = min(self.capacity[number] - sign * flow.get(number, 0) for number, sign in way)
            amount = min(room, most - sent)
            for number, sign in way:
                flow[number] = flow.get(number, 0) + sign * amount
            sent += amount
        return sent

    def _way(self, flow: Flow, source: int, target: int, past: int) -> list[tuple[int, int]] | None:
        """A shortest way with room, as middles and directions; looked for from both ends: cuts are often near one."""
        came = {source: (NONE, NONE, 0)}
        goes = {target: (NONE, NONE, 0)}
        near, far = [source], [target]
        while near and far:
            forwards = len(near) <= len(far)
            wave, known, other = (near, came, goes) if forwards else (far, goes, came)
            fresh: list[int] = []
            for u in wave:
                for number, v, outwards in self.around[u]:
                    sign = outwards if forwards else -outwards
                    if v not in known and number != past and self.capacity[number] > sign * flow.get(number, 0):
                        known[v] = (u, number, sign)
                        if v in other:
                            return [*_steps(came, v), *_steps(goes, v)]
                        fresh.append(v)
            if forwards:
                near = fresh
            else:
                far = fresh
        return None

    def between(self, number: int, most: int) -> tuple[int, Flow]:
        """How much can be sent from one end of a middle to the other past it, up to ``most``, with a flow."""
        flow: Flow = {}
        start, end = self.middles[number].ends
        return self.push(flow, start, end, most, number), flow

    def reaching(self, flow: Flow, target: int, past: int) -> dict[int, int]:
        """The vertices that could send more to a vertex past a middle, each with the middle that it would use next."""
        following = {target: NONE}
        waiting = deque([target])
        while waiting:
            v = waiting.popleft()
            for number, u, sign in self.around[v]:
                if u not in following and number != past and self.capacity[number] > -sign * flow.get(number, 0):
                    following[u] = number
                    waiting.append(u)
        return following

    def demanded(self, number: int) -> tuple[bool, Flow]:
        """Whether the low end of an unbalanced middle can send its demand to the high end past it, with the flow."""
        middle, flow = self.middles[number], Flow()
        source, target = middle.ends[middle.low], middle.ends[1 - middle.low]
        return self.push(flow, source, target, middle.demand, number) == middle.demand, flow

    def witnesses(self, number: int, u: int) -> Flow | None:
        """A flow as demanded with one unit from u besides; ``None`` if there is none."""
        enough, flow = self.demanded(number)
        target = self.middles[number].ends[1 - self.middles[number].low]
        return flow if enough and self.push(flow, u, target, 1, number) else None

    def sent(self, number: int, u: int) -> tuple[int, int]:
        """How much of the demand of a middle and of one unit from u can be sent, and how much that is."""
        middle, flow = self.middles[number], Flow()
        source, target = middle.ends[middle.low], middle.ends[1 - middle.low]
        found = self.push(flow, source, target, middle.demand, number)
        return found + self.push(flow, u, target, 1, number), middle.demand + 1

    def cut_size(self, inside: set[int]) -> int:
        """The capacity of the edges of H with just one end in a set."""
        return sum(
            self.capacity[number] for u in watched(inside, 16) for number, v, _ in self.around[u] if v not in inside
        )


def _steps(came: dict[int, tuple[int, int, int]], u: int) -> Iterator[tuple[int, int]]:
    """The middles on the way back from a vertex, with their directions."""
    while came[u][1] != NONE:
        u, number, sign = came[u]
        yield number, sign
