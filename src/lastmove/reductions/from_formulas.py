"""Quantified formulas inside directed Vertex Geography in normal play, after Lichtenstein and Sipser.

The first player wants the formula to be true. For every variable, outermost first, its owner goes to one of two
vertices, and the one that is visited is the literal that is true. Then the second player goes to a clause, and the
first player must go on from there to the opposite of one of its literals: such a vertex is unvisited, and the way on
from it is visited already, so the second player is stuck; if every literal is false there is no such vertex, and the
first player is.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.games.moves import Slide
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.notation.formula import EXISTS, FORALL, Formula
from lastmove.reductions.chain import FORMULA, GameSide, Image, Reduction, Size
from lastmove.reductions.gadgets import DIRECTED_VERTEX_GEOGRAPHY

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

CHOICE = "c"
"""The vertex from which the second player goes to a clause."""


class _Step(NamedTuple):
    """A vertex at which a player decides: of a variable its owner, and last the second player on a clause."""

    name: str
    owner: str
    variable: int


class Quantifiers(Reduction):
    """A diamond for every variable, then a vertex for every clause.

    Between two decisions of the same player one move of the opponent is needed, between those of different players two
    or none, so diamonds of which the next has another owner end in a vertex of their own.
    """

    key = "lichtenstein-sipser:VG"
    title = "quantified formulas to directed Vertex Geography, normal"
    bounds = "at most 4v + c + 2 vertices and 5v + c + l + 1 arcs, for v variables, c clauses and l literals in them"
    roles = {
        "start": "where the first player has one move only, if the first decision is the second player's",
        "e": "the first player decides on a variable",
        "a": "the second player decides on a variable",
        "x": "visited: the variable is true",
        "-x": "visited: the variable is false",
        "z": "the end of a diamond, where the next decision is the other player's",
        "c": "the second player goes to a clause, and there the first player to the opposite of a literal",
    }

    variants: ClassVar[Mapping[str, str]] = {"planar": "planar and bipartite, of degree at most 3"}

    def variant(self, name: str) -> Reduction:
        from lastmove.reductions.clause_lines import PlanarQuantifiers  # here: it builds on this module

        return {"planar": PlanarQuantifiers}[name]()

    def across(self, side: GameSide) -> GameSide | None:
        return DIRECTED_VERTEX_GEOGRAPHY if side.game == FORMULA else None

    def apply(self, source: Formula) -> Image:
        steps = list(_steps(source))
        arcs: list[tuple[Hashable, Hashable]] = []
        gadgets: dict[Any, tuple[Hashable, ...]] = {}
        first = steps[0].name
        if steps[0].owner == FORALL:
            first = "start"
            arcs.append((first, steps[0].name))
        for step, after in pairwise(steps):
            yes, no = vertex_of(step.variable), vertex_of(-step.variable)
            end = after.name if step.owner == after.owner else f"z{step.variable}"
            arcs += [(step.name, yes), (step.name, no), (yes, end), (no, end)]
            if end != after.name:
                arcs.append((end, after.name))
            gadgets[step.variable] = (step.name, yes, no) if end == after.name else (step.name, yes, no, end)
        for number, clause in enumerate(source.clauses, start=1):
            arcs.append((CHOICE, f"c{number}"))
            arcs += [(f"c{number}", vertex_of(-literal)) for literal in dict.fromkeys(clause)]
        vertices = dict.fromkeys([first, *(end for arc in arcs for end in arc)])
        board = Graph(vertices, arcs, directed=True)
        literals: dict[Hashable, Hashable] = {str(x): vertex_of(x) for v in source.variables for x in (v, -v)}
        return Image(source, VertexGeography(board, start=first), literals, gadgets)

    def size(self, source: Formula) -> Size:
        steps = list(_steps(source))
        ends = sum(step.owner != after.owner for step, after in pairwise(steps))
        led_in = int(steps[0].owner == FORALL)
        literals = sum(len(set(clause)) for clause in source.clauses)
        vertices = 3 * len(source.variables) + ends + led_in + 1 + len(source.clauses)
        return Size(vertices, 4 * len(source.variables) + ends + led_in + len(source.clauses) + literals)

    def lift(self, image: Image, move: Any, position: Any = None) -> Slide:
        """The move that makes a literal true, of the outermost variable; at the start it must be the first player's."""
        first = next(_steps(image.source if position is None else position))
        literal = literal_of(move)
        decided = first.variable and (position is not None or first.owner == EXISTS)
        if not decided or abs(literal) != first.variable:
            accepted = f"{first.variable}, {-first.variable}" if decided else "none, the first move is forced"
            raise InputError("move", f"{show(move)}; literals that can be decided first: {accepted}")
        return Slide(vertex_of(literal))

    def lower(self, image: Image, move: Slide) -> int | None:
        literal = image.back.get(move.to)
        return None if literal is None else int(str(literal))

    def home(self, image: Image, position: Any) -> Formula | None:
        """The formula with the decisions so far, where the next is to be taken; its owner is to move.

        ``None`` also where the token came by a way that the rules do not allow here, as it can in a game that this
        one was taken to: backwards through a gadget.
        """
        left: Formula = image.source
        gone: set[Hashable] = {"start"}
        there = position.graph.numbers
        for step in _steps(image.source):
            if step.name == position.start:
                arrived = len(there) + len(gone & image.target.graph.numbers.keys()) == image.target.graph.n
                return left if step.variable and arrived and not gone & there.keys() else None
            if not step.variable:
                break
            name, _, no, *end = image.gadgets[step.variable]
            truth = step.variable if no in there else -step.variable
            gone |= {name, vertex_of(truth), *end}
            left = left.assign(truth)
        return None


def _steps(formula: Formula) -> Iterator[_Step]:
    """The decisions in order; the last is the clause, and has variable 0."""
    for owner, variables in formula.blocks:
        yield from (_Step(f"{owner}{variable}", owner, variable) for variable in variables)
    yield _Step(CHOICE, FORALL, 0)


def vertex_of(literal: int) -> str:
    """The vertex that is visited when this literal is to be true."""
    return f"x{literal}" if literal > 0 else f"-x{-literal}"


def literal_of(move: object) -> int:
    """The literal that a move names: 1, -1, "1" or "-1"."""
    try:
        literal = int(move) if isinstance(move, int | str) and not isinstance(move, bool) else 0
    except ValueError:
        literal = 0
    if not literal:
        raise InputError("move", f"{show(move)}; a move on a formula is a literal, such as 1 or -1")
    return literal
