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
    from lastmove.censuses.census import Census, census, open_census
    from lastmove.certificates.check import check_answer
    from lastmove.core.errors import (
        CycleError,
        IllegalMoveError,
        InputError,
        InternalError,
        LastmoveError,
        LimitReached,
        Refuted,
    )
    from lastmove.core.limits import Cancel, Limits
    from lastmove.core.play import Outcome, Play, Problem
    from lastmove.core.position import OVER, Position
    from lastmove.core.solution import MoveValue, MoveValues, Solution, WinningMoves
    from lastmove.explanations.argument import Argument
    from lastmove.explanations.explain import explain
    from lastmove.families.by_values import ValueFamily, family_values
    from lastmove.families.family import FamilyAnswer, family
    from lastmove.gadgetry.gadget import Gadget
    from lastmove.gadgetry.search import GadgetSearch, gadgets
    from lastmove.games import register
    from lastmove.games.adjacent_nim import AdjacentNim
    from lastmove.games.base import Game
    from lastmove.games.dag import Dag
    from lastmove.games.deletion import DeletionGame
    from lastmove.games.deletion.arc_kayles import ArcKayles
    from lastmove.games.deletion.node_kayles import NodeKayles
    from lastmove.games.edge_geography import EdgeGeography
    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.games.heap_rules import HeapRules
    from lastmove.games.nim import Nim
    from lastmove.games.nimg import NimGMR, NimGRM
    from lastmove.games.octal import Octal
    from lastmove.games.subtraction import Subtraction
    from lastmove.games.sum import Sum
    from lastmove.games.vertex_geography import VertexGeography
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.games.vertexnim_mr import VertexnimMR
    from lastmove.graphs.graph import Graph
    from lastmove.notation.formula import Formula
    from lastmove.notation.json import parse, position_to_json, problem_to_json
    from lastmove.notation.record import GameRecord
    from lastmove.notation.schema import schema
    from lastmove.pictures.draw import draw
    from lastmove.play.opponent import Choice, Opponent
    from lastmove.quotients.quotient import MisereQuotient, quotient
    from lastmove.reductions.chain import Reduced, reduce
    from lastmove.solver.compare import Comparison, compare
    from lastmove.solver.many_boards import outcomes_many
    from lastmove.solver.outcomes import Outcomes
    from lastmove.solver.solve import outcomes, solve
    from lastmove.sums.genus import Genus, MisereForm
    from lastmove.sums.grundy import HeapValues, genus, grundy, heap_values, misere_canonical_form, misere_grundy
    from lastmove.verify.refute import BoardCounterexample, refute
    from lastmove.verify.report import Counterexample
    from lastmove.web.notebook import playground

__all__ = [
    "OVER",
    "AdjacentNim",
    "ArcKayles",
    "Argument",
    "BoardCounterexample",
    "Cancel",
    "Census",
    "Choice",
    "Comparison",
    "Counterexample",
    "CycleError",
    "Dag",
    "DeletionGame",
    "EdgeGeography",
    "EdgeNimG",
    "FamilyAnswer",
    "Formula",
    "Gadget",
    "GadgetSearch",
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
    "NodeKayles",
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
    "ValueFamily",
    "VertexGeography",
    "Vertexnim",
    "VertexnimMR",
    "WinningMoves",
    "__version__",
    "census",
    "check_answer",
    "compare",
    "draw",
    "explain",
    "family",
    "family_values",
    "gadgets",
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
    "register",
    "schema",
    "solve",
]

_HOMES = {
    "censuses.census": ("Census", "census", "open_census"),
    "certificates.check": ("check_answer",),
    "core.errors": (
        "CycleError",
        "IllegalMoveError",
        "InputError",
        "InternalError",
        "LastmoveError",
        "LimitReached",
        "Refuted",
    ),
    "core.limits": ("Cancel", "Limits"),
    "core.play": ("Outcome", "Play", "Problem"),
    "core.position": ("OVER", "Position"),
    "core.solution": ("MoveValue", "MoveValues", "Solution", "WinningMoves"),
    "explanations.argument": ("Argument",),
    "explanations.explain": ("explain",),
    "families.by_values": ("ValueFamily", "family_values"),
    "families.family": ("FamilyAnswer", "family"),
    "gadgetry.gadget": ("Gadget",),
    "gadgetry.search": ("GadgetSearch", "gadgets"),
    "games": ("register",),
    "games.adjacent_nim": ("AdjacentNim",),
    "games.base": ("Game",),
    "games.dag": ("Dag",),
    "games.deletion": ("DeletionGame",),
    "games.deletion.arc_kayles": ("ArcKayles",),
    "games.deletion.node_kayles": ("NodeKayles",),
    "games.edge_geography": ("EdgeGeography",),
    "games.edge_nimg": ("EdgeNimG",),
    "games.heap_rules": ("HeapRules",),
    "games.nim": ("Nim",),
    "games.nimg": ("NimGMR", "NimGRM"),
    "games.octal": ("Octal",),
    "games.subtraction": ("Subtraction",),
    "games.sum": ("Sum",),
    "games.vertex_geography": ("VertexGeography",),
    "games.vertexnim": ("Vertexnim",),
    "games.vertexnim_mr": ("VertexnimMR",),
    "graphs.graph": ("Graph",),
    "notation.formula": ("Formula",),
    "notation.json": ("parse", "position_to_json", "problem_to_json"),
    "notation.record": ("GameRecord",),
    "notation.schema": ("schema",),
    "pictures.draw": ("draw",),
    "play.opponent": ("Choice", "Opponent"),
    "quotients.quotient": ("MisereQuotient", "quotient"),
    "reductions.chain": ("Reduced", "reduce"),
    "solver.compare": ("Comparison", "compare"),
    "solver.many_boards": ("outcomes_many",),
    "solver.outcomes": ("Outcomes",),
    "solver.solve": ("outcomes", "solve"),
    "sums.genus": ("Genus", "MisereForm"),
    "sums.grundy": ("HeapValues", "genus", "grundy", "heap_values", "misere_canonical_form", "misere_grundy"),
    "verify.refute": ("BoardCounterexample", "refute"),
    "verify.report": ("Counterexample",),
    "web.notebook": ("playground",),
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
