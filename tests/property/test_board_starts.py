"""Every start of a board at once: what is said of the starts that are left, and of all, against the law."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from kernel_boards import random_graph, run_kernels
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED
from lastmove.core.solution import TheoremReason
from lastmove.graphs.random import small_graphs
from lastmove.search.plain import PlainSearch
from lastmove.theorems.ours.odd_cycles import DECIDERS
from lastmove.theorems.registry import theorems_for

if TYPE_CHECKING:
    from collections.abc import Iterator

(LM14,) = (theorem for theorem in DECIDERS if theorem.statement.number == "LM14")


def one_cluster(rng: random.Random) -> lm.NimGRM:
    """A misère board whose odd cycles hang together, so that LM14 is asked."""
    n = rng.randint(3, 7)
    edges = [(v, v + 1) for v in range(n - 1)] + [(v, v + 2) for v in range(n - 2)]
    edges += [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randrange(3))]
    dropped = rng.choice((0, 0, 1, 2))
    return lm.NimGRM((n, rng.sample(edges, len(edges) - dropped)), [rng.choice((1, 1, 1, 2, 3)) for _ in range(n)])


def boards(rng: random.Random) -> Iterator[tuple[Any, lm.Play]]:
    """Small boards of every graph game whose theorems know all starts."""
    yield one_cluster(rng), lm.Play.MISERE
    for directed in (False, True):
        graph = random_graph(rng, loops=True, directed=directed)
        weights = [rng.choice((0, 1, 1, 2)) for _ in range(graph.n)]
        for play in lm.Play:
            yield lm.VertexGeography(graph), play
            yield lm.EdgeGeography(graph), play
            yield lm.NimGRM(graph, weights), play
            yield lm.NimGMR(graph, weights), play
    for play in lm.Play:
        yield walks(rng), play
        yield looped(rng), play


def walks(rng: random.Random) -> Any:
    """Trees beside other components, or an acyclic digraph with now and then a circuit."""
    n = rng.randint(2, 8)
    edges = [(rng.randrange(v), v) for v in range(1, n) if rng.random() < 0.9]
    extra = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.choice((0, 0, 1)))]
    if rng.random() < 0.5:
        return rng.choice((lm.VertexGeography, lm.EdgeGeography))((n, edges + extra))
    edges += [(u, v) for u in range(n) for v in range(u + 1, n) if rng.random() < 0.2]
    weights = [rng.choice((0, 1, 2)) for _ in range(n)]
    game = rng.choice((lm.VertexGeography, lm.EdgeGeography, lm.NimGRM, lm.NimGMR))
    given = (weights,) if game in (lm.NimGRM, lm.NimGMR) else ()
    return game((n, edges + extra), *given, directed=True)


def looped(rng: random.Random) -> lm.Vertexnim:
    """Directed Vertexnim with a loop on every vertex."""
    n = rng.randint(2, 6)
    arcs = [(u, (u + 1) % n) for u in range(n)] + [(u, u) for u in range(n)]
    arcs += [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randrange(n))]
    return lm.Vertexnim((n, arcs), [rng.choice((1, 1, 1, 2)) for _ in range(n)], directed=True)


def agrees_with_law(board: Any, play: lm.Play) -> int:
    """Hold the outcomes of a board against the law, and its certificate too; how many starts theorems decided."""
    law, found = PlainSearch(play, Meter()), lm.outcomes(board, play=play, certificate=True)
    wins = [law.wins(board.at(start)) for start in board.starts()]
    assert [found[start].value for start in board.starts()] == ["N" if won else "P" for won in wins], (board, play)
    if found.certificate is not None:
        shown = certificate_from_json(found.certificate.to_json()).outcomes(board, play)
        assert all(code in (UNDECIDED, won) for code, won in zip(shown, wins, strict=True)), (board, play)
    return sum(count for reason, count in found.reasons if isinstance(reason, TheoremReason))


def test_only_what_is_left_is_said() -> None:
    """With any starts left, a theorem says of these what it says of all, and decides no other start differently."""
    rng = random.Random("left")
    spoken = 0
    for _ in range(tries(60)):
        for board, play in boards(rng):
            left = bytes(rng.randrange(2) for _ in board.starts())
            for theorem in theorems_for(board.name, play):
                whole, part = (theorem.decide_board(board, play, Meter(), some).codes for some in (None, left))
                for want, code, said in zip(left, whole, part, strict=True):
                    assert said == code or (said == UNDECIDED and not want), (theorem.statement.key, board, left)
                    spoken += bool(want and code != UNDECIDED)
    assert spoken > tries(500)


def test_theorems_share_what_they_find() -> None:
    """One meter for all theorems changes nothing that they say."""
    rng = random.Random("shared")
    for _ in range(tries(150)):
        board, play = one_cluster(rng), lm.Play.MISERE
        meter = Meter()
        for theorem in theorems_for(board.name, play):
            alone = theorem.decide_board(board, play, Meter()).codes
            assert theorem.decide_board(board, play, meter).codes == alone, (theorem.statement.key, board)


@pytest.mark.parametrize("compiled", [False, True])
def test_lm14_against_the_law(monkeypatch: pytest.MonkeyPatch, *, compiled: bool) -> None:
    run_kernels(monkeypatch, compiled=compiled)
    rng = random.Random("LM14")
    said = [0, 0, 0]
    for _ in range(tries(250)):
        board = one_cluster(rng)
        law = PlainSearch(lm.Play.MISERE, Meter())
        codes = LM14.decide_board(board, lm.Play.MISERE, Meter()).codes
        for start, code in zip(board.starts(), codes, strict=True):
            said[code] += 1
            assert code in (UNDECIDED, law.wins(board.at(start))), (board, start)
    assert min(said) > tries(50)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_random_boards(monkeypatch: pytest.MonkeyPatch, *, compiled: bool) -> None:
    run_kernels(monkeypatch, compiled=compiled)
    rng = random.Random("starts")
    assert sum(agrees_with_law(board, play) for _ in range(tries(25)) for board, play in boards(rng)) > tries(500)


@pytest.mark.long
def test_all_small_graphs() -> None:
    for graph in small_graphs(4):
        for play in lm.Play:
            agrees_with_law(lm.EdgeGeography(graph), play)
            agrees_with_law(lm.VertexGeography(graph), play)
            agrees_with_law(lm.NimGRM(graph, [1 + u % 2 for u in range(graph.n)]), play)


def test_few_undecided_moves_are_named_of_each_start() -> None:
    """They are named when a limit is spent: ten thousand of each start would take longer than the limit."""
    for n, named in ((10, 1_000), (453, 100)):
        ring = [(v, (v + step) % n) for v in range(n) for step in (1, 2)]
        board = lm.NimGMR((n, ring), [10**30] * n)
        found = lm.outcomes(board, play="misere", all_moves=True, limits=lm.Limits(positions=10))
        assert set(found.values()) == {lm.Outcome.UNKNOWN}
        assert {len(found.winning_moves(start).undecided) for start in found} == {named}
