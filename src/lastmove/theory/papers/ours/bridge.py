"""LM12: directed Vertex Geography inside directed Edge Geography."""

from __future__ import annotations

from lastmove.core.play import Play
from lastmove.theory.citations import LM
from lastmove.theory.statement import Kind, Statement, Theorem

__all__ = ["DECIDERS", "STATEMENTS"]

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
    verified="all digraphs on up to 3 vertices, in the documentation",
)

DECIDERS: tuple[Theorem, ...] = ()
STATEMENTS: tuple[Statement, ...] = (LM12,)
