"""Quantified formulas inside planar bipartite digraphs of degree at most 3: Vertex Geography, and NimG-RM of weights 1.

Every vertex has an owner, the first player (who wants the formula to be true) or the second, and every arc joins
vertices of different owners: the owner of the token's vertex is to move. On a chain of diamonds the owner of each
variable visits the literal that is to be true. Then the second player chooses a clause and the first player one of its
literals. From there a line leads up, and along the bus of its literal back to the literal's vertex in the chain; who
comes to it before finds out whether it was visited.

Lines cross the buses of other literals. A copy of a small gadget stands at each crossing, in which nobody can leave the
straight way without losing at once. In Vertex Geography who goes astray is stuck soon. In NimG-RM with all weights 1,
where nobody is ever stuck, who first goes to a vertex that was left wins, for it is empty; who goes astray lets the
opponent do so.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, insort
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.core.play import Play
from lastmove.games.moves import LowerAndSlide, Slide
from lastmove.games.nimg import NimGRM
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.notation.formula import EXISTS, FORALL, Formula
from lastmove.reductions.chain import FORMULA, GameSide, Image, Reduction, Size
from lastmove.reductions.from_formulas import CHOICE, literal_of, vertex_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

START = "start"
"""Where the first player has one move only, if the second decides first."""

_OTHER = {EXISTS: FORALL, FORALL: EXISTS}


class Decision(NamedTuple):
    """A vertex where a variable is decided, the vertices on the way over each literal, and those behind both."""

    name: str
    owner: str
    variable: int
    ways: Mapping[int, tuple[str, ...]]
    behind: tuple[str, ...]


class Crossing(NamedTuple):
    """What stands where a line crosses a bus: arcs between named places, and who owns each place.

    A line comes in at ``eV`` and leaves at ``fV``, a bus at ``eB`` and ``fB``.
    """

    arcs: tuple[tuple[str, str], ...]
    owners: Mapping[str, str]


def _crossing(ways: str, first: str, second: str) -> Crossing:
    arcs = [pair for way in ways.split(",") for pair in pairwise(way.split())]
    return Crossing(tuple(arcs), dict.fromkeys(first.split(), EXISTS) | dict.fromkeys(second.split(), FORALL))


GEOGRAPHY_CROSSING = _crossing("eV w1 w2 w3 fV gV eB w1,w3 fB gB eV", first="eV eB w2 fV fB", second="w1 w3 gV gB")
"""Who leaves the straight way is stuck two moves later, at a vertex from which the only arc leads where play was."""

NIMG_CROSSING = _crossing("eV w1 w2 fV eB w1,w2 fB eV", first="eV eB w2", second="w1 fV fB")
"""Who leaves the straight way lets the opponent go to an empty vertex."""


def with_clauses(formula: Formula) -> Formula:
    """An equivalent formula with a variable and a clause, and without empty clauses; a variable may be new."""
    variable = next(iter(formula.variables), 1)
    clauses = [clause for clause in formula.clauses if clause]
    if len(clauses) < len(formula.clauses):
        clauses += [(variable,), (-variable,)]
    return Formula.of(formula.blocks, clauses or [(variable, -variable)])


class _Board:
    """Arcs, and the owner of every vertex; where both ends would have the same owner a vertex is put between."""

    def __init__(self) -> None:
        self.owners: dict[str, str] = {}
        self.arcs: list[tuple[str, str]] = []

    def own(self, owner: str, *names: str) -> None:
        """Give these vertices to an owner."""
        self.owners.update(dict.fromkeys(names, owner))

    def join(self, tail: str, head: str) -> tuple[str, ...]:
        """An arc, or two; the vertices behind ``tail``."""
        if self.owners[tail] != self.owners[head]:
            self.arcs.append((tail, head))
            return (head,)
        middle = f"{tail}>{head}"
        self.own(_OTHER[self.owners[head]], middle)
        self.arcs += [(tail, middle), (middle, head)]
        return middle, head


class DecisionBoard(_Board):
    """The decisions one after the other, and at the end the vertex where the second player is to choose a clause.

    Parameters
    ----------
    formula
        With a variable and a clause, and without empty clauses.
    choice
        The name of the last vertex.
    literals
        Who is to move on the vertex of a literal; by default whoever did not decide on it.
    """

    def __init__(self, formula: Formula, choice: str, literals: str = "") -> None:
        super().__init__()
        quantified = [(block.quantifier, v) for block in formula.blocks for v in block.variables]
        names = [f"{owner}{variable}" for owner, variable in quantified]
        for (owner, _), name in zip(quantified, names, strict=True):
            self.own(owner, name)
        self.own(FORALL, choice)
        self.first = names[0]
        if quantified[0][0] == FORALL:
            self.first = START
            self.own(EXISTS, START)
            self.join(START, names[0])
        self.decisions: list[Decision] = []
        for (owner, variable), name, after in zip(quantified, names, [*names[1:], choice], strict=True):
            end, mover = f"z{variable}", literals or _OTHER[owner]
            self.own(mover, vertex_of(variable), vertex_of(-variable))
            self.own(_OTHER[mover], end)
            ways = {literal: self.join(name, vertex_of(literal)) for literal in (variable, -variable)}
            for literal in ways:
                self.join(vertex_of(literal), end)
            behind = (end, *self.join(end, after)[:-1])
            self.decisions.append(Decision(name, owner, variable, ways, behind))


class ClauseBoard(DecisionBoard):
    """Decisions, clauses and lines.

    Parameters
    ----------
    formula, literals
        As for the decisions alone.
    crossing
        What stands where lines cross.
    """

    def __init__(self, formula: Formula, literals: str, crossing: Crossing) -> None:
        super().__init__(formula, "c1", literals)
        self._crossing = crossing
        variables = formula.variables
        upwards = enumerate([*reversed(variables), *(-variable for variable in variables)])
        self.heights = {literal: height for height, literal in upwards}
        """The buses from below: the last variable first, then the negated literals, the first variable first."""
        self.occurrences = list(self._clauses(formula))
        """The literals of all clauses from left to right."""

    def _clauses(self, formula: Formula) -> Iterator[int]:
        """The chain of clauses, and the literals of each on a chain of their own; every literal there is, in order."""
        number = 0
        for place, clause in enumerate(formula.clauses, 1):
            fork = f"k{place}"
            self.own(EXISTS, fork)
            self.join(f"c{place}", fork)
            if place < len(formula.clauses):
                self.own(EXISTS, f"d{place}")
                self.own(FORALL, f"c{place + 1}")
                self.join(f"c{place}", f"d{place}")
                self.join(f"d{place}", f"c{place + 1}")
            literals = list(dict.fromkeys(clause))
            for at, literal in enumerate(literals, 1):
                if at > 1 and at < len(literals):
                    further = f"k{place}.{at}"
                    self.own(EXISTS, further)
                    self.join(fork, further)
                    fork = further
                number += 1
                self.own(FORALL, f"o{number}")
                self.join(fork, f"o{number}")
                yield literal

    def draw_lines(self, *, way_back: bool = False) -> None:
        """The line of every occurrence from below, and the bus of every literal that occurs from the right.

        With ``way_back`` the bus of the first variable's negation has a way out of it, back to the first vertex.
        """
        last = {literal: number for number, literal in enumerate(self.occurrences, 1)}
        upwards = sorted(last, key=self.heights.__getitem__)
        events: dict[int, list[str]] = {literal: [] for literal in last}
        for number, literal in enumerate(self.occurrences, 1):
            token = f"o{number}"
            for other in upwards:
                if other == literal:
                    break
                if last[other] > number:
                    cross = f"{number}x{other}."
                    for place, owner in self._crossing.owners.items():
                        self.own(owner, cross + place)
                    self.join(token, f"{cross}eV")
                    self.arcs += [(cross + tail, cross + head) for tail, head in self._crossing.arcs]
                    token = f"{cross}fV"
                    events[other].append(cross)
            self.own(EXISTS, f"m{number}")
            self.join(token, f"m{number}")
            events[literal].append(f"m{number}")
        for literal, met in events.items():
            token = ""
            for event in reversed(met):
                crossed = event.endswith(".")
                if token:
                    self.join(token, f"{event}eB" if crossed else event)
                token = f"{event}fB" if crossed else event
            if way_back and literal == -self.decisions[0].variable:
                token = self._way_back(token)
            self.join(token, vertex_of(literal))

    def _way_back(self, token: str) -> str:
        self.own(EXISTS, "back")
        self.own(FORALL, "back.2")
        self.join(token, "back")
        self.join("back", "back.2")
        self.join("back.2", self.first)
        return "back"

    @cached_property
    def crossings(self) -> int:
        """How many there are: for every line the buses that are lower and begin further to the right."""
        found, begun = 0, list[int]()
        met: set[int] = set()
        for literal in reversed(self.occurrences):
            found += bisect_left(begun, self.heights[literal])
            if literal not in met:
                met.add(literal)
                insort(begun, self.heights[literal])
        return found

    @cached_property
    def crossed_last(self) -> set[int]:
        """The literals whose buses end in a crossing: a line that goes higher is to the left of all of theirs."""
        found, met, highest = set[int](), set[int](), -1
        for literal in self.occurrences:
            if literal not in met and highest > self.heights[literal]:
                found.add(literal)
            met.add(literal)
            highest = max(highest, self.heights[literal])
        return found

    def size(self, between: int) -> Size:
        """Before the lines are drawn: how large all will be with so many vertices between others of one owner there."""
        places, arcs = len(self._crossing.owners), len(self._crossing.arcs)
        connections = 2 * (
            self.crossings + len(self.occurrences)
        )  # one out of each literal, line end and crossing side
        vertices = len(self.owners) + places * self.crossings + len(self.occurrences) + between
        return Size(vertices, len(self.arcs) + arcs * self.crossings + connections + between)


class _Lines(Reduction):
    """A frame as a board: what Vertex Geography and NimG-RM have in common."""

    to: ClassVar[GameSide]
    literals: ClassVar[str]
    crossing: ClassVar[Crossing]
    roles = {
        "start": "where the first player has one move only, if the first decision is the second player's",
        "e": "the first player decides on a variable",
        "a": "the second player decides on a variable",
        "x": "visited: the variable is to be true",
        "-x": "visited: the variable is to be false",
        "z": "behind both",
        "c": "the second player goes to a clause, or on to the next over d",
        "d": "on the way to the next clause",
        "k": "the first player goes to a literal of the clause",
        "o": "the beginning of a literal's line",
        "m": "where a line meets the bus of its literal",
        "5x-2.": "the crossing of line 5 and the bus of -2: lines from eV to fV, buses from eB to fB",
        "*u>v*": "a vertex between u and v, so that the right player is to move",
    }

    def across(self, side: GameSide) -> GameSide | None:
        return self.to if side.game == FORMULA else None

    def frame(self, source: Formula) -> ClauseBoard:
        """Decisions and clauses, before the lines are drawn."""
        return ClauseBoard(with_clauses(source), self.literals, self.crossing)

    def chain(self, source: Formula) -> DecisionBoard:
        """The whole digraph."""
        frame = self.frame(source)
        frame.draw_lines()
        return frame

    @abstractmethod
    def board(self, graph: Graph, start: str) -> Any:
        """The position on the finished digraph."""

    def apply(self, source: Formula) -> Image:
        frame = self.chain(source)
        target = self.board(Graph(frame.owners, frame.arcs, directed=True), frame.first)
        literals: dict[Hashable, Hashable] = {str(x): vertex_of(x) for v in source.variables for x in (v, -v)}
        gadgets: dict[Any, tuple[Hashable, ...]] = {
            each.variable: (each.name, *(name for way in each.ways.values() for name in way), *each.behind)
            for each in frame.decisions
            if str(each.variable) in literals
        }
        return Image(source, target, literals, gadgets)

    def lift(self, image: Image, move: Any, position: Any = None) -> Any:
        """The move that makes a literal true, of the outermost variable; at the start it must be the first player's."""
        formula: Formula = image.source if position is None else position
        block = formula.outermost
        ways: Mapping[int, tuple[str, ...]] = {}
        if block is not None and (position is not None or block.quantifier == EXISTS):
            ways = next(each.ways for each in self._decisions(image) if each.variable == block.variables[0])
        literal = literal_of(move)
        if literal not in ways:
            accepted = ", ".join(map(str, ways)) or "none, the first move is forced"
            raise InputError("move", f"{show(move)}; literals that can be decided first: {accepted}")
        return self.move(ways[literal][0])

    @staticmethod
    @abstractmethod
    def move(to: str) -> Any:
        """The target's move to a vertex."""

    def lower(self, image: Image, move: Any) -> int | None:
        first = self._decisions(image)[:1]
        return next((literal for each in first for literal, way in each.ways.items() if way[0] == move.to), None)

    def home(self, image: Image, position: Any) -> Formula | None:
        """The formula with the decisions so far, where the next is to be taken; its owner is to move.

        ``None`` also where the token came by a way that the rules do not allow here, as it can in a game that this
        one was taken to.
        """
        left: Formula = image.source
        if position.start not in (each.name for each in self._decisions(image)):
            return None
        gone = self.gone(image, position)
        passed: set[Hashable] = {START} if START in image.target.graph.numbers else set()
        for each in self._decisions(image):
            if each.name == position.start:
                return left if gone == passed else None
            literal = next((literal for literal, way in each.ways.items() if way[-1] in gone), 0)
            if not literal:
                break
            passed |= {each.name, *each.ways[literal], *each.behind}
            left = left.assign(literal)
        return None

    @abstractmethod
    def gone(self, image: Image, position: Any) -> set[Hashable]:
        """The vertices that were left."""

    def _decisions(self, image: Image) -> Sequence[Decision]:
        own = set(image.source.variables)
        return [each for each in _decisions(image.source, self.literals) if each.variable in own]


@lru_cache(8)
def _decisions(formula: Formula, literals: str) -> Sequence[Decision]:
    return DecisionBoard(with_clauses(formula), CHOICE, literals).decisions


class PlanarQuantifiers(_Lines):
    """Lichtenstein and Sipser's statement for planar bipartite digraphs of degree at most 3.

    Who comes to a literal that was not visited leaves the opponent at the vertex behind it, which was: he is stuck.
    """

    key = "lichtenstein-sipser:VG:planar"
    title = "quantified formulas to directed Vertex Geography, normal, planar and bipartite"
    to = GameSide("vertex-geography", Play.NORMAL, directed=True)
    literals = EXISTS
    crossing = GEOGRAPHY_CROSSING
    bounds = "11 vertices and 14 arcs for each crossing, about 6 for each variable and 9 for each literal in clauses"

    def size(self, source: Formula) -> Size:
        frame = self.frame(source)
        return frame.size(2 * frame.crossings + len(frame.occurrences))

    def board(self, graph: Graph, start: str) -> VertexGeography:
        return VertexGeography(graph, start=start)

    @staticmethod
    def move(to: str) -> Slide:
        return Slide(to)

    def gone(self, image: Image, position: Any) -> set[Hashable]:
        there = position.graph.numbers
        return {name for name in image.target.graph.vertices if name not in there}


class NimgLines(_Lines):
    """LM26: NimG-RM on digraphs in normal play, all weights 1, planar and bipartite, of degree at most 3."""

    key = "lastmove:LM26"
    title = "quantified formulas to directed NimG-RM, normal, all weights 1"
    variants: ClassVar[Mapping[str, str]] = {
        "plain": "smaller, without lines; neither planar nor bipartite",
        "strong": "strongly connected",
    }
    last_resort = True  # whoever asks for NimG-RM of any kind has got it in misère play
    to = GameSide("nimg-rm", Play.NORMAL, directed=True)
    literals = FORALL
    crossing = NIMG_CROSSING
    bounds = "6 vertices and 9 arcs for each crossing, about 6 for each variable and 6 for each literal in clauses"

    def variant(self, name: str) -> Reduction:
        return {"plain": PlainNimg, "strong": StrongNimg}[name]()

    def between(self, frame: ClauseBoard) -> int:
        """How many vertices are put between others on lines and buses."""
        buses = set(frame.occurrences)
        return len(frame.occurrences) - len(buses) + 2 * len(frame.crossed_last)

    def size(self, source: Formula) -> Size:
        frame = self.frame(source)
        return frame.size(self.between(frame))

    def board(self, graph: Graph, start: str) -> NimGRM:
        return NimGRM(graph, [1] * graph.n, start=start)

    @staticmethod
    def move(to: str) -> LowerAndSlide:
        return LowerAndSlide(0, to)

    def gone(self, image: Image, position: Any) -> set[Hashable]:  # noqa: ARG002
        return {name for name, weight in zip(position.graph.vertices, position.weights, strict=True) if not weight}


class StrongNimg(NimgLines):
    """The same, strongly connected: a clause that always holds, and a way back that nobody takes."""

    key = "lastmove:LM26:strong"
    title = "quantified formulas to directed NimG-RM, normal, all weights 1, strongly connected"

    def frame(self, source: Formula) -> ClauseBoard:
        formula = with_clauses(source)
        first = formula.variables[0]
        formula = Formula.of(formula.blocks, [*formula.clauses, (first, -first)])
        return ClauseBoard(formula, self.literals, self.crossing)

    def chain(self, source: Formula) -> DecisionBoard:
        frame = self.frame(source)
        frame.draw_lines(way_back=True)
        return frame

    def size(self, source: Formula) -> Size:
        frame = self.frame(source)
        crossed = -frame.decisions[0].variable in frame.crossed_last
        size = frame.size(self.between(frame) + (-1 if crossed else 1))
        return Size(size.vertices + 2, size.edges + 3)


class PlainNimg(NimgLines):
    """Remark 1 of LM26: from a clause straight to the literals. A variable takes three moves, or four."""

    key = "lastmove:LM26:plain"
    bounds = "at most 4v + c + 2 vertices and 6v + c + l + 2 arcs, for v variables, c clauses and l literals in them"
    roles = {name: _Lines.roles[name] for name in ("start", "e", "a", "x", "-x", "z")} | {
        "c": "the second player goes to a clause, and there the first player to a literal",
        "*u>v*": "a vertex between u and v, so that the right player is to move",
    }

    literals = ""

    def chain(self, source: Formula) -> DecisionBoard:
        formula = with_clauses(source)
        chain = DecisionBoard(formula, CHOICE, self.literals)
        for number, clause in enumerate(formula.clauses, 1):
            name = f"{CHOICE}{number}"
            chain.own(EXISTS, name)
            chain.arcs.append((CHOICE, name))
            chain.arcs += [(name, vertex_of(literal)) for literal in dict.fromkeys(clause)]
        return chain

    def size(self, source: Formula) -> Size:
        chain = self.chain(source)
        return Size(len(chain.owners), len(chain.arcs))
