"""Random graphs, all small graphs, and how large a graph a few words may ask for.

Random families give the same graph for a seed on every machine and Python version. Random positions are played on small
random graphs of the families that hypotheses of theorems ask for: trees, circuits, loops everywhere. All small graphs
come once in each shape: nothing is lost by leaving out the ways to number their vertices.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, pairwise, permutations
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import watched
from lastmove.graphs.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    Pairs = list[tuple[int, int]]
    Counts = tuple[int, ...]
    Shuffle = Callable[[Counts], Counts]

MOST_VERTICES = 10_000_000
MOST_EDGES = 50_000_000

_allowed: ContextVar[tuple[int, int]] = ContextVar("_allowed", default=(MOST_VERTICES, MOST_EDGES))


@contextmanager
def at_most(vertices: int, edges: int) -> Iterator[None]:
    """Within it, a few words may ask for so many vertices and edges and not more: for input of strangers.

    >>> with at_most(100, 100):
    ...     most_vertices()
    100
    """
    before = _allowed.set((vertices, edges))
    try:
        yield
    finally:
        _allowed.reset(before)


def most_vertices(most: int = MOST_VERTICES) -> int:
    """How many vertices a few words may ask for, ``most`` unless fewer are allowed here."""
    return min(most, _allowed.get()[0])


def integer(field: str, value: int, least: int, most: int | None = None) -> int:
    """``value`` if it is an integer in the range; an InputError that names ``field`` otherwise."""
    try:
        number = least - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        accepted = f"at least {least}" if most is None else f"from {least} to {show(most)}"
        raise InputError(field, f"{show(value)}; accepted: an integer {accepted}")
    return number


def generator(seed: int) -> Random:
    """The random numbers of a seed."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError("seed", f"{show(seed)}; accepted: an integer")
    return Random(seed)


def check_size(field: str, n: int, m: int) -> None:
    """An InputError if a graph of n vertices and m edges is too large to be built on request."""
    vertices, edges = _allowed.get()
    for count, most, what in ((n, vertices, "vertices"), (m, edges, "edges")):
        if count > most:
            raise InputError(field, f"the graph would have {show(count)} {what}; accepted: at most {most}")


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


_NAMES = "kgcaeimbdfhjl"
"""Vertex names for every other graph, in no order that matches their numbers."""


def _tree(rng: Random, n: int) -> Pairs:
    return [(rng.randrange(v), v) for v in range(1, n)]


def chords(rng: Random, n: int) -> Pairs:
    """Edges between any two vertices, few or many."""
    share = rng.choice((0.1, 0.3, 0.5, 0.8))
    return [(u, v) for u in range(n) for v in range(u + 1, n) if rng.random() < share]


def _bipartite(rng: Random, n: int) -> Pairs:
    """A tree and edges between its two sides: connected and bipartite."""
    tree = _tree(rng, n)
    side = [0] * n
    for parent, child in tree:
        side[child] = 1 - side[parent]
    return sorted({*tree, *((u, v) for u, v in chords(rng, n) if side[u] != side[v])})


def _cycle(n: int) -> Pairs:
    return [(v, (v + 1) % n) for v in range(n)] if n > 2 else [(v, v + 1) for v in range(n - 1)]


def _loops(n: int, rng: Random | None = None) -> Pairs:
    return [(v, v) for v in range(n) if rng is None or rng.random() < 0.3]


UNDIRECTED: dict[str, Callable[[Random, int], Pairs]] = {
    "any": chords,
    "tree": _tree,
    "bipartite": _bipartite,
    "bipartite with isolated vertices": lambda rng, n: _bipartite(rng, max(1, n - 2)),
    "cycle": lambda _, n: _cycle(n),
    "connected": lambda rng, n: sorted({*_tree(rng, n), *chords(rng, n)}),
    "some loops": lambda rng, n: sorted({*_tree(rng, n), *chords(rng, n)}) + _loops(n, rng),
    "loops everywhere": lambda rng, n: sorted({*_tree(rng, n), *chords(rng, n)}) + _loops(n),
}


def _both_ways(rng: Random, n: int) -> Pairs:
    return chords(rng, n) + [(v, u) for u, v in chords(rng, n)]


def _strong(rng: Random, n: int) -> Pairs:
    """Strongly connected: walks out of what is there and back into it, and some arcs more."""
    arcs: set[tuple[int, int]] = set()
    done = 1
    while done < n:
        new = list(range(done, rng.randint(done + 1, n)))
        arcs.update(pairwise([rng.randrange(done), *new, rng.randrange(done)]))
        done += len(new)
    return sorted(arcs | set(_both_ways(rng, n) if rng.random() < 0.5 else []))


def _circuit(n: int) -> Pairs:
    return [(v, (v + 1) % n) for v in range(n)]


DIRECTED: dict[str, Callable[[Random, int], Pairs]] = {
    "any": _both_ways,
    "acyclic": chords,
    "circuit": lambda _, n: _circuit(n),
    "strong": _strong,
    "some loops": lambda rng, n: sorted({*_strong(rng, n), *_loops(n, rng)}),
    "loops everywhere": lambda rng, n: sorted({*_strong(rng, n), *_loops(n)}),
}

_CONNECTED = ("tree", "bipartite", "cycle", "connected", "circuit", "strong", "some loops", "loops everywhere")


def sample_graph(
    rng: Random,
    n: int,
    *,
    connected: bool = False,
    directed: bool | None = None,
    parallel: int | None = None,
) -> Graph:
    """A graph of a random family with shuffled vertices.

    Parameters
    ----------
    rng, n
        Decides everything; the number of vertices.
    connected
        Connected graphs and strongly connected digraphs only.
    directed
        Whether it is a digraph; drawn as well by default.
    parallel
        The most edges, some of which are then repeated; by default none is.
    """
    drawn = rng.random() < 0.5
    directed = drawn if directed is None else directed
    families = DIRECTED if directed else UNDIRECTED
    pairs = families[rng.choice([name for name in families if not connected or name in _CONNECTED])](rng, n)
    if parallel is not None:
        pairs += [pair for pair in pairs if rng.random() < 0.2]
        pairs = rng.sample(pairs, min(len(pairs), parallel))
    order = rng.sample(range(n), n)
    graph = Graph.numbered(n, [(order[u], order[v]) for u, v in pairs], directed=directed)
    return graph.renamed(_NAMES[:n]) if n <= len(_NAMES) and rng.random() < 0.5 else graph


LARGEST = {(False, False): 7, (False, True): 5, (True, False): 5, (True, True): 4}
"""The most vertices, by (directed, loops): beyond, there are too many graphs to list in a few seconds."""


@cache
def small_graphs(
    n: int,
    *,
    directed: bool = False,
    loops: bool = False,
    multiplicity: int = 1,
    most_edges: int | None = None,
    acyclic: bool = False,
) -> tuple[Graph, ...]:
    """Every graph on n vertices up to isomorphism, fewest edges first.

    Parameters
    ----------
    n
        The number of vertices.
    directed, loops
        Whether the edges are arcs; whether a vertex may have a loop.
    multiplicity
        How often an edge (or loop) may be repeated.
    most_edges
        How many edges there may be, repeated ones counted; ``None`` for any number.
    acyclic
        Digraphs without circuits only.

    Examples
    --------
    >>> [len(small_graphs(n)) for n in range(1, 6)]
    [1, 2, 4, 11, 34]

    Notes
    -----
    A graph with one edge more is a listed graph with an edge added. Each new one is listed once and all its
    renumberings, n! at most, are marked as seen: time O(graphs * n!).
    """
    largest = LARGEST[directed, loops]
    if not 0 <= n <= largest:
        kind = f"{'directed' if directed else 'undirected'} graphs with{'' if loops else 'out'} loops"
        raise InputError("size", f"{n}; accepted for {kind}: 0 to {largest} vertices")
    slots = [(u, v) for u in range(n) for v in range(n) if (directed or u <= v) and (loops or u != v)]
    shuffles = _renumberings(n, slots, directed)

    def allowed(counts: Counts) -> bool:
        return not acyclic or not _has_circuit(n, slots, counts)

    found: list[Counts] = []
    level: list[Counts] = [(0,) * len(slots)]
    edges = 0
    while level:
        found += level
        edges += 1
        level = [] if edges - 1 == most_edges else _with_one_more(level, multiplicity, shuffles, allowed)
    return tuple(
        Graph.numbered(
            n, [slot for slot, count in zip(slots, counts, strict=True) for _ in range(count)], directed=directed
        )
        for counts in found
    )


def _renumberings(n: int, slots: list[tuple[int, int]], directed: bool) -> list[Shuffle]:
    """What each permutation of the vertices does to the numbers of edges in each slot."""
    place = {slot: number for number, slot in enumerate(slots)}
    if not directed:
        place |= {(v, u): number for (u, v), number in place.items()}
    if len(slots) < 2:
        return [tuple]
    return [itemgetter(*(place[p[u], p[v]] for u, v in slots)) for p in permutations(range(n))]


def _with_one_more(
    level: list[Counts], multiplicity: int, shuffles: list[Shuffle], allowed: Callable[[Counts], bool]
) -> list[Counts]:
    """The graphs that have one edge more than those of ``level``."""
    seen: set[Counts] = set()
    found: list[Counts] = []
    for counts in watched(level, 1):
        for slot, count in enumerate(counts):
            larger = (*counts[:slot], count + 1, *counts[slot + 1 :])
            if count < multiplicity and larger not in seen:
                images = {shuffle(larger) for shuffle in shuffles}
                seen |= images
                if allowed(larger):
                    found.append(max(images))
    return sorted(found, reverse=True)


def _has_circuit(n: int, slots: list[tuple[int, int]], counts: Counts) -> bool:
    neighbours: list[list[int]] = [[] for _ in range(n)]
    for (u, v), count in zip(slots, counts, strict=True):
        if count:
            neighbours[u].append(v)
    from lastmove.graphs.components import find_circuit  # here: reading a position needs no kernels

    return bool(find_circuit(neighbours))
