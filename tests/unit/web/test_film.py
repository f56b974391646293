"""The film of a game: every position once, in one picture that stands still where less motion is wanted."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from lastmove.core.errors import InputError
from lastmove.games import game_names
from lastmove.notation.json import parse
from lastmove.notation.short import opening
from lastmove.web.api import ask

SVG = "{http://www.w3.org/2000/svg}"
NIM = {"game": "nim", "heaps": [1, 2]}
GAME = [{"heap": 1, "remaining": 1}, {"heap": 0, "remaining": 0}, {"heap": 1, "remaining": 0}]


def filmed(position: dict[str, Any], moves: list[Any], **more: object) -> str:
    answer = ask("film", {"position": position, "moves": moves, **more}).answer
    assert answer["media"] == "image/svg+xml"
    return str(answer["text"])


def frames(text: str) -> list[ElementTree.Element]:
    return [group for group in ElementTree.fromstring(text).iter(f"{SVG}g") if group.get("class") == "lm-g-frame"]


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_film(name: str) -> None:
    """Five moves of it, from its opening: so many positions and one, all within the picture."""
    given = dict(opening(name))
    position: Any = parse(given).position
    moves: list[Any] = []
    while len(moves) < 5 and (move := next(iter(position.moves()), None)) is not None:
        moves.append(position.move_to_json(move))
        position = position.after(move)
    text = filmed(given, moves, show=[])
    found = frames(text)
    assert [group.get("data-number") for group in found] == [str(number) for number in range(len(moves) + 1)]
    assert [group.findall(f"{SVG}text")[-1].text[:2] for group in found[:-1]] == [  # type: ignore[index]
        f"{number}." for number in range(1, len(moves) + 1)
    ]


def test_moves_are_coloured_by_their_value_where_that_is_shown() -> None:
    valued, plain = filmed(NIM, GAME, show=["values"]), filmed(NIM, GAME, show=[])
    assert ["wins" in "".join(frame.itertext()) for frame in frames(valued)] == [True, False, True, False]
    assert "wins:" not in plain
    assert "the player to move loses" in "".join(frames(plain)[-1].itertext())


def test_it_stands_still_where_less_motion_is_wanted() -> None:
    """Every rule that moves something is inside the query; outside it the last frame alone is seen."""
    text = filmed(NIM, GAME)
    style = text[text.index(".lm-g-frame{") : text.index("</style>")]
    still, _, moving = style.partition("@media screen and (prefers-reduced-motion:no-preference)")
    assert "animation:" not in still
    assert re.findall(r"\[data-number='(\d)'\]\{visibility:visible\}", still) == ["3"]
    assert moving.count("animation:") == 4


def middles(frame: ElementTree.Element) -> dict[str, str | None]:
    """Where each vertex is drawn, by its name."""
    found = {}
    for node in frame.iter(f"{SVG}g"):
        disc = node.find(f"{SVG}circle")
        if node.get("class") == "lm-g-node" and disc is not None:
            found["".join(text.text or "" for text in node.findall(f"{SVG}text"))] = disc.get("cx")
    return found


def test_vertices_stay_where_they_are() -> None:
    path = {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]], "start": "a"}
    for places in (None, {"a": [0, 0], "b": [70, 50], "c": [140, 0]}):
        first, second, third = map(middles, frames(filmed(path, [{"to": "b"}, {"to": "c"}], places=places, show=[])))
        assert first.keys() == {"a", "b", "c"}
        assert len(set(first.values())) == 3
        assert second == {"b": first["b"], "c": first["c"]}
        assert third == {"c": first["c"]}


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([], "moves: 0 of them"),
        ([{"heap": 7, "remaining": 0}], r"moves\[0\]"),
        ([{"heap": 0, "remaining": 0}] * 300, "moves"),
    ],
)
def test_what_is_no_game_is_refused(moves: list[Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        filmed(NIM, moves)


def test_a_film_is_not_too_long() -> None:
    with pytest.raises(InputError, match="accepted: 1 to 199"):
        filmed({"game": "nim", "heaps": [300]}, [{"heap": 0, "remaining": 299 - i} for i in range(250)])
