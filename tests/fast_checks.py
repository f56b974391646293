"""The fast search of a weighted game against the law, on the positions of whole boards and along random plays."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

__all__ = ["Agreement", "all_graphs", "random_graph", "widened"]


class Agreement:
    """Compares a search class with the law, in both conventions."""

    def __init__(self, game: Any, search: Any) -> None:
        self.game = game
        self.search = search
        self.compared = 0
        self._laws: tuple[lm.Graph | None, dict[Play, PlainSearch]] = None, {}

    def board(self, graph: lm.Graph, weights: Sequence[int], **named: Any) -> None:
        """Every start of one board."""
        for play in Play:
            law = self._law(graph, play)
            fast = self._made(graph, weights, play, **named)
            for u in range(graph.n):
                self._compare(self.game(graph, weights, start=u), law, fast, named)

    def boards(self, graph: lm.Graph, least: int, most: int, **named: Any) -> None:
        """Every start with all weights in a range; one search answers all of them."""
        for play in Play:
            law = self._law(graph, play)
            fast = self._made(graph, [most] * graph.n, play, **named)
            for weights in product(range(least, most + 1), repeat=graph.n):
                for u in range(graph.n):
                    self._compare(self.game(graph, weights, start=u), law, fast, named)

    def plays(self, graph: lm.Graph, weights: Sequence[int], draw: random.Random, **named: Any) -> None:
        """Every position along one random play from each start."""
        for play in Play:
            law = self._law(graph, play)
            fast = self._made(graph, weights, play, **named)
            for u in range(graph.n):
                position = self.game(graph, weights, start=u)
                while moves := list(position.moves()):
                    self._compare(position, law, fast, named)
                    position = position.after(draw.choice(moves))

    def _law(self, graph: lm.Graph, play: Play) -> PlainSearch:
        """What it has seen on a graph is kept until another is asked about: positions on one graph share their keys."""
        if self._laws[0] is not graph:
            self._laws = graph, {play: PlainSearch(play, Meter()) for play in Play}
        return self._laws[1][play]

    def _made(
        self, graph: lm.Graph, weights: Sequence[int], play: Play, *, compiled: bool, options: int | None = None
    ) -> Any:
        settings = Settings(compiled=compiled, threads=1)
        return self.search(graph, weights, play is Play.MISERE, Meter(), settings, options)

    def _compare(self, position: Any, law: PlainSearch, fast: Any, named: dict[str, Any]) -> None:
        # Emptied vertices of Vertexnim keep their place in the search, so it takes the inner numbers.
        found = fast.wins(position._at, position._weights)
        assert found == law.wins(position), (position, position._weights, law.play, named)
        self.compared += 1


def all_graphs(n: int, *, directed: bool) -> Iterator[lm.Graph]:
    """All graphs on n numbered vertices, with all choices of loops."""
    pairs = list(permutations(range(n), 2) if directed else combinations(range(n), 2))
    pairs += [(u, u) for u in range(n)]
    for chosen in product((False, True), repeat=len(pairs)):
        edges = [pair for pair, taken in zip(pairs, chosen, strict=True) if taken]
        yield lm.Graph.numbered(n, edges, directed=directed)


def random_graph(draw: random.Random, most: int) -> lm.Graph:
    """A graph or digraph of any density, often with loops."""
    n, directed, density, loops = draw.randint(2, most), draw.random() < 0.5, draw.random(), draw.choice((0, 0, 0.3))
    edges = [
        (u, v)
        for u in range(n)
        for v in range(n)
        if (directed or u <= v) and draw.random() < (loops if u == v else density)
    ]
    return lm.Graph.numbered(n, edges, directed=directed)


def widened(search: Any, size: int) -> Any:
    """The same search on boards that pretend to hold numbers up to ``size``: its sets take more words."""

    class Widened(search):  # type: ignore[misc]
        def _board(self, *arguments: Any) -> Any:
            return replace(super()._board(*arguments), size=size)

    return Widened
