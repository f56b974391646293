"""A game of another package: the playground finds it, looks at it, plays it, and knows nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from lastmove.games import GAMES
from lastmove.games.base import Game
from lastmove.web.api import ask

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lastmove.games.fields import Fields


class Take(NamedTuple):
    """A move."""

    take: int


class Matches(Game):
    """Take a match or two; it has no view of its own."""

    __slots__ = ("left",)
    name, title, rules, fields = "matches", "Matches", "Take one match or two.", ("left",)
    example = {"game": "matches", "left": 5}
    move_class = Take
    left: int

    def __init__(self, left: int) -> None:
        object.__setattr__(self, "left", left)

    def moves(self) -> Iterator[Take]:
        return map(Take, range(1, 1 + min(2, self.left)))

    def after(self, move: Take) -> Matches:
        if not 1 <= self._read(move).take <= min(2, self.left):
            raise self._illegal(move, "one or two")
        return Matches(self.left - move.take)

    def key(self) -> Hashable:
        return self.left

    @classmethod
    def from_json(cls, fields: Fields) -> Matches:
        left = fields.get("left")
        assert isinstance(left, int)
        return cls(left)

    def to_json(self) -> dict[str, object]:
        return {"left": self.left}

    def summary(self) -> str:
        return f"{self.left} matches"

    def say_move(self, move: Take) -> str:
        return f"take {move.take}"

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.left,), {}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "matches", f"{__name__}:Matches")


def said(question: str, **body: Any) -> Any:
    return ask(question, body).answer


def test_it_is_listed_and_begins_with_its_example() -> None:
    listed = [game for game in said("about")["games"] if game["game"] == "matches"]
    assert listed[0]["title"] == "Matches"
    assert listed[0]["opening"] == {"game": "matches", "left": 5}
    assert said("new", game="matches") == {
        "position": {"game": "matches", "play": "normal", "left": 5},
        "places": None,
    }


@pytest.mark.parametrize(("play", "outcome"), [("normal", "N"), ("misere", "N")])
def test_it_is_looked_at_and_played(play: str, outcome: str) -> None:
    position = {"game": "matches", "play": play, "left": 5}
    found = said("look", position=position, show=["values", "remoteness", "evidence"])
    assert found["view"] == {"is": "text", "text": "5 matches"}
    assert found["answer"]["outcome"] == outcome
    assert [move["text"] for move in found["moves"]] == ["take 1", "take 2"]
    assert found["scene"]["items"][0]["text"] == "5 matches"
    moves: list[Any] = []
    while not said("look", position=position, moves=moves)["over"]:
        moves.append(said("choose", position=position, moves=moves)["move"])
    assert sum(move["take"] for move in moves) == 5
    assert (len(moves) % 2 == 1) == (play == "normal")  # who is to move wins, and so says the engine
    assert said("explain", position=position)["outcome"] == outcome
    assert "svg" in said("draw", position=position)["text"]


def test_it_is_a_part_of_sums() -> None:
    position = {"game": "sum", "parts": [{"game": "matches", "left": 1}, {"game": "nim", "heaps": [1]}]}
    found = said("look", position=position)
    assert [move["part"] for move in found["moves"]] == [[0], [1]]
    assert found["answer"]["outcome"] == "P"
