"""The answer to one position, or to every start of a board."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import Outcome, Play, PlayName, Problem
from lastmove.core.position import check_board, check_position
from lastmove.core.solution import LimitReason
from lastmove.games.base import Game
from lastmove.notation.json import problem_to_json
from lastmove.search.fast.settings import Settings
from lastmove.solver.decide import Solver, Task

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.core.solution import Solution
    from lastmove.search.fast.checkpoint import Store
    from lastmove.search.fast.settings import SearchStatus
    from lastmove.solver.outcomes import Outcomes

MOST_THREADS = 1024
_NO_LIMITS, _USUAL = Limits(), Settings()


def solve(
    position: Position | Problem,
    play: Play | PlayName | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    values: bool = False,
    certificate: bool = False,
    threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    watch: Callable[[SearchStatus], None] | None = None,
) -> Solution:
    """Who wins a position, with a winning move and the reason.

    Parameters
    ----------
    position
        Any object with ``moves()`` and ``after(move)``, hashable; or a Problem.
    play
        ``"normal"`` (the last move wins) or ``"misere"`` (it loses). Taken from the Problem by default, else
        normal.
    limits
        What may be spent. When a limit is spent, or a Cancel in it is set by another thread, the answer is unknown.
        Ctrl-C raises KeyboardInterrupt unless the limits say that it is answered.
    all_moves
        Work out all winning moves at once, within the same limits; otherwise ``winning_moves()`` does so
        when it is called.
    values
        Likewise the value and remoteness of every legal move.
    certificate
        Give evidence for searched answers too; those of theorems always have it.
    threads
        How many threads a long search may use; by default one for each core.
    checkpoint
        A file in which a search that a limit or Ctrl-C has stopped is saved. If it is there already, the search goes
        on from it.
    watch
        Called a few times a second while a long search runs, with how far it is.

    Raises
    ------
    InputError
        If this is no position, or a board that still lacks its start.
    CycleError
        If play can come back to an earlier position.
    InternalError
        If evidence does not pass its check: then nothing is answered.

    Examples
    --------
    >>> import lastmove as lm
    >>> answer = lm.solve(lm.Nim([1, 2]), play="misere")
    >>> answer.outcome, answer.move
    (<Outcome.N: 'N'>, LowerHeap(heap=1, remaining=0))
    """
    problem = position if isinstance(position, Problem) and play is None else _problem(position, play)
    if not isinstance(problem.position, Game) or problem.position.is_board:
        check_position(problem.position)
    limits = limits or _NO_LIMITS
    settings = _USUAL
    if threads is not None or checkpoint is not None or watch is not None:
        settings = _settings(problem, threads, checkpoint, watch)
    meter = Meter(limits)
    task = Task(problem, limits, Solver(problem.play, meter, settings))
    asked = {"all_moves": all_moves, "values": values, "certificate": certificate}
    try:
        if settings.store is None:
            return task.solution(meter, **asked)
        with _saved_when_interrupted(settings.store):
            found = task.solution(meter, **asked)
    except TypeError:
        check_position(problem.position)  # the key of a game of one's own may be one that no table takes
        raise
    if isinstance(found.reason, LimitReason) or (all_moves and found.winning_moves().stopped_by is not None):
        settings.store.save()
    return found


def proved(answer: Solution, limits: Limits) -> Solution:
    """An answer that :func:`solve` has given in this process, with evidence that is found within limits of its own."""
    if answer.outcome is Outcome.UNKNOWN or not isinstance(answer._more, Task):
        return answer
    found, of_move = answer._more.proved(answer.move, limits)
    return replace(
        answer,
        certificate=found.proof,
        certificate_note=found.note,
        move_certificate=of_move,
        certificate_stopped_by=found.stopped_by,
    )


def outcomes(
    board: Position | Problem,
    play: Play | PlayName | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    certificate: bool = False,
    threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    watch: Callable[[SearchStatus], None] | None = None,
) -> Outcomes:
    """The outcome of every start of a board: by theorems for all starts at once, the rest by one shared search.

    Parameters
    ----------
    board
        A graph game or Adjacent Nim; a start, if it has one, is not looked at.
    play, limits, all_moves, certificate, threads, checkpoint, watch
        As for :func:`solve`; the limits are for the whole board.

    Returns
    -------
    Outcomes
        A mapping from start to Outcome. ``wins`` is the same as a numpy boolean array.

    Notes
    -----
    Small boards are played out (:mod:`lastmove.search.small_boards`) unless there are limits. What theorems say of them
    is then worked out, checked and compared when reasons, moves or evidence are asked for.

    Examples
    --------
    >>> import lastmove as lm
    >>> dict(lm.outcomes(lm.VertexGeography([("a", "b"), ("b", "c")])))
    {'a': <Outcome.P: 'P'>, 'b': <Outcome.N: 'N'>, 'c': <Outcome.P: 'P'>}
    """
    from lastmove.solver.every_start import EveryStart, played_out  # here: a position needs none of it
    from lastmove.solver.outcomes import Outcomes

    problem = board if isinstance(board, Problem) and play is None else _problem(board, play)
    limits = limits or _NO_LIMITS
    if threads is None and checkpoint is None and not (all_moves or certificate):
        codes = played_out(problem, limits)
        if codes is not None:
            return Outcomes(problem.position, problem.play, codes, limits, id=problem.id)
    check_board(problem.position)
    settings = _settings(problem, threads, checkpoint, watch)
    found = EveryStart(problem, limits, settings)
    with _saved_when_interrupted(settings.store):
        found.work_out(all_moves=all_moves, certificate=certificate)
    if settings.store is not None and found.stopped_by is not None:
        settings.store.save()
    position, play = problem.position, problem.play
    return Outcomes(position, play, found.codes, limits, id=problem.id, board=found, stopped_by=found.stopped_by)


@contextmanager
def _saved_when_interrupted(store: Store | None) -> Iterator[None]:
    """A search that Ctrl-C stops is saved, if there is a checkpoint, before the exception goes on."""
    try:
        yield
    except KeyboardInterrupt:
        if store is not None:
            store.save()
        raise


def _settings(
    problem: Problem,
    threads: int | None,
    checkpoint: str | os.PathLike[str] | None,
    watch: Callable[[SearchStatus], None] | None,
) -> Settings:
    if threads is not None and (type(threads) is not int or not 1 <= threads <= MOST_THREADS):
        raise InputError("threads", f"{show(threads)}; accepted: an integer >= 1, at most {MOST_THREADS}")
    store = None
    if checkpoint is not None:
        if not isinstance(problem.position, Game):
            raise InputError("checkpoint", f"only registered games can be saved, not {show(problem.position)}")
        from lastmove.search.fast.checkpoint import Store

        asked = problem_to_json(Problem(problem.position, problem.play))
        store = Store(checkpoint, asked)
    return Settings(threads=threads, watch=watch, store=store)


def _problem(position: Position | Problem, play: Play | PlayName | None) -> Problem:
    convention = Play.NORMAL if play is None else Play(play)
    if isinstance(position, Problem):
        return Problem(position.position, convention, position.id)
    return Problem(position, convention)
