"""``lm.compare``: one position in normal and in misère play, side by side, with its values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.errors import InternalError, LimitReached, show
from lastmove.core.limits import Allowance, Limits, Meter, stopping_at_limits
from lastmove.core.notebook import Tabled
from lastmove.core.play import Outcome, Play, Problem
from lastmove.core.solution import LimitReason
from lastmove.solver.solve import solve
from lastmove.sums.grundy import asked_position, genus
from lastmove.sums.normal import violation_of
from lastmove.sums.tame import TameSearch, Wild

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.core.solution import Solution
    from lastmove.sums.genus import Genus

_USUAL = Limits(positions=200_000)
"""What the values of a comparison may cost where no limits are given."""


@dataclass(frozen=True, slots=True)
class Comparison(Tabled):
    """One position in both conventions.

    Attributes
    ----------
    normal, misere
        The answers of :func:`lastmove.solve`.
    genus
        The genus, with both Grundy values in it; ``None`` where it was too expensive.
    wild
        A component below that is not tame, with its values; ``None`` if all is tame.
    special
        Whether every position of value 0 below a part is over or has an option of value 1 (Holshouser and Reiter).
    violation
        A position where that fails, if it does.
    stopped_by
        The limit that was spent before the values were known, if one was; ``tame`` and ``special`` are then ``None``
        unless they were found out before.
    """

    normal: Solution
    misere: Solution
    genus: Genus | None
    wild: Wild | None
    special: bool | None
    violation: Position | None
    stopped_by: LimitReached | None = None

    @property
    def tame(self) -> bool | None:
        """Whether everything below is tame; ``None`` where that is not known."""
        if self.wild is not None:
            return False
        return None if self.special is None else True

    @property
    def same_winner(self) -> bool | None:
        """Whether the same player wins in both conventions; ``None`` where that is not known."""
        outcomes = (self.normal.outcome, self.misere.outcome)
        return None if Outcome.UNKNOWN in outcomes else outcomes[0] is outcomes[1]

    def to_json(self) -> dict[str, object]:
        """The answer object of ``lastmove compare``."""
        found: dict[str, object] = {} if self.normal.problem.id is None else {"id": self.normal.problem.id}
        for name, answer in (("normal", self.normal), ("misere", self.misere)):
            said = answer.to_json()
            found[name] = {field: said[field] for field in ("outcome", "move", "reason") if field in said}
        found["same_winner"] = self.same_winner
        if self.genus is None:
            found |= {"grundy": None, "misere_grundy": None, "genus": None}
        else:
            found |= {"grundy": self.genus.value, "misere_grundy": self.genus.misere[0], "genus": str(self.genus)}
        if self.stopped_by is not None:
            found["values_reason"] = self.stopped_by.to_json()
        found["tame"] = self.tame
        if self.wild is not None:
            found["wild"] = f"{show(self.wild.position)}: {self.wild}"
        found["special"] = self.special
        if self.violation is not None:
            found["violation"] = show(self.violation)
        return found


def compare(position: Position | Problem, *, limits: Limits | None = None) -> Comparison:
    """One position in both conventions: outcomes, moves, reasons, values, genus, tame or wild, special or not.

    The time of the limits is for all of these together, positions and memory for each; without limits, the outcomes
    may cost anything and the values 200,000 positions. What was too expensive is unknown or ``None``, and
    ``stopped_by`` says why. Raises InputError and CycleError like :func:`lastmove.grundy`.

    Examples
    --------
    >>> import lastmove as lm
    >>> found = lm.compare(lm.Octal("0.77", [5]))
    >>> found.normal.outcome.value, found.misere.outcome.value, str(found.genus), found.tame
    ('N', 'N', '4^146', False)
    """
    asked = asked_position(position)
    asker = position.id if isinstance(position, Problem) else None
    allowance = Allowance(limits or Limits())
    normal = _solved(Problem(asked, Play.NORMAL, asker), allowance.left(1 / 3))
    misere = _solved(Problem(asked, Play.MISERE, asker), allowance.left(1 / 2))
    found, wild, special, violation = None, None, None, None
    stopped_by = None
    values = allowance if limits is not None and limits != Limits() else Allowance(_USUAL)
    try:
        found = genus(asked, limits=values.left(2 / 3))
        meter = Meter(values.left())
        with stopping_at_limits(meter):
            wild = _wild(asked, meter)
            violation = violation_of(asked, meter)
            special = violation is None
    except LimitReached as stop:
        if stop.limit == "interrupt":
            raise
        stopped_by = stop
    if found is not None:
        for answer, value in ((normal, found.value), (misere, found.misere[0])):
            if answer.outcome is not Outcome.UNKNOWN and (answer.outcome is Outcome.N) != (value != 0):
                raise InternalError(f"{show(asked)} has the value {value} and the outcome {answer.outcome.value}")
    return Comparison(normal, misere, found, wild, special, violation, stopped_by)


def _solved(problem: Problem, limits: Limits | None) -> Solution:
    """The answer; Ctrl-C ends the comparison, not just this half of it."""
    found = solve(problem, limits=limits)
    if isinstance(found.reason, LimitReason) and found.reason.limit == "interrupt":
        raise LimitReached("interrupt", found.reason.positions)
    return found


def _wild(position: Position, meter: Meter) -> Wild | None:
    try:
        TameSearch(meter).pair(position)
    except Wild as found:
        return found
    return None
