"""Duchêne and Renault and our own results on Vertexnim, against the law and against themselves."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.games.moves import LowerAndSlide
from lastmove.graphs.components import is_strongly_connected, strong_components
from lastmove.graphs.csr import rows_of_lists
from lastmove.theorems import duchene_renault, ours
from lastmove.theorems.rules.labels import descent_labels, strong_labels
from lastmove.theorems.statement import Standing
from reference import cases
from theory_checks import Law, Tally, consistent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

THEOREMS = {
    theorem.statement.number: theorem
    for theorem in (*duchene_renault.DECIDERS, *ours.DECIDERS)
    if "vertexnim" in theorem.statement.games
}
PROVED = [theorem for theorem in THEOREMS.values() if theorem.statement.standing is Standing.PROVED]


def graphs(n: int, *, directed: bool, loops: str, labelled: bool = True) -> Iterator[lm.Graph]:
    """All (strongly) connected graphs on n vertices, with the loops asked for: "any", "all" or "none"."""
    pairs = list(permutations(range(n), 2) if directed else combinations(range(n), 2))
    seen = set()
    for chosen in product((False, True), repeat=len(pairs)):
        edges = [pair for pair, taken in zip(pairs, chosen, strict=True) if taken]
        if not is_strongly_connected(lm.Graph.numbered(n, edges, directed=directed)):
            continue
        if not labelled:
            form = min(
                tuple(sorted((p[u], p[v]) if directed else tuple(sorted((p[u], p[v]))) for u, v in edges))
                for p in permutations(range(n))
            )
            if form in seen:
                continue
            seen.add(form)
        for looped in {"any": product((0, 1), repeat=n), "all": [(1,) * n], "none": [(0,) * n]}[loops]:
            yield lm.Graph.numbered(n, [*edges, *((u, u) for u in range(n) if looped[u])], directed=directed)


def check_all(tally: Tally, some: Iterator[lm.Graph], high: int) -> None:
    for graph in some:
        laws = [Law(play) for play in Play]
        for weights in product(range(1, high + 1), repeat=graph.n):
            board = lm.Vertexnim(graph, weights)
            for law in laws:
                tally.check(PROVED, board, law)


@pytest.mark.long
def test_undirected_small() -> None:
    tally = Tally()
    for n, high in ((1, 6), (2, 6), (3, 3)):
        check_all(tally, graphs(n, directed=False, loops="any"), high)
    tally.enough("9", "10", "13", "LM5", least=50)
    assert tally.positions > 2_500


@pytest.mark.long
def test_undirected_larger() -> None:
    tally = Tally()
    check_all(tally, graphs(3, directed=False, loops="any"), 4)
    check_all(tally, graphs(4, directed=False, loops="none", labelled=False), 4)
    check_all(tally, graphs(4, directed=False, loops="any", labelled=False), 3)
    tally.enough("9", "10", "13", "LM5")
    assert tally.positions > 20_000


@pytest.mark.long
def test_directed_small() -> None:
    tally = Tally()
    for n, high in ((1, 5), (2, 5), (3, 2)):
        check_all(tally, graphs(n, directed=True, loops="any"), high)
    check_all(tally, graphs(3, directed=True, loops="none"), 3)
    tally.enough("6", "14", "LM4", least=30)
    tally.enough("3", "LM8", "LM9", "LM10", least=30)
    assert tally.positions > 5_000


@pytest.mark.long
def test_directed_larger() -> None:
    tally = Tally()
    check_all(tally, graphs(3, directed=True, loops="any"), 3)
    check_all(tally, graphs(4, directed=True, loops="none", labelled=False), 2)
    check_all(tally, graphs(4, directed=True, loops="all", labelled=False), 3)
    tally.enough("6", "14", "LM4")
    tally.enough("LM8", "LM9", "LM10", least=30)
    assert tally.positions > 10_000


def random_board(rng: random.Random, *, directed: bool, n: int, high: int, loops: float) -> lm.Vertexnim:
    edges = [(u, v) for u, v in cases.connected_edges(rng, n, directed) if u != v]
    edges += [(u, u) for u in range(n) if rng.random() < loops]
    light = rng.random()
    weights = [1 if rng.random() < light else rng.randint(1, high) for _ in range(n)]
    return lm.Vertexnim(lm.Graph.numbered(n, edges, directed=directed), weights)


@pytest.mark.parametrize("directed", [False, True])
def test_random_against_the_law(directed: bool) -> None:
    rng = random.Random(f"vertexnim {directed}")
    tally = Tally()
    for _ in range(tries(150)):
        n = rng.randint(4, 5)
        board = random_board(rng, directed=directed, n=n, high=3 if n == 5 else 4, loops=rng.choice((0, 0.2, 1, 1)))
        for play in Play:
            tally.check(PROVED, board, Law(play))
    if directed:
        tally.enough("6", "14", least=tries(40, quick=5))
    else:
        tally.enough("10", "13", least=tries(100, quick=15))


@pytest.mark.parametrize("directed", [False, True])
def test_random_large_against_itself(directed: bool) -> None:
    """Weights of a hundred digits on graphs of up to 40 vertices: every verdict fits the verdicts one move later."""
    rng = random.Random(f"large vertexnim {directed}")
    seen = set()
    for _ in range(tries(120, quick=20)):
        n, base = rng.randint(2, 40), 10 ** rng.choice((1, 100))
        board = random_board(
            rng, directed=directed, n=n, high=8, loops=1.0 if directed else rng.choice((0.0, 0.1, 1.0))
        )
        weights = [weight if weight < 3 else weight + base for weight in board.weights]
        board = lm.Vertexnim(board.graph, weights)
        for play in Play:
            normal, misere = ("6", "14") if directed else ("10", "13")
            theorem = THEOREMS[normal if play is Play.NORMAL else misere]
            for start in rng.sample(range(n), min(n, 4)):
                position = board.at(start)
                seen.add((play, consistent(theorem, position, play, samples(rng, position))))
    assert len(seen) == 4


def samples(rng: random.Random, position: Any) -> list[LowerAndSlide]:
    """Some moves: to every neighbour, leaving what could matter."""
    graph, u = position.graph, position.graph.index(position.start)
    weight = position.weights[u]
    near = {0, 1, 2, 3, weight - 1} | {position.weights[v] + d for v in graph.neighbours[u] for d in (-1, 0, 1)}
    near = set(rng.sample(sorted(k for k in near if 0 <= k < weight), min(3, weight)))
    moves = [LowerAndSlide(k, v) for k in near for v in graph.neighbours[u] if k or v != u]
    return rng.sample(moves, min(6, len(moves)))


PATH = [(0, 1), (1, 2)]
NEAR_MISSES: list[tuple[str, lm.Vertexnim]] = [
    ("3", lm.Vertexnim(lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0)], directed=True), [2, 1, 3], 0)),
    ("3", lm.Vertexnim(lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0), (0, 0)], directed=True), [2, 2, 3], 0)),
    ("3", lm.Vertexnim(lm.Graph.numbered(3, [(0, 1), (1, 2), (2, 0)]), [2, 2, 3], 0)),
    ("6", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0), (0, 0)], directed=True), [2, 1], 0)),
    ("6", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (0, 0), (1, 1)]), [2, 1], 0)),
    ("14", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0), (0, 0)], directed=True), [2, 1], 0)),
    ("9", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (0, 0)]), [2, 1], 0)),
    ("9", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0), (0, 0), (1, 1)], directed=True), [2, 1], 0)),
    ("10", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0)], directed=True), [2, 1], 0)),
    ("13", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0)], directed=True), [2, 1], 0)),
    ("10 as printed", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0)], directed=True), [2, 1], 0)),
    ("LM4", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0), (0, 0)], directed=True), [1, 2], 0)),
    ("LM4", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0), (0, 0)], directed=True), [2, 2], 0)),
    ("LM4", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (0, 0)]), [2, 1], 0)),
    ("LM4", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0)], directed=True), [2, 1], 0)),
    ("LM5", lm.Vertexnim(lm.Graph.numbered(3, PATH), [2, 3, 1], 1)),
    ("LM5", lm.Vertexnim(lm.Graph.numbered(3, PATH), [1, 3, 2], 0)),
    ("LM5", lm.Vertexnim(lm.Graph.numbered(3, [*PATH, (1, 1)]), [2, 3, 2], 1)),
    ("LM5", lm.Vertexnim(lm.Graph.numbered(1), [3], 0)),
    ("LM5", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0)], directed=True), [2, 2], 0)),
    ("LM8", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1), (1, 0), (1, 1)], directed=True), [2, 2], 0)),
    ("LM8", lm.Vertexnim(lm.Graph.numbered(2, [(0, 1)]), [2, 2], 0)),
]


@pytest.mark.parametrize(("number", "position"), NEAR_MISSES)
def test_near_misses(number: str, position: lm.Vertexnim) -> None:
    theorem = THEOREMS[number]
    for play in theorem.statement.plays:
        assert theorem.decide(position, play, Meter()) is None
        board = lm.Vertexnim(position.graph, position.weights)
        assert theorem.decide_board(board, play, Meter())[position.graph.index(position.start)] is None


def test_finished_games() -> None:
    last = lm.Vertexnim(lm.Graph.numbered(1), [3], 0)
    over = last.after(LowerAndSlide(0, None))
    for theorem in THEOREMS.values():
        for play in theorem.statement.plays:
            assert theorem.decide(over, play, Meter()) is None
            assert len(theorem.decide_board(over, play, Meter())) == 0


@pytest.mark.long
def test_theorem_10_as_printed_fails_where_we_say() -> None:
    """The path with weights (2, 3, 4, 4), and no smaller graph, weight or path than that."""
    printed, law = THEOREMS["10 as printed"], Law(Play.NORMAL)
    path = lm.Vertexnim([("a", "b"), ("b", "c"), ("c", "d")], [2, 3, 4, 4], start="c")
    verdict = printed.decide(path, Play.NORMAL, Meter())
    assert verdict is not None
    assert verdict.wins
    assert not law.wins(path)
    for n, high in ((1, 5), (2, 5), (3, 5), (4, 3)):
        for graph in graphs(n, directed=False, loops="any", labelled=False):
            for weights in product(range(1, high + 1), repeat=n):
                board = lm.Vertexnim(graph, weights)
                said = printed.decide_board(board, Play.NORMAL, Meter()).codes
                assert said == THEOREMS["10"].decide_board(board, Play.NORMAL, Meter()).codes, board


def test_conventions_agree() -> None:
    """LM4 on every small digraph, loops optional: the law itself in both conventions."""
    count = 0
    for n, high in ((1, 4), (2, 4), (3, 3)):
        for directed in (False, True):
            for graph in graphs(n, directed=directed, loops="any"):
                normal, misere = Law(Play.NORMAL), Law(Play.MISERE)
                for weights in product(range(1, high + 1), repeat=n):
                    board = lm.Vertexnim(graph, weights)
                    for start in board.starts():
                        same = normal.wins(board.at(start)) == misere.wins(board.at(start))
                        assert same == (max(weights) > 1), board.at(start)
                        count += 1
    assert count > 10_000


def definition_7(neighbours: Sequence[Sequence[int]], left: set[int]) -> dict[int, bool]:
    """Definition 7 to the letter: for each vertex whether it is P."""
    loses: dict[int, bool] = {}
    while left:
        for part in map(set, strong_components(neighbours, left)):
            if all(v in part for u in part for v in neighbours[u] if v in left):
                break
        odd = len(part) % 2 == 1
        before = {u for u in left - part if part & set(neighbours[u])} if odd else set()
        loses |= dict.fromkeys(part, odd) | dict.fromkeys(before, False)
        left = left - part - before
    return loses


def test_strong_labels_are_definition_7() -> None:
    rng = random.Random("strong labels")
    for _ in range(tries(2000)):
        n = rng.randint(0, 9)
        neighbours = [sorted(rng.sample(range(n), rng.randint(0, min(n, 3)))) for _ in range(n)]
        within = {u for u in range(n) if rng.random() < 0.8}
        labels = strong_labels(rows_of_lists(neighbours), within)
        expected = definition_7(neighbours, within)
        assert {u: labels.loses[u] for u in within} == expected
        for u in within:
            assert (labels.towards[u] >= 0) == (not expected[u])
            joined = [{*row, *neighbours[u]} if u in row else set(row) for row in neighbours]
            contracted = strong_labels(rows_of_lists(neighbours), within, contracted=u)
            rest = definition_7([sorted(row - {u}) for row in joined], within - {u})
            assert {v: contracted.loses[v] for v in within - {u}} == rest


def test_strong_components() -> None:
    rng = random.Random("components")
    for _ in range(tries(500)):
        n = rng.randint(0, 12)
        arcs = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 2 * n))] if n else []
        graph = lm.Graph.numbered(n, arcs, directed=True)
        parts = strong_components(graph.neighbours)
        place = {u: number for number, part in enumerate(parts) for u in part}
        assert sorted(place) == list(range(n))
        assert all(place[u] >= place[v] for u, v in arcs)
        for part in parts:
            kept = sum(1 << u for u in part)
            assert is_strongly_connected(graph.induced(kept))
    deep = [[u + 1] for u in range(50_000)] + [[0]]
    assert len(strong_components(deep)) == 1


def test_descent_labels_on_the_path_of_the_erratum() -> None:
    path = rows_of_lists([[1], [0, 2], [1, 3], [2]])
    found = descent_labels(path, [2, 3, 4, 4], bytes([1, 1, 1, 1]))
    assert list(found.loses) == [1, 0, 1, 1]
    assert list(found.towards) == [-1, 0, -1, -1]


def test_statements_are_in_the_order_of_the_paper() -> None:
    numbers = [statement.number for statement in duchene_renault.STATEMENTS]
    assert numbers[:5] == ["1 introduction", "1", "2", "3", "4"]
    assert numbers.index("10") + 1 == numbers.index("10 as printed") < numbers.index("13")
    of_ours = [s.number for s in ours.STATEMENTS if int(s.number[2:].split()[0]) in range(4, 12)]
    assert of_ours == [f"LM{i}" for i in range(4, 12)]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6])
def test_reasons_count_the_closed_set(size: int) -> None:
    """A ring of so many vertices of weight 1, all looped, beside one of weight 3."""
    ring = [(u, (u + 1) % size) for u in range(size)] + [(0, size), (size, 0)]
    loops = [(u, u) for u in range(size + 1)]
    board = lm.Vertexnim((size + 1, ring + loops), [1] * size + [3], start=0, directed=True)
    label, parity = ("N", "even") if size in (2, 4, 6) else ("P", "odd")
    count = "1 vertex" if size == 1 else f"{size} vertices"
    text = str(lm.solve(board).reason.to_json()["text"])
    assert text.endswith(f"is labelled {label}, in a closed set of {count}, an {parity} number.")


@pytest.mark.parametrize(
    ("weights", "start", "kind"),
    [
        ([2, 2, 1], 0, "labelling"),
        ([2, 2, 1], 1, "parity"),
        ([2, 2, 1], 2, "parity"),
        ([2, 1, 1], 0, "parity"),
        ([2, 2, 2], 1, "labelling"),
        ([1, 1, 1], 1, "parity"),
    ],
)
def test_labels_are_written_where_counting_is_not_enough(weights: list[int], start: int, kind: str) -> None:
    """On a path of three vertices."""
    answer = lm.solve(lm.Vertexnim([(0, 1), (1, 2)], weights, start=start), certificate=True)
    assert answer.certificate is not None
    assert answer.certificate.kind == kind
