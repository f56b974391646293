"""Named families of graphs, each a function that returns a :class:`~lastmove.graphs.graph.Graph` on 0..n-1.

Undirected families are simple: no loops, no parallel edges. :func:`named` makes any of them from a short text
such as ``grid:3x4``, and :data:`FAMILIES` lists them all; a new family is a function and a line there. Those that grow
by columns (ladders, prisms, antiprisms, caterpillars, combs) are numbered row by row. Random families take a seed and
give the same graph for it on every machine and Python version.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, combinations, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.renamed import warn_of
from lastmove.graphs.graph import Graph
from lastmove.graphs.random import (
    MOST_VERTICES,
    check_size,
    integer,
    random_digraph,
    random_graph,
    random_regular,
    random_tree,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "FAMILIES",
    "Family",
    "antiprism",
    "caterpillar",
    "circuit",
    "circulant",
    "comb",
    "complete",
    "complete_multipartite",
    "cycle",
    "grid",
    "hypercube",
    "king",
    "kotzig",
    "ladder",
    "named",
    "path",
    "petersen",
    "prism",
    "random_digraph",
    "random_graph",
    "random_regular",
    "random_tree",
    "star",
    "torus",
    "tree",
    "wheel",
]


def ladder(n: int) -> Graph:
    """The ladder with n >= 1 rungs: the paths 0 - ... - n-1 and n - ... - 2n-1, and the rungs i - n+i.

    >>> list(ladder(2).edges)
    [(0, 2), (1, 3), (0, 1), (2, 3)]
    """
    n = integer("n", n, 1)
    check_size("n", 2 * n, 3 * n)
    sides = ((row + i, row + i + 1) for i in range(n - 1) for row in (0, n))
    return Graph.numbered(2 * n, chain(((i, n + i) for i in range(n)), sides))


def prism(n: int) -> Graph:
    """The prism over a cycle of n >= 3 vertices: 0 - ... - n-1 - 0, n - ... - 2n-1 - n, and i - n+i."""
    n = integer("n", n, 3)
    check_size("n", 2 * n, 3 * n)
    return Graph.numbered(2 * n, _two_cycles(n))


def antiprism(n: int) -> Graph:
    """The antiprism over a cycle of n >= 3 vertices: the prism, and n+i is joined to i+1 (mod n) too."""
    n = integer("n", n, 3)
    check_size("n", 2 * n, 4 * n)
    return Graph.numbered(2 * n, chain(_two_cycles(n), ((n + i, (i + 1) % n) for i in range(n))))


def _two_cycles(n: int) -> Iterator[tuple[int, int]]:
    cycles = ((row + i, row + (i + 1) % n) for row in (0, n) for i in range(n))
    return chain(cycles, ((i, n + i) for i in range(n)))


def caterpillar(n: int, legs: int) -> Graph:
    """The caterpillar: a spine 0 - 1 - ... - n-1, and ``legs`` leaves n + legs i, ... on each vertex i of it.

    >>> caterpillar(2, 2).neighbours[1]
    (0, 4, 5)
    """
    n, legs = integer("n", n, 1), integer("legs", legs, 0)
    check_size("n", n * (legs + 1), n * (legs + 1))
    spine = ((i, i + 1) for i in range(n - 1))
    return Graph.numbered(n * (legs + 1), chain(spine, ((i, n + legs * i + k) for i in range(n) for k in range(legs))))


def comb(n: int) -> Graph:
    """The comb: a path 0 - 1 - ... - n-1 with a tooth n+i on each vertex i."""
    return caterpillar(n, 1)


def path(n: int) -> Graph:
    """The path 0 - 1 - ... - n-1 on n vertices."""
    n = integer("n", n, 0)
    check_size("n", n, n)
    return Graph.numbered(n, pairwise(range(n)))


def cycle(n: int) -> Graph:
    """The cycle 0 - 1 - ... - n-1 - 0 on n >= 3 vertices."""
    n = integer("n", n, 3)
    check_size("n", n, n)
    return Graph.numbered(n, ((v, (v + 1) % n) for v in range(n)))


def circuit(n: int) -> Graph:
    """The directed cycle 0 -> 1 -> ... -> n-1 -> 0 on n >= 2 vertices."""
    n = integer("n", n, 2)
    check_size("n", n, n)
    return Graph.numbered(n, ((v, (v + 1) % n) for v in range(n)), directed=True)


def complete(n: int) -> Graph:
    """The complete graph on n vertices."""
    n = integer("n", n, 0)
    check_size("n", n, n * (n - 1) // 2)
    return Graph.numbered(n, combinations(range(n), 2))


def complete_multipartite(*parts: int) -> Graph:
    """The complete multipartite graph: vertices of different parts are joined, the parts numbered in turn.

    >>> list(complete_multipartite(1, 2).edges)
    [(0, 1), (0, 2)]
    """
    sizes = [integer(f"parts[{place}]", size, 0) for place, size in enumerate(parts)]
    n = sum(sizes)
    check_size("parts", n, (n * n - sum(size * size for size in sizes)) // 2)

    def edges() -> Iterator[tuple[int, int]]:
        start = 0
        for size in sizes:
            stop = start + size
            yield from ((u, v) for u in range(start, stop) for v in range(stop, n))
            start = stop

    return Graph.numbered(n, edges())


def star(leaves: int) -> Graph:
    """The star: the centre 0, joined to the leaves 1, 2, ..."""
    leaves = integer("leaves", leaves, 0)
    check_size("leaves", leaves + 1, leaves)
    return Graph.numbered(leaves + 1, ((0, leaf) for leaf in range(1, leaves + 1)))


def wheel(n: int) -> Graph:
    """The wheel on n >= 4 vertices: the hub 0, joined to each vertex of the cycle 1 - 2 - ... - n-1 - 1."""
    n = integer("n", n, 4)
    check_size("n", n, 2 * (n - 1))
    spokes = ((0, v) for v in range(1, n))
    return Graph.numbered(n, chain(spokes, pairwise(range(1, n)), [(1, n - 1)]))


def grid(rows: int, columns: int) -> Graph:
    """The rectangular grid, numbered row by row; neighbours share a side.

    >>> grid(2, 2).neighbours
    ((1, 2), (0, 3), (0, 3), (1, 2))
    """
    return _board(rows, columns, ((0, 1), (1, 0)), 0)


def king(rows: int, columns: int) -> Graph:
    """The moves of a chess king on a board, numbered row by row: neighbours share a side or a corner."""
    return _board(rows, columns, ((0, 1), (1, -1), (1, 0), (1, 1)), 0)


def torus(rows: int, columns: int) -> Graph:
    """The grid on a torus, both sides >= 3: the last row is next to the first, and the last column too."""
    return _board(rows, columns, ((0, 1), (1, 0)), 3)


def _board(rows: int, columns: int, steps: tuple[tuple[int, int], ...], torus_side: int) -> Graph:
    """A board with an edge from each cell along each step (down, right); a torus if its least side is given."""
    rows, columns = integer("rows", rows, torus_side), integer("columns", columns, torus_side)
    check_size("rows x columns", rows * columns, len(steps) * rows * columns)

    def edges() -> Iterator[tuple[int, int]]:
        for row in range(rows):
            for column in range(columns):
                for down, right in steps:
                    r, c = row + down, column + right
                    if torus_side:
                        r, c = r % rows, c % columns
                    if r < rows and 0 <= c < columns:
                        yield row * columns + column, r * columns + c

    return Graph.numbered(rows * columns, edges())


def hypercube(d: int) -> Graph:
    """The hypercube on 2**d vertices, joined when their numbers differ in one binary digit."""
    d = integer("d", d, 0, 22)  # 46 million edges
    n = 2**d
    return Graph.numbered(n, ((v, v | 1 << i) for v in range(n) for i in range(d) if not v >> i & 1))


def petersen(n: int, k: int) -> Graph:
    """The generalised Petersen graph on 2n vertices, n >= 3 and 1 <= k < n/2; ``petersen(5, 2)`` is Petersen's.

    An outer cycle 0 - 1 - ... - n-1, spokes i - n+i, and inner edges n+i - n+(i+k mod n).
    """
    n = integer("n", n, 3)
    k = integer("k", k, 1, (n - 1) // 2)
    check_size("n", 2 * n, 3 * n)
    outer = ((v, (v + 1) % n) for v in range(n))
    spokes = ((v, n + v) for v in range(n))
    return Graph.numbered(2 * n, chain(outer, spokes, ((n + v, n + (v + k) % n) for v in range(n))))


def circulant(n: int, *jumps: int) -> Graph:
    """The circulant graph: each of the n >= 1 vertices v is joined to v + jump and v - jump, modulo n.

    Jumps lie in 1..n-1; j and n - j are the same jump, and one given twice counts once.
    """
    n = integer("n", n, 2 if jumps else 1)
    given = [integer(f"jumps[{place}]", jump, 1, n - 1) for place, jump in enumerate(jumps)]
    chosen = sorted({min(jump, n - jump) for jump in given})
    check_size("n", n, n * len(chosen))
    # the jump n/2 would give each of its edges twice
    pairs = ((v, (v + jump) % n) for jump in chosen for v in range(n // 2 if 2 * jump == n else n))
    return Graph.numbered(n, pairs)


def kotzig(n: int, *steps: int) -> Graph:
    """The board of Kotzig's Nim: an arc from each of the n >= 1 vertices v to v + step modulo n, for every step.

    Vertex Geography from 0 is Kotzig's Nim, also called modular Nim. A step given twice counts once.

    >>> kotzig(5, 1, 2).neighbours[4]
    (0, 1)
    """
    n = integer("n", n, 2 if steps else 1)
    chosen = sorted({integer(f"steps[{place}]", step, 1, n - 1) for place, step in enumerate(steps)})
    check_size("n", n, n * len(chosen))
    return Graph.numbered(n, ((v, (v + step) % n) for v in range(n) for step in chosen), directed=True)


def tree(arity: int, depth: int) -> Graph:
    """The complete tree of the given depth: 0 is the root, and all but the leaves have ``arity`` >= 1 children.

    >>> list(tree(2, 1).edges), tree(2, 3).n
    ([(0, 1), (0, 2)], 15)
    """
    arity = integer("arity", arity, 1, MOST_VERTICES)
    depth = integer("depth", depth, 0, MOST_VERTICES - 1 if arity == 1 else 22)
    n = depth + 1 if arity == 1 else (arity ** (depth + 1) - 1) // (arity - 1)
    check_size("depth", n, n - 1)
    return Graph.numbered(n, (((v - 1) // arity, v) for v in range(1, n)))


@dataclass(frozen=True)
class Family:
    """What :func:`named` knows of a family.

    ``signature`` and ``example`` are specs, the first with a word for each number; ``seeded`` says whether
    ``function`` takes the keyword ``seed``.
    """

    name: str
    function: Callable[..., Graph]
    signature: str
    example: str
    summary: str
    seeded: bool


def _entry(function: Callable[..., Graph], words: str, numbers: str, summary: str) -> Family:
    name = function.__name__.replace("_", "-")
    seeded = "seed" in inspect.signature(function).parameters
    return Family(name, function, f"{name}:{words}", f"{name}:{numbers}", summary, seeded)


_TABLE = (
    _entry(path, "N", "5", "path on N vertices"),
    _entry(cycle, "N", "5", "cycle on N vertices"),
    _entry(circuit, "N", "5", "directed cycle on N vertices"),
    _entry(complete, "N", "5", "complete graph on N vertices"),
    _entry(complete_multipartite, "A,B,...", "2,3,3", "complete multipartite graph with parts of A, B, ..."),
    _entry(star, "LEAVES", "5", "star: a centre and its leaves"),
    _entry(wheel, "N", "6", "wheel on N vertices, the hub included"),
    _entry(grid, "ROWSxCOLUMNS", "3x4", "rectangular grid"),
    _entry(torus, "ROWSxCOLUMNS", "4x4", "grid on a torus"),
    _entry(king, "ROWSxCOLUMNS", "3x4", "moves of a chess king on a board"),
    _entry(hypercube, "D", "3", "hypercube on 2^D vertices"),
    _entry(petersen, "N,K", "5,2", "generalised Petersen graph on 2N vertices"),
    _entry(circulant, "N,JUMP,...", "8,1,2", "circulant graph: v is joined to v + JUMP and v - JUMP modulo N"),
    _entry(kotzig, "N,STEP,...", "9,1,2", "Kotzig's Nim: an arc from v to v + STEP modulo N"),
    _entry(ladder, "N", "5", "ladder with N rungs"),
    _entry(prism, "N", "5", "prism over a cycle of N vertices"),
    _entry(antiprism, "N", "5", "antiprism over a cycle of N vertices"),
    _entry(caterpillar, "N,LEGS", "4,2", "path on N vertices, each with LEGS leaves"),
    _entry(comb, "N", "5", "path on N vertices, each with a leaf"),
    _entry(tree, "ARITY,DEPTH", "2,3", "complete tree"),
    _entry(random_tree, "N", "10", "random labelled tree on N vertices"),
    _entry(random_graph, "N,P", "10,0.3", "random graph: each pair joined with probability P"),
    _entry(random_digraph, "N,D", "10,2", "random digraph: D arcs from each of N vertices"),
    _entry(random_regular, "DEGREE,N", "3,10", "random regular graph on N vertices"),
)

FAMILIES: Mapping[str, Family] = MappingProxyType({entry.name: entry for entry in _TABLE})


def named(spec: str, *, seed: int | None = None) -> Graph:
    """The graph of a spec: the name of a family, a colon, and numbers with ``x`` or ``,`` between them.

    Parameters
    ----------
    spec
        Such as ``path:5``, ``grid:3x4`` or ``random-graph:10,0.3``; :data:`FAMILIES` has them all.
    seed
        For the random families, 0 unless given: the same spec always is the same graph. Others ignore it.

    Raises
    ------
    InputError
        For an unknown name, numbers that the family does not take, and graphs of more than ten million vertices
        or fifty million edges, which are refused before anything is built.

    Examples
    --------
    >>> named("grid:2x3").n, named("complete:4").m, named("random-regular:3,10", seed=7).m
    (6, 6, 15)
    """
    if not isinstance(spec, str):
        raise InputError("spec", f"{show(spec)}; accepted: text such as 'grid:3x4'")
    word, _, rest = spec.lower().partition(":")
    name = word.strip().replace("_", "-")
    if name not in FAMILIES:
        close = [f"did you mean {match}? " for match in get_close_matches(name, FAMILIES, 1)]
        names = ", ".join(sorted(FAMILIES))
        raise InputError("spec", f"{show(spec)} names no family; {''.join(close)}accepted: {names}")
    entry = FAMILIES[name]
    options = {"seed": 0 if seed is None else seed} if entry.seeded else {}
    try:
        return entry.function(*_numbers(entry, rest), **options)
    except InputError as error:
        if error.field == "seed":
            raise
        usage = f"it is written {entry.signature}, for example {entry.example}"
        raise InputError("spec", f"{show(spec)}: {error}; {usage}") from None


def _numbers(entry: Family, text: str) -> list[float]:
    numbers = [_number(word.strip()) for word in re.split("[x,]", text)] if text.strip() else []
    kinds = [parameter.kind for parameter in inspect.signature(entry.function).parameters.values()]
    least = max(1, kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD))
    more = inspect.Parameter.VAR_POSITIONAL in kinds
    if len(numbers) < least or (len(numbers) > least and not more):
        wanted = f"{least} or more" if more else f"{least}"
        raise InputError("numbers", f"{len(numbers)} given; accepted: {wanted}")
    return numbers


def _number(word: str) -> float:
    if re.fullmatch(r"-?[0-9]{1,15}", word):
        return int(word)
    if re.fullmatch(r"-?[0-9]+", word):
        raise InputError("numbers", f"{word[:12]}... has {len(word)} digits; accepted: at most 15")
    if re.fullmatch(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", word):
        return float(word)
    raise InputError("numbers", f"{show(word)} is no number; accepted: numbers with x or , between them")


def __getattr__(name: str) -> object:
    """The function :func:`named` under the name that it had before."""
    if name != "family":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_of("lastmove.graphs.family", "lastmove.graphs.named")
    return named
