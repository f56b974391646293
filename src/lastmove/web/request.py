"""The body of a question: a JSON object whose fields are read here, with errors that name them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import IllegalMoveError, InputError, show, show_json
from lastmove.core.limits import Limits, Meter, resident_bytes, stopping_at_limits
from lastmove.core.play import Problem
from lastmove.games.fields import Fields, check_known, whole
from lastmove.notation.json import parse, problem_to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from lastmove.core.limits import Cancel
    from lastmove.core.play import Play

    Say = Callable[[dict[str, object]], None]

LAYERS = ("moves", "values", "remoteness", "evidence", "starts")
"""What a picture can show besides the position: legal moves, who wins by each, how long play then lasts, the evidence,
and who wins from every start."""

USUAL_TIME, USUAL_MEMORY = 2.0, 500.0


class Reply(NamedTuple):
    """What a question comes to: a JSON object, and the limit that left something in it unknown, if one did."""

    answer: dict[str, object]
    stopped_by: str | None = None


class PlayedGame(NamedTuple):
    """Moves, and the positions before, between and after them."""

    positions: list[Any]
    moves: list[Any]
    play: Play
    id: Any


class Request:
    """The fields of one question.

    ``say`` is called with an object while a long search runs; ``cancel`` ends the question when it is set.
    """

    def __init__(self, raw: object, known: tuple[str, ...], say: Say, cancel: Cancel | None = None) -> None:
        if not isinstance(raw, Mapping):
            raise InputError("", f"{show_json(raw)} is no question; accepted: an object")
        check_known([str(name) for name in raw], known, "this question")
        self.fields = Fields(raw)
        self.say = say
        self._cancel = cancel
        self._began = time.monotonic()

    def has(self, name: str) -> bool:
        """Whether a field is there and not null."""
        return self.fields.get(name, None) is not None

    def flag(self, name: str) -> bool:
        """A field that is true or false; false unless given."""
        return self.fields.flag(name, False)

    def text(self, name: str, default: str) -> str:
        """A field that is a string."""
        return self.fields.text(name) if self.has(name) else default

    def choice(self, name: str, accepted: tuple[str, ...], default: str) -> str:
        """A field that is one of a few words."""
        value = self.fields.get(name, default)
        if value not in accepted or not isinstance(value, str):
            raise InputError(name, f"{show_json(value)}; accepted: {', '.join(accepted)}")
        return value

    def whole(self, name: str, default: int) -> int:
        """A field that is an integer >= 0."""
        return whole(self.fields.get(name, default), name, minimum=0)

    def limits(self) -> Limits:
        """What the question may still cost: the time counts from its beginning, reading included."""
        given: dict[str, Any] = {"time": USUAL_TIME, "memory": USUAL_MEMORY}
        for name in given:
            value = self.fields.get(name, given[name])
            if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
                raise InputError(name, f"{show_json(value)}; accepted: a number >= 0")
            given[name] = float(min(value, 1e9))
        if not self.has("memory") and not resident_bytes():  # a browser, where it could not be held
            given["memory"] = None
        given["time"] = max(given["time"] - (time.monotonic() - self._began), 0.0)
        return Limits(**given, cancel=self._cancel)

    def part(self, raw: Mapping[str, object], known: tuple[str, ...], limits: Limits) -> Request:
        """One of several questions in this one, with its share of the limits."""
        shared = {"time": limits.time, "memory": limits.memory}
        return Request({**raw, **shared}, known, self.say, self._cancel)

    def reading(self) -> AbstractContextManager[None]:
        """Within it, what makes a position of the fields looks at the limits too."""
        return stopping_at_limits(Meter(self.limits()))

    def problem(self) -> Problem:
        """The position that is asked about: after the moves in ``moves``, where there are any."""
        game = self.game()
        return Problem(game.positions[-1], game.play, game.id)

    def game(self) -> PlayedGame:
        """The position, the moves in ``moves``, and what each of them leads to."""
        with self.reading():
            return self._game()

    def _game(self) -> PlayedGame:
        position = self.fields.get("position")
        if not isinstance(position, Mapping | str):
            raise InputError("position", f"{show_json(position)}; accepted: a position object, or one in short")
        try:
            problem = parse(position)
        except InputError as error:
            raise error.inside("position") from None
        reached: Any = problem.position
        positions, moves = [reached], []
        for number, given in enumerate(self.fields.items("moves", [])):
            move: Any = None
            try:
                move = reached.move_from_json(given)
                reached = reached.after(move)
            except InputError as error:
                raise error.inside(f"moves[{number}]") from None
            except (IllegalMoveError, TypeError) as error:
                why = str(error).removeprefix(f"move {show(move)}: ")  # Python's words for it are not those of JSON
                raise InputError(f"moves[{number}]", f"{show_json(given)}: {why}") from None
            positions.append(reached)
            moves.append(move)
        return PlayedGame(positions, moves, problem.play, problem.id)

    def show(self) -> frozenset[str]:
        """The layers that the picture is to have."""
        found = self.fields.items("show", ["moves", "values"])
        for number, layer in enumerate(found):
            if not isinstance(layer, str) or layer not in LAYERS:
                raise InputError(f"show[{number}]", f"{show_json(layer)}; accepted: {', '.join(LAYERS)}")
        return frozenset(map(str, found))

    def places(self) -> object:
        """Where people put the vertices: see :func:`lastmove.web.look.layout_of`."""
        return self.fields.get("places", None)


def spelled_out(problem: Problem) -> dict[str, object]:
    """The JSON object of a problem, every vertex of a graph by its name: what someone who edits the board needs."""
    return _named(problem_to_json(problem))


def _named(position: Any) -> dict[str, object]:
    found: dict[str, object] = dict(position)
    if isinstance(found.get("vertices"), int):
        found["vertices"] = list(range(position["vertices"]))
    if isinstance(found.get("parts"), list):
        found["parts"] = [_named(part) for part in position["parts"]]
    return found
