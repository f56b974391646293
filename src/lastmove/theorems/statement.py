"""Statements: theorems, reductions, open problems and errata, each with its source, number and standing.

A :class:`Statement` says something; a :class:`Theorem` is a statement that can decide positions. A theorem
subclasses :class:`Theorem` and implements ``decide``, which returns a :class:`Verdict` or, where its hypotheses
fail, ``None``; that is not an error, the next method is tried.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from lastmove.core.errors import InternalError, Refuted, TooLarge
from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED, WINS, Play
from lastmove.core.solution import MOST_MOVES_LISTED, TheoremReason, WinningMoves

if TYPE_CHECKING:
    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason
    from lastmove.games.base import Game
    from lastmove.theorems.complexity import Claim
    from lastmove.theorems.papers import Paper

    Source: TypeAlias = "Theorem | str"
    """What decided a position: a theorem, or a search by the name that people know it by."""


class Kind(Enum):
    """What sort of statement it is."""

    THEOREM = "theorem"
    REDUCTION = "reduction"
    HARDNESS = "hardness"
    DEFINITION = "definition"
    OPEN_PROBLEM = "open problem"
    ERRATUM = "erratum"


class Standing(Enum):
    """What is known of its truth. Only proved theorems ever answer a position."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"


class Cost(Enum):
    """What deciding one position costs, cheapest first: the engine tries theorems in this order."""

    CONSTANT = "O(1)"
    LINEAR = "O(n + m)"
    SORT = "O(m + n log n)"
    QUADRATIC = "O(n m)"
    MATCHING = "a maximum matching, O(n m)"
    FLOW = "a maximum flow, O(n^2 m)"
    ELIMINATION = "O(n^3 / w)"
    POWER = "O(n^c), c a number of parts"
    CLOSURE = "the positions of each part"


@dataclass(frozen=True, slots=True)
class MoveRange:
    """The winning moves ``make(k)`` for least <= k <= most: one line for what may be 10**100 moves."""

    make: Callable[[int], Any]
    least: int
    most: int

    @classmethod
    def single(cls, move: Move) -> MoveRange:
        """Just one move."""
        return cls(lambda _: move, 0, 0)

    @property
    def size(self) -> int:
        """How many moves these are."""
        return max(0, self.most - self.least + 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins one position, and why: what a theorem says of it, or what a search has found.

    A theorem gives the first five. What is proved has a certificate, which is checked before the answer is given; what
    is refuted or open has none: it can be verified, and never answers. The rest the engine adds.

    Attributes
    ----------
    wins
        Whether the player to move wins.
    move
        A winning move; ``None`` where there is none or the theorem gives none.
    why
        Why the hypotheses hold here and what they give, in one sentence.
    winning
        Every winning move as ranges, where the theorem knows them; ``None`` where the engine is to look at
        the moves one by one.
    certificate
        Makes the evidence.
    reason
        What decided the position, for the answer.
    listed
        The winning moves, where what decided it has listed them.
    proof
        The evidence, once it has been made and checked.
    note
        Why there is none, where it is missing.
    stopped_by
        The limit that was spent before it was found, if one was.
    """

    wins: bool
    move: Move | None
    why: str = ""
    winning: Callable[[], Iterable[MoveRange]] | None = field(default=None, compare=False)
    certificate: Callable[[], Certificate] | None = field(default=None, kw_only=True, compare=False)
    reason: Reason | None = field(default=None, kw_only=True, compare=False)
    listed: WinningMoves[Move] | None = field(default=None, kw_only=True, compare=False)
    proof: Certificate | None = field(default=None, kw_only=True, compare=False)
    note: str = field(default="", kw_only=True, compare=False)
    stopped_by: str | None = field(default=None, kw_only=True, compare=False)

    def certified(self, certificate: Callable[[], Certificate]) -> Verdict:
        """The same with evidence."""
        return Verdict(self.wins, self.move, self.why, self.winning, certificate=certificate)

    def checked(self, source: Source, position: Position, play: Play) -> Verdict:
        """The door through which every answer goes: its evidence is made, and checked as ``lastmove check`` would.

        Evidence that is too large to be checked is left out, and a note says so. A theorem is given as the reason.

        Raises
        ------
        InternalError
            If it does not prove who wins: then the theorem, the search or the check is wrong, and nothing is answered.
        """
        reason = self.reason if isinstance(source, str) else source.statement.reason(self.why)
        proof, note, wins = None, "", self.wins
        try:
            if self.certificate is None:
                raise Refuted("there is none; what is proved has a certificate")
            proof = self.certificate()
            wins = proof.outcome(position, play).wins
        except TooLarge as error:
            proof, note = None, str(error)
        except Refuted as error:
            raise failed_check(source, position, play, str(error)) from error
        if wins != self.wins:
            shown, said = ("N", "P") if wins else ("P", "N")
            raise failed_check(source, position, play, f"it proves {shown}, not {said}")
        return Verdict(
            wins, self.move, self.why, self.winning, reason=reason, listed=self.listed, proof=proof, note=note
        )

    def winning_moves(self) -> WinningMoves[Move] | None:
        """All winning moves, listed up to the usual number and counted beyond it."""
        if self.listed is not None:
            return self.listed
        if self.winning is None:
            return None if self.wins else WinningMoves([], 0)
        listed: list[Move] = []
        total = 0
        for span in watched(self.winning(), 16):
            take = min(span.size, MOST_MOVES_LISTED - len(listed))
            listed += [span.make(k) for k in range(span.least, span.least + take)]
            total += span.size
        return WinningMoves(listed, total)


def failed_check(source: Source, position: object, play: Play, problem: str) -> InternalError:
    """What is raised where the evidence of a theorem, or of a search by that name, fails its check."""
    name = source if isinstance(source, str) else source.statement.key
    where = f"{name} on {position!r}, {play.value} play"
    return InternalError(f"the evidence of {where} fails its check: {problem}. Please report this.")


class BoardVerdict:
    """What a theorem says of every start of a board, in the order of ``board.starts()``.

    ``codes[i]`` is LOSES, WINS or UNDECIDED for start number i, one byte each, so that a board of a million starts
    takes a megabyte; the whole verdict on a start is made when it is asked for.

    Parameters
    ----------
    codes
        LOSES, WINS or UNDECIDED for each start.
    make
        Gives the verdict on the start of a number.
    move
        Gives a winning move from the start of a number, where that is less work than the verdict.
    moves
        Gives one move for each start, in order; for a start that is not won it may be any value.
    certificate
        Makes the evidence for the whole board, where there is one; else each verdict has its own.
    """

    __slots__ = ("_certificate", "_make", "_move", "_moves", "codes")

    def __init__(
        self,
        codes: bytes,
        make: Callable[[int], Verdict | None],
        move: Callable[[int], Move | None] | None = None,
        moves: Callable[[], Iterable[Move]] | None = None,
        *,
        certificate: Callable[[], Certificate] | None = None,
    ) -> None:
        self.codes = codes
        self._make = make
        self._move = move
        self._moves = moves
        self._certificate = certificate

    @classmethod
    def of(
        cls, verdicts: Sequence[Verdict | None], *, certificate: Callable[[], Certificate] | None = None
    ) -> BoardVerdict:
        """The verdict on each start, ``None`` where the hypotheses fail for it."""
        codes = bytes(UNDECIDED if verdict is None else verdict.wins for verdict in watched(verdicts))
        return cls(codes, verdicts.__getitem__, certificate=certificate)

    @classmethod
    def silent(cls, count: int) -> BoardVerdict:
        """A theorem that says nothing of any of ``count`` starts."""
        return cls(bytes([UNDECIDED]) * count, lambda _: None)

    def certificate(self, needed: bytes | bytearray | None = None, board: Any = None) -> Certificate:
        """The evidence: one certificate for the whole board, else one for each start.

        ``needed`` has a 1 for each start whose evidence is wanted; all that are decided by default. If the board is
        given, certificates that would be too many to look at are not made: that is TooLarge.
        """
        if self._certificate is not None:
            return self._certificate()
        from lastmove.certificates.boards import Starts, check_work

        if board is not None and needed is not None:
            check_work(needed.count(1), board)
        numbers = watched(range(len(self)), 1)
        wanted = [self[number] if needed is None or needed[number] else None for number in numbers]
        made = (v.certificate() if v and v.certificate else None for v in watched(wanted, 1))
        return Starts(tuple(made))

    def __getitem__(self, number: int) -> Verdict | None:
        return None if self.codes[number] == UNDECIDED else self._make(number)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def verdicts(self) -> list[Verdict | None]:
        """The verdicts on all starts."""
        return [self[number] for number in range(len(self.codes))]

    def move(self, number: int) -> Move | None:
        """A winning move from start i, where the theorem names one."""
        if self.codes[number] != WINS:
            return None
        if self._move is not None:
            return self._move(number)
        verdict = self._make(number)
        return verdict and verdict.move

    def moves(self) -> Iterator[Move | None]:
        """The same for all starts in order."""
        if self._moves is None:
            return map(self.move, range(len(self.codes)))
        known = zip(self.codes, self._moves(), strict=True)
        return (move if code == WINS else None for code, move in known)


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A numbered statement of a paper, or one of ours, in our own words.

    ``paper`` is where we met it. A result that specialists call by another name has that in ``known_as``. If it
    is due to earlier papers, they are in ``due_to``. ``idea`` says how the winner plays, to someone who wants to win:
    what to do, in a sentence or two, before what is true.
    """

    paper: Paper
    number: str
    title: str
    text: str
    idea: str = ""
    kind: Kind
    standing: Standing = Standing.PROVED
    games: tuple[str, ...] = ()
    plays: tuple[Play, ...] = (Play.NORMAL, Play.MISERE)
    condition: str = ""
    verified: str = ""
    claims: tuple[Claim, ...] = ()
    known_as: str = ""
    due_to: tuple[Paper, ...] = ()

    @property
    def key(self) -> str:
        """How the statement is named on a command line, such as ``renault-schmidt:3.5``."""
        return f"{self.paper.key}:{self.number}"

    def reason(self, why: str = "") -> TheoremReason:
        """The statement as the reason of an answer; ``why`` says what makes it apply there."""
        return TheoremReason(self.paper.name, self.number, self.text, why, self.known_as, self.idea)


class Theorem(ABC):
    """A statement with a test of its hypotheses and a decision."""

    statement: ClassVar[Statement]
    cost: ClassVar[Cost]

    @abstractmethod
    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:
        """The verdict on a position, or ``None`` where the hypotheses fail.

        The position is of one of the statement's games and has a start; the convention is one of its plays. What is
        proved has a certificate; what is refuted or open has none.
        """

    def decide_board(self, board: Any, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:
        """The verdicts on every start of a board; theorems that know all starts at once override this.

        ``left`` has a 1 for each start that no earlier theorem has decided; all of them by default. Of the others
        nothing need be said, so no work should be done for them alone.
        """
        found: list[Verdict | None] = []
        for number, start in enumerate(board.starts()):
            meter.look()
            wanted = left is None or left[number]
            found.append(self.decide(board.at(start), play, meter) if wanted else None)
        return BoardVerdict.of(found)

    def takes(self, position: Game, play: Play) -> bool:
        """Whether this theorem speaks of that game and convention at all."""
        return position.name in self.statement.games and play in self.statement.plays
