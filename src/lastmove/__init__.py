"""lastmove: who wins Nim-like games, when the last move wins and when it loses.

>>> import lastmove as lm
>>> lm.solve(lm.Nim([3, 5]), play="misere").outcome
<Outcome.N: 'N'>

Names are loaded when they are first used, so importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

from lastmove._version import __version__
from lastmove.core.lazy import lazy_names

TYPE_CHECKING = False  # not that of typing, which would be half of the time that this import takes
if TYPE_CHECKING:
    from lastmove import graphs
    from lastmove.apps.pictures.picture import draw
    from lastmove.apps.web.notebook_widget import playground
    from lastmove.certificates.answers import check_answer
    from lastmove.core.cancel import Cancel
    from lastmove.core.errors import (
        CycleError,
        IllegalMoveError,
        InputError,
        InternalError,
        LastmoveError,
        LimitReached,
        Refuted,
    )
    from lastmove.core.limits import Limits
    from lastmove.core.play import Outcome, Play
    from lastmove.core.position import OVER, Position
    from lastmove.core.problem import Problem
    from lastmove.core.solution import MoveValue, MoveValues, Solution, WinningMoves
    from lastmove.engine.explanation.argument import Argument
    from lastmove.engine.explanation.explain import explain
    from lastmove.engine.many_boards import outcomes_many
    from lastmove.engine.misere import Comparison, compare, genus, misere_canonical_form, misere_grundy
    from lastmove.engine.misere_quotients import quotient
    from lastmove.engine.opponent import Choice, Opponent
    from lastmove.engine.outcomes import Outcomes
    from lastmove.engine.quotient_answer import MisereQuotient
    from lastmove.engine.solve import outcomes, solve
    from lastmove.engine.values import HeapValues, grundy, heap_values
    from lastmove.formulas.formula import Formula
    from lastmove.games.adjacent_nim import AdjacentNim
    from lastmove.games.base import Game
    from lastmove.games.dag import Dag
    from lastmove.games.edge_geography import EdgeGeography
    from lastmove.games.game_schemas import schema
    from lastmove.games.heap_rules import HeapRules
    from lastmove.games.nim import Nim
    from lastmove.games.nimg_mr import NimGMR
    from lastmove.games.nimg_rm import NimGRM
    from lastmove.games.notation import parse, position_to_json, problem_to_json
    from lastmove.games.octal import Octal
    from lastmove.games.record import GameRecord
    from lastmove.games.subtraction import Subtraction
    from lastmove.games.sum import Sum
    from lastmove.games.vertex_geography import VertexGeography
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.graphs.graph import Graph
    from lastmove.reductions.chain import Reduced, reduce
    from lastmove.research.board_claims import BoardCounterexample
    from lastmove.research.census.taking import Census, census, open_census
    from lastmove.research.infinite_families import FamilyAnswer, family
    from lastmove.research.refutation import refute
    from lastmove.research.report import Counterexample
    from lastmove.search.genus import Genus
    from lastmove.search.misere_forms import MisereForm

__all__ = [
    "OVER",
    "AdjacentNim",
    "Argument",
    "BoardCounterexample",
    "Cancel",
    "Census",
    "Choice",
    "Comparison",
    "Counterexample",
    "CycleError",
    "Dag",
    "EdgeGeography",
    "FamilyAnswer",
    "Formula",
    "Game",
    "GameRecord",
    "Genus",
    "Graph",
    "HeapRules",
    "HeapValues",
    "IllegalMoveError",
    "InputError",
    "InternalError",
    "LastmoveError",
    "LimitReached",
    "Limits",
    "MisereForm",
    "MisereQuotient",
    "MoveValue",
    "MoveValues",
    "Nim",
    "NimGMR",
    "NimGRM",
    "Octal",
    "Opponent",
    "Outcome",
    "Outcomes",
    "Play",
    "Position",
    "Problem",
    "Reduced",
    "Refuted",
    "Solution",
    "Subtraction",
    "Sum",
    "VertexGeography",
    "Vertexnim",
    "WinningMoves",
    "__version__",
    "census",
    "check_answer",
    "compare",
    "draw",
    "explain",
    "family",
    "genus",
    "graphs",
    "grundy",
    "heap_values",
    "misere_canonical_form",
    "misere_grundy",
    "open_census",
    "outcomes",
    "outcomes_many",
    "parse",
    "playground",
    "position_to_json",
    "problem_to_json",
    "quotient",
    "reduce",
    "refute",
    "schema",
    "solve",
]

_HOMES = {
    "apps.pictures.picture": ("draw",),
    "apps.web.notebook_widget": ("playground",),
    "certificates.answers": ("check_answer",),
    "core.errors": (
        "CycleError",
        "IllegalMoveError",
        "InputError",
        "InternalError",
        "LastmoveError",
        "LimitReached",
        "Refuted",
    ),
    "core.cancel": ("Cancel",),
    "core.limits": ("Limits",),
    "core.play": ("Outcome", "Play"),
    "core.position": ("OVER", "Position"),
    "core.problem": ("Problem",),
    "core.solution": ("MoveValue", "MoveValues", "Solution", "WinningMoves"),
    "engine.explanation.argument": ("Argument",),
    "engine.explanation.explain": ("explain",),
    "engine.many_boards": ("outcomes_many",),
    "engine.misere": ("Comparison", "compare", "genus", "misere_canonical_form", "misere_grundy"),
    "engine.opponent": ("Choice", "Opponent"),
    "engine.outcomes": ("Outcomes",),
    "engine.quotient_answer": ("MisereQuotient",),
    "engine.misere_quotients": ("quotient",),
    "engine.solve": ("outcomes", "solve"),
    "engine.values": ("HeapValues", "grundy", "heap_values"),
    "formulas.formula": ("Formula",),
    "games.adjacent_nim": ("AdjacentNim",),
    "games.base": ("Game",),
    "games.dag": ("Dag",),
    "games.edge_geography": ("EdgeGeography",),
    "games.game_schemas": ("schema",),
    "games.heap_rules": ("HeapRules",),
    "games.nim": ("Nim",),
    "games.nimg_mr": ("NimGMR",),
    "games.nimg_rm": ("NimGRM",),
    "games.notation": ("parse", "position_to_json", "problem_to_json"),
    "games.octal": ("Octal",),
    "games.record": ("GameRecord",),
    "games.subtraction": ("Subtraction",),
    "games.sum": ("Sum",),
    "games.vertex_geography": ("VertexGeography",),
    "games.vertexnim": ("Vertexnim",),
    "graphs.graph": ("Graph",),
    "reductions.chain": ("Reduced", "reduce"),
    "research.board_claims": ("BoardCounterexample",),
    "research.census.taking": ("Census", "census", "open_census"),
    "research.infinite_families": ("FamilyAnswer", "family"),
    "research.refutation": ("refute",),
    "research.report": ("Counterexample",),
    "search.genus": ("Genus",),
    "search.misere_forms": ("MisereForm",),
}

_load = lazy_names(__name__, _HOMES)


def __getattr__(name: str) -> object:
    if name == "graphs":
        return import_module("lastmove.graphs")
    try:
        return _load(name)
    except AttributeError:  # the class of a game is found by the table of games alone
        found = None if name.startswith("_") else import_module("lastmove.games").built_in(name)
        if found is None:
            raise
        return found


def __dir__() -> list[str]:
    return __all__
