"""The exact search and ``lm.solve`` against a QBF solver: other rules, another encoding, a search by somebody else."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

import lastmove as lm
import qbf
from effort import is_quick, tries
from lastmove.core.limits import Meter
from lastmove.core.optional import is_there
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings

pytestmark = pytest.mark.skipif(
    qbf.depqbf() is None, reason="DepQBF is not installed (Debian and Ubuntu: apt install depqbf)"
)

WAYS = [Settings(compiled=True, threads=1)] * is_there("numba") + [Settings(compiled=False)]


class Case(NamedTuple):
    """A game in both implementations, and the positions to compare them on."""

    game: Any
    encoded: Any
    vertices: tuple[int, int] = (5, 8)
    edges: int = 16
    weights: tuple[int, int] | None = None
    tokens: int = 10  # in all: a play may take as many moves

    def __repr__(self) -> str:
        return str(self.game.name)


CASES = [
    Case(lm.VertexGeography, qbf.VertexGeography),
    Case(lm.EdgeGeography, qbf.EdgeGeography, edges=10),
    Case(lm.NimGRM, qbf.NimGRM, weights=(0, 3)),
    Case(lm.NimGMR, qbf.NimGMR, weights=(0, 3)),
    Case(lm.EdgeNimG, qbf.EdgeNimG, vertices=(2, 6), edges=8, weights=(0, 3), tokens=9),
    Case(lm.Vertexnim, qbf.Vertexnim, vertices=(1, 5), edges=8, weights=(1, 3), tokens=8),
    Case(lm.VertexnimMR, qbf.VertexnimMR, vertices=(1, 5), edges=8, weights=(0, 3), tokens=8),
]

every_game = pytest.mark.parametrize("case", CASES, ids=repr)
directed_or_not = pytest.mark.parametrize("directed", [False, True], ids=["graph", "digraph"])


class Position(NamedTuple):
    """One position in both implementations."""

    ours: Any
    encoded: Any
    edges: list[tuple[int, int]]


def drawn(case: Case, draw: random.Random, directed: bool) -> Position:
    """A random position, now and then with loops and parallel edges; weights of 0 where they are allowed."""
    n = draw.randint(*case.vertices)
    edges = []
    if case.game in (lm.Vertexnim, lm.VertexnimMR) and n > 1:  # the graph must be (strongly) connected
        edges = [(v, (v + 1) % n) if directed else (v, draw.randrange(v)) for v in range(0 if directed else 1, n)]
    loops = draw.choice((0, 0, 0.2))
    while len(edges) < case.edges and draw.random() < 0.95:
        u, v = draw.randrange(n), draw.randrange(n)
        if u != v or draw.random() < loops:
            edges.append((u, v))
        elif n == 1:
            break
    graph = lm.Graph.numbered(n, edges, directed=directed)
    start = draw.choice(edges)[0] if edges else 0
    if case.weights is None:
        return Position(case.game(graph, start=start), case.encoded(n, edges, directed, start), edges)
    weights = [draw.randint(*case.weights) for _ in (edges if case.game is lm.EdgeNimG else range(n))]
    while sum(weights) > case.tokens:
        weights[weights.index(max(weights))] -= 1
    return Position(case.game(graph, weights, start=start), case.encoded(n, edges, directed, weights, start), edges)


def numbers(position: Position, move: Any) -> tuple[int, ...]:
    """A move as the encoding numbers it."""
    if isinstance(position.encoded, qbf.EdgeGeography):
        ends = [(position.encoded.start, move.to)]
        ends += [] if position.encoded.directed else [(move.to, position.encoded.start)]
        return (next(e for e, edge in enumerate(position.edges) if edge in ends),)
    if isinstance(position.encoded, qbf.EdgeNimG):
        return position.ours.edge_of(move), move.remaining
    to = position.encoded.n if move.to is None else move.to
    return (to, move.remaining) if hasattr(move, "remaining") else (to,)


def check(position: Position, *, moves: bool) -> list[bool]:
    """Compare both conventions, with ``moves`` also what each move is worth; who wins, as the solver says."""
    found = []
    for play in lm.Play:
        misere = play is lm.Play.MISERE
        told = qbf.wins(position.encoded, misere=misere)
        for settings in WAYS:
            assert ExactSearch(play, Meter(), settings).wins(position.ours) == told, (position, play, settings)
        answer = lm.solve(position.ours, play)
        assert answer.outcome is lm.Outcome.for_mover(told), (position, play, answer.reason)
        if moves:
            winning = [
                move
                for move in position.ours.moves()
                if qbf.wins(position.encoded, misere=misere, first=numbers(position, move))
            ]
            assert sorted(answer.winning_moves()) == sorted(winning), (position, play, answer.reason)
        found.append(told)
    return found


def test_by_hand() -> None:
    """A path of three vertices, its end and its middle; and what the rules say of special places."""
    path = [(0, 1), (1, 2)]
    for start, normal in ((0, False), (1, True)):
        for game in (qbf.VertexGeography, qbf.EdgeGeography):
            assert qbf.wins(game(3, path, False, start), misere=False) == normal, (game, start)
            assert qbf.wins(game(3, path, False, start), misere=True) != normal, (game, start)
    loop = [(0, 0)]
    assert not qbf.wins(qbf.VertexGeography(1, loop, False, 0), misere=False)  # never playable
    assert qbf.wins(qbf.EdgeGeography(1, loop, False, 0), misere=False)  # once
    assert qbf.wins(qbf.NimGRM(1, [], False, [3], 0), misere=False)  # take tokens, and the game ends there
    assert not qbf.wins(qbf.NimGRM(1, [], False, [3], 0), misere=True)
    assert not qbf.wins(qbf.NimGMR(1, [], False, [3], 0), misere=False)
    assert qbf.wins(qbf.Vertexnim(1, [], False, [3], 0), misere=True)  # one heap of Nim
    assert not qbf.wins(qbf.Vertexnim(1, [], False, [1], 0), misere=True)
    assert qbf.wins(qbf.VertexnimMR(1, [], False, [3], 0), misere=True)
    assert qbf.wins(qbf.VertexnimMR(2, [(0, 1)], False, [1, 0], 0), misere=False)  # over the other one, and back
    assert not qbf.wins(qbf.EdgeNimG(2, [(0, 1), (0, 1)], False, [2, 2], 0), misere=False)  # two heaps of Nim
    assert qbf.wins(qbf.EdgeNimG(1, [(0, 0)], False, [2], 0), misere=True)
    assert qbf.wins(qbf.EdgeNimG(2, [(0, 1)], True, [2], 1), misere=True)  # no arc leads out


@every_game
@directed_or_not
def test_random_positions(case: Case, directed: bool) -> None:
    draw = random.Random(1)
    found: set[bool] = set()
    for _ in range(tries(8, quick=5)):
        found |= set(check(drawn(case, draw, directed), moves=False))
        if is_quick() and len(found) == 2:
            break
    assert found == {False, True}


@every_game
@directed_or_not
def test_winning_moves(case: Case, directed: bool) -> None:
    draw = random.Random(2)
    for _ in range(tries(2, quick=1)):
        check(drawn(case, draw, directed), moves=True)


@pytest.mark.long
@every_game
@directed_or_not
def test_many_random_positions(case: Case, directed: bool) -> None:
    draw = random.Random(3)
    for number in range(60):
        check(drawn(case, draw, directed), moves=number % 3 == 0)
