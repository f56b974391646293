"""Game records: a position, the moves that were made from it, and who played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import IllegalMoveError, InputError
from lastmove.core.errors import show_json as show
from lastmove.core.files import is_version
from lastmove.core.play import Problem, check_problem
from lastmove.core.position import check_position, move_to_json
from lastmove.games.base import Game
from lastmove.games.fields import check_known
from lastmove.notation.json import parse, problem_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.core.position import Move, Position

VERSION = 1
_FIELDS = ("record", "position", "moves", "players", "winner", "id")
_SIDES = ("first", "second")


class Player(Enum):
    """Who makes the moves of one side."""

    PERSON = "person"
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as far as it was played.

    Attributes
    ----------
    problem
        The position it began with, and the convention.
    moves
        The moves made since, all legal.
    players
        Who moves first and who second.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = GameRecord(lm.parse({"game": "nim", "heaps": [1, 2]}))
    >>> game = game.then(next(game.position.moves()))
    >>> game.to_json()["moves"], game.position
    ([{'heap': 0, 'remaining': 0}], Nim([0, 2]))
    """

    problem: Problem
    moves: tuple[Move, ...] = ()
    players: tuple[Player, Player] = (Player.PERSON, Player.ENGINE)

    def __post_init__(self) -> None:
        check_problem(self.problem)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the first one included."""
        found = [self.problem.position]
        for move in self.moves:
            found.append(found[-1].after(move))
        return tuple(found)

    @property
    def position(self) -> Position:
        """The position reached."""
        position = self.problem.position
        for move in self.moves:
            position = position.after(move)
        return position

    @property
    def winner(self) -> int | None:
        """0 if the player who moved first has won, 1 for the other, ``None`` while there are moves."""
        if next(iter(self.position.moves()), None) is not None:
            return None
        to_move = len(self.moves) % 2
        return to_move if self.problem.play.wins_when_stuck else 1 - to_move

    def then(self, move: Move) -> GameRecord:
        """The record with one more move; whether it is legal is looked at here."""
        self.position.after(move)
        return replace(self, moves=(*self.moves, move))

    def first(self, count: int) -> GameRecord:
        """The record after its first ``count`` moves; an InputError if it has fewer."""
        if not 0 <= count <= len(self.moves):
            raise InputError(
                "after", f"{count}; the record has {len(self.moves)} moves, accepted: 0..{len(self.moves)}"
            )
        return replace(self, moves=self.moves[:count])

    def to_json(self) -> dict[str, object]:
        """The record as a JSON object."""
        position = self.problem.position
        written = []
        for move in self.moves:
            written.append(move_to_json(position, move))
            position = position.after(move)
        winner = self.winner
        return {
            "record": VERSION,
            "position": problem_to_json(self.problem),
            "moves": written,
            "players": {side: player.value for side, player in zip(_SIDES, self.players, strict=True)},
            "winner": None if winner is None else _SIDES[winner],
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, object]) -> GameRecord:
        """The record that a JSON object describes; an InputError that names what is wrong with it."""
        check_known([str(name) for name in raw], _FIELDS, "a game record")
        if not is_version(raw.get("record"), VERSION):
            raise InputError("record", f"{show(raw.get('record'))}; accepted: {VERSION}, the version of the format")
        position = raw.get("position")
        if not isinstance(position, dict):
            raise InputError("position", f"{show(position)}; accepted: a position object")
        try:
            problem = parse(position)
            check_position(problem.position)
        except InputError as error:
            raise error.inside("position") from None
        moves, end = _read_moves(problem.position, raw.get("moves", []))
        made = cls(problem, moves, _read_players(raw.get("players", {})))
        _check_winner(raw.get("winner"), made, end)
        return made


def is_record(fields: Mapping[str, object]) -> bool:
    """Whether a JSON object is a game record and not a position."""
    return "record" in fields and "game" not in fields


def reached(fields: Mapping[str, object], after: int | None = None) -> dict[str, object]:
    """The position object that a record has come to, or where it was after so many moves."""
    record = GameRecord.from_json(fields)
    if after is not None:
        record = record.first(after)
    asker = fields.get("id", record.problem.id)
    return problem_to_json(Problem(record.position, record.problem.play, asker))


def _read_moves(position: Any, raw: object) -> tuple[tuple[Move, ...], Any]:
    if not isinstance(raw, list):
        raise InputError("moves", f"{show(raw)}; accepted: an array of moves")
    moves = []
    for number, each in enumerate(raw):
        assert isinstance(position, Game)
        try:
            move = position.move_from_json(each)
            position = position.after(move)
        except InputError as error:
            raise error.inside(f"moves[{number}]") from None
        except (IllegalMoveError, TypeError) as error:
            raise InputError(f"moves[{number}]", str(error)) from None
        moves.append(move)
    return tuple(moves), position


def _read_players(raw: object) -> tuple[Player, Player]:
    accepted = "accepted: an object with first and second, each 'person' or 'engine'"
    if not isinstance(raw, dict):
        raise InputError("players", f"{show(raw)}; {accepted}")
    check_known(raw, _SIDES, "players")
    kinds = {player.value: player for player in Player}
    found = []
    for side, usual in zip(_SIDES, (Player.PERSON, Player.ENGINE), strict=True):
        said = raw.get(side, usual.value)
        if not isinstance(said, str) or said not in kinds:
            raise InputError(f"players.{side}", f"{show(said)}; {accepted}")
        found.append(kinds[said])
    return found[0], found[1]


def _check_winner(said: object, record: GameRecord, end: Position) -> None:
    """What a record says of its winner must be so; saying nothing is always allowed."""
    if said is None:
        return
    if said not in _SIDES:
        raise InputError("winner", f"{show(said)}; accepted: 'first', 'second', null")
    if next(iter(end.moves()), None) is not None:
        raise InputError("winner", f"{show(said)}, but the game is not over; accepted: null")
    if record.winner is not None and said != _SIDES[record.winner]:
        raise InputError("winner", f"{show(said)}, but the moves make {_SIDES[record.winner]} win")
