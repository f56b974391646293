"""Explicit games: an acyclic digraph whose vertices are positions and whose arcs are moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.games.graph_game import ON_GRAPHS
from lastmove.games.moves import Slide
from lastmove.games.token import TokenGame
from lastmove.graphs.components import find_circuit

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.games.samples import Range, Stratum
    from lastmove.graphs.graph import Graph
    from lastmove.graphs.sources import GraphSource


class Dag(TokenGame):
    """A token on an acyclic digraph; a move slides it along an arc. Any finite impartial game looks like this.

    Parameters
    ----------
    graph
        Anything that :func:`lastmove.graphs.as_graph` takes, read as arcs; a cycle is an InputError.
    start
        The token's vertex; ``None`` leaves it open (a board).

    Examples
    --------
    >>> list(Dag([("a", "b"), ("a", "c")], start="a").moves())
    [Slide(to='b'), Slide(to='c')]
    """

    __slots__ = ()

    name = "dag"
    title = "Explicit game"
    rules = "A token on a vertex of a digraph without circuits. A move slides it along an arc."
    example = {"game": "dag", "edges": [["a", "b"], ["a", "c"]], "start": "a"}
    move_class = Slide
    always_directed = True

    def __init__(
        self, graph: GraphSource, start: Hashable | Over | None = None, *, directed: bool | None = True
    ) -> None:
        super().__init__(graph, start, directed=directed)
        circuit = find_circuit(self._board.neighbours)
        if circuit:
            names = [show(self._board.vertices[v]) for v in (*circuit[:5], *circuit[:1])]
            if len(circuit) > 5:
                names.insert(-1, "...")
            raise InputError("edges", f"they form a circuit, {' -> '.join(names)}; a dag has none")

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        words = ON_GRAPHS | {"kind": "acyclic digraphs"}
        return Range(strata=up_to(*[0] * 5), random=300, random_size=12, random_weight=0, **words)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.graphs.random import small_graphs

        return map(cls, small_graphs(stratum.size, directed=True, acyclic=True))

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:  # noqa: ARG003 - it has no weights
        from lastmove.games.samples import some
        from lastmove.graphs.graph import Graph
        from lastmove.graphs.random import chords

        n = some(rng, size)
        order = rng.sample(range(n), n)
        return cls(Graph.numbered(n, [(order[u], order[v]) for u, v in chords(rng, n)], directed=True))

    def moves(self) -> Iterator[Slide]:
        names = self._board.vertices
        for v in self._board.neighbours[self._token()]:
            yield Slide(names[v])

    def after(self, move: Slide) -> Self:
        v = self._number(self._read(move).to, move)
        if v not in self._board.neighbours[self._token()]:
            raise self._illegal(move, f"no arc leads there from {self.start!r}")
        return self._moved(v)

    def most_moves(self) -> int:
        """No node is visited twice."""
        return self.board.n

    def key_scope(self) -> tuple[type[Dag], Graph]:
        return Dag, self._board

    def say_move(self, move: Slide) -> str:
        return t("move to {to}", to=move.to)
