"""What is asked about a family, what a question may spend, and what a proof says of all members."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from lastmove.core.limits import Limits, Meter, TimedLock, current_meter, deep_calls, stopping_at_limits, watching
from lastmove.families import POSITIONS_A_LOOK
from lastmove.games import game_class

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.play import Play
    from lastmove.core.solution import Evidence
    from lastmove.families.columns import Columns


class FamilyQuestion(NamedTuple):
    """What is asked: boards that grow by columns, a game and a convention; for NimG, the weight of every vertex."""

    columns: Columns
    game: str
    play: Play
    weight: int | None = None

    def board(self, n: int) -> Any:
        """The member with n columns, as a board of the game."""
        graph = self.columns.board(n)
        made: Any = game_class(self.game)
        return made(graph, **self.weights(graph.n))

    def weights(self, vertices: int) -> dict[str, list[int]]:
        """The weights of so many vertices, as the game takes them; none where it has none."""
        return {} if self.weight is None else {"weights": [self.weight] * vertices}

    def to_json(self) -> dict[str, object]:
        """What every answer is about."""
        weight = {} if self.weight is None else {"weight": self.weight}
        return {"family": self.columns.name, "game": self.game, "play": self.play.value, **weight}


class ProvedFamily(Protocol):
    """What is known of all members by a proof; while it is being made, of those that it has come to.

    What is not known yet is an IndexError.
    """

    @property
    def closed(self) -> bool:
        """Whether the proof is complete."""

    @property
    def preperiod(self) -> int:
        """From which number of columns on the types of parts, or the classes of halves, come back."""

    @property
    def period(self) -> int:
        """After how many columns they do."""

    @property
    def count(self) -> int:
        """How many of them there are."""

    @property
    def grown(self) -> int:
        """How many columns the largest part has that was composed."""

    def wins(self, n: int, start: int) -> bool:
        """Whether the player to move wins from a vertex of the member with n columns."""

    def winners(self, n: int) -> int:
        """The number of such vertices."""

    def move(self, n: int, start: int) -> dict[str, object] | None:
        """A winning move, as JSON, from a vertex that wins; None where the player wins by having none."""

    def certificate(self) -> Evidence:
        """The evidence of a complete proof."""


class Questions:
    """Meters for questions, one at a time; what is asked on the way to an answer is part of the question.

    >>> questions = Questions(Limits(positions=5))
    >>> with questions.within() as outer, questions.within() as inner:
    ...     outer is inner, questions.left().positions
    (True, 5)
    """

    _meter: Meter | None

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._turns, self._meter = TimedLock(), None

    def __getstate__(self) -> dict[str, Any]:
        return {"limits": self.limits}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Questions.__init__(self, state["limits"])

    @contextmanager
    def within(self) -> Iterator[Meter]:
        """The meter of the question that this thread asks; LimitReached if its time is over before its turn comes."""
        asked = self._meter
        if asked is not None and current_meter() is asked:
            yield asked
            return
        meter = Meter(self.limits)
        with stopping_at_limits(meter), deep_calls(), self._turns.taken(meter):
            self._meter = meter
            try:
                yield meter
            finally:
                self._meter = None

    @contextmanager
    def first_try(self, positions: float = inf, share: float = 1.0) -> Iterator[Meter]:
        """Let the block spend so many positions of a question at most, and this share of what it has left.

        LimitReached, though the question may go on.
        """
        with self.within() as whole:
            most = int(min(positions, share * whole.positions_left))
            self._meter = part = whole.until(most, share * whole.seconds_left)
            try:
                with watching(part):
                    yield part
            finally:
                self._meter = whole
                whole.positions = part.positions

    def share(self, seconds: float) -> None:
        """Let the questions from now on have what so many seconds leave of the time, and a quarter of it at least.

        >>> questions = Questions(Limits(time=8))
        >>> questions.share(7)
        >>> questions.limits.time
        2.0
        """
        whole = self.limits.time
        if whole is not None:
            self.limits = replace(self.limits, time=max(whole - seconds, whole / 4))

    def left(self) -> Limits:
        """What a search that is part of a question may spend."""
        with self.within() as meter:
            time = None if meter.seconds_left == inf else max(0.0, meter.seconds_left)
            positions = None if self.limits.positions is None else meter.positions_left
            return replace(self.limits, time=time, positions=positions)

    def tick(self) -> None:
        """Count a position of the question that is asked."""
        if self._meter is not None:
            self._meter.tick()

    def look(self) -> None:
        """Look at its limits, and count the work since the last look."""
        if self._meter is not None:
            self._meter.spend(POSITIONS_A_LOOK)


def work_of(meter: Meter | None) -> tuple[int, float]:
    """The positions and seconds that were spent; none where the question never had its turn."""
    return (0, 0.0) if meter is None else (meter.positions, meter.seconds)
