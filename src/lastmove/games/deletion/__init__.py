"""Deletion games: a move chooses a vertex or an edge of a graph, and part of the graph is deleted.

What is left falls into components, and play in one does not touch the others: a position is the sum of its components.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.core.view import MoveView
from lastmove.games.fields import vertex_from_json, vertex_to_json
from lastmove.games.graph_game import ON_GRAPHS, GraphGame
from lastmove.games.moves import Delete
from lastmove.graphs.canonical import bits_of, canonical_order, pieces_of
from lastmove.graphs.graph import Graph
from lastmove.graphs.sources import as_graph

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from random import Random
    from typing import Any, Self

    from lastmove.core.position import Position
    from lastmove.games.fields import Fields
    from lastmove.games.octal import Octal
    from lastmove.games.samples import Range, Stratum
    from lastmove.graphs.sources import GraphSource

    Target = int | tuple[int, int]

_set = object.__setattr__


class DeletionGame(GraphGame):
    """A game on an undirected graph in which a move chooses a vertex or an edge and deletes something.

    A subclass says what may be chosen (``chooses``), and what then goes (``deleted``). Moves, components, Grundy
    values, misère play, JSON and pictures follow. What ``deleted`` says may depend on the component of the choice only:
    on this rests that a position is the sum of its components.

    Inside, vertices have numbers and sets of vertices are the bits of integers. Parallel edges are one edge.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes, undirected; it may have no vertices, and the game is over.
    """

    __slots__ = ("_cut", "_home", "_live")

    fields: ClassVar[tuple[str, ...]] = ("directed", "vertices", "edges", "graph6", "sparse6")
    never_directed = True
    has_token = False
    move_class = Delete
    chooses: ClassVar[Literal["vertices", "edges", "both"]] = "vertices"
    """What a move names."""

    _live: int
    """The vertices that are there."""
    _cut: frozenset[tuple[int, int]]
    """The edges, smaller end first, that were deleted and whose ends are both there."""
    _home: tuple[Graph, Sequence[int]]
    """The board of what this is a component of, and the number there of each vertex of this board."""

    def __init__(self, graph: GraphSource) -> None:
        board = as_graph(graph).graph
        if board.directed:
            raise InputError("directed", f"true; {self.name} is played on undirected graphs")
        _set(self, "_board", board)
        _set(self, "_live", (1 << board.n) - 1)
        _set(self, "_cut", frozenset())
        _set(self, "_home", (board, range(board.n)))

    @abstractmethod
    def deleted(self, target: Any) -> int | None:
        """The vertices that go when ``target`` is chosen; ``None`` if that is not allowed.

        ``target`` is the number of a vertex that is there, or of the two ends of an edge that is there, the smaller
        one first. An edge that is chosen is deleted in any case.
        """

    def near(self, v: int) -> int:
        """The neighbours of a vertex, as bits: itself among them if it has a loop."""
        found = self._board.rows[v] & self._live
        for u, w in self._cut:
            if v in (u, w):
                found &= ~(1 << (w if v == u else u))
        return found

    def targets(self) -> Iterator[Target]:
        """The vertices, or the pairs of ends of edges, that are there: what can be tried."""
        if self.chooses != "edges":
            yield from bits_of(self._live)
        if self.chooses != "vertices":
            for u in bits_of(self._live):
                yield from ((u, v) for v in bits_of(self.near(u) >> u << u))

    def moves(self) -> Iterator[Delete]:
        for target in self.targets():
            if self.deleted(target) is not None:
                yield Delete(self._named(target))

    def after(self, move: Delete) -> Self:
        target = self._target(self._read(move).delete, move)
        gone = self.deleted(target)
        if gone is None:
            raise self._illegal(move, f"the rules of {self.name} do not allow it here")
        live, cut = self._live & ~gone, self._cut
        if type(target) is tuple:
            cut = cut | {target}
        return self._left(live, frozenset((u, v) for u, v in cut if live >> u & live >> v & 1))

    def _left(self, live: int, cut: frozenset[tuple[int, int]]) -> Self:
        made = object.__new__(type(self))
        _set(made, "_board", self._board)
        _set(made, "_live", live)
        _set(made, "_cut", cut)
        _set(made, "_home", self._home)
        return made

    def _named(self, target: Target) -> Hashable:
        names = self._board.vertices
        return (names[target[0]], names[target[1]]) if type(target) is tuple else names[target]  # type: ignore[index]

    def _target(self, named: Hashable, move: object) -> Target:
        """The numbers of what a move names, if it is there."""
        if self.chooses != "edges" and self._is_vertex(named):
            v = self._number(named, move)
            if not self._live >> v & 1:
                raise self._illegal(move, f"{show(named)} was deleted")
            return v
        if self.chooses == "vertices" or type(named) is not tuple or len(named) != 2:
            accepted = {"vertices": "a vertex", "edges": "the two ends of an edge"}.get(self.chooses, "either")
            raise self._illegal(move, f"{show(named)} cannot be chosen; accepted: {accepted}")
        u, v = sorted(self._number(end, move) for end in named)
        if not (self._live >> u & 1 and self.near(u) >> v & 1):
            raise self._illegal(move, "there is no such edge")
        return u, v

    def _is_vertex(self, named: Hashable) -> bool:
        try:
            return named in self._board.numbers
        except TypeError:
            return False

    @property
    def graph(self) -> Graph:
        board = self._board
        if self._cut:
            ends = enumerate(board.ends())
            board = board.with_edges(sum(1 << i for i, (u, v) in ends if (min(u, v), max(u, v)) not in self._cut))
        return board if self._live.bit_count() == board.n else board.induced(self._live)

    def components(self) -> tuple[Position, ...]:
        """The components that have a move, each with its vertices in an order of its own, or as a heap.

        Components that are alike but for the names of vertices are mostly equal positions; small ones always are.
        """
        found = []
        for members, rows in pieces_of(self._live, self.near):
            heap = self.as_heap(rows)
            piece = self._component(members, rows) if heap is None else heap
            if next(iter(piece.moves()), None) is not None:
                found.append(piece)
        return tuple(found)

    def as_heap(self, rows: tuple[int, ...]) -> Octal | None:  # noqa: ARG002 - what a game may look at
        """The heap that the game on a connected graph is, by its rows of neighbours; ``None`` if it is none."""
        return None

    @classmethod
    def fixed_moves(cls, board: Graph) -> tuple[tuple[int, int], ...] | None:  # noqa: ARG003 - what a game may look at
        """For each move on a board the vertices that must be there, and those that it deletes of what is there.

        A game says so if it deletes vertices only, and the same whatever else is gone; then it is searched faster.
        """
        return None

    def _component(self, members: list[int], rows: tuple[int, ...]) -> Self:
        made, order = object.__new__(type(self)), canonical_order(rows)
        board, home = self._home
        _set(made, "_board", _written(rows, order))
        _set(made, "_live", (1 << len(rows)) - 1)
        _set(made, "_cut", frozenset())
        _set(made, "_home", (board, tuple(home[members[v]] for v in order)))
        return made

    @property
    def at_home(self) -> tuple[Graph, int]:
        """The board of what this is a component of, and the vertices there that are left of it."""
        board, home = self._home
        return board, self._live if board is self._board else sum(1 << home[v] for v in bits_of(self._live))

    def most_moves(self) -> int:
        """Each move deletes a vertex or an edge."""
        return self._live.bit_count() + (0 if self.chooses == "vertices" else self.graph.m)

    def key(self) -> Hashable:
        return (self._live, self._cut) if self._cut else self._live

    def key_scope(self) -> Hashable:
        return type(self), self._board

    @classmethod
    def from_json(cls, fields: Fields) -> Self:
        return cls(fields.graph())

    def to_json(self) -> dict[str, object]:
        found = super().to_json()
        del found["directed"]
        return found

    def move_to_json(self, move: Delete) -> dict[str, object]:
        target = self._target(move.delete, move)
        if type(target) is not tuple:
            return {"delete": vertex_to_json(move.delete)}
        return {"delete": [vertex_to_json(end) for end in move.delete]}  # type: ignore[attr-defined]

    def move_from_json(self, raw: object) -> Delete:
        named = super().move_from_json(raw).delete
        if isinstance(named, list) and len(named) == 2:
            ends = [vertex_from_json(end, self.graph, "delete") for end in named]
            return Delete(tuple(sorted(ends, key=self._board.numbers.__getitem__)))
        return Delete(vertex_from_json(named, self.graph, "delete"))

    def say_move(self, move: Delete) -> str:
        target = self._target(move.delete, move)
        gone = set(bits_of(self.deleted(target) or 0))
        names = self._board.vertices
        ends = target if isinstance(target, tuple) else (target,)
        chosen = " – ".join(str(names[v]) for v in ends)
        said = t("choose edge {edge}", edge=chosen) if type(target) is tuple else t("choose {vertex}", vertex=chosen)
        others = [str(names[v]) for v in sorted(gone.difference(ends))]
        if not others:
            return said
        shown = ", ".join(others[:6]) + (", ..." if len(others) > 6 else "")
        too = t("{said}, which deletes {others} too", said=said, others=shown)
        return too if gone.intersection(ends) else t("{said}, which deletes {others}", said=said, others=shown)

    def view_move(self, move: Delete) -> MoveView:
        target = self._target(move.delete, move)
        if type(target) is not tuple:
            return MoveView(self.say_move(move), chooses=(move.delete,))
        graph, names = self.graph, self._board.vertices
        ends = tuple(names[v] for v in target)
        pair = {graph.index(end) for end in ends}
        edge = next(number for number, found in enumerate(graph.ends()) if set(found) == pair)
        return MoveView(self.say_move(move), edge=edge, chooses=ends[:1] if target[0] == target[1] else ends)

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.graph,), {}

    @classmethod
    def usual_range(cls) -> Range:
        """Graphs of up to 5 vertices, loops and all on up to 4."""
        from lastmove.games.samples import Range, up_to

        strata = (*up_to(0, 0, 0, 0, first=0), *up_to(0, 0, first=4, uniform=True))
        return Range(strata=strata, random=300, random_size=9, random_weight=0, **ON_GRAPHS)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.games.samples import small_boards

        return map(cls, small_boards(stratum.size, stratum.uniform))

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:  # noqa: ARG003 - it has no weights
        from lastmove.games.samples import some
        from lastmove.graphs.random import sample_graph

        return cls(sample_graph(rng, some(rng, size), directed=False))


@lru_cache(maxsize=1 << 16)
def _written(rows: tuple[int, ...], order: tuple[int, ...]) -> Graph:
    """The graph with these rows, its vertices in another order."""
    place = {old: new for new, old in enumerate(order)}
    edges = ((place[u], place[v]) for u in order for v in bits_of(rows[u] >> u << u))
    return Graph.numbered(len(rows), sorted((min(edge), max(edge)) for edge in edges))
