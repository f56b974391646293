"""Every member of a family at once, with proof: who wins from every vertex of every board, and by which move."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lastmove.core.errors import InputError, LimitReached, printable, show
from lastmove.core.notebook import ShownAsTable
from lastmove.core.play import LOSES, UNDECIDED, WINS, Outcome, Play, PlayName, Problem
from lastmove.core.renamed import renamed
from lastmove.core.solution import LimitReason, Reason, Solution
from lastmove.core.words import counted, play_name
from lastmove.families import MOST_STARTS, MOST_WEIGHT
from lastmove.families.check import reason_of
from lastmove.families.columns import any_columns
from lastmove.families.prover import Prover
from lastmove.families.question import FamilyQuestion, Questions, work_of
from lastmove.games import game_class
from lastmove.graphs.graph import Graph
from lastmove.graphs.random import integer
from lastmove.parts.cores import CORES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lastmove.core.limits import Limits
    from lastmove.core.position import Move
    from lastmove.core.solution import Evidence, MoveValues, WinningMoves
    from lastmove.families.columns import Columns
    from lastmove.solver.every_start import EveryStart
    from lastmove.solver.outcomes import Outcomes

_CODES = {Outcome.P: LOSES, Outcome.N: WINS, Outcome.UNKNOWN: UNDECIDED}


@renamed(weight="weights")
def family(
    spec: str | Columns | Mapping[str, object],
    *,
    game: str = "vertex-geography",
    play: Play | PlayName = "normal",
    weights: int | None = None,
    limits: Limits | None = None,
) -> FamilyAnswer:
    """Who wins from every vertex of every member of a family, proved where the types of its parts come back.

    Parameters
    ----------
    spec
        A text with the letter n, such as ``grid:4xn``; an object as :func:`columns_from_json` takes; or a Columns.
    game
        ``vertex-geography``, ``edge-geography``, ``nimg-rm`` or ``nimg-mr``.
    play
        The convention.
    weights
        For NimG, the weight of every vertex, at most 99; 1 unless given.
    limits
        What it may cost. When a limit is spent the status is ``unknown``, with what was reached. Each question about
        members that is asked of the answer may cost as much again.

    Examples
    --------
    >>> found = family("grid:4xn", play="misere")
    >>> found.status, found.n_starts[3], found.n_starts[9]
    ('proved', 2, 0)
    >>> found.outcome(1_000_000, 123).value
    'P'
    """
    columns = any_columns(spec)
    if not isinstance(game, str) or game not in CORES:
        raise InputError("game", f"{show(game)}; accepted: {', '.join(CORES)}")
    weighted = game.startswith("nimg")
    if weights is not None and not weighted:
        raise InputError("weights", f"{show(weights)}; {game} has no weights")
    number = integer("weights", 1 if weights is None else weights, 0, MOST_WEIGHT) if weighted else None
    return FamilyAnswer(Prover(FamilyQuestion(columns, game, Play(play), number), Questions(limits)).work())


@dataclass(frozen=True, slots=True)
class FamilyReason(Reason):
    """Decided by the proof of the family; without a period it is not complete, but came as far as this member."""

    family: str
    n: int
    preperiod: int | None
    period: int | None

    @property
    def name(self) -> str:
        return "family"

    def to_json(self) -> dict[str, object]:
        if self.preperiod is None or self.period is None:
            text = "its parts were composed column by column"
            return {"kind": "family", "family": self.family, "n": self.n, "text": text}
        return reason_of(self.family, self.n, self.preperiod, self.period)

    def __str__(self) -> str:
        return str(self.to_json()["text"])


@dataclass(frozen=True)
class Member:
    """A member of a family, with the token on a vertex or as a board.

    It may be too large to be made: that is done when its moves, or anything else, are asked for. The words for a move
    need no more than its two vertices. All winning moves and values are those of a search, within ``limits``.
    """

    asked: FamilyQuestion
    n: int
    start: int | None = None
    limits: Limits | None = field(default=None, compare=False, repr=False)

    @cached_property
    def made(self) -> Any:
        """The same as a position, or board, of the game."""
        board = self.asked.board(self.n)
        return board if self.start is None else board.at(self.start)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.made, name)

    @cached_property
    def _searched(self) -> Solution:
        from lastmove.solver.solve import solve

        return solve(self.made, self.asked.play, limits=self.limits)

    def winning_moves(self) -> WinningMoves[Any]:
        return self._searched.winning_moves()

    def values(self) -> MoveValues:
        return self._searched.values()

    def called(self) -> str:
        return str(game_class(self.asked.game).title)

    def moves(self) -> Iterable[Move]:
        yield from self.made.moves()

    def after(self, move: Move) -> Any:
        return self.made.after(move)

    def at(self, start: int | None) -> Member:
        return replace(self, start=start)

    def summary(self) -> str:
        """What it is called."""
        weights = "" if self.asked.weight is None else f", all weights {self.asked.weight}"
        token = "" if self.start is None else f", token on {self.start}"
        return f"{self.asked.columns.name} with n = {self.n:,}{weights}{token}"

    def move_to_json(self, move: Move) -> object:
        return _without_edges(self.asked, (0,)).move_to_json(move)

    def say_move(self, move: Move) -> str:
        vertices = tuple(dict.fromkeys(v for v in (self.start, move.to) if v is not None))
        return str(_without_edges(self.asked, vertices).at(self.start).say_move(move))


@lru_cache(maxsize=1)
def _without_edges(asked: FamilyQuestion, vertices: tuple[int, ...]) -> Any:
    """A board with a few vertices of a member."""
    made: Any = game_class(asked.game)
    return made(Graph(vertices, []), **asked.weights(len(vertices)))


class _Decided(NamedTuple):
    """What a question about a start came to; ``stopped`` is the limit that left it unknown."""

    outcome: Outcome
    move: Mapping[str, object] | None = None
    stopped: LimitReason | None = None


class FamilyAnswer(ShownAsTable):
    """What is known of the members of a family; threads may share it, and it can be pickled.

    Attributes
    ----------
    columns, game, play, weight
        What was asked.
    proof
        The proof, by types, by matchings or by halves; as far as it came where a limit was spent.
    n_starts
        For each n from the least on, the number of vertices from which the player to move wins.
    stopped_by
        The limit that was spent, None for a family that was proved.
    """

    def __init__(self, found: Prover) -> None:
        self.asked, self.questions = found.asked, found.questions
        self.columns, self.game, self.play, self.weight = found.asked
        self.proof, self.n_starts, self.stopped = found.proof, found.n_starts, found.stopped
        self.positions, self.seconds = found.positions, found.seconds
        self.stopped_by = None if self.stopped is None else self.stopped.limit
        self.status = "proved" if self.stopped is None else "unknown"
        """``proved`` or ``unknown``."""
        self.preperiod = self.proof.preperiod if self.proof.closed else None
        """From which number of columns on the types come back."""
        self.period = self.proof.period if self.proof.closed else None
        """After how many columns they do."""
        self.types = self.proof.count
        """How many types were met."""

    def board(self, n: int) -> Any:
        """The member with n columns, as a board of the game."""
        return self.asked.board(n)

    def outcome(self, n: int, start: int) -> Outcome:
        """The outcome of a start of the member with n columns; unknown where the proof did not get so far."""
        return self._decided(*self._checked(n, start)).outcome

    def solution(self, n: int, start: int) -> Solution:
        """The whole answer for a start of the member with n columns.

        All winning moves, and values, are those of a search of the board, for a proof names one move.
        """
        n, start = self._checked(n, start)
        return self._solution(n, start, self._decided(n, start, with_move=True))

    def outcomes(self, n: int, *, moves: bool = False) -> Outcomes:
        """The outcome of every start of the member with n columns, worked out within the limits of one question.

        With ``moves`` so is a winning move for each, and a start without one is unknown; otherwise each is a question.
        """
        return _EveryStart(self, n, self._every_start(n, with_moves=moves), with_moves=moves).outcomes()

    def rows(self, n: int) -> list[str]:
        """The outcomes of the member with n columns as text: a line a place, a letter a column."""
        letters, vertex = self._letters(n), self.columns.vertex
        return ["".join(letters[vertex(n, c, i)] for c in range(n)) for i in range(self.columns.places)]

    def cap_rows(self, n: int) -> dict[str, str]:
        """The outcomes of the vertices of the caps, a letter each; there is no row for a cap that the family lacks."""
        letters = self._letters(n)[self.columns.places * n :]
        rows = {"left": letters[: self.columns.left.n], "right": letters[self.columns.left.n :]}
        return {name: row for name, row in rows.items() if row}

    def _letters(self, n: int) -> str:
        return "".join(each.outcome.value[0] for each in self._every_start(n))

    def answer(self, n: int, start: int | None = None, *, certificate: bool = False) -> dict[str, object]:
        """The answer object of ``lastmove family --at N``, for one start or for all.

        With a certificate the answer says what it is about, and carries that of the family.
        """
        found = self.outcomes(n, moves=True) if start is None else self.solution(n, start)
        return self.member_to_json(found, certificate=certificate)

    def pictured(self) -> Outcomes:
        """The member that a picture shows, with the outcome of every start: the fourth, or the last one known."""
        known = list(self.n_starts)[:4]
        if not known:
            raise InputError("family", "no member of it is known; give it more time")
        return self.outcomes(known[-1])

    def member_to_json(self, found: Solution | Outcomes, *, certificate: bool) -> dict[str, object]:
        """The same for what :meth:`solution` or :meth:`outcomes` has found."""
        if not certificate:
            return {**found.to_json()}
        member: Any = found.problem.position
        about = {"at": member.n} if member.start is None else {"at": member.n, "start": member.start}
        return {**self.asked.to_json(), **about, **found.to_json(), **self._evidence()}

    def to_json(self, *, certificate: bool = False) -> dict[str, object]:
        """The answer object of ``lastmove family``."""
        made: dict[str, object] = {
            **self.asked.to_json(),
            "status": self.status,
            "preperiod": self.preperiod if self.status == "proved" else None,
            "period": self.period if self.status == "proved" else None,
            "types": self.types,
            "n_starts": {str(n): count for n, count in self.n_starts.items()},
        }
        if self.stopped is not None:
            return {**made, "reached": self.proof.grown, "reason": self.stopped.to_json()}
        return {**made, **self._evidence()} if certificate else made

    @property
    def certificate(self) -> Evidence | None:
        """The evidence; None where the proof is not complete."""
        return self.proof.certificate() if self.proof.closed else None

    @property
    def certificate_note(self) -> str:
        """Why there is none; empty if there is one."""
        return "" if self.proof.closed else "the walk of the types did not close within the limits"

    def __str__(self) -> str:
        """For people: the claim, then rows of N and P over n."""
        if self.stopped is None:
            period = f"period of the types {self.period} from n = {self.preperiod} on"
            claim = f"proved for every n ({counted(self.types, 'type')}; {period})"
        else:
            claim = f"unknown; {self.stopped_by} limit at {self.proof.grown} columns, {self.types:,} types"
        lines = [f"{printable(self.columns.name)}, {self.game}, {play_name(self.play)}: {claim}"]
        for n, count in self.n_starts.items():
            rows = self.rows(n)
            lines += [f"n = {n:>3}  {count:>4} N   {rows[0]}", *(" " * 18 + row for row in rows[1:])]
            lines += [f"{name + ' cap':>15}   {row}" for name, row in self.cap_rows(n).items()]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"FamilyAnswer({self.columns.name!r}, {self.game!r}, {self.play.value!r}, {self.status!r})"

    def _checked(self, n: int, start: int) -> tuple[int, int]:
        n = integer("at", n, self.columns.least)
        return n, integer("start", start, 0, self.columns.size(n) - 1)

    def _decided(self, n: int, start: int, *, with_move: bool = False) -> _Decided:
        """The outcome of a start and, if it is asked for and there is one, a winning move."""
        meter = None
        try:
            with self.questions.within() as meter:
                if not self.proof.wins(n, start):
                    return _Decided(Outcome.P)
                return _Decided(Outcome.N, self.proof.move(n, start) if with_move else None)
        except IndexError:  # the proof did not come so far
            return _Decided(Outcome.UNKNOWN, stopped=self.stopped)
        except LimitReached as stop:
            return _Decided(Outcome.UNKNOWN, stopped=LimitReason(stop.limit, *work_of(meter)))

    def _every_start(self, n: int, *, with_moves: bool = False) -> list[_Decided]:
        """The same for every start, within the limits of one question; an InputError if they are too many to list."""
        size = self.columns.size(integer("at", n, self.columns.least))
        if size > MOST_STARTS:
            raise InputError("at", f"{n} has {size:,} starts; accepted: at most {MOST_STARTS:,}, or name a start")
        try:
            with self.questions.within():
                return [self._decided(n, v, with_move=with_moves) for v in range(size)]
        except LimitReached as stop:  # while another thread was asking
            spent = LimitReason(stop.limit, 0, self.questions.limits.time or 0.0)
            return [_Decided(Outcome.UNKNOWN, stopped=spent)] * size

    def _solution(self, n: int, start: int, found: _Decided) -> Solution:
        member = Member(self.asked, n, start, self.questions.limits)
        move, reason = self._move(found), found.stopped or self._reason(n)
        return Solution(Problem(member, self.play), found.outcome, move, reason, member)

    def _move(self, found: _Decided) -> Move | None:
        return None if found.move is None else game_class(self.game).move_class(**found.move)

    def _reason(self, n: int) -> FamilyReason:
        """Why the answers for the member with n columns hold."""
        return FamilyReason(self.columns.name, n, self.preperiod, self.period)

    def _evidence(self) -> dict[str, object]:
        evidence = self.certificate
        if evidence is None:
            return {"certificate": None, "certificate_note": self.certificate_note}
        return {"certificate": evidence.to_json()}


class _EveryStart:
    """Every start of a member; it answers for :class:`Outcomes`, by the number of the start."""

    checking = 0.0

    def __init__(self, family: FamilyAnswer, n: int, found: Sequence[_Decided], *, with_moves: bool) -> None:
        from lastmove.solver.every_start import BoardReasons

        self._family, self._n, self._found, self._with_moves = family, n, found, with_moves
        self.starts = range(len(found))
        unknown = [each.stopped for each in found if each.stopped is not None]
        decided: tuple[Reason, int] = (family._reason(n), len(found) - len(unknown))
        self.stopped = unknown[-1] if unknown else None
        left = () if self.stopped is None else ((self.stopped, len(unknown)),)
        self.reasons = BoardReasons(left if len(unknown) == len(found) else (decided, *left))

    def outcomes(self) -> Outcomes:
        from lastmove.solver.outcomes import Outcomes

        family, codes = self._family, bytes(_CODES[each.outcome] for each in self._found)
        member, limits = Member(family.asked, self._n), family.questions.limits
        stopped_by = None if self.stopped is None else self.stopped.limit
        board = cast("EveryStart", self)  # of which no more is asked than is here
        return Outcomes(member, family.play, codes, limits, board=board, stopped_by=stopped_by)

    def solution(self, number: int) -> Solution:
        if self._with_moves:
            return self._family._solution(self._n, number, self._found[number])
        return self._family.solution(self._n, number)

    def moves(self) -> Iterator[Move | None]:
        for number, each in enumerate(self._found):
            known = self._with_moves or each.outcome is not Outcome.N
            yield self._family._move(each) if known else self.solution(number).move

    def winning_moves(self, number: int) -> WinningMoves[Any]:
        return self.solution(number).winning_moves()


FILE = "proved_families.jsonl"


@cache
def proved_families() -> tuple[dict[str, Any], ...]:
    """The answers of ``lastmove family`` that are kept, without their certificates; each was checked when it was made.

    ``scripts/make_family_table.py`` makes the list.

    Examples
    --------
    >>> proved_families()[0]["family"]
    'path:n'
    """
    from importlib.resources import files  # here: a question about one family need not spend the time

    text = files("lastmove.families").joinpath(FILE).read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())
