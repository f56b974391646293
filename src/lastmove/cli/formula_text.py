"""Formulas and their answers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.notation.formula import EXISTS

if TYPE_CHECKING:
    from lastmove.notation.formula import Formula
    from lastmove.solver.by_reduction import Truth

MOST_NAMED = 8
"""So many variables of a block are named in words."""


def formula_in_words(formula: Formula) -> str:
    """A formula in half a line."""
    blocks = []
    for quantifier, variables in formula.blocks:
        listed = " ".join(map(str, variables[:MOST_NAMED])) + (" ..." if len(variables) > MOST_NAMED else "")
        blocks.append(f"{'there are' if quantifier == EXISTS else 'for all'} {listed}")
    prefix = ", ".join(blocks)
    clauses = "1 clause" if len(formula.clauses) == 1 else f"{len(formula.clauses):,} clauses"
    return f"{prefix or 'no variable'}: {clauses}"


def write_truth(truth: Truth) -> None:
    """Whether a formula is true, how its outermost block is decided, and why."""
    from rich.text import Text

    from lastmove.cli.text import console

    out = console()
    said, style = {True: ("true", "bold green"), False: ("false", "bold magenta"), None: ("unknown", "bold yellow")}[
        truth.true
    ]
    out.print(Text(f"Formula: {formula_in_words(truth.formula)}", style="bold"))
    out.print(Text(f"  {said}", style=style))
    if truth.assignment:
        values = ", ".join(f"{variable} {'true' if value else 'false'}" for variable, value in truth.assignment.items())
        out.print(Text(f"  decided by    {values}"))
    out.print(Text(f"  because       {truth.reason}"))
