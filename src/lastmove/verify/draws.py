"""Random questions for the campaign: positions of every game, and sums in which much can be mixed up.

Sums of *like* games, whose parts belong to one game with other rules or on other boards, are drawn as often as all
other sums together: a table that takes the positions of one part for those of another answers wrongly only there. A
question may come with others that are asked of the same search before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError
from lastmove.core.play import Play, Problem
from lastmove.games import game_class, game_names
from lastmove.games.sum import Sum
from lastmove.notation.json import parse
from lastmove.verify.positions import random_positions

if TYPE_CHECKING:
    from random import Random

LIKE, MIXED, NESTED = "sum of like games", "sum of several games", "sum within a sum"

PARTS: dict[str, tuple[int, int]] = {
    "nim": (1, 4),
    "adjacent-nim": (3, 2),
    "vertex-geography": (4, 0),
    "edge-geography": (3, 4),
    "nimg-rm": (3, 2),
    "nimg-mr": (3, 2),
    "vertexnim": (3, 2),
    "octal": (1, 7),
    "subtraction": (1, 8),
    "dag": (4, 0),
    "sum": (2, 3),
}
"""The most vertices (heaps, parts) and the largest weight of a part of a sum."""

RULED = ("octal", "octal", "subtraction", "dag")
"""Games whose positions say little about their rules: the likeliest to be taken for one another."""
LONGEST_WALK = 4


class Draw(NamedTuple):
    """A question: what kind it is, the position, and what is asked before it."""

    kind: str
    problem: Problem
    before: tuple[Problem, ...]


def draw(rng: Random) -> Draw:
    """A question of a random kind."""
    names = game_names()
    chance = rng.random()
    sums = LIKE if chance < 0.77 else MIXED if chance < 0.9 else NESTED
    kind = rng.choice(names) if chance < 0.55 else sums
    play = rng.choice(list(Play))
    position = _position(rng, kind, names)
    before: list[Any] = []
    if rng.random() < 0.5:
        before += [_position(rng, kind, names) for _ in range(rng.randint(1, 3))]
        before += [_walked(rng, each) for each in (position, *before) if rng.random() < 0.5]
        rng.shuffle(before)
    return Draw(kind, Problem(position, play), tuple(Problem(each, play) for each in before))


def _position(rng: Random, kind: str, names: list[str]) -> Any:
    """A position of this kind, now and then some moves on."""
    if kind == LIKE:
        game = rng.choice([*RULED, *(name for name in names if name != "sum")])
        position = Sum([_part(rng, game) for _ in range(rng.choice((2, 2, 3)))])
    elif kind == MIXED:
        position = Sum([_part(rng, rng.choice(names)) for _ in range(rng.choice((2, 2, 3)))])
    elif kind == NESTED:
        first, second, third = (rng.choice(names) for _ in range(3))
        inner = [_part(rng, first), _part(rng, first if rng.random() < 0.5 else second)]
        position = Sum([Sum(inner), Sum([_part(rng, third)])] if rng.random() < 0.5 else [Sum(inner), inner[0]])
    else:
        position = _single(rng, kind)
    return _walked(rng, position) if rng.random() < 0.25 else position


_SMALL = 5, 4
"""Size and weight of a board of another package's game, which does not say more."""


def _single(rng: Random, game: str) -> Any:
    """A position of one game, of any size that the law or a search can still answer."""
    try:
        span = game_class(game).usual_range()
    except InputError:  # a game of another package that does not say how it is tried out
        return _elsewhere(rng, game)
    scale = rng.choice((1, 1, 1, 1.5))
    size, weight = rng.randint(1, int(scale * span.random_size)), rng.randint(0, int(scale * span.random_weight))
    return _started(rng, next(random_positions(game, rng, size, max(weight, 1))))


def _part(rng: Random, game: str) -> Any:
    if game not in PARTS:
        return _elsewhere(rng, game)
    size, weight = PARTS[game]
    return _started(rng, next(random_positions(game, rng, size, weight)))


def _elsewhere(rng: Random, game: str) -> Any:
    """A position of another package's game: as its class draws them, else its example some moves on."""
    try:
        position: Any = game_class(game).random_board(rng, *_SMALL)
    except InputError:
        position = parse(game_class(game).example).position
    return _walked(rng, _started(rng, position))


def _started(rng: Random, board: Any) -> Any:
    return board.at(rng.choice(board.starts())) if board.is_board else board


def _walked(rng: Random, position: Any) -> Any:
    """A position some random moves on."""
    for _ in range(rng.randint(0, LONGEST_WALK)):
        moves = list(position.moves())
        if not moves:
            break
        position = position.after(rng.choice(moves))
    return position
