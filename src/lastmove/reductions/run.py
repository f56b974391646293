"""Hardness proofs that run: each reduction beside its statement, and the corollaries on the shape of its targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.core.play import Play
from lastmove.reductions import REDUCTIONS, reduction
from lastmove.reductions.chain import FORMULA, GameSide, reachable, simple_arcs
from lastmove.theorems import registry
from lastmove.theorems.complexity import Loops, Shape

if TYPE_CHECKING:
    from lastmove.graphs.graph import Graph
    from lastmove.reductions.chain import Image, Reduction
    from lastmove.theorems.complexity import Cell, Setting
    from lastmove.theorems.statement import Statement

Fault = str | None
"""What is wrong about a target, in words; ``None`` for nothing."""


@dataclass(frozen=True, slots=True)
class RunningReduction:
    """A statement and the map that proves it; of a corollary on what targets look like, also what looks at one."""

    statement: Statement
    reduction: Reduction
    shape: Callable[[Image], Fault] | None = None


def running() -> list[RunningReduction]:
    """Every reduction whose targets can be searched, in the order of their statements; then the corollaries."""
    known = [RunningReduction(s, reduction(s.key)) for s in registry.statements() if s.key in REDUCTIONS]
    found = [claim for claim in known if claim.reduction.searchable]
    shapes = ((s, *_SHAPES[s.key]) for s in registry.statements() if s.key in _SHAPES)
    return found + [RunningReduction(statement, reduction(of), shape) for statement, of, shape in shapes]


def behind(setting: Setting, cell: Cell) -> tuple[str, ...]:
    """The chain of running reductions behind a hard cell of the complexity tables: from formulas to such boards.

    None for a cell that is not hard. Where the cell names a shape, the chain begins with planar digraphs and goes by
    what proves the cell; that it arrives in the shape is held by the tests, on random formulas.
    """
    if not cell.verdict.startswith("PSPACE"):
        return ()
    narrow, by = dict[str, str](), list[str]()
    if setting.shape != Shape():
        narrow["lichtenstein-sipser:VG"] = "lichtenstein-sipser:VG:planar"
        proved_by = (_SHAPES[key][0] if key in _SHAPES else key for key in cell.follows_from)
        by = [key for key in proved_by if key in REDUCTIONS]
    if setting.loops is Loops.ALL:
        narrow["lastmove:LM24"] = "lastmove:LM24:loops"
    chains = reachable(GameSide(FORMULA, Play.NORMAL), by)
    chain = chains.get(GameSide(setting.game, setting.play, setting.directed), ())
    return tuple(narrow.get(key, key) for key in chain)


def _plain(graph: Graph) -> Any:
    """The graph without directions and loops, for networkx."""
    import networkx as nx

    return nx.Graph(simple_arcs(graph))


def _planar(graph: Graph) -> bool:
    import networkx as nx

    return bool(nx.check_planarity(_plain(graph))[0])


def _bipartite(graph: Graph) -> bool:
    import networkx as nx

    return bool(nx.is_bipartite(_plain(graph)))


def _degrees(graph: Graph) -> list[int]:
    """How many edges between different vertices each vertex has, arcs both in and out."""
    found = [0] * graph.n
    for u, v in simple_arcs(graph):
        found[u] += 1
        found[v] += 1
    return found


def _kept(image: Image, *, more: int, new: int) -> Fault:
    """Planarity is kept, old vertices have ``more`` edges than before, new ones at most ``new``."""
    source, target = image.source.graph, image.target.graph
    if _planar(source) and not _planar(target):
        return "the source is planar and the target is not"
    degrees = _degrees(target)
    before = dict(zip(source.vertices, _degrees(source), strict=True))
    for place, vertex in enumerate(target.vertices):
        old = image.back.get(vertex)
        if old is not None and degrees[place] != before[old] + more:
            return f"{vertex} has degree {degrees[place]}, from {before[old]}"
        if old is None and degrees[place] > new:
            return f"the new vertex {vertex} has degree {degrees[place]}, more than {new}"
    return None


def _corollary_22(image: Image) -> Fault:
    """2.2: planarity and the two sides are kept, degrees grow by 1, new vertices have degree 1."""
    if _bipartite(image.source.graph) and not _bipartite(image.target.graph):
        return "the source is bipartite and the target is not"
    return _kept(image, more=1, new=1)


def _corollary_24(image: Image) -> Fault:
    """2.4: planarity is kept, degrees grow by 1, new vertices have degree at most 5."""
    return _kept(image, more=1, new=5)


def _corollary_32(image: Image) -> Fault:
    """3.2: weights are 1 and 2, there are no loops, and no game is longer than two moves for each vertex."""
    target: Any = image.target
    if not set(target.weights) <= {1, 2}:
        return f"the weights are {sorted(set(target.weights))}"
    if any(target.graph.looped):
        return "there is a loop"
    return None if sum(target.weights) <= 2 * target.graph.n else "a game may last too long"


def _corollary_33(image: Image) -> Fault:
    """3.3: besides, planarity and degrees are kept, and new vertices have degree at most 3."""
    return _corollary_32(image) or _kept(image, more=0, new=3)


_SHAPES: dict[str, tuple[str, Callable[[Image], Fault]]] = {
    "renault-schmidt:2.2": ("renault-schmidt:2.1", _corollary_22),
    "renault-schmidt:2.4": ("renault-schmidt:2.3", _corollary_24),
    "renault-schmidt:3.2": ("renault-schmidt:3.1", _corollary_32),
    "renault-schmidt:3.3": ("renault-schmidt:3.1", _corollary_33),
}
"""Each corollary with the reduction it speaks of, and its check."""
