"""Graphs that have a drawing everyone expects: each recogniser gives it, or None if the graph is another.

A recogniser sees a connected simple graph on 0..n-1 as lists of neighbours, and the keys of its nodes. Neighbours in
its drawing are about 1 apart; y grows downwards.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    Around = Sequence[frozenset[int]]
    Points = list[tuple[float, float]]
    Recogniser = Callable[[Around, Sequence[Hashable]], Points | None]

_MANY = 16


def recognised(recognisers: Sequence[Recogniser], around: Around, keys: Sequence[Hashable]) -> Points | None:
    """The drawing of the first recogniser that knows the graph."""
    for recogniser in recognisers:
        found = recogniser(around, keys)
        if found is not None:
            return found
    return None


def on_circle(n: int, *, radius: float | None = None, turn: float = -pi / 2) -> Points:
    """n points on a circle, clockwise from the top, neighbours 1 apart, less if they are many."""
    if n == 1:
        return [(0.0, 0.0)]
    if radius is None:
        radius = (0.5 if n <= _MANY else 0.39) / sin(pi / n)
    return [(radius * cos(turn + 2 * pi * i / n), radius * sin(turn + 2 * pi * i / n)) for i in range(n)]


def coordinates(around: Around, keys: Sequence[Hashable]) -> Points | None:
    """Keys that are pairs of integers, joined only to the squares around them: (row, column)."""
    places = []
    for key in keys:
        if not (isinstance(key, tuple) and len(key) == 2 and all(type(part) is int for part in key)):
            return None
        places.append((key[0], key[1]))
    if any(max(abs(a - b) for a, b in zip(places[u], places[v], strict=True)) > 1 for u, v in _edges(around)):
        return None
    return [(float(column), float(row)) for row, column in places]


def path(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A path: in a row if it is short, else to and fro."""
    n = len(around)
    if _count(around) != n - 1 or any(len(near) > 2 for near in around):
        return None
    order = _walk(around, next(v for v in range(n) if len(around[v]) <= 1))
    if order[0] > order[-1]:
        order.reverse()
    width = n if n <= 10 else max(6, round((2.2 * n) ** 0.5))
    points = [(0.0, 0.0)] * n
    for place, v in enumerate(order):
        row, column = divmod(place, width)
        points[v] = (float(column if row % 2 == 0 else width - 1 - column), float(row))
    return points


def circle(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A cycle, in the order it is walked."""
    if len(around) < 3 or any(len(near) != 2 for near in around):
        return None
    return _placed(_walk(around, 0), on_circle(len(around)))


def circulant(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A circulant, such as a complete graph, in the order of its nodes; its chords want room."""
    n = len(around)
    if any(frozenset((v + 1) % n for v in around[u]) != around[(u + 1) % n] for u in range(n)):
        return None
    return [(1.25 * x, 1.25 * y) for x, y in on_circle(n)]


def wheel(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A wheel or a star: a hub joined to all others, which form a cycle or nothing."""
    n = len(around)
    hubs = [v for v in range(n) if len(around[v]) == n - 1]
    if len(hubs) != 1 or n < 5:
        return None
    hub = hubs[0]
    rim = [frozenset(near - {hub}) for near in around]
    if all(not rim[v] for v in range(n) if v != hub):
        order = [v for v in range(n) if v != hub]
    elif all(len(rim[v]) == 2 for v in range(n) if v != hub):
        order = _walk(rim, 0 if hub else 1)
        if len(order) < n - 1:
            return None
    else:
        return None
    radius = max(1.15, (0.5 if len(order) <= _MANY else 0.39) / sin(pi / len(order)))
    return _placed([*order, hub], [*on_circle(len(order), radius=radius), (0.0, 0.0)])


def grid(around: Around, keys: Sequence[Hashable]) -> Points | None:
    """A grid: by numbers that count row by row, holes allowed, else by its four corners."""
    found = _numbered_board(around, keys, diagonals=False)
    if found is None:
        found = _cornered_grid(around)
    return found


def king(around: Around, keys: Sequence[Hashable]) -> Points | None:
    """A board of a king, by numbers that count row by row; holes are allowed."""
    return _numbered_board(around, keys, diagonals=True)


def _numbered_board(around: Around, keys: Sequence[Hashable], *, diagonals: bool) -> Points | None:
    """Numbers that count the squares of a board row by row, joined to squares around them; holes are allowed."""
    numbers = [key for key in keys if type(key) is int and key >= 0]
    if len(numbers) != len(keys) or len(keys) < 4:
        return None
    steps = {abs(numbers[u] - numbers[v]) for u, v in _edges(around)}
    if min(steps) != 1:
        return None
    for width in (max(steps), max(steps) - 1):
        allowed = {1, width - 1, width, width + 1} if diagonals else {1, width}
        if width < 2 or width not in steps or not steps <= allowed:
            continue
        places = [divmod(number, width) for number in numbers]
        if all(
            abs(places[u][1] - places[v][1]) <= 1 and abs(places[u][0] - places[v][0]) <= 1 for u, v in _edges(around)
        ):
            return [(float(column), float(row)) for row, column in places]
    return None


def _cornered_grid(around: Around) -> Points | None:
    """x and y from the distances to two corners on one side, then a look whether it is the whole grid."""
    n = len(around)
    corners = [v for v in range(n) if len(around[v]) == 2]
    if not 4 <= len(corners) <= n or any(not 2 <= len(near) <= 4 for near in around):
        return None
    first = levels(around, corners[0])
    for other in sorted(corners[1:], key=lambda v: -first[v]):
        side = first[other]
        if side < 1 or n % (side + 1):
            continue
        second = levels(around, other)
        twice = [first[v] + second[v] - side for v in range(n)]
        if any(value % 2 or value < 0 for value in twice):
            continue
        points = [(first[v] - twice[v] // 2, twice[v] // 2) for v in range(n)]
        whole = set(points) == {(x, y) for x in range(side + 1) for y in range(n // (side + 1))}
        unit = all(abs(points[u][0] - points[v][0]) + abs(points[u][1] - points[v][1]) == 1 for u, v in _edges(around))
        edges = 2 * n - (side + 1) - n // (side + 1)
        if whole and unit and _count(around) == edges:
            return [(float(x), float(y)) for x, y in points]
    return None


def petersen(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A generalised Petersen graph whose first half is the outer cycle."""
    half = len(around) // 2
    if len(around) != 2 * half or half < 3 or any(len(near) != 3 for near in around):
        return None
    outer = all({(i + 1) % half, (i - 1) % half, i + half} == set(around[i]) for i in range(half))
    steps = {frozenset((v - half - i) % half for v in around[i + half] if v >= half) for i in range(half)}
    if not outer or len(steps) != 1:
        return None
    radius = max(1.9, 0.62 / sin(pi / half))
    return [*on_circle(half, radius=radius), *on_circle(half, radius=radius * 0.55)]


def bipartite(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A complete bipartite graph: two rows."""
    sides = _sides(around)
    if sides is None:
        return None
    left, right = sides
    widest = max(len(left), len(right)) - 1
    points = [(0.0, 0.0)] * len(around)
    for row, y in ((left, 0.0), (right, 1.6 + 0.15 * widest)):
        for place, v in enumerate(row):
            points[v] = (1.15 * (place + (widest - len(row) + 1) / 2), y)
    return points


def poles(around: Around, keys: Sequence[Hashable]) -> Points | None:  # noqa: ARG001
    """A complete bipartite graph with two nodes on one side: these left and right, the others between them."""
    sides = _sides(around)
    if sides is None or min(map(len, sides)) != 2 or len(around) < 5:
        return None
    ends, middle = sorted(sides, key=len)
    points = [(0.0, 0.0)] * len(around)
    for place, v in enumerate(middle):
        points[v] = (0.0, place - (len(middle) - 1) / 2)
    for x, v in zip((-1.0, 1.0), ends, strict=True):
        points[v] = (x * max(1.3, 0.3 * len(middle)), 0.0)
    return points


def _sides(around: Around) -> tuple[list[int], list[int]] | None:
    """The two sides of a complete bipartite graph."""
    left = [v for v, near in enumerate(around) if near == around[0]]
    right = [v for v, near in enumerate(around) if near != around[0]]
    if frozenset(right) != around[0] or any(around[v] != frozenset(left) for v in right):
        return None
    return left, right


PLAIN: tuple[Recogniser, ...] = (coordinates, path, wheel, grid, circle, poles)
"""Their edges do not cross (those of coordinates may, which someone has chosen)."""
CROSSING: tuple[Recogniser, ...] = (king, circulant, petersen, bipartite)
"""Their edges cross: for graphs that are not planar."""


def _edges(around: Around) -> list[tuple[int, int]]:
    return [(u, v) for u, near in enumerate(around) for v in near if u < v]


def _count(around: Around) -> int:
    return sum(map(len, around)) // 2


def _walk(around: Around, start: int) -> list[int]:
    """The nodes in the order of a walk that never turns back, smallest neighbour first."""
    order, seen = [start], {start}
    while True:
        onward = sorted(v for v in around[order[-1]] if v not in seen)
        if not onward:
            return order
        order.append(onward[0])
        seen.add(onward[0])


def levels(around: Sequence[Iterable[int]], root: int) -> list[int]:
    """How far each vertex is from the root; -1 where no path leads."""
    level = [-1] * len(around)
    level[root] = 0
    queue = [root]
    for u in queue:
        for v in around[u]:
            if level[v] < 0:
                level[v] = level[u] + 1
                queue.append(v)
    return level


def _placed(order: Sequence[int], spots: Sequence[tuple[float, float]]) -> Points:
    points = [(0.0, 0.0)] * len(spots)
    for v, spot in zip(order, spots, strict=True):
        points[v] = spot
    return points
