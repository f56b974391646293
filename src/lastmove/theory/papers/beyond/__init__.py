"""Results from elsewhere that the engine uses, and the hardness results that the papers build on."""

from __future__ import annotations

from lastmove.theory.papers.beyond import acyclic, geography, hardness, octal_periods, trees
from lastmove.theory.statement import Statement, Theorem

__all__ = ["DECIDERS", "STATEMENTS"]

DECIDERS: tuple[Theorem, ...] = (*acyclic.DECIDERS, *trees.DECIDERS, *geography.DECIDERS)
STATEMENTS: tuple[Statement, ...] = (
    *(theorem.statement for theorem in DECIDERS),
    *octal_periods.STATEMENTS,
    *hardness.STATEMENTS,
)
