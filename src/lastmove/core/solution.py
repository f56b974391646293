"""The answer to one question: who wins, how, and why.

It holds for a reason: a theorem, an exact search, the parts of a board, or, for unknown, the limit that was spent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, cast, overload

from lastmove.core.notebook import Drawable, Tabled, shown_as
from lastmove.core.optional import SEARCHES_FASTER, is_there
from lastmove.core.play import Outcome
from lastmove.core.position import move_to_json, plain_move

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.core.answer_json import AnswerJson
    from lastmove.core.play import Problem
    from lastmove.core.position import Move, Position

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

    def to_json(self, *, all_moves: bool = False, values: bool = False, certificate: bool = False) -> AnswerJson:
        """The answer object of the interface; ``all_moves``, ``values`` and ``certificate`` add what they name."""
        position = self.problem.position
        written = getattr(position, "move_to_json", plain_move)
        answer: dict[str, object] = {}
        if self.problem.id is not None:
            answer["id"] = self.problem.id
        answer["outcome"] = self.outcome.value
        if self.outcome is not Outcome.UNKNOWN:
            answer["move"] = None if self.move is None else written(self.move)
            if all_moves:
                answer |= winning_moves_json(position, self.winning_moves())
        if values:
            found = self.values()
            answer["remoteness"] = found.remoteness
            answer["values"] = [
                {
                    "move": written(value.move),
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
        return cast("AnswerJson", answer)


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


class Reason(ABC):
    """The justification of one answer."""

    __slots__ = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """What decided it, in a word or two: source and number of a theorem, ``search``, or the limit."""

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The ``reason`` object of an answer."""

    @abstractmethod
    def __str__(self) -> str:
        """One line for people."""


@dataclass(frozen=True, slots=True)
class SearchReason(Reason):
    """Decided by looking at every line of play that matters."""

    positions: int
    seconds: float
    text: str = ""

    @property
    def name(self) -> str:
        return "search"

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "kind": "search",
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }
        if self.text:
            found["text"] = self.text
        return found

    def __str__(self) -> str:
        if self.text:
            return self.text
        noun = "position" if self.positions == 1 else "positions"
        return f"exact search of {self.positions:,} {noun} in {self.seconds:.3g} s"


@dataclass(frozen=True, slots=True)
class PartsReason(Reason):
    """Decided by the types of the parts of a board that comes apart along small cuts.

    ``bags`` is the number of pieces, ``ports`` the most that cross at one cut, ``types`` how many different types were
    met, and ``positions`` how many states of pieces were looked at.
    """

    bags: int
    ports: int
    types: int
    positions: int
    seconds: float

    @property
    def name(self) -> str:
        return "parts"

    @property
    def text(self) -> str:
        """How the board comes apart, in a sentence."""
        return (
            f"the board comes apart into {self.bags:,} bags with at most {self.ports} ports between them; "
            f"{self.types:,} types of parts were composed"
        )

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "parts",
            "bags": self.bags,
            "ports": self.ports,
            "types": self.types,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
            "text": self.text,
        }

    def __str__(self) -> str:
        return f"{self.text} in {self.seconds:.3g} s"


@dataclass(frozen=True, slots=True)
class TheoremReason(Reason):
    """Decided by a theorem whose hypotheses hold here.

    ``statement`` is the theorem in a sentence or two, ``why`` what makes it apply here; for a whole board, where that
    differs from start to start, ``why`` is empty. ``known_as`` is the name that specialists expect, where there is
    one: *Bouton's theorem*; source and number say where it was met. ``idea`` is how the winner plays.
    """

    source: str
    number: str
    statement: str
    why: str = ""
    known_as: str = ""
    idea: str = ""

    @property
    def name(self) -> str:
        """Source and number."""
        return f"{self.source} {self.number}"

    @property
    def title(self) -> str:
        """The name for people: the classical one first, if there is one.

        >>> TheoremReason("Nim in log space", "2", "...", known_as="Bouton's theorem").title
        "Bouton's theorem (Nim in log space 2)"
        """
        return f"{self.known_as} ({self.name})" if self.known_as else self.name

    @property
    def text(self) -> str:
        """The statement, and why it applies here."""
        return f"{self.statement} Here {self.why}." if self.why else self.statement

    def to_json(self) -> dict[str, object]:
        names = {"source": self.source, "number": self.number} | ({"known_as": self.known_as} if self.known_as else {})
        return {"kind": "theorem", **names, "text": self.text}

    def __str__(self) -> str:
        return f"{self.title}: {self.text}"


@dataclass(frozen=True, slots=True)
class LimitReason(Reason):
    """Not decided: this limit was spent first."""

    limit: str
    positions: int
    seconds: float

    @property
    def name(self) -> str:
        return f"{self.limit} limit" if self.limit in ("time", "memory", "positions") else self.limit

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "limit",
            "limit": self.limit,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        what = {"interrupt": "interrupted", "cancel": "cancelled"}.get(
            self.limit, f"the {self.limit} limit was reached"
        )
        said = f"{what} after {self.positions:,} positions in {self.seconds:.3g} s"
        return said if is_there("numba") or self.limit in ("interrupt", "cancel") else f"{said}; {SEARCHES_FASTER}"


def trimmed(reason: Mapping[str, object], *, texts: bool, times: bool) -> dict[str, object]:
    """The ``reason`` object of an answer without the words of theorems, or without what differs from run to run.

    How many positions were visited hangs on what was compiled before and on the number of threads.

    >>> trimmed(SearchReason(12, 0.5).to_json(), texts=True, times=False)
    {'kind': 'search'}
    """
    dropped = {name for name, kept in (("text", texts), ("seconds", times), ("positions", times)) if not kept}
    return {name: value for name, value in reason.items() if name not in dropped}
