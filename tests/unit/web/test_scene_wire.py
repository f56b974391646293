"""Pictures as JSON: the same shapes as in files, with names for what people can point at."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from drawings import SVG, read
from lastmove.core.view import GraphView, HeapsView, SumView, view_of
from lastmove.games import GAMES
from lastmove.pictures.compose import view_items
from lastmove.pictures.marks import Marks
from lastmove.pictures.scene import STYLES, Scene
from lastmove.pictures.svg import svg
from lastmove.web.api import ask
from lastmove.web.page_files import pictures_css
from lastmove.web.wire import VERSION, scene_to_wire
from samples import random_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.view import View

FIELDS = {
    "disc": {"is", "x", "y", "radius", "style"},
    "box": {"is", "x", "y", "width", "height", "round", "style"},
    "curve": {"is", "points", "bent", "closed", "style"},
    "label": {"is", "x", "y", "text", "anchor", "style"},
    "group": {"is", "kind", "title", "items"},
}
ELEMENTS = {"disc": "circle", "box": "rect", "curve": "path", "label": "text", "group": "g"}


def every(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for item in items:
        yield item
        yield from every(item.get("items", []))


def places(view: View, part: tuple[int, ...] = ()) -> Iterator[tuple[object, ...]]:
    """What people can point at: the part, and the vertex or heap in it."""
    if isinstance(view, SumView):
        for number, inner in enumerate(view.parts):
            yield from places(inner, (*part, number))
    elif isinstance(view, GraphView):
        yield from ((part, "vertex", node.key) for node in view.nodes)
    elif isinstance(view, HeapsView):
        yield from ((part, "heap", number) for number in range(len(view.heaps)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_scene_is_the_drawing_of_files_with_names(game: str, seed: int) -> None:
    position = random_problem(game, random.Random(f"wire {game} {seed}"))
    view = view_of(lm.parse(position).position)
    drawn = view_items(view, Marks())
    scene = json.loads(json.dumps(scene_to_wire(drawn, view), allow_nan=False))
    assert scene["version"] == VERSION == 1
    shapes = list(every(scene["items"]))
    for shape in shapes:
        assert set(shape) >= FIELDS[shape["is"]]
        assert shape["is"] != "group" or set(shape) <= FIELDS["group"] | {
            "number", "part", "vertex", "name", "heap", "ends"
        }  # fmt: skip
        assert "style" not in shape or shape["style"] in STYLES
    elements = Counter(element.tag for element in read(svg(Scene(1, 1, drawn))).iter())
    elements[f"{SVG}rect"] -= 1  # the paper
    assert {kind: elements[SVG + tag] for kind, tag in ELEMENTS.items()} == {
        kind: sum(shape["is"] == kind for shape in shapes) for kind in ELEMENTS
    }
    pointed = [
        (tuple(shape.get("part", ())), kind, shape[kind])
        for shape in shapes
        for kind in ("vertex", "heap")
        if kind in shape
    ]
    assert sorted(pointed, key=str) == sorted(places(view), key=str)


def test_given_places_are_kept_and_come_back() -> None:
    board = {"game": "vertex-geography", "edges": [["a", "b"], [1, "a"]]}
    given = {"a": [3, 4], "b": [3.5, 9], "gone": [0, 0]}
    found: Any = ask("look", {"position": board, "places": given}).answer
    assert found["places"] == {"a": [3, 4], "b": [3.5, 9], "1": [3, 99]}
    discs = {
        group["vertex"]: (shape["x"], shape["y"])
        for group in every(found["scene"]["items"])
        if "vertex" in group
        for shape in group["items"]
        if shape.get("style", "").startswith("node")
    }
    assert discs == {"a": (3, 4), "b": (3.5, 9), 1: (3, 99)}
    again: Any = ask("look", {"position": board, "places": found["places"]}).answer
    assert again["scene"] == found["scene"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_while_a_game_is_played(game: str) -> None:
    position: Any = ask("new", {"game": game}).answer["position"]
    found: Any = ask("look", {"position": position}).answer
    given, moves = found["places"], []

    def agree(now: Any, before: Any) -> bool:
        if isinstance(now, dict):
            return all(before[name] == place for name, place in now.items())
        return now == before if now is None else all(map(agree, now, before))

    for _ in range(5):
        if found["over"]:
            break
        moves.append(found["moves"][0]["move"])
        found = ask("look", {"position": position, "moves": moves, "places": given}).answer
        assert agree(found["places"], given)


def test_layers_are_shown_as_asked() -> None:
    position = {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]], "start": "b"}

    def styles(show: list[str]) -> set[str]:
        found: Any = ask("look", {"position": position, "show": show}).answer
        return {shape["style"] for shape in every(found["scene"]["items"]) if "style" in shape}

    assert styles([]) == {"edge", "node", "token", "inside"}
    assert styles(["moves"]) - styles([]) == {"edge-legal", "tip-legal"}
    assert styles(["moves", "values"]) - styles([]) == {"edge-win", "tip-win", "edge-lose", "tip-lose"}
    assert "badge-n" in styles(["starts"])
    assert styles(["evidence"]) - styles([])


def test_legends_bring_their_symbols() -> None:
    position = {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]], "start": "b"}
    for show, mark in ((["moves"], "legal"), (["values"], "win")):
        legend: Any = ask("look", {"position": position, "show": show}).answer["legend"]
        assert {entry["mark"] for entry in legend} == {"token", mark}
        assert all(entry["items"] and entry["text"] for entry in legend)


def test_too_large_a_board_is_answered_without_a_picture() -> None:
    found: Any = ask(
        "look", {"position": {"game": "vertex-geography", "vertices": 401, "edges": [], "start": 0}}
    ).answer
    assert found["scene"] is None
    assert found["answer"]["outcome"] == "P"
    assert "vertices: 401" in found["not_drawn"]


def test_every_style_has_its_rule() -> None:
    css = pictures_css()
    assert all(f".lm-{style} {{" in css for style in STYLES)
    assert css.count("{") == css.count("}")
    within = pictures_css(within=".lm-board")
    assert all(line.startswith((".lm-board", "@media print { .lm-board")) for line in within.splitlines())
