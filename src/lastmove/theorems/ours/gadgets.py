"""LM25: hard boards made of gadgets for arcs, found by a search over all small graphs."""

from __future__ import annotations

from lastmove.core.play import Play
from lastmove.theorems.complexity import Setting, hard
from lastmove.theorems.papers import LM
from lastmove.theorems.statement import Kind, Statement, Theorem

_DIRECTED_VG = Setting("vertex-geography", Play.NORMAL, directed=True)

LM25 = Statement(
    paper=LM,
    number="LM25",
    title="Misère Vertex Geography on planar bipartite graphs of degree at most 3",
    text=(
        "Replace every arc of a digraph by a hexagon with two pendant vertices, and give a new neighbour to each "
        "vertex on no arc, or on one and not the start: normal Vertex Geography on the digraph has the outcome of "
        "misère Vertex Geography on the graph. Two sides, planarity and degree 3 are kept. So the latter is "
        "PSPACE-complete on planar bipartite graphs of degree at most 3; with longer hexagons, of any girth (A1); and "
        "on induced subgraphs of the square grid (A2)."
    ),
    kind=Kind.REDUCTION,
    games=("vertex-geography",),
    plays=(Play.MISERE,),
    verified="all digraphs on up to 3 vertices, every start, and random larger ones",
    claims=hard(Setting("vertex-geography", Play.MISERE, directed=False), given=_DIRECTED_VG),
)

DECIDERS: tuple[Theorem, ...] = ()
STATEMENTS: tuple[Statement, ...] = (LM25,)
