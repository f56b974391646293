"""Random families of graphs: the same seed gives the same graph on every machine and Python version."""

from __future__ import annotations

import math
from collections import Counter
from heapq import heappop, heappush
from itertools import combinations
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import watched
from lastmove.graphs.graph import Graph
from lastmove.graphs.parameters import check_size, generator, integer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

__all__ = ["random_digraph", "random_graph", "random_regular", "random_tree"]


def random_tree(n: int, *, seed: int) -> Graph:
    """A tree on n >= 1 vertices, each of the n**(n-2) labelled trees equally likely (by its Prüfer code)."""
    n, rng = integer("n", n, 1), generator(seed)
    check_size("n", n, n - 1)
    code = [rng.randrange(n) for _ in watched(range(n - 2))]
    children = Counter(code)
    leaves = [v for v in watched(range(n)) if v not in children]  # ascending, so a heap
    edges = []
    for parent in watched(code):
        edges.append((heappop(leaves), parent))
        children[parent] -= 1
        if not children[parent]:
            heappush(leaves, parent)
    if n > 1:
        edges.append((heappop(leaves), heappop(leaves)))
    return Graph.numbered(n, sorted((min(edge), max(edge)) for edge in watched(edges)))


def random_graph(n: int, p: float, *, seed: int) -> Graph:
    """A random graph G(n, p): each pair of the n vertices is joined with probability p, independently.

    Takes time O(n + edges): the gaps between the edges are drawn, not the pairs.
    """
    n, rng = integer("n", n, 0), generator(seed)
    if isinstance(p, bool) or not isinstance(p, int | float) or not 0 <= p <= 1:
        raise InputError("p", f"{show(p)}; accepted: a number from 0 to 1")
    pairs = n * (n - 1) // 2
    check_size("n", n, 0)
    check_size("p", n, math.ceil(p * pairs))
    if p in (0, 1):
        return Graph.numbered(n, combinations(range(n), 2)) if p else Graph(n)
    slope = math.log1p(-p)

    def edges() -> Iterator[tuple[int, int]]:
        u, v = -1, 1
        while v < n:
            u += 1 + int(min(math.log(1 - rng.random()) / slope, pairs))
            while u >= v and v < n:
                u, v = u - v, v + 1
            if v < n:
                yield u, v

    return Graph.numbered(n, edges())


def random_digraph(n: int, out_degree: int, *, seed: int) -> Graph:
    """A random digraph: from each of the n vertices arcs to ``out_degree`` others, every choice equally likely."""
    n, rng = integer("n", n, 0), generator(seed)
    out_degree = integer("out_degree", out_degree, 0, max(n - 1, 0))
    check_size("n", n, n * out_degree)

    def edges() -> Iterator[tuple[int, int]]:
        for u in range(n):
            chosen: set[int] = set()
            for top in range(n - 1 - out_degree, n - 1):  # Floyd's sampling from 0..n-2
                draw = rng.randrange(top + 1)
                chosen.add(top if draw in chosen else draw)
            yield from ((u, v + (v >= u)) for v in sorted(chosen))

    return Graph.numbered(n, edges(), directed=True)


def random_regular(degree: int, n: int, *, seed: int) -> Graph:
    """A random simple graph on n vertices of the given degree; degree < n, and one of the two even.

    The ends of the edges are paired at random, and loops and parallel edges are then switched away; every such
    graph can come out, all nearly (not exactly) equally often. Beyond degree n/2 it is the complement of one.
    """
    n, rng = integer("n", n, 0), generator(seed)
    degree = integer("degree", degree, 0, max(n - 1, 0))
    if degree * n % 2:
        raise InputError("degree", f"{show(degree)} on {show(n)} vertices; accepted: an even degree, or n even")
    check_size("degree", n, degree * n // 2)
    if 2 * degree < n:
        return Graph.numbered(n, sorted(_pairing(degree, n, rng)))
    absent = _pairing(n - 1 - degree, n, rng)
    return Graph.numbered(n, (pair for pair in combinations(range(n), 2) if pair not in absent))


def _pairing(degree: int, n: int, rng: Random) -> Counter[tuple[int, int]]:
    """The edges of a random regular graph of degree < n/2.

    Slots 2i and 2i+1 hold the ends of edge i. A superfluous edge uv (a loop, or one of several parallel ones) and
    any edge xy are replaced by ux and vy if both are new. The number of superfluous edges falls with each switch,
    and there always is one: the vertex u has less than ``degree`` proper neighbours, so x is u or one of them in
    at most degree² of the degree·n choices of (x, y), likewise y for v, and 2·degree² < degree·n.
    """
    ends = [v for v in watched(range(n)) for _ in range(degree)]
    slots = len(ends)
    for s in watched(range(slots - 1, 0, -1)):  # as rng.shuffle does, with looks at the limits
        t = rng.randrange(s + 1)
        ends[s], ends[t] = ends[t], ends[s]
    edges = Counter(_ordered(ends[s], ends[s + 1]) for s in watched(range(0, slots, 2)))
    for s in watched(range(0, slots, 2)):
        u, v = ends[s], ends[s + 1]
        if u != v and edges[_ordered(u, v)] == 1:
            continue
        start = rng.randrange(slots)
        for t in (slot % slots for slot in range(start, start + slots)):
            x, y = ends[t], ends[t ^ 1]
            new = (_ordered(u, x), _ordered(v, y))
            if u != x and v != y and not edges[new[0]] and not edges[new[1]]:
                edges.subtract((_ordered(u, v), _ordered(x, y)))
                edges.update(new)
                ends[s + 1], ends[t] = x, v
                break
    return +edges


def _ordered(u: int, v: int) -> tuple[int, int]:
    return (u, v) if u < v else (v, u)
