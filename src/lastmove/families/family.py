"""Every member of a family at once: the types of growing parts until one comes back, or the classes of its halves."""

from __future__ import annotations

from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.play import Outcome, Play
from lastmove.core.reason import LimitReason
from lastmove.families.column_fields import any_columns
from lastmove.families.column_moves import halves_decide
from lastmove.families.family_fields import reason_of
from lastmove.families.family_growth import first_growth
from lastmove.families.family_questions import Questions, work_of
from lastmove.families.family_summary import cap_rows, described
from lastmove.families.growth import Growth
from lastmove.families.halves.search import HalfStrips
from lastmove.games import game_class
from lastmove.graphs.parameters import integer
from lastmove.parts.cores import CORES
from lastmove.parts.types import Types

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lastmove.core.limits import Limits, Meter
    from lastmove.families.columns import Columns
    from lastmove.families.halves.settled import SettledHalves

__all__ = ["FamilyAnswer", "family"]

_FIRST_POSITIONS = 50_000
"""What types may cost where halves may decide too: four times what they cost on 4 x n grids."""

_SHARE = 0.75
"""What halves may then spend of the time and the positions that are left; types go on with the rest."""

_LEAST_ROWS = 12
_MOST_STARTS = 200_000
_MOST_WEIGHT = 99


def family(
    spec: str | Columns | Mapping[str, object],
    *,
    game: str = "vertex-geography",
    play: Play | str = "normal",
    weight: int | None = None,
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
    weight
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
    made = any_columns(spec)
    if not isinstance(game, str) or game not in CORES:
        raise InputError("game", f"{show(game)}; accepted: {', '.join(CORES)}")
    weighted = game.startswith("nimg")
    if weight is not None and not weighted:
        raise InputError("weight", f"{show(weight)}; {game} has no weights")
    number = integer("weight", 1 if weight is None else weight, 0, _MOST_WEIGHT) if weighted else None
    answer = FamilyAnswer(made, game, Play.of(play), number, limits)
    answer.work()
    return answer


class FamilyAnswer:
    """What is known of the members of a family; threads may share it, and it can be pickled.

    Attributes
    ----------
    n_starts
        For each n from the least on, the number of vertices from which the player to move wins.
    stopped_by
        The limit that was spent, None for a family that was proved.
    """

    def __init__(
        self, columns: Columns, game: str, play: Play, weight: int | None, limits: Limits | None = None
    ) -> None:
        self.columns, self.game, self.play, self.weight = columns, game, play, weight
        self.questions = Questions(limits)
        self.n_starts: dict[int, int] = {}
        self.stopped_by: str | None = None
        self.positions, self.seconds = 0, 0.0
        self._spent: LimitReason | None = None
        """The limit that the last question about members has spent."""
        self._rows: dict[int, list[bool]] = {}
        self.growth: Growth | SettledHalves = first_growth(columns, game, play, weight, self.questions)

    def work(self) -> None:
        """Let the parts grow until they close or a limit is spent."""
        meter = None
        try:
            with self.questions.within() as meter:
                self._find()
                self._count(max(_LEAST_ROWS, self.growth.preperiod + 2 * self.growth.period))
        except LimitReached as stop:
            self.stopped_by = stop.limit
        finally:
            self.positions, self.seconds = work_of(meter)

    def _find(self) -> None:
        """Types; where halves may decide, first a proof that is kept, types if they are soon done, and the halves."""
        growth = self.growth
        assert isinstance(growth, Growth)
        if isinstance(growth.types, Types) and halves_decide(self.columns, self.game, self.weight):
            types = (lambda _: self._grow(growth), _FIRST_POSITIONS, 1.0)
            for work, positions, share in ((self._recall, inf, _SHARE), types, (self._halve, inf, _SHARE)):
                if self._tried(work, positions, share) and self.growth.closed:
                    return
        self._grow(growth)

    def _tried(self, work: Callable[[Meter], None], positions: float, share: float = 1.0) -> bool:
        """Whether work is done within a part of what the question may spend; LimitReached if all of that is spent."""
        with self.questions.within() as whole:
            with suppress(LimitReached), self.questions.first_try(positions, share) as part:
                work(part)
                return True
            whole.check()
            return False

    def _recall(self, _: Meter) -> None:
        from lastmove.families.kept_proofs import kept_halves

        self.growth = kept_halves(self.columns, self.game, self.play, self.weight) or self.growth

    def _halve(self, meter: Meter) -> None:
        misere, spend = self.play is Play.MISERE, meter.spend
        self.growth = HalfStrips(self.columns, misere=misere, weight=self.weight, spend=spend).settle()

    def _grow(self, growth: Growth) -> None:
        while not growth.closed:
            growth.grow()
            self._count(growth.reached)

    def _count(self, last: int) -> None:
        last = last if self.growth.closed else min(last, _LEAST_ROWS)
        for n in range(self.columns.least + len(self.n_starts), last + 1):
            self.n_starts[n] = sum(self._row(n)) if n < self.growth.least else self.growth.winners(n)

    def _row(self, n: int) -> list[bool]:
        """Whether the player to move wins from each vertex of a member too short for types: a ring of few columns."""
        if n not in self._rows:
            from lastmove.solver.solve import outcomes

            found = outcomes(self.board(n), play=self.play, limits=self.questions.left())
            if found.stopped_by is not None:
                raise LimitReached(found.stopped_by, 0)
            self._rows[n] = [outcome is Outcome.N for outcome in found.values()]
        return self._rows[n]

    def board(self, n: int) -> Any:
        """The member with n columns, as a board of the game."""
        graph = self.columns.board(n)
        more = {} if self.weight is None else {"weights": [self.weight] * graph.n}
        made: Any = game_class(self.game)
        return made(graph, **more)

    @property
    def status(self) -> str:
        """``proved`` or ``unknown``."""
        return "proved" if self.stopped_by is None else "unknown"

    @property
    def preperiod(self) -> int | None:
        """From which number of columns on the types come back."""
        return self.growth.preperiod if self.growth.closed else None

    @property
    def period(self) -> int | None:
        """After how many columns they do."""
        return self.growth.period if self.growth.closed else None

    @property
    def types(self) -> int:
        """How many types were met."""
        return self.growth.count

    def outcome(self, n: int, start: int) -> Outcome:
        """The outcome of a start of the member with n columns; unknown where the proof did not get so far."""
        return self._decided(*self._checked(n, start))[0]

    def _checked(self, n: int, start: int) -> tuple[int, int]:
        n = integer("at", n, self.columns.least)
        return n, integer("start", start, 0, self.columns.size(n) - 1)

    def _decided(self, n: int, start: int, *, with_move: bool = False) -> tuple[Outcome, dict[str, object] | None]:
        """The outcome of a start and, if it is asked for and there is one, a winning move."""
        from lastmove.families.family_moves import winning_move

        meter = None
        try:
            with self.questions.within() as meter:
                short = n < self.growth.least
                if not (self._row(n)[start] if short else self.growth.wins(n, *self.columns.place(n, start))):
                    return Outcome.P, None
                return Outcome.N, winning_move(self, n, start) if with_move else None
        except IndexError:
            self._spent = None
        except LimitReached as stop:
            self._spent = LimitReason(stop.limit, *work_of(meter))
        return Outcome.UNKNOWN, None

    def outcomes(self, n: int) -> dict[int, Outcome]:
        """The outcome of every start of the member with n columns."""
        return {v: outcome for v, (outcome, _) in self._all_decided(n).items()}

    def _all_decided(self, n: int, *, with_moves: bool = False) -> dict[int, tuple[Outcome, Any]]:
        """The same for every start, within the limits of one question."""
        starts = range(self._size(n))
        try:
            with self.questions.within():
                return {v: self._decided(n, v, with_move=with_moves) for v in starts}
        except LimitReached as stop:  # while another thread was asking
            self._spent = LimitReason(stop.limit, 0, self.questions.limits.time or 0.0)
            return dict.fromkeys(starts, (Outcome.UNKNOWN, None))

    def _size(self, n: int) -> int:
        """How many starts the member with n columns has; an InputError if they are too many to list."""
        size = self.columns.size(integer("at", n, self.columns.least))
        if size > _MOST_STARTS:
            raise InputError("at", f"{n} has {size:,} starts; accepted: at most {_MOST_STARTS:,}, or name a start")
        return size

    def rows(self, n: int) -> list[str]:
        """The outcomes of the member with n columns as text: a line a place, a letter a column."""
        found = self.outcomes(n)
        vertex = self.columns.vertex
        return ["".join(found[vertex(n, c, i)].value[0] for c in range(n)) for i in range(self.columns.places)]

    def cap_rows(self, n: int) -> dict[str, str]:
        """The outcomes of the vertices of the caps, a letter each; there is no row for a cap that the family lacks."""
        return cap_rows(self, n)

    def answer(self, n: int, start: int | None = None, *, certificate: bool = False) -> dict[str, object]:
        """The answer object for the member with n columns, for one start or for all.

        With a certificate the answer says what it is about, and carries that of the family.
        """
        about = {**self._named(), "at": n, **({} if start is None else {"start": start})} if certificate else {}
        return {**about, **self._answer(n, start), **(self._evidence() if certificate else {})}

    def _answer(self, n: int, start: int | None) -> dict[str, object]:
        if start is None:
            return self._every_start(n)
        n, start = self._checked(n, start)
        outcome, move = self._decided(n, start, with_move=True)
        if outcome is Outcome.UNKNOWN:
            return {"outcome": "unknown", "reason": self._limit()}
        return {"outcome": outcome.value, "move": move, "reason": self.reason(n)}

    def _every_start(self, n: int) -> dict[str, object]:
        found = self._all_decided(n, with_moves=True)
        unknown = sum(outcome is Outcome.UNKNOWN for outcome, _ in found.values())
        reasons = [{**self.reason(n), "count": len(found) - unknown}] if unknown < len(found) else []
        return {
            "outcomes": {str(v): outcome.value for v, (outcome, _) in found.items()},
            "moves": {str(v): move for v, (_, move) in found.items()},
            "reasons": [*reasons, {**self._limit(), "count": unknown}] if unknown else reasons,
        }

    def _limit(self) -> dict[str, object]:
        """Which limit kept a question about members without an answer: its own, or that of the family."""
        spent = self._spent or LimitReason(str(self.stopped_by), self.positions, self.seconds)
        return spent.to_json()

    def _named(self) -> dict[str, object]:
        """What every answer is about."""
        weight = {} if self.weight is None else {"weight": self.weight}
        return {"family": self.columns.name, "game": self.game, "play": self.play.value, **weight}

    def _evidence(self) -> dict[str, object]:
        if not self.growth.closed:
            return {"certificate": None, "certificate_note": "the walk of the types did not close within the limits"}
        from lastmove.families.evidence import evidence

        return {"certificate": evidence(self).to_json()}

    def reason(self, n: int) -> dict[str, object]:
        """Why the answers for the member with n columns hold."""
        if self.growth.closed:
            return reason_of(self.columns.name, n, self.growth.preperiod, self.growth.period)
        text = "its parts were composed column by column"
        return {"kind": "family", "family": self.columns.name, "n": n, "text": text}

    def __str__(self) -> str:
        """For people: the claim, then rows of N and P over n."""
        return described(self)

    def __repr__(self) -> str:
        return f"FamilyAnswer({self.columns.name!r}, {self.game!r}, {self.play.value!r}, {self.status!r})"

    def to_json(self, *, certificate: bool = False) -> dict[str, object]:
        """The answer object of ``lastmove family``."""
        made: dict[str, object] = {
            **self._named(),
            "status": self.status,
            "preperiod": self.preperiod if self.status == "proved" else None,
            "period": self.period if self.status == "proved" else None,
            "types": self.types,
            "n_starts": {str(n): count for n, count in self.n_starts.items()},
        }
        if self.stopped_by is not None:
            made["reached"] = self.growth.grown
            made["reason"] = LimitReason(self.stopped_by, self.positions, self.seconds).to_json()
        elif certificate:
            made |= self._evidence()
        return made
