"""Random small positions of every game, for comparing two implementations.

``generate(game, rng)`` is determined by the state of ``rng``. The sizes are such that ``rules.solve`` usually
answers within 20 ms.
"""

from __future__ import annotations

import random
from itertools import pairwise
from math import prod
from typing import Any

from reference import rules

Json = dict[str, Any]
Vertex = str | int
Edge = tuple[int, int]  # between the numbers 0..n-1, before the vertices get their names

GRAPH_GAMES = ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "edge-nimg", "vertexnim", "vertexnim-mr")
DELETION_GAMES = ("node-kayles", "arc-kayles")
GAMES = ("nim", "adjacent-nim", *GRAPH_GAMES, *DELETION_GAMES, "octal", "subtraction", "dag", "sum")

OCTAL_CODES = ("0.77", "0.07", "0.137", "0.6", "0.007", "0.75", "0.333", "0.3", "4.7", "4.3", "4.07", "4.31")
NAMES: tuple[tuple[Vertex, ...], ...] = (
    ("a", "b", "c", "d", "e", "f", "g", "h"),
    ("left", "right", "top", "the end", "é", "x_1", "", "Z"),
    (7, 3, 10, 0, 12, 5, 100, 1),
    ("10", "2", "33", "0", "1", "07", "-1", "3"),
    (1, "b", 2, "d", -3, "f", 40, "1x"),
)
SUM_STATES = 1500  # a sum has at most this many reachable states


def generate(game: str, rng: random.Random) -> Json:
    """One random position with a random ``play``."""
    return {**without_play(game, rng), "play": rng.choice(("normal", "misere"))}


def without_play(game: str, rng: random.Random) -> Json:
    """One random position as it may stand in a sum."""
    match game:
        case "nim":
            return {"game": "nim", "heaps": heaps(rng, most=4, high=8, states=400)}
        case "subtraction":
            takes = rng.sample(range(1, 8), rng.randint(1, 4))
            return {"game": "subtraction", "set": takes, "heaps": heaps(rng, most=3, high=14, states=600)}
        case "octal":
            return octal(rng)
        case "adjacent-nim":
            return adjacent_nim(rng)
        case "dag":
            return dag(rng)
        case "sum":
            return sum_of_parts(rng, SUM_STATES, depth=0)
        case "vertex-geography" | "edge-geography":
            return geography(game, rng)
        case "nimg-rm" | "nimg-mr":
            return nimg(game, rng)
        case "edge-nimg":
            return edge_nimg(rng)
        case "node-kayles" | "arc-kayles":
            return deletion(game, rng)
        case "vertexnim":
            return vertexnim(rng)
        case "vertexnim-mr":
            return vertexnim_mr(rng)
    raise ValueError(f"unknown game {game!r}")


def size(rng: random.Random, least: int, most: int) -> int:
    """A number between the two, rather a high one."""
    return max(rng.randint(least, most), rng.randint(least, most))


# --- heap games and sums ------------------------------------------------------------------------------------


def heaps(rng: random.Random, most: int, high: int, states: int) -> list[int]:
    """At most ``most`` heaps of at most ``high``, zeros among them, that Nim can lower in ``states`` ways."""
    low = rng.choice((0, 0, 1))
    found = [rng.randint(low, high) for _ in range(size(rng, 0, most))]
    while prod(heap + 1 for heap in found) > states:
        found[found.index(max(found))] -= 1
    return found


def octal(rng: random.Random) -> Json:
    """Known codes and random ones, with d0 = 4 now and then."""
    code = rng.choice(OCTAL_CODES)
    if rng.random() < 0.5:
        code = rng.choice("004") + "." + "".join(rng.choice("01234567") for _ in range(rng.randint(1, 4)))
    low = rng.choice((0, 1, 1, 1))
    sizes = [rng.randint(low, 9) for _ in range(size(rng, 0, 3))]
    while sum(sizes) > 10:  # a heap can fall into single tokens, so the total counts
        sizes[sizes.index(max(sizes))] -= 1
    return {"game": "octal", "code": code, "heaps": sizes}


def adjacent_nim(rng: random.Random) -> Json:
    """A cycle of heaps, some of them 0; sometimes all of them."""
    sizes = heaps(rng, most=7, high=rng.choice((1, 2, 3, 5, 7)), states=1500) or [rng.randint(0, 9)]
    if rng.random() < 0.03:
        sizes = [0] * len(sizes)
    full = [i for i, heap in enumerate(sizes) if heap > 0]
    current = rng.choice(full or [None, 0])  # all 0 is terminal, with or without a current heap
    return {"game": "adjacent-nim", "heaps": sizes, "start": current}


def sum_of_parts(rng: random.Random, states: int, depth: int) -> Json:
    """Up to three parts of any games; their numbers of reachable states multiply to at most ``states``."""
    count = rng.choice((0, 1, 2, 2, 2, 3, 3) if depth else (0, 1, *[2] * 10, *[3] * 10))
    parts: list[Json] = []
    for left in range(count, 0, -1):
        share = round(states ** (1 / left))  # so that something is left for the other parts
        part = small_part(rng, share, depth)
        states //= rules.reachable(part, share + 1)
        parts.append(part)
    rng.shuffle(parts)
    return {"game": "sum", "parts": parts}


def small_part(rng: random.Random, states: int, depth: int) -> Json:
    """A position with at most so many reachable states: the first small enough of some random ones."""
    game = rng.choice(GAMES if depth < 2 else GAMES[:-1])
    for _ in range(20):
        part = sum_of_parts(rng, states, depth + 1) if game == "sum" else without_play(game, rng)
        if rules.reachable(part, states + 1) <= states:
            return part
    return {"game": "nim", "heaps": [rng.randint(0, 2)]}


# --- graphs -------------------------------------------------------------------------------------------------


def random_edges(rng: random.Random, n: int, most: int, directed: bool) -> list[Edge]:
    """Up to ``most`` edges on the numbers below n: any graph, now and then with loops and parallel edges."""
    edges: list[Edge] = []
    if n == 0:
        return edges
    loops = rng.choice((0.0, 0.1, 0.3))
    parallel = rng.choice((0.0, 0.0, 0.3))
    few = 0 if rng.random() < 0.1 else most // 2
    for _ in range(rng.randint(few, most)):
        if edges and rng.random() < parallel:
            u, v = rng.choice(edges)
            edges.append((v, u) if rng.random() < 0.5 else (u, v))
        elif n == 1 or rng.random() < loops:
            u = rng.randrange(n)
            edges.append((u, u))
        else:
            u, v = rng.sample(range(n), 2)
            if parallel or ((u, v) not in edges and (directed or (v, u) not in edges)):
                edges.append((u, v))
    return edges


def connected_edges(rng: random.Random, n: int, directed: bool) -> list[Edge]:
    """A connected graph (a tree and more), or a strongly connected digraph (ears and more)."""
    edges: list[Edge] = []
    done = 1
    while done < n:
        first, last = rng.randrange(done), rng.randrange(done)
        new = list(range(done, rng.randint(done + 1, n)))
        done += len(new)
        if directed:  # a walk through new vertices, from an old one back to an old one
            walk = [first, *new, last]
            edges.extend(pairwise(walk))
        else:
            edges.extend((rng.randrange(v), v) for v in new)
    return edges + random_edges(rng, n, rng.choice((0, n, 2 * n)), directed)


def name_graph(rng: random.Random, n: int, edges: list[Edge]) -> tuple[Json, list[Vertex]]:
    """The JSON fields of a graph, with the vertices as a list, a number or not at all; and their names."""
    names: list[Vertex] = list(range(n))
    fields: Json = {"vertices": n}
    if rng.random() < 0.7:
        names = list(rng.choice(NAMES))[:n]
        rng.shuffle(names)
        fields = {"vertices": list(names)}
    edges = rng.sample(edges, len(edges))
    fields["edges"] = [[names[u], names[v]] for u, v in edges]
    if len({end for edge in edges for end in edge}) == n and rng.random() < 0.4:
        del fields["vertices"]
    return fields, names


def name_weights(rng: random.Random, fields: Json, names: list[Vertex], weights: list[int]) -> Json:
    """The weights field: a list in the order of the vertices, or an object."""
    if "vertices" in fields and rng.random() < 0.5:
        return {"weights": weights}
    pairs = list(zip(names, weights, strict=True))
    rng.shuffle(pairs)
    return {"weights": {str(v): w for v, w in pairs}}


def direction(rng: random.Random, directed: bool) -> Json:
    """The ``directed`` field; false may be left out."""
    return {} if not directed and rng.random() < 0.5 else {"directed": directed}


def geography(game: str, rng: random.Random) -> Json:
    """Vertex Geography, up to 8 vertices; Edge Geography, up to 11 edges."""
    directed = rng.random() < 0.5
    n = size(rng, 1, 8 if game == "vertex-geography" else 7)
    edges = random_edges(rng, n, min(20, 3 * n) if game == "vertex-geography" else 11, directed)
    fields, names = name_graph(rng, n, edges)
    return {"game": game, **direction(rng, directed), **fields, "start": start(rng, names, edges)}


def start(rng: random.Random, names: list[Vertex], edges: list[Edge]) -> Vertex:
    """Any vertex, but mostly one from which an edge leads away."""
    return names[rng.choice(edges)[0]] if edges and rng.random() < 0.7 else rng.choice(names)


def nimg(game: str, rng: random.Random) -> Json:
    """NimG with weights 0..4; NimG-RM sometimes over already."""
    directed = rng.random() < 0.5
    n = size(rng, 1, 6)
    edges = random_edges(rng, n, rng.choice((n, 2 * n, 3 * n)), directed)
    fields, names = name_graph(rng, n, edges)
    low, high = rng.choice((0, 1)), rng.choice((1, 2, 3, 4))
    weights = [rng.randint(min(low, high), high) for _ in range(n)]
    while prod(weight + 1 for weight in weights) * n > 2000:
        weights[weights.index(max(weights))] -= 1
    token: Vertex | None = start(rng, names, edges)
    if game == "nimg-rm" and rng.random() < 0.03:
        token = None
    shape = {"game": game, **direction(rng, directed), **fields}
    return {**shape, **name_weights(rng, fields, names, weights), "start": token}


def vertexnim(rng: random.Random) -> Json:
    """Vertexnim with weights >= 1; sometimes finished."""
    directed = rng.random() < 0.5
    n = size(rng, 1, 5)
    if rng.random() < 0.02:
        n = 0
    edges = connected_edges(rng, n, directed)
    fields, names = name_graph(rng, n, edges)
    high = rng.choice((1, 2, 3, 5))
    weights = [rng.randint(1, high) for _ in range(n)]
    while prod(weight + 1 for weight in weights) * n > 2000:
        weights[weights.index(max(weights))] -= 1
    shape = {"game": "vertexnim", **direction(rng, directed), **fields}
    token = rng.choice(names) if names else None
    return {**shape, **name_weights(rng, fields, names, weights), "start": token}


def edge_nimg(rng: random.Random) -> Json:
    """Edge NimG with weights 0..4 on up to 8 edges."""
    directed = rng.random() < 0.5
    n = size(rng, 1, 6)
    edges = random_edges(rng, n, 8, directed)
    fields, names = name_graph(rng, n, edges)
    low, high = rng.choice((0, 1)), rng.choice((1, 2, 3, 4))
    weights = [rng.randint(min(low, high), high) for _ in edges]
    while weights and prod(weight + 1 for weight in weights) * n > 2000:
        weights[weights.index(max(weights))] -= 1
    shape = {"game": "edge-nimg", **direction(rng, directed), **fields}
    return {**shape, "weights": weights, "start": start(rng, names, edges)}


def vertexnim_mr(rng: random.Random) -> Json:
    """Vertexnim-MR; now and then some vertices are empty already."""
    directed = rng.random() < 0.5
    n = size(rng, 1, 5)
    edges = connected_edges(rng, n, directed)
    fields, names = name_graph(rng, n, edges)
    low, high = rng.choice((0, 1, 1)), rng.choice((1, 2, 3, 5))
    weights = [rng.randint(low, high) for _ in range(n)]
    while prod(weight + 1 for weight in weights) * n > 2000:
        weights[weights.index(max(weights))] -= 1
    shape = {"game": "vertexnim-mr", **direction(rng, directed), **fields}
    return {**shape, **name_weights(rng, fields, names, weights), "start": rng.choice(names)}


def deletion(game: str, rng: random.Random) -> Json:
    """A game without a token on up to 8 vertices; now and then none is left."""
    n = 0 if rng.random() < 0.03 else size(rng, 1, 8)
    fields, _ = name_graph(rng, n, random_edges(rng, n, 2 * n, directed=False))
    return {"game": game, **fields}


def dag(rng: random.Random) -> Json:
    """An acyclic digraph on up to 8 nodes; the numbers rise along every arc, the names do not."""
    n = size(rng, 1, 8)
    pairs = random_edges(rng, n, 3 * n, directed=True)
    edges = [(min(u, v), max(u, v)) for u, v in pairs if u != v]
    fields, names = name_graph(rng, n, edges)
    node = names[min(edges)[0]] if edges and rng.random() < 0.5 else start(rng, names, edges)
    return {"game": "dag", **fields, "start": node}
