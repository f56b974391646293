"""Which method decides a position: a theorem whose hypotheses hold, cheapest first, else search or parts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import stopping_at_limits
from lastmove.core.reason import SearchReason
from lastmove.core.turns import Turns
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.solver.evidence import Proof, checked
from lastmove.solver.portfolio import NarrowBoards, tried_first
from lastmove.theorems.registry import theorems_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.core.reason import Reason
    from lastmove.core.solution import WinningMoves
    from lastmove.solver.portfolio import Try
    from lastmove.theorems.statement import Opinion, Theorem

__all__ = ["Decision", "Judge", "stopping_at_limits"]


class Decision(NamedTuple):
    """Who wins one position, a winning move, and why; ``verdict`` and its checked evidence if a theorem decided it.

    Where the parts of a board decided it, ``winning`` lists the winning moves and ``evidence`` proves the outcome.
    """

    wins: bool
    move: Move | None
    reason: Reason
    verdict: Opinion | None = None
    proof: Proof = Proof(None)
    winning: WinningMoves[Move] | None = None
    evidence: Certificate | None = None


class Judge:
    """Decides positions under one convention, remembering what it has searched; for one thread at a time.

    Parameters
    ----------
    play
        The convention.
    meter
        Stops the work with LimitReached when a limit is spent; each question may have its own.
    settings
        How searches are run.
    """

    def __init__(self, play: Play, meter: Meter, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.play = play
        self.meter = meter
        self.settings = settings
        self.turns = Turns()
        """Whoever may share this judge with other threads takes a turn for each question."""

    @cached_property
    def search(self) -> ExactSearch:
        """The search, made when a position comes to it."""
        return ExactSearch(self.play, self.meter, self.settings)

    @cached_property
    def narrow(self) -> NarrowBoards:
        """The boards that were taken apart, likewise."""
        return NarrowBoards(self.play)

    def decide(self, position: Position, meter: Meter | None = None) -> Decision:
        """Who wins, and why."""
        return self.at_once(position, meter) or self.by_search(position, meter)

    def at_once(self, position: Position, meter: Meter | None = None) -> Decision | None:
        """Who wins, where that can be said without search."""
        meter = meter or self.meter
        meter.look()
        if next(iter(position.moves()), None) is None:
            wins = self.play.wins_when_stuck
            text = f"no legal move: the player to move {'wins' if wins else 'loses'}"
            return Decision(wins, None, SearchReason(1, 0.0, text))
        for theorem in self.theorems(position):
            verdict = theorem.decide(position, self.play, meter)
            meter.look()
            if verdict is not None:
                return self.by_theorem(theorem, verdict, position)
        return None

    def theorems(self, position: Position) -> tuple[Theorem, ...]:
        """The theorems to try, in order; for a game that is not registered but has components, those on sums."""
        if isinstance(position, Game):
            found = theorems_for(position.name, self.play)
            if found and type(position) is not game_class(position.name):  # a class derived from it has its own rules
                return ()
            return found
        return theorems_for("sum", self.play) if hasattr(position, "components") else ()

    def by_theorem(self, theorem: Theorem, verdict: Opinion, position: Position) -> Decision:
        """A theorem's verdict as a decision, once its evidence has been checked."""
        reason = theorem.statement.reason(verdict.why)
        return Decision(verdict.wins, verdict.move, reason, verdict, checked(theorem, verdict, position, self.play))

    def by_search(self, position: Position, meter: Meter | None = None) -> Decision:
        """The decision of the exact search, or of the parts of a narrow board where the search takes long."""
        meter = meter or self.meter
        for search, few in self.tries(position, meter):
            if search is not None:
                with tried_first(search, meter):
                    return self.searched(position, search)
            found = self.by_parts(position, meter, few=few)
            if found is not None:
                return found
        return self.searched(position, meter)

    def tries(self, position: Position, meter: Meter) -> Iterable[Try]:
        """What the search and the parts of a board may spend in turn; nothing where the parts are not tried."""
        if self.settings.store is not None:
            return ()
        return self.narrow.tries(position, meter, compiled=self.settings.compiled is not False)

    def searched(self, position: Position, meter: Meter) -> Decision:
        """The decision of the exact search alone."""
        wins = self.search.wins(position, meter)
        winning = (move for move in position.moves() if not self.search.wins(position.after(move), meter))
        move = next(winning, None) if wins else None
        return Decision(wins, move, SearchReason(meter.positions, meter.seconds))

    def by_parts(self, position: Position, meter: Meter, *, few: bool = False) -> Decision | None:
        """The decision of the parts of a narrow board; None where they cost too much, with ``few`` more than little."""
        search = self.narrow.of(position, meter, few=few)
        if search is None:
            return None
        winning = self.narrow.winning_moves(search, position, meter)
        reason = self.narrow.reason(search, meter)
        move = winning[0] if winning else None
        return Decision(bool(winning), move, reason, winning=winning, evidence=self.narrow.evidence(search))

    def wins(self, position: Position, meter: Meter | None = None) -> bool:
        """Whether the player to move wins."""
        found = self.at_once(position, meter)
        if found is not None:
            return found.wins
        meter = meter or self.meter
        for search, few in self.tries(position, meter):
            if search is not None:
                with tried_first(search, meter):
                    return self.search.wins(position, search)
            by_parts = self.by_parts(position, meter, few=few)
            if by_parts is not None:
                return by_parts.wins
        return self.search.wins(position, meter)

    def winning_move(self, position: Position, meter: Meter | None = None) -> Move | None:
        """A winning move of a position that is won, where its theorem named none."""
        return next((move for move in position.moves() if not self.wins(position.after(move), meter)), None)
