"""From a position to the argument that decides it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from lastmove.core.errors import LimitReached, Refuted, show
from lastmove.core.limits import Allowance, Limits, Meter, interrupts_raised, stopping_at_limits
from lastmove.core.play import Outcome, Play, PlayName, Problem
from lastmove.core.position import check_position, components_of
from lastmove.core.solution import LimitReason, TheoremReason
from lastmove.core.view import HeapsView, view_of
from lastmove.explanations.argument import (
    Argument,
    ComponentValue,
    Contrast,
    Exchange,
    Exchanges,
    Left,
    Values,
    say_position,
)
from lastmove.play.opponent import Opponent
from lastmove.solver.decide import Solver
from lastmove.solver.solve import solve
from lastmove.sums.grundy import grundy, misere_grundy

if TYPE_CHECKING:
    from typing import Any

    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Solution
    from lastmove.theorems.statement import Statement

MOST_EXCHANGES = 200
"""How many moves of the lost position are looked at."""
MOST_COUNTED = 10_000
"""Moves are counted up to this number."""
MOST_COMPONENTS = 16
"""The values of more components than these are not listed."""
LONGEST_LINE = 12
"""How many moves of best play are shown."""
_USUAL = Limits(positions=300_000, time=5)
"""What each part of the argument may spend where no limits are given; the answer itself has none."""
_VALUES = Limits(positions=20_000, time=1)


def explain(
    position: Position | Problem, play: Play | PlayName | None = None, *, limits: Limits | None = None
) -> Argument:
    """Why a position is won or lost: the rule, the winning move, the answer to each reply.

    Parameters
    ----------
    position, play
        As for :func:`lastmove.solve`.
    limits
        What may be spent: the time on the answer and all further parts of the argument together, the rest on each. By
        default the answer may cost anything, and each other part 300,000 positions and 5 seconds.

    Returns
    -------
    Argument
        ``str()`` is a text for people; a notebook shows it as Markdown; ``to_json()`` has everything.

    Raises
    ------
    InputError
        If this is no position, or a board that still lacks its start.
    CycleError
        If play can come back to an earlier position.

    Examples
    --------
    >>> import lastmove as lm
    >>> argument = lm.explain(lm.Nim([1, 2]), play="misere")
    >>> argument.move, argument.contrast.move, argument.contrast.here
    (LowerHeap(heap=1, remaining=0), LowerHeap(heap=1, remaining=1), <Outcome.N: 'N'>)
    """
    allowance = None if limits is None else Allowance(limits)
    solution = solve(position, play, limits=limits)
    return argue(solution, None if allowance is None else allowance.left())


def argue(solution: Solution, limits: Limits | None) -> Argument:
    """The argument for an answer that is known, or the account of what was tried."""
    problem = solution.problem
    check_position(problem.position)
    if solution.outcome is Outcome.UNKNOWN:
        return Argument(solution, tried=_theorems(problem, limits))
    arguer = _Arguer(problem.play, None if limits is None else Allowance(limits))
    at, left = problem.position, None
    if solution.move is not None:
        at = at.after(solution.move)
        left = Left(at, arguer.reason(at))
    others, winning = arguer.other_moves(solution)
    line, moves_left = arguer.line(problem.position, solution.move)
    over = next(iter(problem.position.moves()), None) is None
    return Argument(
        solution,
        left,
        others,
        winning,
        None if over else arguer.exchanges(at),
        arguer.contrast(problem.position) if problem.play is Play.MISERE else None,
        arguer.values(problem.position),
        line,
        moves_left,
        arguer.evidence(solution),
        () if isinstance(solution.reason, TheoremReason) or over else _theorems(problem, arguer.limits),
    )


class _Arguer:
    """Works out the parts of one argument, each within the limits, with one table for all."""

    def __init__(self, play: Play, allowance: Allowance | None) -> None:
        self.play = play
        self.allowance = allowance
        self.solver = Solver(play, Meter(self.limits))

    @property
    def limits(self) -> Limits:
        """What the next part may spend."""
        return _USUAL if self.allowance is None else self.allowance.left()

    def reason(self, position: Position) -> Any:
        """Why a position is as it is; a LimitReason where a limit was spent."""
        meter = Meter(self.limits)
        try:
            with interrupts_raised(), stopping_at_limits(meter):
                return self.solver.decide(position, meter).reason
        except LimitReached as stop:
            return LimitReason(stop.limit, stop.positions, meter.seconds)

    def exchanges(self, position: Position) -> Exchanges:
        """The moves of a lost position with their answers."""
        meter = Meter(self.limits)
        total = sum(1 for _ in islice(position.moves(), MOST_COUNTED + 1))
        listed: list[Exchange] = []
        stopped_by = None
        try:
            with interrupts_raised(), stopping_at_limits(meter):
                for move in islice(position.moves(), MOST_EXCHANGES):
                    listed.append(Exchange(move, self.answer(position.after(move), meter)))
                    meter.check()
        except LimitReached as stop:
            stopped_by = stop.limit
        return Exchanges(position, tuple(listed), None if total > MOST_COUNTED else total, stopped_by)

    def answer(self, position: Position, meter: Meter) -> Move | None:
        """A winning move of a won position; ``None`` where it is won by having none."""
        verdict = self.solver.decide(position, meter)
        return self.solver.winning_move(position, meter) if verdict.move is None else verdict.move

    def line(self, position: Position, first: Move | None) -> tuple[tuple[Move, ...], int | None]:
        """The winning move and best play after it, or best play from here; and its length, if it can be worked out."""
        player = Opponent(self.play, limits=self.limits)
        moves = [] if first is None else [first]
        if first is not None:
            position = position.after(first)
        length: int | None = None
        while len(moves) < LONGEST_LINE and next(iter(position.moves()), None) is not None:
            player.limits = self.limits
            choice = player.choose(position, len(moves))
            if choice.moves_left is None:
                return (), None
            length = len(moves) + choice.moves_left
            moves.append(choice.move)
            position = position.after(choice.move)
        return tuple(moves), len(moves) if length is None else length

    def contrast(self, position: Position) -> Contrast:
        """The answer of normal play, and what becomes of its move here."""
        normal = solve(position, Play.NORMAL, limits=self.limits)
        if isinstance(normal.reason, LimitReason) and normal.reason.limit == "interrupt":
            raise KeyboardInterrupt
        found = Contrast(normal.outcome, normal.move, normal.reason)
        if normal.move is None:
            return found
        there = position.after(normal.move)
        meter = Meter(self.limits)
        try:
            with interrupts_raised(), stopping_at_limits(meter):
                wins = self.solver.decide(there, meter).wins
                refutation = self.answer(there, meter) if wins else None
        except LimitReached:
            return Contrast(normal.outcome, normal.move, normal.reason, Outcome.UNKNOWN)
        return Contrast(normal.outcome, normal.move, normal.reason, Outcome.for_mover(wins), refutation)

    def other_moves(self, solution: Solution) -> tuple[tuple[Move, ...], int | None]:
        """A few more winning moves, and how many there are in all, where there are few enough moves to look at."""
        if solution.move is None:
            return (), None
        moves = islice(solution.problem.position.moves(), MOST_EXCHANGES + 1)
        if sum(1 for _ in moves) > MOST_EXCHANGES:
            return (), None
        if self.allowance is not None:  # the solution itself would grant all the time again
            solution = solve(solution.problem, limits=self.limits, all_moves=True)
        winning = solution.winning_moves()
        if winning.stopped_by == "interrupt" or getattr(solution.reason, "limit", None) == "interrupt":
            raise KeyboardInterrupt
        if solution.move is None or winning.stopped_by is not None or winning.undecided:
            return (), None
        return tuple(move for move in winning if move != solution.move)[:5], winning.total

    def values(self, position: Position) -> Values | None:
        """The values of the components, where there are some and they are cheap."""
        components = components_of(position)
        if not 2 <= len(components) <= MOST_COMPONENTS:
            return None
        found = []
        nim_sum = 0
        try:
            with interrupts_raised():
                for component in components:
                    value = grundy(component, limits=self._cheap)
                    nim_sum ^= value
                    misere = misere_grundy(component, limits=self._cheap)
                    found.append(ComponentValue(_component(component), value, misere))
        except LimitReached:
            return None
        return Values(tuple(found), nim_sum)

    @property
    def _cheap(self) -> Limits:
        left = self.limits.time
        return _VALUES if left is None else replace(_VALUES, time=min(left, 1.0))

    def evidence(self, solution: Solution) -> str:
        """What the check of the certificate verifies, in words."""
        certificate: Any = solution.certificate
        if certificate is None:
            return ""
        try:
            with interrupts_raised(), stopping_at_limits(Meter(self.limits)):
                return str(certificate.outcome(solution.problem.position, solution.problem.play).text)
        except Refuted:  # too large to be checked in reasonable time; what is wrong was found before the answer
            return ""
        except LimitReached:
            return ""


def _component(component: Position) -> str:
    view = view_of(component)
    if isinstance(view, HeapsView) and len(view.heaps) == 1:
        heap = f"heap of {show(view.heaps[0])}"
        return f"{heap} ({view.rule})" if view.rule else heap
    return say_position(component)


def _theorems(problem: Problem, limits: Limits | None) -> tuple[str, ...]:
    """The names of the theorems that speak of this game and convention, with what they ask for.

    Those on sums come last, as looking for components can take long: they are left out where a limit is spent.
    """
    meter = Meter(limits)
    statements: list[Statement] = []
    with suppress(LimitReached), stopping_at_limits(meter):
        statements.extend(theorem.statement for theorem in Solver(problem.play, meter).theorems(problem.position))
    return tuple(f"{each.paper.name} {each.number} ({each.condition or each.title})" for each in statements)
