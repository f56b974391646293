"""Results proved for lastmove, in the order of their numbers."""

from __future__ import annotations

from lastmove.theorems.ours import (
    adjacent_nim,
    edge_geography,
    edge_nimg,
    few_ones,
    gadgets,
    heavy_vertex,
    lost_boards,
    nimg_mr,
    nimg_rm,
    odd_cycles,
    vertexnim,
    vertexnim_mr,
)
from lastmove.theorems.statement import Statement, Theorem

__all__ = ["DECIDERS", "STATEMENTS"]

_MODULES = (
    nimg_rm,
    odd_cycles,
    vertexnim,
    adjacent_nim,
    few_ones,
    gadgets,
    nimg_mr,
    edge_nimg,
    edge_geography,
    heavy_vertex,
    lost_boards,
    vertexnim_mr,
)
"""Theorems of equal cost are tried in this order: those that answer a whole board by one matching come first."""

DECIDERS: tuple[Theorem, ...] = tuple(theorem for module in _MODULES for theorem in module.DECIDERS)
STATEMENTS: tuple[Statement, ...] = tuple(
    sorted(
        (statement for module in _MODULES for statement in module.STATEMENTS),
        key=lambda statement: int(statement.number.removeprefix("LM").split()[0]),
    )
)
