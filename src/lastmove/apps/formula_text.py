"""Formulas on the command line: read from files and from JSON, and their answers for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.formulas.formula import EXISTS, Formula
from lastmove.formulas.qdimacs import BadLine, read_qdimacs
from lastmove.games.fields import check_known

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.engine.by_reduction import Truth

__all__ = ["FIELD", "formula_in", "formula_in_words", "read_formula", "write_truth"]

FIELD = "formula"
"""The field of a JSON object that holds a formula, as the text of QDIMACS."""
MOST_NAMED = 8
"""So many variables of a block are named in words."""


def read_formula(text: bytes) -> Formula:
    """The formula of a file; a BadLine with the line of the mistake otherwise."""
    try:
        return read_qdimacs(text.decode())
    except UnicodeDecodeError as error:
        line = text[: error.start].count(b"\n") + 1
        raise BadLine(line, f"not UTF-8: byte 0x{text[error.start]:02x}; accepted: UTF-8") from None


def formula_in(fields: Mapping[str, object]) -> Formula | None:
    """The formula that a record holds; ``None`` where it holds a position."""
    if FIELD not in fields or "game" in fields:
        return None
    check_known(fields, (FIELD, "id"), "a formula")
    value = fields[FIELD]
    if isinstance(value, str):
        try:
            return read_qdimacs(value)
        except InputError as error:
            raise error.inside(FIELD) from None
    if not isinstance(value, Formula):
        raise InputError(FIELD, f"{show(value)}; accepted: the text of a formula in QDIMACS")
    return value


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

    from lastmove.apps.terminal import console

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
