"""Grundy values of undirected Vertex Geography with matchings, against all positions below; and their evidence."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import lastmove as lm
import lastmove.sums.geography as geography
from effort import tries
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.graphs.csr import rows_of
from lastmove.graphs.families import comb, complete, petersen, random_regular
from lastmove.graphs.matching.matching import MatchingSolver
from lastmove.graphs.random import small_graphs
from lastmove.search.plain import PlainSearch
from lastmove.sums.geography import LostStarts
from lastmove.sums.geography_check import GrundyMatchings
from lastmove.sums.nimbers import GrundySearch, NimberSearch
from lastmove.theorems.sums import GeographySums

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NORMAL = Play.NORMAL


@pytest.fixture(autouse=True)
def matchings_on_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geography, "SMALL_BOARD", 0)


def random_board(rng: random.Random, n: int, degree: int, density: float) -> lm.VertexGeography:
    """A board with the token somewhere; only there may a degree be larger."""
    token, near = rng.randrange(n), [set[int]() for _ in range(n)]
    for u in range(n):
        for v in range(u):
            full = any(len(near[w]) >= degree for w in (u, v) if w != token)
            if not full and rng.random() < density:
                near[u].add(v)
                near[v].add(u)
    edges = [(u, v) for u in range(n) for v in near[u] if u < v]
    return lm.VertexGeography(lm.Graph(n, edges), start=token)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
def test_values_of_every_graph(n: int) -> None:
    met = set()
    for graph in small_graphs(n):
        full, search = GrundySearch(Meter()), NimberSearch(Meter())
        for u in range(n):
            board = lm.VertexGeography(graph, start=u)
            assert search.value(board) == full.value(board), board
            met.add(full.value(board))
    assert met >= set(range(min(n, 2)))


def test_values_at_degree_three() -> None:
    rng = random.Random("degree three")
    met = set()
    for _ in range(tries(400)):
        board = random_board(rng, rng.randint(6, 11), 3, rng.choice((0.2, 0.4)))
        met.add(GrundySearch(Meter()).value(board))
        assert lm.grundy(board) == GrundySearch(Meter()).value(board), board
    assert met >= {0, 1, 2, 3}


def test_what_is_asked_in_any_order_of_play() -> None:
    """The matching that is kept is a maximum one, whatever vertices go and come back."""
    rng = random.Random("any order")
    for _ in range(tries(200)):
        n = rng.randint(2, 18)
        density = rng.choice((0.1, 0.2, 0.4))
        edges = [(u, v) for u in range(n) for v in range(u + 1) if rng.random() < density]
        board = lm.VertexGeography(lm.Graph(n, edges))
        lost = LostStarts(board.graph)
        for _ in range(5):
            position = board.at(rng.randrange(n))
            while moves := list(position.moves()):
                left = MatchingSolver(rows_of(position.graph))
                at = position.graph.index(position.start)
                assert lost.has(position) == (left.mate[at] < 0 or not left.partners(at)), position
                position = position.after(rng.choice(moves))


def sums(rng: random.Random, count: int) -> Iterator[lm.Sum]:
    for _ in range(count):
        boards = [random_board(rng, rng.randint(2, 9), 3, 0.4) for _ in range(rng.randint(1, 2))]
        yield lm.Sum([*boards, lm.Nim([rng.randint(0, 3)])])


def test_sums_against_the_law_with_evidence() -> None:
    rng = random.Random("sums of boards")
    shown = 0
    for position in sums(rng, tries(60)):
        law = PlainSearch(NORMAL, Meter())
        verdict = GeographySums().decide(position, NORMAL, Meter())
        assert verdict is not None
        assert verdict.wins == law.wins(position)
        winning = {move for move in position.moves() if not law.wins(position.after(move))}
        assert set(verdict.winning_moves() or ()) == winning
        assert verdict.certificate is not None
        certificate = verdict.certificate()
        again = certificate_from_json(json.loads(json.dumps(certificate.to_json())))
        assert again.outcome(position, NORMAL).wins == verdict.wins
        if verdict.move is not None:
            after = again.after(position, NORMAL, verdict.move)
            assert after is not None
            assert not after.wins
        shown += isinstance(certificate, GrundyMatchings)
    assert shown


def test_only_boards_of_degree_three_and_heaps() -> None:
    rule = GeographySums()
    wide = lm.VertexGeography(complete(5), start=0)
    for parts in ([wide], [lm.Nim([3])], [lm.VertexGeography(comb(3), start=0), lm.Octal("0.77", [2])]):
        assert rule.decide(lm.Sum(parts), NORMAL, Meter()) is None
    arcs = lm.VertexGeography(lm.Graph(2, [(0, 1)], directed=True), start=0)
    assert rule.decide(lm.Sum([arcs]), NORMAL, Meter()) is None
    assert rule.decide(lm.Sum([lm.VertexGeography(complete(4), start=0)]), NORMAL, Meter()) is not None


@pytest.mark.parametrize("n", [80, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "make",
    [lambda n: random_regular(3, n, seed=1), lambda n: petersen(n * 3 // 8, 2), comb],
    ids=["random", "petersen", "comb"],
)
def test_large_boards(make: Callable[[int], lm.Graph], n: int) -> None:
    """The value of the board is the heap that makes a lost sum with it."""
    board = lm.VertexGeography(make(n), start=7)
    value = lm.grundy(board)
    lost = lm.solve(lm.Sum([board, lm.Nim([value])]), "normal")
    assert lost.outcome is lm.Outcome.P
    assert all(lm.solve(lm.Sum([board, lm.Nim([heap])]), "normal").outcome is lm.Outcome.N for heap in range(value))


def test_false_evidence_is_refused() -> None:
    position = lm.Sum([lm.VertexGeography(comb(5), start=0), lm.Nim([1])])
    true = lm.solve(position, "normal", certificate=True).certificate
    assert isinstance(true, GrundyMatchings)
    true.outcome(position, NORMAL)
    first = true.lost[0]
    for changed in (
        replace(first, matching=first.matching[1:]),
        replace(first, matching=(*first.matching, first.matching[0])),
        replace(first, barrier=(99,)),
        replace(first, component=next(place for place, entry in enumerate(true.values) if entry != 0)),
    ):
        with pytest.raises(Refuted):
            replace(true, lost=(changed, *true.lost[1:])).outcome(position, NORMAL)
    flipped = [1 if place == first.component else entry for place, entry in enumerate(true.values)]
    with pytest.raises(Refuted):
        replace(true, values=tuple(flipped)).outcome(position, NORMAL)
    twice = json.loads(json.dumps(replace(true, lost=(first, first)).to_json()))
    with pytest.raises(Refuted, match="two matchings"):
        certificate_from_json(twice)
