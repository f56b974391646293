"""LM15 and LM16: odd cycles in misère NimG-RM, against the law, on small boards and through ``solve`` on large ones."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.core.solution import TheoremReason
from lastmove.graphs.components import odd_cycles
from lastmove.graphs.csr import rows_of_lists
from lastmove.graphs.random import small_graphs
from lastmove.search.plain import PlainSearch
from lastmove.theorems import ours

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.theorems.statement import Theorem

THEOREMS: dict[str, Theorem] = {t.statement.number: t for t in ours.DECIDERS}
NEW = ("LM15", "LM16")
Edges = list[tuple[int, int]]


def random_board(rng: random.Random, most: int = 7) -> lm.NimGRM:
    n, p = rng.randint(3, most), rng.choice((0.2, 0.3, 0.4))
    edges = [(u, v) for v in range(n) for u in range(v + 1) if rng.random() < (p if u != v else 0.06)]
    weights = [rng.choice((0, 1, 1, 2, 3)) if rng.random() < 0.4 else 1 for _ in range(n)]
    return lm.NimGRM((n, edges), weights)


def check(number: str, board: lm.NimGRM, law: PlainSearch) -> list[bool]:
    """Hold what a theorem says of all starts against the law: outcomes, moves and evidence; the outcomes it gave."""
    play = Play.MISERE
    said = THEOREMS[number].decide_board(board, play, Meter())
    if set(said.codes) == {2}:
        return []
    shown = certificate_from_json(said.certificate().to_json()).outcomes(board, play)
    found = []
    for start, code in enumerate(said.codes):
        position = board.at(start)
        alone = THEOREMS[number].decide(position, play, Meter())
        assert (alone is None) == (code == 2) or not board.weights[start], position
        if code == 2 or alone is None:
            continue
        wins = law.wins(position)
        winning = [move for move in position.moves() if not law.wins(position.after(move))]
        assert code == wins == shown[start], position
        for verdict in (said[start], alone):
            assert verdict is not None
            assert verdict.certificate is not None
            assert verdict.wins == wins, position
            assert verdict.certificate().outcome(position, play).wins == wins, position
            listed = verdict.winning_moves()
            assert listed is None or sorted(map(repr, listed)) == sorted(map(repr, winning)), position
            assert verdict.move is None or verdict.move in winning, position
        found.append(wins)
    return found


@pytest.mark.parametrize("number", NEW)
def test_random_boards(number: str) -> None:
    rng = random.Random(f"odd cycles {number}")
    found: list[bool] = []
    for _ in range(tries(900)):
        found += check(number, random_board(rng), PlainSearch(Play.MISERE, Meter()))
    assert min(found.count(True), found.count(False)) >= tries(50)


@pytest.mark.long
@pytest.mark.parametrize("number", NEW)
def test_all_small_boards(number: str) -> None:
    found: list[bool] = []
    for n, weights in ((3, (1, 2, 3)), (4, (1, 2)), (5, (1, 2))):
        for graph in small_graphs(n):
            for heavy in range(n + 1):
                for chosen in combinations(range(n), heavy):
                    law = PlainSearch(Play.MISERE, Meter())
                    board = lm.NimGRM(graph, [weights[-1] if v in chosen else 1 for v in range(n)])
                    found += check(number, board, law)
    assert min(found.count(True), found.count(False)) >= 100


def test_weights_off_the_odd_cycles_do_not_count() -> None:
    """The first sentence of LM15, by the law."""
    rng = random.Random("weights")
    changed = 0
    for _ in range(tries(400)):
        board = random_board(rng, 6)
        if any(board.graph.looped):
            continue
        live = [v for v in range(board.graph.n) if board.weights[v]]
        touched = odd_cycles(
            rows_of_lists(
                [[w for w in board.graph.neighbours[v] if v in live and w in live] for v in range(board.graph.n)]
            )
        ).vertices
        lighter = [w if touched[v] else min(w, 1) for v, w in enumerate(board.weights)]
        law, other = (PlainSearch(Play.MISERE, Meter()) for _ in range(2))
        changed += lighter != list(board.weights)
        for v in range(board.graph.n):
            assert law.wins(board.at(v)) == other.wins(lm.NimGRM(board.graph, lighter, start=v)), board
    assert changed > tries(100)


def on_an_odd_cycle(neighbours: Sequence[Sequence[int]], v: int) -> bool:
    """By trying all cycles."""
    others = [u for u in range(len(neighbours)) if u != v]
    return any(
        all(b in neighbours[a] for a, b in zip((v, *way), (*way, v), strict=True))
        for size in range(2, len(neighbours), 2)
        for way in permutations(others, size)
    )


def test_vertices_on_odd_cycles() -> None:
    for n in range(1, 6):
        for graph in small_graphs(n):
            around = [list(near) for near in graph.neighbours]
            found = odd_cycles(rows_of_lists(around)).vertices
            assert list(found) == [on_an_odd_cycle(around, v) for v in range(n)], graph


def parts(rng: random.Random, count: int) -> tuple[int, Edges]:
    """A board of single vertices, squares and odd cycles of 3 and 5 with chords, hung together by bridges."""
    edges: Edges = []
    n = 1
    while n < count:
        at, size = rng.randrange(n), rng.choice((1, 1, 3, 4, 5))
        around = list(range(n, n + size))
        edges.append((at, n))
        edges += list(zip(around, [*around[1:], *around[:1]], strict=True)) if size > 1 else []
        edges += [(n, n + 2)] if size == 5 and rng.random() < 0.5 else []
        n += size
    return n, edges


def boards(rng: random.Random, number: str) -> Iterator[Any]:
    while True:
        n, edges = parts(rng, rng.randint(8, 20))
        weights = [rng.randint(1, 3) for _ in range(n)]
        if number == "LM15":
            touched = odd_cycles(rows_of_lists([sorted(near) for near in lm.Graph(n, edges).neighbours])).vertices
            weights = [1 if touched[v] else rng.choice((1, 2, 10**30)) for v in range(n)]
        yield lm.NimGRM((n, edges), weights, start=rng.randrange(n))


@pytest.mark.parametrize("number", NEW)
def test_a_hundred_answers_through_solve(number: str) -> None:
    """Both outcomes; every winning move leads to P, every other one to N, by the same path."""
    rng = random.Random(f"fires {number}")
    fired: list[lm.Outcome] = []
    for position in boards(rng, number):
        solution = lm.solve(position, "misere", all_moves=True, certificate=True)
        if isinstance(solution.reason, TheoremReason) and solution.reason.number == number:
            fired.append(solution.outcome)
            winning = set(solution.winning_moves())
            huge = max(position.weights) > 99
            for move in rng.sample(sorted(winning, key=repr), min(6, len(winning))) if huge else position.moves():
                after = lm.solve(position.after(move), "misere").outcome
                assert after is (lm.Outcome.P if move in winning else lm.Outcome.N), (position, move)
        both = min(fired.count(lm.Outcome.N), fired.count(lm.Outcome.P))
        if both >= tries(30) and len(fired) >= tries(100):
            break


@pytest.mark.parametrize("number", NEW)
def test_a_hundred_near_misses(number: str) -> None:
    """One weight on an odd cycle raised (LM15); the component just one cluster, or no weight on its cycles (LM16)."""
    rng = random.Random(f"misses {number}")
    theorem = THEOREMS[number]
    for _ in range(tries(100)):
        size = rng.choice((3, 5))
        cycle = [(v, (v + 1) % size) for v in range(size)]
        if number == "LM15":
            position = lm.NimGRM([*cycle, (0, size)], [rng.randint(2, 5)] + [1] * size, start=rng.randrange(size + 1))
        elif rng.random() < 0.5:
            position = lm.NimGRM(cycle, [rng.randint(2, 5)] + [1] * (size - 1), start=rng.randrange(size))
        else:
            position = lm.NimGRM([*cycle, (0, size)], [1] * size + [rng.randint(2, 5)], start=rng.randrange(size + 1))
        assert theorem.decide(position, Play.MISERE, Meter()) is None, position
        solution = lm.solve(position, "misere")
        assert solution.outcome is not lm.Outcome.UNKNOWN
        assert not (isinstance(solution.reason, TheoremReason) and solution.reason.number == number)


@pytest.mark.parametrize("count", [300, *(pytest.param(n, marks=pytest.mark.long) for n in (3_000, 200_000))])
def test_large_boards_with_every_start(count: int) -> None:
    rng = random.Random("large")
    n, edges = parts(rng, count)
    graph = lm.Graph(n, edges)
    touched = odd_cycles(graph.csr).vertices
    light = [1 if touched[v] else rng.randint(1, 9) for v in range(n)]
    found = lm.outcomes(lm.NimGRM(graph, light), "misere")
    assert {reason.number for reason, _ in found.reasons if isinstance(reason, TheoremReason)} == {"LM15"}
    assert found.count(lm.Outcome.UNKNOWN) == 0
    ones = lm.outcomes(lm.NimGRM(graph, [1] * n), "misere")
    assert found.wins.tolist() == ones.wins.tolist()
    if count < 10_000:
        searched = lm.outcomes(lm.NimGRM(graph, [rng.randint(1, 4) for _ in range(n)]), "misere")
        assert searched.count(lm.Outcome.UNKNOWN) == 0
        assert {reason.number for reason, _ in searched.reasons if isinstance(reason, TheoremReason)} == {
            "LM14",
            "LM16",
        }
