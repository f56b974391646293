"""The rules of Geography and NimG in gates: what is legal in a position made of signals, and what it becomes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from lastmove.games.moves import LowerAndSlide, Slide, SlideAndLower, SlideOver
from lastmove.games.token import OFF
from lastmove.reductions.circuit import FALSE, MOST_CLAUSES, TRUE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.reductions.circuit import Circuit

__all__ = ["RULES", "Rules"]


class Rules(ABC):
    """A game whose moves are numbered; ``longest`` is the most moves a play has, ``width`` about what a turn takes."""

    longest: int
    width: int

    @abstractmethod
    def first(self) -> Any:
        """The position to begin with."""

    @abstractmethod
    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        """For the number of each move the signal that it is legal."""

    @abstractmethod
    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        """The position after a turn; ``picked`` says for each number whether that move is chosen, and legal."""

    @abstractmethod
    def move(self, number: int) -> Any:
        """The move with this number in the position to begin with."""


class _Token(Rules):
    """What the games with a token on a graph share: moves are arcs, each perhaps with a weight to leave."""

    def __init__(self, position: Any) -> None:
        graph = position.graph
        self.names = graph.vertices
        self.n = graph.n
        self.start = OFF if position.start not in graph.numbers else graph.index(position.start)
        self.arcs = [(u, v) for u in range(graph.n) for v in graph.neighbours[u]]

    def token(self) -> list[int]:
        """Where the token is."""
        return [TRUE if v == self.start else FALSE for v in range(self.n)]

    @staticmethod
    def gathered(make: Circuit, count: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """For each place below ``count`` whether one of its signals is true, given pairs of place and signal."""
        found: list[list[int]] = [[] for _ in range(count)]
        for place, signal in pairs:
            found[place].append(signal)
        return [make.some(signals) for signals in found]


class VertexRules(_Token):
    """Vertex Geography: a move is the vertex to go to."""

    def __init__(self, position: Any) -> None:
        super().__init__(position)
        self.arcs = [(u, v) for u, v in self.arcs if u != v]
        self.longest = self.n - 1
        self.width = self.n + len(self.arcs)

    def first(self) -> Any:
        return self.token(), [TRUE] * self.n

    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        token, there = state
        ways = self.gathered(make, self.n, [(v, token[u]) for u, v in self.arcs])
        return [make.every((way, there[v])) for v, way in enumerate(ways)]

    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        token, there = state
        return list(picked), [make.every((there[v], make.opposite(token[v]))) for v in range(self.n)]

    def move(self, number: int) -> Any:
        return Slide(self.names[number])


class EdgeRules(_Token):
    """Edge Geography: a move is an edge and a direction."""

    def __init__(self, position: Any) -> None:
        super().__init__(position)
        graph = position.graph
        ways = [(edge, u, v) for edge, (u, v) in enumerate(graph.ends())]
        back = [] if graph.directed else [(edge, v, u) for edge, u, v in ways if u != v]
        self.ways = [*ways, *back]
        self.longest = graph.m
        self.width = self.n + 2 * len(self.ways)

    def first(self) -> Any:
        return self.token(), [TRUE] * self.longest

    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        token, there = state
        return [make.every((there[edge], token[u])) for edge, u, _ in self.ways]

    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        _, there = state
        chosen = list(zip(self.ways, picked, strict=True))
        token = self.gathered(make, self.n, [(v, pick) for (_, _, v), pick in chosen])
        used = self.gathered(make, self.longest, [(edge, pick) for (edge, _, _), pick in chosen])
        return token, [make.every((still, make.opposite(gone))) for still, gone in zip(there, used, strict=True)]

    def move(self, number: int) -> Any:
        edge, _, v = self.ways[number]
        return SlideOver(self.names[v], edge)


class _Weighted(_Token):
    """NimG: a move is an arc and what is left of the vertex that it lowers. Weights are in unary."""

    lowers_head: bool

    def __init__(self, position: Any) -> None:
        super().__init__(position)
        self.weights = position.weights
        self.longest = sum(self.weights)
        ends = [(u, OFF) for u in range(self.n) if not position.graph.neighbours[u] and not self.lowers_head]
        ways = [(u, v, v if self.lowers_head else u) for u, v in (*self.arcs, *ends)]
        self.width = sum(self.weights[lowered] for _, _, lowered in ways) + self.longest
        small = (self.longest + 1) * self.width <= MOST_CLAUSES  # otherwise nobody looks at them
        self.ways = [(u, v, at, k) for u, v, at in ways for k in range(self.weights[at])] if small else []

    def first(self) -> Any:
        return self.token(), [[TRUE] * weight for weight in self.weights]

    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        token, more_than = state
        return [make.every((token[u], more_than[at][k])) for u, _, at, k in self.ways]

    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        _, more_than = state
        chosen = list(zip(self.ways, picked, strict=True))
        token = self.gathered(make, self.n, [(v, pick) for (_, v, _, _), pick in chosen if v != OFF])
        to: list[list[list[int]]] = [[[] for _ in range(weight)] for weight in self.weights]
        for (_, _, at, k), pick in chosen:
            to[at][k].append(pick)
        left = [
            [
                # more than j are left if there were, unless the vertex was lowered to j or less
                make.every((held, make.opposite(make.some(pick for k in range(j + 1) for pick in to[at][k]))))
                for j, held in enumerate(held_at)
            ]
            for at, held_at in enumerate(more_than)
        ]
        return token, left

    def move(self, number: int) -> Any:
        _, v, _, k = self.ways[number]
        name = None if v == OFF else self.names[v]
        return SlideAndLower(name, k) if self.lowers_head else LowerAndSlide(k, name)


class RemoveThenMove(_Weighted):
    """NimG-RM: the vertex that the token leaves is lowered."""

    lowers_head = False


class MoveThenRemove(_Weighted):
    """NimG-MR: the vertex that the token comes to is lowered."""

    lowers_head = True


RULES: dict[str, Callable[[Any], Rules]] = {
    "vertex-geography": VertexRules,
    "edge-geography": EdgeRules,
    "nimg-rm": RemoveThenMove,
    "nimg-mr": MoveThenRemove,
}
"""The games that are written by their rules; a line for each."""
