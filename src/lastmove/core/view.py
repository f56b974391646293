"""What a position looks like, before anyone draws it: a graph, heaps, a sum of views, or a text.

A position says what it looks like with ``view()``, and what one of its moves does to that view with
``view_move(move)``. Pictures, terminals and pages render these values and need to know no game by name. A position
without the two methods is seen as a text (:func:`view_of`, :func:`view_move`).

Places in a view are found by key: the vertex itself in a :class:`GraphView`, the number of the heap in a
:class:`HeapsView`. The same keys are the starts of a board, so the outcome of every start can be written beside its
place. Numbers of nodes and edges are those of ``position.graph``, which certificates use.

How wide text for people may be.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from lastmove.core.errors import printable, show

if TYPE_CHECKING:
    from lastmove.core.position import Move, Position


@dataclass(frozen=True, slots=True)
class Node:
    """A vertex as people see it.

    Attributes
    ----------
    key
        The vertex.
    name
        What it is called: text without control characters.
    weight
        Its weight, where the game has weights.
    """

    key: Hashable
    name: str
    weight: int | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge, or an arc from ``tail`` to ``head``, by the numbers of the nodes. Equal ends make a loop.

    It has a weight where the game has weights on edges.
    """

    tail: int
    head: int
    weight: int | None = None


@dataclass(frozen=True)
class GraphView:
    """A graph with a token on it.

    Attributes
    ----------
    nodes, edges
        In the order of the game's graph; parallel edges stand there several times.
    directed
        Whether edges are arcs.
    token
        The number of the token's node; ``None`` on a board without a start and when the token has left.
    ways
        Where else the token can go from its node, along no edge of the graph. They are numbered after the edges.
    has_token
        Whether the game is played with a token; if not, a move chooses nodes (:attr:`MoveView.chooses`).
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    directed: bool = False
    token: int | None = None
    ways: tuple[Edge, ...] = ()
    has_token: bool = True

    @property
    def lines(self) -> tuple[Edge, ...]:
        """The edges, and after them the other ways."""
        return self.edges + self.ways

    @cached_property
    def has_weighted_edges(self) -> bool:
        """Whether weights stand on the edges."""
        return any(edge.weight is not None for edge in self.edges)

    def place(self, key: Hashable) -> int | None:
        """The number of the node with this key, if there is one."""
        return self._places.get(key)

    @cached_property
    def _places(self) -> dict[Hashable, int]:
        return {node.key: number for number, node in enumerate(self.nodes)}

    def edge_to(self, number: int) -> int | None:
        """The first edge that leads from the token to a node, or another way to it; ``None`` if there is none."""
        return self._first_edges.get(number)

    @cached_property
    def _first_edges(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for number, edge in enumerate(self.lines):
            if edge.tail == self.token:
                found.setdefault(edge.head, number)
            elif edge.head == self.token and not self.directed:
                found.setdefault(edge.tail, number)
        return found


@dataclass(frozen=True, slots=True)
class HeapsView:
    """Heaps of tokens in a row, or in a circle where play goes round.

    Attributes
    ----------
    heaps
        The sizes, empty heaps too.
    current
        The number of the heap whose turn it is, in games that have one.
    circular
        Whether the heaps stand in a circle.
    rule
        What may be done to a heap, in a few words such as ``0.7``; empty where the game itself says it all.
    pins
        Whether the heaps are rows of pins that stand side by side, as in Kayles: a move knocks down neighbours.
    """

    heaps: tuple[int, ...]
    current: int | None = None
    circular: bool = False
    rule: str = ""
    pins: bool = False

    def place(self, key: Hashable) -> int | None:
        """The number of the heap with this key: ``key`` itself, if there is such a heap."""
        return key if isinstance(key, int) and 0 <= key < len(self.heaps) else None


@dataclass(frozen=True, slots=True)
class SumView:
    """Views side by side; a move is made in one of them."""

    parts: tuple[View, ...]


@dataclass(frozen=True, slots=True)
class TextView:
    """A position that says no more than its text."""

    text: str


View = GraphView | HeapsView | SumView | TextView
"""What a position looks like."""


@dataclass(frozen=True, slots=True)
class MoveView:
    """What a move does, in the places of the view of the position it is made in.

    Attributes
    ----------
    text
        The move in words.
    to
        The key of the node the token goes to, or of the heap that becomes current; ``None`` where no token moves, or
        where it leaves the board.
    edge
        The number of the edge it goes along, where the move names one; :meth:`GraphView.edge_to` finds it otherwise.
    lowers
        The key of the node or heap that tokens are taken from, if any are.
    leaves
        What is left of it: one number, or the heaps it is split into (none: nothing is left). Where nothing is named in
        ``lowers``, what is left of the weight of the edge.
    chooses
        Where no token moves: the key of the node that is chosen, or the keys of the ends of the edge.
    part, inner
        In a sum, the number of the part and what the move does there.
    """

    text: str
    to: Hashable | None = None
    edge: int | None = None
    lowers: Hashable | None = None
    leaves: tuple[int, ...] = ()
    chooses: tuple[Hashable, ...] = ()
    part: int | None = None
    inner: MoveView | None = None


def view_of(position: Position) -> View:
    """What a position looks like: its own ``view()``; else its text, ``str(position)`` if it has one of its own."""
    own = getattr(position, "view", None)
    if callable(own):
        found: View = own()
        return found
    text = show(position) if type(position).__str__ is object.__str__ else str(position)
    return TextView(printable(text, keep="\n"))


def view_move(position: Position, move: Move) -> MoveView:
    """What a move does to the view: the position's own ``view_move(move)``, or the move as text."""
    own = getattr(position, "view_move", None)
    if callable(own):
        found: MoveView = own(move)
        return found
    return MoveView(show(move))


def terminal_width(most: int = 100) -> int:
    """How many columns to fill: those of the terminal, but not too many to be read; in a pipe always as many."""
    if not sys.stdout.isatty():
        return most
    import shutil  # here: it takes time that a small question need not spend

    return max(40, min(shutil.get_terminal_size((most, 24)).columns, most))
