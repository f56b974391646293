"""Positions as formulas: "the player to move wins", for solvers that have never heard of games.

There is a move such that for every reply there is a move, and so on. A turn is a number, its bits existential where the
player to move plays and universal where the opponent does. What is legal, and the position after each turn, follow by
gates: existential variables, innermost, whose clauses tie them to what they stand for. Our side must choose legally
while play goes on; a wrong choice of the other side ends it with nothing left to show.

Geography and NimG are written so, in the size of the board times the length of play. Of every other game the positions
are written one by one, as far as they are few: a variable says whether the player to move wins there, and nothing is
universal.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError
from lastmove.core.limits import look, watched
from lastmove.core.play import Play
from lastmove.core.position import check_position, key_of, move_to_json
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.games.moves import LowerAndSlide, Slide, SlideAndLower, SlideOver
from lastmove.games.token import OFF
from lastmove.notation.formula import EXISTS, FORALL, Block, Formula

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from lastmove.core.play import Problem

TRUE, FALSE = 0, -1
"""Two signals that are known. All others are literals n of a variable, written as 2n (true) and 2n + 1 (false)."""

MOST_CLAUSES = 1_000_000
"""Formulas with more clauses are not made."""


class Circuit:
    """Decisions and gates. A signal is a number; ``opposite`` negates it."""

    def __init__(self) -> None:
        self._variables = 0
        self._blocks: list[Block] = []
        self._gates: list[int] = []
        self._clauses: list[tuple[int, ...]] = []
        self._all: dict[tuple[int, ...], int] = {}

    def decide(self, quantifier: str, count: int) -> list[int]:
        """The signals of ``count`` new decisions, taken after all earlier ones."""
        variables = tuple(range(self._variables + 1, self._variables + count + 1))
        self._variables += count
        self._blocks.append(Block(quantifier, variables))
        return [2 * variable for variable in variables]

    @staticmethod
    def opposite(signal: int) -> int:
        """The negation of a signal."""
        return -1 - signal if signal in (TRUE, FALSE) else signal ^ 1

    def every(self, signals: Iterable[int]) -> int:
        """The signal that is true when all of these are."""
        inputs = tuple(sorted(set(signals) - {TRUE}))
        if FALSE in inputs or any(signal ^ 1 in inputs for signal in inputs if not signal & 1):
            return FALSE
        if len(inputs) < 2:
            return inputs[0] if inputs else TRUE
        found = self._all.get(inputs)
        if found is None:
            self._variables += 1
            self._gates.append(self._variables)
            found = self._all[inputs] = 2 * self._variables
            for signal in inputs:
                self.demand([found ^ 1, signal])
            self.demand([found, *(signal ^ 1 for signal in inputs)])
        return found

    def some(self, signals: Iterable[int]) -> int:
        """The signal that is true when one of these is."""
        return self.opposite(self.every(map(self.opposite, signals)))

    def demand(self, signals: Iterable[int]) -> None:
        """The formula is true only if one of these signals is."""
        look()
        given = set(signals)
        if TRUE in given:
            return
        if len(self._clauses) >= MOST_CLAUSES:
            raise InputError("qdimacs", f"the formula has more than {MOST_CLAUSES:,} clauses; it is not written")
        self._clauses.append(tuple(-(s >> 1) if s & 1 else s >> 1 for s in sorted(given - {FALSE})))

    def choice(self, bits: Sequence[int], count: int) -> list[int]:
        """For each of ``count`` numbers the signal that the bits, the lowest first, spell it."""
        return [
            self.every(bit if number >> place & 1 else self.opposite(bit) for place, bit in enumerate(bits))
            for number in range(count)
        ]

    def formula(self) -> Formula:
        """All decisions in order, then the gates, and everything that is demanded."""
        return Formula.of([*self._blocks, (EXISTS, self._gates)], self._clauses)


class TurnRules(ABC):
    """A game whose moves are numbered; ``longest`` is the most moves a play has, ``width`` about what a turn takes."""

    longest: int
    width: int

    @abstractmethod
    def first(self) -> Any:
        """The position to begin with."""

    @abstractmethod
    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        """For the number of each move the signal that it is legal."""

    @abstractmethod
    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        """The position after a turn; ``picked`` says for each number whether that move is chosen, and legal."""

    @abstractmethod
    def move(self, number: int) -> Any:
        """The move with this number in the position to begin with."""


class _Token(TurnRules):
    """What the games with a token on a graph share: moves are arcs, each perhaps with a weight to leave."""

    def __init__(self, position: Any) -> None:
        graph = position.graph
        self.names = graph.vertices
        self.n = graph.n
        self.start = OFF if position.start not in graph.numbers else graph.index(position.start)
        self.arcs = [(u, v) for u in range(graph.n) for v in graph.neighbours[u]]

    def token(self) -> list[int]:
        """Where the token is."""
        return [TRUE if v == self.start else FALSE for v in range(self.n)]

    @staticmethod
    def gathered(make: Circuit, count: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """For each place below ``count`` whether one of its signals is true, given pairs of place and signal."""
        found: list[list[int]] = [[] for _ in range(count)]
        for place, signal in pairs:
            found[place].append(signal)
        return [make.some(signals) for signals in found]


class VertexRules(_Token):
    """Vertex Geography: a move is the vertex to go to."""

    def __init__(self, position: Any) -> None:
        super().__init__(position)
        self.arcs = [(u, v) for u, v in self.arcs if u != v]
        self.longest = self.n - 1
        self.width = self.n + len(self.arcs)

    def first(self) -> Any:
        return self.token(), [TRUE] * self.n

    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        token, there = state
        ways = self.gathered(make, self.n, [(v, token[u]) for u, v in self.arcs])
        return [make.every((way, there[v])) for v, way in enumerate(ways)]

    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        token, there = state
        return list(picked), [make.every((there[v], make.opposite(token[v]))) for v in range(self.n)]

    def move(self, number: int) -> Any:
        return Slide(self.names[number])


class EdgeRules(_Token):
    """Edge Geography: a move is an edge and a direction."""

    def __init__(self, position: Any) -> None:
        super().__init__(position)
        graph = position.graph
        ways = [(edge, u, v) for edge, (u, v) in enumerate(graph.ends())]
        back = [] if graph.directed else [(edge, v, u) for edge, u, v in ways if u != v]
        self.ways = [*ways, *back]
        self.longest = graph.m
        self.width = self.n + 2 * len(self.ways)

    def first(self) -> Any:
        return self.token(), [TRUE] * self.longest

    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        token, there = state
        return [make.every((there[edge], token[u])) for edge, u, _ in self.ways]

    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        _, there = state
        chosen = list(zip(self.ways, picked, strict=True))
        token = self.gathered(make, self.n, [(v, pick) for (_, _, v), pick in chosen])
        used = self.gathered(make, self.longest, [(edge, pick) for (edge, _, _), pick in chosen])
        return token, [make.every((still, make.opposite(gone))) for still, gone in zip(there, used, strict=True)]

    def move(self, number: int) -> Any:
        edge, _, v = self.ways[number]
        return SlideOver(self.names[v], edge)


class _WeightedRules(_Token):
    """NimG: a move is an arc and what is left of the vertex that it lowers. Weights are in unary."""

    lowers_head: bool

    def __init__(self, position: Any) -> None:
        super().__init__(position)
        self.weights = position.weights
        self.longest = sum(self.weights)
        ends = [(u, OFF) for u in range(self.n) if not position.graph.neighbours[u] and not self.lowers_head]
        ways = [(u, v, v if self.lowers_head else u) for u, v in (*self.arcs, *ends)]
        self.width = sum(self.weights[lowered] for _, _, lowered in ways) + self.longest
        small = (self.longest + 1) * self.width <= MOST_CLAUSES  # otherwise nobody looks at them
        self.ways = [(u, v, at, k) for u, v, at in ways for k in range(self.weights[at])] if small else []

    def first(self) -> Any:
        return self.token(), [[TRUE] * weight for weight in self.weights]

    def legal(self, make: Circuit, state: Any) -> Sequence[int]:
        token, more_than = state
        return [make.every((token[u], more_than[at][k])) for u, _, at, k in self.ways]

    def after(self, make: Circuit, state: Any, picked: Sequence[int]) -> Any:
        _, more_than = state
        chosen = list(zip(self.ways, picked, strict=True))
        token = self.gathered(make, self.n, [(v, pick) for (_, v, _, _), pick in chosen if v != OFF])
        to: list[list[list[int]]] = [[[] for _ in range(weight)] for weight in self.weights]
        for (_, _, at, k), pick in chosen:
            to[at][k].append(pick)
        left = [
            [
                # more than j are left if there were, unless the vertex was lowered to j or less
                make.every((held, make.opposite(make.some(pick for k in range(j + 1) for pick in to[at][k]))))
                for j, held in enumerate(held_at)
            ]
            for at, held_at in enumerate(more_than)
        ]
        return token, left

    def move(self, number: int) -> Any:
        _, v, _, k = self.ways[number]
        name = None if v == OFF else self.names[v]
        return SlideAndLower(name, k) if self.lowers_head else LowerAndSlide(k, name)


class RemoveThenMove(_WeightedRules):
    """NimG-RM: the vertex that the token leaves is lowered."""

    lowers_head = False


class MoveThenRemove(_WeightedRules):
    """NimG-MR: the vertex that the token comes to is lowered."""

    lowers_head = True


RULES: dict[str, Callable[[Any], TurnRules]] = {
    "vertex-geography": VertexRules,
    "edge-geography": EdgeRules,
    "nimg-rm": RemoveThenMove,
    "nimg-mr": MoveThenRemove,
}
"""The games that are written by their rules; a line for each."""


MOST_POSITIONS = 50_000
MOST_MOVES = 500_000
"""Games with more are not written position by position."""


class WrittenFormula(NamedTuple):
    """A formula that is true when the player to move wins, and what its first decisions mean."""

    formula: Formula
    comments: tuple[str, ...]


def as_formula(problem: Problem) -> WrittenFormula:
    """The formula that says that the player to move wins.

    Raises
    ------
    InputError
        If the position has no start, the formula would be too large, or the game need not end.

    Examples
    --------
    >>> import lastmove as lm
    >>> from lastmove.notation.formula import is_true
    >>> edge = lm.VertexGeography([("a", "b"), ("b", "c")], start="b")
    >>> written = as_formula(lm.Problem(edge))
    >>> is_true(written.formula), written.comments[-1]
    (True, '-1 2 = {"to": "c"}')
    """
    position: Any = check_position(problem.position)
    name = getattr(position, "name", type(position).__name__)
    said = f"true when the player to move wins this position of {name}, {problem.play.value} play"
    if isinstance(position, Game) and name in RULES and type(position) is game_class(name):
        formula, moves = _by_turns(RULES[name](position), problem.play)
        about_moves = "the first variables choose the first move"
    else:
        formula, moves = _by_positions(position, problem.play)
        about_moves = "a variable is true when the player to move wins its position, so a move to a false one wins"
    written = (f"{label} = {json.dumps(move_to_json(position, move))}" for label, move in moves)
    return WrittenFormula(formula, (said, *([about_moves] if moves else []), *written))


def _by_turns(rules: TurnRules, play: Play) -> tuple[Formula, list[tuple[str, Any]]]:
    """The formula of a game by its rules, and the literals that choose each first move."""
    if (rules.longest + 1) * rules.width > MOST_CLAUSES:
        raise InputError("qdimacs", f"the formula would have more than {MOST_CLAUSES:,} clauses; it is not written")
    make = Circuit()
    state = rules.first()
    goes_on = TRUE
    first: list[tuple[str, Any]] = []
    for turn in range(rules.longest + 1):
        ours = turn % 2 == 0
        legal = rules.legal(make, state)
        able = make.some(legal)
        over = make.opposite(goes_on)
        if (play is Play.MISERE) != ours:  # the player to move here must not be stuck, or the first has lost
            make.demand([over, able])
        if turn == rules.longest:
            break  # whoever is to move is stuck: no play is longer
        bits = make.decide(EXISTS if ours else FORALL, (len(legal) - 1).bit_length()) if legal else []
        chosen = make.choice(bits, len(legal))
        picked = [make.every(both) for both in zip(chosen, legal, strict=True)]
        if not turn:
            numbers = [number for number, allowed in enumerate(legal) if allowed != FALSE]
            first = [(_literals(number, len(bits)), rules.move(number)) for number in numbers]
        kept = make.some(picked)
        if ours:
            make.demand([over, make.opposite(able), kept])
            goes_on = make.every((goes_on, able))
        else:
            goes_on = make.every((goes_on, kept))
        state = rules.after(make, state, picked)
    return make.formula(), first


def _literals(number: int, bits: int) -> str:
    """The literals of the first variables that spell a number, lowest bit first."""
    return " ".join(str(place + 1 if number >> place & 1 else -place - 1) for place in range(bits)) or "any"


def _by_positions(root: Any, play: Play) -> tuple[Formula, list[tuple[str, Any]]]:
    """The formula with a variable for each position, and the variables that the first moves lead to."""
    variables: dict[Hashable, int] = {key_of(root): 1}
    waiting = [root]
    clauses: list[tuple[int, ...]] = [(1,)]
    moves: dict[int, Any] = {}
    total = 0
    options: list[list[int]] = []
    while len(options) < len(waiting):
        here = waiting[len(options)]
        found: dict[int, Any] = {}
        for move in watched(here.moves()):
            after = here.after(move)
            variable = variables.setdefault(key_of(after), len(waiting) + 1)
            if variable > len(waiting):
                waiting.append(after)
            found.setdefault(variable, move)
            total += 1
            if len(waiting) > MOST_POSITIONS or total > MOST_MOVES:
                most = f"{MOST_POSITIONS:,} positions and {MOST_MOVES:,} moves between them"
                raise InputError("qdimacs", f"the game has more than {most}; it is not written as a formula")
        options.append(list(found))
        moves = moves or found
        wins = len(options)
        if found:
            clauses += [(-wins, *(-variable for variable in found)), *((wins, variable) for variable in found)]
        else:
            clauses.append((wins if play.wins_when_stuck else -wins,))
    _check_end(options)
    formula = Formula.of([(EXISTS, range(1, len(waiting) + 1))], clauses)
    return formula, [(f"variable {variable}", move) for variable, move in moves.items()]


def _check_end(options: list[list[int]]) -> None:
    """An InputError where play need not end: then a variable for each position does not say who wins."""
    entered = [0] * len(options)
    for found in options:
        for variable in found:
            entered[variable - 1] += 1
    ready = [] if entered[0] else [1]
    seen = 0
    while ready:
        seen += 1
        for variable in options[ready.pop() - 1]:
            entered[variable - 1] -= 1
            if not entered[variable - 1]:
                ready.append(variable)
    if seen < len(options):
        raise InputError("qdimacs", "play can come back to an earlier position, and need not end")
