"""Invariants of the graphs of a census, for its SQL: graphs of at most 11 vertices, as an integer of edges.

Bit b of ``edges`` is the pair number b in the order of graph6: 01, 02, 12, 03, ...
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

_KEPT = 100_000


def neighbours(n: int, edges: int) -> list[int]:
    """The neighbours of each vertex, as sets of bits.

    >>> neighbours(3, 0b101)
    [2, 5, 2]
    """
    found = [0] * n
    for w in range(n):
        for v in range(w):
            if edges >> (w * (w - 1) // 2 + v) & 1:
                found[v] |= 1 << w
                found[w] |= 1 << v
    return found


def _bits(some: int) -> list[int]:
    return [v for v in range(some.bit_length()) if some >> v & 1]


@lru_cache(_KEPT)
def girth(n: int, edges: int) -> int | None:
    """The length of a shortest cycle; ``None`` in a forest.

    >>> girth(4, 0b111111), girth(3, 0b011)
    (3, None)
    """
    near, least = neighbours(n, edges), n + 1
    for root in range(n):
        seen, layer, steps = 1 << root, 1 << root, 0
        while layer and 2 * steps + 1 < least:
            if any(near[v] & layer for v in _bits(layer)):
                least = 2 * steps + 1
                break
            further = twice = 0
            for v in _bits(layer):
                twice |= further & near[v] & ~seen
                further |= near[v] & ~seen
            if twice:
                least = min(least, 2 * steps + 2)
            seen |= further
            layer, steps = further, steps + 1
    return None if least > n else least


@lru_cache(_KEPT)
def planar(n: int, edges: int) -> bool:
    """Whether the graph can be drawn in the plane without crossings.

    >>> planar(4, 0b111111), planar(5, 0b1111111111)
    (True, False)
    """
    if n < 5 or edges.bit_count() < 9:
        return True
    if edges.bit_count() > 3 * n - 6:
        return False
    import networkx as nx

    near = neighbours(n, edges)
    graph = nx.Graph([(v, w) for v, w in combinations(range(n), 2) if near[v] >> w & 1])
    return bool(nx.check_planarity(graph)[0])


@lru_cache(_KEPT)
def matching_number(n: int, edges: int) -> int:
    """The number of edges in a maximum matching.

    >>> matching_number(4, 0b111111), matching_number(3, 0b111)
    (2, 1)
    """
    near = neighbours(n, edges)
    best: dict[int, int] = {0: 0}

    def most(left: int) -> int:
        if left not in best:
            v = left.bit_length() - 1
            rest = left ^ 1 << v
            best[left] = max([most(rest), *(1 + most(rest ^ 1 << w) for w in _bits(near[v] & rest))])
        return best[left]

    return most((1 << n) - 1)


@lru_cache(_KEPT)
def automorphisms(n: int, edges: int) -> int:
    """The number of symmetries: ways to rename the vertices that change no edge.

    The first vertex that is not fixed yet may go to any vertex of its orbit; the orbits and the fixed vertices are
    multiplied (orbit and stabilizer), so no symmetry is listed twice.

    >>> automorphisms(4, 0b111111), automorphisms(3, 0b101)
    (24, 2)
    """
    near = neighbours(n, edges)

    def fits(w: int, images: list[int]) -> bool:
        """Whether the next vertex may go to w, where those before it go to these."""
        v = len(images)
        return near[v].bit_count() == near[w].bit_count() and all(
            (near[v] >> u & 1) == (near[w] >> image & 1) for u, image in enumerate(images)
        )

    def extends(images: list[int]) -> bool:
        others = set(range(n)).difference(images)
        return not others or any(fits(w, images) and extends([*images, w]) for w in others)

    count = 1
    for v in range(n):
        fixed = list(range(v))
        count *= sum(fits(w, fixed) and extends([*fixed, w]) for w in range(v, n))
    return count


INVARIANTS: dict[str, tuple[Callable[[int, int], int | None], str]] = {
    "girth": (girth, "INTEGER"),
    "planar": (planar, "BOOLEAN"),
    "matching_number": (matching_number, "INTEGER"),
    "automorphisms": (automorphisms, "BIGINT"),
}
"""By the names that they have in SQL, with the types of their values."""
