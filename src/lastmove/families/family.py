"""Every member of a family at once: the types of growing parts until one comes back, or the classes of its halves.

The questions that are asked of an answer about a family: each has the limits anew, and threads take turns.

The parts of a family before they grow: what types they have, and the limits they look at.

Winning moves on members of families, of any length.

An answer about a family in words, with rows of N and P.

The families that were proved whole: a list that ships with the package, made by ``scripts/make_family_table.py``.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from math import inf
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached, printable, show
from lastmove.core.limits import Limits, Meter, Turns, current_meter, deep_calls, stopping_at_limits, watching
from lastmove.core.play import Outcome, Play
from lastmove.core.solution import LimitReason
from lastmove.core.words import counted, play_name
from lastmove.families.check import reason_of
from lastmove.families.column_moves import halves_decide
from lastmove.families.columns import any_columns
from lastmove.families.growth import Growth
from lastmove.families.halves.search import HalfStrips
from lastmove.families.halves.settled import SettledHalves
from lastmove.families.matching_types import MOST_MATCHED_PORTS, MatchingTypes
from lastmove.families.strips import Strip, inner_column, moves_about
from lastmove.games import game_class
from lastmove.graphs.random import integer
from lastmove.parts.cores import CORES, ports_close
from lastmove.parts.types import MOST_PORTS, Types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lastmove.families.columns import Columns
    from lastmove.parts.cores import PartTypes


def first_growth(columns: Columns, game: str, play: Play, weight: int | None, questions: Questions) -> Growth:
    """Parts of no columns; an InputError if a part would have too many ports."""
    weights = () if weight is None else (weight,) * columns.places
    return Growth(columns, game, _types(columns, game, play, questions), weights)


def _types(columns: Columns, game: str, play: Play, questions: Questions) -> PartTypes:
    """Types by matchings where those say who wins and the ports are not too many; else by the rules of the game."""
    types = MatchingTypes(tick=questions.tick)
    sides = [len(Strip(family, game, types).right_keys()) for family in (columns, columns.mirrored())]
    ports = sum(sides) if columns.closed else max(sides)
    if ports > MOST_PORTS:
        named = f"a part of {columns.name} has {ports:,} ports"
        raise InputError("family", f"{named}; accepted: at most {MOST_PORTS}")
    if game == "vertex-geography" and play is Play.NORMAL and not columns.directed and ports <= MOST_MATCHED_PORTS:
        return types
    misere = play is Play.MISERE
    return Types(misere=misere, ports_close=ports_close(game), tick=questions.tick, look=questions.look)


_POSITIONS_A_LOOK = 400
"""What is done between two looks takes as long as so many positions: functions may grow while positions do not."""


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
        self._turns, self._meter = Turns(), None

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
            self._meter.spend(_POSITIONS_A_LOOK)


def work_of(meter: Meter | None) -> tuple[int, float]:
    """The positions and seconds that were spent; none where the question never had its turn."""
    return (0, 0.0) if meter is None else (meter.positions, meter.seconds)


def described(answer: FamilyAnswer) -> str:
    """The claim, then rows of N and P over n."""
    title = f"{printable(answer.columns.name)}, {answer.game}, {play_name(answer.play)}"
    if answer.status == "proved":
        many = counted(answer.types, "type")
        claim = f"proved for every n ({many}; period of the types {answer.period} from n = {answer.preperiod} on)"
    else:
        claim = f"unknown; {answer.stopped_by} limit at {answer.growth.grown} columns, {answer.types:,} types"
    lines = [f"{title}: {claim}"]
    for n, count in answer.n_starts.items():
        rows = answer.rows(n)
        lines += [f"n = {n:>3}  {count:>4} N   {rows[0]}", *(" " * 18 + row for row in rows[1:])]
        lines += [f"{name + ' cap':>15}   {row}" for name, row in cap_rows(answer, n).items()]
    return "\n".join(lines)


def cap_rows(answer: FamilyAnswer, n: int) -> dict[str, str]:
    """The outcomes of the vertices of the caps, a letter each; there is no row for a cap that the family lacks."""
    found, first = answer.outcomes(n), answer.columns.places * n
    letters = "".join(outcome.value[0] for v, outcome in found.items() if v >= first)
    rows = {"left": letters[: answer.columns.left.n], "right": letters[answer.columns.left.n :]}
    return {name: row for name, row in rows.items() if row}


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


def winning_move(answer: FamilyAnswer, n: int, start: int) -> dict[str, object] | None:
    """A winning move, as JSON, from a start that wins; None where the player wins by having none."""
    if n < answer.growth.least:
        from lastmove.solver.solve import solve

        found = solve(answer.board(n).at(start), play=answer.play, limits=answer.questions.left())
        if found.outcome is Outcome.UNKNOWN:
            raise LimitReached(found.to_json()["reason"]["limit"], 0)  # type: ignore[index]
        return found.to_json()["move"]  # type: ignore[return-value]
    column, place = answer.columns.place(n, start)
    growth = answer.growth
    if isinstance(growth, SettledHalves):
        return growth.winning_move(n, column, place)
    playing, children, window, first = growth.around(n, column)
    v = window.vertex(inner_column(column, first, n, window), place)
    core, types = playing.core, growth.types
    for move, (after, w, within) in moves_about(window.strip, window, core, children, n=n, first=first, v=v):
        if within is not None:
            loses = not types.is_won(playing.inside(within[0], within[1], after, children))
        elif w is None:
            loses = not answer.play.wins_when_stuck
        else:
            loses = not types.is_won(playing.token(after, children, w))
        if loses:
            return move
    return None


FILE = "proved_families.jsonl"


@cache
def proved_families() -> tuple[dict[str, Any], ...]:
    """The answers of ``lastmove family`` that are kept, without their certificates; each was checked when it was made.

    Examples
    --------
    >>> proved_families()[0]["family"]
    'path:n'
    """
    text = files("lastmove.families").joinpath(FILE).read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())
