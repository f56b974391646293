"""Answers by way of a reduction: the target is solved, and what is found is carried back to the source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import Allowance, Limits
from lastmove.core.play import Outcome
from lastmove.core.solution import LimitReason, Solution, WinningMoves
from lastmove.notation.formula import EXISTS, Formula
from lastmove.notation.qdimacs import write_qdimacs
from lastmove.reductions.chain import apply_chain, find_chain, side_of
from lastmove.reductions.check import ByReduction, map_to_json
from lastmove.solver.solve import proved, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.solution import MoveValues, Reason
    from lastmove.reductions.chain import Reduced


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a formula is true, and how its outermost block is to be decided.

    Attributes
    ----------
    formula
        The question.
    true
        ``None`` where it stayed unknown.
    assignment
        A value for each variable of the outermost block, where it is existential and the formula true, or universal
        and the formula false: whatever the rest does, the formula stays so. ``None`` otherwise.
    reason
        Why, as the search of the target says.
    """

    formula: Formula
    true: bool | None
    assignment: Mapping[int, bool] | None
    reason: Reason
    certificate: Certificate | None = field(default=None, repr=False)
    certificate_note: str = field(default="", repr=False)
    id: object = None
    certificate_stopped_by: str | None = field(default=None, repr=False)
    """The limit that was spent before evidence was found, if one was: the truth stands without it."""

    def to_json(self, *, certificate: bool = False) -> dict[str, object]:
        """The answer object."""
        answer: dict[str, object] = {} if self.id is None else {"id": self.id}
        answer["true"] = self.true
        if self.assignment is not None:
            answer["assignment"] = {str(variable): value for variable, value in self.assignment.items()}
        answer["reason"] = self.reason.to_json()
        if certificate and self.true is not None:
            answer["position"] = {"formula": "\n".join(write_qdimacs(self.formula))}
            answer["certificate"] = self.certificate and self.certificate.to_json()
            if self.certificate_note:
                answer["certificate_note"] = self.certificate_note
        return answer


def solve_reduced(reduced: Reduced, *, certificate: bool = False, **asked: Any) -> Solution | Truth:
    """Solve the target of a chain and carry the answer back to the source.

    Parameters
    ----------
    reduced
        The chain, applied.
    certificate
        Give evidence: the target's, and the chain.
    asked
        Limits, threads and the like, as for :func:`lastmove.solve`.

    Examples
    --------
    >>> import lastmove as lm
    >>> path = lm.VertexGeography([("a", "b"), ("b", "c")], start="b", directed=True)
    >>> answer = solve_reduced(lm.reduce(path, to="nimg-rm"))
    >>> answer.outcome, answer.move
    (<Outcome.N: 'N'>, Slide(to='c'))
    """
    if isinstance(reduced.source, Formula):
        return _solve_formula(reduced.source, reduced.chain, certificate=certificate, **asked)
    found = solve(reduced.problem, certificate=certificate, **asked)
    if not reduced.chain:
        return found
    move = None if found.move is None else reduced.lower(found.move)
    return replace(
        found,
        problem=reduced.source,
        move=move,
        _more=_CarriedBack(reduced, found, asked.get("limits")),
        certificate=_carried(reduced, found),
        move_certificate=None,
    )


def solve_formula(formula: Formula, *, certificate: bool = False, **asked: Any) -> Truth:
    """Whether a formula is true, by the search of Vertex Geography.

    Examples
    --------
    >>> import lastmove as lm
    >>> found = solve_formula(lm.Formula.of([("e", [1]), ("a", [2])], [[1, 2], [1, -2]]))
    >>> found.true, found.assignment
    (True, {1: True})
    """
    chain = find_chain(side_of(formula), "vertex-geography", "normal", directed=True)
    return _solve_formula(formula, chain, certificate=certificate, **asked)


@dataclass(frozen=True, slots=True)
class _CarriedBack:
    """What can still be asked about an answer that was carried back: moves by the target, values by the source."""

    reduced: Reduced
    found: Solution
    limits: Limits | None

    def winning_moves(self) -> WinningMoves[Any]:
        """The source's moves for winning moves of the target."""
        lower, winning = self.reduced.lower, self.found.winning_moves()
        listed = [move for move in dict.fromkeys(map(lower, winning)) if move is not None]
        undecided = [move for move in map(lower, winning.undecided) if move is not None]
        return WinningMoves(listed, len(listed), undecided, winning.stopped_by)

    def values(self) -> MoveValues:
        """Every legal move of the source with its value."""
        return solve(self.reduced.source, limits=self.limits).values()  # type: ignore[arg-type]  # no formula


def _carried(reduced: Reduced, found: Solution) -> Certificate | None:
    certificate: Any = found.certificate
    further: Any = found.move_certificate
    return certificate and ByReduction(tuple(reduced.chain), map_to_json(reduced.map), certificate, further)


def _solve_formula(
    formula: Formula, chain: Sequence[str], *, certificate: bool, limits: Limits | None = None, **asked: Any
) -> Truth:
    allowance = Allowance(limits or Limits())
    reduced = apply_chain(formula, chain)
    found = solve(reduced.problem, limits=allowance.left(), **asked)
    if found.outcome is Outcome.UNKNOWN:
        return Truth(formula, None, None, found.reason)
    truth = found.outcome is Outcome.N
    first = reduced.lower(found.move) if found.move is not None else None
    assignment = _assignment(formula, truth, first, chain, allowance, asked)
    answer = Truth(formula, truth, assignment, found.reason)
    if not certificate:
        return answer
    found = proved(found, allowance.left())  # last: the truth stands, whatever evidence costs
    return replace(
        answer,
        certificate=_carried(reduced, found),
        certificate_note=found.certificate_note,
        certificate_stopped_by=found.certificate_stopped_by,
    )


def _assignment(
    formula: Formula, truth: bool, first: int | None, chain: Sequence[str], allowance: Allowance, asked: dict[str, Any]
) -> dict[int, bool] | None:
    """Values for the outermost block, one variable after the other; ``first`` is a literal that is known to be right.

    ``None`` where the block's owner does not get what he wants, or the limits are spent.
    """
    block = formula.outermost
    if block is None:
        return {} if truth else None
    if truth != (block.quantifier == EXISTS):
        return None
    left, values = formula, dict[int, bool]()
    for variable in block.variables:
        literal = first if first is not None and abs(first) == variable else None
        if literal is None:
            tried = apply_chain(left.assign(variable), chain)
            found = solve(tried.problem, limits=allowance.left(), **asked)
            if isinstance(found.reason, LimitReason):
                return None
            literal = variable if (found.outcome is Outcome.N) == truth else -variable
        values[variable] = literal > 0
        left = left.assign(literal)
    return values
