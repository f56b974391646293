"""Sources for reductions, and games between a carried strategy and all replies: what the tests of reductions share."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import networkx as nx

import lastmove as lm
from lastmove.core.limits import Meter
from lastmove.reductions import REDUCTIONS, reduction
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.reductions.carried_play import Expert

FROM_DIRECTED: list[tuple[str, dict[str, Any]]] = [
    ("renault-schmidt:2.1", {"to": "vertex-geography", "play": "misere", "directed": True}),
    (
        "renault-schmidt:2.3",
        {"to": "vertex-geography", "play": "misere", "directed": False, "by": "renault-schmidt:2.3"},
    ),
    ("renault-schmidt:3.1", {"to": "nimg-rm", "play": "misere"}),
    ("lastmove:LM12", {"to": "edge-geography", "play": "normal"}),
    ("lastmove:LM24", {"to": "nimg-mr", "play": "normal"}),
    ("lastmove:LM24:loops", {"to": "nimg-mr", "play": "normal", "by": "lastmove:LM24:loops"}),
    ("lastmove:LM26 misère", {"to": "nimg-rm", "play": "misere", "directed": True}),
    ("lastmove:LM25", {"to": "vertex-geography", "play": "misere", "directed": False}),
    (
        "lastmove:LM25:girth=9",
        {"to": "vertex-geography", "play": "misere", "directed": False, "by": "lastmove:LM25:girth=9"},
    ),
]
"""The reductions of directed Vertex Geography in normal play, and what leads to each."""

FROM_FORMULAS = [
    "lichtenstein-sipser:VG",
    "lichtenstein-sipser:VG:planar",
    "lastmove:LM26",
    "lastmove:LM26:plain",
    "lastmove:LM26:strong",
]
"""The reductions of formulas, in all variants."""

FROM_DIRECTED_EDGES = ["fraenkel-scheinerman-ullman:EG", "lastmove:LM29"]

BETWEEN_GAMES = [key for key in REDUCTIONS if key not in FROM_FORMULAS and reduction(key).searchable]
BETWEEN_GAMES.append("lastmove:LM24:loops")


def by_the_law(position: Any, play: lm.Play | str) -> bool:
    """Whether the player to move wins, by the definition."""
    return PlainSearch(lm.Play.of(play), Meter()).wins(position)


def digraphs(n: int) -> Iterator[lm.Graph]:
    """Every digraph on n vertices without loops."""
    pairs = [(u, v) for u in range(n) for v in range(n) if u != v]
    for chosen in range(1 << len(pairs)):
        yield lm.Graph(n, [pair for place, pair in enumerate(pairs) if chosen >> place & 1], directed=True)


def random_graph(rng: random.Random, sizes: tuple[int, int], *, directed: bool, loops: bool = True) -> lm.Graph:
    """A graph with a few loops and parallel edges."""
    n = rng.randint(*sizes)
    edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(n - 1, 2 * n))]
    return lm.Graph(n, [(u, v) for u, v in edges if loops or u != v], directed=directed)


def planar_bipartite_digraph(rng: random.Random, most: int) -> lm.Graph:
    """A planar digraph with two sides, at most three arcs at a vertex and two of them in; some with their reverse."""
    n = rng.randint(1, most)
    graph: Any = nx.Graph()
    graph.add_nodes_from(range(n))
    sides = [rng.randrange(2) for _ in range(n)]
    degrees, into, arcs = [0] * n, [0] * n, list[tuple[int, int]]()
    for _ in range(5 * n):
        u, v = rng.randrange(n), rng.randrange(n)
        if sides[u] == sides[v] or max(degrees[u], degrees[v]) == 3 or into[v] == 2 or (u, v) in arcs:
            continue
        if graph.has_edge(u, v) and rng.random() < 0.7:
            continue
        graph.add_edge(u, v)
        if not nx.check_planarity(graph)[0]:
            graph.remove_edge(u, v)
            continue
        arcs.append((u, v))
        degrees[u], degrees[v], into[v] = degrees[u] + 1, degrees[v] + 1, into[v] + 1
    return lm.Graph(n, arcs, directed=True)


def random_source(key: str, rng: random.Random, sizes: tuple[int, int] = (4, 6)) -> Any:
    """A position of the game that a reduction starts from, with the token somewhere."""
    if key == "renault-schmidt:3.8":
        graph = random_graph(rng, sizes, directed=rng.random() < 0.3)
        if rng.random() < 0.3:  # a loop on every vertex
            graph = lm.Graph(graph.n, [*graph.edges, *((v, v) for v in range(graph.n))], directed=graph.directed)
        return lm.NimGMR(graph, [rng.choice([0, 1, 1, 2, 3]) for _ in range(graph.n)], start=rng.randrange(graph.n))
    if key in ("renault-schmidt:2.5", "renault-schmidt:2.6", "folklore:ones", *FROM_DIRECTED_EDGES):
        directed = rng.random() < 0.5 if key == "folklore:ones" else key != "renault-schmidt:2.5"
        graph = random_graph(rng, sizes, directed=directed)
        return lm.EdgeGeography(graph, start=rng.randrange(graph.n))
    graph = random_graph(rng, sizes, directed=key != "lastmove:LM27")
    return lm.VertexGeography(graph, start=rng.randrange(graph.n))


def random_problem(key: str, rng: random.Random, sizes: tuple[int, int] = (4, 6)) -> lm.Problem:
    """The same with the convention."""
    return lm.Problem(random_source(key, rng, sizes), lm.Play.MISERE if key == "lastmove:LM27" else lm.Play.NORMAL)


def random_formula(rng: random.Random, most: int) -> lm.Formula:
    """Any prefix, free variables too, clauses of any size, seldom an empty one."""
    n = rng.randint(1, most) if rng.random() < 0.97 else 0
    variables = list(range(1, n + 1))
    prefix = [(rng.choice("ea"), [v]) for v in rng.sample(variables, n) if rng.random() < 0.9]
    clauses = []
    for _ in range(rng.randint(0, 2 * n)):
        size = rng.choice([1, 2, 2, 3, 3, n]) if rng.random() < 0.98 else 0
        clauses.append([rng.choice([1, -1]) * rng.choice(variables) for _ in range(size)])
    return lm.Formula.of(prefix, clauses)


def beats_every_reply(player: Expert, problem: lm.Problem) -> int:
    """Play from a position, the player on the winning side, every reply on the other; how many positions that took."""
    position: Any = problem.position
    pending = [(position, player.wins(position))]
    seen = set(pending)
    while pending:
        here, ours = pending.pop()
        moves = list(here.moves())
        if not moves:
            assert ours == problem.play.wins_when_stuck, "the strategy lost"
        for move in [player.move(here)] if ours and moves else moves:
            there = here.after(move), not ours
            if there not in seen:
                seen.add(there)
                pending.append(there)
    return len(seen)


def beats_at_random(player: Expert, problem: lm.Problem, rng: random.Random) -> None:
    """The same against one opponent who moves at random."""
    here: Any = problem.position
    ours = player.wins(here)
    while moves := list(here.moves()):
        here = here.after(player.move(here) if ours else rng.choice(moves))
        ours = not ours
    assert ours == problem.play.wins_when_stuck, "the strategy lost"
