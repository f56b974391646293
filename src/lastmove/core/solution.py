"""The answer to one question: who wins, how, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from lastmove.core.errors import LastmoveError
from lastmove.core.play import Outcome
from lastmove.core.position import move_to_json, start_to_json

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.core.position import Move, Position
    from lastmove.core.problem import Problem
    from lastmove.core.reason import Reason

__all__ = ["MOST_MOVES_LISTED", "MoveValue", "Outcomes", "Solution", "WinningMoves"]

MOST_MOVES_LISTED = 10_000
"""Longer lists of winning moves are cut here and say how many there are."""

MoveT = TypeVar("MoveT")


class WinningMoves(Sequence[MoveT], Generic[MoveT]):
    """The winning moves of a position: a sequence that knows what it leaves out.

    ``total`` counts all winning moves, also beyond the 10,000 listed; ``undecided`` holds the moves
    whose result stayed unknown because a limit was spent.
    """

    __slots__ = ("_listed", "total", "undecided")

    def __init__(self, listed: Sequence[MoveT], total: int, undecided: Sequence[MoveT] = ()) -> None:
        self._listed = tuple(listed)
        self.total = total
        self.undecided = tuple(undecided)

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


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Who wins a position, a winning move, and the reason.

    ``winning_moves()``, ``move_values()`` and ``remoteness()`` are worked out when asked for, each within the
    limits that were given to ``solve``.

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
    """

    problem: Problem
    outcome: Outcome
    move: Move | None
    reason: Reason
    _winning_moves: Callable[[], WinningMoves[Move]] = field(repr=False)
    _move_values: Callable[[], tuple[int | None, list[MoveValue]]] = field(repr=False)

    def winning_moves(self) -> WinningMoves[Move]:
        """Every winning move, each once."""
        return self._winning_moves()

    def move_values(self) -> list[MoveValue]:
        """Every legal move with the outcome and the remoteness of what it leads to."""
        return self._move_values()[1]

    def remoteness(self) -> int | None:
        """The number of moves to the end when the winner hurries and the loser delays.

        ``None`` where a limit was spent before it was known.
        """
        return self._move_values()[0]

    def to_json(self, *, all_moves: bool = False, values: bool = False) -> dict[str, object]:
        """The answer object of the interface; ``all_moves`` and ``values`` add what they name."""
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
            remoteness, listed = self._move_values()
            answer["remoteness"] = remoteness
            answer["values"] = [
                {
                    "move": move_to_json(position, value.move),
                    "outcome": value.outcome.value,
                    "remoteness": value.remoteness,
                }
                for value in listed
            ]
        answer["reason"] = self.reason.to_json()
        return answer


def winning_moves_json(position: Position, winning: WinningMoves[Move]) -> dict[str, object]:
    """The answer fields that list winning moves."""
    found: dict[str, object] = {"winning_moves": [move_to_json(position, move) for move in winning]}
    if winning.total != len(winning):
        found["winning_moves_total"] = winning.total
    if winning.undecided:
        found["undecided_moves"] = [move_to_json(position, move) for move in winning.undecided]
    return found


class Outcomes(Mapping["Hashable", Outcome]):
    """The outcome of every start of a board: a mapping from start to Outcome, in the board's order.

    Attributes
    ----------
    moves
        A winning move for every start, ``None`` where there is none.
    reasons
        Each reason with the number of starts it answers.
    """

    def __init__(
        self,
        solutions: Mapping[Hashable, Solution],
        reasons: Sequence[tuple[Reason, int]],
        *,
        id: object = None,  # noqa: A002
    ) -> None:
        self._solutions = solutions
        self.moves: Mapping[Hashable, Move | None] = {start: s.move for start, s in solutions.items()}
        self.reasons = tuple(reasons)
        self.id = id

    def __getitem__(self, start: Hashable) -> Outcome:
        return self._solutions[start].outcome

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._solutions)

    def __len__(self) -> int:
        return len(self._solutions)

    def __repr__(self) -> str:
        return f"Outcomes({ {start: outcome.value for start, outcome in self.items()} })"

    @property
    def wins(self) -> NDArray[np.bool_]:
        """Whether the player to move wins, for every start in order, as a numpy boolean array.

        Raises
        ------
        LastmoveError
            If some start stayed unknown: an array of booleans cannot say so.
        """
        import numpy as np

        unknown = sum(outcome is Outcome.UNKNOWN for outcome in self.values())
        if unknown:
            raise LastmoveError(f"{unknown} of {len(self)} starts stayed unknown; look at the mapping instead")
        return np.fromiter((outcome is Outcome.N for outcome in self.values()), dtype=np.bool_, count=len(self))

    def solution(self, start: Hashable) -> Solution:
        """The whole answer for one start."""
        return self._solutions[start]

    def to_json(self, *, all_moves: bool = False) -> dict[str, object]:
        """The answer object of ``--starts all``."""
        answer: dict[str, object] = {} if self.id is None else {"id": self.id}
        named = {start_to_json(start): solution for start, solution in self._solutions.items()}
        answer["outcomes"] = {name: solution.outcome.value for name, solution in named.items()}
        answer["moves"] = {
            name: None if s.move is None else move_to_json(s.problem.position, s.move) for name, s in named.items()
        }
        if all_moves:
            lists: dict[str, dict[str, object]] = {"winning_moves": {}}
            for name, s in named.items():
                if s.outcome is not Outcome.UNKNOWN:
                    for key, value in winning_moves_json(s.problem.position, s.winning_moves()).items():
                        lists.setdefault(key, {})[name] = value
            answer |= lists
        answer["reasons"] = [reason.to_json() | {"count": count} for reason, count in self.reasons]
        return answer
