"""Gates over quantified decisions: how a game that two players play becomes a formula in clauses.

Decisions are variables in the order in which they are taken. Everything that follows from them is a gate, a variable of
its own whose clauses tie it to what it stands for; all gates are existential and innermost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.limits import look
from lastmove.notation.formula import EXISTS, Block, Formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["FALSE", "MOST_CLAUSES", "TRUE", "Circuit"]

TRUE, FALSE = 0, -1
"""Two signals that are known. All others are literals n of a variable, written as 2n (true) and 2n + 1 (false)."""

MOST_CLAUSES = 1_000_000
"""Formulas with more clauses are not made."""


class Circuit:
    """Decisions and gates. A signal is a number; ``opposite`` negates it."""

    def __init__(self) -> None:
        self._variables = 0
        self._blocks: list[Block] = []
        self._gates: list[int] = []
        self._clauses: list[tuple[int, ...]] = []
        self._all: dict[tuple[int, ...], int] = {}

    def decide(self, quantifier: str, count: int) -> list[int]:
        """The signals of ``count`` new decisions, taken after all earlier ones."""
        variables = tuple(range(self._variables + 1, self._variables + count + 1))
        self._variables += count
        self._blocks.append(Block(quantifier, variables))
        return [2 * variable for variable in variables]

    @staticmethod
    def opposite(signal: int) -> int:
        """The negation of a signal."""
        return -1 - signal if signal in (TRUE, FALSE) else signal ^ 1

    def every(self, signals: Iterable[int]) -> int:
        """The signal that is true when all of these are."""
        inputs = tuple(sorted(set(signals) - {TRUE}))
        if FALSE in inputs or any(signal ^ 1 in inputs for signal in inputs if not signal & 1):
            return FALSE
        if len(inputs) < 2:
            return inputs[0] if inputs else TRUE
        found = self._all.get(inputs)
        if found is None:
            self._variables += 1
            self._gates.append(self._variables)
            found = self._all[inputs] = 2 * self._variables
            for signal in inputs:
                self.demand([found ^ 1, signal])
            self.demand([found, *(signal ^ 1 for signal in inputs)])
        return found

    def some(self, signals: Iterable[int]) -> int:
        """The signal that is true when one of these is."""
        return self.opposite(self.every(map(self.opposite, signals)))

    def demand(self, signals: Iterable[int]) -> None:
        """The formula is true only if one of these signals is."""
        look()
        given = set(signals)
        if TRUE in given:
            return
        if len(self._clauses) >= MOST_CLAUSES:
            raise InputError("qdimacs", f"the formula has more than {MOST_CLAUSES:,} clauses; it is not written")
        self._clauses.append(tuple(-(s >> 1) if s & 1 else s >> 1 for s in sorted(given - {FALSE})))

    def choice(self, bits: Sequence[int], count: int) -> list[int]:
        """For each of ``count`` numbers the signal that the bits, the lowest first, spell it."""
        return [
            self.every(bit if number >> place & 1 else self.opposite(bit) for place, bit in enumerate(bits))
            for number in range(count)
        ]

    def formula(self) -> Formula:
        """All decisions in order, then the gates, and everything that is demanded."""
        return Formula.of([*self._blocks, (EXISTS, self._gates)], self._clauses)
