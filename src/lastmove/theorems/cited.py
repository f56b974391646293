"""Results of others that decide no position here: the hardness that Renault and Schmidt start from, octal periods.

The theorem of Guy and Smith proves the period of a heap game: see :class:`lastmove.heaps.check.Period`.
"""

from __future__ import annotations

from lastmove.core.play import Play
from lastmove.theorems.complexity import NARROW, Loops, Setting, Shape, hard
from lastmove.theorems.papers import BURKE_FERLAND_TENG, BURKE_GEORGE, FSU, GUY_SMITH, LICHTENSTEIN_SIPSER, SCHAEFER
from lastmove.theorems.statement import Kind, Statement, Theorem

DECIDERS: tuple[Theorem, ...] = ()
STATEMENTS: tuple[Statement, ...] = (
    Statement(
        paper=GUY_SMITH,
        number="period",
        title="Grundy values of heaps repeat",
        known_as="octal periodicity theorem",
        text=(
            "Let no move of an octal game take more than d tokens, and let g(n + p) = g(n) for n0 <= n < 2 n0 + p + d. "
            "Then g(n + p) = g(n) for all n >= n0."
        ),
        kind=Kind.THEOREM,
        games=("octal",),
        plays=(Play.NORMAL,),
        verified="the published periods of seven codes; Kayles heap by heap to a million",
    ),
    Statement(
        paper=LICHTENSTEIN_SIPSER,
        number="VG",
        title="Directed Vertex Geography is hard",
        text=(
            "Deciding directed Vertex Geography in normal play is PSPACE-hard, even on planar bipartite digraphs of "
            "degree at most 3. A diamond for every variable and a vertex for every clause make a quantified formula a "
            "position in which the player to move wins if and only if the formula is true."
        ),
        verified="all formulas of up to 2 variables and 2 clauses, and random larger ones",
        kind=Kind.HARDNESS,
        games=("vertex-geography",),
        plays=(Play.NORMAL,),
        claims=hard(Setting("vertex-geography", Play.NORMAL, directed=True, shape=NARROW)),
    ),
    Statement(
        paper=SCHAEFER,
        number="EG",
        title="Directed Edge Geography is hard",
        text="Deciding directed Edge Geography in normal play is PSPACE-hard.",
        kind=Kind.HARDNESS,
        games=("edge-geography",),
        plays=(Play.NORMAL,),
        claims=hard(Setting("edge-geography", Play.NORMAL, directed=True)),
    ),
    Statement(
        paper=FSU,
        number="EG",
        title="Undirected Edge Geography is hard",
        text=(
            "Deciding undirected Edge Geography in normal play is PSPACE-hard, even on planar graphs of degree at most "
            "3. Here a house with five corners in place of each arc, a gadget of our own, takes directed Edge "
            "Geography to it."
        ),
        verified="all digraphs on up to 3 vertices with few arcs, every start, and random larger ones",
        kind=Kind.HARDNESS,
        games=("edge-geography",),
        plays=(Play.NORMAL,),
        claims=hard(Setting("edge-geography", Play.NORMAL, directed=False, shape=Shape(planar=True, degree=3))),
    ),
    Statement(
        paper=BURKE_FERLAND_TENG,
        number="degree 4",
        title="Values of undirected Vertex Geography are hard",
        text=(
            "Computing the Grundy value of undirected Vertex Geography is PSPACE-hard, even on planar bipartite graphs "
            "of degree at most 4; so is deciding sums of two such boards in normal play. Whether the value is 0 is "
            "polynomial on all graphs."
        ),
        kind=Kind.HARDNESS,
        games=("vertex-geography", "sum"),
        plays=(Play.NORMAL,),
    ),
    Statement(
        paper=BURKE_GEORGE,
        number="MR",
        title="NimG-MR is hard",
        text=(
            "Deciding NimG-MR in normal play is PSPACE-hard with a loop on every vertex; Renault and Schmidt note that "
            "the construction works without loops too."
        ),
        kind=Kind.HARDNESS,
        games=("nimg-mr",),
        plays=(Play.NORMAL,),
        claims=hard(
            Setting("nimg-mr", Play.NORMAL, directed=False, loops=Loops.ALL),
            Setting("nimg-mr", Play.NORMAL, directed=False, loops=Loops.NONE),
        ),
    ),
)
