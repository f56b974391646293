"""Truth by the definition: try both values of the outermost variable. The law that formulas are held against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.notation.formula import EXISTS

if TYPE_CHECKING:
    from lastmove.notation.formula import Formula

__all__ = ["is_true"]


def is_true(formula: Formula) -> bool:
    """Whether a formula is true. Takes 2^variables steps and as many levels of recursion as there are variables.

    Examples
    --------
    >>> from lastmove.notation.formula import Formula
    >>> is_true(Formula.of([("a", [1]), ("e", [2])], [[1, 2], [-1, -2]]))
    True
    >>> is_true(Formula.of([("e", [2]), ("a", [1])], [[1, 2], [-1, -2]]))
    False
    """
    if () in formula.clauses:
        return False
    block = formula.outermost
    if block is None or not formula.clauses:
        return True
    literal = block.variables[0]
    results = (is_true(formula.assign(choice)) for choice in (literal, -literal))
    return any(results) if block.quantifier == EXISTS else all(results)
