"""LM32: what boards look like on which every start of misère Vertex Geography is lost."""

from __future__ import annotations

from lastmove.core.play import Play
from lastmove.theorems.papers import LM
from lastmove.theorems.statement import Kind, Statement, Theorem

LM32 = Statement(
    paper=LM,
    number="LM32",
    title="Bipartite boards where every start is lost",
    text=(
        "If no start of a connected bipartite graph with more than two vertices wins Vertex Geography in misère play, "
        "every edge of it lies on a cycle."
    ),
    kind=Kind.THEOREM,
    games=("vertex-geography",),
    plays=(Play.MISERE,),
    condition="undirected, connected, bipartite, more than two vertices",
    verified="all connected bipartite graphs on up to 8 vertices",
)

DECIDERS: tuple[Theorem, ...] = ()
STATEMENTS: tuple[Statement, ...] = (LM32,)
