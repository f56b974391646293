"""E. Duchêne and G. Renault, Vertex Nim played on graphs (2014): its numbered results in the paper's order."""

from __future__ import annotations

from lastmove.theorems.duchene_renault import adjacent_nim, nimg, vertexnim
from lastmove.theorems.statement import Statement, Theorem

__all__ = ["DECIDERS", "STATEMENTS"]

_MODULES = (vertexnim, adjacent_nim, nimg)

DECIDERS: tuple[Theorem, ...] = tuple(theorem for module in _MODULES for theorem in module.DECIDERS)
STATEMENTS: tuple[Statement, ...] = tuple(
    sorted(
        (statement for module in _MODULES for statement in module.STATEMENTS),
        key=lambda statement: int(statement.number.split()[0]),
    )
)
