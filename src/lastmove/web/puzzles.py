"""Puzzles: positions in which one move wins and the others lose, made from a seed and checked by solving them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import Limits, watched
from lastmove.core.play import Outcome, Play, Problem
from lastmove.games import game_class, game_names
from lastmove.graphs.families import named
from lastmove.notation.json import parse
from lastmove.notation.short import GivenGraph, opening
from lastmove.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterator


BOARDS = (
    "grid:3x3",
    "grid:3x4",
    "wheel:6",
    "prism:4",
    "petersen:5,2",
    "ladder:4",
    "complete-multipartite:3,3",
    "comb:4",
)
LEAST_MOVES = 3
MOST_TRIES, MOST_POSITIONS = 400, 3_000
_ONE_WAY = ("dag",)
"""Games on graphs that must not lead back."""
_VERTICES = 8
_HEAPS, _LARGEST, _HEAVIEST, _WALKED = (2, 4), 8, 3, 4


def puzzle(seed: int, game: str | None = None, limits: Limits | None = None) -> Problem | None:
    """A position with exactly one winning move among at least three.

    Parameters
    ----------
    seed
        The same seed makes the same puzzle.
    game
        The name of its game; the seed chooses one where none is given.
    limits
        What solving one position may cost, besides a few thousand positions.

    Returns
    -------
    Problem or None
        The puzzle; ``None`` if none was found in so many tries, as in a game where every move is as good.

    Examples
    --------
    >>> import lastmove as lm
    >>> found = puzzle(1, "nim")
    >>> len(list(lm.solve(found, all_moves=True).winning_moves()))
    1
    """
    limits = replace(limits or Limits(), positions=MOST_POSITIONS)
    rng = random.Random(f"puzzle {seed} {game}")
    name = game or rng.choice(game_names())
    for _ in watched(range(MOST_TRIES), 1):
        problem = Problem(_position(name, rng), Play.MISERE if rng.random() < 0.25 else Play.NORMAL)
        if _is_puzzle(problem, limits):
            return problem
    return None


def _is_puzzle(problem: Problem, limits: Limits) -> bool:
    if len(list(_first_moves(problem.position))) < LEAST_MOVES:
        return False
    found = solve(problem, limits=limits, all_moves=True, threads=1)
    winning = found.winning_moves() if found.outcome is Outcome.N else None
    return winning is not None and winning.total == 1 and not winning.undecided


def _first_moves(position: Any) -> Iterator[Any]:
    for number, move in enumerate(position.moves()):
        if number >= LEAST_MOVES:
            return
        yield move


def _position(name: str, rng: random.Random) -> Any:
    """A position of the game, some moves after it began."""
    kind: Any = game_class(name)
    fields = kind.fields
    given: Any = opening(name)
    if "edges" in fields and name not in _ONE_WAY:
        graph = named(rng.choice(BOARDS))
        given = {"game": name}
        if "start" in fields:
            given["start"] = rng.choice(list(graph.vertices))
        if "weights" in fields:
            heavy = graph.n if name != "edge-nimg" else len(list(graph.edges))
            given["weights"] = [rng.randint(1, _HEAVIEST) for _ in range(heavy)]
        position: Any = parse(GivenGraph(graph, given)).position
    elif "heaps" in fields:
        heaps = [rng.randint(1, _LARGEST) for _ in range(rng.randint(*_HEAPS))]
        position = parse({**given, "heaps": heaps}).position
    else:
        position = kind.random_board(rng, _VERTICES, _HEAVIEST)
        if getattr(position, "is_board", False):
            position = position.at(rng.choice(list(position.starts())))
    for _ in range(rng.randrange(_WALKED)):
        moves = list(position.moves())
        if not moves:
            break
        position = position.after(rng.choice(moves))
    return position
