"""Grundy values of Edge NimG on trees (LM54), even cycles (LM55), one or two vertices, and digraphs without circuits.

The proofs are in docs/background/proofs-edge-nim.md. A move may leave any of 10**30 weights, so what it leaves, t,
stays a letter while a rule is followed: weights are c + s t, and each comparison narrows the range of t for which it
comes out in the same way. On that range the value is c + s t again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import look
from lastmove.heaps.values import mex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.games.edge_nimg import EdgeNimG

    Incidence = Sequence[Sequence[tuple[int, int]]]


class Span:
    """What is left on an edge, ``at``, and the range around it in which all comparisons have come out as for it."""

    def __init__(self, at: int, least: int, most: int) -> None:
        self.at, self.least, self.most = at, least, most

    def is_positive(self, constant: int, slope: int) -> bool:
        """Whether constant + slope t > 0 at t = ``at``; the range shrinks to where the answer is the same."""
        found = constant + slope * self.at > 0
        if slope:
            # the answer changes between the last t with constant + slope t <= 0 (slope > 0) or > 0 and the next one
            edge = -constant // slope if slope > 0 else (constant - 1) // -slope
            if found == (slope > 0):
                self.least = max(self.least, edge + 1)
            else:
                self.most = min(self.most, edge)
        return found


class Line(NamedTuple):
    """The number constant + slope t."""

    constant: int
    slope: int = 0

    def minus(self, other: Line) -> Line:
        """The difference."""
        return Line(self.constant - other.constant, self.slope - other.slope)

    def plus(self, other: Line) -> Line:
        """The sum."""
        return Line(self.constant + other.constant, self.slope + other.slope)


def less(a: Line, b: Line, span: Span) -> bool:
    """Whether a < b."""
    return span.is_positive(b.constant - a.constant, b.slope - a.slope)


def least_of(lines: Sequence[Line], span: Span) -> Line:
    """The least of some numbers."""
    found = lines[0]
    for line in lines[1:]:
        if less(line, found, span):
            found = line
    return found


def hits(line: Line, target: int, least: int, most: int) -> tuple[int, int] | None:
    """The t from ``least`` to ``most`` at which a line has this value, as a range."""
    off = target - line.constant
    if not line.slope:
        return None if off else (least, most)
    t, rest = divmod(off, line.slope)
    return None if rest or not least <= t <= most else (t, t)


class EdgeRange(NamedTuple):
    """Moves along one edge to one vertex, which leave between ``least`` and ``most``."""

    edge: int
    to: int
    least: int
    most: int


class EdgeValues(ABC):
    """What a rule says of a position: its Grundy value, and the moves to any value."""

    value: int

    @abstractmethod
    def moves_to(self, target: int) -> Iterator[EdgeRange]:
        """All moves to positions of this value."""


class TreeValues(EdgeValues):
    """LM54, for the tree of the token."""

    def __init__(self, around: Incidence, weights: Sequence[int], token: int) -> None:
        self._around, self._weights, self._token = around, weights, token
        self.value = tree_value(around, weights, token).constant

    def moves_to(self, target: int) -> Iterator[EdgeRange]:
        for edge, v in self._around[self._token]:
            t, weight = 0, self._weights[edge]
            while t < weight:
                look()
                span = Span(t, t, weight - 1)
                line = tree_value(self._around, self._weights, v, edge, span)
                found = hits(line, target, t, span.most)
                if found is not None:
                    yield EdgeRange(edge, v, *found)
                t = span.most + 1


def tree_value(
    around: Incidence, weights: Sequence[int], token: int, lowered: int = -1, span: Span | None = None
) -> Line:
    """The value on a tree (LM54); the weight of the edge ``lowered`` is t.

    Vertices are told apart by how many of their branches are P: none (D), one (C), several (A). D is left out, A and C
    keep the edges of a perfect matching, in which an A is matched to a leaf of weight 1 of its own. The least weight of
    that matching is added to the value and taken from all of it.
    """
    span = span or Span(0, 0, 0)
    left: dict[int, Line] = {}
    gone: set[int] = set()
    used_up = set() if lowered < 0 or span.is_positive(0, 1) else {lowered}
    total = Line(0)
    while True:
        look()
        order, parent, over = [token], {token: -1}, {token: -1}
        for u in order:  # it grows
            for edge, v in around[u]:
                if v not in parent and v not in gone and edge not in used_up:
                    parent[v], over[v] = u, edge
                    order.append(v)
        lost = dict.fromkeys(order, 0)
        for v in reversed(order[1:]):
            lost[parent[v]] += not lost[v]
        pairs = {token: False}
        for v in order[1:]:
            is_lost = not lost[v]  # the branch at v; then the one at its parent, seen from v
            sees = lost[parent[v]] == is_lost
            pairs[v] = is_lost and sees
            lost[v] += sees
        if not lost[token]:
            return total
        stays = {token}
        for v in order[1:]:
            if lost[v] and parent[v] in stays:
                stays.add(v)
        gone.update(v for v in order if v not in stays)
        matched = [over[v] for v in stays if pairs[v] and lost[v] == 1 and lost[parent[v]] == 1]
        for edge in matched:
            if edge not in left:
                left[edge] = Line(0, 1) if edge == lowered else Line(weights[edge])
        several = any(lost[v] > 1 for v in stays)
        least = Line(1) if several else least_of([left[edge] for edge in matched], span)
        total = total.plus(least)
        for edge in matched:
            left[edge] = left[edge].minus(least)
            if not span.is_positive(*left[edge]):
                used_up.add(edge)


class NimValues(EdgeValues):
    """One vertex with loops, or two vertices: all heaps are at hand in every position, as in Nim."""

    def __init__(self, ways: Sequence[tuple[int, int]], weights: Sequence[int]) -> None:
        self._ways, self._weights = ways, weights
        self.value = 0
        for edge, _ in ways:
            self.value ^= weights[edge]

    def moves_to(self, target: int) -> Iterator[EdgeRange]:
        for edge, v in self._ways:
            left = self.value ^ target ^ self._weights[edge]
            if left < self._weights[edge]:
                yield EdgeRange(edge, v, left, left)


class CycleValues(EdgeValues):
    """LM55: a cycle with an even number of edges; those from the token on, and the vertices that they lead to."""

    def __init__(self, edges: list[int], ends: list[int], weights: Sequence[int]) -> None:
        self._edges, self._ends = edges, ends
        self._weights = [weights[edge] for edge in edges]
        self.value = cycle_value(self._weights)

    def moves_to(self, target: int) -> Iterator[EdgeRange]:
        weights = self._weights
        onwards = weights[1:], self._edges[0], self._ends[0], weights[0]
        backwards = weights[-2::-1], self._edges[-1], self._ends[-2], weights[-1]
        for rest, edge, v, weight in (onwards, backwards):
            for least, most in cycle_moves(rest, weight, target):
                yield EdgeRange(edge, v, least, most)


def cycle_value(weights: Sequence[int]) -> int:
    """The value on a cycle of these weights, in their order from the token on (LM55)."""
    least = min(weights)
    ahead, back = weights.index(least), weights[::-1].index(least)
    if ahead % 2 == back % 2:
        return outside(least, least, 1) if ahead % 2 else 0
    other, path = _cut_at_least([Line(weight) for weight in weights], least, Span(0, 0, 0))
    return outside(least, other.constant, path.constant - other.constant)


def _cut_at_least(weights: Sequence[Line], least: int, span: Span) -> tuple[Line, Line]:
    """The least weight of the other class, and the value of the path between the nearest edges of least weight.

    Of the numbers of edges before these, from the token on and back, one is odd.
    """
    is_least = [line == (least, 0) for line in weights]
    ahead, back = is_least.index(True), is_least[::-1].index(True)
    classes = ahead % 2
    other = least_of(weights[1 - classes :: 2], span)
    between = [weights[i].minus(Line(least)) if i % 2 == classes else weights[i] for i in range(-back, ahead)]
    return other, path_value(between, back, span)


def path_value(weights: Sequence[Line], place: int, span: Span) -> Line:
    """The value on a path with an odd number of edges, the token before number ``place``."""
    total = Line(0)
    while True:
        look()
        behind = [i for i in range(place - 1, -1, -1) if i % 2 == 0]
        before = [i for i in range(place, len(weights)) if i % 2 == 0]
        odd, even = (behind, before) if place % 2 else (before, behind)
        a = least_of([weights[i] for i in odd], span)
        if not even:
            return total.plus(a)
        b = least_of([weights[i] for i in even], span)
        if less(a, b, span):
            return total.plus(a)
        if less(b, a, span):
            return total.plus(b).plus(Line(1))
        first, last = (next(i for i in arm if not less(a, weights[i], span)) for arm in (behind, before))
        total = total.plus(a)
        weights = [weights[i].minus(a) if i % 2 == 0 else weights[i] for i in range(first + 1, last)]
        place -= first + 1


def cycle_moves(rest: list[int], weight: int, target: int) -> Iterator[tuple[int, int]]:
    """What may be left of the first edge of an even cycle, ``rest`` being the others in order, to get this value."""
    least, other = min(rest), min(rest[::2])
    if other == target:
        yield 0, 0  # a path is left, the token at its end
    left = target ^ other
    if 0 < left < min(least, weight):
        yield left, left
    if least < weight and cycle_value([*rest, least]) == target:
        yield least, least
    t = least + 1
    if t >= weight:
        return
    if rest.index(least) % 2 != rest[::-1].index(least) % 2:  # with the edge between: both even, or both odd
        if cycle_value([*rest, t]) == target:
            yield t, weight - 1
        return
    lines = [Line(each) for each in rest]
    while t < weight:
        look()
        span = Span(t, t, weight - 1)
        low, path = _cut_at_least([*lines, Line(0, 1)], least, span)
        if low.slope:  # then it is the value of the path as well
            found = hits(low, target ^ least, t, span.most)
        else:
            place = place_outside(least, low.constant, target)
            found = None if place is None else hits(path.minus(low), place, t, span.most)
        if found is not None:
            yield found
        t = span.most + 1


def outside(x: int, m: int, place: int) -> int:
    """The number at this place, from 0, among those that are neither y ^ m with y < x nor z ^ x with z < m.

    >>> [outside(2, 3, place) for place in range(3)]
    [1, 4, 5]
    """
    counts = _free_ends(x, m, (x + m + place + 1).bit_length() + 1)
    found, state = 0, (0, 0)
    for bit in range(len(counts) - 2, -1, -1):
        after = _step(state, x, m, bit, 0)
        free = counts[bit].get(after, 0)
        if place >= free:
            place -= free
            found |= 1 << bit
            after = _step(state, x, m, bit, 1)
        state = after
    return found


def place_outside(x: int, m: int, number: int) -> int | None:
    """The place of a number among these; ``None`` if it is none of them."""
    if number ^ m < x or number ^ x < m:
        return None
    counts = _free_ends(x, m, max(x, m, number).bit_length() + 1)
    found, state = 0, (0, 0)
    for bit in range(len(counts) - 2, -1, -1):
        if number >> bit & 1:
            found += counts[bit].get(_step(state, x, m, bit, 0), 0)
        state = _step(state, x, m, bit, number >> bit & 1)
    return found


def _step(state: tuple[int, int], x: int, m: int, bit: int, chosen: int) -> tuple[int, int]:
    """How k ^ m compares with x and k ^ x with m after one more bit of k: less, equal or greater so far."""
    x, m = x >> bit & 1, m >> bit & 1
    return state[0] or (chosen ^ m) - x, state[1] or (chosen ^ x) - m


def _free_ends(x: int, m: int, bits: int) -> list[dict[tuple[int, int], int]]:
    """For each number of bits that are still to come, and each state, how many ways there are to go on."""
    counts = [{(a, b): 1 for a in (0, 1) for b in (0, 1)}]
    for bit in range(bits):
        counts.append(
            {
                state: sum(counts[bit].get(_step(state, x, m, bit, chosen), 0) for chosen in (0, 1))
                for state in counts[0]
            }
        )
    return counts


class AcyclicValues(EdgeValues):
    """A digraph without circuits: no arc is met twice, so what is left on one does not matter."""

    def __init__(self, ways: Incidence, weights: Sequence[int], token: int, values: dict[int, int]) -> None:
        self._ways, self._weights, self._values = ways[token], weights, values
        self.value = values[token]

    def moves_to(self, target: int) -> Iterator[EdgeRange]:
        for edge, v in self._ways:
            if self._values[v] == target:
                yield EdgeRange(edge, v, 0, self._weights[edge] - 1)


def values_below(ways: Incidence, token: int) -> dict[int, int] | None:
    """The value of every vertex that can be reached; ``None`` if a circuit can be."""
    values: dict[int, int] = {}
    path, stack = {token}, [(token, iter(ways[token]))]
    while stack:
        u, rest = stack[-1]
        for _, v in rest:
            if v in path:
                return None
            if v not in values:
                path.add(v)
                stack.append((v, iter(ways[v])))
                break
        else:
            values[u] = mex(values[v] for _, v in ways[u])
            path.remove(u)
            stack.pop()
    return values


def values_by_rule(position: EdgeNimG) -> EdgeValues | None:
    """What a rule says of a position; ``None`` where none holds.

    >>> from lastmove.games.edge_nimg import EdgeNimG
    >>> path = values_by_rule(EdgeNimG([(0, 1), (1, 2), (2, 3)], [10**30, 7, 10**20], start=0))
    >>> path.value == 10**20, list(path.moves_to(5))
    (True, [EdgeRange(edge=0, to=1, least=5, most=5)])
    """
    graph, weights = position.graph, position.weights
    token = graph.index(position.start)
    ways = [[(edge, v) for edge, v in near if weights[edge]] for near in graph.incidence]
    if graph.directed:
        values = values_below(ways, token)
        return None if values is None else AcyclicValues(ways, weights, token, values)
    members, seen = [token], {token}
    for u in members:  # it grows
        for _, v in ways[u]:
            if v not in seen:
                seen.add(v)
                members.append(v)
    loops = any(u == v for u in members for _, v in ways[u])
    if len(members) == 1 or (len(members) == 2 and not loops):
        return NimValues(ways[token], weights)
    ends = sum(len(ways[u]) for u in members)
    if loops or ends > 2 * len(members):
        return None
    if ends < 2 * len(members):
        return TreeValues(ways, weights, token)
    if len(members) % 2 or any(len(ways[u]) != 2 for u in members):
        return None
    edges: list[int] = []
    heads: list[int] = []
    u = token
    while not edges or u != token:
        edge, u = next(way for way in ways[u] if not edges or way[0] != edges[-1])
        edges.append(edge)
        heads.append(u)
    return CycleValues(edges, heads, weights)
