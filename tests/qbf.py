"""Who wins, asked of a solver of quantified boolean formulas: a third implementation of the rules, for the tests only.

It was written from the text of the rules and imports nothing from ``lastmove``; the search is done by a program that
has never heard of games (DepQBF; Debian's package ``depqbf``).

"The player to move wins" is a formula: there is a move such that for all replies there is a move, and so on. The
moves of each turn are numbered, and a turn's number is a few bits: existential where the first player moves, universal
where the second does. Everything else is worked out from the moves by gates: the position after each turn, whether the
move was legal, whether there was one at all. A flag says whether play goes on. The first player must move legally while
it does; an illegal move of the second player ends it, with nothing left to prove.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from shutil import which
from typing import Any, Protocol

__all__ = [
    *("EdgeGeography", "EdgeNimG", "NimGMR", "NimGRM", "VertexGeography", "Vertexnim", "VertexnimMR"),
    *("depqbf", "formula", "wins"),
]

TRUE, FALSE = 1, -1
"""Literals are numbers, the sign is negation, and variable 1 is always true."""

Edges = Sequence[tuple[int, int]]


class Circuit:
    """Variables with their quantifiers, outermost first; gates; and clauses, all of which must hold."""

    def __init__(self) -> None:
        self.count = 1
        self.clauses: list[tuple[int, ...]] = [(TRUE,)]
        self.prefix: list[tuple[str, list[int]]] = [("e", [TRUE])]
        self._made: dict[frozenset[int], int] = {}

    def new(self, quantifier: str = "e") -> int:
        """A variable inside all others."""
        self.count += 1
        if self.prefix[-1][0] != quantifier:
            self.prefix.append((quantifier, []))
        self.prefix[-1][1].append(self.count)
        return self.count

    def hold(self, *literals: int) -> None:
        """Add a clause: one of these is true."""
        if TRUE not in literals:
            self.clauses.append(tuple(x for x in literals if x != FALSE))

    def both(self, *literals: int) -> int:
        """A literal that is true when all of these are."""
        found = frozenset(literals) - {TRUE}
        if FALSE in found or any(-x in found for x in found):
            return FALSE
        if len(found) < 2:
            return next(iter(found), TRUE)
        gate = self._made.get(found)
        if gate is None:
            gate = self._made[found] = self.new()
            for x in found:
                self.hold(-gate, x)
            self.hold(gate, *(-x for x in found))
        return gate

    def some(self, literals: Iterable[int]) -> int:
        """A literal that is true when one of these is."""
        return -self.both(*(-x for x in literals))

    def number(self, count: int, quantifier: str) -> list[int]:
        """A number below ``count``: for each value the literal that says that it was chosen.

        At most one of them is true. Bits may also stand for numbers that are too large; then none is.
        """
        bits = [self.new(quantifier) for _ in range((count - 1).bit_length())]
        return [self.both(*(bit if i >> k & 1 else -bit for k, bit in enumerate(bits))) for i in range(count)]

    def qdimacs(self) -> str:
        """The formula as solvers read it."""
        lines = [f"p cnf {self.count} {len(self.clauses)}"]
        lines += [f"{quantifier} {' '.join(map(str, block))} 0" for quantifier, block in self.prefix]
        lines += [f"{' '.join(map(str, clause))} 0" for clause in self.clauses]
        return "\n".join(lines) + "\n"


class Game(Protocol):
    """The rules of one game on one graph; a position is whatever the rules make of literals."""

    @property
    def longest(self) -> int:
        """No play has more moves than this."""

    @property
    def choices(self) -> Sequence[int]:
        """How many values each of the numbers has that make up a move."""

    def first(self) -> Any:
        """The position to begin with."""

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        """For each move, as its numbers, a literal that says whether it is legal; those that never are left out."""

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        """The position after a legal move; after another one, any."""


def formula(game: Game, *, misere: bool, first: tuple[int, ...] | None = None) -> str:
    """A formula that is true when the player to move wins; a player who cannot move loses, in misère play wins.

    With ``first``, a move as its numbers: when that move wins.
    """
    make = Circuit()
    position = game.first()
    goes_on = TRUE
    for turn in range(game.longest + 1):
        ours = turn % 2 == 0
        legal = game.moves(make, position)
        stuck = -make.some(legal.values())
        if misere != ours:  # this player being stuck, we have lost
            make.hold(-goes_on, -stuck)
        if turn == game.longest:
            make.hold(-goes_on, stuck)  # by the rules it is: were it not, no formula would be true
            break
        chosen = [make.number(count, "e" if ours else "a") for count in game.choices]
        picked = {move: make.both(*(chosen[i][k] for i, k in enumerate(move))) for move in legal}
        allowed = make.some(make.both(picked[move], legal[move]) for move in legal)
        if turn == 0 and first is not None:
            make.hold(make.both(picked[first], legal[first]))
        if ours:
            make.hold(-goes_on, stuck, allowed)
            goes_on = make.both(goes_on, -stuck)
        else:
            goes_on = make.both(goes_on, allowed)
        position = game.after(make, position, chosen)
    return make.qdimacs()


def depqbf() -> str | None:
    """Where the solver is; None if it is not installed."""
    return which("depqbf")


def wins(game: Game, *, misere: bool, first: tuple[int, ...] | None = None) -> bool:
    """Whether the player to move wins, or does so with the move ``first``, as the solver says."""
    program = depqbf()
    assert program is not None
    given = formula(game, misere=misere, first=first)
    ran = subprocess.run([program], input=given, capture_output=True, text=True, check=False)
    assert ran.returncode in (10, 20), (ran.returncode, ran.stdout, ran.stderr)  # true, false
    return ran.returncode == 10


def arcs(edges: Edges, directed: bool) -> list[tuple[int, int]]:
    """The ways to go: once each, and both ways in an undirected graph."""
    back = [] if directed else [(v, u) for u, v in edges]
    return sorted({*edges, *back})


@dataclass(frozen=True)
class VertexGeography:
    """Slide the token to an out-neighbour; the vertex it leaves is deleted. Position: the token, what is deleted."""

    n: int
    edges: Edges
    directed: bool
    start: int

    @property
    def longest(self) -> int:
        return self.n - 1

    @property
    def choices(self) -> Sequence[int]:
        return (self.n,)

    def first(self) -> Any:
        return token(self.n, self.start), [FALSE] * self.n

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, gone = position
        ways: dict[tuple[int, ...], list[int]] = {}
        for u, v in arcs(self.edges, self.directed):
            if u != v:
                ways.setdefault((v,), []).append(make.both(at[u], -gone[v]))
        return {move: make.some(found) for move, found in ways.items()}

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        at, gone = position
        return chosen[0], [make.some((gone[v], at[v])) for v in range(self.n)]


@dataclass(frozen=True)
class EdgeGeography:
    """Slide the token along an edge; that edge is deleted. A move is the number of an edge."""

    n: int
    edges: Edges
    directed: bool
    start: int

    @property
    def longest(self) -> int:
        return len(self.edges)

    @property
    def choices(self) -> Sequence[int]:
        return (len(self.edges),)

    def first(self) -> Any:
        return token(self.n, self.start), [FALSE] * len(self.edges)

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, used = position
        return {
            (e,): make.both(-used[e], at[u] if self.directed else make.some((at[u], at[v])))
            for e, (u, v) in enumerate(self.edges)
        }

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        at, used = position
        arrives: list[list[int]] = [[] for _ in range(self.n)]
        for e, (u, v) in enumerate(self.edges):
            arrives[v].append(make.both(chosen[0][e], at[u]))
            if not self.directed:
                arrives[u].append(make.both(chosen[0][e], at[v]))
        return [make.some(ways) for ways in arrives], [
            make.some((used[e], chosen[0][e])) for e in range(len(self.edges))
        ]


@dataclass(frozen=True)
class Weighted:
    """What the weighted games share: a move is a vertex to go to and a weight to lower to.

    Weights are in unary: ``holds[v][j]`` says that vertex v has more than j tokens (in Edge NimG, edge v). The token
    may be nowhere (vertex number n): the game has ended there.
    """

    n: int
    edges: Edges
    directed: bool
    weights: Sequence[int]
    start: int

    @property
    def longest(self) -> int:
        return sum(self.weights)

    @property
    def choices(self) -> Sequence[int]:
        return self.n + 1, max([*self.weights, 1])

    def first(self) -> Any:
        return token(self.n + 1, self.start), [[TRUE] * weight for weight in self.weights]

    def ways(self, u: int) -> list[int]:
        """The out-neighbours."""
        return [v for p, v in arcs(self.edges, self.directed) if p == u]

    def lowered(self, make: Circuit, holds: Any, where: Sequence[int], to: Sequence[int]) -> Any:
        """The weights after the vertex that ``where`` tells was lowered to the number that ``to`` tells."""
        # More than j are left if there were, and the vertex is another one or was lowered to more than j.
        above = [make.some(to[j + 1 :]) for j in range(len(to))]
        return [
            [make.both(held, make.some((-where[v], above[j]))) for j, held in enumerate(holds[v])]
            for v in range(len(holds))
        ]


class NimGRM(Weighted):
    """Lower the weight of the token's vertex, then move the token to a neighbour; without one, the game ends."""

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, holds = position
        found: dict[tuple[int, ...], list[int]] = {}
        for u in range(self.n):
            for v in self.ways(u) or [self.n]:
                for k in range(self.weights[u]):
                    found.setdefault((v, k), []).append(make.both(at[u], holds[u][k]))
        return {move: make.some(ways) for move, ways in found.items()}

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        at, holds = position
        goes, to = chosen
        return goes, self.lowered(make, holds, at, to)


class NimGMR(Weighted):
    """Move the token to a neighbour of positive weight, then lower the weight there."""

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, holds = position
        found: dict[tuple[int, ...], list[int]] = {}
        for u in range(self.n):
            for v in self.ways(u):
                for k in range(self.weights[v]):
                    found.setdefault((v, k), []).append(make.both(at[u], holds[v][k]))
        return {move: make.some(ways) for move, ways in found.items()}

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        goes, to = chosen
        return goes, self.lowered(make, position[1], goes, to)


class Vertexnim(Weighted):
    """Lower the weight of the token's vertex u, then move the token to a neighbour.

    If the weight became 0, u is deleted: every p before u and s after u are joined by an arc, also where p = s, and
    the token goes to a neighbour other than u. In undirected graphs that makes the neighbours of u a clique with loops.
    A last vertex is a heap: the token stays, with or without a loop, until the vertex is empty and the game ends.
    """

    def first(self) -> Any:
        known = set(arcs(self.edges, self.directed))
        joined = [[TRUE if (u, v) in known else FALSE for v in range(self.n)] for u in range(self.n)]
        return *super().first(), joined

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, holds, joined = position
        found: dict[tuple[int, ...], list[int]] = {}
        for u in range(self.n):
            alone = make.both(*(-holds[v][0] for v in range(self.n) if v != u))
            for k in range(self.weights[u]):
                able = make.both(at[u], holds[u][k])
                for v in range(self.n):
                    way = joined[u][v]
                    if v == u:
                        way = FALSE if k == 0 else make.some((way, alone))
                    found.setdefault((v, k), []).append(make.both(able, way))
            found.setdefault((self.n, 0), []).append(make.both(at[u], holds[u][0], alone))
        legal = {move: make.some(ways) for move, ways in found.items()}
        return {move: literal for move, literal in legal.items() if literal != FALSE}

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        at, holds, joined = position
        goes, to = chosen
        left = self.lowered(make, holds, at, to)
        emptied = [make.both(at[u], to[0]) for u in range(self.n)]
        after = [[FALSE] * self.n for _ in range(self.n)]
        for p in range(self.n):
            for s in range(self.n):
                through = (make.both(emptied[u], joined[p][u], joined[u][s]) for u in range(self.n))
                stays = make.both(make.some((joined[p][s], *through)), left[p][0], left[s][0])
                after[p][s] = stays
        return goes, left, after


class VertexnimMR(Weighted):
    """Move the token to a vertex of positive weight that is joined to its own, then lower the weight there.

    If the weight became 0, the vertex is gone: all that was joined to it is joined to all it was joined to. The token
    may stand where a vertex was, so ways out of emptied vertices are kept. A vertex alone is joined to itself.
    """

    def first(self) -> Any:
        known = {*arcs(self.edges, self.directed), *([(0, 0)] if self.n == 1 else [])}
        for z in (v for v in range(self.n) if not self.weights[v]):
            known |= {(p, s) for p, a in known if a == z for b, s in known if b == z}
        joined = [[TRUE if (u, v) in known else FALSE for v in range(self.n)] for u in range(self.n)]
        return *super().first(), joined

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, holds, joined = position
        found = {}
        for v in range(self.n):
            here = make.some([make.both(at[u], joined[u][v]) for u in range(self.n)])
            for k in range(self.weights[v]):
                found[v, k] = make.both(here, holds[v][k])
        return {move: literal for move, literal in found.items() if literal != FALSE}

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        _, holds, joined = position
        goes, to = chosen
        emptied = [make.both(goes[z], to[0]) for z in range(self.n)]
        after = [
            [
                make.some([joined[p][s], *(make.both(emptied[z], joined[p][z], joined[z][s]) for z in range(self.n))])
                for s in range(self.n)
            ]
            for p in range(self.n)
        ]
        return goes, self.lowered(make, holds, goes, to), after


class EdgeNimG(Weighted):
    """Move the token along an edge of positive weight, and lower that. A move is the number of an edge and a weight."""

    @property
    def choices(self) -> Sequence[int]:
        return max(len(self.edges), 1), max([*self.weights, 1])

    def first(self) -> Any:
        return token(self.n, self.start), [[TRUE] * weight for weight in self.weights]

    def moves(self, make: Circuit, position: Any) -> dict[tuple[int, ...], int]:
        at, holds = position
        found = {}
        for e, (u, v) in enumerate(self.edges):
            here = at[u] if self.directed else make.some((at[u], at[v]))
            for k in range(self.weights[e]):
                found[e, k] = make.both(here, holds[e][k])
        return {move: literal for move, literal in found.items() if literal != FALSE}

    def after(self, make: Circuit, position: Any, chosen: Sequence[list[int]]) -> Any:
        at, holds = position
        along, to = chosen
        arrives: list[list[int]] = [[] for _ in range(self.n)]
        for e, (u, v) in enumerate(self.edges):
            arrives[v].append(make.both(along[e], at[u]))
            if not self.directed:
                arrives[u].append(make.both(along[e], at[v]))
        return [make.some(ways) for ways in arrives], self.lowered(make, holds, along, to)


def token(count: int, start: int) -> list[int]:
    """For each vertex the literal that says that the token is there."""
    return [TRUE if v == start else FALSE for v in range(count)]
