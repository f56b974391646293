"""The misère quotient of a growing set of atoms, found by guessing a monoid and mending its least failure.

For each new atom the monoid below is taken to be fine enough and extended (``growing``). If the result is wrong, let
X be the least sum of atoms where it is (``failures``). All smaller sums are then right, so the rules decide X, and a
part m of X was wrongly taken to be a smaller sum r: beside the rest of X they differ. The atoms of that rest above m
become a context that the monoids from m on must respect. So ever more sums are right, until all are.

What is kept between two runs is the list of contexts: hints that save the failures, and can do no harm.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lastmove.core.errors import InternalError, LimitReached
from lastmove.quotients.extend import extended
from lastmove.quotients.failures import least_failure
from lastmove.quotients.like_known import with_known
from lastmove.quotients.monoid import reduced, trivial

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastmove.core.limits import Meter
    from lastmove.quotients.monoid import OutcomeMonoid, Word

__all__ = ["QuotientSolver"]


class QuotientSolver:
    """Quotients of the atoms 1, 2, 3, ...; what has been found out for the first ones serves the next.

    Parameters
    ----------
    rules
        For each atom, what its moves can leave: words of smaller atoms, in descending order.
    most
        Monoids with more elements than this are not worked with: LimitReached.

    Notes
    -----
    A solver belongs to one thread.
    """

    def __init__(self, rules: Mapping[int, Sequence[Word]], *, most: float = math.inf) -> None:
        self.rules = rules
        self.most = most
        self.contexts: dict[int, set[Word]] = {}
        """For each atom, the sums of larger ones that the monoid up to it respects."""
        self.failures = 0
        """How many wrong monoids there have been."""
        self._levels: list[OutcomeMonoid] = [trivial()]
        self._proved = 0

    def quotient(self, atoms: int, meter: Meter) -> OutcomeMonoid:
        """The misère quotient of all sums of the atoms 1..atoms.

        Raises
        ------
        LimitReached
            When a limit of the meter is spent. What is known by then is kept.
        """
        return reduced(self.monoid(atoms, meter), self.rules)

    def monoid(self, atoms: int, meter: Meter) -> OutcomeMonoid:
        """A monoid that decides the outcomes of all sums of the atoms 1..atoms, perhaps larger than the quotient.

        If the last atom makes no difference, its elements are the very ``words`` of the monoid without it.
        """
        while self._proved < atoms:
            self._prove(self._proved + 1, meter)
        return self._levels[atoms]

    def hint(self, contexts: Mapping[int, set[Word]]) -> None:
        """Respect these contexts from the beginning; any contexts will do, right ones save time."""
        self.contexts = {atom: set(words) for atom, words in contexts.items()}
        del self._levels[1:]
        self._proved = 0

    def _prove(self, atom: int, meter: Meter) -> None:
        """Make the monoids up to this atom right."""
        if len(self._levels) == atom and not self.contexts.get(atom):
            known = with_known(self._levels[-1], atom, self.rules[atom])
            if known is not None:
                self._levels.append(known)
                self._proved = atom
                return
        while True:
            self._build(atom, meter)
            failure = least_failure(self._levels[atom], meter) if self.rules[atom] else None
            if failure is None:
                self._proved = atom
                return
            self.failures += 1
            self._mend(atom, failure)

    def _build(self, atom: int, meter: Meter) -> None:
        for each in range(len(self._levels), atom + 1):
            below = self._levels[-1]
            made = extended(below, each, self.rules, self.contexts.get(each, ()), meter)
            if made.order > self.most:
                raise LimitReached("elements", meter.positions)
            self._levels.append(made)

    def _mend(self, atom: int, failure: Word) -> None:
        """Let the monoids tell apart what the least failure shows to be different."""
        words = set(self._levels[atom].words)
        smaller = sorted({each for each in failure if each < failure[0]})
        lowest = next((top for top in smaller if tuple(each for each in failure if each <= top) not in words), None)
        if lowest is None:
            raise InternalError(f"the least failure {failure} of a quotient has no part that stands for another sum")
        for each in range(lowest, failure[0]):
            self.contexts.setdefault(each, set()).add(tuple(larger for larger in failure if larger > each))
        del self._levels[lowest:]
        self._proved = min(self._proved, lowest - 1)
