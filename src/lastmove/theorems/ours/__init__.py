"""Results proved for lastmove, in the order of their numbers."""

from __future__ import annotations

from lastmove.theorems.ours import (
    adjacent_nim,
    beyond_bipartite,
    bridge,
    circuits,
    clusters,
    few_ones,
    gadgets,
    nimg_mr,
    nimg_rm,
    single_one,
    vertexnim,
)
from lastmove.theorems.ours import odd_cycles as odd_cycle_theorem
from lastmove.theorems.statement import Statement, Theorem

__all__ = ["DECIDERS", "STATEMENTS"]

_MODULES = (
    nimg_rm,
    odd_cycle_theorem,
    clusters,
    circuits,
    vertexnim,
    adjacent_nim,
    single_one,
    few_ones,
    bridge,
    gadgets,
    beyond_bipartite,
    nimg_mr,
)
"""Theorems of equal cost are tried in this order: those that answer a whole board by one matching come first."""

DECIDERS: tuple[Theorem, ...] = tuple(theorem for module in _MODULES for theorem in module.DECIDERS)
STATEMENTS: tuple[Statement, ...] = tuple(
    sorted(
        (statement for module in _MODULES for statement in module.STATEMENTS),
        key=lambda statement: int(statement.number.removeprefix("LM").split()[0]),
    )
)
