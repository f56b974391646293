"""The answer to a whole board: the outcome of every start."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from lastmove.core.errors import LastmoveError
from lastmove.core.notebook import Drawable, Tabled
from lastmove.core.optional import needed
from lastmove.core.play import LOSES, UNDECIDED, WINS, Outcome, Problem
from lastmove.core.position import move_to_json, start_to_json
from lastmove.core.solution import trimmed, winning_moves_json
from lastmove.games.moves import LowerAndSlide, Slide
from lastmove.solver.every_start import BoardReasons, EveryStart, explained

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.answer_json import OutcomesJson
    from lastmove.core.limits import Limits
    from lastmove.core.play import Play
    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason, Solution, WinningMoves

_QUICK_MOVES: Mapping[type, str] = {Slide: '{"to": %d}', LowerAndSlide: '{"remaining": %d, "to": %d}'}
_OUTCOME = {LOSES: Outcome.P, WINS: Outcome.N, UNDECIDED: Outcome.UNKNOWN}
_OUTCOME_TEXT = {code: f'"{meant.value}"' for code, meant in _OUTCOME.items()}


class Layer(Protocol):
    """A method that has decided every start of a board already, such as one row of a batch."""

    @property
    def reason(self) -> Reason:
        """Why, for every start."""

    def moves(self) -> Iterator[Move | None] | None:
        """A winning move for each start, where there is one; ``None`` where the method does not know moves."""


class Outcomes(Tabled, Drawable, Mapping["Hashable", Outcome]):
    """The outcome of every start of a board: a mapping from start to Outcome, in the board's order.

    One byte a start is kept; moves and whole solutions are made when they are asked for. So are the reasons of a small
    board, with their evidence: playing it out takes less time than that.
    """

    def __init__(
        self,
        position: Position,
        play: Play,
        codes: bytes | bytearray,
        limits: Limits,
        *,
        id: object = None,  # noqa: A002
        board: EveryStart | None = None,
        layer: Layer | None = None,
        stopped_by: str | None = None,
    ) -> None:
        self.id = id
        self._position = position
        self._play = play
        self._codes = codes
        self._limits = limits
        self._made = board
        self._layer = layer
        self._stopped_by = stopped_by
        self._numbers: dict[Hashable, int] | None = None

    @property
    def _board(self) -> EveryStart:
        """What answers further questions, made when one is asked."""
        if self._made is None:
            if self._layer is None:
                self._made = explained(self.problem, self._limits, bytes(self._codes))
            else:
                self._made = EveryStart(
                    self.problem, self._limits, codes=bytes(self._codes), stopped_by=self._stopped_by
                )
        return self._made

    @property
    def _reasons(self) -> BoardReasons:
        if self._layer is not None:
            return BoardReasons(((self._layer.reason, len(self)),))
        return self._board.reasons

    @property
    def _starts(self) -> Sequence[Hashable]:
        position: Any = self._position
        return position.starts() if self._made is None else self._made.starts

    def _moves(self) -> Iterator[Move | None]:
        """A winning move for every start, in order."""
        known = None if self._layer is None else self._layer.moves()
        return self._board.moves() if known is None else known

    def _number(self, start: Hashable) -> int:
        if self._numbers is None:
            self._numbers = {vertex: number for number, vertex in enumerate(self._starts)}
        return self._numbers[start]

    def __getitem__(self, start: Hashable) -> Outcome:
        return _OUTCOME[self._codes[self._number(start)]]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._starts)

    def __len__(self) -> int:
        return len(self._codes)

    def __repr__(self) -> str:
        if len(self) > 20:
            counts = {code.value: self.count(code) for code in Outcome}
            return f"<Outcomes of {len(self)} starts: {counts}>"
        return f"Outcomes({ {start: outcome.value for start, outcome in self.items()} })"

    def count(self, outcome: Outcome) -> int:
        """How many starts have this outcome."""
        return next(self._codes.count(code) for code, meant in _OUTCOME.items() if meant is outcome)

    @property
    def reasons(self) -> tuple[tuple[Reason, int], ...]:
        """Each reason with the number of starts it answers."""
        return self._reasons.counts

    @property
    def certificate(self) -> Certificate | None:
        """The evidence for the starts; for those that were searched only where it was asked for."""
        return self._reasons.certificate

    @property
    def certificate_note(self) -> str:
        """Why evidence that was asked for is missing; empty if none is."""
        return self._reasons.note

    @property
    def certificate_stopped_by(self) -> str | None:
        """The limit that was spent before evidence was found, if one was: the outcomes stand without it."""
        return self._reasons.stopped_by

    @property
    def checking(self) -> float:
        """The seconds that went into making and checking the evidence of theorems."""
        return 0.0 if self._layer is not None else self._board.checking

    @property
    def problem(self) -> Problem:
        """The board and the convention; a start that the board may have was not looked at."""
        return Problem(self._position, self._play, self.id)

    @property
    def stopped_by(self) -> str | None:
        """The limit that left something unknown, if one did."""
        return self._stopped_by

    @property
    def wins(self) -> NDArray[np.bool_]:
        """Whether the player to move wins, for every start in order, as a numpy boolean array.

        Raises
        ------
        LastmoveError
            If numpy is missing, or some start stayed unknown: an array of booleans cannot say so.
        """
        numpy = needed("numpy")
        unknown = self.count(Outcome.UNKNOWN)
        if unknown:
            raise LastmoveError(f"{unknown} of {len(self)} starts stayed unknown; look at the mapping instead")
        found: NDArray[np.bool_] = numpy.frombuffer(bytes(self._codes), dtype=numpy.bool_)
        return found

    @property
    def moves(self) -> Mapping[Hashable, Move | None]:
        """A winning move for every start, ``None`` where there is none."""
        return dict(zip(self._starts, self._moves(), strict=True))

    def position(self, start: Hashable) -> Position:
        """The board with the token on one start."""
        return self._at(self._number(start))

    def _at(self, number: int) -> Position:
        position: Any = self._position
        found: Position = position.at(self._starts[number])
        return found

    def solution(self, start: Hashable) -> Solution:
        """The whole answer for one start."""
        return self._board.solution(self._number(start))

    def winning_moves(self, start: Hashable) -> WinningMoves[Move]:
        """Every winning move from one start."""
        return self._board.winning_moves(self._number(start))

    def to_json(self, *, all_moves: bool = False, certificate: bool = False) -> OutcomesJson:
        """The answer object of ``--starts all``."""
        found: OutcomesJson = json.loads("".join(self.json_text(all_moves=all_moves, certificate=certificate)))
        return found

    def json_text(
        self,
        *,
        all_moves: bool = False,
        certificate: bool = False,
        also: Mapping[str, object] | None = None,
        texts: bool = True,
        times: bool = True,
        ensure_ascii: bool = True,
    ) -> Iterator[str]:
        """The text of the answer object, piece by piece: a board of a million starts is never one string.

        ``also`` has fields to write after the id; without ``texts`` the theorems are named only, without ``times``
        the seconds and the counts of positions are left out.
        """
        codes, numbers = self._codes, range(len(self))
        dumps = partial(json.dumps, ensure_ascii=ensure_ascii)
        names = [f'"{start}"' if type(start) is int else dumps(start_to_json(start)) for start in self._starts]
        yield "{" if self.id is None else f'{{"id": {dumps(self.id)}, '
        yield from (f"{dumps(name)}: {dumps(value)}, " for name, value in (also or {}).items())
        yield from _object("outcomes", names, map(_OUTCOME_TEXT.__getitem__, codes))
        yield ", "
        yield from _object("moves", names, map(partial(self._move_text, dumps), numbers, self._moves()))
        if all_moves:
            known = [number for number in numbers if codes[number] != UNDECIDED]
            fields = {
                number: winning_moves_json(self._at(number), self._board.winning_moves(number)) for number in known
            }
            for field in ("winning_moves", "winning_moves_total", "undecided_moves"):
                chosen = [number for number in known if field in fields[number]]
                if chosen or field == "winning_moves":
                    yield ", "
                    values = (dumps(fields[number][field]) for number in chosen)
                    yield from _object(field, [names[number] for number in chosen], values)
        reasons = [
            trimmed(reason.to_json(), texts=texts, times=times) | {"count": count} for reason, count in self.reasons
        ]
        yield f', "reasons": {dumps(reasons)}'
        if certificate:
            yield ', "certificate": '
            yield "null" if self.certificate is None else dumps(self.certificate.to_json())
            if self.certificate_note:
                yield f', "certificate_note": {dumps(self.certificate_note)}'
        yield "}"

    def _move_text(self, dumps: Callable[[object], str], number: int, move: Move | None) -> str:
        if move is None:
            return "null"
        quick = _QUICK_MOVES.get(type(move))
        if quick is not None and type(move.to) is int:  # a million of these take a second, not five
            text: str = quick % move
            return text
        return dumps(move_to_json(self._at(number), move))


def _object(field: str, names: Sequence[str], values: Iterable[str]) -> Iterator[str]:
    """A field whose value is an object, in pieces of a thousand members."""
    yield f'"{field}": {{'
    separator = ""
    members = map("%s: %s".__mod__, zip(names, values, strict=True))
    while piece := ", ".join(islice(members, 1000)):
        yield separator + piece
        separator = ", "
    yield "}"
