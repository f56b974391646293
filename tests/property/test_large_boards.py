"""Boards as the kernels see them, in both ways of running them: the same answers, held against the law.

Large boards run compiled; here every size does, or none.
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import lastmove as lm
from effort import tries
from kernel_boards import decided_by_kernels, random_graph, run_kernels
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted
from lastmove.core.limits import Meter
from lastmove.graphs.component_kernels import BIPARTITE, NEITHER, UNMARKED
from lastmove.graphs.components import component, component_kinds, component_sizes, two_colouring
from lastmove.graphs.csr import rows_of, rows_within, small_weights
from lastmove.search.plain import PlainSearch
from lastmove.theorems.rules.matchings.matching_check import FlatCycles, FlatPairs


@pytest.fixture(params=["plain", "compiled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How every kernel is run."""
    run_kernels(monkeypatch, compiled=request.param == "compiled")
    return str(request.param)


def test_boards_against_the_law(way: str) -> None:
    rng = random.Random(f"large boards {way}")
    decided: dict[str, int] = {}
    for _ in range(tries(60, quick=30)):
        for board, play in decided_by_kernels(rng):
            found = lm.outcomes(board, play)
            law = PlainSearch(play, Meter())
            moves = found.moves
            for start in board.starts():
                position = board.at(start)
                wins = law.wins(position)
                assert (found[start] is lm.Outcome.N) == wins, (board, play, start)
                if moves[start] is not None:
                    assert not law.wins(position.after(moves[start])), (board, play, start)
                else:
                    assert not wins or next(iter(position.moves()), None) is None
            for reason, count in found.reasons:
                number = getattr(reason, "number", "search")
                decided[number] = decided.get(number, 0) + count
    assert {"UVG", "LM1", "LM2", "3.4", "3.5", "LM3", "5", "10", "13"} <= set(decided)


def test_both_ways_write_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("both ways")
    for _ in range(tries(25)):
        for board, play in decided_by_kernels(rng):
            texts = []
            for compiled in (False, True):
                run_kernels(monkeypatch, compiled=compiled)
                again = lm.parse(lm.problem_to_json(lm.Problem(board, play)))
                answer = lm.outcomes(again, certificate=True).to_json(certificate=True)
                for reason in answer["reasons"]:
                    reason.pop("seconds", None)
                texts.append(json.dumps(answer))
            assert texts[0] == texts[1]


@pytest.mark.usefixtures("way")
def test_flat_certificates_read_back() -> None:
    """Odd cycles in cycles and parents: a board whose evidence has all fields, written, read and checked."""
    triangles = [(3 * i + a, 3 * i + b) for i in range(6) for a, b in ((0, 1), (1, 2), (2, 0))]
    edges = [*triangles, *((3 * i + 2, 18 + i % 2) for i in range(6)), (0, 3), (3, 6)]
    board = lm.VertexGeography((20, edges))
    found = lm.outcomes(board, "normal", certificate=True)
    answer = json.loads(json.dumps(found.to_json(certificate=True)))
    part = answer["certificate"]["parts"][0]
    assert part["cycles"]
    assert part["barrier"]
    assert part["parents"]
    again = certificate_from_json(part)
    assert found.certificate is not None
    assert again == found.certificate.parts[0]  # type: ignore[attr-defined]
    assert found.certificate.parts[0] == again  # type: ignore[attr-defined]
    check_answer(lm.Problem(board, lm.Play.NORMAL), answer)


def test_flat_sequences_look_like_tuples() -> None:
    pairs = FlatPairs(np.array([1, 2, 3]), np.array([4, 5, 6]))
    assert list(pairs) == [(1, 4), (2, 5), (3, 6)] == [pairs[0], pairs[1], pairs[-1]]
    assert pairs == ((1, 4), (2, 5), (3, 6))
    assert pairs[1:] == ((2, 5), (3, 6))
    assert pairs != ((1, 4),)
    cycles = FlatCycles(pairs, np.array([1, 3]))
    assert cycles == (((1, 4),), ((2, 5), (3, 6)))
    assert cycles[1] == ((2, 5), (3, 6))
    assert hash(cycles) == hash(tuple(cycles))
    assert hash(pairs) == hash(tuple(pairs))
    assert (repr(pairs), repr(cycles)) == ("<3 pairs>", "<2 cycles>")


def test_graph_functions(way: str) -> None:
    rng = random.Random(f"graph functions {way}")
    for _ in range(tries(200)):
        graph = random_graph(rng, loops=False)
        kept = bytes(rng.random() < 0.7 for _ in range(graph.n))
        inner = rows_within(rows_of(graph), kept)
        lists = [[v for v in around if kept[v]] if kept[u] else [] for u, around in enumerate(graph.neighbours)]
        assert [inner.row(u) for u in range(graph.n)] == lists
        assert list(inner.isolated()) == [not around for around in lists]
        numbers, sizes = component_sizes(inner, kept)
        marked = bytes(rng.random() < 0.3 for _ in range(graph.n))
        kinds = component_kinds(inner, marked)
        for u in range(graph.n):
            together = component(lists, u)
            bipartite = BIPARTITE if two_colouring(lists, together) else NEITHER
            assert kinds[u] == (bipartite if any(marked[v] for v in together) else UNMARKED)
            if kept[u]:
                assert sizes[numbers[u]] == len(together)
                assert {int(numbers[v]) for v in together} == {int(numbers[u])}
            else:
                assert numbers[u] == -1


def test_small_weights_keep_the_order() -> None:
    rng = random.Random("weights")
    for _ in range(tries(200)):
        weights = [rng.choice((0, 1, 2, 5, 2**61, 2**62, 10**30)) for _ in range(rng.randint(1, 6))]
        small = small_weights(weights)
        assert max(small) < 2**62
        for a, b in zip(weights, small, strict=True):
            assert (a == b) if a <= 1 else b > 1
            assert all((a < c) == (b < d) for c, d in zip(weights, small, strict=True))


def test_loops() -> None:
    edges = [(i, i + 1) for i in range(100_000)] + [(7, 7), (9, 9), (7, 7)]
    looped = lm.graphs.Graph.numbered(100_001, edges).looped
    assert [u for u in range(100_001) if looped[u]] == [7, 9]
    assert lm.graphs.Graph(3, [(0, 1), (2, 2)]).looped == bytes([0, 0, 1])


LIES: dict[str, tuple[list[tuple[int, int]], int, dict[str, object]]] = {
    "two edges of the matching meet": ([(0, 1), (0, 2), (0, 3)], 1, {"matching": [[0, 1], [0, 2]], "barrier": []}),
    "an edge of the matching is none": ([(0, 1), (1, 2)], 0, {"matching": [[0, 2]], "barrier": [1]}),
    "the matching is not maximum": ([(0, 1), (1, 2), (2, 3)], 0, {"matching": [[1, 2]], "barrier": []}),
    "nothing is left out": ([(0, 1)], 1, {"matching": [[0, 1]], "barrier": [0]}),
    "a parent edge is none": (
        [(0, 1), (2, 2)],
        1,
        {"matching": [[0, 1]], "barrier": [0], "parents": [[0, 2]]},
    ),
    "parents lead away from the barrier": (
        [(0, 1), (1, 2), (3, 2)],
        1,
        {"matching": [[0, 1], [2, 3]], "barrier": [0, 2], "parents": [[1, 0]]},
    ),
    "no cycle shows the component": ([(0, 1), (1, 2)], 1, {"matching": [[0, 1]], "barrier": []}),
    "no cycle shows the component below": (
        [(0, 1), (1, 2), (3, 0), (3, 4)],
        1,
        {"matching": [[0, 3], [1, 2]], "barrier": [3], "parents": [[3, 4]]},
    ),
    "a cycle uses an edge that is none": (
        [(0, 1), (1, 2)],
        1,
        {"matching": [[0, 1]], "barrier": [], "cycles": [[[0, 1], [1, 2], [2, 0]]]},
    ),
    "cycles are even": (
        [(0, 1), (1, 2), (2, 3), (3, 0), (4, 0)],
        0,
        {
            "matching": [[0, 1], [2, 3]],
            "barrier": [],
            "cycles": [[[0, 1], [1, 2], [2, 3], [3, 0]], [[4, 0], [0, 4]]],
        },
    ),
    "longer cycles are even": (
        [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 2)],
        0,
        {
            "matching": [[0, 1], [2, 3], [4, 5]],
            "barrier": [],
            "cycles": [[[0, 1], [1, 2], [2, 3], [3, 0]], [[0, 4], [4, 5], [5, 6], [6, 2]]],
        },
    ),
    "a cycle does not close": (
        [(0, 1), (1, 2)],
        1,
        {"matching": [[0, 1]], "barrier": [], "cycles": [[[0, 1], [1, 2], [2, 1]]]},
    ),
    "cycles go through a piece twice": (
        [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)],
        3,
        {
            "matching": [[0, 1], [3, 4]],
            "barrier": [],
            "cycles": [[[3, 2], [2, 0], [0, 1], [1, 2], [2, 3]], [[4, 3], [0, 1], [3, 4]]],
        },
    ),
    "cycles go through the barrier": (
        [(0, 1), (1, 2), (3, 0), (3, 1), (4, 2), (4, 0), (3, 5), (4, 6)],
        1,
        {
            "matching": [[0, 1], [3, 5], [4, 6]],
            "barrier": [3, 4],
            "cycles": [[[0, 1], [1, 3], [3, 0]], [[1, 2], [2, 4], [4, 0]]],
        },
    ),
}
"""Edges, a start, and a certificate that would show the wrong outcome of it if that one condition were not checked."""


@pytest.mark.parametrize("why", LIES)
@pytest.mark.usefixtures("way")
def test_every_condition_on_matchings_is_needed(why: str) -> None:
    edges, start, body = LIES[why]
    board = lm.VertexGeography(lm.graphs.Graph(1 + max(map(max, edges)), edges))
    truth = lm.outcomes(board)[start]
    lie = "P" if truth is lm.Outcome.N else "N"
    certificate = {"kind": "board", "version": 1, "parts": [{"kind": "matching", "version": 1, **body}]}
    outcomes = {str(u): lie if u == start else "unknown" for u in board.starts()}
    with pytest.raises(Refuted):
        check_answer(lm.Problem(board, lm.Play.NORMAL), {"outcomes": outcomes, "certificate": certificate})


FORMS: dict[str, dict[str, object]] = {
    "a barrier vertex twice": {"barrier": [1, 1]},
    "a barrier vertex too large": {"barrier": [4]},
    "a barrier vertex far too large": {"barrier": [2**61]},
    "a matching too large": {"matching": [[0, 1], [2, 2**61]]},
    "a cycle of nothing": {"cycles": [[]]},
    "a cycle too large": {"cycles": [[[0, 9], [9, 1], [1, 0]]]},
    "two parents": {"parents": [[1, 0], [1, 2]]},
    "a parent too large": {"parents": [[1, 2**40]]},
}


@pytest.mark.parametrize("what", FORMS)
@pytest.mark.usefixtures("way")
def test_numbers_are_held_against_the_graph(what: str) -> None:
    board = lm.VertexGeography((3, [(0, 1), (1, 2)]))
    body = {"matching": [[0, 1]], "barrier": [1], "parents": [[1, 2]]}
    assert (
        certificate_from_json({"kind": "matching", "version": 1, **body}).outcomes(board, lm.Play.NORMAL) == b"\0\1\0"
    )
    changed = certificate_from_json({"kind": "matching", "version": 1, **body, **FORMS[what]})
    with pytest.raises(Refuted):
        changed.outcomes(board, lm.Play.NORMAL)


@pytest.mark.usefixtures("way")
def test_matchings_do_not_decide_every_component() -> None:
    """An odd cycle with a weight above 1, in misère NimG-RM, beside a vertex that a matching decides."""
    board = lm.NimGRM((4, [(0, 1), (1, 2), (2, 0)]), [2, 1, 1, 1])
    body = {"matching": [[1, 2]], "barrier": [], "cycles": [[[0, 1], [1, 2], [2, 0]]]}
    found = certificate_from_json({"kind": "matching", "version": 1, **body}).outcomes(board, lm.Play.MISERE)
    assert found == bytes([2, 2, 2, 0])


WRONG_LABELS: list[tuple[Any, str, list[int]]] = [
    (lm.NimGRM((1, []), [1]), "LM1", [0]),
    (lm.NimGRM((1, []), [0]), "LM1", []),
    (lm.NimGRM((1, [(0, 0)]), [2]), "LM1", [0]),
    (lm.NimGRM((2, [(0, 1)]), [1, 1]), "LM1", [0]),
    (lm.NimGRM((2, [(0, 1)]), [2, 1]), "LM1", [0, 1]),
    (lm.NimGRM((2, [(0, 1)]), [2, 1]), "LM1", [0]),
    (lm.NimGRM((2, [(0, 1)]), [2, 1]), "LM1", [1, 1]),
    (lm.NimGRM((2, [(0, 1)]), [2, 1]), "LM1", [1, 2]),
    (lm.Vertexnim((2, [(0, 1)]), [2, 1]), "LM5", [0]),
    (lm.Vertexnim((2, [(0, 1)]), [2, 2]), "LM5", [0]),
    (lm.Vertexnim((2, [(0, 1)]), [3, 2]), "LM5", [0, 1]),
    (lm.Vertexnim((2, [(0, 1), (0, 0)]), [3, 3]), "LM5", [0, 1]),
]


@pytest.mark.parametrize("number", range(len(WRONG_LABELS)))
@pytest.mark.usefixtures("way")
def test_wrong_labels_are_refused(number: int) -> None:
    board, rule, lost = WRONG_LABELS[number]
    changed = certificate_from_json({"kind": "labelling", "version": 1, "rule": rule, "lost": lost})
    with pytest.raises(Refuted):
        changed.outcomes(board, lm.Play.NORMAL)


def test_weights_of_a_circle_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are worked out anew each time: once for each vertex, a circle of 30,000 took longer than its time limit."""
    read, weights = [], lm.Vertexnim.weights

    def counted(board: lm.Vertexnim) -> Any:
        read.append(board)
        return weights.__get__(board)

    monkeypatch.setattr(lm.Vertexnim, "weights", property(counted))
    n = 300
    found = lm.outcomes(
        lm.Vertexnim((n, [(v, (v + 1) % n) for v in range(n)]), [2 + v % 5 for v in range(n)], directed=True)
    )
    assert found.count(lm.Outcome.UNKNOWN) == 0
    assert len(read) < n
