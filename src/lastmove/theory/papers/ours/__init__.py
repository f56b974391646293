"""Results proved for lastmove, in the order of their numbers."""

from __future__ import annotations

from lastmove.theory.papers.ours import adjacent_nim, beyond_bipartite, bridge, circuits, nimg_rm, single_one, vertexnim
from lastmove.theory.statement import Statement, Theorem

__all__ = ["DECIDERS", "STATEMENTS"]

_MODULES = (nimg_rm, circuits, vertexnim, adjacent_nim, single_one, bridge, beyond_bipartite)

DECIDERS: tuple[Theorem, ...] = tuple(theorem for module in _MODULES for theorem in module.DECIDERS)
STATEMENTS: tuple[Statement, ...] = tuple(
    sorted(
        (statement for module in _MODULES for statement in module.STATEMENTS),
        key=lambda statement: int(statement.number.removeprefix("LM").split()[0]),
    )
)
