"""lastmove: who wins Nim-like games, when the last move wins and when it loses.

>>> import lastmove as lm
>>> lm.solve(lm.Nim([3, 5]), play="misere").outcome
<Outcome.N: 'N'>

Names are loaded when they are first used, so importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from lastmove._version import __version__
from lastmove.core.lazy import lazy_names

if TYPE_CHECKING:
    from lastmove import graphs
    from lastmove.core.errors import CycleError, IllegalMoveError, InputError, LastmoveError, LimitReached
    from lastmove.core.limits import Limits
    from lastmove.core.play import Outcome, Play
    from lastmove.core.position import OVER, Position
    from lastmove.core.problem import Problem
    from lastmove.core.solution import MoveValue, MoveValues, Solution, WinningMoves
    from lastmove.engine.outcomes import Outcomes
    from lastmove.engine.solve import outcomes, solve
    from lastmove.games.adjacent_nim import AdjacentNim
    from lastmove.games.base import Game
    from lastmove.games.dag import Dag
    from lastmove.games.edge_geography import EdgeGeography
    from lastmove.games.nim import Nim
    from lastmove.games.nimg_mr import NimGMR
    from lastmove.games.nimg_rm import NimGRM
    from lastmove.games.notation import parse, position_to_json, problem_to_json
    from lastmove.games.octal import Octal
    from lastmove.games.subtraction import Subtraction
    from lastmove.games.sum import Sum
    from lastmove.games.vertex_geography import VertexGeography
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.graphs.graph import Graph

__all__ = [
    "OVER",
    "AdjacentNim",
    "CycleError",
    "Dag",
    "EdgeGeography",
    "Game",
    "Graph",
    "IllegalMoveError",
    "InputError",
    "LastmoveError",
    "LimitReached",
    "Limits",
    "MoveValue",
    "MoveValues",
    "Nim",
    "NimGMR",
    "NimGRM",
    "Octal",
    "Outcome",
    "Outcomes",
    "Play",
    "Position",
    "Problem",
    "Solution",
    "Subtraction",
    "Sum",
    "VertexGeography",
    "Vertexnim",
    "WinningMoves",
    "__version__",
    "graphs",
    "outcomes",
    "parse",
    "position_to_json",
    "problem_to_json",
    "solve",
]

_HOMES = {
    "core.errors": ("CycleError", "IllegalMoveError", "InputError", "LastmoveError", "LimitReached"),
    "core.limits": ("Limits",),
    "core.play": ("Outcome", "Play"),
    "core.position": ("OVER", "Position"),
    "core.problem": ("Problem",),
    "core.solution": ("MoveValue", "MoveValues", "Solution", "WinningMoves"),
    "engine.outcomes": ("Outcomes",),
    "engine.solve": ("outcomes", "solve"),
    "games.adjacent_nim": ("AdjacentNim",),
    "games.base": ("Game",),
    "games.dag": ("Dag",),
    "games.edge_geography": ("EdgeGeography",),
    "games.nim": ("Nim",),
    "games.nimg_mr": ("NimGMR",),
    "games.nimg_rm": ("NimGRM",),
    "games.notation": ("parse", "position_to_json", "problem_to_json"),
    "games.octal": ("Octal",),
    "games.subtraction": ("Subtraction",),
    "games.sum": ("Sum",),
    "games.vertex_geography": ("VertexGeography",),
    "games.vertexnim": ("Vertexnim",),
    "graphs.graph": ("Graph",),
}

_load = lazy_names(__name__, _HOMES)


def __getattr__(name: str) -> object:
    return import_module("lastmove.graphs") if name == "graphs" else _load(name)


def __dir__() -> list[str]:
    return __all__
