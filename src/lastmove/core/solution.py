"""The answer to one question: who wins, how, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, overload

from lastmove.core.notebook import Drawable, Tabled, shown_as
from lastmove.core.play import Outcome
from lastmove.core.position import move_to_json

if TYPE_CHECKING:
    from lastmove.core.position import Move, Position
    from lastmove.core.problem import Problem
    from lastmove.core.reason import Reason

__all__ = [
    "MOST_MOVES_LISTED",
    "MoveValue",
    "MoveValues",
    "Solution",
    "WinningMoves",
    "membership",
    "winning_moves_json",
]

MOST_MOVES_LISTED = 10_000
"""Longer lists of winning moves are cut here and say how many there are."""

MoveT = TypeVar("MoveT")


class Evidence(Protocol):
    """A certificate, as far as an answer needs to know it."""

    kind: ClassVar[str]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""


class More(Protocol):
    """What can still be asked about an answer."""

    def winning_moves(self) -> WinningMoves[Any]:
        """Every winning move."""

    def values(self) -> MoveValues:
        """Every legal move with its value."""


class WinningMoves(Sequence[MoveT], Generic[MoveT]):
    """The winning moves of a position: a sequence that knows what it leaves out.

    ``total`` counts all winning moves, also beyond the 10,000 listed; ``undecided`` holds moves whose result stayed
    unknown because a limit was spent (at most 10,000 of them), and ``stopped_by`` names that limit.
    """

    __slots__ = ("_listed", "stopped_by", "total", "undecided")

    def __init__(
        self, listed: Sequence[MoveT], total: int, undecided: Sequence[MoveT] = (), stopped_by: str | None = None
    ) -> None:
        self._listed = tuple(listed)
        self.total = total
        self.undecided = tuple(undecided)
        self.stopped_by = stopped_by

    @overload
    def __getitem__(self, index: int) -> MoveT: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MoveT, ...]: ...
    def __getitem__(self, index: int | slice) -> MoveT | tuple[MoveT, ...]:
        return self._listed[index]

    def __len__(self) -> int:
        return len(self._listed)

    def __eq__(self, other: object) -> bool:
        """Equal to any sequence of the same moves in the same order, if nothing was left out."""
        if isinstance(other, WinningMoves):
            return (self._listed, self.total, self.undecided) == (other._listed, other.total, other.undecided)
        if isinstance(other, list | tuple):
            return self.total == len(self) and not self.undecided and list(self._listed) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        notes = f", total={self.total}" if self.total != len(self) else ""
        notes += f", undecided={list(self.undecided)}" if self.undecided else ""
        return f"WinningMoves({list(self._listed)}{notes})"


class MoveValue(NamedTuple):
    """One legal move, the outcome of the position it leads to, and how long play lasts from there.

    The move wins when ``outcome`` is P: the opponent, next to move, then loses.
    """

    move: Any
    outcome: Outcome
    remoteness: int | None

    @property
    def wins(self) -> bool:
        """Whether making this move wins."""
        return self.outcome is Outcome.P


@dataclass(frozen=True, slots=True)
class MoveValues(Tabled):
    """Every legal move with its value, and the remoteness of the position itself.

    ``remoteness`` is ``None`` where a limit, ``stopped_by``, was spent first, and so are those of the moves; an outcome
    is then unknown only where ``winning_moves()`` leaves the move undecided. Beyond 10,000 moves the list is cut, and
    ``complete`` is false.
    """

    remoteness: int | None
    moves: tuple[MoveValue, ...]
    complete: bool = True
    stopped_by: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Solution(Drawable):
    """Who wins a position, a winning move, and the reason.

    ``winning_moves()``, ``move_values()`` and ``remoteness()`` are worked out when asked for, each within the
    limits that were given to ``solve``. Threads may share a solution; they work on it one after the other. A pickled
    one carries what is known, and works out the rest anew.

    Attributes
    ----------
    problem
        The question.
    outcome
        N, P or unknown.
    move
        One winning move; ``None`` for P, for unknown, and where the mover wins by having no move.
    reason
        The theorem or search that decided it, or the limit that was spent.
    certificate
        The evidence: always there if a theorem decided it, for searched answers where it was asked for.
    certificate_note
        Why evidence that was asked for is missing; empty if it is not.
    move_certificate
        Evidence that the position after ``move`` is P, where that was asked for and ``certificate`` does not show it.
    certificate_stopped_by
        The limit that was spent before evidence was found, if one was: the outcome stands without it.
    """

    problem: Problem
    outcome: Outcome
    move: Move | None
    reason: Reason
    _more: More = field(repr=False)
    certificate: Evidence | None = field(default=None, repr=False)
    certificate_note: str = field(default="", repr=False)
    move_certificate: Evidence | None = field(default=None, repr=False)
    certificate_stopped_by: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """The answer for people, as on a terminal: who wins, a winning move, and why."""
        return shown_as("text", self)

    def winning_moves(self) -> WinningMoves[Move]:
        """Every winning move, each once."""
        return self._more.winning_moves()

    def values(self) -> MoveValues:
        """Every legal move with the outcome and the remoteness of what it leads to, and this position's own."""
        return self._more.values()

    def move_values(self) -> list[MoveValue]:
        """Every legal move with the outcome and the remoteness of what it leads to."""
        return list(self.values().moves)

    def remoteness(self) -> int | None:
        """The number of moves to the end when the winner hurries and the loser delays.

        ``None`` where a limit was spent before it was known.
        """
        return self.values().remoteness

    def to_json(self, *, all_moves: bool = False, values: bool = False, certificate: bool = False) -> dict[str, object]:
        """The answer object of the interface; ``all_moves``, ``values`` and ``certificate`` add what they name."""
        position = self.problem.position
        answer: dict[str, object] = {}
        if self.problem.id is not None:
            answer["id"] = self.problem.id
        answer["outcome"] = self.outcome.value
        if self.outcome is not Outcome.UNKNOWN:
            answer["move"] = None if self.move is None else move_to_json(position, self.move)
            if all_moves:
                answer |= winning_moves_json(position, self.winning_moves())
        if values:
            found = self.values()
            answer["remoteness"] = found.remoteness
            answer["values"] = [
                {
                    "move": move_to_json(position, value.move),
                    "outcome": value.outcome.value,
                    "remoteness": value.remoteness,
                }
                for value in found.moves
            ]
            if not found.complete:
                answer["values_complete"] = False
        answer["reason"] = self.reason.to_json()
        if certificate and self.outcome is not Outcome.UNKNOWN:
            answer["certificate"] = self.certificate and self.certificate.to_json()
            if self.certificate_note:
                answer["certificate_note"] = self.certificate_note
            if self.move_certificate is not None:
                answer["move_certificate"] = self.move_certificate.to_json()
        return answer


def winning_moves_json(position: Position, winning: WinningMoves[Move]) -> dict[str, object]:
    """The answer fields that list winning moves."""
    found: dict[str, object] = {"winning_moves": [move_to_json(position, move) for move in winning]}
    if winning.total != len(winning):
        found["winning_moves_total"] = winning.total
    if winning.undecided:
        found["undecided_moves"] = [move_to_json(position, move) for move in winning.undecided]
    return found


def membership(moves: Sequence[Move]) -> Callable[[Move], bool]:
    """Whether a move is among these; moves need not be hashable."""
    try:
        known = frozenset(moves)
    except TypeError:
        return moves.__contains__

    def is_known(move: Move) -> bool:
        try:
            return move in known
        except TypeError:
            return False

    return is_known
