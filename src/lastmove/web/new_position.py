"""Positions to begin with: on a graph of a family, at random, or from a text in any format."""

from __future__ import annotations

import random
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.cli.boards.new import read_weights
from lastmove.cli.read import FORMATS, Item, Overrides, read_items
from lastmove.core.errors import InputError, show_json
from lastmove.core.play import Play, Problem
from lastmove.games import game_class
from lastmove.graphs.families import named
from lastmove.notation.json import parse
from lastmove.notation.short import GivenGraph, in_short, is_in_short, opening

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.web.request import Request

MOST_READ = 100
_USUAL_GAME = "vertex-geography"
_RANDOM_SIZE, _RANDOM_WEIGHT = 7, 6


def new_problem(asked: Request) -> Problem:
    """A position on a graph of a family; without one, of any game: its opening, or a random one for a seed."""
    game, play = asked.text("game", _USUAL_GAME), asked.text("play", "normal")
    kind: Any = game_class(game)
    seed = asked.whole("seed", 0)
    if not asked.has("family"):
        if not asked.has("seed"):
            return parse({**opening(game), "play": play})
        made = kind.random_board(random.Random(f"new {game} {seed}"), _RANDOM_SIZE, _RANDOM_WEIGHT)
        return Problem(made, Play(play))
    if "edges" not in kind.fields:
        raise InputError("game", f"{show_json(game)} is not played on a graph; leave out the family")
    graph = named(asked.text("family", ""), seed=seed)
    weights = read_weights(asked.text("weight", "1"), seed) if "weights" in kind.fields else None
    start = asked.fields.get("start", None)
    typed = None if start is None else str(start)
    return parse(GivenGraph(graph), game=game, play=Play(play), start=typed, weights=weights)


def read_text(asked: Request) -> list[Problem]:
    """The positions in a text: JSON, graph6, an edge list, GraphML, or positions in short; the first hundred."""
    text, game = asked.fields.text("text").strip(), asked.text("game", "") or None
    play = asked.text("play", "") or None
    said = {"game": game, "play": play}
    overrides = Overrides({name: value for name, value in said.items() if value is not None}, weights=1)
    found = []
    for item in islice(_items(asked, text, game), MOST_READ):
        try:
            found.append(item._replace(overrides=overrides).problem())
        except InputError as error:
            where = item.where()
            raise InputError("text", f"{where}: {error}" if where else str(error)) from None
    return found


def _items(asked: Request, text: str, game: str | None) -> Iterator[Item]:
    if "\n" not in text and is_in_short(text.partition("+")[0]):
        try:
            yield Item(in_short(text), {})
        except InputError as error:
            raise InputError("text", str(error)) from None
        return
    format_ = asked.choice("format", FORMATS, "auto")
    stream = BytesIO(text.encode("utf-8", "replace"))
    yield from read_items(stream, format_, game=game, directed=asked.flag("directed"))
