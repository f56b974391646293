"""LM33: Vertexnim-MR is hard. Its finite lemma, its lemmas on leaves against the law, and the reduction that runs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.errors import InputError
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.reductions.chain import apply_chain
from lastmove.reductions.leaves import SLACKS, leaf_weight
from lastmove.reductions.properties import properties
from lastmove.search.plain import PlainSearch
from leaf_attacks import EMPTY, HEAP, KEPT, SOUND, WORN, Attacked, bare, flag_of, live, slack_of
from reduction_cases import by_the_law, digraphs

if TYPE_CHECKING:
    from collections.abc import Sequence

N, P = True, False
INSIDE = "abcdef"
GADGET = [*pairwise("uabcdefv"), ("b", "d")]
FRESH, VISITED_SOUND = live(1), live(0)
LEFT = (live(0, WORN), EMPTY)
"""A vertex of the digraph where the attacker was to move, once he has left it."""
SEEN = (VISITED_SOUND, *LEFT)


def gadget(
    enter: str, u: int, v: int, exits: dict[str, bool], *, attacker: bool, edges: Sequence[Any] = GADGET, c: int = 2
) -> bool:
    """Whether the defender wins, the token having come from u to a, or from v to f; q is the way elsewhere."""
    names = sorted({end for edge in edges for end in edge} | {"q"})
    number = {name: place for place, name in enumerate(names)}
    near: list[list[int]] = [[] for _ in names]
    for one, other in [*edges, ("u" if enter == "a" else "v", "q")]:
        near[number[one]].append(number[other])
        near[number[other]].append(number[one])
    states = {name: live(slack) for name, slack in (SLACKS | {"c": c}).items()} | {"u": u, "v": v, "q": live(1)}
    states[enter] = live(slack_of(states[enter]) - 1)
    outside = {number[end]: outcome for end, outcome in exits.items()}
    game = Attacked(near, outside, [number["q"]])
    return game.defended(bytes(states[name] for name in names), number[enter], attacker=attacker)


def lemma(**changed: Any) -> list[bool]:
    """All cases of the finite lemma."""
    found = [gadget("a", VISITED_SOUND, FRESH, {"v": P}, attacker=True, **changed)]
    for left in LEFT:
        found.append(gadget("a", left, FRESH, {"v": N}, attacker=False, **changed))
        found += [gadget("a", left, seen, {}, attacker=False, **changed) for seen in SEEN]
        found += [gadget("f", FRESH, left, {"u": outcome}, attacker=False, **changed) for outcome in (N, P)]
        found += [gadget("f", seen, left, {}, attacker=False, **changed) for seen in SEEN]
    return found


def test_the_finite_lemma() -> None:
    found = lemma()
    assert len(found) == 19
    assert all(found)


def test_the_finite_lemma_can_fail() -> None:
    assert not gadget("a", VISITED_SOUND, FRESH, {"v": N}, attacker=True)
    assert not gadget("a", live(0, WORN), FRESH, {"v": P}, attacker=False)
    assert not all(lemma(c=1))
    assert not all(lemma(edges=[edge for edge in GADGET if edge != ("b", "d")]))


def board(graph: lm.Graph, start: int) -> tuple[Attacked, bytes]:
    """The board of a digraph, without its leaves, read off the reduction."""
    image = apply_chain(lm.Problem(lm.VertexGeography(graph, start=start)), ["lastmove:LM33"]).steps[0][1]
    target = image.target
    half = target.graph.n // 2
    weight = target.weights[-1]
    near = [[w for w in target.graph.neighbours[v] if w < half] for v in range(half)]
    return Attacked(near), bytes(live(w - weight) for w in target.weights[:half])


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.long)])
def test_whole_boards(most: int) -> None:
    """Who wins the digraph wins as the defender, and nobody else does."""
    seen = set()
    for n in (1, 2, 3):
        for graph in digraphs(n):
            source = lm.VertexGeography(graph, start=0)
            image = apply_chain(lm.Problem(source), ["lastmove:LM33"]).steps[0][1] if graph.m <= 3 else None
            if image is None or len(image.gadgets) > most or (key := frozenset(image.gadgets)) in seen:
                continue
            seen.add(key)
            game, states = board(graph, 0)
            token = image.target.graph.index(0)
            wins = by_the_law(source, "normal")
            assert game.defended(states, token, attacker=not wins), graph
            if most == 1:
                assert not game.defended(states, token, attacker=wins)
    assert len(seen) == {1: 3, 2: 6}[most]


def with_leaves(near: Sequence[Sequence[int]]) -> lm.Graph:
    """The graph with a leaf on every vertex: v's is number n + v."""
    n = len(near)
    edges = [(u, v) for u, row in enumerate(near) for v in row if u <= v]
    return lm.Graph(2 * n, [*edges, *((v, n + v) for v in range(n))])


def random_near(rng: random.Random, n: int) -> list[list[int]]:
    """A connected graph."""
    edges = {(rng.randrange(v), v) for v in range(1, n)}
    edges |= {(u, v) for u, v in product(range(n), repeat=2) if u < v and rng.random() < 0.4}
    return [[v for v in range(n) if (min(u, v), max(u, v)) in edges] for u in range(n)]


def test_less_than_the_leaf_loses() -> None:
    """Lemma 4: on a vertex of weight c beside a leaf of weight more than c, whoever is to move wins."""
    rng = random.Random("punished")
    same = 0
    for _ in range(tries(200)):
        n = rng.choice((1, 2, 2, 3))
        graph = with_leaves(random_near(rng, n))
        weights = [rng.randrange(4) for _ in range(2 * n)]
        c = rng.randint(1, 3)
        weights[0], weights[n] = c, rng.randint(c + 1, 5)
        assert by_the_law(lm.VertexnimMR(graph, weights, start=0), "normal"), (graph, weights)
        weights[n] = c
        same += by_the_law(lm.VertexnimMR(graph, weights, start=0), "normal")
    assert 0.2 * tries(200) < same < 0.8 * tries(200)  # but not beside one of the same weight


@pytest.mark.long
def test_the_bound_on_a_heap() -> None:
    """Lemma 5: the heap of an emptied vertex is P for a number that is at most what the small ones have together."""
    rng = random.Random("bounded")
    reached = 0
    for _ in range(tries(150)):
        n = rng.choice((2, 2, 3))
        graph = with_leaves(random_near(rng, n))
        big = rng.randint(0, 1)
        weights = [0] * (2 * n)
        psi = 0
        for v in range(1 + big, n):
            weights[v], weights[n + v] = rng.randrange(3), rng.randrange(3)
            psi += weights[v] + weights[n + v]
        if big:
            slack = rng.randrange(2)
            psi += slack
            weights[n + 1] = 2 * psi + 1
            weights[1] = weights[n + 1] + slack
        if psi > 5:
            continue
        law = PlainSearch(Play.NORMAL, Meter())
        first = next(
            k
            for k in range(99)
            if not law.wins(lm.VertexnimMR(graph, [0, *weights[1:n], k, *weights[n + 1 :]], start=0))
        )
        assert first <= psi, (graph, weights)
        reached += first == psi
    assert reached


def positions(states: bytes, weight: int) -> tuple[list[int], list[int]]:
    """Weights of vertices and leaves that match these states, the leaves as light as may be."""
    leaves = [{SOUND: weight, WORN: 1, KEPT: 2}.get(flag_of(s), int(s == HEAP)) for s in states]  # type: ignore[arg-type]
    return [slack_of(s) + leaf if s > HEAP else 0 for s, leaf in zip(states, leaves, strict=True)], leaves


@pytest.mark.long
@pytest.mark.parametrize(("n", "weight"), [(1, 2), (2, 13), (2, 4), (3, 4)])
def test_what_the_defender_wins_is_won(n: int, weight: int) -> None:
    """Lemma 6 on small boards: with the weight that the proof asks for on two vertices, and with less."""
    rng = random.Random(f"transfer {n} {weight}")
    law = PlainSearch(Play.NORMAL, Meter())
    kinds = [
        *(live(m, flag) for m in range(3 if n < 3 else 2) for flag in (SOUND, WORN, KEPT)),
        bare(1),
        bare(2),
        EMPTY,
        HEAP,
    ]
    won = 0
    for _ in range(tries(300)):
        near = random_near(rng, n)
        game = Attacked(near)
        states = bytes(rng.choice(kinds) for _ in range(n))
        attacker = rng.random() < 0.5
        if not game.defended(states, 0, attacker=attacker):
            continue
        won += 1
        vertices, leaves = positions(states, weight)
        position = lm.VertexnimMR(with_leaves(near), [*vertices, *leaves], start=0)
        assert law.wins(position) != attacker, (near, list(states), attacker)
    assert won >= tries(300) // 4


def test_the_weights_are_what_the_proof_asks_for() -> None:
    """Every bound on a heap, for all numbers of small leaves, is below the next leaf, and the last below the weight."""
    for n in (1, 2, 5, 20):
        assert leaf_weight(n).bit_length() > n * (n - 1) // 2
        bounds: list[int] = []
        for small in range(n - 1):
            together = sum(2 * bound + 3 for bound in bounds) + 2 * (n - 1 - small)
            bounds.append(2 ** (n - 1 - small) * together)
        assert leaf_weight(n) > sum(2 * bound + 3 for bound in bounds)


def reached_arcs(source: lm.VertexGeography) -> set[tuple[Any, Any]]:
    """The arcs that some play could use."""
    arcs = {(u, v) for u, v in source.graph.edges if u != v and v != source.start}
    there = {source.start}
    for _ in source.graph.vertices:
        there |= {v for u, v in arcs if u in there}
    return {(u, v) for u, v in arcs if u in there}


def test_the_reduction() -> None:
    rng = random.Random("leaves")
    for _ in range(tries(200)):
        n = rng.randint(1, 5)
        arcs = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 2 * n))]
        source = lm.VertexGeography(lm.Graph(n, arcs, directed=True), start=rng.randrange(n))
        usable = reached_arcs(source)
        degrees = Counter(end for arc in usable for end in arc)
        if any(degree > (2 if v == source.start else 3) for v, degree in degrees.items()):
            with pytest.raises(InputError, match="arcs; the start may have 2"):
                lm.reduce(source, to="vertexnim-mr")
            continue
        found = lm.reduce(source, to="vertexnim-mr")
        assert set(found.steps[0][1].gadgets) == usable
        step, image = found.steps[0]
        target: Any = found.problem.position
        assert step.size(source) == (target.graph.n, target.graph.m)
        assert step.home(image, target) is not None
        assert step.home(image, target).start == source.start
        assert lm.parse(lm.problem_to_json(found.problem)) == found.problem
        for move in source.moves():
            lifted = found.lift(move)
            assert found.lower(lifted) == move
            after = target.after(lifted)
            assert step.home(image, after) is None
            assert set(after.weights) <= {target.weights[-1] + slack for slack in range(3)}
            assert found.lower(lifted._replace(remaining=lifted.remaining - 1)) is None


def test_a_vertex_with_too_many_arcs() -> None:
    star = lm.VertexGeography(lm.Graph(4, [(0, 1), (0, 2), (0, 3)], directed=True), start=0)
    with pytest.raises(InputError, match="0 has 3 arcs; the start may have 2"):
        lm.reduce(star, to="vertexnim-mr")
    formula = lm.Formula.of([("e", [1]), ("a", [2])], [[1, 2], [1, -2]])
    with pytest.raises(InputError, match=r"weights would have over .* digits; accepted: at most"):
        lm.reduce(formula, to="vertexnim-mr")


def test_a_formula_becomes_a_planar_board_of_degree_four() -> None:
    found = lm.reduce(lm.Formula.of([("e", [1])], [[1]]), to="vertexnim-mr")
    assert found.chain == ["lichtenstein-sipser:VG:planar", "lastmove:LM33"]
    looks = properties(found.problem.position)
    assert (looks["planar"], looks["max_degree"]) == (True, 4)
