"""Boards of Edge Geography: how the rules find edges and their ends, and where those lead. Sets hold both alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, either, first, only, rest, row, some, without
from lastmove.search.fast.board import COUNT, OUT, OWN, UNDIRECTED, BitBoard, heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.search.fast.board import State

__all__ = ["edge_board", "other_end", "packed", "reached", "state_on", "tails", "unpacked", "without_pairs"]

# The tables of a board: of a vertex the edges out of it, into it, its loops; of an edge those with the same ends; of a
# vertex its number in binary, in the places after the edges, and behind all vertices the set of all edges.
LOOPS, TWINS, CODES = 2, 3, 4
# The numbers of the game's own: how many edges there are; the two ends of each; then room.
EDGES, ENDS = OWN, OWN + 1

_RULES = "lastmove.search.fast.rules.edge_geography"


def edge_board(
    n: int, ends: Sequence[tuple[int, int]], directed: bool, misere: bool, switches: int, size: int = 0
) -> BitBoard:
    """A board for the rules, from the ends of each edge; ``size`` can ask for larger sets than are needed."""
    height = max(n + 1, len(ends))
    out, into, loops, twins, codes = ([0] * height for _ in range(5))
    same: dict[tuple[int, int], int] = {}
    for edge, (a, b) in enumerate(ends):
        bit = 1 << edge
        out[a] |= bit
        into[b] |= bit
        if a == b:
            loops[a] |= bit
        elif not directed:
            out[b] |= bit
            into[a] |= bit
        pair = (a, b) if directed else (min(a, b), max(a, b))
        same[pair] = same.get(pair, 0) | bit
    for edge, (a, b) in enumerate(ends):
        twins[edge] = same[(a, b) if directed else (min(a, b), max(a, b))]
    codes[:n] = [v << len(ends) for v in range(n)]
    codes[n] = (1 << len(ends)) - 1
    size = max(size, n, len(ends) + (n - 1).bit_length())
    width = max(3, *(found.bit_count() for found in out))
    numbers = heading(width, switches, n, misere=misere, undirected=not directed)
    numbers += [len(ends), *(end for pair in ends for end in pair), *[0] * (3 * n)]
    return BitBoard(_RULES, size, 2 if misere else 1, [out, into, loops, twins, codes], numbers)


def state_on(board: BitBoard, left: int, token: int, lost: int) -> State:
    """A state as the search takes it, from the sets of its edges, the token's vertex and where one loses."""
    edges = packed(board.rows, left, first(token), 0)
    return (edges, lost) if board.fields == 2 else (edges,)


def packed(rows: Any, left: Any, u: int, empty: Any) -> Any:
    """The edges that are left and the token's vertex as one set."""
    return either(left, row(rows, CODES, u, empty))


def unpacked(rows: Any, numbers: Any, found: Any, empty: Any) -> Any:
    """What was packed."""
    edges = row(rows, CODES, numbers[COUNT], empty)
    code = without(found, edges)
    u = 0
    while some(code):
        u |= 1 << (first(code) - numbers[EDGES])
        code = rest(code)
    return both(found, edges), u


def other_end(numbers: Any, edge: int, v: int) -> int:
    """The end of an edge that is not v; v itself for a loop."""
    found: int = numbers[ENDS + 2 * edge] + numbers[ENDS + 2 * edge + 1] - v
    return found


def reached(rows: Any, numbers: Any, left: Any, u: int, empty: Any) -> Any:
    """The edges of ``left`` that can still be played from u, and the vertices they lead to, u included."""
    edges = empty
    seen = only(u, empty)
    frontier = seen
    while some(frontier):
        look()
        v = first(frontier)
        frontier = rest(frontier)
        onward = without(both(row(rows, OUT, v, empty), left), edges)
        edges = either(edges, onward)
        while some(onward):
            e = first(onward)
            onward = rest(onward)
            there = without(only(other_end(numbers, e, v), empty), seen)
            seen = either(seen, there)
            frontier = either(frontier, there)
    return edges, seen


def tails(numbers: Any, edges: Any, v: int, empty: Any) -> Any:
    """The vertices from which edges lead to v."""
    found = empty
    while some(edges):
        e = first(edges)
        edges = rest(edges)
        found = either(found, only(other_end(numbers, e, v), empty))
    return found


def without_pairs(numbers: Sequence[int], left: int) -> int:
    """Forget pairs of edges that undo each other (normal play only)."""
    directed = not numbers[UNDIRECTED]
    waiting: dict[tuple[int, int], list[int]] = {}
    for edge in range(numbers[EDGES]):
        if left >> edge & 1:
            a, b = numbers[ENDS + 2 * edge], numbers[ENDS + 2 * edge + 1]
            undoing = waiting.get((b, a) if directed else (min(a, b), max(a, b)))
            if undoing:
                left &= ~(1 << edge | 1 << undoing.pop())
            else:
                waiting.setdefault((a, b) if directed else (min(a, b), max(a, b)), []).append(edge)
    return left
