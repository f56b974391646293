"""``lm.quotient``: the misère quotient of a heap game up to a heap, or of everything below some positions."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, InternalError, LimitReached, Refuted, TooLarge, show
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.position import check_position
from lastmove.core.problem import Problem
from lastmove.games.heap_rules import HeapRules
from lastmove.games.octal import Octal, read_code
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum
from lastmove.quotients.atoms import Atoms, HeapFamily, options_of_rules
from lastmove.quotients.check import Quotient
from lastmove.quotients.heap_games import HeapGrowth
from lastmove.quotients.quotient_answer import MisereQuotient, Source
from lastmove.quotients.saved import SavedContexts
from lastmove.quotients.solver import QuotientSolver
from lastmove.quotients.sums import SumQuotient, table_of_heaps, written

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.heaps.check import Rules
    from lastmove.quotients.atoms import HeapOptions
    from lastmove.quotients.check import CheckedQuotient
    from lastmove.quotients.monoid import OutcomeMonoid

__all__ = ["MisereQuotient", "quotient"]


def quotient(
    what: str | HeapRules | Iterable[int] | Position | Problem | Iterable[Position],
    *,
    heap: int | None = None,
    limits: Limits | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> MisereQuotient:
    """The misère quotient: the finite monoid, if there is one, that decides all sums of some positions.

    Parameters
    ----------
    what
        A heap game (an octal code, a set of integers for a subtraction game, or :class:`lastmove.HeapRules`), or a
        position or several: then the quotient is that of all sums of what play can make of them.
    heap
        Of a heap game, the largest heap.
    limits
        What may be spent; no limit by default. When a limit is spent the answer is not ``"proved"``.
    checkpoint
        A file in which the work on a heap game that a limit has stopped is saved. If it is there already, the work
        goes on from it.

    Raises
    ------
    InputError
        If this is no game, no heap or no position.
    CycleError
        If play can come back to an earlier position.

    Notes
    -----
    ``status`` is ``"proved"`` if the quotient that was asked for is found, and has passed the check of its certificate.
    It is ``"bounded"`` if a limit came first: the answer is then that of the heaps up to ``reached``, and the quotient
    that was asked for has at least as many elements. It is ``"unknown"`` if nothing is known.

    Examples
    --------
    >>> import lastmove as lm
    >>> kayles = lm.quotient("0.77", heap=180)
    >>> kayles.status, kayles.order, kayles.p_order, kayles.period, kayles.preperiod
    ('proved', 40, 9, 12, 71)
    >>> print(lm.quotient("0.75", heap=30).presentation)
    < a, b, c | a^2 = 1, bc = ab, c^2 = b^2, b^3 = b >
    """
    if isinstance(what, Problem):
        what = what.position
    game = _heap_game(what)
    if game is not None:
        if isinstance(heap, bool) or not isinstance(heap, int) or heap < 0:
            raise InputError("heap", f"{show(heap)}; accepted: an integer >= 0, the largest heap")
        return _of_heaps(game, heap, limits, checkpoint)
    if heap is not None:
        raise InputError("heap", f"{show(heap)}; it goes with a heap game, and these are positions")
    if checkpoint is not None:
        raise InputError("checkpoint", "it goes with an octal code or a subtraction set, not with positions")
    return _of_positions(what, limits)


def _heap_game(what: Any) -> str | tuple[int, ...] | HeapRules | None:
    """The heap game that is meant, in its usual form; ``None`` for positions."""
    if isinstance(what, HeapRules):
        return what
    if isinstance(what, str):
        return str(read_code(what))
    if isinstance(what, list | tuple | set | frozenset | range) and what and all(type(each) is int for each in what):
        return Subtraction(what, ()).amounts
    return None


def _of_heaps(
    game: str | tuple[int, ...] | HeapRules, heap: int, limits: Limits | None, checkpoint: Any
) -> MisereQuotient:
    if isinstance(game, HeapRules) and checkpoint is not None:
        raise InputError("checkpoint", "it goes with an octal code or a subtraction set, not with a Python function")
    rules: Rules | None = None
    options: HeapOptions
    if isinstance(game, HeapRules):
        options = game
    else:
        rules = read_code(game) if isinstance(game, str) else game
        options = options_of_rules(rules)
    store = None if checkpoint is None else SavedContexts(checkpoint, game)
    atoms = Atoms()
    family = HeapFamily(options, atoms)
    solver = QuotientSolver(atoms.rules)
    growth = HeapGrowth(family, atoms, solver, rules)
    meter = Meter(limits)
    certificate, stopped_by = None, None
    try:
        with stopping_at_limits(meter):
            if store is not None:
                store.hint(solver, family, heap, meter)
            growth.grow(heap, meter)
            certificate = _heap_certificate(game, growth)
    except LimitReached as stop:
        stopped_by = stop
        if store is not None:
            store.save(solver.contexts, growth.heap)
    reached = growth.heap if growth.period is None else heap
    return MisereQuotient(
        growth.quotient(),
        _phi(growth, reached),
        source=Source(code=_name(game), heap=heap, reached=reached),
        growth=tuple(growth.steps),
        periodic=growth.period,
        certificate=certificate,
        stopped_by=stopped_by,
    )


def _phi(growth: HeapGrowth, reached: int) -> tuple[int, ...]:
    values, period = growth.values(growth.quotient()), growth.period
    return tuple(values[size if period is None else period.heap(size)] for size in range(reached + 1))


def _name(game: str | tuple[int, ...] | HeapRules) -> str:
    if isinstance(game, HeapRules):
        return game.name
    return game if isinstance(game, str) else f"{{{', '.join(map(str, game))}}}"


def _heap_certificate(game: str | tuple[int, ...] | HeapRules, growth: HeapGrowth) -> Quotient | None:
    """The evidence, once its check has accepted it."""
    found = growth.quotient()
    values = growth.values(found)
    if isinstance(game, HeapRules):
        position: Any = game(*range(1, growth.heap + 1))
        walked = tuple(values[1:])  # the walk meets the heaps of the position first, and no others
        checked = _checked(Quotient(*written(found), walked), position, found)
        return None if checked is None else checked.certificate
    rules: Rules = read_code(game) if isinstance(game, str) else game
    position = Octal(game, [growth.heap]) if isinstance(game, str) else Subtraction(game, [growth.heap])
    table = table_of_heaps(rules, values, growth.period)
    checked = _checked(Quotient(*written(found), (), (table,)), position, found)
    return None if checked is None else checked.certificate


def _of_positions(what: Any, limits: Limits | None) -> MisereQuotient:
    positions = list(what) if isinstance(what, Iterable) and not hasattr(what, "moves") else [what]
    positions = [each.position if isinstance(each, Problem) else each for each in positions]
    if not positions:
        raise InputError("positions", "there are none; accepted: an octal code, a set of integers, positions")
    for position in positions:
        check_position(position)
    whole = positions[0] if len(positions) == 1 else Sum(positions)
    meter = Meter(limits)
    try:
        with stopping_at_limits(meter):
            found = SumQuotient(whole, meter)
            certificate, exact = _evidence(found, whole)
            if not exact:
                found = SumQuotient(whole, meter, families=False)
                certificate, _ = _evidence(found, whole)
            places = [()] if len(positions) == 1 else [((), number) for number in range(len(positions))]
            phi = tuple(found.element(each, place) for each, place in zip(positions, places, strict=True))
            steps = tuple(found.growth())
    except LimitReached as stop:
        return MisereQuotient(None, (), source=Source(positions=tuple(positions)), stopped_by=stop)
    source = Source(positions=tuple(positions))
    return MisereQuotient(found.quotient, phi, source=source, growth=steps, certificate=certificate)


def _evidence(found: SumQuotient, position: Any) -> tuple[Quotient | None, bool]:
    """The certificate, if it is not too long, and whether this is the quotient of the position and of no more.

    It may be of more where play does not come to all heaps up to the largest.
    """
    try:
        checked = _checked(found.certificate(), position, found.quotient)
        return (None, True) if checked is None else (checked.certificate, checked.is_of_position())
    except TooLarge:
        return None, True


def _checked(certificate: Quotient, position: Any, found: OutcomeMonoid) -> CheckedQuotient | None:
    """The certificate with what its check made of it; ``None`` where that would take too long.

    Raises
    ------
    InternalError
        If it does not: then nothing is answered.
    """
    try:
        right = certificate.checked(position)
    except TooLarge:
        return None
    except Refuted as error:
        raise InternalError(f"the quotient of {position!r} fails its check: {error}. Please report this.") from error
    if right.monoid.order != found.order:
        raise InternalError(f"the quotient of {position!r} has another order in its check. Please report this.")
    return right
