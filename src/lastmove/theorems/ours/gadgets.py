"""Reductions by gadgets for arcs: LM12, LM24, LM25, LM29 and LM33; and what weights of 1 are enough for: LM26 and LM27.

Directed Vertex Geography is inside directed Edge Geography, inside NimG-MR, and inside misère play on planar bipartite
graphs of degree at most 3; the gadget of the last was found by a search over all small graphs.
"""

from __future__ import annotations

from lastmove.core.play import Play
from lastmove.theorems.complexity import NARROW, Loops, Setting, Shape, hard, in_exptime
from lastmove.theorems.papers import LM
from lastmove.theorems.statement import Kind, Statement, Theorem

_DIRECTED_VG = Setting("vertex-geography", Play.NORMAL, directed=True, shape=NARROW)
_DIRECTED_EG = _DIRECTED_VG._replace(game="edge-geography")
_WEIGHTS_1 = NARROW._replace(ones=True)
_VERTEXNIM = Setting("vertexnim-mr", Play.NORMAL, False, Loops.NONE, Shape(planar=True, degree=4))

LM12 = Statement(
    paper=LM,
    number="LM12",
    title="The bridge from Vertex to Edge Geography",
    text=(
        "Split every vertex v but the start s into v_in -> v_out, and every arc uv into u_out -> x_uv -> v_in: "
        "directed Vertex Geography from s has the outcome of directed Edge Geography from s_out, both in normal play."
    ),
    kind=Kind.REDUCTION,
    games=("vertex-geography", "edge-geography"),
    plays=(Play.NORMAL,),
    verified="all digraphs on up to 3 vertices, every start, and random larger ones",
    claims=hard(_DIRECTED_EG, given=_DIRECTED_VG),
)

LM24 = Statement(
    paper=LM,
    number="LM24",
    title="Vertex Geography inside NimG-MR",
    text=(
        "Replace every arc by the gadget of Renault and Schmidt 3.1 with weight 2 at c and d, else 1, at the start 0: "
        "directed Vertex Geography has the outcome of NimG-MR, both in normal play. So NimG-MR is PSPACE-hard in "
        "normal play on planar graphs of degree at most 3. Renault and Schmidt note that weights of at most "
        "2 without loops are enough for Burke and George's construction too. Loops on any of the vertices change "
        "nothing."
    ),
    kind=Kind.REDUCTION,
    games=("vertex-geography", "nimg-mr"),
    plays=(Play.NORMAL,),
    verified="all digraphs on up to 3 vertices, every start, and random larger ones",
    claims=hard(
        Setting("nimg-mr", Play.NORMAL, directed=False, loops=Loops.NONE, shape=Shape(planar=True, degree=3)),
        Setting("nimg-mr", Play.NORMAL, directed=False, loops=Loops.ALL, shape=Shape(planar=True)),
        given=_DIRECTED_VG,
    ),
)

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
    claims=hard(Setting("vertex-geography", Play.MISERE, directed=False, shape=NARROW), given=_DIRECTED_VG),
)

LM26 = Statement(
    paper=LM,
    number="LM26",
    title="Directed NimG-RM with weights of 1",
    text=(
        "NimG-RM on digraphs in normal play is PSPACE-complete with all weights 1, even on planar bipartite digraphs "
        "of in- and out-degree at most 2 and degree at most 3. Where no vertex is without a way on, who first goes to "
        "a vertex that was left wins; so quantified formulas become digraphs as in Vertex Geography. These can be "
        "made strongly connected. Duchêne and Renault expected it to be hard."
    ),
    kind=Kind.REDUCTION,
    games=("nimg-rm",),
    plays=(Play.NORMAL,),
    verified="all formulas of up to 2 variables and 2 clauses, and random larger ones",
    claims=hard(Setting("nimg-rm", Play.NORMAL, True, Loops.NONE, _WEIGHTS_1)),
)

LM26_MISERE = Statement(
    paper=LM,
    number="LM26 misère",
    title="... and in misère play",
    text=(
        "In misère play NimG-RM with all weights 1 and without loops is normal Vertex Geography: who goes to an "
        "emptied vertex loses. So it is PSPACE-complete on the same digraphs."
    ),
    kind=Kind.REDUCTION,
    games=("nimg-rm",),
    plays=(Play.MISERE,),
    verified="all digraphs on up to 3 vertices, every start, and random larger ones",
    claims=hard(Setting("nimg-rm", Play.MISERE, True, Loops.NONE, _WEIGHTS_1), given=_DIRECTED_VG),
)

LM27 = Statement(
    paper=LM,
    number="LM27",
    title="Misère NimG-MR with weights of 1",
    text=(
        "Vertex Geography is NimG-MR where every weight is 1, and 0 under the token. So by LM25 NimG-MR in misère play "
        "is PSPACE-complete with weights of 1 on planar bipartite graphs of degree at most 3."
    ),
    kind=Kind.REDUCTION,
    games=("nimg-mr",),
    plays=(Play.MISERE,),
    verified="all graphs on up to 3 vertices, every start, and random larger ones",
    claims=hard(
        Setting("nimg-mr", Play.MISERE, directed=False, loops=Loops.NONE, shape=_WEIGHTS_1),
        given=Setting("vertex-geography", Play.MISERE, directed=False, shape=NARROW),
    ),
)

LM29 = Statement(
    paper=LM,
    number="LM29",
    title="Misère Edge Geography on planar bipartite graphs of degree at most 4",
    text=(
        "Replace every arc of a digraph by a square with a way in and a pendant vertex, and give a new neighbour to "
        "every vertex: normal Edge Geography on the digraph has the outcome of misère Edge Geography on the graph. Two "
        "sides and planarity are kept. Behind LM12 this makes misère Edge Geography PSPACE-complete on planar "
        "bipartite graphs of degree at most 4."
    ),
    kind=Kind.REDUCTION,
    games=("edge-geography",),
    plays=(Play.MISERE,),
    verified="all digraphs on up to 3 vertices with few arcs, every start, and random larger ones",
    claims=hard(
        Setting("edge-geography", Play.MISERE, directed=False, shape=NARROW._replace(degree=4)),
        given=_DIRECTED_EG,
    ),
)

LM33 = Statement(
    paper=LM,
    number="LM33",
    title="Vertexnim with the move first",
    text=(
        "Replace every arc by the gadget of LM24 with two more vertices in front of its end, and give a leaf to every "
        "vertex: a leaf of weight l, and beside it l + m, do what weight m does in NimG-MR, if l is large enough. So "
        "directed Vertex Geography has the outcome of Vertexnim-MR, both in normal play, and the latter is "
        "PSPACE-hard on planar graphs of degree at most 4 without loops, with weights in binary. That is the half of "
        "Problem 16 of Duchêne and Renault that was left: their polynomial algorithm does not carry over, unless "
        "P = PSPACE. Weights bounded by a constant are open."
    ),
    kind=Kind.REDUCTION,
    games=("vertexnim-mr",),
    plays=(Play.NORMAL,),
    verified="its finite lemma by an own search, whole boards of up to two arcs, and the bounds on small boards",
    claims=(
        *hard(_VERTEXNIM, given=_DIRECTED_VG),
        *in_exptime(*(Setting("vertexnim-mr", Play.NORMAL, directed) for directed in (True, False))),
    ),
)

LM33_MISERE = Statement(
    paper=LM,
    number="LM33 misère",
    title="... and in misère play",
    text=(
        "As long as some weight is above 1, Vertexnim-MR has the same winner in both conventions (LM51). So it is "
        "PSPACE-hard in misère play too, on the same boards."
    ),
    kind=Kind.REDUCTION,
    games=("vertexnim-mr",),
    plays=(Play.MISERE,),
    verified="with LM33 and LM51",
    claims=(
        *hard(_VERTEXNIM._replace(play=Play.MISERE), given=_DIRECTED_VG),
        *in_exptime(*(Setting("vertexnim-mr", Play.MISERE, directed) for directed in (True, False))),
    ),
)

DECIDERS: tuple[Theorem, ...] = ()
STATEMENTS: tuple[Statement, ...] = (LM12, LM24, LM25, LM26, LM26_MISERE, LM27, LM29, LM33, LM33_MISERE)
