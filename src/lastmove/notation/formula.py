"""The formula value: blocks of quantified variables, and clauses.

Truth by the definition: try both values of the outermost variable. The law that formulas are held against.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from lastmove.core.errors import InputError, show

EXISTS, FORALL = "e", "a"
"""The quantifiers, as QDIMACS writes them."""


class Block(NamedTuple):
    """Variables under one quantifier, in order."""

    quantifier: str
    variables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A quantified boolean formula in conjunctive normal form.

    A variable is a positive integer, a literal is a variable or its negative. Blocks stand outermost first, no two
    neighbours with the same quantifier, and every variable of a clause is in one of them.

    Attributes
    ----------
    blocks
        The prefix.
    clauses
        All of them must hold; a clause holds when one of its literals does, so the empty one never does.

    Examples
    --------
    >>> formula = Formula.of([("a", [1]), ("e", [2])], [[1, 2], [-1, -2]])
    >>> formula.outermost, formula.variables
    (Block(quantifier='a', variables=(1,)), (1, 2))
    >>> formula.assign(1).clauses
    ((-2,),)
    """

    blocks: tuple[Block, ...]
    clauses: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, prefix: Iterable[tuple[str, Iterable[int]]], clauses: Iterable[Iterable[int]]) -> Formula:
        """The formula with this prefix; variables of the clauses that it leaves out are existential and outermost.

        Raises
        ------
        InputError
            For a quantifier other than e and a, a variable that is no positive integer or stands in two blocks, or a
            literal that is 0.
        """
        listed = tuple(tuple(map(_literal, clause)) for clause in clauses)
        blocks = [Block(quantifier, tuple(variables)) for quantifier, variables in prefix]
        bound: set[int] = set()
        for quantifier, variables in blocks:
            if quantifier not in (EXISTS, FORALL):
                raise InputError("prefix", f"{show(quantifier)} is no quantifier; accepted: 'e', 'a'")
            for variable in variables:
                if type(variable) is not int or variable < 1:
                    raise InputError("prefix", f"{show(variable)} is no variable; accepted: integers >= 1")
                if variable in bound:
                    raise InputError("prefix", f"variable {variable} is quantified twice")
                bound.add(variable)
        free = sorted({abs(literal) for clause in listed for literal in clause} - bound)
        return cls(_merged([Block(EXISTS, tuple(free)), *blocks]), listed)

    @property
    def variables(self) -> tuple[int, ...]:
        """Every variable, outermost first."""
        return tuple(variable for block in self.blocks for variable in block.variables)

    @property
    def outermost(self) -> Block | None:
        """The first block; ``None`` where nothing is quantified."""
        return self.blocks[0] if self.blocks else None

    @property
    def literals(self) -> int:
        """How many literals the clauses have together."""
        return sum(map(len, self.clauses))

    def assign(self, literal: int) -> Formula:
        """What is left once this literal is true; its variable must stand in the outermost block."""
        block = self.outermost
        if block is None or abs(literal) not in block.variables:
            raise InputError("literal", f"{show(literal)}; accepted: literals of the outermost block")
        left = Block(block.quantifier, tuple(v for v in block.variables if v != abs(literal)))
        clauses = tuple(
            tuple(other for other in clause if other != -literal) for clause in self.clauses if literal not in clause
        )
        return replace(self, blocks=_merged([left, *self.blocks[1:]]), clauses=clauses)


def _literal(value: int) -> int:
    if type(value) is not int or value == 0:
        raise InputError("clauses", f"{show(value)} is no literal; accepted: integers other than 0")
    return value


def _merged(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The same prefix without empty blocks, neighbours with one quantifier as one."""
    found: list[Block] = []
    for block in blocks:
        if found and found[-1].quantifier == block.quantifier:
            found[-1] = Block(block.quantifier, (*found[-1].variables, *block.variables))
        elif block.variables:
            found.append(block)
    return tuple(found)


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
