"""Open problems of the papers as targets: statements about all boards of a kind, and how far a census has checked them.

A target is no theorem. It is true on every board that was looked at, or its smallest counterexample is known; either
may help somebody who works on the problem. A new one is one entry of :data:`TARGETS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.limits import Meter, stopping_at_limits
from lastmove.core.play import Outcome, Play
from lastmove.graphs.components import component, is_strongly_connected, two_colouring
from lastmove.graphs.graph import Graph
from lastmove.graphs.matching import maximum_matching
from lastmove.graphs.random import small_graphs
from lastmove.verify.refute import refute

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lastmove.core.limits import Limits
    from lastmove.verify.refute import BoardCounterexample


def is_elementary(graph: Graph) -> bool:
    """Whether every edge of a connected bipartite graph lies in a perfect matching.

    >>> from lastmove.graphs import named
    >>> is_elementary(named("cycle:6")), is_elementary(named("path:4"))
    (True, False)

    Notes
    -----
    Contract the edges of a perfect matching and direct the others from one side to the other: every edge lies in a
    perfect matching exactly if the digraph is strongly connected.
    """
    mate = maximum_matching(graph).mate.tolist()
    sides = two_colouring(graph.neighbours, component(graph.neighbours, 0))
    if -1 in mate or sides is None:
        return False
    left = [v for v in range(graph.n) if sides[v] == 0]
    place = {v: number for number, v in enumerate(left)}
    arcs = [(place[v], place[mate[w]]) for v in left for w in graph.neighbours[v] if mate[w] != v]
    return is_strongly_connected(Graph.numbered(len(left), arcs, directed=True))


def strong_digraphs(size: int) -> list[Graph]:
    """All strongly connected digraphs without loops with 2 to ``size`` vertices."""
    return [g for n in range(2, size + 1) for g in small_graphs(n, directed=True) if is_strongly_connected(g)]


@dataclass(frozen=True, kw_only=True)
class Target:
    """A statement that a census can refute.

    Attributes
    ----------
    key
        Its name.
    statement
        The open problem it belongs to, as ``lastmove theorems`` knows it.
    text
        What is claimed.
    game, play
        On which boards.
    claim
        A condition in SQL on every row, or a function of a board's outcomes.
    source
        The graphs: options of geng, or a function that gives all graphs up to a size.
    weight
        The largest weight.
    size
        The most vertices that are looked at by default.
    checked
        How far it was checked, in words.
    """

    key: str
    statement: str
    text: str
    game: str
    play: Play
    claim: str | Callable[[Mapping[Any, Outcome]], bool | None]
    source: str | Callable[[int], Iterable[Graph]]
    size: int
    checked: str
    weight: int | None = None

    def look(self, size: int | None = None, *, limits: Limits | None = None) -> BoardCounterexample | None:
        """Check it up to so many vertices; the smallest counterexample, or ``None``.

        LimitReached when a limit is spent before all boards were looked at.
        """
        if limits is not None:
            with stopping_at_limits(Meter(limits)):
                return self.look(size)
        size = self.size if size is None else size
        source = self.source if isinstance(self.source, str) else list(self.source(size))
        options: dict[str, Any] = {"play": self.play, "n": size, "weights": self.weight, "source": source}
        if isinstance(self.claim, str):
            return refute(self.claim, game=self.game, **options)
        return refute(self.claim, game=self.game, **options, of="board")

    def to_json(self) -> dict[str, object]:
        """What it claims, and how far that was checked."""
        return {
            "target": self.key,
            "statement": self.statement,
            "text": self.text,
            "game": self.game,
            "play": self.play.value,
            "checked": self.checked,
        }


def _elementary(outcomes: Any) -> bool | None:
    lost = all(outcome is Outcome.P for outcome in outcomes.values())
    return is_elementary(outcomes.problem.position.graph) if lost else None


TARGETS: tuple[Target, ...] = (
    Target(
        key="bipartite-elementary",
        statement="renault-schmidt:4",
        text="If no start of a connected bipartite graph wins, every edge lies in a perfect matching.",
        game="vertex-geography",
        play=Play.MISERE,
        claim=_elementary,
        source="-cb",
        size=9,
        checked="all connected bipartite graphs to 14 vertices: true",
    ),
    Target(
        key="bipartite-odd",
        statement="renault-schmidt:4",
        text="On a connected bipartite graph with an odd number of vertices some start wins.",
        game="vertex-geography",
        play=Play.MISERE,
        claim="misere != 0 or n % 2 = 0",
        source="-cb",
        size=10,
        checked="all connected bipartite graphs to 13 vertices: true",
    ),
    Target(
        key="bipartite-nimg-mr",
        statement="renault-schmidt:4",
        text="On a connected bipartite graph with weights 1 and 2 some start of NimG-MR wins.",
        game="nimg-mr",
        play=Play.MISERE,
        claim="misere != 0",
        source="-cb",
        weight=2,
        size=6,
        checked=(
            "true to 7 vertices, and false; the smallest counterexample has 8: G?`FE_ with the weights "
            "2, 2, 1, 1, 1, 1, 2, 2"
        ),
    ),
    Target(
        key="odd-order",
        statement="renault-schmidt:4",
        text="On a connected graph, bipartite or not, with an odd number of vertices some start wins.",
        game="vertex-geography",
        play=Play.MISERE,
        claim="misere != 0 or n % 2 = 0",
        source="-c",
        size=7,
        checked="false; the smallest counterexample is FQhVw, two triangles and a vertex joined to all of them",
    ),
    Target(
        key="directed-nimg-rm",
        statement="duchene-renault:5 conjecture",
        text="On a weakly connected digraph with weights that are not all equal some start of NimG-RM wins.",
        game="nimg-rm",
        play=Play.NORMAL,
        claim="normal != 0 or list_min(weights) = list_max(weights)",
        source=lambda size: [g for n in range(2, size + 1) for g in small_graphs(n, directed=True) if _is_joined(g)],
        weight=2,
        size=3,
        checked="all digraphs to 4 vertices, weights 1 and 2: true",
    ),
    Target(
        key="directed-vertexnim",
        statement="duchene-renault:8",
        text="On a strongly connected digraph without loops with weights that are not all equal some start wins.",
        game="vertexnim",
        play=Play.NORMAL,
        claim="normal != 0 or list_min(weights) = list_max(weights)",
        source=strong_digraphs,
        weight=2,
        size=3,
        checked="all strongly connected digraphs to 4 vertices, weights 1 and 2: true",
    ),
    Target(
        key="move-first-odd",
        statement="duchene-renault:16",
        text="On a connected graph with an odd number n > 1 of vertices, all of weight 1, some start of NimG-MR wins.",
        game="nimg-mr",
        play=Play.NORMAL,
        claim="normal != 0 or n % 2 = 0 or n = 1",
        source="-c",
        weight=1,
        size=7,
        checked="all connected graphs to 9 vertices: true",
    ),
)
"""All of them, by the problem they belong to."""


def _is_joined(graph: Graph) -> bool:
    near: list[list[int]] = [[] for _ in range(graph.n)]
    for v, w in graph.ends():
        near[v].append(w)
        near[w].append(v)
    return len(component(near, 0)) == graph.n


def find_target(key: str) -> Target:
    """The target with this key; an InputError that names them all if there is none."""
    for target in TARGETS:
        if target.key == key:
            return target
    raise InputError("target", f"{show(key)}; accepted: {', '.join(target.key for target in TARGETS)}")
