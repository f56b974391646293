"""Small parts that sums are tried with: heaps, explicit games, boards; special ones and others."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lastmove.games import game_class
from lastmove.games.dag import Dag
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.graphs.small_graphs import small_graphs

if TYPE_CHECKING:
    from random import Random

__all__ = ["part_weight", "random_part", "small_parts"]

_GAMES = ("nim", "nim", "octal", "subtraction", "dag", "vertex-geography", "nimg-rm")
"""What random parts are of; Nim comes twice as often."""


def part_weight(part: Any) -> int:
    """The weight of a part of a sum: of an explicit game how many moves it has at most, of a game unknown here 0."""
    if isinstance(part, Dag):
        return part.graph.n - 1
    weight: int = part.measure()[1] if hasattr(part, "measure") else 0
    return weight


@cache
def small_parts(weight: int) -> tuple[Any, ...]:
    """Parts of up to this weight: heaps, and every explicit game whose start leads everywhere."""
    found: list[Any] = [Nim([heap]) for heap in range(weight + 1)]
    found += [Octal(code, [heap]) for code in ("0.77", "0.137", "0.07", "4.7") for heap in range(1, weight + 1)]
    found += [Subtraction(s, [h]) for s in ((1, 2), (2,), (2, 3), (1, 3)) for h in range(2, weight + 1)]
    for n in range(2, min(weight, 3) + 2):
        for graph in small_graphs(n, directed=True, acyclic=True):
            sources = set(range(n)) - set(graph.heads)
            if len(sources) == 1:
                found.append(Dag(graph, start=sources.pop()))
    return tuple(sorted(found, key=part_weight))


def random_part(rng: Random, weight: int) -> Any:
    """A part of any of several games; boards are small, with the token on some vertex."""
    game = rng.choice(_GAMES)
    draw = game_class(game).random_board
    if game in ("nim", "subtraction"):
        return draw(rng, 1, weight)
    part = draw(rng, 1 if game == "octal" else 4, 2 if game == "nimg-rm" else min(weight, 6))
    return part.at(rng.choice(part.starts())) if part.is_board else part
