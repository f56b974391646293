"""What a verification found: tallies, the smallest counterexample, and the conclusion.

Small positions are told whole in words: their graph edge by edge, their weights, their token.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LastmoveError, printable, show
from lastmove.core.notebook import Drawable
from lastmove.core.play import Play, Problem
from lastmove.core.position import title_of
from lastmove.core.words import play_name
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.graph_game import GraphGame
from lastmove.games.token import TokenGame, WeightedTokenGame
from lastmove.notation.json import problem_to_json
from lastmove.theorems.statement import Standing, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.explanations.argument import Argument
    from lastmove.games.base import Game
    from lastmove.graphs.graph import Graph


def in_words(position: Game) -> str:
    """A position in one line that leaves nothing out; a graph that is a path is written from end to end.

    Examples
    --------
    >>> from lastmove.games.nimg import NimGRM
    >>> in_words(NimGRM([(0, 1), (1, 1)], [2, 1], start=0))
    'edges 0 - 1, 1 - 1; weights 0: 2, 1: 1; token on 0'
    >>> in_words(NimGRM([(0, 1), (2, 0)], [3, 4, 2], start=1))
    'path 1 - 0 - 2 with weights 4, 3, 2; token on 1'
    >>> in_words(EdgeNimG([(0, 1), (1, 2)], [3, 1], start=0))
    'edges 0 - 1 of weight 3, 1 - 2 of weight 1; token on 0'
    """
    if not isinstance(position, GraphGame):
        return position.summary()
    graph, names = position.graph, position.graph.vertices
    weights = position.weights if isinstance(position, WeightedTokenGame) else None
    on_edges = position.weights if isinstance(position, EdgeNimG) else None
    path = [] if on_edges else _along(graph)
    if path:
        words = f"path {' - '.join(str(names[v]) for v in path)}"
        if weights is not None:
            words += f" with weights {', '.join(str(weights[v]) for v in path)}"
    else:
        words = _edge_by_edge(graph, on_edges)
        if weights is not None:
            words += "; weights " + ", ".join(f"{v}: {weight}" for v, weight in zip(names, weights, strict=True))
    return printable(f"{words}; token on {position.start}" if isinstance(position, TokenGame) else words)


def _along(graph: Graph) -> list[int]:
    """The vertices of a path of three or more from its first end on; an empty list for any other graph."""
    around = graph.neighbours
    ends = [v for v in range(graph.n) if len(around[v]) == 1]
    if graph.directed or graph.n < 3 or graph.m != graph.n - 1 or len(ends) != 2:
        return []
    walk = [ends[0]]
    while onward := [v for v in around[walk[-1]] if v not in walk]:
        if len(onward) > 1:
            return []
        walk += onward
    return walk if len(walk) == graph.n else []


def _edge_by_edge(graph: Graph, weights: Sequence[int] | None = None) -> str:
    joint = " → " if graph.directed else " - "
    said = [""] * graph.m if weights is None else [f" of weight {weight}" for weight in weights]
    edges = ", ".join(f"{u}{joint}{v}{more}" for (u, v), more in zip(graph.edges, said, strict=True)) or "none"
    words = f"{'arcs' if graph.directed else 'edges'} {edges}"
    covered = {end for edge in graph.edges for end in edge}
    alone = [str(v) for v in graph.vertices if v not in covered]
    if alone:
        words += f"; {'vertex' if len(alone) == 1 else 'vertices'} {', '.join(alone)} without edges"
    return words


class Fault(Enum):
    """What was wrong about a verdict."""

    OUTCOME = "outcome"
    MOVE = "move"
    WINNING_MOVES = "winning moves"
    ERROR = "error"


class Conclusion(Enum):
    """What the cases say of a statement, given its standing."""

    HOLDS = "holds"
    FAILS = "FAILS"
    REFUTED = "refuted, as expected"
    NOT_REFUTED = "refuted, but not in this range"
    NO_COUNTEREXAMPLE = "open, no counterexample"
    COUNTEREXAMPLE = "open, counterexample found"
    NEVER_APPLIES = "never applies in this range"


@dataclass(frozen=True, slots=True)
class Counterexample(Drawable):
    """A position on which a statement is wrong.

    Attributes
    ----------
    position, play
        The question.
    fault
        What is wrong.
    claimed, true
        What the statement says and what the law says, as in an answer: ``outcome``, ``move``, ``winning_moves``.
    """

    position: Game
    play: Play
    fault: Fault
    claimed: Mapping[str, object]
    true: Mapping[str, object]

    @property
    def size(self) -> tuple[int, int]:
        """Vertices (heaps, parts), then total weight."""
        return self.position.measure()

    @property
    def graph6(self) -> str | None:
        """The graph as a line of graph6 (sparse6, digraph6), on vertices numbered in the board's order."""
        if not isinstance(self.position, GraphGame):
            return None
        from lastmove.censuses.choose_source import graph_text

        return graph_text(self.position.graph)

    def explain(self) -> Argument:
        """Why the position is won or lost."""
        from lastmove.explanations.explain import explain

        return explain(self.position, self.play)

    def _repr_svg_(self) -> str | None:
        return self.position._repr_svg_()

    def to_json(self) -> dict[str, object]:
        """The position as ``lastmove solve`` reads it, with what is claimed and what is true."""
        return {
            "position": problem_to_json(Problem(self.position, self.play)),
            "fault": self.fault.value,
            "claimed": dict(self.claimed),
            "true": dict(self.true),
        }

    def __str__(self) -> str:
        """Two lines for people: the position, whole, and what is claimed of it."""
        return f"{title_of(self.position)}, {play_name(self.play)}: {in_words(self.position)}\n  {self.difference()}"

    def short(self) -> str:
        """One line for a table: the position, what is claimed and what is true."""
        return f"{in_words(self.position)}: {self.difference()}"

    def difference(self) -> str:
        """What is claimed and what is true, in a few words."""
        claimed, true = self.claimed, self.true
        if self.fault is Fault.OUTCOME:
            return f"claimed {claimed['outcome']}, is {true['outcome']}"
        if self.fault is Fault.ERROR:
            return str(claimed["error"])
        name = "move" if self.fault is Fault.MOVE else "winning_moves"
        said = self._say(claimed[name])
        right = self._say(true["winning_moves"]) or "none"
        return f"claimed to win: {said or 'none'}; what wins: {right}"

    def _say(self, moves: Any) -> str:
        listed = moves if isinstance(moves, list) else [moves]
        return ", or ".join(self._say_one(move) for move in listed)

    def _say_one(self, move: object) -> str:
        try:
            read = self.position.move_from_json(move)
            self.position.after(read)
        except LastmoveError:
            return f"{show(move)}, which is not legal"
        return self.position.say_move(read)


@dataclass(slots=True)
class Tally:
    """The counts for one game and convention.

    ``held_n`` and ``held_p`` count the positions on which the hypotheses hold, by their true outcome.
    """

    game: str
    play: Play
    positions: int = 0
    declined: int = 0
    held_n: int = 0
    held_p: int = 0
    wrong: int = 0
    smallest: Counterexample | None = field(default=None, repr=False)

    @property
    def held(self) -> int:
        """The positions on which the hypotheses hold."""
        return self.held_n + self.held_p

    def blame(self, found: Counterexample) -> None:
        """Keep the smaller of this counterexample and the one already known."""
        if self.smallest is None or found.size < self.smallest.size:
            self.smallest = found

    def to_json(self) -> dict[str, object]:
        """The counts, by name."""
        names = ("positions", "declined", "held_n", "held_p", "wrong")
        return {"game": self.game, "play": self.play.value, **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the verification of one statement found.

    Attributes
    ----------
    statement
        What was verified.
    tallies
        The counts, for each game and convention it speaks of.
    ranges
        What was looked at, in words, for each game.
    seed
        The seed of the random positions.
    seconds
        How long it took.
    stopped
        The limit that ended it early, if one did.
    """

    statement: Statement
    tallies: tuple[Tally, ...]
    ranges: Mapping[str, str]
    seed: int
    seconds: float
    stopped: str | None = None

    def total(self, name: str) -> int:
        """The sum of one count over all games and conventions."""
        return sum(getattr(tally, name) for tally in self.tallies)

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest one, whichever game it is of."""
        found = [tally.smallest for tally in self.tallies if tally.smallest is not None]
        return min(found, key=lambda each: each.size, default=None)

    @property
    def idle(self) -> tuple[Tally, ...]:
        """Games and conventions on which the hypotheses never held."""
        return tuple(tally for tally in self.tallies if not tally.held)

    @property
    def conclusion(self) -> Conclusion:
        """What the cases say, given the standing."""
        standing, found = self.statement.standing, self.counterexample
        crashed = any(t.smallest is not None and t.smallest.fault is Fault.ERROR for t in self.tallies)
        if standing is Standing.PROVED or crashed:
            if found is not None:
                return Conclusion.FAILS
            return Conclusion.HOLDS if self.total("held") else Conclusion.NEVER_APPLIES
        if standing is Standing.REFUTED:
            return Conclusion.NOT_REFUTED if found is None else Conclusion.REFUTED
        if found is not None:
            return Conclusion.COUNTEREXAMPLE
        return Conclusion.NO_COUNTEREXAMPLE if self.total("held") else Conclusion.NEVER_APPLIES

    @property
    def failed(self) -> bool:
        """Whether a proved statement turned out wrong."""
        return self.conclusion is Conclusion.FAILS

    def to_json(self) -> dict[str, object]:
        """The whole report as one JSON object."""
        found = self.counterexample
        statement = self.statement
        counts = {name: self.total(name) for name in ("positions", "declined", "held_n", "held_p", "wrong")}
        return {
            "statement": statement.key,
            "title": statement.title,
            "standing": statement.standing.value,
            "plays": [play.value for play in statement.plays],
            "conclusion": self.conclusion.value,
            **counts,
            "counterexample": None if found is None else found.to_json(),
            "cases": [tally.to_json() for tally in self.tallies],
            "ranges": dict(self.ranges),
            "seed": self.seed,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
        }
