"""A perfect player: it wins what can be won, delays what is lost, and says so where it does not know.

One that can be beaten is a perfect player who now and then makes any move.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.core.errors import IllegalMoveError, InputError, LimitReached
from lastmove.core.limits import (
    Allowance,
    Limits,
    Meter,
    interrupts_raised,
    memory_is_known,
    stopping_at_limits,
    watched,
)
from lastmove.core.play import Outcome, Play, PlayName
from lastmove.core.position import check_position, key_of, scope_of
from lastmove.games.sum import Sum
from lastmove.search.plain import PlainSearch
from lastmove.search.trampoline import evaluate
from lastmove.solver.decide import Solver

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from lastmove.core.position import Move, Position

    Value = TypeVar("Value")

LENGTH_STEPS, LENGTH_MEGABYTES = 100_000, 100
"""What finding out how long play lasts may cost: positions and moves visited, and memory."""
LOOK_AHEAD_POSITIONS, LOOK_AHEAD_SECONDS = 5_000, 1.0
"""How far a position that is too hard is looked at ahead."""
MOST_CANDIDATES = 400
"""How many moves are weighed where nobody can say how long play lasts; of more, the first ones."""
MOST_REPLIES = 1_000
"""Replies are counted up to this number."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move a player makes, and what it knows.

    Attributes
    ----------
    move
        The move.
    outcome
        The outcome of the position it was asked about: N if the move wins, P if every move loses, unknown where the
        position was too hard.
    moves_left
        How many moves are left, this one included, when the winner hurries and the loser delays; ``None`` where that
        was not found out.
    stopped_by
        The limit that made the position too hard, if it was.
    """

    move: Move
    outcome: Outcome
    moves_left: int | None = None
    stopped_by: str | None = None


class _Lengths(PlainSearch):
    """The plain search for lengths, where every move counts towards the limit and not only every new position."""

    def remoteness(self, position: Position, meter: Meter | None = None) -> int:
        meter = meter or self.meter

        def counted(position: Position) -> Generator[Position, int, int]:
            work = self._remoteness_recipe(position)
            try:
                option = next(work)
                while True:
                    left = yield option
                    meter.tick()
                    option = work.send(left)
            except StopIteration as finished:
                return int(finished.value)

        return evaluate(position, counted, self._remoteness[scope_of(position)], meter, key_of=key_of)


class Opponent:
    """Plays one game from one start, in one convention; threads that share it wait for one another.

    It makes a winning move whenever there is one: the quickest, if the rest of the game is small enough to be worked
    out, else the one a theorem or search names. Where every move loses it delays: the longest way if that can be
    worked out, else it leaves as many legal moves as it can. Where a limit is spent before the outcome is known, it
    looks a few moves ahead, with the theorems, avoids what loses for certain, and leaves the fewest replies.

    Parameters
    ----------
    play
        The convention.
    limits
        What finding the outcome may cost at each move; the rest of the thinking has small bounds of its own.
    seed
        Decides between moves that are equally good. The same seed plays the same game.

    Examples
    --------
    >>> import lastmove as lm
    >>> Opponent("misere").choose(lm.Nim([1, 2]))
    Choice(move=LowerHeap(heap=1, remaining=0), outcome=<Outcome.N: 'N'>, moves_left=2, stopped_by=None)
    """

    def __init__(self, play: Play | PlayName = Play.NORMAL, *, limits: Limits | None = None, seed: int = 0) -> None:
        self.play = Play(play)
        self.limits = limits or Limits()
        self.seed = seed
        self._solver = Solver(self.play, Meter(self.limits))
        self._lengths = _Lengths(self.play, Meter())

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled player knows its convention, limits and seed, and no positions."""
        return partial(Opponent, limits=self.limits, seed=self.seed), (self.play,)

    def choose(self, position: Position, turn: int = 0) -> Choice:
        """The move to make; an InputError if there is none.

        ``turn`` is the number of moves made so far: together with the seed it decides between equal moves.
        """
        check_position(position)
        if next(iter(position.moves()), None) is None:
            raise InputError("position", "the game is over; there is no move to choose")
        rng = random.Random(f"{self.seed} {turn}")
        try:
            with self._solver.turns.taken(Meter(self.limits)):
                return self._chosen(position, rng)
        except LimitReached as stop:  # another thread's question took all the time
            return Choice(self._least_replies(position, rng), Outcome.UNKNOWN, None, stop.limit)

    def _chosen(self, position: Position, rng: random.Random) -> Choice:
        allowance = Allowance(self.limits)
        found, stopped_by = self._within(Meter(self.limits), partial(self._decided, position))
        if found is None:
            found, _ = self._within(self._glance(), partial(self._ahead, position))
            if found is None:
                return Choice(self._soon(position, rng, self._least_replies), Outcome.UNKNOWN, None, stopped_by)
        wins, move = found
        megabytes = None
        if memory_is_known():
            most = math.inf if self.limits.memory is None else self.limits.memory / 2
            megabytes = min(LENGTH_MEGABYTES, most)
        steps = LENGTH_STEPS if self.limits.positions is None else min(LENGTH_STEPS, self.limits.positions)
        small = Meter(Limits(positions=steps, memory=megabytes, time=allowance.left().time))
        if 2 ** _live_parts(position) <= 2 * steps:  # else all steps are spent for nothing, each as long as the sum
            timed, _ = self._within(small, partial(self._timed, position, wins, rng))
            if timed is not None:
                return timed
        self._lengths = _Lengths(self.play, small)  # what it holds can be large, and is of little use later
        if wins:
            return Choice(move, Outcome.N)
        return Choice(self._soon(position, rng, self._most_replies), Outcome.P)

    def _glance(self) -> Meter:
        return Meter(Limits(positions=LOOK_AHEAD_POSITIONS, time=self._little))

    @property
    def _little(self) -> float:
        """Seconds for what is done when the limit is spent: some move has to be chosen."""
        return LOOK_AHEAD_SECONDS if self.limits.time is None else min(self.limits.time / 5, LOOK_AHEAD_SECONDS)

    def _soon(self, position: Position, rng: random.Random, choose: Callable[[Position, random.Random], Move]) -> Move:
        """A move by the replies it leaves; the first one where that takes too long."""
        limits = Limits() if self.limits.time is None else Limits(time=self._little)
        move, _ = self._within(Meter(limits), lambda _: choose(position, rng))
        return next(iter(position.moves())) if move is None else move

    def _within(self, meter: Meter, work: Callable[[Meter], Value]) -> tuple[Value | None, str | None]:
        """What ``work`` finds before a limit of the meter is spent, else the limit; Ctrl-C goes through."""
        try:
            with interrupts_raised(), stopping_at_limits(meter):
                return work(meter), None
        except LimitReached as stop:
            return None, stop.limit

    def _decided(self, position: Position, meter: Meter) -> tuple[bool, Move | None]:
        verdict = self._solver.decide(position, meter)
        move = verdict.move
        if verdict.wins and move is None:
            move = self._solver.winning_move(position, meter)
        return verdict.wins, move

    def _timed(self, position: Position, wins: bool, rng: random.Random, meter: Meter) -> Choice:
        """The quickest win or the longest resistance, by the definition."""
        left = [(move, self._lengths.remoteness(position.after(move), meter)) for move in position.moves()]
        good = [(move, length) for move, length in left if self._lengths.wins_at(length) != wins]
        best = (min if wins else max)(length for _, length in good)
        move = rng.choice([move for move, length in good if length == best])
        return Choice(move, Outcome.for_mover(wins), best + 1)

    def _ahead(self, position: Position, meter: Meter) -> tuple[bool, Move | None] | None:
        """The outcome if a few moves decide it, deeper and deeper until the meter stops it."""
        depth = 1
        while True:
            unsure = False
            for move in islice(position.moves(), MOST_CANDIDATES + 1):
                known = self._known(position.after(move), depth, meter)
                if known is False:
                    return True, move
                unsure |= known is None
            if not unsure and _count(position, MOST_CANDIDATES + 1) <= MOST_CANDIDATES:
                return False, None
            depth += 1

    def _known(self, position: Position, depth: int, meter: Meter) -> bool | None:
        """Whether the player to move wins, if so few moves and the theorems decide it."""
        solver = self._solver
        meter.spend(1)
        first = next(iter(position.moves()), None)
        if first is None:
            return self.play.wins_when_stuck
        for theorem in solver.theorems(position):
            verdict = theorem.decide(position, self.play, meter)
            if verdict is not None:
                return verdict.wins
        if not depth:
            return None
        answer: bool | None = False
        for number, move in enumerate(position.moves()):
            known = None if number > MOST_CANDIDATES else self._known(position.after(move), depth - 1, meter)
            if known is False:
                return True
            if known is None:
                answer = None
                if number > MOST_CANDIDATES:
                    break
        return answer

    def _least_replies(self, position: Position, rng: random.Random) -> Move:
        """Of the moves not known to lose at once, one that leaves the fewest replies."""
        moves = self._candidates(position)
        safe = [move for move in watched(moves, 1) if self._known_at_once(position.after(move)) is not True]
        counts = [(move, _count(position.after(move))) for move in watched(safe or moves, 1)]
        least = min(count for _, count in counts)
        return rng.choice([move for move, count in counts if count == least])

    def _known_at_once(self, position: Position) -> bool | None:
        """Whether the player to move wins, if the very next move decides it."""
        stuck_wins = self.play.wins_when_stuck
        replies = list(islice(position.moves(), MOST_REPLIES))
        if not replies:
            return stuck_wins
        if stuck_wins:
            return None
        return True if any(not _count(position.after(reply), 1) for reply in watched(replies)) else None

    def _most_replies(self, position: Position, rng: random.Random) -> Move:
        """A move that leaves the most legal moves, and among those the most tokens where it took from."""
        worth = [
            (move, (_count(position.after(move)), getattr(move, "remaining", 0)))
            for move in watched(self._candidates(position), 1)
        ]
        most = max(value for _, value in worth)
        return rng.choice([move for move, value in worth if value == most])

    def _candidates(self, position: Position) -> list[Move]:
        """The first moves, and of those that leave a number of tokens the one that leaves the most."""
        moves = list(islice(position.moves(), MOST_CANDIDATES + 1))
        leaves_tokens = isinstance(moves[0], tuple) and isinstance(getattr(moves[0], "remaining", None), int)
        if len(moves) > MOST_CANDIDATES and leaves_tokens:
            gentlest = _gentlest(position, moves[0])
            moves = moves[:-1] if gentlest in moves[:-1] else [*moves[:-1], gentlest]
        return moves


def _count(position: Position, most: int = MOST_REPLIES) -> int:
    return sum(1 for _ in islice(watched(position.moves()), most))


def _live_parts(position: Position) -> int:
    """How many parts of a sum have a move; at least two to the power of so many positions can be reached."""
    if isinstance(position, Sum):
        return sum(map(_live_parts, position.parts))
    return 1 if _count(position, 1) else 0


def _gentlest(position: Position, move: Move) -> Move:
    """The same move taking as little as it can; found without going through what may be 10**100 moves."""

    def legal(remaining: int) -> bool:
        try:
            position.after(move._replace(remaining=remaining))
        except IllegalMoveError:
            return False
        return True

    low, step = move.remaining, 1
    while legal(low + step):
        low += step
        step *= 2
    while step:
        if legal(low + step):
            low += step
        step //= 2
    return move._replace(remaining=low)


MOST_LOOKED_AT = 10_000


class Level(Enum):
    """How well the engine plays."""

    EASY = "easy"
    MEDIUM = "medium"
    PERFECT = "perfect"

    @classmethod
    def _missing_(cls, value: object) -> Level | None:
        """The names that levels had before: ``Level("errs")`` is MEDIUM."""
        return {"beginner": cls.EASY, "errs": cls.MEDIUM}.get(str(value))

    @property
    def chance(self) -> float:
        """How likely it is that a move is made without thinking."""
        return {Level.EASY: 0.7, Level.MEDIUM: 0.25, Level.PERFECT: 0.0}[self]


LEVEL_NAMES = (*(level.value for level in Level), "errs", "beginner")
"""Every name that a level is known by, the old ones last."""


def slip(position: Position, level: Level, *, seed: int, turn: int) -> Move | None:
    """Any legal move where the engine does not think this time, ``None`` where it does.

    The same seed and turn slip in the same way.

    >>> import lastmove as lm
    >>> slip(lm.Nim([3, 4, 5]), Level.PERFECT, seed=0, turn=0) is None
    True
    """
    rng = random.Random(f"slip {seed} {turn}")
    if rng.random() >= level.chance:
        return None
    moves = list(islice(position.moves(), MOST_LOOKED_AT))
    return rng.choice(moves) if moves else None
