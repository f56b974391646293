"""Quotients of a heap game, heap by heap: where they grow, and the period of the map from heaps to elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.games.octal import Code
from lastmove.heaps.periods import find_period
from lastmove.quotients.monoid import reduced, trivial

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.heaps.check import Rules
    from lastmove.heaps.periods_too import Period
    from lastmove.quotients.atoms import Atoms, HeapFamily
    from lastmove.quotients.monoid import OutcomeMonoid
    from lastmove.quotients.solver import QuotientSolver

__all__ = ["HeapGrowth", "Step", "phi_period"]

LOOK_EVERY = 16
"""A period is looked for whenever so many heaps have been added."""


class Step(NamedTuple):
    """A heap at which the quotient becomes another one: how many elements it has, and how many of them are P."""

    heap: int
    order: int
    p_order: int


class HeapGrowth:
    """The quotient of the heaps 1..n of a game, for growing n.

    Parameters
    ----------
    rules
        The rules, for the proof of a period; ``None`` where nothing is known of larger heaps.
    beside
        The atoms up to this one, of other positions, are always there too.
    """

    def __init__(
        self, family: HeapFamily, atoms: Atoms, solver: QuotientSolver, rules: Rules | None, *, beside: int = 0
    ) -> None:
        self._family = family
        self._atoms = atoms
        self._solver = solver
        self._rules = rules
        self._beside = beside
        self._done = trivial()
        self.heap = 0
        """All heaps up to this one are done."""
        self.steps: list[Step] = []
        self.period: Period | None = None

    def grow(self, to: int, meter: Meter) -> None:
        """Go on to this heap, or until a period is proved.

        Raises
        ------
        LimitReached
            When a limit is spent; what has been done by then stays.
        """
        while self.heap < to and self.period is None:
            before = self._solver.monoid(self.proved_atoms, meter)
            if len(self._family.numbers) == self.heap + 1:
                self._family.grow(meter)
            atom = self._family.numbers[self.heap + 1]
            found = self._solver.monoid(max(atom, self.proved_atoms), meter)
            self.heap += 1
            self._done = found
            if found.words is not before.words:
                self._note(reduced(found, self._atoms.rules))
            if self.heap % LOOK_EVERY == 0 or self.heap == to:
                self._look_for_period()

    @property
    def proved_atoms(self) -> int:
        """The largest atom that is done."""
        return max(self._beside, *self._family.numbers[: self.heap + 1])

    def quotient(self) -> OutcomeMonoid:
        """The misère quotient of the heaps that are done."""
        return reduced(self._done, self._atoms.rules)

    def _note(self, found: OutcomeMonoid) -> None:
        step = Step(self.heap, found.order, int(found.lost.sum()))
        if step[1:] != (self.steps[-1][1:] if self.steps else (1, 0)):
            self.steps.append(step)

    def _look_for_period(self) -> None:
        if self._rules is not None:
            self.period = phi_period(self.values(self.quotient()), self._rules)

    def values(self, quotient: OutcomeMonoid) -> list[int]:
        """The elements of the heaps 0, 1, 2, ... that are done."""
        return [quotient.images[atom] if atom else 0 for atom in self._family.numbers[: self.heap + 1]]


def phi_period(values: list[int], rules: Rules) -> Period | None:
    """The period that the elements of the heaps 0, 1, 2, ... prove, for all heaps and in the same monoid.

    Notes
    -----
    The window is that of Grundy values for moves that leave two heaps, also where moves leave one: a heap whose moves
    lead to the same elements as those of a smaller one can have its element (``like_known``), and that is all that
    the induction needs.
    """
    if not isinstance(rules, Code):
        return find_period(values, 2, rules[-1])
    digits, cycle = len(rules.digits), len(rules.cycle)
    return find_period(values, max(rules.most_heaps, 2), digits if cycle else digits - 1, cycle)
