"""Every theorem answers through ``solve`` often enough, and declines where a hypothesis just fails."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from edge_nimg_boards import special_board
from lastmove.core.limits import Meter
from lastmove.core.solution import TheoremReason
from lastmove.graphs.families import complete, grid
from lastmove.theorems.registry import deciders, theorems_for
from lastmove.theorems.statement import Cost, Standing, Theorem
from lastmove.verify.positions import random_positions

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.long

GAMES = sorted({game for theorem in deciders() for game in theorem.statement.games})

NEVER_THROUGH_SOLVE = {
    ("lastmove LM5", "N"): "Duchêne-Renault 10, as repaired, is the same rule and comes first",
    ("lastmove LM5", "P"): "likewise",
    ("lastmove LM13", "P"): "weight 0 under the token is the end of the game, which needs no theorem",
    ("lastmove LM31", "P"): "it speaks of boards that are won, and of no others",
}


def starts(board: Any) -> list[Any]:
    if getattr(board, "start", None) is not None:
        return [board]
    try:
        return [board.at(start) for start in board.starts()]
    except lm.InputError:
        return [board]


def boards(game: str, rng: random.Random) -> Iterator[Any]:
    """Random boards; for NimG-RM every second one is mostly of weight 1 and has odd cycles, where LM14 is needed.

    For Adjacent Nim there are circles with many heaps too, so that the theorems for those come to speak.
    """
    for board in random_positions(game, rng, 6, 4):
        yield board
        if game == "adjacent-nim":
            yield circle(rng)
        if game == "edge-nimg":
            yield special_board(rng)
        if game == "edge-geography":
            yield lm.EdgeGeography(grid(2, rng.randint(3, 4)))
        if game == "nimg-rm":
            n = rng.randint(4, 6)
            edges = [(u, v) for v in range(n) for u in range(v) if rng.random() < 0.45]
            yield lm.NimGRM((n, edges), rng.sample([2, *[1] * (n - 1)], n))


def circle(rng: random.Random) -> lm.AdjacentNim:
    """Heaps up to 4; or few heaps of 1 among large ones; or many of both, where only LM8 is left."""
    light, most, count = rng.choice(((0.4, 4, 12), (0.2, 9, 9), (0.3, 30, 12), (0.5, 7, 44)))
    heaps = [1 if rng.random() < light else rng.randint(2, most) for _ in range(rng.randint(count - 3, count))]
    return lm.AdjacentNim(heaps, start=0)


def name(theorem: Theorem) -> str:
    return f"{theorem.statement.paper.name} {theorem.statement.number}"


FEW = {
    "Burke-Ferland-Teng degree 3": 25,
    "lastmove LM14": 30,
    "lastmove LM21": 40,
    "lastmove LM47": 30,
    "Plambeck-Siegel quotients": 40,
}
"""Others answer before them on most random boards, or few are of their kind; tests of their own have hundreds."""


@pytest.mark.parametrize("enough", [8, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_each_theorem_fires_in_each_outcome(game: str, enough: int) -> None:
    theorems = [t for t in deciders() if game in t.statement.games and t.statement.standing is Standing.PROVED]
    missing = {
        (name(theorem), outcome): min(enough, FEW.get(name(theorem), enough))
        for theorem in theorems
        for outcome in "NP"
        if (name(theorem), outcome) not in NEVER_THROUGH_SOLVE
        and theorem.statement.games[0] == game  # a theorem on several games is counted on its first
    }
    rng = random.Random(f"fire {game}")
    fired: Counter[tuple[str, str]] = Counter()
    for board in islice(boards(game, rng), 6000):
        if all(fired[key] >= wanted for key, wanted in missing.items()):
            break
        for play in lm.Play:
            for position in starts(board):
                solution = lm.solve(position, play, limits=lm.Limits(positions=3000))
                if isinstance(solution.reason, TheoremReason):
                    fired[solution.reason.name, solution.outcome.value] += 1
                    assert solution.reason.why
    short = {key: fired[key] for key, wanted in missing.items() if fired[key] < wanted}
    assert not short, f"theorems that answered too few positions: {short}"


TRIANGLE = [(0, 1), (1, 2), (2, 0)]
PATH = [(0, 1), (1, 2)]
STARS = [(0, 3), (0, 4), (0, 5), (1, 3), (2, 3), (1, 4), (2, 5)]
LOOPS = [(0, 0), (1, 1), (2, 2)]

NEAR_MISSES: list[tuple[str, Any, str]] = [
    ("renault-schmidt:3.4", lm.NimGRM(PATH, [1, 2, 1], start=0), "a weight 2"),
    ("renault-schmidt:3.4", lm.NimGRM([*PATH, (1, 1)], [1, 1, 1], start=0), "a loop"),
    ("renault-schmidt:3.4", lm.NimGRM(PATH, [1, 1, 1], start=0, directed=True), "directed"),
    ("renault-schmidt:3.5", lm.NimGRM(TRIANGLE, [1, 1, 2], start=0), "an odd cycle"),
    ("renault-schmidt:3.5", lm.NimGRM([*PATH, (2, 2)], [2, 2, 2], start=0), "a loop"),
    ("renault-schmidt:3.7", lm.NimGRM([*TRIANGLE, *LOOPS[:2]], [1, 2, 1], start=0), "a vertex without a loop"),
    ("lastmove:LM1", lm.NimGRM(PATH, [1, 2, 3], start=0, directed=True), "directed"),
    ("lastmove:LM2", lm.NimGRM(TRIANGLE, [2, 1, 1], start=0), "an odd cycle and a weight 2"),
    ("lastmove:LM14", lm.NimGRM(TRIANGLE, [1, 2, 1], start=0), "another bad vertex"),
    ("lastmove:LM3", lm.NimGRM([*TRIANGLE, (0, 2)], [2, 2, 2], start=0, directed=True), "a second way on"),
    ("lastmove:LM13", lm.NimGRM([*TRIANGLE, *LOOPS[:2]], [1, 1, 1], start=0, directed=True), "a vertex without a loop"),
    ("duchene-renault:5", lm.NimGRM(TRIANGLE, [2, 0, 2], start=0, directed=True), "a null weight"),
    ("fraenkel-scheinerman-ullman:UVG", lm.VertexGeography(PATH, start=0, directed=True), "directed"),
    ("fraenkel-scheinerman-ullman:UEG", lm.EdgeGeography(TRIANGLE, start=0), "an odd cycle"),
    ("fraenkel-scheinerman-ullman:UEG", lm.EdgeGeography([*PATH, (1, 1)], start=0), "a loop"),
    ("sereekiatdilok-vichitkunakorn:2", lm.EdgeGeography([(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)], start=0), "a tail"),
    ("burke-ferland-teng:degree 3", lm.Sum([lm.VertexGeography(complete(5), start=0), lm.Nim([1])]), "degree 4"),
    ("folklore:acyclic", lm.VertexGeography(TRIANGLE, start=0, directed=True), "a circuit"),
    ("folklore:acyclic", lm.EdgeGeography([(0, 1), (1, 1)], start=0, directed=True), "a loop, which can be used"),
    ("folklore:acyclic", lm.NimGMR([(0, 1), (1, 1)], [1, 1], start=0, directed=True), "a loop"),
    ("folklore:trees", lm.VertexGeography(TRIANGLE, start=0), "a cycle"),
    ("folklore:trees", lm.EdgeGeography([*PATH, (0, 1)], start=0), "a parallel edge"),
    ("lastmove:LM40", lm.EdgeNimG(TRIANGLE, [1, 2, 2], start=0), "a cycle"),
    ("lastmove:LM40", lm.EdgeNimG([*PATH, (0, 1)], [1, 2, 2], start=0), "a parallel edge"),
    ("lastmove:LM40", lm.EdgeNimG([*PATH, (1, 1)], [1, 2, 2], start=0), "a loop"),
    ("lastmove:LM41", lm.EdgeNimG([*PATH, (0, 3), (3, 2)], [1, 1, 2, 1], start=0), "a weight 2"),
    ("lastmove:LM42", lm.EdgeNimG([*TRIANGLE, (0, 2)], [2, 2, 2, 1], start=0, directed=True), "a second way on"),
    ("lastmove:LM43", lm.EdgeNimG([*TRIANGLE, (0, 3)], [2, 2, 2, 1], start=0), "an edge beside the cycle"),
    ("lastmove:LM44", lm.EdgeNimG(STARS, [1, 2, 3, 2, 1, 2, 2], start=0), "three edges on both sides"),
    ("lastmove:LM45", lm.EdgeNimG(STARS, [1, 3, 1, 2, 1, 2, 2], start=0), "weights that are too general"),
    ("lastmove:LM46", lm.EdgeNimG([*PATH, (2, 3)], [1, 2, 2], start=0), "a path of 4 vertices"),
    ("lastmove:LM46", lm.EdgeNimG([*TRIANGLE, (0, 1)], [1, 2, 2, 1], start=0), "a parallel edge"),
    ("lastmove:LM47", lm.EdgeNimG([*TRIANGLE, (0, 3), (1, 4), (2, 5)], [1] * 6, start=3), "no top"),
    ("lastmove:LM47", lm.EdgeNimG([*TRIANGLE, (0, 3)], [1, 2, 1, 2], start=2), "the only top"),
    ("lastmove:LM48", lm.EdgeNimG([*TRIANGLE, *LOOPS[:1]], [2] * 4, start=0), "an edge between vertices without loops"),
    ("lastmove:LM51", lm.VertexnimMR(PATH, [1, 1, 2], start=0), "a heavy vertex that is too far away"),
    ("lastmove:LM52", lm.VertexnimMR(TRIANGLE, [1, 2, 2], start=0), "no loops"),
    ("lastmove:LM53", lm.VertexnimMR([*PATH, (1, 1)], [1, 2, 2], start=0), "a loop"),
    ("folklore:acyclic", lm.EdgeNimG([(0, 1), (1, 1)], [1, 1], start=0, directed=True), "a loop"),
    ("holshouser-reiter:1", lm.Sum([lm.Dag([("a", "b")], start="a")]), "a single component"),
    ("holshouser-reiter:Problem 1", lm.Sum([lm.Sum([lm.Nim([2])])]), "a single component"),
    ("holshouser-reiter:Problem 1", lm.Octal("0.77", [5, 1]), "heaps that are not special"),
]


@pytest.mark.parametrize(("key", "position", "why"), NEAR_MISSES, ids=[f"{key} {why}" for key, _, why in NEAR_MISSES])
def test_near_misses(key: str, position: Any, why: str) -> None:
    theorem = next(t for t in deciders() if t.statement.key == key)
    for play in theorem.statement.plays:
        assert theorem.decide(position, play, Meter()) is None, why
        solution = lm.solve(position, play)
        assert solution.outcome is not lm.Outcome.UNKNOWN
        if isinstance(solution.reason, TheoremReason):
            assert solution.reason.name != name(theorem)


def test_every_theorem_of_this_package_is_tried_in_order_of_cost() -> None:
    costs = [theorem.cost for theorem in theorems_for("nimg-rm", lm.Play.MISERE)]
    assert costs == sorted(costs, key=list(Cost).index)


def test_huge_weights_are_no_matter() -> None:
    """A theorem never counts up to a weight."""
    huge = 10**200
    for position, play in [
        (lm.Nim([huge, huge + 1]), "normal"),
        (lm.Nim([huge, huge + 1]), "misere"),
        (lm.NimGRM(PATH, [huge, huge + 5, 7], start=1), "normal"),
        (lm.NimGRM(PATH, [huge, huge + 5, 7], start=1), "misere"),
        (lm.NimGRM(TRIANGLE, [huge, huge, 7], start=0, directed=True), "normal"),
        (lm.NimGRM(PATH, [huge, huge, 7], start=0, directed=True), "misere"),
        (lm.NimGMR(PATH, [huge, huge, 7], start=0, directed=True), "misere"),
        (lm.AdjacentNim([huge, huge + 1, 7], start=0), "normal"),
        (lm.EdgeNimG(PATH, [huge, huge + 1], start=1), "normal"),
        (lm.EdgeNimG(PATH, [huge, 1], start=0), "misere"),
        (lm.EdgeNimG([*PATH, (2, 3), (3, 0)], [huge, huge + 1, 7, 8], start=0), "normal"),
        (lm.EdgeNimG(TRIANGLE, [huge, huge + 1, 7], start=0, directed=True), "misere"),
        (lm.Vertexnim(PATH, [huge, huge + 1, 7], start=0), "normal"),
        (lm.Vertexnim([*PATH, *LOOPS], [huge, huge + 1, 7], start=0), "misere"),
    ]:
        solution = lm.solve(position, lm.Play(play), limits=lm.Limits(time=20))
        assert isinstance(solution.reason, TheoremReason), (position, solution.reason)
        if solution.outcome is lm.Outcome.N:
            after = position.after(solution.move)
            assert lm.solve(after, lm.Play(play)).outcome is lm.Outcome.P
